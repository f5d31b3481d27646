//! Stuck: units stand at an obstacle, or in it, and get nowhere.

use super::{Case, Detector, Fix, Info, Tracked};
use flockwright::engine::world::World;
use flockwright::schema::Trouble;

pub struct Stuck;

/// One whose middle is within this many lengths of a rim is at the obstacle.
const AT: f32 = 1.0;

/// One that gets on at less than this share of its speed stands.
const STANDING: f32 = 0.12;

impl Detector for Stuck {
    fn info(&self) -> Info {
        Info {
            key: "stuck",
            title: "Stuck at an obstacle",
            says: "Units stand at an obstacle, or in it, and cannot find a way around it.",
            every: 6,
            window: 2.0,
            ill: 0.7,
            share: 0.2,
        }
    }

    fn symptom(&self, unit: &Tracked, _world: &World) -> f32 {
        f32::from(!unit.checkup.arrived && unit.checkup.gap < AT && unit.progress < STANDING)
    }

    fn fix(&self, case: &Case) -> Option<Fix> {
        let more = |key| case.scaled(key, 2.0);
        case.back(Trouble::Stuck, &[]).or_else(|| case.raise(Trouble::Stuck, more))
    }
}
