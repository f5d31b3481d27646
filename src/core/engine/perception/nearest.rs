//! Topological neighborhood: only the nearest units in view count.
//!
//! Starlings respond to the six or seven nearest, at any distance (Ballerini et al. 2008). Each
//! candidate is inserted into a sorted row of the smallest squared distances so far, for all
//! viewers of a block at once and only by minima and maxima. The last distance in the row is the
//! radius within which units count, and an ordinary search sums up the units inside. If several
//! units are equally far, so that no circle contains just the wanted number, each viewer keeps a
//! list instead.
//!
//! The search begins with the circle that was sufficient for the previous viewers and widens it if
//! necessary. The cost hardly depends on the density of the crowd or the radius of the view.

use super::grid::Grid;
use super::neighborhood::{Findings, Neighborhood, Relation, Scratch, Sums, push_at_same_place};
use super::view::{MOST_NEAREST, Opening, Sector};
use super::viewers::{NeighborSearch, Radii, Viewer, Viewers};
use crate::engine::math::{LANES, Lane, side};
use crate::engine::scenery::Space;
use std::ops::Range;

/// Lengths of the row of smallest distances: one that fits into registers, and the longest. A row
/// has one element more than the number of units wanted, so that ties are noticed.
const SHORT: usize = 8;
const LONG: usize = MOST_NEAREST + 1;

/// Expected number of units in the first circle, as a multiple of the number wanted, by the known
/// density.
const AMPLE: f32 = 1.6;

/// Ratio of the radii of a circle and the one before it.
const WIDER: f32 = 1.7;

/// [`find_neighbors`](super::find_neighbors) for views in which only the nearest units count.
pub(super) fn find_neighbors<L: Lane>(
    search: &NeighborSearch,
    slots: Range<usize>,
    out: &mut Findings,
) {
    let sight = &search.sight;
    let most = (sight.nearest as usize).min(MOST_NEAREST);
    let mut flock = Nearest::<L>::new(Wanted { sector: sight.flock, most, crowd: false });
    let mut crowd = Nearest::<L>::new(Wanted { sector: sight.separation, most, crowd: true });
    for slots in search.blocks::<L>(slots) {
        let viewers = Viewers::load(search.viewers, slots);
        let spans = &mut out.scratch.spans;
        let near = flock.circle(search, &viewers, spans);
        let close = if sight.cuts_crowd || sight.separation.is_empty() {
            crowd.circle(search, &viewers, spans)
        } else {
            Circle { radius2: Some(viewers.radius2(&sight.separation)), tied: false }
        };
        let mut sums = Sums::ZERO;
        let mut radii = [near.radius2, close.radius2];
        if near.tied || close.tied {
            // No circle contains just the wanted number of units.
            for (wanted, radius2) in [&flock.wanted, &crowd.wanted].into_iter().zip(&mut radii) {
                if (!wanted.crowd || sight.cuts_crowd)
                    && let Some(radius2) = radius2.take()
                {
                    sums = add_listed(search, &viewers, wanted, radius2, sums, out.scratch);
                }
            }
        }
        for (grid, relation) in search.noticed() {
            let radii = Radii {
                flock: radii[0].filter(|_| flock.wanted.counts(relation)),
                crowd: radii[1].filter(|_| crowd.wanted.counts(relation)),
            };
            let Scratch { list, spans } = &mut *out.scratch;
            let found = viewers.in_reach(search, grid, radii, spans);
            let spans = (&spans[..found.spans], found.images);
            viewers.add_neighbors(search, grid, radii, spans, list, &mut sums);
        }
        viewers.report(&sums, out);
        viewers.report_leaders(search, 0, out);
    }
}

/// Units that count.
#[derive(Clone, Copy)]
struct Wanted {
    sector: Sector,
    /// Number of units.
    most: usize,
    /// Whether units of every role count, rather than flockmates. Units at the viewer's exact
    /// position are included: they are in no view, but they push.
    crowd: bool,
}

impl Wanted {
    /// Whether units with this relation to the viewers count.
    fn counts(&self, relation: Relation) -> bool {
        match relation {
            Relation::Ignored => false,
            Relation::Crowd => self.crowd,
            Relation::Flockmates => true,
        }
    }

    /// Mask of the viewers for which a unit at squared distance `d2` counts; `in_view`: those that
    /// have it in view.
    #[inline(always)]
    fn among<L: Lane>(&self, in_view: L::Mask, d2: L) -> L::Mask {
        if self.crowd { L::or(in_view, d2.eq(L::zero())) } else { in_view }
    }
}

/// Distance of the units that count from each viewer of a block.
#[derive(Clone, Copy)]
struct Circle<L> {
    /// Squared distance of the last unit that counts, u²; `None` if none is wanted.
    radius2: Option<L>,
    /// Whether, for some viewer, the circle contains more units than wanted, the last of them
    /// equally far.
    tied: bool,
}

/// State of the search for the nearest units, kept from block to block.
struct Nearest<L> {
    wanted: Wanted,
    /// Radius of the first circle, u; 0 while unknown.
    first: f32,
    /// Smallest squared distances, in ascending order, u².
    smallest: [L; LONG],
}

impl<L: Lane> Nearest<L> {
    fn new(wanted: Wanted) -> Self {
        Self { wanted, first: 0.0, smallest: [L::ZERO; LONG] }
    }

    /// Finds the distance of the nearest units from each viewer.
    #[inline(always)]
    fn circle(
        &mut self,
        search: &NeighborSearch,
        viewers: &Viewers<L>,
        spans: &mut [[u32; 2]],
    ) -> Circle<L> {
        let Wanted { sector, most, .. } = self.wanted;
        if sector.is_empty() {
            return Circle { radius2: None, tied: false };
        }
        let farthest = viewers.radius2(&sector);
        let widest = viewers.reach(&sector);
        if self.first <= 0.0 {
            self.first = self.guess(search);
        }
        let borders = viewers.borders(&sector);
        let either = |dx, dy, _| borders.either_holds(dx, dy);
        let any = |dx, dy, d2| borders.hold(dx, dy, d2);
        let never = L::splat(f32::INFINITY);
        let row = if most < SHORT { SHORT } else { LONG };
        let mut reach = self.first.min(widest);
        let last = loop {
            self.smallest[..row].fill(never);
            for (grid, relation) in search.noticed() {
                if self.wanted.counts(relation) {
                    let found = viewers.list_candidates(grid, reach, &search.space, false, spans);
                    let space = found.images.seen_in(&search.space);
                    let own = std::ptr::eq(grid, search.viewers);
                    let among = (grid, own, &spans[..found.spans]);
                    if row == LONG {
                        self.insert_candidates::<LONG>(&space, viewers, among, farthest, any);
                    } else if sector.opening() == Opening::Either {
                        self.insert_candidates::<SHORT>(&space, viewers, among, farthest, either);
                    } else {
                        self.insert_candidates::<SHORT>(&space, viewers, among, farthest, any);
                    }
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

    /// Radius of a circle that is expected to contain somewhat more units than wanted, u.
    fn guess(&self, search: &NeighborSearch) -> f32 {
        let noticed = search.noticed().filter(|(_, relation)| self.wanted.counts(*relation));
        let density = noticed.map(|(grid, _)| grid.density()).fold(0.0, f32::max);
        (AMPLE * self.wanted.most as f32 / (std::f32::consts::PI * density.max(1e-12))).sqrt()
    }

    /// Adds the units of one grid that are in view and within `farthest` (u²) to the smallest
    /// distances.
    #[inline(never)]
    fn insert_candidates<const ROW: usize>(
        &mut self,
        space: &Space,
        viewers: &Viewers<L>,
        (grid, own, spans): (&Grid, bool, &[[u32; 2]]),
        farthest: L,
        in_view: impl Fn(L, L, L) -> L::Mask,
    ) {
        let Wanted { crowd, .. } = self.wanted;
        let never = L::splat(f32::INFINITY);
        let mut smallest: [L; ROW] = std::array::from_fn(|place| self.smallest[place]);
        for [from, to] in spans {
            let here = &grid.seen[*from as usize..*to as usize];
            for (slot, [x, y, _, _]) in (*from as usize..).zip(here) {
                let (dx, dy, d2) = viewers.locate(space, *x, *y);
                let seen = self.wanted.among(in_view(dx, dy, d2), d2);
                let mut distance = L::select(L::and(d2.le(farthest), seen), d2, never);
                if crowd && let Some(lane) = viewers.lane_of(own, slot) {
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

/// Unit in view.
#[derive(Clone, Copy, Default)]
struct RankedUnit {
    /// Sort key: the bits of its squared distance, then its id.
    key: u64,
    grid: u32,
    slot: u32,
}

/// Nearest units of one viewer so far, in order.
#[derive(Clone, Copy)]
struct NearestList {
    len: usize,
    found: [RankedUnit; MOST_NEAREST],
}

impl NearestList {
    /// Inserts a unit in order; if there are more than `most`, the last is removed.
    fn insert(&mut self, new: RankedUnit, most: usize) {
        if self.len == most {
            if new.key > self.found[most - 1].key {
                return;
            }
        } else {
            self.len += 1;
        }
        let mut at = self.len - 1;
        while at > 0 && self.found[at - 1].key > new.key {
            self.found[at] = self.found[at - 1];
            at -= 1;
        }
        self.found[at] = new;
    }
}

/// Adds the nearest units of each viewer to its sums, nearest first: as flockmates or as a crowd.
/// They are searched within the squared radius `radius2`, u². Slower than a circle.
#[cold]
#[inline(never)]
fn add_listed<L: Lane>(
    search: &NeighborSearch,
    viewers: &Viewers<L>,
    wanted: &Wanted,
    radius2: L,
    sums: Sums<L>,
    scratch: &mut Scratch,
) -> Sums<L> {
    let reach = radius2.highest().sqrt();
    let borders = viewers.borders(&wanted.sector);
    let mut lists = [NearestList { len: 0, found: [RankedUnit::default(); MOST_NEAREST] }; LANES];
    for (index, grid) in search.grids.iter().enumerate() {
        if !wanted.counts(search.relations[index]) {
            continue;
        }
        let found = viewers.list_candidates(grid, reach, &search.space, false, &mut scratch.spans);
        for slot in scratch.spans[..found.spans].iter().flat_map(|[from, to]| *from..*to) {
            let [x, y, _, _] = grid.seen[slot as usize];
            let id = grid.id[slot as usize];
            let (dx, dy, d2) = viewers.locate(&search.space, x, y);
            let in_view = wanted.among(borders.hold(dx, dy, d2), d2);
            let counts = L::bits(L::and(d2.le(radius2), in_view));
            for lane in (0..L::N).filter(|lane| counts >> lane & 1 == 1 && id != viewers.id[*lane])
            {
                let key = u64::from(d2.get(lane).to_bits()) << 32 | u64::from(id);
                lists[lane].insert(RankedUnit { key, grid: index as u32, slot }, wanted.most);
            }
        }
    }
    sums.plus(|lane| {
        let list = &lists[lane];
        let mut sum = Neighborhood::default();
        for found in &list.found[..list.len] {
            let grid = &search.grids[found.grid as usize];
            let [x, y, vx, vy] = grid.seen[found.slot as usize];
            let (dx, dy, d2) = viewers.locate(&search.space, x, y);
            let (dx, dy, d2) = (dx.get(lane), dy.get(lane), d2.get(lane));
            if !wanted.crowd {
                sum.count += 1.0;
                (sum.dx, sum.dy) = (sum.dx + dx, sum.dy + dy);
                (sum.vx, sum.vy) = (sum.vx + vx, sum.vy + vy);
                continue;
            }
            let Viewer { hx, hy, length, .. } = viewers.viewer(lane);
            sum.crowding += if d2 == 0.0 {
                push_at_same_place(viewers.id[lane], found.key as u32, length)
            } else {
                side(dx * hx + dy * hy, dy * hx - dx * hy) / d2.sqrt()
            };
        }
        sum
    })
}
