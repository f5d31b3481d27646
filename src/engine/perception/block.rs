//! A block of viewers: where they are, and what may be around them.

use super::frame::Frame;
use super::grid::{Grid, padded};
use super::look::Viewer;
use super::neighborhood::{Findings, Sums};
use super::scan::Scan;
use super::spans::Listed;
use super::view::{BOTH, Borders, Sector};
use crate::engine::agents::LEADER;
use crate::engine::math::{LANES, Lane};
use crate::engine::scenery::Space;

/// One block of viewers.
#[derive(Clone, Copy)]
pub(super) struct Block<L> {
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

impl<L: Lane> Block<L> {
    /// Nobody.
    pub const EMPTY: Self = Self {
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
    pub fn load(grid: &Grid, at: usize, valid: usize) -> Self {
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

    /// The squares of the viewers' radii, which are `factor` lengths.
    #[inline(always)]
    pub fn squared(&self, factor: f32) -> L {
        let radius = self.length * L::splat(factor);
        radius * radius
    }

    /// The borders of a sector for each viewer.
    #[inline(always)]
    pub fn borders(&self, sector: &Sector) -> Borders<L> {
        sector.borders(self.hx, self.hy)
    }

    /// Lists the spans of slots of a grid that may hold units within `reach` of the viewers, in
    /// the order in which they are summed up: that of a world that wraps is the same everywhere in
    /// it, whether a search reaches across an edge or not.
    #[inline(always)]
    pub fn spans_within(
        &self,
        scan: &Scan,
        grid: &Grid,
        reach: f32,
        spans: &mut [[u32; 2]],
    ) -> Listed {
        self.spans_in_order(scan, grid, reach, scan.space.torus, spans)
    }

    #[inline(always)]
    fn spans_in_order(
        &self,
        scan: &Scan,
        grid: &Grid,
        reach: f32,
        outward: bool,
        spans: &mut [[u32; 2]],
    ) -> Listed {
        let Space { width, height, .. } = scan.space;
        let Frame { x: across, y: down, wraps, .. } = grid.frame;
        let (x, y) = (across.place(self.x, wraps), down.place(self.y, wraps));
        grid.list_spans::<L>(
            (x.lowest(), x.highest()),
            (y.lowest(), y.highest()),
            padded(reach, width, height),
            &scan.space,
            outward,
            spans,
        )
    }

    /// Writes what the block has found, and who leads where somebody asks. `ahead`: of whom it is
    /// [known already](Self::look_through) that somebody is ahead.
    #[inline(always)]
    pub fn report(&self, scan: &Scan, (sums, ahead): (&Sums<L>, u32), out: &mut Findings) {
        let ids = &self.id[..self.valid];
        for (record, id) in sums.records().into_iter().zip(ids) {
            out.set(*id as usize, record);
        }
        if !scan.sight.leader.is_empty() {
            let leaders = !self.somebody_ahead(scan, ahead, &mut out.scratch.spans);
            for (lane, id) in ids.iter().enumerate() {
                out.set_flags(*id as usize, if leaders >> lane & 1 == 1 { LEADER } else { 0 });
            }
        }
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

    /// One bit for each viewer that has somebody in its narrow view, and so does not lead.
    #[inline(always)]
    fn somebody_ahead(&self, scan: &Scan, mut found: u32, spans: &mut [[u32; 2]]) -> u32 {
        if found == Self::ALL {
            return found;
        }
        let far = self.reach(&scan.sight.leader);
        // Most often somebody near is ahead, and a long row need not be gone through.
        for (grid, _) in scan.noticed() {
            let near = Some(grid.row).filter(|near| 2.0 * near <= far);
            for reach in near.into_iter().chain([far]) {
                let listed = self.spans_in_order(scan, grid, reach, true, spans);
                // Beyond the reach of a search, what it has listed may be nearer across an edge.
                let space = if reach < far { scan.space } else { listed.seen_in(&scan.space) };
                self.look_through(scan, grid, &spans[..listed.count], space, &mut found);
                if found == Self::ALL {
                    return found;
                }
            }
        }
        found
    }

    /// A bit for each viewer.
    const ALL: u32 = (1 << L::N) - 1;

    /// Sets the bits of viewers that have units of these spans in their narrow view, for leading;
    /// stops when all are set. `space`: the world as the spans are seen, all of what is listed.
    #[inline(always)]
    pub fn look_through(
        &self,
        scan: &Scan,
        grid: &Grid,
        spans: &[[u32; 2]],
        space: Space,
        found: &mut u32,
    ) {
        let sector = &scan.sight.leader;
        let radius2 = self.squared(sector.radius_factor);
        let borders = self.borders(sector);
        for [from, to] in spans {
            if *found == Self::ALL {
                return;
            }
            for [x, y, _, _] in &grid.seen[*from as usize..*to as usize] {
                let (dx, dy, d2) = self.locate(&space, *x, *y);
                let seen = L::and(d2.le(radius2), borders.sees::<BOTH>(dx, dy, d2));
                *found |= L::bits(seen);
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
