//! Neighbor sums: sums over the flockmates in view, and the push of a crowd.

use super::candidates::{Images, ListedSpans, most_spans};
use super::grid::{Grid, Motion};
use super::neighborhood::{Findings, Relation, Scratch, Sight, Sums, push_at_same_place};
use super::view::{Opening, Sector};
use super::viewers::{NeighborSearch, Radii, Viewers};
use super::{nearest, row_sums};
use crate::engine::math::Lane;
use crate::engine::scenery::Space;
use crate::engine::scenery::edges::nearest_image;
use std::ops::Range;

/// Runs the neighbor search for the viewers in `slots`. Writes sums, and leader flags if the
/// viewers' sight asks for leaders, by id or by slot.
pub(crate) fn find_neighbors<L: Lane>(
    search: &NeighborSearch,
    slots: Range<usize>,
    out: &mut Findings,
) {
    let NeighborSearch { sight, space, .. } = search;
    if sight.nearest > 0 {
        return nearest::find_neighbors::<L>(search, slots, out);
    }
    let mut blocks = search.blocks::<L>(slots);
    let mut batch = [Block::<L>::NOBODY; BATCH];
    loop {
        let mut size = 0;
        for (block, slots) in batch.iter_mut().zip(&mut blocks) {
            *block = Block { viewers: Viewers::load(search.viewers, slots), ..Block::NOBODY };
            size += 1;
        }
        if size == 0 {
            return;
        }
        let batch = &mut batch[..size];
        for (grid, relation) in search.noticed() {
            let flocks = relation == Relation::Flockmates && !sight.flock.is_empty();
            let by_rows = flocks && grid.is_dense();
            if by_rows {
                for Block { viewers, sums, .. } in batch.iter_mut() {
                    *sums = sums.plus(|lane| {
                        row_sums::sum_flock(&viewers.viewer(lane), grid, &sight.flock, space)
                    });
                }
            }
            let sought = Sought { flock: flocks && !by_rows, crowd: !sight.separation.is_empty() };
            if !sought.flock && !sought.crowd {
                continue;
            }
            let mut rest = &mut *batch;
            while !rest.is_empty() {
                let listed = list_candidates(search, grid, sought, rest, &mut out.scratch.spans);
                let (listed, others) = rest.split_at_mut(listed);
                for block in listed {
                    block.compare(search, grid, sought, out.scratch);
                }
                rest = others;
            }
        }
        for Block { viewers, sums, ahead, .. } in batch.iter() {
            viewers.report(sums, out);
            viewers.report_leaders(search, *ahead, out);
        }
    }
}

/// Number of blocks whose candidates are listed before the first of them is compared. What a block
/// lists does not depend on the results of others, so the processor overlaps this work: with small
/// and crowded views, the search takes a twentieth less time.
const BATCH: usize = 16;

/// Lists the candidates of as many blocks as there is room for, and returns the number of these
/// blocks.
fn list_candidates<L: Lane>(
    search: &NeighborSearch,
    grid: &Grid,
    sought: Sought,
    blocks: &mut [Block<L>],
    spans: &mut [[u32; 2]],
) -> usize {
    let (mut listed, mut end) = (0, 0);
    let most = most_spans(grid.len());
    let farthest = sought.reach_factor(&search.sight);
    for block in blocks {
        if spans.len() - end < most {
            break;
        }
        block.first_span = end;
        let reach = block.viewers.length.highest() * farthest;
        block.listed =
            block.viewers.list_candidates(grid, reach, &search.space, false, &mut spans[end..]);
        end += block.listed.spans;
        listed += 1;
    }
    listed
}

/// Block of viewers, and the progress of its search.
#[derive(Clone, Copy)]
struct Block<L> {
    viewers: Viewers<L>,
    sums: Sums<L>,
    /// Bits of the viewers that are known to have a unit ahead.
    ahead: u32,
    /// Index in `Scratch::spans` of the first span listed for the present grid.
    first_span: usize,
    /// Spans listed for the present grid.
    listed: ListedSpans,
}

impl<L: Lane> Block<L> {
    const NOBODY: Self = Self {
        viewers: Viewers::NOBODY,
        sums: Sums::ZERO,
        ahead: 0,
        first_span: 0,
        listed: ListedSpans::NONE,
    };

    /// Adds the candidates to the sums of the viewers.
    #[inline(always)]
    fn compare(
        &mut self,
        search: &NeighborSearch,
        grid: &Grid,
        sought: Sought,
        scratch: &mut Scratch,
    ) {
        let Self { viewers, listed, .. } = self;
        let spans = &scratch.spans[self.first_span..][..listed.spans];
        let found = (spans, listed.images);
        let radii = Radii::for_search(viewers, search, sought);
        viewers.add_neighbors(search, grid, radii, found, &mut scratch.list, &mut self.sums);
        if !search.sight.leader.is_empty() {
            // Units ahead are most likely in the middle rows.
            let (before, middle) = spans.split_at(spans.len() / 2);
            for spans in [middle, before] {
                viewers.look_ahead(search, grid, spans, search.space, &mut self.ahead);
            }
        }
    }
}

/// Units that viewers search for in a grid.
#[derive(Clone, Copy)]
struct Sought {
    flock: bool,
    crowd: bool,
}

impl Sought {
    /// Radius of the search, body lengths.
    fn reach_factor(self, sight: &Sight) -> f32 {
        let factor = |sought, sector: &Sector| if sought { sector.radius_factor } else { 0.0 };
        factor(self.flock, &sight.flock).max(factor(self.crowd, &sight.separation))
    }
}

impl<L: Lane> Radii<L> {
    #[inline(always)]
    fn for_search(viewers: &Viewers<L>, search: &NeighborSearch, sought: Sought) -> Self {
        let Sight { flock, separation, .. } = &search.sight;
        Self {
            flock: sought.flock.then(|| viewers.radius2(flock)),
            crowd: sought.crowd.then(|| viewers.radius2(separation)),
        }
    }
}

/// Data of the viewers that are compared with each candidate.
struct Comparison<'a, L> {
    x: L,
    y: L,
    /// Squared distance within which flockmates count, u².
    radius2: L,
    /// Squared distance within which a crowd pushes, u².
    near2: L,
    seen: &'a [Motion],
    spans: &'a [[u32; 2]],
}

impl<L: Lane> Comparison<'_, L> {
    /// Sums up flockmates, lists the slots of units that are near enough to push a viewer, and
    /// returns the number of these slots. The push needs a root and a division; an unpredictable
    /// branch for each candidate would cost more than the rest of the loop.
    ///
    /// `image_in`, given the first unit of a span, returns a function that converts differences of
    /// positions to offsets.
    ///
    /// A function of its own, so that the loop has all registers.
    #[inline(never)]
    fn sum_up<S: Fn(L, L) -> (L, L)>(
        &self,
        image_in: impl Fn(&Motion) -> S,
        in_view: impl Fn(L, L, L) -> L::Mask,
        crowd: &mut [u32],
        sums: &mut Sums<L>,
    ) -> usize {
        let Self { x, y, radius2, near2, seen, spans } = *self;
        let mut crowded = 0;
        let (mut sx, mut sy, mut svx, mut svy) = (L::zero(), L::zero(), L::zero(), L::zero());
        let mut tally = L::NO_TALLY;
        for [from, to] in spans {
            let here = &seen[*from as usize..*to as usize];
            let Some(first) = here.first() else { continue };
            let image = image_in(first);
            for (slot, candidate) in (*from..).zip(here) {
                let [at_x, at_y, _, _] = *candidate;
                let (dx, dy) = image(L::splat(at_x) - x, L::splat(at_y) - y);
                let d2 = dx * dx + dy * dy;
                let seen = L::and(d2.le(radius2), in_view(dx, dy, d2));
                let [vx, vy] = L::last_two(candidate);
                tally = L::tally(tally, seen);
                sx = sx + dx.keep(seen);
                sy = sy + dy.keep(seen);
                svx = svx + vx.keep(seen);
                svy = svy + vy.keep(seen);
                crowd[crowded] = slot;
                crowded += usize::from(L::any(d2.le(near2)));
            }
        }
        sums.count = sums.count + L::tallied(tally);
        (sums.dx, sums.dy) = (sums.dx + sx, sums.dy + sy);
        (sums.vx, sums.vy) = (sums.vx + svx, sums.vy + svy);
        crowded
    }
}

impl<L: Lane> Viewers<L> {
    /// Lists the candidates of a grid within the radii.
    #[inline(always)]
    pub fn in_reach(
        &self,
        search: &NeighborSearch,
        grid: &Grid,
        Radii { flock, crowd }: Radii<L>,
        spans: &mut [[u32; 2]],
    ) -> ListedSpans {
        if flock.is_none() && crowd.is_none() {
            return ListedSpans::NONE;
        }
        let farthest = flock.unwrap_or(L::ZERO).max(crowd.unwrap_or(L::ZERO)).highest().sqrt();
        self.list_candidates(grid, farthest, &search.space, false, spans)
    }

    /// Adds the units of a grid to the sums: as flockmates, as a crowd, or as both.
    #[inline(always)]
    pub fn add_neighbors(
        &self,
        search: &NeighborSearch,
        grid: &Grid,
        Radii { flock, crowd }: Radii<L>,
        (spans, images): (&[[u32; 2]], Images),
        list: &mut [u32],
        sums: &mut Sums<L>,
    ) {
        if spans.is_empty() {
            return;
        }
        let space = images.seen_in(&search.space);
        let wrapped = |dx, dy| (nearest_image(dx, space.width), nearest_image(dy, space.height));
        let near2 = crowd.unwrap_or(L::splat(-1.0));
        let crowded = if let Some(radius2) = flock {
            let (x, y) = (self.x, self.y);
            let flock = Comparison { x, y, radius2, near2, seen: &grid.seen, spans };
            match images {
                Images::Straight => {
                    self.sum_flock(&flock, search, |_| |dx, dy| (dx, dy), list, sums)
                }
                Images::Shifted => {
                    let image_in = |first: &Motion| {
                        let [sx, sy] = self.shift_to(&space, first);
                        move |dx, dy| (dx + sx, dy + sy)
                    };
                    self.sum_flock(&flock, search, image_in, list, sums)
                }
                Images::Wrapped => self.sum_flock(&flock, search, |_| wrapped, list, sums),
            }
        } else {
            self.list_crowd(near2, &space, grid, spans, list)
        };
        if crowded > 0 {
            let own = std::ptr::eq(grid, search.viewers);
            let crowd = (grid, own, &list[..crowded]);
            let sector = &search.sight.separation;
            // The list does not record the span of a unit, so offsets are wrapped one by one.
            let push = if images == Images::Straight {
                self.push_apart(crowd, near2, sector, |dx, dy| (dx, dy))
            } else {
                self.push_apart(crowd, near2, sector, wrapped)
            };
            sums.crowding = sums.crowding + push;
        }
    }

    /// [`Comparison::sum_up`] for the opening of the flock's view.
    #[inline(always)]
    fn sum_flock<S: Fn(L, L) -> (L, L)>(
        &self,
        flock: &Comparison<L>,
        search: &NeighborSearch,
        image_in: impl Fn(&Motion) -> S,
        crowd: &mut [u32],
        sums: &mut Sums<L>,
    ) -> usize {
        let sector = &search.sight.flock;
        let borders = self.borders(sector);
        match sector.opening() {
            Opening::Either => {
                flock.sum_up(image_in, |dx, dy, _| borders.either_holds(dx, dy), crowd, sums)
            }
            Opening::Both => {
                flock.sum_up(image_in, |dx, dy, _| borders.both_hold(dx, dy), crowd, sums)
            }
            Opening::Full => flock.sum_up(image_in, |_, _, d2| d2.gt(L::ZERO), crowd, sums),
        }
    }

    /// Displacement of a unit's nearest image from its position, for the first viewer, u. It is
    /// added to a difference of positions, as in [`nearest_image`].
    #[inline(always)]
    fn shift_to(&self, space: &Space, [x, y, _, _]: &Motion) -> [L; 2] {
        let whole = |offset: f32, extent: f32| {
            if offset > 0.5 * extent {
                -extent
            } else if offset < -0.5 * extent {
                extent
            } else {
                0.0
            }
        };
        [whole(x - self.x.get(0), space.width), whole(y - self.y.get(0), space.height)]
            .map(L::splat)
    }

    /// Lists the slots of units within the squared distance `near2` of any viewer, and returns
    /// their number.
    #[inline(never)]
    fn list_crowd(
        &self,
        near2: L,
        space: &Space,
        grid: &Grid,
        spans: &[[u32; 2]],
        crowd: &mut [u32],
    ) -> usize {
        let mut crowded = 0;
        for [from, to] in spans {
            for (slot, [x, y, _, _]) in (*from..).zip(&grid.seen[*from as usize..*to as usize]) {
                let (_, _, d2) = self.locate(space, *x, *y);
                crowd[crowded] = slot;
                crowded += usize::from(L::any(d2.le(near2)));
            }
        }
        crowded
    }

    /// [`push_in_view`](Self::push_in_view) for the opening of separation's view.
    #[inline(always)]
    fn push_apart(
        &self,
        crowd: (&Grid, bool, &[u32]),
        near2: L,
        sector: &Sector,
        image: impl Fn(L, L) -> (L, L),
    ) -> L {
        let borders = self.borders(sector);
        match sector.opening() {
            Opening::Either => {
                self.push_in_view(crowd, near2, image, |dx, dy, _| borders.either_holds(dx, dy))
            }
            Opening::Both => {
                self.push_in_view(crowd, near2, image, |dx, dy, _| borders.both_hold(dx, dy))
            }
            Opening::Full => self.push_in_view(crowd, near2, image, |_, _, d2| d2.gt(L::ZERO)),
        }
    }

    /// Sum of the pushes of a crowd's units within the squared distance `near2`. `image` converts
    /// differences of positions to offsets.
    #[inline(never)]
    fn push_in_view(
        &self,
        (grid, own, crowd): (&Grid, bool, &[u32]),
        near2: L,
        image: impl Fn(L, L) -> (L, L),
        in_view: impl Fn(L, L, L) -> L::Mask,
    ) -> L {
        let Self { hx, hy, .. } = *self;
        let (zero, one) = (L::zero(), L::splat(1.0));
        let mut sum = zero;
        for slot in crowd {
            let slot = *slot as usize;
            let [x, y, _, _] = grid.seen[slot];
            let (dx, dy) = image(L::splat(x) - self.x, L::splat(y) - self.y);
            let d2 = dx * dx + dy * dy;
            let seen = L::and(d2.le(near2), in_view(dx, dy, d2));
            let starboard = dy * hx - dx * hy;
            let push = (one / d2.sqrt()).with_sign_of(starboard).keep(seen);
            // A unit that lies exactly ahead or astern of a viewer is, almost always, the viewer
            // itself.
            let itself = self.lane_of(own, slot).map_or(0, |lane| 1 << lane);
            if L::bits(starboard.eq(zero)) == itself {
                sum = sum + push;
            } else {
                sum = sum + self.push_in_line(push, (dx, dy), grid.id[slot]);
            }
        }
        sum
    }

    /// Push of a unit that is exactly in line with a viewer: none if it is ahead; if it is astern,
    /// as from starboard; if it is at the same position, to starboard or port according to the ids.
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
