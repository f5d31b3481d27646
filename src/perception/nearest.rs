//! The topological neighborhood: only the nearest units in view count.
//!
//! Starlings heed the six or seven nearest, whatever the distance (Ballerini et al. 2008). Each
//! unit of a block keeps a short list, ordered by distance and then by id, and what is farther than
//! the last of a full list is out. The search begins with a circle that just held enough for the
//! units before, and grows where it does not: what it costs hardly depends on how dense the crowd
//! is or how far the view reaches.

use super::grid::{Grid, padded};
use super::pass::{Block, Sums, push};
use super::view::Sector;
use crate::math::{LANES, Lane, side};

/// The most units that a topological neighborhood may count.
pub const MOST: usize = 32;

/// The first circle holds this many times the units wanted, by what is known of the density.
const AMPLE: f32 = 1.3;

/// The next circle is this many times as wide.
const WIDER: f32 = 1.7;

/// A unit in view.
#[derive(Clone, Copy, Default)]
struct Found {
    /// The order of nearness: the bits of its squared distance, then its id.
    key: u64,
    grid: u32,
    slot: u32,
}

/// The nearest units of one viewer so far, in order.
#[derive(Clone, Copy)]
struct List {
    len: usize,
    found: [Found; MOST],
}

impl List {
    /// Puts a unit into its place; of more than `most`, the last drops out.
    fn insert(&mut self, new: Found, most: usize) {
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

/// What is looked for, and how far the search for it went for the block before.
pub(super) struct Search {
    sector: Sector,
    most: usize,
    /// Units at the viewer's very place count, too: they are in no view, but they push.
    here: bool,
    /// Radius of the first circle, world units; 0 while nothing is known.
    first: f32,
    lists: [List; LANES],
}

impl Search {
    pub(super) fn new(sector: Sector, most: u32, here: bool) -> Self {
        let list = List { len: 0, found: [Found::default(); MOST] };
        let most = (most as usize).min(MOST);
        Self { sector, most, here, first: 0.0, lists: [list; LANES] }
    }

    /// Fills the lists for a block of viewers from the grids for which `counts` holds.
    fn run<L: Lane, const TORUS: bool>(
        &mut self,
        block: &Block<L>,
        counts: impl Fn(usize) -> bool,
    ) {
        let scan = block.scan;
        let radius = block.length * L::splat(self.sector.radius_factor);
        let radius2 = radius * radius;
        let widest = radius.highest();
        if self.first <= 0.0 {
            self.first = self.guess(scan.grids, &counts);
        }
        let mut reach = self.first.min(widest);
        // Squared radius of the circle in which each viewer still looks; none once it has done.
        let mut limit: [f32; LANES] =
            std::array::from_fn(|lane| radius2.get(lane.min(L::N - 1)).min(reach * reach));
        self.lists.iter_mut().for_each(|list| list.len = 0);
        loop {
            for (index, grid) in scan.grids.iter().enumerate().filter(|(index, _)| counts(*index)) {
                self.walk::<L, TORUS>(block, (index, grid), reach, &mut limit);
            }
            let wider = reach * WIDER;
            let mut short = false;
            for (lane, limit) in limit.iter_mut().enumerate().take(L::N) {
                let done = self.lists[lane].len == self.most || reach >= widest;
                if done || *limit < 0.0 {
                    *limit = -1.0;
                } else {
                    self.lists[lane].len = 0;
                    *limit = radius2.get(lane).min(wider * wider);
                    short = true;
                }
            }
            if !short {
                break;
            }
            reach = wider.min(widest);
        }
        // The farthest of the units counted, and a little more.
        let last = |list: &List| f32::from_bits((list.found[list.len - 1].key >> 32) as u32);
        let full = self.lists[..L::N].iter().filter(|list| list.len == self.most);
        let far = full.map(last).fold(0.0, f32::max).sqrt();
        self.first = if far > 0.0 { far * AMPLE.sqrt() } else { reach };
    }

    /// The radius of a circle that holds somewhat more than the units wanted.
    fn guess(&self, grids: &[Grid], counts: &impl Fn(usize) -> bool) -> f32 {
        let noticed = grids.iter().enumerate().filter(|(index, _)| counts(*index));
        let density = noticed.map(|(_, grid)| grid.density()).fold(0.0, f32::max);
        (AMPLE * self.most as f32 / (std::f32::consts::PI * density.max(1e-12))).sqrt()
    }

    /// Lists the units of one grid that are within each viewer's limit, which shrinks to the last
    /// of its list once that is full.
    #[inline(always)]
    fn walk<L: Lane, const TORUS: bool>(
        &mut self,
        block: &Block<L>,
        (index, grid): (usize, &Grid),
        reach: f32,
        limit: &mut [f32; LANES],
    ) {
        let space = &block.scan.space;
        let area = block.area(padded(reach, space.width, space.height));
        let mut limits = L::from_fn(|lane| limit[lane]);
        for span in grid.spans(area, TORUS) {
            let first = span.start;
            for (k, [x, y, _, _]) in grid.seen[span].iter().enumerate() {
                let (_, _, f, s, d2) = block.locate::<TORUS>(*x, *y);
                let mut seen = self.sector.sees(f, s, d2);
                if self.here {
                    seen = L::or(seen, d2.eq(L::zero()));
                }
                let mut hits = L::bits(L::and(d2.le(limits), seen));
                if hits == 0 {
                    continue;
                }
                let slot = first + k;
                let id = grid.id[slot];
                while hits != 0 {
                    let lane = hits.trailing_zeros() as usize;
                    hits &= hits - 1;
                    if id == block.id[lane] {
                        continue;
                    }
                    let key = u64::from(d2.get(lane).to_bits()) << 32 | u64::from(id);
                    let list = &mut self.lists[lane];
                    list.insert(Found { key, grid: index as u32, slot: slot as u32 }, self.most);
                    if list.len == self.most {
                        limit[lane] = f32::from_bits((list.found[self.most - 1].key >> 32) as u32);
                    }
                }
                limits = L::from_fn(|lane| limit[lane]);
            }
        }
    }

    /// Adds the nearest flockmates of a block to its sums, the nearest first.
    pub(super) fn flock<L: Lane, const TORUS: bool>(
        &mut self,
        block: &Block<L>,
        sums: &mut Sums<L>,
    ) {
        use super::neighborhood::Relation::Flockmates;
        self.run::<L, TORUS>(block, |grid| block.scan.relations[grid] == Flockmates);
        for lane in 0..L::N {
            let list = &self.lists[lane];
            let mut sum = [0.0; 4];
            for found in &list.found[..list.len] {
                let [x, y, vx, vy] =
                    block.scan.grids[found.grid as usize].seen[found.slot as usize];
                let (dx, dy, ..) = block.locate::<TORUS>(x, y);
                for (sum, part) in sum.iter_mut().zip([dx.get(lane), dy.get(lane), vx, vy]) {
                    *sum += part;
                }
            }
            sums.set_lane(lane, list.len as f32, sum);
        }
    }

    /// Adds the push of the nearest units of a crowd.
    pub(super) fn crowd<L: Lane, const TORUS: bool>(
        &mut self,
        block: &Block<L>,
        sums: &mut Sums<L>,
    ) {
        use super::neighborhood::Relation::Ignored;
        self.run::<L, TORUS>(block, |grid| block.scan.relations[grid] != Ignored);
        let mut crowding = [0.0; LANES];
        for (lane, crowding) in crowding.iter_mut().enumerate().take(L::N) {
            let list = &self.lists[lane];
            for found in &list.found[..list.len] {
                let [x, y, _, _] = block.scan.grids[found.grid as usize].seen[found.slot as usize];
                let (_, _, f, s, d2) = block.locate::<TORUS>(x, y);
                let (f, s, d2) = (f.get(lane), s.get(lane), d2.get(lane));
                *crowding += if d2 == 0.0 {
                    push(block.id[lane], found.key as u32, block.length.get(lane))
                } else {
                    side(f, s) / d2.sqrt()
                };
            }
        }
        sums.crowding = L::from_fn(|lane| crowding[lane]);
    }
}
