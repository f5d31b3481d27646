//! Topological neighborhood: only the nearest units in view count.
//!
//! Starlings respond to the six or seven nearest, at any distance (Ballerini et al. 2008). Each
//! candidate is inserted into a sorted row of the smallest squared distances so far, for all
//! viewers of a block at once and only by minima and maxima. The last distance in the row is the
//! radius within which units count, and an ordinary search sums up the units inside. If several
//! units are equally far, so that no circle contains exactly the number of units that count, each
//! viewer keeps a list instead.
//!
//! The search begins with the circle that was sufficient for the previous viewers and widens it if
//! necessary. The cost hardly depends on the density of the crowd or the radius of the view.

use super::grid::Grid;
use super::neighborhood::{
    GroupRelation, NeighborSums, Neighborhood, NeighborhoodWriter, SearchScratch,
    push_at_same_place,
};
use super::view::{BorderCombination, MAX_NEAREST, Sector};
use super::viewers::{NeighborSearch, SearchRadii, Viewer, Viewers};
use crate::engine::math::{LANES, Lane, side_sign};
use crate::engine::scenery::Space;
use std::ops::Range;

/// Two lengths of the sorted list of smallest distances: 8 fit into registers, the other suffices
/// for every limit. The list has one element more than the units that count, to notice ties.
const SHORT_DISTANCE_ROW: usize = 8;
const LONG_DISTANCE_ROW: usize = MAX_NEAREST + 1;

/// Ratio of the number of units expected in the first circle, from the density of the crowd, to the
/// number of units that count.
const FIRST_COUNT_FACTOR: f32 = 1.6;

/// Ratio of a circle's radius to that of the circle tried before it, which contained too few units.
const RADIUS_GROWTH: f32 = 1.7;

/// Version of [`find_neighbors`](super::find_neighbors) for views that count only nearest units.
pub(super) fn find_neighbors<L: Lane>(
    search: &NeighborSearch,
    slots: Range<usize>,
    out: &mut NeighborhoodWriter,
) {
    let sight = &search.sight;
    let most = (sight.max_neighbors as usize).min(MAX_NEAREST);
    let mut flock = NearestSearch::<L>::new(NearestQuery {
        sector: sight.flock_sector,
        max_neighbors: most,
        includes_crowd: false,
    });
    let mut crowd = NearestSearch::<L>::new(NearestQuery {
        sector: sight.separation_sector,
        max_neighbors: most,
        includes_crowd: true,
    });
    for slots in search.slot_blocks::<L>(slots) {
        let viewers = Viewers::load(search.viewer_grid, slots);
        let spans = &mut out.scratch.spans;
        let near = flock.find_circle(search, &viewers, spans);
        let close = if sight.limits_crowd || sight.separation_sector.is_empty() {
            crowd.find_circle(search, &viewers, spans)
        } else {
            SearchCircle {
                radius2: Some(viewers.squared_radius(&sight.separation_sector)),
                has_ties: false,
            }
        };
        let mut sums = NeighborSums::ZERO;
        let mut radii = [near.radius2, close.radius2];
        if near.has_ties || close.has_ties {
            // If several units are equally far, no circle contains exactly as many units as count,
            // so the nearest units are listed instead.
            for (wanted, radius2) in [&flock.query, &crowd.query].into_iter().zip(&mut radii) {
                if (!wanted.includes_crowd || sight.limits_crowd)
                    && let Some(radius2) = radius2.take()
                {
                    sums = add_nearest_listed(search, &viewers, wanted, radius2, sums, out.scratch);
                }
            }
        }
        for (grid, relation) in search.perceived_grids() {
            let radii = SearchRadii {
                flock_radius2: radii[0].filter(|_| flock.query.includes(relation)),
                crowd_radius2: radii[1].filter(|_| crowd.query.includes(relation)),
            };
            let SearchScratch { slots: list, spans } = &mut *out.scratch;
            let found = viewers.list_within_radii(search, grid, radii, spans);
            let spans = (&spans[..found.span_count], found.images);
            viewers.add_neighbors(search, grid, radii, spans, list, &mut sums);
        }
        viewers.write_sums(&sums, out);
        viewers.write_leaders(search, 0, out);
    }
}

/// Which units a search for the nearest units counts, and how many of them.
#[derive(Clone, Copy)]
struct NearestQuery {
    sector: Sector,
    /// Largest number of units that count, nearest first.
    max_neighbors: usize,
    /// Whether units of every role count, rather than flockmates only. Units at the viewer's exact
    /// position are then included: they are in no view, but they push.
    includes_crowd: bool,
}

impl NearestQuery {
    /// Length of the list of smallest distances: [`SHORT_DISTANCE_ROW`] or [`LONG_DISTANCE_ROW`].
    fn row_length(&self) -> usize {
        if self.max_neighbors < SHORT_DISTANCE_ROW { SHORT_DISTANCE_ROW } else { LONG_DISTANCE_ROW }
    }

    /// Whether units of a group with this relation to the viewers count.
    fn includes(&self, relation: GroupRelation) -> bool {
        match relation {
            GroupRelation::Ignored => false,
            GroupRelation::Crowd => self.includes_crowd,
            GroupRelation::Flockmates => true,
        }
    }

    /// Mask of the viewers for which a unit at squared distance `d2` (u²) counts. `in_view`: mask
    /// of the viewers that have the unit in view.
    #[inline(always)]
    fn is_candidate<L: Lane>(&self, in_view: L::Mask, d2: L) -> L::Mask {
        if self.includes_crowd { L::or(in_view, d2.eq(L::zero())) } else { in_view }
    }
}

/// Circles around the viewers of a block, one per SIMD lane, that contain their nearest units.
#[derive(Clone, Copy)]
struct SearchCircle<L> {
    /// Squared radius of each viewer's circle, u²: the squared distance of the farthest unit that
    /// counts; `None` if the viewers' field of view is empty.
    radius2: Option<L>,
    /// Whether the circle of at least one viewer contains more units than may count, because
    /// several are equally far from it.
    has_ties: bool,
}

/// Search for the nearest units of viewers, one block of viewers after the other.
struct NearestSearch<L> {
    query: NearestQuery,
    /// Radius of the first circle that is tried for the next block, u; 0 before the first block.
    first_radius: f32,
    /// Squared distances of the nearest units in view of each viewer, u², in ascending order.
    smallest_squared: [L; LONG_DISTANCE_ROW],
}

impl<L: Lane> NearestSearch<L> {
    fn new(wanted: NearestQuery) -> Self {
        Self { query: wanted, first_radius: 0.0, smallest_squared: [L::ZERO; LONG_DISTANCE_ROW] }
    }

    /// Finds, for each viewer, the circle that contains its nearest units. `spans`: scratch buffer.
    #[inline(always)]
    fn find_circle(
        &mut self,
        search: &NeighborSearch,
        viewers: &Viewers<L>,
        spans: &mut [[u32; 2]],
    ) -> SearchCircle<L> {
        let NearestQuery { sector, max_neighbors: most, .. } = self.query;
        if sector.is_empty() {
            return SearchCircle { radius2: None, has_ties: false };
        }
        let farthest = viewers.squared_radius(&sector);
        let widest = viewers.max_radius(&sector);
        if self.first_radius <= 0.0 {
            self.first_radius = self.guess_radius(search);
        }
        let mut reach = self.first_radius.min(widest);
        let last = loop {
            self.collect_smallest(search, viewers, reach, spans);
            let last = self.smallest_squared[most - 1];
            if reach >= widest || L::all(last.le(L::splat(reach * reach))) {
                break last;
            }
            reach = (reach * RADIUS_GROWTH).min(widest);
        };
        let full = last.lt(L::splat(f32::INFINITY));
        let far = last.keep_where(full).reduce_max().sqrt();
        self.first_radius = if far > 0.0 { far * FIRST_COUNT_FACTOR.sqrt() } else { reach };
        SearchCircle {
            radius2: Some(last.min(farthest)),
            has_ties: L::any(L::and(full, last.eq(self.smallest_squared[most]))),
        }
    }

    /// Fills `smallest_squared` with squared distances of the nearest units in view within
    /// `search_radius`.
    #[inline(always)]
    fn collect_smallest(
        &mut self,
        search: &NeighborSearch,
        viewers: &Viewers<L>,
        search_radius: f32,
        spans: &mut [[u32; 2]],
    ) {
        // A short list fits into registers, and a view that needs only one of its borders has a
        // cheaper test, so each case has a version of the loop.
        let query = self.query;
        let is_either = query.sector.border_combination() == BorderCombination::Either;
        let insert = match (query.row_length(), is_either) {
            (SHORT_DISTANCE_ROW, true) => Self::insert_candidates::<SHORT_DISTANCE_ROW, true>,
            (SHORT_DISTANCE_ROW, false) => Self::insert_candidates::<SHORT_DISTANCE_ROW, false>,
            _ => Self::insert_candidates::<LONG_DISTANCE_ROW, false>,
        };
        self.smallest_squared[..query.row_length()].fill(L::splat(f32::INFINITY));
        for (grid, _) in search.perceived_grids().filter(|(_, relation)| query.includes(*relation))
        {
            let found = viewers.list_candidates(grid, search_radius, &search.space, false, spans);
            let space = found.images.space_for(&search.space);
            let is_own = std::ptr::eq(grid, search.viewer_grid);
            let candidates = (grid, is_own, &spans[..found.span_count]);
            insert(self, &space, viewers, candidates);
        }
    }

    /// Radius of a circle that is expected to contain somewhat more units than count, u.
    fn guess_radius(&self, search: &NeighborSearch) -> f32 {
        let noticed =
            search.perceived_grids().filter(|(_, relation)| self.query.includes(*relation));
        let density = noticed.map(|(grid, _)| grid.density()).fold(0.0, f32::max);
        (FIRST_COUNT_FACTOR * self.query.max_neighbors as f32
            / (std::f32::consts::PI * density.max(1e-12)))
        .sqrt()
    }

    /// Inserts the squared distances of a grid's units in view into `smallest_squared`. `ROW`:
    /// length of that list; `EITHER`: whether one border of the view suffices
    /// ([`BorderCombination::Either`]).
    #[inline(never)]
    fn insert_candidates<const ROW: usize, const EITHER: bool>(
        &mut self,
        space: &Space,
        viewers: &Viewers<L>,
        (grid, is_own, spans): (&Grid, bool, &[[u32; 2]]),
    ) {
        let NearestQuery { sector, includes_crowd, .. } = self.query;
        let farthest = viewers.squared_radius(&sector);
        let borders = viewers.borders(&sector);
        let never = L::splat(f32::INFINITY);
        let mut smallest_squared: [L; ROW] =
            std::array::from_fn(|place| self.smallest_squared[place]);
        for [from, to] in spans {
            let here = &grid.motions[*from as usize..*to as usize];
            for (slot, [x, y, _, _]) in (*from as usize..).zip(here) {
                let (dx, dy, d2) = viewers.offset_to(space, *x, *y);
                let in_view = if EITHER {
                    borders.either_holds(dx, dy)
                } else {
                    borders.contains(dx, dy, d2)
                };
                let seen = self.query.is_candidate(in_view, d2);
                let mut distance = L::select(L::and(d2.le(farthest), seen), d2, never);
                if includes_crowd && let Some(lane) = viewers.lane_of(is_own, slot) {
                    let itself = L::lane_indices().eq(L::splat(lane as f32));
                    distance = L::select(itself, never, distance);
                }
                if ROW == SHORT_DISTANCE_ROW || L::any(distance.lt(smallest_squared[ROW - 1])) {
                    for place in &mut smallest_squared {
                        let before = *place;
                        *place = before.min(distance);
                        distance = before.max(distance);
                    }
                }
            }
        }
        self.smallest_squared[..ROW].copy_from_slice(&smallest_squared);
    }
}

/// Unit in view of a viewer, with its rank among the units that count.
#[derive(Clone, Copy, Default)]
struct RankedUnit {
    /// Sort key: bits of the squared distance as an `f32`, then the unit's id in the low 32 bits.
    key: u64,
    grid_index: u32,
    slot: u32,
}

/// Nearest units of one viewer so far, nearest first.
#[derive(Clone, Copy)]
struct NearestList {
    len: usize,
    ranked: [RankedUnit; MAX_NEAREST],
}

impl NearestList {
    /// Inserts a unit into the list in the order of the sort keys. If the list then has more than
    /// `most` units, its last unit is dropped.
    fn insert_ranked(&mut self, new: RankedUnit, most: usize) {
        if self.len == most {
            if new.key > self.ranked[most - 1].key {
                return;
            }
        } else {
            self.len += 1;
        }
        let mut at = self.len - 1;
        while at > 0 && self.ranked[at - 1].key > new.key {
            self.ranked[at] = self.ranked[at - 1];
            at -= 1;
        }
        self.ranked[at] = new;
    }
}

/// Adds the nearest units of each viewer within the squared radius `radius2` (u²) to its sums,
/// nearest first: as flockmates, or as units that push. Listing units is slower than summing up a
/// circle, and needed only if several units are equally far.
#[cold]
#[inline(never)]
fn add_nearest_listed<L: Lane>(
    search: &NeighborSearch,
    viewers: &Viewers<L>,
    query: &NearestQuery,
    radius2: L,
    sums: NeighborSums<L>,
    scratch: &mut SearchScratch,
) -> NeighborSums<L> {
    let lists = list_nearest(search, viewers, query, radius2, scratch);
    sums.plus_per_lane(|lane| sum_listed(search, viewers, query, lane, &lists[lane]))
}

/// Lists the nearest units of each viewer within the squared radius `radius2` (u²): one list per
/// viewer, that is, per SIMD lane.
fn list_nearest<L: Lane>(
    search: &NeighborSearch,
    viewers: &Viewers<L>,
    query: &NearestQuery,
    radius2: L,
    scratch: &mut SearchScratch,
) -> [NearestList; LANES] {
    let reach = radius2.reduce_max().sqrt();
    let borders = viewers.borders(&query.sector);
    let mut lists = [NearestList { len: 0, ranked: [RankedUnit::default(); MAX_NEAREST] }; LANES];
    for (index, grid) in search.group_grids.iter().enumerate() {
        if !query.includes(search.group_relations[index]) {
            continue;
        }
        let found = viewers.list_candidates(grid, reach, &search.space, false, &mut scratch.spans);
        for slot in scratch.spans[..found.span_count].iter().flat_map(|[from, to]| *from..*to) {
            let [x, y, _, _] = grid.motions[slot as usize];
            let id = grid.ids[slot as usize];
            let (dx, dy, d2) = viewers.offset_to(&search.space, x, y);
            let in_view = query.is_candidate(borders.contains(dx, dy, d2), d2);
            let counts = L::to_bitmask(L::and(d2.le(radius2), in_view));
            let is_counted = |lane: &usize| counts >> lane & 1 == 1 && id != viewers.ids[*lane];
            for lane in (0..L::LANE_COUNT).filter(is_counted) {
                let key = u64::from(d2.get(lane).to_bits()) << 32 | u64::from(id);
                let unit = RankedUnit { key, grid_index: index as u32, slot };
                lists[lane].insert_ranked(unit, query.max_neighbors);
            }
        }
    }
    lists
}

/// Sums over the listed nearest units of one viewer, the one in the SIMD lane `lane`.
fn sum_listed<L: Lane>(
    search: &NeighborSearch,
    viewers: &Viewers<L>,
    query: &NearestQuery,
    lane: usize,
    list: &NearestList,
) -> Neighborhood {
    let mut sum = Neighborhood::default();
    for found in &list.ranked[..list.len] {
        let grid = &search.group_grids[found.grid_index as usize];
        let [x, y, vx, vy] = grid.motions[found.slot as usize];
        let (dx, dy, d2) = viewers.offset_to(&search.space, x, y);
        let (dx, dy, d2) = (dx.get(lane), dy.get(lane), d2.get(lane));
        if !query.includes_crowd {
            sum.count += 1.0;
            (sum.dx, sum.dy) = (sum.dx + dx, sum.dy + dy);
            (sum.vx, sum.vy) = (sum.vx + vx, sum.vy + vy);
            continue;
        }
        let Viewer { hx, hy, length, .. } = viewers.viewer(lane);
        sum.crowding += if d2 == 0.0 {
            push_at_same_place(viewers.ids[lane], found.key as u32, length)
        } else {
            side_sign(dx * hx + dy * hy, dy * hx - dx * hy) / d2.sqrt()
        };
    }
    sum
}
