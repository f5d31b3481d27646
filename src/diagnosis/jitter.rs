//! Jitter: units turn to and fro, many times a second.
//!
//! Forces that change sides from tick to tick make it: a strong push with a sharp edge, or a body
//! that answers each of them at once. The remedy is the behavior whose force changes the most from
//! one tick to the next, unless the body was made that nervous.

use super::fix::Harm::{High, Low};
use super::{Case, Detector, Fix, Info, Tracked};
use crate::world::World;

pub struct Jitter;

impl Detector for Jitter {
    fn info(&self) -> Info {
        Info {
            key: "jitter",
            title: "Jitter",
            says: "Units turn to and fro many times a second, so that they tremble rather than steer.",
            symptom: "a turn of more than 0.7° in a tick to the other side than the turn before",
            every: 1,
            window: 1.5,
            ill: 0.25,
            share: 0.5,
        }
    }

    fn symptom(&self, unit: &Tracked, _world: &World) -> f32 {
        f32::from(unit.flipped)
    }

    fn fix(&self, case: &Case) -> Option<Fix> {
        let body = [
            ("angular_drag", Low),
            ("inertia", Low),
            ("mass", Low),
            ("steering_force", High),
            ("max_force", High),
            ("wander_rate", High),
        ];
        let (_, key) = case.culprit(&case.crew.kin[case.group].unrest)?;
        case.back(&body).or_else(|| case.back(&[(key, High)])).or_else(|| case.scaled(key, 0.5))
    }

    fn culprits(&self, case: &Case) -> [&'static str; 2] {
        case.label_of(&case.crew.kin[case.group].unrest)
    }
}
