//! Overshoot and orbit: a unit misses the place that it wants to reach, or circles it.
//!
//! It turns too wide for its speed: the place lies inside its turning circle, and a place counts as
//! reached only from nearby. The remedy is a wider reach of the place, or a slower approach.

use super::{Case, Detector, Fix, Info, Tracked};
use flockwright::engine::world::World;
use flockwright::schema::Trouble;
use std::f32::consts::TAU;

pub struct Overshoot;

/// A unit shows it that has gone around the place this many times, or has missed it this often.
const TURNS: f32 = 1.25;
const MISSES: u32 = 3;

impl Detector for Overshoot {
    fn info(&self) -> Info {
        Info {
            key: "orbit",
            title: "Overshoot and orbit",
            says: "Units miss the place that they want to reach, again and again, or circle it: \
                   they are too fast to turn toward it.",
            every: 6,
            window: 3.0,
            ill: 0.5,
            share: 0.25,
        }
    }

    fn symptom(&self, unit: &Tracked, _world: &World) -> f32 {
        let circles = unit.swept.abs() > TURNS * TAU;
        f32::from((circles || unit.missed >= MISSES) && !unit.checkup.arrived)
    }

    fn fix(&self, case: &Case) -> Option<Fix> {
        case.back(Trouble::Orbit, &[]).or_else(|| {
            // As wide as the circle that the unit can turn at full speed, and half as much again.
            let group = case.run.world.groups().get(case.group)?;
            let speed = group.body.max_speed(group.crowd.length);
            let turning = speed * speed * group.body.mass() / group.body.force_scale();
            let lengths = 1.5 * turning / group.crowd.length;
            let wide = |key| case.to(key, lengths.max(1.5 * case.value(key)));
            case.raise(Trouble::Orbit, wide)
        })
    }
}
