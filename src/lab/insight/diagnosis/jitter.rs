//! Jitter: units turn to and fro, many times a second.
//!
//! Forces that change sides from tick to tick make it: a strong push with a sharp edge, or a body
//! that answers each of them at once. The remedy is the behavior whose force changes the most from
//! one tick to the next, unless the body was made that nervous.
//!
//! A unit shows it at a tick in which it turns by more than 3.4 degrees to the other side than it
//! did at its last such turn.

use super::{Case, Detector, Fix, Info, Tracked};
use flockwright::engine::world::World;
use flockwright::schema::Trouble;

pub struct Jitter;

impl Detector for Jitter {
    fn info(&self) -> Info {
        Info {
            key: "jitter",
            title: "Jitter",
            says: "Units turn back and forth many times a second: they tremble rather than steer.",
            every: 1,
            window: 1.5,
            ill: 0.25,
            share: 0.5,
        }
    }

    fn symptom(&self, unit: &Tracked, world: &World) -> f32 {
        // Who is turned at random is meant to tremble.
        let noisy = world.groups().get(unit.group).is_some_and(|group| group.noise.noise > 0.0);
        f32::from(unit.flipped && !noisy)
    }

    fn fix(&self, case: &Case) -> Option<Fix> {
        let (_, key) = case.culprit(&case.watched.groups[case.group].unrest)?;
        case.back(Trouble::Jitter, &[])
            .or_else(|| case.back_down(key))
            .or_else(|| case.scaled(key, 0.5))
    }

    fn culprits(&self, case: &Case) -> [&'static str; 2] {
        case.label_of(&case.watched.groups[case.group].unrest)
    }
}
