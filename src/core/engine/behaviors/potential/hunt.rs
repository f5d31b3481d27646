//! Target potential: chase or evade, by the Lennard-Jones law (book, ch. 5).
//!
//! With A > 0 the target attracts and, close by, repels, so a hunter keeps its distance. With A = 0
//! the target only repels, so the unit evades. The full force vector acts on the bow, not only its
//! lateral component.

use super::law::{PotentialLaw, SOURCE, exponent, strength};
use crate::engine::behaviors::{Behavior, BehaviorInfo, Scope, Steering};
use crate::engine::scope::add_force_per_unit;
use crate::params;
use crate::schema::ParamSpec;
use glam::Vec2;
use std::ops::Range;

params! {
    /// Behavior that attracts units to their target and repels them from it.
    pub struct PotentialHunt in "Target potential" {
        lure: f32 = ParamSpec::weight("Target potential", 1.0)
            .words("hunt attack attract target").symbol("w_lur")
            .doc("Weight of U(d) = -A/d^n + B/d^m of the target, d in body lengths.")
            .source(SOURCE);
        lure_a: f32 = strength("Target attraction A", 10_000.0).symbol("A_t")
            .doc("Strength of the pull. 0 makes the chase an evasion.");
        lure_b: f32 = strength("Target repulsion B", 10_000.0).symbol("B_t")
            .doc("Strength of the push.");
        lure_n: f32 = exponent("Target attraction exponent n", 1.0).symbol("n_t")
            .doc("How fast the pull fades with distance.");
        lure_m: f32 = exponent("Target repulsion exponent m", 2.0).symbol("m_t")
            .doc("How fast the push fades with distance.");
    }
}

/// Force in the rule language, for display, and for a test of the hand-written `steer`. Ticks run
/// `steer`, because with the rule a tick of the scene `potential-maze` takes 1.60 times the
/// instructions (`tests/bench/rules.sh potential-maze lure`).
const RULE: &str = "
    d = max(target.distance / L, 0.05)
    pull = lure_a / d ^ lure_n - lure_b / d ^ lure_m
    steer target.offset * (pull / target.distance) / F_max
";

impl PotentialHunt {
    fn law(&self) -> PotentialLaw {
        PotentialLaw::new(self.lure_a, self.lure_b, self.lure_n, self.lure_m)
    }
}

impl Behavior for PotentialHunt {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(Self::SPECS, "Pulls toward the target from afar, or pushes away from it.")
            .caused_by("its target", "moves it")
            .with_rule(RULE)
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        let Some(target) = scope.hunted_target else { return };
        let law = self.law();
        add_force_per_unit(range, out, |id| {
            law.force(scope.offset_to(id, target.position), scope.agents.length[id])
        });
    }

    fn potential_force_at(&self, scope: &Scope, id: usize, place: Vec2) -> Option<f32> {
        let offset =
            scope.hunted_target.map(|target| scope.space.offset_between(place, target.position));
        Some(
            offset.map_or(0.0, |offset| {
                self.law().force_at(offset.length() / scope.agents.length[id])
            }),
        )
    }
}
