//! Force saturation: behaviors ask for more force than the body has, most of the time.
//!
//! What is cut off is lost: weights then tune nothing, because the loudest behavior takes all.

use super::{Case, Detector, Fix, Info, Tracked};
use flockwright::engine::world::World;
use flockwright::schema::Trouble;

pub struct Saturation;

/// The demand that a remedy aims at, as a share of the limit.
const AIM: f32 = 0.6;

impl Detector for Saturation {
    fn info(&self) -> Info {
        Info {
            key: "saturation",
            title: "Steering at its limit",
            says: "Behaviors ask for more force than the body has most of the time, so that the \
                   loudest one takes all and the weights of the others hardly matter.",
            every: 1,
            window: 3.0,
            ill: 0.8,
            share: 0.5,
        }
    }

    fn symptom(&self, unit: &Tracked, _world: &World) -> f32 {
        f32::from(unit.demand > 1.001)
    }

    fn fix(&self, case: &Case) -> Option<Fix> {
        let shared = &case.watched.groups[case.group];
        let (place, key) = case.culprit(&shared.strength)?;
        let limit = case.run.world.groups()[case.group].body.force_limit();
        let factor = (AIM * limit / shared.strength[place].max(limit)).min(0.5);
        case.back(Trouble::Saturation, &[key]).or_else(|| case.scaled(key, factor))
    }

    fn culprits(&self, case: &Case) -> [&'static str; 2] {
        case.label_of(&case.watched.groups[case.group].strength)
    }
}
