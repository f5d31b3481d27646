//! Collapse: units lie on each other.
//!
//! A unit shows it while the middles of three other units of its group are within 0.4 lengths.

use super::Harm::{High, Low};
use super::{Case, Detector, Fix, Harm, Info, Tracked};
use crate::engine::world::World;

pub struct Collapse;

impl Detector for Collapse {
    fn info(&self) -> Info {
        Info {
            key: "collapse",
            title: "Collapse",
            says: "Units overlap: what keeps them apart is too weak for what draws them together.",
            every: 6,
            window: 2.0,
            ill: 0.5,
            share: 0.5,
        }
    }

    fn symptom(&self, unit: &Tracked, _world: &World) -> f32 {
        f32::from(unit.checkup.close > 2)
    }

    fn suspects(&self) -> &'static [(&'static str, Harm)] {
        &[
            ("separation", Low),
            ("separation_factor", Low),
            ("rts_separation", Low),
            ("min_separation", Low),
            ("crowd_separation", Low),
            ("crowd_factor", Low),
            ("max_separation", Low),
            ("follower_gap", Low),
            ("follower_push", Low),
            ("queue", Low),
            ("queue_gap", Low),
            ("queue_push", Low),
            // Whoever looks far ahead looks past those right in front, and does not brake for them.
            ("queue_ahead", High),
            ("potential_b", Low),
            ("cohesion", High),
            ("rts_cohesion", High),
            ("potential_a", High),
        ]
    }

    fn fix(&self, case: &Case) -> Option<Fix> {
        let apart = ["separation", "rts_separation", "crowd_separation", "queue"];
        case.back(self.suspects())
            .or_else(|| apart.iter().find_map(|key| case.to(key, (2.0 * case.value(key)).max(1.0))))
    }
}
