//! Seek: move toward the goal at full speed (steering tutorial, part 1).
//!
//! A seeking unit does not slow down: it overshoots its goal and circles it.
//! [`Arrive`](super::Arrive) stops there.

use super::{Behavior, BehaviorInfo, SteeringPurpose};
use crate::params;
use crate::schema::ParamSpec;

params! {
    /// Behavior that steers units toward their goal at full speed.
    ///
    /// ```
    /// use flockwright::prelude::*;
    ///
    /// let birds = Group::point("birds", "Birds", Role::Regular, 20).with(Seek::default());
    /// let mut world = World::new(WorldParams::default(), vec![birds], 7);
    /// world.set_target(0, Target::Place(Vec2::new(300.0, 200.0)))?;
    /// world.tick();
    /// assert_eq!(world.ticks(), 1);
    /// # Ok::<(), Refusal>(())
    /// ```
    pub struct Seek in "Seek and arrive" {
        seek: f32 = ParamSpec::weight("Seek", 1.0)
            .words("go to move target attract toward destination").symbol("w_see")
            .doc("Weight of heading for the goal at full speed.")
            .source("Understanding Steering Behaviors, part 1");
    }
}

/// Force in the rule language. Ticks run the program that is compiled from this text.
const RULE: &str = "steer seek(goal.offset)";

impl Behavior for Seek {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(Self::SPECS, "Heads for the goal at full speed.")
            .caused_by("its goal", "pulls it")
            .with_rule(RULE)
            .with_purpose(SteeringPurpose::Arrives)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::Role;
    use crate::engine::behaviors::testing::*;
    use glam::Vec2;

    #[test]
    fn a_seeker_overshoots_its_goal() {
        let mut world = field(vec![group(Role::Regular, 1, Seek::default())]);
        let mut crossed = false;
        for _ in 0..600 {
            world.tick();
            let there = world.agents().position(0) - Vec2::splat(200.0);
            crossed |= there.x > 5.0 && world.agents().velocity(0).length() > 30.0;
        }
        assert!(crossed);
    }

    #[test]
    fn a_rigid_body_seeks_too() {
        let mut rigid = group(Role::Regular, 1, Seek::default());
        rigid.body = crate::engine::group::Group::rigid("units", "Units", Role::Regular, 1).body;
        let mut world = field(vec![rigid]);
        let nearest = (0..900).map(|_| {
            world.tick();
            world.agents().position(0).distance(Vec2::splat(200.0))
        });
        assert!(nearest.fold(f32::INFINITY, f32::min) < 12.0);
    }
}
