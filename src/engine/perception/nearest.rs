//! The topological neighborhood: only the nearest units in view count.
//!
//! Starlings heed the six or seven nearest, whatever the distance (Ballerini et al. 2008). Each
//! candidate passes through a row of the smallest squared distances so far, for all viewers of a
//! block at once and by nothing but minima and maxima. The last one in the row is the radius within
//! which a unit counts, and a search like any other sums up what is inside.
//!
//! The search begins with the circle that was enough for the viewers before, and widens it where it
//! is not: what that costs hardly depends on how dense the crowd is or how far the view reaches.

use super::block::Block;
use super::gather::Within;
use super::grid::Grid;
use super::neighborhood::{Findings, Sums};
use super::ranked::{self, Wanted};
use super::scan::Scan;
use super::view::{BOTH, EITHER, FULL, MOST_NEAREST};
use crate::engine::math::Lane;
use crate::engine::scenery::Space;
use std::ops::Range;

/// Lengths of the row of smallest distances: one that fits into registers, and the longest. A row
/// is longer than the number wanted by one, so that ties show.
const SHORT: usize = 8;
const LONG: usize = MOST_NEAREST + 1;

/// The first circle holds this many times the units wanted, by what is known of the density.
const AMPLE: f32 = 1.6;

/// The next circle is this many times as wide.
const WIDER: f32 = 1.7;

/// How far the units that count are from each viewer of a block.
#[derive(Clone, Copy)]
struct Circle<L> {
    /// The squared distance of the last of them; `None` where nobody is looked for.
    radius2: Option<L>,
    /// For some viewer it holds more than are wanted, of which the last are equally far.
    tied: bool,
}

/// The neighbor pass where only the nearest count, see [`perceive`](super::pass::perceive).
pub(super) fn perceive<L: Lane>(scan: &Scan, slots: Range<usize>, out: &mut Findings) {
    let most = (scan.sight.nearest as usize).min(MOST_NEAREST);
    let mut flock = Search::<L>::new(Wanted { sector: scan.sight.flock, most, crowd: false });
    let mut crowd = Search::<L>::new(Wanted { sector: scan.sight.separation, most, crowd: true });
    for (at, valid) in scan.blocks::<L>(slots) {
        let block = Block::<L>::load(scan.viewers, at, valid);
        let spans = &mut out.scratch.spans;
        let near = flock.circle(scan, &block, spans);
        let close = match (scan.sight.cuts_crowd, crowd.wanted.sector.is_empty()) {
            (false, false) => {
                let radius2 = Some(block.squared(crowd.wanted.sector.radius_factor));
                Circle { radius2, tied: false }
            }
            _ => crowd.circle(scan, &block, spans),
        };
        let mut sums = Sums::zero();
        // Where some are equally far, no circle holds just those wanted.
        let mut within = [near.radius2, close.radius2];
        if near.tied || close.tied {
            let ranked = [&flock.wanted, &crowd.wanted].into_iter().zip(&mut within);
            for (wanted, radius2) in ranked.take(if scan.sight.cuts_crowd { 2 } else { 1 }) {
                if let Some(radius2) = radius2.take() {
                    sums = ranked::add(scan, &block, wanted, radius2, sums, out.scratch);
                }
            }
        }
        let [near, close] = within;
        for (grid, relation) in scan.noticed() {
            let within = Within {
                flock: near.filter(|_| flock.wanted.counts(relation)),
                crowd: close.filter(|_| crowd.wanted.counts(relation)),
            };
            if !within.is_empty() {
                let scratch = &mut *out.scratch;
                let listed = block.list_spans(scan, grid, within, &mut scratch.spans);
                block.gather(scan, grid, within, (0, listed), scratch, &mut sums);
            }
        }
        block.report(scan, (&sums, 0), out);
    }
}

/// What is looked for, and how far the search for it went for the block before.
struct Search<L> {
    wanted: Wanted,
    /// Radius of the first circle, world units; 0 while nothing is known.
    first: f32,
    /// The smallest squared distances, in order.
    smallest: [L; LONG],
}

impl<L: Lane> Search<L> {
    fn new(wanted: Wanted) -> Self {
        Self { wanted, first: 0.0, smallest: [L::ZERO; LONG] }
    }

    /// Finds how far the nearest are from each viewer.
    #[inline(always)]
    fn circle(&mut self, scan: &Scan, block: &Block<L>, spans: &mut [[u32; 2]]) -> Circle<L> {
        let Wanted { sector, most, .. } = self.wanted;
        if sector.is_empty() {
            return Circle { radius2: None, tied: false };
        }
        let farthest = block.squared(sector.radius_factor);
        let widest = block.reach(&sector);
        if self.first <= 0.0 {
            self.first = self.guess(scan);
        }
        let walk = match (sector.opening(), most < SHORT) {
            (EITHER, true) => Self::walk::<EITHER, SHORT>,
            (EITHER, false) => Self::walk::<EITHER, LONG>,
            (BOTH, true) => Self::walk::<BOTH, SHORT>,
            (BOTH, false) => Self::walk::<BOTH, LONG>,
            (_, true) => Self::walk::<FULL, SHORT>,
            (_, false) => Self::walk::<FULL, LONG>,
        };
        let never = L::splat(f32::INFINITY);
        let mut reach = self.first.min(widest);
        let last = loop {
            self.smallest.fill(never);
            for (grid, relation) in scan.noticed() {
                if self.wanted.counts(relation) {
                    let listed = block.spans_within(scan, grid, reach, spans);
                    let space = listed.seen_in(&scan.space);
                    let own = std::ptr::eq(grid, scan.viewers);
                    let spans = &spans[..listed.count];
                    walk(self, &space, block, (grid, own), spans, farthest);
                }
            }
            let last = self.smallest[most - 1];
            if reach >= widest || L::all(last.le(L::splat(reach * reach))) {
                break last;
            }
            reach = (reach * WIDER).min(widest);
        };
        let full = last.lt(never);
        let far = last.keep(full).highest().sqrt();
        self.first = if far > 0.0 { far * AMPLE.sqrt() } else { reach };
        Circle {
            radius2: Some(last.min(farthest)),
            tied: L::any(L::and(full, last.eq(self.smallest[most]))),
        }
    }

    /// The radius of a circle that holds somewhat more than the units wanted.
    fn guess(&self, scan: &Scan) -> f32 {
        let noticed = scan.noticed().filter(|(_, relation)| self.wanted.counts(*relation));
        let density = noticed.map(|(grid, _)| grid.density()).fold(0.0, f32::max);
        (AMPLE * self.wanted.most as f32 / (std::f32::consts::PI * density.max(1e-12))).sqrt()
    }

    /// Takes note of the units of one grid that are in view and within `farthest`, squared.
    #[inline(never)]
    fn walk<const OPENING: u8, const ROW: usize>(
        &mut self,
        space: &Space,
        block: &Block<L>,
        (grid, own): (&Grid, bool),
        spans: &[[u32; 2]],
        farthest: L,
    ) {
        let Wanted { sector, crowd, .. } = self.wanted;
        let borders = block.borders(&sector);
        let never = L::splat(f32::INFINITY);
        let mut smallest: [L; ROW] = std::array::from_fn(|place| self.smallest[place]);
        for [from, to] in spans {
            let here = &grid.seen[*from as usize..*to as usize];
            for (slot, [x, y, _, _]) in (*from as usize..).zip(here) {
                let (dx, dy, d2) = block.locate(space, *x, *y);
                let seen = self.wanted.among(borders.sees::<OPENING>(dx, dy, d2), d2);
                let mut distance = L::select(L::and(d2.le(farthest), seen), d2, never);
                if crowd && let Some(lane) = block.lane_of(own, slot) {
                    let itself = L::ramp().eq(L::splat(lane as f32));
                    distance = L::select(itself, never, distance);
                }
                if ROW == SHORT || L::any(distance.lt(smallest[ROW - 1])) {
                    for place in &mut smallest {
                        let before = *place;
                        *place = before.min(distance);
                        distance = before.max(distance);
                    }
                }
            }
        }
        self.smallest[..ROW].copy_from_slice(&smallest);
    }
}
