//! Evade ahead: flee the place where the danger will be (steering tutorial, part 5).
//!
//! The force is that of [`Pursue`](super::Pursue), reversed. A danger that is faster than the unit
//! and comes straight at it is predicted behind the unit, which then runs into it; a limit on the
//! look-ahead time prevents that. The book's evade differs: it turns the bow away from the present
//! position of the hunter.

use super::{Behavior, BehaviorInfo};
use crate::params;
use crate::schema::ParamSpec;

params! {
    /// Behavior that steers units away from the place where their goal will be.
    pub struct EvadeAhead in "Flight" {
        evade_ahead: f32 = ParamSpec::weight("Evade ahead", 1.0)
            .words("fear afraid flee panic escape run away predict avoid hunter evasion").symbol("w_eva")
            .doc("Weight of running from where a moving danger will be.")
            .source("Understanding Steering Behaviors, part 5");
        evade_limit: f32 = ParamSpec::float("Longest look-ahead", "s", 0.0, [0.0, 20.0], 0.1)
            .words("predict prediction time").symbol("t_eva")
            .doc("The look-ahead is at most this long. 0: no limit, as in the source; a danger that is \
                  faster than the bird and comes straight at it is then expected behind the bird, which \
                  runs into it.")
            .source("Ours");
    }
}

/// Force in the rule language. Ticks run the program that is compiled from this text.
const RULE: &str = "
    t = goal.distance / V
    look = if evade_limit > 0 then min(t, evade_limit) else t
    steer seek(-(goal.offset + goal.velocity * look))
";

impl Behavior for EvadeAhead {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(Self::SPECS, "Runs from the place where a moving goal will be.")
            .caused_by("what it flees from", "drives it")
            .with_rule(RULE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::Role;
    use crate::engine::behaviors::Pursue;
    use crate::engine::behaviors::testing::*;
    use crate::engine::goals::{Goal, GoalKind};
    use glam::Vec2;

    #[test]
    fn one_runs_from_where_the_danger_will_be() {
        let nearest = Goal { goal: GoalKind::Nearest, heeds_pointer: false, ..Goal::default() };
        let prey = group(Role::Regular, 1, EvadeAhead::default()).with_goal(nearest);
        let danger = crate::engine::group::Group::point("danger", "Danger", Role::Monster, 1);
        let mut world = field(vec![prey, danger]);
        put(&mut world, 0, [200.0, 200.0], [0.0, 0.0]);
        // The danger starts 60 u to the left of the prey and reaches its height only when it could
        // have reached it.
        put(&mut world, 1, [140.0, 260.0], [0.0, -60.0]);
        let way = force(&world, 0).normalize();
        assert!(way.x > 0.9, "away from the meeting point, not from the danger: {way}");
        put(&mut world, 1, [200.0, 200.0], [0.0, 0.0]);
        assert_eq!(force(&world, 0), Vec2::ZERO, "a danger on the spot has no direction");
    }

    /// Component of the force's direction toward a goal 60 u ahead, which comes straight at the
    /// unit at three times the unit's top speed.
    fn toward_the_goal(behavior: impl Behavior + 'static) -> f32 {
        let nearest = Goal { goal: GoalKind::Nearest, heeds_pointer: false, ..Goal::default() };
        let unit = group(Role::Regular, 1, behavior).with_goal(nearest);
        let goal = crate::engine::group::Group::point("goal", "Goal", Role::Monster, 1);
        let mut world = field(vec![unit, goal]);
        put(&mut world, 0, [200.0, 200.0], [0.0, 0.0]);
        put(&mut world, 1, [260.0, 200.0], [-180.0, 0.0]);
        force(&world, 0).normalize().x
    }

    #[test]
    fn a_faster_goal_that_comes_straight_is_judged_right_with_a_limit_only() {
        let evade = |evade_limit| EvadeAhead { evade_limit, ..EvadeAhead::default() };
        let pursue = |pursue_limit| Pursue { pursue_limit, ..Pursue::default() };
        // As in the source, the prey runs into the danger, and the hunter runs away from its prey.
        assert_eq!(toward_the_goal(evade(0.0)), 1.0);
        assert_eq!(toward_the_goal(pursue(0.0)), -1.0);
        assert_eq!(toward_the_goal(evade(0.2)), -1.0);
        assert_eq!(toward_the_goal(pursue(0.2)), 1.0);
    }
}
