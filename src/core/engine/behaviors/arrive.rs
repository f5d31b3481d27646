//! Arrive: to the goal, and stop there (steering tutorial, part 3).
//!
//! Seek until the slowing radius, then slower in proportion to what is left of the way. Where the
//! force is too weak for the radius, the unit still overshoots and comes back.

use super::{About, Behavior, Job, Scope, Steering};
use crate::engine::scope::each;
use crate::params;
use crate::schema::ParamSpec;
use std::ops::Range;

params! {
    /// Head for the goal and stop there.
    pub struct Arrive in "Seek and arrive" {
        arrive: f32 = ParamSpec::weight("Arrive", 1.0).symbol("w_arr")
            .doc("Weight of heading for the goal and stopping there.")
            .source("Understanding Steering Behaviors, part 3");
        slowing_factor: f32 = ParamSpec::float("Slowing radius", "× L", 12.0, [0.5, 100.0], 0.5)
            .symbol("k_slo")
            .words("slowingRadius")
            .doc("Units begin to slow down this many lengths before the goal.")
            .source("Understanding Steering Behaviors, part 3");
    }
}

/// What it does. The pass below does the same faster for a few units: the rule takes 2 times as long.
const RULE: &str = "steer arrive(goal.offset, slowing_factor * L)";

impl Behavior for Arrive {
    fn about(&self) -> About {
        About::new(Self::SPECS, "Heads for the goal and stops there.")
            .caused_by("its goal pulls it")
            .ruled(RULE)
            .whose_job(Job::Arrives)
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        each(range, out, |id| {
            let slowing = self.slowing_factor * scope.agents.length[id];
            scope.goal(id).map_or_else(Default::default, |goal| {
                scope.arrive(id, scope.offset_to(id, goal.position), slowing)
            })
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::Role;
    use crate::engine::behaviors::testing::*;
    use glam::Vec2;

    #[test]
    fn one_who_arrives_stops_there() {
        let mut world = field(vec![group(Role::Regular, 1, Arrive::default())]);
        run(&mut world, 15);
        assert!(world.agents().position(0).distance(Vec2::splat(200.0)) < 1.0);
        assert!(world.agents().velocity(0).length() < 1.0);
    }
}
