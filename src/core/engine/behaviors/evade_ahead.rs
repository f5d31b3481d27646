//! Evade ahead: flee the place where the danger will be (steering tutorial, part 5).
//!
//! Pursue, reversed. Not the book's evade, which turns the bow away from where the hunter is now.

use super::{About, Behavior};
use crate::params;
use crate::schema::ParamSpec;

params! {
    /// Run away from where the goal will be.
    pub struct EvadeAhead in "Flight" {
        evade_ahead: f32 = ParamSpec::weight("Evade ahead", 1.0)
            .words("fear afraid flee panic escape run away predict avoid hunter evasion").symbol("w_eva")
            .doc("Weight of running from where a moving danger will be.")
            .source("Understanding Steering Behaviors, part 5");
    }
}

/// What it does: this runs.
const RULE: &str = "
    t = goal.distance / V
    steer seek(-(goal.offset + goal.velocity * t))
";

impl Behavior for EvadeAhead {
    fn about(&self) -> About {
        About::new(Self::SPECS, "Runs from the place where a moving goal will be.")
            .caused_by("what it flees from drives it")
            .ruled(RULE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::Role;
    use crate::engine::behaviors::testing::*;
    use crate::engine::goals::{Goal, GoalKind};
    use glam::Vec2;

    #[test]
    fn one_runs_from_where_the_danger_will_be() {
        let nearest = Goal { goal: GoalKind::Nearest, heeds_pointer: false, ..Goal::default() };
        let prey = group(Role::Regular, 1, EvadeAhead::default()).minding(nearest);
        let danger = crate::engine::group::Group::point("danger", "Danger", Role::Monster, 1);
        let mut world = field(vec![prey, danger]);
        put(&mut world, 0, [200.0, 200.0], [0.0, 0.0]);
        // 60 u to the left, and on the level of the prey only when it could have been reached.
        put(&mut world, 1, [140.0, 260.0], [0.0, -60.0]);
        let way = force(&world, 0).normalize();
        assert!(way.x > 0.9, "away from the meeting point, not from the danger: {way}");
        put(&mut world, 1, [200.0, 200.0], [0.0, 0.0]);
        assert_eq!(force(&world, 0), Vec2::ZERO, "a danger on the spot has no direction");
    }
}
