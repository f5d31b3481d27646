//! Input and output of the neighbor search: fields of view, sums per unit, and buffers.

use super::candidates::max_spans;
use super::view::Sector;
use crate::engine::agents::{Agents, remove_ids};
use crate::engine::math::{LANES, Lane};
use crate::engine::scenery::Space;
use std::ops::Range;
use wide::f32x4;

/// Regions around a group's units in which the neighbor search looks.
#[derive(Clone, Copy, Debug)]
pub struct SightRegions {
    /// Region in which the flocking rules count neighbors of the viewer's own role.
    pub flock_sector: Sector,
    /// Region in which separation counts units of every role; its angles and radius are set by the
    /// separation behavior.
    pub separation_sector: Sector,
    /// Region that must contain no unit for its viewer to be a leader; [`Sector::NOTHING`] if
    /// leaders are not needed.
    pub leader_sector: Sector,
    /// Largest number of units in view that count, the nearest first; 0 counts all.
    pub max_neighbors: u32,
    /// Whether `max_neighbors` limits not only flockmates but also the units that separation
    /// counts.
    pub limits_crowd: bool,
}

impl SightRegions {
    /// Regions of a group that sees nothing, for which no search is made.
    pub const BLIND: Self = Self {
        flock_sector: Sector::NOTHING,
        separation_sector: Sector::NOTHING,
        leader_sector: Sector::NOTHING,
        max_neighbors: 0,
        limits_crowd: false,
    };

    /// Whether all regions are empty.
    pub(crate) fn is_blind(&self) -> bool {
        self.flock_sector.is_empty()
            && self.separation_sector.is_empty()
            && self.leader_sector.is_empty()
    }

    /// Larger radius of the searches for flockmates and for separation, body lengths.
    pub(crate) fn reach_factor(&self) -> f32 {
        self.flock_sector.radius_factor.max(self.separation_sector.radius_factor)
    }
}

/// Sums over the neighbors of one unit: the result of the neighbor search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Neighborhood {
    /// Number of neighbors that the flocking rules count.
    pub count: f32,
    /// Sum of the x offsets from a unit to its neighbors, u; positive to the right.
    pub dx: f32,
    /// Sum of the y offsets from a unit to its neighbors, u; positive downward.
    pub dy: f32,
    /// Sum of the x velocities of a unit's neighbors, u/s; positive to the right.
    pub vx: f32,
    /// Sum of the y velocities of a unit's neighbors, u/s; positive downward.
    pub vy: f32,
    /// Sum of side/distance over the units that separation counts, 1/u. The side is 1 for units to
    /// starboard, -1 for units to port.
    pub crowding: f32,
}

/// One of the sums of a [`Neighborhood`], as rules read it. The discriminants are the indices of
/// the sums in a [`NeighborhoodRecord`], counted through both vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PerceivedSum {
    Count,
    Dx,
    Dy,
    Vx,
    Vy,
}

/// Results of the neighbor search, by unit id.
///
/// There is one record per unit rather than one array per sum: the search writes in the order of
/// the grid, and a record is in one cache line.
#[derive(Clone, Debug, Default)]
pub struct Neighborhoods {
    records: Vec<NeighborhoodRecord>,
}

/// Output buffers and scratch memory of a neighbor search.
pub(crate) struct NeighborhoodWriter<'a> {
    /// Whether results are written at the unit's id. Otherwise they are written at the unit's slot
    /// (sorted index in the grid), minus `first_slot`.
    pub writes_by_id: bool,
    /// Slot (sorted index in the grid) of the unit whose results are written at index 0, if results
    /// are written by slot.
    pub first_slot: usize,
    /// Buffer for the neighborhood sums, one record per unit.
    pub records: &'a mut [NeighborhoodRecord],
    /// Buffer for the leader flags, one per unit.
    pub flags: &'a mut [u8],
    pub scratch: &'a mut SearchScratch,
}

/// Spans in [`SearchScratch`] beyond the most that one block of viewers can need, so that the
/// candidates of several blocks can be listed at once.
const EXTRA_SPANS: usize = 1024;

/// Numbers of a [`Neighborhood`] in two vectors: count, dx, dy, vx; vy, crowding, and two unused.
pub(crate) type NeighborhoodRecord = [f32x4; 2];

/// Scratch memory of a neighbor search, one per thread.
#[derive(Debug)]
pub(crate) struct SearchScratch {
    /// Buffer for a list of slots (sorted indices of units in a grid): one entry per unit, plus
    /// one.
    pub(super) slots: Vec<u32>,
    /// Buffer for the spans of slots that a search lists, as `[first, after the last]`.
    pub(super) spans: Vec<[u32; 2]>,
}

impl SearchScratch {
    /// Creates scratch memory for a search over `count` units.
    pub(crate) fn for_units(count: usize) -> Self {
        Self { slots: vec![0; count + 1], spans: vec![[0; 2]; EXTRA_SPANS + max_spans(count)] }
    }
}

impl Neighborhoods {
    /// Makes room for `count` units and clears all results.
    pub fn resize_for(&mut self, count: usize) {
        self.records.clear();
        self.records.resize(count + LANES, [f32x4::ZERO; 2]);
    }

    /// Neighborhood sums by unit id, followed by the padding that a block of lanes reads.
    pub(super) fn records(&self) -> &[NeighborhoodRecord] {
        &self.records
    }

    /// Mutable access to [`records`](Self::records).
    pub(crate) fn records_mut(&mut self) -> &mut [NeighborhoodRecord] {
        &mut self.records
    }

    /// Removes the results of the units with these ids; the ids of later units decrease
    /// accordingly.
    pub(crate) fn remove(&mut self, ids: &[usize]) {
        remove_ids(&mut self.records, ids);
    }

    /// Clears the results of the units with these ids.
    pub(crate) fn clear_records(&mut self, ids: Range<usize>) {
        self.records[ids].fill([f32x4::ZERO; 2]);
    }

    /// Sums over the neighbors of the unit with this id.
    pub fn around(&self, id: usize) -> Neighborhood {
        let [[count, dx, dy, vx], [vy, crowding, ..]] = self.records[id].map(f32x4::to_array);
        Neighborhood { count, dx, dy, vx, vy, crowding }
    }

    /// Loads the neighborhood sums of a block of units, whose first id is `at`.
    #[inline(always)]
    pub fn load<L: Lane>(&self, at: usize) -> NeighborSums<L> {
        let block = &self.records[at..at + LANES];
        let half = |half: usize| {
            L::records_to_fields(std::array::from_fn(|lane| block[lane][half].to_array()))
        };
        let [count, dx, dy, vx] = half(0);
        let [vy, crowding, ..] = half(1);
        NeighborSums { count, dx, dy, vx, vy, crowding }
    }

    /// Copies one sum of units with consecutive ids, from `first` on, to `to`.
    pub(crate) fn load_sum(&self, sum: PerceivedSum, first: usize, to: &mut [f32x4]) {
        let (half, part) = (sum as usize / LANES, sum as usize % LANES);
        let found = self.records[first..][..to.len() * LANES].as_chunks::<LANES>().0;
        for (to, block) in to.iter_mut().zip(found) {
            *to = f32x4::from(block.map(|record| record[half].to_array()[part]));
        }
    }
}

/// Neighborhood sums of a block of units, one unit per lane.
#[derive(Clone, Copy)]
pub struct NeighborSums<L> {
    /// Number of neighbors of each unit; see [`Neighborhood::count`].
    pub count: L,
    /// Sum of the x offsets from each unit to its neighbors; see [`Neighborhood::dx`].
    pub dx: L,
    /// Sum of the y offsets from each unit to its neighbors; see [`Neighborhood::dy`].
    pub dy: L,
    /// Sum of the x velocities of each unit's neighbors; see [`Neighborhood::vx`].
    pub vx: L,
    /// Sum of the y velocities of each unit's neighbors; see [`Neighborhood::vy`].
    pub vy: L,
    /// Sum of pushes to the side on each unit; see [`Neighborhood::crowding`].
    pub crowding: L,
}

impl<L: Lane> NeighborSums<L> {
    pub(super) const ZERO: Self = Self {
        count: L::ZERO,
        dx: L::ZERO,
        dy: L::ZERO,
        vx: L::ZERO,
        vy: L::ZERO,
        crowding: L::ZERO,
    };

    /// Adds the [`Neighborhood`] that `more` returns for a lane to the sums in that lane.
    pub(super) fn plus_per_lane(&self, mut more: impl FnMut(usize) -> Neighborhood) -> Self {
        let more: [Neighborhood; LANES] = std::array::from_fn(|lane| {
            if lane < L::LANE_COUNT { more(lane) } else { Neighborhood::default() }
        });
        let part = |value: fn(&Neighborhood) -> f32| L::from_lane_fn(|lane| value(&more[lane]));
        Self {
            count: self.count + part(|n| n.count),
            dx: self.dx + part(|n| n.dx),
            dy: self.dy + part(|n| n.dy),
            vx: self.vx + part(|n| n.vx),
            vy: self.vy + part(|n| n.vy),
            crowding: self.crowding + part(|n| n.crowding),
        }
    }

    /// Returns the negatives of all sums.
    pub(super) fn negated(self) -> Self {
        let Self { count, dx, dy, vx, vy, crowding } = self;
        Self { count: -count, dx: -dx, dy: -dy, vx: -vx, vy: -vy, crowding: -crowding }
    }

    /// Converts the sums to one record per lane.
    #[inline(always)]
    pub(super) fn records(&self) -> [NeighborhoodRecord; LANES] {
        let zero = L::zero();
        let first = L::fields_to_records([self.count, self.dx, self.dy, self.vx]);
        let second = L::fields_to_records([self.vy, self.crowding, zero, zero]);
        std::array::from_fn(|lane| [first[lane], second[lane]])
    }
}

/// How a group's viewers perceive the units of a group, their own or another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupRelation {
    /// The viewers do not perceive these units.
    Ignored,
    /// Separation keeps the viewers away from these units; a viewer with one ahead is no leader.
    Crowd,
    /// The flocking rules of the viewers count these units, which also act as a `Crowd`.
    Flockmates,
}

/// Whether the unit `viewer` has the unit `other` in view, for the inspector and for tests of the
/// neighbor search. The arithmetic is that of the search, so both agree in every case.
pub fn sees(agents: &Agents, viewer: usize, other: usize, sector: &Sector, space: &Space) -> bool {
    let (dx, dy) = space
        .shortest_offset(agents.x[other] - agents.x[viewer], agents.y[other] - agents.y[viewer]);
    let (hx, hy) = (agents.hx[viewer], agents.hy[viewer]);
    let radius = agents.length[viewer] * sector.radius_factor;
    let d2 = dx * dx + dy * dy;
    !sector.is_empty() && d2 <= radius * radius && sector.borders_for(hx, hy).contains(dx, dy, d2)
}

/// Distance at which units at the same position are assumed to push each other, body lengths.
pub const COINCIDENT_GAP: f32 = 0.1;

/// Push on the unit `viewer` by the unit `other` at the same position, 1/u: as from port (negative)
/// if the viewer's id is higher, as from starboard (positive) if it is lower, 0 if both are one
/// unit. `length`: the viewer's length, u.
pub(super) fn push_at_same_place(viewer: u32, other: u32, length: f32) -> f32 {
    let side = match viewer.cmp(&other) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.0,
        std::cmp::Ordering::Greater => -1.0,
    };
    side / (length * COINCIDENT_GAP)
}
