//! All measures of one moment, taken by an instrument that keeps its memory.

use super::cells::Cells;
use super::{
    Flocks, closest_hunter, flock_radius, leaders, mean_speed, milling, polarization, units,
};
use crate::agents::Role;
use crate::world::World;
use glam::Vec2;
use std::collections::VecDeque;

/// Ticks from one measurement of a series to the next: five in a simulated second. All measures
/// together cost no more than a tick, so that the series costs less than a tenth of the run.
pub const EVERY: u64 = 12;

/// Distances between neighbors are measured at no more than this many units, evenly drawn from
/// larger crowds. Everything else is measured at every unit.
pub const MOST_PAIRED: usize = 2048;

/// The measures of one moment. Lengths in u, speeds in u/s; see the functions of
/// [`measures`](super).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(target_arch = "wasm32", derive(serde::Serialize), serde(rename_all = "camelCase"))]
pub struct Sample {
    /// Ticks since the start.
    pub tick: u64,
    /// See [`polarization`].
    pub polarization: f32,
    /// See [`milling`].
    pub milling: f32,
    /// See [`nearest_neighbor_distance`](super::nearest_neighbor_distance).
    pub nearest_neighbor: f32,
    /// Pairs; an estimate in crowds of more than [`MOST_PAIRED`] units.
    pub overlaps: f32,
    /// How many there are; see [`flocks`](super::flocks).
    pub flocks: usize,
    /// Share of all units that is in the largest flock.
    pub largest_flock: f32,
    /// See [`flock_radius`].
    pub flock_radius: f32,
    /// See [`leaders`].
    pub leaders: usize,
    /// See [`mean_speed`].
    pub mean_speed: f32,
    /// See [`closest_hunter`].
    pub closest_hunter: Option<f32>,
}

/// Takes measurements. After the first of a crowd, the next ones allocate nothing.
#[derive(Clone, Debug, Default)]
pub struct Meter {
    places: Vec<Vec2>,
    /// By place: the length of the unit that is there.
    lengths: Vec<f32>,
    cells: Cells,
}

impl Meter {
    /// Everything about the present state.
    pub fn measure(&mut self, world: &World) -> Sample {
        let (nearest_neighbor, overlaps) = self.spacing(world, MOST_PAIRED);
        let flock_radius = flock_radius(world);
        let flocks = self.flocks(world, flock_radius);
        Sample {
            tick: world.ticks(),
            polarization: polarization(world),
            milling: milling(world),
            nearest_neighbor: nearest_neighbor as f32,
            overlaps: overlaps as f32,
            flocks: flocks.count,
            largest_flock: flocks.largest,
            flock_radius,
            leaders: leaders(world),
            mean_speed: mean_speed(world),
            closest_hunter: closest_hunter(world),
        }
    }

    /// Mean distance to the nearest neighbor, and the number of pairs that overlap, from about
    /// `most` units of the crowd, or from all where there are no more.
    pub(super) fn spacing(&mut self, world: &World, most: usize) -> (f64, f64) {
        let agents = world.agents();
        self.places.clear();
        self.places.extend(units(world).map(|id| agents.position(id)));
        self.lengths.clear();
        self.lengths.extend(units(world).map(|id| agents.length[id]));
        let n = self.places.len();
        if n < 2 {
            return (f64::NAN, 0.0);
        }
        let space = world.space();
        let spread = (space.width * space.height / n as f32).sqrt();
        self.cells.sort(&self.places, space, spread);
        let longest = self.lengths.iter().copied().fold(0.0, f32::max);
        let stride = n.div_ceil(most);
        let (mut sum, mut pairs, mut drawn) = (0.0, 0usize, 0usize);
        for slot in (0..n).step_by(stride) {
            let Spacing { nearest, close } = self.around(slot, longest);
            sum += f64::from(nearest);
            pairs += close;
            drawn += 1;
        }
        // Each pair is met from both of its ends.
        let share = drawn as f64 / n as f64;
        (sum / drawn as f64, pairs as f64 / (2.0 * share))
    }

    fn around(&self, slot: usize, longest: f32) -> Spacing {
        let cells = &self.cells;
        let length = |slot: usize| self.lengths[cells.points[slot] as usize];
        let (here, own) = (cells.places[slot], length(slot));
        let (mut best, mut close) = (f32::INFINITY, 0);
        cells.near(here, longest, |other, d2| {
            if other != slot {
                best = best.min(d2);
                let reach = own.max(length(other));
                close += usize::from(d2 < reach * reach);
            }
        });
        let nearest = if best <= longest * longest { best.sqrt() } else { cells.nearest(slot) };
        Spacing { nearest, close }
    }

    /// See [`flocks`](super::flocks).
    pub fn flocks(&mut self, world: &World, radius: f32) -> Flocks {
        let (mut count, mut largest, mut all) = (0, 0, 0);
        for role in Role::ALL.into_iter().filter(|role| role.counts_as_neighbor()) {
            self.places.clear();
            let groups = world.groups().iter().filter(|group| group.role == role);
            let ids = groups.flat_map(|group| group.range.clone());
            self.places.extend(ids.map(|id| world.agents().position(id)));
            if self.places.is_empty() {
                continue;
            }
            self.cells.sort(&self.places, world.space(), radius / 1.5);
            let (flocks, members) = self.cells.components(radius);
            all += self.places.len();
            count += flocks;
            largest = largest.max(members);
        }
        Flocks { count, largest: largest as f32 / all as f32 }
    }

    /// Writes the flock of each unit, by id: the id of one of its units. -1 for units that are not
    /// measured.
    pub fn label_flocks(&mut self, world: &World, radius: f32, out: &mut Vec<f32>) {
        out.clear();
        out.resize(world.agents().len(), -1.0);
        for role in Role::ALL.into_iter().filter(|role| role.counts_as_neighbor()) {
            let groups = || world.groups().iter().filter(|group| group.role == role);
            let ids: Vec<usize> = groups().flat_map(|group| group.range.clone()).collect();
            if ids.is_empty() {
                continue;
            }
            self.places.clear();
            self.places.extend(ids.iter().map(|id| world.agents().position(*id)));
            self.cells.sort(&self.places, world.space(), radius / 1.5);
            self.cells.components(radius);
            self.cells.labels(|point, one| out[ids[point]] = ids[one] as f32);
        }
    }
}

/// What is near one unit.
struct Spacing {
    /// Distance to the nearest other unit, u.
    nearest: f32,
    /// Number of units that overlap with it.
    close: usize,
}

/// A series that nobody takes up keeps only its last samples, this many.
const MOST_KEPT: usize = 512;

/// Samples at every [`EVERY`]th tick, until somebody takes them up.
#[derive(Clone, Debug, Default)]
pub struct Series {
    meter: Meter,
    samples: VecDeque<Sample>,
}

impl Series {
    /// Takes note of the state after a tick, where it is time.
    pub fn note(&mut self, world: &World) {
        if !world.ticks().is_multiple_of(EVERY) {
            return;
        }
        if self.samples.len() == MOST_KEPT {
            self.samples.pop_front();
        }
        self.samples.push_back(self.meter.measure(world));
    }

    /// A sample of the present state, which is not kept.
    pub fn now(&mut self, world: &World) -> Sample {
        self.meter.measure(world)
    }

    /// The samples since the last call, the oldest first.
    pub fn take(&mut self) -> impl Iterator<Item = Sample> + '_ {
        self.samples.drain(..)
    }
}
