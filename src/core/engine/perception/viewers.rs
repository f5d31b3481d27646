//! Those who look around: a search of one group, cut into blocks of viewers.
//!
//! Agents are in lanes: four consecutive units of the sorted order, which are near each other,
//! share the candidates around them, and each candidate is compared with all four at once. There
//! are no tails, no horizontal sums and no short loops.

use super::candidates::Candidates;
use super::grid::Grid;
use super::neighborhood::{Findings, Relation, Sight, Sums};
use super::view::{Borders, Sector};
use crate::engine::agents::LEADER;
use crate::engine::math::{LANES, Lane};
use crate::engine::scenery::Space;
use std::ops::Range;

/// All that a search for the neighbors of one group's units reads.
pub(crate) struct NeighborSearch<'a> {
    /// The group's own grid, which is one of `grids`.
    pub viewers: &'a Grid,
    /// One grid per group, and what its units mean to the viewers.
    pub grids: &'a [Grid],
    /// See `grids`.
    pub relations: &'a [Relation],
    /// What the viewers look for.
    pub sight: Sight,
    /// The world that they look through.
    pub space: Space,
}

impl NeighborSearch<'_> {
    /// The grids whose units the viewers notice.
    #[inline(always)]
    pub(super) fn noticed(&self) -> impl Iterator<Item = (&Grid, Relation)> {
        self.grids
            .iter()
            .zip(self.relations.iter().copied())
            .filter(|(_, relation)| *relation != Relation::Ignored)
    }

    /// Cuts slots into those of blocks of viewers, to be [loaded](Viewers::load) where they are used:
    /// a block that came out of here would be copied as soon as it is written, and in other pieces,
    /// for which the processor waits.
    ///
    /// A block ends where a row of the grid does: with units of two rows in it, which are at
    /// opposite ends of the world, it would search both of them from end to end.
    pub(super) fn blocks<L: Lane>(
        &self,
        slots: Range<usize>,
    ) -> impl Iterator<Item = Range<usize>> {
        let mut at = slots.start;
        let mut row = self.viewers.row_of(at);
        let mut row_end = self.viewers.row_end(row);
        std::iter::from_fn(move || {
            if at >= slots.end {
                return None;
            }
            while row_end <= at {
                row += 1;
                row_end = self.viewers.row_end(row);
            }
            let first = at;
            // Aligned, so that blocks are the same wherever the slots are cut in multiples of four.
            at = (first - first % L::N + L::N).min(row_end).min(slots.end);
            Some(first..at)
        })
    }
}

/// A unit that looks around.
#[derive(Clone, Copy)]
pub(super) struct Viewer {
    pub x: f32,
    pub y: f32,
    pub hx: f32,
    pub hy: f32,
    pub length: f32,
}

/// A block of viewers, one per lane.
#[derive(Clone, Copy)]
pub(super) struct Viewers<L> {
    /// Slot of the first one.
    at: usize,
    /// How many there are.
    valid: usize,
    pub x: L,
    pub y: L,
    pub hx: L,
    pub hy: L,
    pub length: L,
    pub id: [u32; LANES],
}

impl<L: Lane> Viewers<L> {
    pub const NOBODY: Self = Self {
        at: 0,
        valid: 0,
        x: L::ZERO,
        y: L::ZERO,
        hx: L::ZERO,
        hy: L::ZERO,
        length: L::ZERO,
        id: [0; LANES],
    };

    /// Unused lanes at the end repeat the last viewer.
    #[inline(always)]
    pub fn load(grid: &Grid, slots: Range<usize>) -> Self {
        let (at, valid) = (slots.start, slots.len());
        let [x, y, _, _] = L::fields(four(&grid.seen, at, valid));
        let [hx, hy, length, _] = L::fields(four(&grid.viewing, at, valid));
        Self { at, valid, x, y, hx, hy, length, id: four(&grid.id, at, valid) }
    }

    pub fn viewer(&self, lane: usize) -> Viewer {
        Viewer {
            x: self.x.get(lane),
            y: self.y.get(lane),
            hx: self.hx.get(lane),
            hy: self.hy.get(lane),
            length: self.length.get(lane),
        }
    }

    /// The radius of the viewers' largest view.
    pub fn reach(&self, sector: &Sector) -> f32 {
        self.length.highest() * sector.radius_factor
    }

    /// The squares of the viewers' radii.
    #[inline(always)]
    pub fn radius2(&self, sector: &Sector) -> L {
        let radius = self.length * L::splat(sector.radius_factor);
        radius * radius
    }

    /// The borders of a sector for each viewer.
    #[inline(always)]
    pub fn borders(&self, sector: &Sector) -> Borders<L> {
        sector.borders(self.hx, self.hy)
    }

    /// Lists the candidates within `reach` of the viewers, rows in order or from the middle
    /// `outward`: always so where sight wraps, in the same order everywhere, whether a search
    /// reaches across an edge or not.
    ///
    /// On its own, because several searches begin with it.
    #[inline(never)]
    pub fn candidates(
        &self,
        grid: &Grid,
        reach: f32,
        space: &Space,
        outward: bool,
        spans: &mut [[u32; 2]],
    ) -> Candidates {
        let area = grid.area_around((self.x, self.y), reach, space);
        grid.list_candidates::<L>(area, space, outward || space.torus, spans)
    }

    /// Offset and squared distance of a candidate.
    #[inline(always)]
    pub fn locate(&self, space: &Space, x: f32, y: f32) -> (L, L, L) {
        let (dx, dy) = space.offset(L::splat(x) - self.x, L::splat(y) - self.y);
        (dx, dy, dx * dx + dy * dy)
    }

    /// Which of the viewers is at a slot, of their `own` grid or of another.
    #[inline(always)]
    pub fn lane_of(&self, own: bool, slot: usize) -> Option<usize> {
        let lane = slot.wrapping_sub(self.at);
        (own && lane < L::N).then_some(lane)
    }

    /// Writes what the block has found.
    #[inline(always)]
    pub fn report(&self, sums: &Sums<L>, out: &mut Findings) {
        let found = sums.records();
        #[allow(
            clippy::needless_range_loop,
            reason = "an iterator copies each of them in pieces, and the processor waits for those"
        )]
        for lane in 0..LANES {
            if lane < self.valid {
                out.records[self.place(lane, out)] = found[lane];
            }
        }
    }

    /// Writes which viewers lead, if that is needed: those with an empty narrow view. `ahead`: those
    /// [known already](Self::look_ahead) to have a unit in it.
    #[inline(always)]
    pub fn report_leaders(&self, search: &NeighborSearch, ahead: u32, out: &mut Findings) {
        if search.sight.leader.is_empty() {
            return;
        }
        let leaders = !self.somebody_ahead(search, ahead, &mut out.scratch.spans);
        for lane in 0..self.valid {
            out.flags[self.place(lane, out)] = if leaders >> lane & 1 == 1 { LEADER } else { 0 };
        }
    }

    /// Where the findings of a viewer are written.
    #[inline(always)]
    fn place(&self, lane: usize, out: &Findings) -> usize {
        if out.by_id { self.id[lane] as usize } else { self.at + lane - out.first }
    }

    /// One bit for each viewer that has a unit in its narrow view, and so does not lead.
    #[inline(always)]
    fn somebody_ahead(
        &self,
        search: &NeighborSearch,
        mut ahead: u32,
        spans: &mut [[u32; 2]],
    ) -> u32 {
        if ahead == Self::ALL {
            return ahead;
        }
        let far = self.reach(&search.sight.leader);
        // Most often a near unit is ahead, and a long row need not be gone through.
        for (grid, _) in search.noticed() {
            let near = Some(grid.row).filter(|near| 2.0 * near <= far);
            for reach in near.into_iter().chain([far]) {
                let found = self.candidates(grid, reach, &search.space, true, spans);
                // Beyond the reach of a search, what it has listed may be nearer across an edge.
                let space =
                    if reach < far { search.space } else { found.images.seen_in(&search.space) };
                self.look_ahead(search, grid, &spans[..found.spans], space, &mut ahead);
                if ahead == Self::ALL {
                    return ahead;
                }
            }
        }
        ahead
    }

    /// A bit for each viewer.
    const ALL: u32 = (1 << L::N) - 1;

    /// Sets the bits of viewers that have units of these spans in their narrow view; stops when all
    /// are set. `space`: the world as the spans are seen, all of what is listed.
    #[inline(always)]
    pub fn look_ahead(
        &self,
        search: &NeighborSearch,
        grid: &Grid,
        spans: &[[u32; 2]],
        space: Space,
        ahead: &mut u32,
    ) {
        let sector = &search.sight.leader;
        let radius2 = self.radius2(sector);
        let borders = self.borders(sector);
        for [from, to] in spans {
            if *ahead == Self::ALL {
                return;
            }
            for [x, y, _, _] in &grid.seen[*from as usize..*to as usize] {
                let (dx, dy, d2) = self.locate(&space, *x, *y);
                *ahead |= L::bits(L::and(d2.le(radius2), borders.both_hold(dx, dy)));
            }
        }
    }
}

/// The values from `at` on, of which `valid` are a block's; the last one stands in for the rest.
#[inline(always)]
fn four<T: Copy>(from: &[T], at: usize, valid: usize) -> [T; LANES] {
    match from[at..].first_chunk() {
        Some(four) if valid == LANES => *four,
        _ => std::array::from_fn(|lane| from[at + lane.min(valid - 1)]),
    }
}

/// How far viewers look for flockmates and for a crowd, squared; `None` where for none.
#[derive(Clone, Copy)]
pub(super) struct Radii<L> {
    pub flock: Option<L>,
    pub crowd: Option<L>,
}
