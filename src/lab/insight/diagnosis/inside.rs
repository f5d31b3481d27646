//! Inside: units drive through obstacles that only push.

use super::{Case, Detector, Fix, Info, Tracked};
use flockwright::engine::world::World;

pub struct Inside;

impl Detector for Inside {
    fn info(&self) -> Info {
        Info {
            key: "inside",
            title: "Through obstacles",
            says: "Units get into obstacles: these only push, and other forces push harder.",
            every: 6,
            window: 2.0,
            ill: 0.2,
            share: 0.1,
        }
    }

    fn symptom(&self, unit: &Tracked, _world: &World) -> f32 {
        f32::from(unit.checkup.gap < 0.0)
    }

    fn fix(&self, case: &Case) -> Option<Fix> {
        case.to("contact", 1.0)
    }
}
