//! Flee: move away from the goal at full speed (steering tutorial, part 2).
//!
//! The force is that of [`Seek`](super::Seek), reversed. A unit flees from where the danger is now;
//! with [`EvadeAhead`](super::EvadeAhead), from where the danger will be.

use super::{Behavior, BehaviorInfo};
use crate::params;
use crate::schema::ParamSpec;

params! {
    /// Behavior that steers units away from their goal.
    ///
    /// ```
    /// use flockwright::prelude::*;
    ///
    /// let birds = Group::point("birds", "Birds", Role::Regular, 20).with(Flee { panic_factor: 10.0, ..Flee::default() });
    /// let mut world = World::new(WorldParams::default(), vec![birds], 7);
    /// world.set_target(0, Target::Place(Vec2::new(300.0, 200.0)))?;
    /// world.tick();
    /// assert_eq!(world.ticks(), 1);
    /// # Ok::<(), Refusal>(())
    /// ```
    pub struct Flee in "Flight" {
        flee: f32 = ParamSpec::weight("Flee", 1.0)
            .words("fear afraid panic predator escape run away avoid repel scare").symbol("w_fle")
            .doc("Weight of running straight away from the goal.")
            .source("Understanding Steering Behaviors, part 2");
        panic_factor: f32 = ParamSpec::float("Panic distance", "× L", 0.0, [0.0, 200.0], 1.0)
            .symbol("k_pan")
            .doc("Birds flee only within this many lengths of the goal. 0 means at any distance.")
            .source("OpenSteer's panic distance; the tutorial has none");
    }
}

/// Force in the rule language. Ticks run the program that is compiled from this text.
const RULE: &str = "
    calm = panic_factor > 0 and goal.distance > panic_factor * L
    steer if calm then vec(0, 0) else seek(-goal.offset)
";

impl Behavior for Flee {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(Self::SPECS, "Runs straight away from the goal.")
            .caused_by("what it flees from", "drives it")
            .with_rule(RULE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::Role;
    use crate::engine::behaviors::testing::*;
    use glam::Vec2;

    #[test]
    fn beyond_the_panic_distance_nobody_flees() {
        let timid = Flee { panic_factor: 10.0, ..Flee::default() };
        let mut world = field(vec![group(Role::Regular, 2, timid)]);
        put(&mut world, 0, [170.0, 200.0], [0.0, 0.0]);
        put(&mut world, 1, [150.0, 200.0], [0.0, 0.0]);
        assert_eq!(force(&world, 0), Vec2::new(-120.0, 0.0));
        assert_eq!(force(&world, 1), Vec2::ZERO);
    }
}
