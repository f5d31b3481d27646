//! Neighbor flicker: neighbors come into view and leave it again within moments.
//!
//! A unit whose view is narrow loses its neighbors by turning to them: it then steers by another
//! crowd at every tick.
//! It shows this while the number of its neighbors changes back and forth within eight ticks.

use super::{Case, Detector, Fix, Info, Tracked};
use flockwright::engine::world::World;
use flockwright::schema::Trouble;

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

    fn fix(&self, case: &Case) -> Option<Fix> {
        let more = |key| case.scaled(key, 2.0);
        case.back(Trouble::Flicker, &[]).or_else(|| case.raise(Trouble::Flicker, more))
    }
}
