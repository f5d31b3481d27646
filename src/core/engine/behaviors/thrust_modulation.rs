//! Thrust modulation: slow down to turn close to the prey (book, ch. 2).
//!
//! While the prey is near and not straight ahead, the propeller gives only a share of its thrust,
//! so that the hunter turns in a smaller circle and does not overshoot. The behavior itself does
//! not steer. It has no effect on a point mass, which has no propeller.

use super::{Behavior, BehaviorInfo, BodyKind, Scope, Steering};
use crate::params;
use crate::schema::ParamSpec;
use std::ops::Range;

/// Sine of the angle between bow and prey above which a hunter counts as turning.
const MIN_TURNING_SINE: f32 = 0.05;

params! {
    /// Behavior that reduces the thrust of units that turn near their target.
    pub struct ThrustModulation in "Chase" {
        modulation: f32 = ParamSpec::float("Thrust modulation", "×", 1.0, [0.0, 1.0], 0.05)
            .symbol("w_mod")
            .doc("How much the thrust eases off while turning toward a target that is near: 0 not \
                  at all, 1 in proportion to the distance.")
            .source("AI for Game Developers, ch. 2");
        modulation_factor: f32 =
            ParamSpec::float("Modulation distance", "× L", 10.0, [1.0, 100.0], 1.0).symbol("k_mod")
                .doc("The thrust eases off within this many lengths of the target.")
                .source("AI for Game Developers, ch. 2");
    }
}

/// Force in the rule language, for display, and for a test of the hand-written `steer`. Ticks run
/// `steer`, because with the rule a tick of the scene `duel` takes 1.72 times the instructions
/// (`tests/bench/rules.sh duel modulation`).
const RULE: &str = "
    near = target.distance / (modulation_factor * L)
    turning = ahead(target.offset) <= 0 or abs(abeam(target.offset)) > 0.05 * target.distance
    thrust if turning and near < 1 then near else 1
    steer 0
";

impl Behavior for ThrustModulation {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(Self::SPECS, "Eases the propeller while it turns close to the target.")
            .caused_by("its propeller", "turns it")
            .with_rule(RULE)
            .required_bodies(&[BodyKind::Rigid])
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        let Some(target) = scope.hunted_target else { return };
        let agents = scope.agents;
        for id in range {
            let d = scope.offset_to(id, target.position);
            let distance = d.length();
            let forward = agents.forward(id);
            let ahead = forward.dot(d) > 0.0;
            let turning = !ahead || forward.perp_dot(d).abs() > MIN_TURNING_SINE * distance;
            let near = distance / (self.modulation_factor * agents.length[id]);
            if turning && near < 1.0 {
                *out.thrust_mut(id) *= 1.0 - self.modulation * (1.0 - near);
            }
        }
    }
}
