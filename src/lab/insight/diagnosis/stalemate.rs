//! Stalemate: two behaviors pull opposite ways with similar force, and the unit gets nowhere.
//!
//! A balance of forces is no harm in itself: cohesion and separation balance in any flock that
//! holds its distances. It is one where the unit has stopped getting on.

use super::{Case, Detector, Fix, Info, Tracked};
use flockwright::engine::behaviors::Job;
use flockwright::engine::world::World;
use flockwright::schema::Trouble;

pub struct Stalemate;

/// The two forces point apart by more than this: the cosine of 143 degrees.
const OPPOSITE: f32 = -0.8;

/// The weaker one has at least this share of the stronger one.
const ALIKE: f32 = 0.5;

/// One that gets on at less than this share of its speed gets nowhere.
const NOWHERE: f32 = 0.12;

/// The two strongest forces on a unit, if they cancel out: places in the pipeline, the stronger
/// one first.
fn pair(unit: &Tracked) -> Option<(usize, usize)> {
    let forces = &unit.checkup.forces[..unit.checkup.terms];
    let size = |term: &usize| forces[*term].length_squared();
    let first = (0..forces.len()).max_by(|a, b| size(a).total_cmp(&size(b)))?;
    let others = (0..forces.len()).filter(|term| *term != first);
    let second = others.max_by(|a, b| size(a).total_cmp(&size(b)))?;
    let (a, b) = (forces[first], forces[second]);
    let cancel = a.dot(b) < OPPOSITE * a.length() * b.length();
    (cancel && b.length() > ALIKE * a.length()).then_some((first, second))
}

/// Whether one of two behaviors of a group is there to hold units back.
fn yields(world: &World, group: usize, (a, b): (usize, usize)) -> bool {
    let pipeline = &world.groups()[group].pipeline;
    [a, b].iter().any(|term| pipeline[*term].about().job == Job::HoldsBack)
}

impl Detector for Stalemate {
    fn info(&self) -> Info {
        Info {
            key: "stalemate",
            title: "Stalemate",
            says: "Two behaviors pull opposite ways with similar force, so units get nowhere.",
            every: 6,
            window: 2.0,
            ill: 0.6,
            share: 0.5,
        }
    }

    fn symptom(&self, unit: &Tracked, world: &World) -> f32 {
        let stands = unit.progress < NOWHERE && !unit.checkup.arrived;
        f32::from(stands && pair(unit).is_some_and(|found| !yields(world, unit.group, found)))
    }

    fn fix(&self, case: &Case) -> Option<Fix> {
        let (strong, weak) = rivals(case)?;
        let pipeline = &case.run.world.groups()[case.group].pipeline;
        let keys = [strong, weak].map(|term| pipeline[term].key());
        // Neither drives the unit on where its own drive is gone; else the weaker one gives way.
        case.back(Trouble::Stalemate, &keys).or_else(|| case.scaled(keys[1], 0.5))
    }

    fn culprits(&self, case: &Case) -> [&'static str; 2] {
        let pipeline = &case.run.world.groups()[case.group].pipeline;
        rivals(case).map_or([""; 2], |(a, b)| [a, b].map(|term| pipeline[term].about().label()))
    }
}

/// The pair of behaviors that cancel out at the most units of the group that get nowhere.
fn rivals(case: &Case) -> Option<(usize, usize)> {
    let units = &case.watched.tracked[case.watched.groups[case.group].of.clone()];
    let pairs = || {
        units
            .iter()
            .filter(|unit| unit.progress < NOWHERE)
            .filter_map(pair)
            .filter(|found| !yields(&case.run.world, case.group, *found))
    };
    let same = |a: (usize, usize), b: (usize, usize)| a == b || a == (b.1, b.0);
    pairs().max_by_key(|found| pairs().filter(|other| same(*found, *other)).count())
}
