//! Turn away: evade by the rudder alone (book, ch. 2).
//!
//! The force is that of [`Chase`](super::Chase), reversed: full rudder away from where the hunter
//! is now. The unit does not slow down, hide or predict.

use super::{Behavior, BehaviorInfo, Scope, Steering, add_lateral_forces};
use crate::engine::math::splat;
use crate::params;
use crate::schema::ParamSpec;
use std::ops::Range;

params! {
    /// Behavior that turns units away from their target.
    pub struct TurnAway in "Chase" {
        turn_away: f32 = ParamSpec::weight("Turn away", 1.0)
            .words("fear afraid flee panic escape evade avoid evasion hunter").symbol("w_awa")
            .doc("Weight of turning away from where the hunter, or the pointer, is now.")
            .source("AI for Game Developers, ch. 2");
    }
}

/// Force in the rule language, for display, and for a test of the hand-written `steer`. Ticks run
/// `steer`, because with the rule a tick of the scene `evade` takes 1.50 times the instructions
/// (`tests/bench/rules.sh evade turn_away`).
const RULE: &str = "steer -side(target.offset)";

impl Behavior for TurnAway {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(Self::SPECS, "Turns away from the target.")
            .caused_by("what it fears", "drives it")
            .with_rule(RULE)
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        let Some(menace) = scope.hunted_target else { return };
        add_lateral_forces(scope, range, out, |units, _| {
            let (dx, dy) = units.offset_to(menace.position, &scope.space);
            -units.side_of(dx, dy) * splat(scope.force_scale)
        });
    }
}
