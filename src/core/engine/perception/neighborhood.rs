//! What the neighbor search is asked, and what it finds.

use super::candidates::most_spans;
use super::view::Sector;
use crate::engine::agents::Agents;
use crate::engine::math::{LANES, Lane};
use crate::engine::scenery::Space;
use std::ops::Range;
use wide::f32x4;

/// What a group's units look for.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    /// Where the flocking rules count neighbors of the same role.
    pub flock: Sector,
    /// Where separation counts units of every role: the angles of its view, with a radius of its
    /// own.
    pub separation: Sector,
    /// What must be empty for a leader; [`Sector::NOTHING`] if it is not needed.
    pub leader: Sector,
    /// Only this many units count, the nearest in view; 0 for all.
    pub nearest: u32,
    /// Separation counts only as many, too, of those that it sees.
    pub cuts_crowd: bool,
}

impl Sight {
    /// Sees nothing: no search is made.
    pub const BLIND: Self = Self {
        flock: Sector::NOTHING,
        separation: Sector::NOTHING,
        leader: Sector::NOTHING,
        nearest: 0,
        cuts_crowd: false,
    };

    /// Whether it sees nothing, however many would count.
    pub(crate) fn is_blind(&self) -> bool {
        self.flock.is_empty() && self.separation.is_empty() && self.leader.is_empty()
    }

    /// The radius of the largest search in unit lengths, the leader test aside.
    pub(crate) fn reach_factor(&self) -> f32 {
        self.flock.radius_factor.max(self.separation.radius_factor)
    }
}

/// What the neighbor search finds around one unit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Neighborhood {
    /// Number of neighbors that the flocking rules count.
    pub count: f32,
    /// Sum of the offsets to them, world units.
    pub dx: f32,
    /// See `dx`; down.
    pub dy: f32,
    /// Sum of their velocities, u/s.
    pub vx: f32,
    /// See `vx`; down.
    pub vy: f32,
    /// Sum over the units too near of side/distance, 1/u: positive when they are to starboard.
    pub crowding: f32,
}

/// The results of the neighbor search, by unit id.
///
/// One record per unit rather than one array per sum: the pass runs in the order of the grid, and
/// a record is one line of the cache to write.
#[derive(Clone, Debug, Default)]
pub struct Neighborhoods {
    found: Vec<Record>,
}

/// Where a neighbor search writes, and the room that it works in.
pub(crate) struct Findings<'a> {
    /// Whether it writes by the ids of units; else by their slots,
    pub by_id: bool,
    /// of which this is the first.
    pub first: usize,
    /// The sums of a unit,
    pub records: &'a mut [Record],
    /// and the flags of who leads.
    pub flags: &'a mut [u8],
    pub scratch: &'a mut Scratch,
}

/// Room for the spans of several blocks of viewers, beyond what a single one may need.
const SPANS: usize = 1024;

/// Count, dx, dy, vx; vy, crowding, nothing.
pub(crate) type Record = [f32x4; 2];

/// Room that a neighbor search works in, one for each thread.
#[derive(Debug)]
pub(crate) struct Scratch {
    /// Slots: one per unit, and one more.
    pub(super) list: Vec<u32>,
    /// Spans of slots.
    pub(super) spans: Vec<[u32; 2]>,
}

impl Scratch {
    /// Room for a search over `count` units.
    pub(crate) fn for_units(count: usize) -> Self {
        Self { list: vec![0; count + 1], spans: vec![[0; 2]; SPANS + most_spans(count)] }
    }
}

impl Neighborhoods {
    /// Makes room for `count` units.
    pub fn resize(&mut self, count: usize) {
        self.found.clear();
        self.found.resize(count + LANES, [f32x4::ZERO; 2]);
    }

    /// By unit, and behind them what a block of lanes reads along.
    pub(super) fn records(&self) -> &[Record] {
        &self.found
    }

    /// The same, to change them.
    pub(crate) fn records_mut(&mut self) -> &mut [Record] {
        &mut self.found
    }

    /// The units with these ids see no others.
    pub(crate) fn forget(&mut self, ids: Range<usize>) {
        self.found[ids].fill([f32x4::ZERO; 2]);
    }

    /// The sums of one unit.
    pub fn around(&self, id: usize) -> Neighborhood {
        let [[count, dx, dy, vx], [vy, crowding, ..]] = self.found[id].map(f32x4::to_array);
        Neighborhood { count, dx, dy, vx, vy, crowding }
    }

    /// The sums of a block of units.
    #[inline(always)]
    pub fn load<L: Lane>(&self, at: usize) -> Sums<L> {
        let block = &self.found[at..at + LANES];
        let half =
            |half: usize| L::fields(std::array::from_fn(|lane| block[lane][half].to_array()));
        let [count, dx, dy, vx] = half(0);
        let [vy, crowding, ..] = half(1);
        Sums { count, dx, dy, vx, vy, crowding }
    }
}

impl Neighborhoods {
    /// Copies one sum of consecutive units, from id `first` on: 0 is the count, then dx, dy, vx, vy
    /// and crowding.
    pub(crate) fn load_sum(&self, sum: usize, first: usize, to: &mut [f32x4]) {
        let (half, part) = (sum / 4 % 2, sum % 4);
        let found = self.found[first..][..to.len() * LANES].as_chunks::<LANES>().0;
        for (to, block) in to.iter_mut().zip(found) {
            *to = f32x4::from(block.map(|record| record[half].to_array()[part]));
        }
    }
}

/// [`Neighborhood`]s of a block of units, one per lane.
#[derive(Clone, Copy)]
pub struct Sums<L> {
    /// See [`Neighborhood::count`].
    pub count: L,
    /// See [`Neighborhood::dx`].
    pub dx: L,
    /// See [`Neighborhood::dy`].
    pub dy: L,
    /// See [`Neighborhood::vx`].
    pub vx: L,
    /// See [`Neighborhood::vy`].
    pub vy: L,
    /// See [`Neighborhood::crowding`].
    pub crowding: L,
}

impl<L: Lane> Sums<L> {
    pub(super) const ZERO: Self = Self {
        count: L::ZERO,
        dx: L::ZERO,
        dy: L::ZERO,
        vx: L::ZERO,
        vy: L::ZERO,
        crowding: L::ZERO,
    };

    /// The sums with further ones added, lane by lane.
    pub(super) fn plus(&self, mut more: impl FnMut(usize) -> Neighborhood) -> Self {
        let more: [Neighborhood; LANES] =
            std::array::from_fn(
                |lane| {
                    if lane < L::N { more(lane) } else { Neighborhood::default() }
                },
            );
        let part = |value: fn(&Neighborhood) -> f32| L::from_fn(|lane| value(&more[lane]));
        Self {
            count: self.count + part(|n| n.count),
            dx: self.dx + part(|n| n.dx),
            dy: self.dy + part(|n| n.dy),
            vx: self.vx + part(|n| n.vx),
            vy: self.vy + part(|n| n.vy),
            crowding: self.crowding + part(|n| n.crowding),
        }
    }

    /// To be taken away from others.
    pub(super) fn negative(self) -> Self {
        let Self { count, dx, dy, vx, vy, crowding } = self;
        Self { count: -count, dx: -dx, dy: -dy, vx: -vx, vy: -vy, crowding: -crowding }
    }

    /// One record per lane.
    #[inline(always)]
    pub(super) fn records(&self) -> [Record; LANES] {
        let zero = L::zero();
        let first = L::records([self.count, self.dx, self.dy, self.vx]);
        let second = L::records([self.vy, self.crowding, zero, zero]);
        std::array::from_fn(|lane| [first[lane], second[lane]])
    }
}

/// What the units of another group mean to a viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Nothing: the viewer takes no notice of them.
    Ignored,
    /// Units to keep clear of, which also bar leadership.
    Crowd,
    /// Units of the viewer's role, which the flocking rules count besides.
    Flockmates,
}

/// One unit's relation to another, for the inspector and for checking the pass against O(n^2).
///
/// Uses the arithmetic of the pass, so that its answers are exactly those of the pass.
pub fn sees(agents: &Agents, viewer: usize, other: usize, sector: &Sector, space: &Space) -> bool {
    let (dx, dy) =
        space.offset(agents.x[other] - agents.x[viewer], agents.y[other] - agents.y[viewer]);
    let (hx, hy) = (agents.hx[viewer], agents.hy[viewer]);
    let radius = agents.length[viewer] * sector.radius_factor;
    let d2 = dx * dx + dy * dy;
    !sector.is_empty() && d2 <= radius * radius && sector.borders(hx, hy).hold(dx, dy, d2)
}

/// Units at the same place push each other as if they were this many lengths apart.
pub const COINCIDENT_GAP: f32 = 0.1;

/// How a unit is pushed by another at its very place, 1/u: as by one to port where its id is the
/// higher, to starboard where it is the lower; not at all by itself.
pub(super) fn push_at_same_place(viewer: u32, other: u32, length: f32) -> f32 {
    let side = match viewer.cmp(&other) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.0,
        std::cmp::Ordering::Greater => -1.0,
    };
    side / (length * COINCIDENT_GAP)
}
