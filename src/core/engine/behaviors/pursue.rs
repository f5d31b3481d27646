//! Pursue: seek the place where the goal will be (steering tutorial, part 5).
//!
//! The look-ahead time is the time in which the unit would cover the present distance to the goal.
//! The prediction is poor for a far goal that turns, and improves as the distance shrinks. A goal
//! that is faster than the unit and comes straight at it is predicted behind the unit, which then
//! turns and runs away from it. A limit on the look-ahead time prevents that.

use super::{Behavior, BehaviorInfo, BodyKind};
use crate::params;
use crate::schema::ParamSpec;

params! {
    /// Behavior that steers units to the place where their goal will be.
    ///
    /// ```
    /// use flockwright::prelude::*;
    ///
    /// let birds = Group::point("birds", "Birds", Role::Regular, 20).with(Pursue::default());
    /// let mut world = World::new(WorldParams::default(), vec![birds], 7);
    /// let spot = Spot { position: Vec2::new(300.0, 200.0), velocity: Vec2::new(40.0, 0.0) };
    /// world.set_target(0, Target::Moving(spot))?;
    /// world.tick();
    /// assert_eq!(world.ticks(), 1);
    /// # Ok::<(), Refusal>(())
    /// ```
    pub struct Pursue in "Seek and arrive" {
        pursue: f32 = ParamSpec::weight("Pursue", 1.0)
            .words("hunt attack chase catch intercept predict target prey predator pursuit").symbol("w_pur")
            .doc("Weight of heading for where a moving goal will be.")
            .source("Understanding Steering Behaviors, part 5");
        pursue_limit: f32 = ParamSpec::float("Longest look-ahead", "s", 0.0, [0.0, 20.0], 0.1)
            .words("predict prediction time").symbol("t_pur")
            .doc("The look-ahead is at most this long. 0: no limit, as in the source; a goal that is \
                  faster than the bird and comes straight at it is then expected behind the bird, which \
                  runs away from it.")
            .source("Ours");
    }
}

/// Force in the rule language. Ticks run the program that is compiled from this text.
const RULE: &str = "
    t = goal.distance / V
    look = if pursue_limit > 0 then min(t, pursue_limit) else t
    steer seek(goal.offset + goal.velocity * look)
";

impl Behavior for Pursue {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(Self::SPECS, "Heads for the place where a moving goal will be.")
            .caused_by("the spot where it will meet its prey", "pulls it")
            .with_rule(RULE)
            .suited_to(&[BodyKind::Point, BodyKind::Particle])
    }
}

#[cfg(test)]
mod tests {
    use super::super::Seek;
    use super::*;
    use crate::engine::agents::Role;
    use crate::engine::behaviors::Behavior;
    use crate::engine::behaviors::testing::*;
    use crate::engine::goals::{Goal, GoalKind};

    /// Number of ticks until a hunter is within 8 u of a prey that crosses its course.
    fn time_to_catch(hunter: impl Behavior + 'static) -> usize {
        let nearest = Goal { goal: GoalKind::Nearest, heeds_pointer: false, ..Goal::default() };
        let hunter = group(Role::Monster, 1, hunter).with_goal(nearest);
        let prey = crate::engine::group::Group::point("prey", "Prey", Role::Regular, 1);
        let mut world = field(vec![hunter, prey]);
        put(&mut world, 0, [200.0, 200.0], [0.0, 0.0]);
        put(&mut world, 1, [50.0, 50.0], [40.0, 0.0]);
        let close = |world: &crate::World| {
            world.agents().position(0).distance(world.agents().position(1)) < 8.0
        };
        (0..1200)
            .find(|_| {
                world.tick();
                close(&world)
            })
            .expect("the hunter is faster")
    }

    #[test]
    fn a_pursuer_meets_a_crossing_prey_sooner_than_a_seeker() {
        assert!(time_to_catch(Pursue::default()) < time_to_catch(Seek::default()));
    }
}
