//! Collapse: units lie on each other.
//!
//! A unit shows it while the middles of three other units of its group are within 0.4 lengths.

use super::{Case, Detector, Fix, Info, Tracked};
use flockwright::engine::world::World;
use flockwright::schema::Trouble;

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

    fn fix(&self, case: &Case) -> Option<Fix> {
        let more = |key| case.to(key, (2.0 * case.value(key)).max(1.0));
        case.back(Trouble::Collapse, &[]).or_else(|| case.raise(Trouble::Collapse, more))
    }
}
