//! Chase: turn toward the target with full rudder (book, ch. 2 and ex. 4-14).
//!
//! This is the simplest pursuit: a hunter always heads for where the prey is now, so it ends in a
//! tail chase behind a prey that crosses its course. [`Intercept`](super::Intercept) aims ahead.

use super::{Behavior, BehaviorInfo, BodyKind, Scope, Steering, add_lateral_forces};
use crate::engine::math::splat;
use crate::engine::params::Hunters;
use crate::params;
use crate::schema::ParamSpec;
use std::ops::Range;

params! {
    /// Behavior that turns units toward their target.
    ///
    /// ```
    /// use flockwright::prelude::*;
    ///
    /// let chase = Chase { chasers: Hunters::Everyone, ..Chase::default() };
    /// let birds = Group::rigid("birds", "Birds", Role::Regular, 20).with(chase);
    /// let mut world = World::new(WorldParams::default(), vec![birds], 7);
    /// world.set_target(0, Target::Place(Vec2::new(300.0, 200.0)))?;
    /// world.tick();
    /// # Ok::<(), Refusal>(())
    /// ```
    pub struct Chase in "Chase" {
        chase: f32 = ParamSpec::weight("Chase", 1.0)
            .words("hunt attack follow catch target prey predator toward").symbol("w_cha")
            .doc("Weight of turning toward where the target is now.")
            .source("AI for Game Developers, ch. 2 and ex. 4-14");
        chasers: Hunters = ParamSpec::choice("Who chases", Hunters::CHOICES, 0)
            .formula("chasers", "F = w_cha·S·side(u_t); \"for\" chasers")
            .doc("Which birds of the group hunt the scene's own target. Of a large flock, leaders \
                  alone come no nearer to it than chance brings them; everyone does.")
            .source("AI for Game Developers, ex. 4-13");
    }
}

/// Force in the rule language, for display, and for a test of the hand-written `steer`. Ticks run
/// `steer`, because with the rule a tick of the scene `evade` takes 1.76 times the instructions
/// (`tests/bench/rules.sh evade chase`).
const RULE: &str = "steer if hunts then side(target.offset) else 0";

impl Behavior for Chase {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(Self::SPECS, "Turns toward the target, wherever it goes.")
            .caused_by("its prey", "pulls it")
            .with_rule(RULE)
            .suited_to(&[BodyKind::Rigid])
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        let Some(target) = scope.hunted_target else { return };
        add_lateral_forces(scope, range, out, |units, _| {
            let (dx, dy) = units.offset_to(target.position, &scope.space);
            let force = units.side_of(dx, dy) * splat(scope.force_scale);
            scope.hunting_mask(self.chasers, units) * force
        });
    }
}
