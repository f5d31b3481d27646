//! Neighbor flicker: neighbors come into view and leave it again within moments.
//!
//! A unit whose view is narrow loses its neighbors by turning to them: it then steers by another
//! crowd at every tick.
//! It shows this while the number of its neighbors changes back and forth within eight ticks.

use super::Harm::{High, Low};
use super::{Case, Detector, Fix, Harm, Info, Tracked};
use crate::engine::world::World;

pub struct Flicker;

impl Detector for Flicker {
    fn info(&self) -> Info {
        Info {
            key: "flicker",
            title: "Neighbors flicker",
            says: "Neighbors enter and leave the field of view within moments, so that units \
                   react to different neighbors all the time.",
            every: 1,
            window: 2.0,
            ill: 0.22,
            share: 0.5,
        }
    }

    fn symptom(&self, unit: &Tracked, _world: &World) -> f32 {
        f32::from(unit.flickered)
    }

    fn suspects(&self) -> &'static [(&'static str, Harm)] {
        &[
            ("front_angle_factor", Low),
            ("back_angle_factor", High),
            ("narrow_radius_factor", Low),
            ("limited_radius_factor", Low),
            ("wide_radius_factor", Low),
            ("angular_drag", Low),
            ("steering_force", High),
        ]
    }

    fn fix(&self, case: &Case) -> Option<Fix> {
        case.back(self.suspects()).or_else(|| case.scaled("front_angle_factor", 2.0))
    }
}
