//! A block of viewers, and the walks over the candidates around it.

use super::grid::{Grid, Seen, padded};
use super::look::Viewer;
use super::neighborhood::{Neighborhoods, Scratch, Sight, Sums};
use super::scan::{COINCIDENT_GAP, Scan};
use super::spans::Listed;
use super::view::{BOTH, Borders, EITHER, FULL, Sector};
use crate::agents::LEADER;
use crate::math::{LANES, Lane};
use crate::scenery::Space;
use crate::scenery::edges::nearest_image;
use std::ops::Range;

/// In place of an opening: no flockmates are looked for.
const NONE: u8 = 3;

/// One block of viewers.
#[derive(Clone, Copy)]
pub(super) struct Block<L> {
    /// Slot of the first one.
    at: usize,
    /// How many there are.
    valid: usize,
    pub x: L,
    pub y: L,
    hx: L,
    hy: L,
    pub length: L,
    pub id: [u32; LANES],
}

/// How far viewers look for flockmates and for a crowd, squared; `None` where for none.
#[derive(Clone, Copy)]
pub(super) struct Within<L> {
    pub flock: Option<L>,
    pub crowd: Option<L>,
}

impl<L: Lane> Within<L> {
    /// Nobody is looked for.
    pub fn is_empty(&self) -> bool {
        self.flock.is_none() && self.crowd.is_none()
    }
}

/// What a block of viewers looks for.
struct Search<L> {
    x: L,
    y: L,
    borders: Borders<L>,
    /// Flockmates are within this squared distance,
    radius2: L,
    /// and a crowd within this one.
    near2: L,
    space: Space,
}

impl<L: Lane> Search<L> {
    /// Offset and squared distance of a candidate.
    #[inline(always)]
    fn locate<const TORUS: bool>(&self, x: f32, y: f32) -> (L, L, L) {
        let (mut dx, mut dy) = (L::splat(x) - self.x, L::splat(y) - self.y);
        if TORUS {
            dx = nearest_image(dx, self.space.width);
            dy = nearest_image(dy, self.space.height);
        }
        (dx, dy, dx * dx + dy * dy)
    }

    /// Sums up flockmates, and lists the slots of units that are near enough to crowd somebody;
    /// returns how many. The push of a crowd costs a root and a division, and a branch on each
    /// candidate that the processor cannot foretell would cost more than the rest of the loop.
    ///
    /// On its own, so that the loop has the registers to itself.
    #[inline(never)]
    fn walk<const TORUS: bool, const OPENING: u8>(
        &self,
        seen: &[Seen],
        spans: &[[u32; 2]],
        list: &mut [u32],
        sums: &mut Sums<L>,
    ) -> usize {
        let Self { borders, radius2, near2, .. } = *self;
        let mut crowded = 0;
        let (mut sx, mut sy, mut svx, mut svy) = (L::zero(), L::zero(), L::zero(), L::zero());
        let mut tally = L::NO_TALLY;
        for [from, to] in spans {
            let here = &seen[*from as usize..*to as usize];
            for (slot, candidate) in (*from..).zip(here) {
                let [x, y, _, _] = candidate;
                let (dx, dy, d2) = self.locate::<TORUS>(*x, *y);
                if OPENING != NONE {
                    let seen = L::and(d2.le(radius2), borders.sees::<OPENING>(dx, dy, d2));
                    let [vx, vy] = L::last_two(candidate);
                    tally = L::tally(tally, seen);
                    sx = sx + dx.keep(seen);
                    sy = sy + dy.keep(seen);
                    svx = svx + vx.keep(seen);
                    svy = svy + vy.keep(seen);
                }
                if let Some(next) = list.get_mut(crowded) {
                    *next = slot;
                }
                crowded += usize::from(L::any(d2.le(near2)));
            }
        }
        if OPENING != NONE {
            sums.count = sums.count + L::tallied(tally);
            (sums.dx, sums.dy) = (sums.dx + sx, sums.dy + sy);
            (sums.vx, sums.vy) = (sums.vx + svx, sums.vy + svy);
        }
        crowded
    }
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

    /// How far the viewers look, if they look for flockmates and for a crowd.
    #[inline(always)]
    pub fn within(&self, sight: &Sight, (flock, crowd): (bool, bool)) -> Within<L> {
        Within {
            flock: flock.then(|| self.squared(sight.flock.radius_factor)),
            crowd: crowd.then(|| self.squared(sight.separation.radius_factor)),
        }
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
        grid.list_spans::<L>(
            (self.x.lowest(), self.x.highest()),
            (self.y.lowest(), self.y.highest()),
            padded(reach, width, height),
            &scan.space,
            outward,
            spans,
        )
    }

    /// Writes what the block has found, and who leads where somebody asks.
    #[inline(always)]
    pub fn report(&self, scan: &Scan, sums: &Sums<L>, out: &mut Neighborhoods, flags: &mut [u8]) {
        let ids = &self.id[..self.valid];
        for (record, id) in sums.records().into_iter().zip(ids) {
            out.set(*id as usize, record);
        }
        if !scan.sight.leader.is_empty() {
            let leaders = !self.somebody_ahead(scan, &mut out.scratch.spans);
            for (lane, id) in ids.iter().enumerate() {
                flags[*id as usize] = if leaders >> lane & 1 == 1 { LEADER } else { 0 };
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

    /// Lists the spans of slots that [`gather`](Self::gather) has to look at.
    #[inline(always)]
    pub fn list_spans(
        &self,
        scan: &Scan,
        grid: &Grid,
        Within { flock, crowd }: Within<L>,
        spans: &mut [[u32; 2]],
    ) -> Listed {
        let farthest = flock.unwrap_or(L::ZERO).max(crowd.unwrap_or(L::ZERO));
        self.spans_within(scan, grid, farthest.highest().sqrt(), spans)
    }

    /// Adds the units of a grid to the sums: as flockmates, as a crowd, or as both. They are
    /// listed in the scratch from `first` on.
    #[inline(always)]
    pub fn gather(
        &self,
        scan: &Scan,
        grid: &Grid,
        within: Within<L>,
        (first, listed): (usize, Listed),
        scratch: &mut Scratch,
        sums: &mut Sums<L>,
    ) {
        let spans = first..first + listed.count;
        if listed.wraps {
            self.gather_by::<true>(scan, grid, within, spans, scratch, sums);
        } else {
            self.gather_by::<false>(scan, grid, within, spans, scratch, sums);
        }
    }

    #[inline(always)]
    fn gather_by<const TORUS: bool>(
        &self,
        scan: &Scan,
        grid: &Grid,
        Within { flock, crowd }: Within<L>,
        spans: Range<usize>,
        scratch: &mut Scratch,
        sums: &mut Sums<L>,
    ) {
        let sight = &scan.sight;
        let nobody = L::splat(-1.0);
        let search = Search {
            x: self.x,
            y: self.y,
            borders: self.borders(&sight.flock),
            radius2: flock.unwrap_or(nobody),
            near2: crowd.unwrap_or(nobody),
            space: scan.space,
        };
        let Scratch { list, spans: listed } = scratch;
        let spans = &listed[spans];
        let crowded = match sight.flock.opening() {
            _ if flock.is_none() => search.walk::<TORUS, NONE>(&grid.seen, spans, list, sums),
            EITHER => search.walk::<TORUS, EITHER>(&grid.seen, spans, list, sums),
            BOTH => search.walk::<TORUS, BOTH>(&grid.seen, spans, list, sums),
            _ => search.walk::<TORUS, FULL>(&grid.seen, spans, list, sums),
        };
        if crowded > 0 {
            let crowd = Search { borders: self.borders(&sight.separation), ..search };
            let own = std::ptr::eq(grid, scan.viewers);
            let list = &list[..crowded];
            let push = match sight.separation.opening() {
                EITHER => self.push_apart::<TORUS, EITHER>(&crowd, grid, own, list),
                BOTH => self.push_apart::<TORUS, BOTH>(&crowd, grid, own, list),
                _ => self.push_apart::<TORUS, FULL>(&crowd, grid, own, list),
            };
            sums.crowding = sums.crowding + push;
        }
    }

    /// The sum of what the units in a list push.
    #[inline(never)]
    fn push_apart<const TORUS: bool, const OPENING: u8>(
        &self,
        search: &Search<L>,
        grid: &Grid,
        own: bool,
        crowd: &[u32],
    ) -> L {
        let Self { hx, hy, .. } = *self;
        let (zero, one) = (L::zero(), L::splat(1.0));
        let mut sum = zero;
        for slot in crowd {
            let slot = *slot as usize;
            let [x, y, _, _] = grid.seen[slot];
            let (dx, dy, d2) = search.locate::<TORUS>(x, y);
            let view = search.borders.sees::<OPENING>(dx, dy, d2);
            let seen = L::and(d2.le(search.near2), view);
            let starboard = dy * hx - dx * hy;
            let push = (one / d2.sqrt()).with_sign_of(starboard).keep(seen);
            // To no side is each viewer itself, and hardly ever anybody else.
            let itself = self.lane_of(own, slot).map_or(0, |lane| 1 << lane);
            if L::bits(starboard.eq(zero)) == itself {
                sum = sum + push;
            } else {
                sum = sum + self.push_in_line(push, (dx, dy), grid.id[slot]);
            }
        }
        sum
    }

    /// The push of a unit that is exactly in line with a viewer: ahead it pushes to no side, astern
    /// as if to starboard; one at the very same place to starboard or port by its id.
    #[cold]
    #[inline(never)]
    fn push_in_line(&self, push: L, (dx, dy): (L, L), other: u32) -> L {
        let zero = L::zero();
        let forward = dx * self.hx + dy * self.hy;
        let level = (dy * self.hx - dx * self.hy).eq(zero);
        let astern = push.abs().keep(forward.lt(zero));
        let here = (dx * dx + dy * dy).eq(zero);
        let same =
            L::from_fn(|lane| push_at_same_place(self.id[lane], other, self.length.get(lane)));
        L::select(here, same, L::select(level, astern, push))
    }

    /// One bit for each viewer that has somebody in its narrow view, and so does not lead.
    #[inline(always)]
    fn somebody_ahead(&self, scan: &Scan, spans: &mut [[u32; 2]]) -> u32 {
        let sector = &scan.sight.leader;
        let radius2 = self.squared(sector.radius_factor);
        let borders = self.borders(sector);
        let all = (1 << L::N) - 1;
        let mut found = 0;
        for (grid, _) in scan.noticed() {
            // Most often somebody near is ahead.
            let reach = self.reach(sector);
            let Listed { count, wraps } = self.spans_in_order(scan, grid, reach, true, spans);
            let space = Space { torus: wraps, ..scan.space };
            for [from, to] in &spans[..count] {
                for [x, y, _, _] in &grid.seen[*from as usize..*to as usize] {
                    let (dx, dy, d2) = self.locate(&space, *x, *y);
                    let seen = L::and(d2.le(radius2), borders.sees::<BOTH>(dx, dy, d2));
                    found |= L::bits(seen);
                }
                if found == all {
                    return found;
                }
            }
        }
        found
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
