//! The walks over the candidates around a block of viewers: flockmates are summed up, and a crowd
//! pushes apart.

use super::block::Block;
use super::grid::{Grid, Seen};
use super::neighborhood::{Scratch, Sight, Sums};
use super::scan::{COINCIDENT_GAP, Scan};
use super::spans::{Listed, SHIFTED, STRAIGHT, WRAPPED};
use super::view::{BOTH, Borders, EITHER, FULL};
use crate::engine::math::Lane;
use crate::engine::scenery::Space;
use crate::engine::scenery::edges::nearest_image;
use std::ops::Range;

/// In place of an opening: no flockmates are looked for.
const NONE: u8 = 3;

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
    /// Offset and squared distance of a candidate, which is `shift` away from its own place where
    /// images are [`SHIFTED`].
    #[inline(always)]
    fn locate<const IMAGES: u8>(&self, x: f32, y: f32, shift: [L; 2]) -> (L, L, L) {
        let (mut dx, mut dy) = (L::splat(x) - self.x, L::splat(y) - self.y);
        if IMAGES == SHIFTED {
            (dx, dy) = (dx + shift[0], dy + shift[1]);
        }
        if IMAGES == WRAPPED {
            dx = nearest_image(dx, self.space.width);
            dy = nearest_image(dy, self.space.height);
        }
        (dx, dy, dx * dx + dy * dy)
    }

    /// How far from its own place the nearest image of a unit is for the first viewer: to be added
    /// to a difference of places as [`nearest_image`] does it.
    #[inline(always)]
    fn shift_of(&self, [x, y, _, _]: &Seen) -> [L; 2] {
        let whole = |offset: f32, extent: f32| match () {
            () if offset > 0.5 * extent => -extent,
            () if offset < -0.5 * extent => extent,
            () => 0.0,
        };
        let Space { width, height, .. } = self.space;
        [whole(x - self.x.get(0), width), whole(y - self.y.get(0), height)].map(L::splat)
    }

    /// Sums up flockmates, and lists the slots of units that are near enough to crowd somebody;
    /// returns how many. The push of a crowd costs a root and a division, and a branch on each
    /// candidate that the processor cannot foretell would cost more than the rest of the loop.
    ///
    /// On its own, so that the loop has the registers to itself.
    #[inline(never)]
    fn walk<const IMAGES: u8, const OPENING: u8>(
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
            let shift = match here.first() {
                Some(first) if IMAGES == SHIFTED => self.shift_of(first),
                _ => [L::zero(); 2],
            };
            for (slot, candidate) in (*from..).zip(here) {
                let [x, y, _, _] = candidate;
                let (dx, dy, d2) = self.locate::<IMAGES>(*x, *y, shift);
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
    /// How far the viewers look, if they look for flockmates and for a crowd.
    #[inline(always)]
    pub fn within(&self, sight: &Sight, (flock, crowd): (bool, bool)) -> Within<L> {
        Within {
            flock: flock.then(|| self.squared(sight.flock.radius_factor)),
            crowd: crowd.then(|| self.squared(sight.separation.radius_factor)),
        }
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
        match listed.images {
            STRAIGHT => self.gather_by::<STRAIGHT>(scan, grid, within, spans, scratch, sums),
            SHIFTED => self.gather_by::<SHIFTED>(scan, grid, within, spans, scratch, sums),
            _ => self.gather_by::<WRAPPED>(scan, grid, within, spans, scratch, sums),
        }
    }

    #[inline(always)]
    fn gather_by<const IMAGES: u8>(
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
            _ if flock.is_none() => search.walk::<IMAGES, NONE>(&grid.seen, spans, list, sums),
            EITHER => search.walk::<IMAGES, EITHER>(&grid.seen, spans, list, sums),
            BOTH => search.walk::<IMAGES, BOTH>(&grid.seen, spans, list, sums),
            _ => search.walk::<IMAGES, FULL>(&grid.seen, spans, list, sums),
        };
        if crowded > 0 {
            let crowd = Search { borders: self.borders(&sight.separation), ..search };
            let own = std::ptr::eq(grid, scan.viewers);
            let list = &list[..crowded];
            let opening = sight.separation.opening();
            // The list does not tell to which span a unit belongs.
            let push = match IMAGES == STRAIGHT {
                true => self.push_apart_by::<STRAIGHT>(&crowd, opening, grid, own, list),
                false => self.push_apart_by::<WRAPPED>(&crowd, opening, grid, own, list),
            };
            sums.crowding = sums.crowding + push;
        }
    }

    #[inline(always)]
    fn push_apart_by<const IMAGES: u8>(
        &self,
        search: &Search<L>,
        opening: u8,
        grid: &Grid,
        own: bool,
        crowd: &[u32],
    ) -> L {
        match opening {
            EITHER => self.push_apart::<IMAGES, EITHER>(search, grid, own, crowd),
            BOTH => self.push_apart::<IMAGES, BOTH>(search, grid, own, crowd),
            _ => self.push_apart::<IMAGES, FULL>(search, grid, own, crowd),
        }
    }

    /// The sum of what the units in a list push.
    #[inline(never)]
    fn push_apart<const IMAGES: u8, const OPENING: u8>(
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
            let (dx, dy, d2) = search.locate::<IMAGES>(x, y, [zero; 2]);
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
