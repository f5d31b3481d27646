//! The helm: keys fly the player's craft (book, ch. 2 and 4).
//!
//! Port and starboard fire a bow thruster with half of S. Faster and slower move the throttle,
//! which stays where it is left.

use super::{Answer, Behavior, Info, Reading, Scope, Steering, Stimulus, lateral};
use crate::hash::StateHash;
use crate::math::splat;
use crate::params::DT;
use crate::schema::{ParamSpec, Params, Plot};
use crate::{numbers_of_field, params};
use std::ops::Range;

/// Share of S that a bow thruster gives.
const BOW_THRUST: f32 = 0.5;

/// Seconds from a standstill to full throttle.
const THROTTLE_TIME: f32 = 1.0;

params! {
    /// How the craft answers the keys.
    pub struct HelmParams in "Helm" {
        helm: f32 = ParamSpec::weight("Bow thrusters", 1.0)
            .formula("w_hel", "F = ±½·w_hel·S")
            .doc("Weight of the bow thrusters under the left and right arrow keys.")
            .source("AI for Game Developers, ch. 2");
        full_thrust: f32 = ParamSpec::float("Full thrust", "", 1000.0, [0.0, 2000.0], 10.0)
            .plots(Plot::Throttle)
            .formula("T_max", "T′ = T ± T_max·t; 0 ≤ T′ ≤ T_max")
            .doc("Propeller force at full throttle (arrow up opens it, arrow down closes it).")
            .source("AI for Game Developers, ch. 2");
    }
}

/// Flies a craft by the keys.
#[derive(Clone, Debug, Default)]
pub struct Helm {
    params: HelmParams,
    /// Throttle away from the body's own thrust, per unit, as a force.
    throttle: Vec<f32>,
}

impl Params for Helm {
    numbers_of_field!(HelmParams);
}

impl Behavior for Helm {
    fn info(&self) -> Info {
        Info { key: "helm", label: "Bow thrusters" }
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        let rudder = f32::from(u8::from(scope.controls.starboard))
            - f32::from(u8::from(scope.controls.port));
        let push = splat(rudder * BOW_THRUST * scope.force_scale);
        lateral(scope, range.clone(), out, |_, _| push);
        for id in range {
            let wanted = out.thrust[id] + self.throttle[id - scope.first];
            out.thrust[id] = wanted.clamp(0.0, self.params.full_thrust);
        }
    }

    fn advance(&mut self, scope: &Scope, _range: Range<usize>) {
        let lever =
            f32::from(u8::from(scope.controls.faster)) - f32::from(u8::from(scope.controls.slower));
        let full = self.params.full_thrust;
        for extra in &mut self.throttle {
            *extra = (*extra + lever * full * DT / THROTTLE_TIME).clamp(-full, full);
        }
    }

    fn resize(&mut self, count: usize) {
        self.throttle.resize(count, 0.0);
    }

    fn memory(&self) -> usize {
        size_of_val(&*self.throttle)
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.floats(&self.throttle);
    }

    fn answers(&self) -> Option<Answer> {
        Some(Answer::by_time(Stimulus::Rudder, Reading::Turn, 0.5))
    }
}
