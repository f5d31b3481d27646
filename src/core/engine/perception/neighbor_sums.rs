//! Search for neighbors: for each unit, sums over the flockmates in view, and the push by units
//! that the separation behavior keeps away from.

use super::candidates::{CandidateImages, ListedSpans, max_spans};
use super::grid::{Grid, UnitMotion};
use super::neighborhood::{
    GroupRelation, NeighborSums, NeighborhoodWriter, SearchScratch, SightRegions,
    push_at_same_place,
};
use super::view::{BorderCombination, Sector};
use super::viewers::{NeighborSearch, SearchRadii, Viewers};
use super::{nearest, row_sums};
use crate::engine::math::Lane;
use crate::engine::scenery::Space;
use crate::engine::scenery::edges::nearest_image;
use std::ops::Range;

/// Runs the neighbor search for the viewers in `slots` of their grid. Writes their sums to `out`
/// and, if the group's view needs leaders, whether each viewer leads.
pub(crate) fn find_neighbors<L: Lane>(
    search: &NeighborSearch,
    slots: Range<usize>,
    out: &mut NeighborhoodWriter,
) {
    let NeighborSearch { sight, space, .. } = search;
    if sight.max_neighbors > 0 {
        return nearest::find_neighbors::<L>(search, slots, out);
    }
    let mut blocks = search.slot_blocks::<L>(slots);
    let mut batch = [ViewerBlock::<L>::EMPTY; BLOCKS_PER_BATCH];
    loop {
        let mut size = 0;
        for (block, slots) in batch.iter_mut().zip(&mut blocks) {
            *block = ViewerBlock {
                viewers: Viewers::load(search.viewer_grid, slots),
                ..ViewerBlock::EMPTY
            };
            size += 1;
        }
        if size == 0 {
            return;
        }
        let batch = &mut batch[..size];
        for (grid, relation) in search.perceived_grids() {
            let flocks = relation == GroupRelation::Flockmates && !sight.flock_sector.is_empty();
            let by_rows = flocks && grid.is_dense();
            if by_rows {
                for ViewerBlock { viewers, sums, .. } in batch.iter_mut() {
                    *sums = sums.plus_per_lane(|lane| {
                        row_sums::sum_flock(&viewers.viewer(lane), grid, &sight.flock_sector, space)
                    });
                }
            }
            let sought = SoughtUnits {
                wants_flockmates: flocks && !by_rows,
                wants_crowd: !sight.separation_sector.is_empty(),
            };
            if !sought.wants_flockmates && !sought.wants_crowd {
                continue;
            }
            let mut rest = &mut *batch;
            while !rest.is_empty() {
                let listed = list_candidates(search, grid, sought, rest, &mut out.scratch.spans);
                let (listed, others) = rest.split_at_mut(listed);
                for block in listed {
                    block.add_candidates(search, grid, sought, out.scratch);
                }
                rest = others;
            }
        }
        for ViewerBlock { viewers, sums, ahead_mask: ahead, .. } in batch.iter() {
            viewers.write_sums(sums, out);
            viewers.write_leaders(search, *ahead, out);
        }
    }
}

/// Number of blocks of viewers whose candidates are listed before any are compared. As the list of
/// a block does not depend on other blocks, the processor overlaps this work: with small and
/// crowded views, the search takes a twentieth less time.
const BLOCKS_PER_BATCH: usize = 16;

/// Lists the candidates (possible neighbors) of the first `blocks` of viewers, as many as `spans`
/// has space for, and returns the number of these blocks.
fn list_candidates<L: Lane>(
    search: &NeighborSearch,
    grid: &Grid,
    sought: SoughtUnits,
    blocks: &mut [ViewerBlock<L>],
    spans: &mut [[u32; 2]],
) -> usize {
    let (mut listed, mut end) = (0, 0);
    let most = max_spans(grid.len());
    let farthest = sought.reach_factor(&search.sight);
    for block in blocks {
        if spans.len() - end < most {
            break;
        }
        block.first_span = end;
        let reach = block.viewers.length.reduce_max() * farthest;
        block.listed_spans =
            block.viewers.list_candidates(grid, reach, &search.space, false, &mut spans[end..]);
        end += block.listed_spans.span_count;
        listed += 1;
    }
    listed
}

/// Block of viewers, one per SIMD lane, and the progress of their search.
#[derive(Clone, Copy)]
struct ViewerBlock<L> {
    viewers: Viewers<L>,
    sums: NeighborSums<L>,
    /// Bit mask of the viewers (bit 0: first lane) that are known to have a unit ahead.
    ahead_mask: u32,
    /// Index in `SearchScratch::spans` of the first span of candidates of this block in the
    /// searched grid.
    first_span: usize,
    /// Number of spans of candidates that the block has in the searched grid, and how the
    /// candidates' nearest images are displaced.
    listed_spans: ListedSpans,
}

impl<L: Lane> ViewerBlock<L> {
    const EMPTY: Self = Self {
        viewers: Viewers::EMPTY,
        sums: NeighborSums::ZERO,
        ahead_mask: 0,
        first_span: 0,
        listed_spans: ListedSpans::NONE,
    };

    /// Adds the listed candidates of a grid to the viewers' sums, and records in `ahead_mask` the
    /// viewers with a unit ahead.
    #[inline(always)]
    fn add_candidates(
        &mut self,
        search: &NeighborSearch,
        grid: &Grid,
        sought: SoughtUnits,
        scratch: &mut SearchScratch,
    ) {
        let Self { viewers, listed_spans: listed, .. } = self;
        let spans = &scratch.spans[self.first_span..][..listed.span_count];
        let found = (spans, listed.images);
        let radii = SearchRadii::for_search(viewers, search, sought);
        viewers.add_neighbors(search, grid, radii, found, &mut scratch.slots, &mut self.sums);
        if !search.sight.leader_sector.is_empty() {
            // Units ahead are most likely in the middle rows. As the spans are in the order of
            // rows, except on a torus, the second half, which begins there, comes first.
            let (before, middle) = spans.split_at(spans.len() / 2);
            for spans in [middle, before] {
                viewers
                    .add_flockmates_ahead(search, grid, spans, search.space, &mut self.ahead_mask);
            }
        }
    }
}

/// Units that viewers seek in a grid: flockmates, units that push (separation), or both.
#[derive(Clone, Copy)]
struct SoughtUnits {
    wants_flockmates: bool,
    wants_crowd: bool,
}

impl SoughtUnits {
    /// Radius of the search for the sought units, body lengths.
    fn reach_factor(self, sight: &SightRegions) -> f32 {
        let factor = |sought, sector: &Sector| if sought { sector.radius_factor } else { 0.0 };
        factor(self.wants_flockmates, &sight.flock_sector)
            .max(factor(self.wants_crowd, &sight.separation_sector))
    }
}

impl<L: Lane> SearchRadii<L> {
    #[inline(always)]
    fn for_search(viewers: &Viewers<L>, search: &NeighborSearch, sought: SoughtUnits) -> Self {
        let SightRegions { flock_sector: flock, separation_sector: separation, .. } = &search.sight;
        Self {
            flock_radius2: sought.wants_flockmates.then(|| viewers.squared_radius(flock)),
            crowd_radius2: sought.wants_crowd.then(|| viewers.squared_radius(separation)),
        }
    }
}

/// Viewers of a block, one per SIMD lane, with the candidates that they are compared with.
struct ComparedViewers<'a, L> {
    x: L,
    y: L,
    /// Squared distance within which flockmates count, u², one per viewer.
    flock_radius2: L,
    /// Squared distance within which units push the viewer, u², one per viewer.
    crowd_radius2: L,
    motions: &'a [UnitMotion],
    spans: &'a [[u32; 2]],
}

impl<L: Lane> ComparedViewers<'_, L> {
    /// Adds the flockmates in view to `sums`, writes the slots of units near enough to push a
    /// viewer to `crowd_slots`, and returns their number. Pushes are computed later, because they
    /// need a root and a division, and an unpredictable branch per candidate would cost more than
    /// the rest of the loop.
    ///
    /// `image_in`, given the first unit of a span, returns a function that converts differences of
    /// positions to offsets of nearest images.
    ///
    /// A function that is not inlined leaves all registers to the loop.
    #[inline(never)]
    fn sum_in_view<S: Fn(L, L) -> (L, L)>(
        &self,
        image_in: impl Fn(&UnitMotion) -> S,
        in_view: impl Fn(L, L, L) -> L::Mask,
        crowd_slots: &mut [u32],
        sums: &mut NeighborSums<L>,
    ) -> usize {
        let Self { x, y, flock_radius2, crowd_radius2, motions, spans } = *self;
        let mut crowded = 0;
        let (mut sx, mut sy, mut svx, mut svy) = (L::zero(), L::zero(), L::zero(), L::zero());
        let mut lane_counters = L::NO_COUNTS;
        for [from, to] in spans {
            let here = &motions[*from as usize..*to as usize];
            let Some(first) = here.first() else { continue };
            let image = image_in(first);
            for (slot, candidate) in (*from..).zip(here) {
                let [at_x, at_y, _, _] = *candidate;
                let (dx, dy) = image(L::splat(at_x) - x, L::splat(at_y) - y);
                let d2 = dx * dx + dy * dy;
                let seen = L::and(d2.le(flock_radius2), in_view(dx, dy, d2));
                let [vx, vy] = L::last_two(candidate);
                lane_counters = L::increment_where(lane_counters, seen);
                sx = sx + dx.keep_where(seen);
                sy = sy + dy.keep_where(seen);
                svx = svx + vx.keep_where(seen);
                svy = svy + vy.keep_where(seen);
                crowd_slots[crowded] = slot;
                crowded += usize::from(L::any(d2.le(crowd_radius2)));
            }
        }
        sums.count = sums.count + L::counts_to_lanes(lane_counters);
        (sums.dx, sums.dy) = (sums.dx + sx, sums.dy + sy);
        (sums.vx, sums.vy) = (sums.vx + svx, sums.vy + svy);
        crowded
    }
}

impl<L: Lane> Viewers<L> {
    /// Lists the candidates of a grid within the larger of the two search radii.
    #[inline(always)]
    pub fn list_within_radii(
        &self,
        search: &NeighborSearch,
        grid: &Grid,
        SearchRadii { flock_radius2: flock, crowd_radius2: crowd }: SearchRadii<L>,
        spans: &mut [[u32; 2]],
    ) -> ListedSpans {
        if flock.is_none() && crowd.is_none() {
            return ListedSpans::NONE;
        }
        let farthest = flock.unwrap_or(L::ZERO).max(crowd.unwrap_or(L::ZERO)).reduce_max().sqrt();
        self.list_candidates(grid, farthest, &search.space, false, spans)
    }

    /// Adds the candidates of a grid to the viewers' sums: to those over flockmates, to the push,
    /// or to both. `slot_scratch`: buffer for slots.
    #[inline(always)]
    pub fn add_neighbors(
        &self,
        search: &NeighborSearch,
        grid: &Grid,
        SearchRadii { flock_radius2: flock, crowd_radius2: crowd }: SearchRadii<L>,
        (spans, images): (&[[u32; 2]], CandidateImages),
        slot_scratch: &mut [u32],
        sums: &mut NeighborSums<L>,
    ) {
        if spans.is_empty() {
            return;
        }
        let space = images.space_for(&search.space);
        let wrapped = |dx, dy| (nearest_image(dx, space.width), nearest_image(dy, space.height));
        let crowd_radius2 = crowd.unwrap_or(L::splat(-1.0));
        let crowded = if let Some(radius2) = flock {
            let (x, y) = (self.x, self.y);
            let flock = ComparedViewers {
                x,
                y,
                flock_radius2: radius2,
                crowd_radius2,
                motions: &grid.motions,
                spans,
            };
            match images {
                CandidateImages::Unshifted => {
                    self.sum_flock(&flock, search, |_| |dx, dy| (dx, dy), slot_scratch, sums)
                }
                CandidateImages::Shifted => {
                    let image_in = |first: &UnitMotion| {
                        let [sx, sy] = self.image_shift(&space, first);
                        move |dx, dy| (dx + sx, dy + sy)
                    };
                    self.sum_flock(&flock, search, image_in, slot_scratch, sums)
                }
                CandidateImages::Wrapped => {
                    self.sum_flock(&flock, search, |_| wrapped, slot_scratch, sums)
                }
            }
        } else {
            self.list_crowd(crowd_radius2, &space, grid, spans, slot_scratch)
        };
        if crowded > 0 {
            let own = std::ptr::eq(grid, search.viewer_grid);
            let crowd = (grid, own, &slot_scratch[..crowded]);
            let sector = &search.sight.separation_sector;
            // The list of pushing units mixes all spans, so the nearest image of each unit is found
            // anew.
            let push = if images == CandidateImages::Unshifted {
                self.sum_pushes(crowd, crowd_radius2, sector, |dx, dy| (dx, dy))
            } else {
                self.sum_pushes(crowd, crowd_radius2, sector, wrapped)
            };
            sums.crowding = sums.crowding + push;
        }
    }

    /// Runs [`ComparedViewers::sum_in_view`] with the test that fits the opening angle of the
    /// flock's view.
    #[inline(always)]
    fn sum_flock<S: Fn(L, L) -> (L, L)>(
        &self,
        flock: &ComparedViewers<L>,
        search: &NeighborSearch,
        image_in: impl Fn(&UnitMotion) -> S,
        crowd_slots: &mut [u32],
        sums: &mut NeighborSums<L>,
    ) -> usize {
        let sector = &search.sight.flock_sector;
        let borders = self.borders(sector);
        match sector.border_combination() {
            BorderCombination::Either => flock.sum_in_view(
                image_in,
                |dx, dy, _| borders.either_holds(dx, dy),
                crowd_slots,
                sums,
            ),
            BorderCombination::Both => flock.sum_in_view(
                image_in,
                |dx, dy, _| borders.both_hold(dx, dy),
                crowd_slots,
                sums,
            ),
            BorderCombination::Full => {
                flock.sum_in_view(image_in, |_, _, d2| d2.gt(L::ZERO), crowd_slots, sums)
            }
        }
    }

    /// Displacement (u, per axis) from a unit's position to its nearest image, as the block's first
    /// viewer sees it, to be added to a difference of positions, as in [`nearest_image`].
    #[inline(always)]
    fn image_shift(&self, space: &Space, [x, y, _, _]: &UnitMotion) -> [L; 2] {
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

    /// Writes the slots of the units within the squared distance `crowd_radius2` (u²) of any viewer
    /// to `crowd_slots`, and returns their number.
    #[inline(never)]
    fn list_crowd(
        &self,
        crowd_radius2: L,
        space: &Space,
        grid: &Grid,
        spans: &[[u32; 2]],
        crowd_slots: &mut [u32],
    ) -> usize {
        let mut crowded = 0;
        for [from, to] in spans {
            for (slot, [x, y, _, _]) in (*from..).zip(&grid.motions[*from as usize..*to as usize]) {
                let (_, _, d2) = self.offset_to(space, *x, *y);
                crowd_slots[crowded] = slot;
                crowded += usize::from(L::any(d2.le(crowd_radius2)));
            }
        }
        crowded
    }

    /// Runs [`sum_pushes_in_view`](Self::sum_pushes_in_view) with the test that fits the opening
    /// angle of separation's field of view.
    #[inline(always)]
    fn sum_pushes(
        &self,
        crowd: (&Grid, bool, &[u32]),
        crowd_radius2: L,
        sector: &Sector,
        image: impl Fn(L, L) -> (L, L),
    ) -> L {
        let borders = self.borders(sector);
        match sector.border_combination() {
            BorderCombination::Either => {
                self.sum_pushes_in_view(crowd, crowd_radius2, image, |dx, dy, _| {
                    borders.either_holds(dx, dy)
                })
            }
            BorderCombination::Both => {
                self.sum_pushes_in_view(crowd, crowd_radius2, image, |dx, dy, _| {
                    borders.both_hold(dx, dy)
                })
            }
            BorderCombination::Full => {
                self.sum_pushes_in_view(crowd, crowd_radius2, image, |_, _, d2| d2.gt(L::ZERO))
            }
        }
    }

    /// Sum of the pushes to the side on each viewer, 1/u, by those listed units that are in view
    /// and within the squared distance `crowd_radius2` (u²). `image` converts differences of
    /// positions to offsets of nearest images.
    #[inline(never)]
    fn sum_pushes_in_view(
        &self,
        (grid, own, crowd): (&Grid, bool, &[u32]),
        crowd_radius2: L,
        image: impl Fn(L, L) -> (L, L),
        in_view: impl Fn(L, L, L) -> L::Mask,
    ) -> L {
        let Self { hx, hy, .. } = *self;
        let (zero, one) = (L::zero(), L::splat(1.0));
        let mut sum = zero;
        for slot in crowd {
            let slot = *slot as usize;
            let [x, y, _, _] = grid.motions[slot];
            let (dx, dy) = image(L::splat(x) - self.x, L::splat(y) - self.y);
            let d2 = dx * dx + dy * dy;
            let seen = L::and(d2.le(crowd_radius2), in_view(dx, dy, d2));
            let starboard = dy * hx - dx * hy;
            let push = (one / d2.sqrt()).with_sign_of(starboard).keep_where(seen);
            // Almost always, the only unit exactly in line with a viewer's heading is the viewer
            // itself, at offset 0, which does not push itself.
            let itself = self.lane_of(own, slot).map_or(0, |lane| 1 << lane);
            if L::to_bitmask(starboard.eq(zero)) == itself {
                sum = sum + push;
            } else {
                sum = sum + self.push_from_in_line(push, (dx, dy), grid.ids[slot]);
            }
        }
        sum
    }

    /// Corrects the `push` on each viewer by a unit that is exactly in line with it: 0 if the unit
    /// is ahead; as from starboard if it is astern; to a side that the two ids decide if it is at
    /// the same position. Viewers that are not in line with the unit keep their push.
    #[cold]
    #[inline(never)]
    fn push_from_in_line(&self, push: L, (dx, dy): (L, L), other: u32) -> L {
        let zero = L::zero();
        let forward = dx * self.hx + dy * self.hy;
        let level = (dy * self.hx - dx * self.hy).eq(zero);
        let astern = push.abs().keep_where(forward.lt(zero));
        let here = (dx * dx + dy * dy).eq(zero);
        let same = L::from_lane_fn(|lane| {
            push_at_same_place(self.ids[lane], other, self.length.get(lane))
        });
        L::select(here, same, L::select(level, astern, push))
    }
}
