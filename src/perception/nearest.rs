//! The topological neighborhood: only the nearest units in view count.
//!
//! Starlings heed the six or seven nearest, whatever the distance (Ballerini et al. 2008). Each
//! unit of a block keeps a short list, ordered by distance and then by id, and what is farther than
//! the last of a full list is out. The search begins with a circle that just held enough for the
//! units before, and grows where it does not: what it costs hardly depends on how dense the crowd
//! is or how far the view reaches.

use super::block::{Block, push_at_same_place};
use super::neighborhood::{Neighborhood, Relation, Scratch, Sums};
use super::pass::Scan;
use super::rows::Viewer;
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
    /// The squared distance of the last one.
    fn last(&self) -> f32 {
        f32::from_bits((self.found[self.len - 1].key >> 32) as u32)
    }

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
    /// A crowd, of every role, rather than flockmates. Units at the viewer's very place are part of
    /// it: they are in no view, but they push.
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

    /// Adds a block's nearest to its sums, the nearest first: as flockmates, or as a crowd.
    pub(super) fn add<L: Lane>(
        &mut self,
        scan: &Scan,
        block: &Block<L>,
        sums: Sums<L>,
        scratch: &mut Scratch,
    ) -> Sums<L> {
        self.run(scan, block, scratch);
        sums.plus(|lane| {
            let list = &self.lists[lane];
            let mut sum = Neighborhood::default();
            for found in &list.found[..list.len] {
                let grid = &scan.grids[found.grid as usize];
                let [x, y, vx, vy] = grid.seen[found.slot as usize];
                let (dx, dy, d2) = block.locate(&scan.space, x, y);
                let (dx, dy, d2) = (dx.get(lane), dy.get(lane), d2.get(lane));
                if !self.here {
                    sum.count += 1.0;
                    (sum.dx, sum.dy) = (sum.dx + dx, sum.dy + dy);
                    (sum.vx, sum.vy) = (sum.vx + vx, sum.vy + vy);
                    continue;
                }
                let Viewer { hx, hy, length, .. } = block.viewer(lane);
                sum.crowding += if d2 == 0.0 {
                    push_at_same_place(block.id[lane], found.key as u32, length)
                } else {
                    side(dx * hx + dy * hy, dy * hx - dx * hy) / d2.sqrt()
                };
            }
            sum
        })
    }

    /// Whether units of a relation to the viewers count.
    fn counts(&self, relation: Relation) -> bool {
        match relation {
            Relation::Ignored => false,
            Relation::Crowd => self.here,
            Relation::Flockmates => true,
        }
    }

    /// Fills the lists for a block of viewers.
    fn run<L: Lane>(&mut self, scan: &Scan, block: &Block<L>, scratch: &mut Scratch) {
        let radius = block.length * L::splat(self.sector.radius_factor);
        let radius2 = radius * radius;
        let widest = radius.highest();
        if self.first <= 0.0 {
            self.first = self.guess(scan);
        }
        let mut reach = self.first.min(widest);
        // Squared radius of the circle in which each viewer still looks; none once it has done.
        let mut limit: [f32; LANES] =
            std::array::from_fn(|lane| radius2.get(lane.min(L::N - 1)).min(reach * reach));
        self.lists.iter_mut().for_each(|list| list.len = 0);
        loop {
            for index in 0..scan.grids.len() {
                if self.counts(scan.relations[index]) {
                    self.walk(scan, block, index, reach, (&mut limit, &mut scratch.spans));
                }
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
        let full = self.lists[..L::N].iter().filter(|list| list.len == self.most);
        let far = full.map(List::last).fold(0.0, f32::max).sqrt();
        self.first = if far > 0.0 { far * AMPLE.sqrt() } else { reach };
    }

    /// The radius of a circle that holds somewhat more than the units wanted.
    fn guess(&self, scan: &Scan) -> f32 {
        let noticed = scan.noticed().filter(|(_, relation)| self.counts(*relation));
        let density = noticed.map(|(grid, _)| grid.density()).fold(0.0, f32::max);
        (AMPLE * self.most as f32 / (std::f32::consts::PI * density.max(1e-12))).sqrt()
    }

    /// Lists the units of one grid that are within each viewer's limit, which shrinks to the last
    /// of its list once that is full.
    #[inline(never)]
    fn walk<L: Lane>(
        &mut self,
        scan: &Scan,
        block: &Block<L>,
        index: usize,
        reach: f32,
        (limit, spans): (&mut [f32; LANES], &mut [[u32; 2]]),
    ) {
        let grid = &scan.grids[index];
        let borders = block.borders(&self.sector);
        let opening = self.sector.opening();
        let mut limits = L::from_fn(|lane| limit[lane]);
        for slot in block.spans_outward(scan, grid, reach, spans).flatten() {
            let [x, y, _, _] = grid.seen[slot];
            let (dx, dy, d2) = block.locate(&scan.space, x, y);
            let mut seen = borders.sees_through(opening, dx, dy, d2);
            if self.here {
                seen = L::or(seen, d2.eq(L::zero()));
            }
            let mut hits = L::bits(L::and(d2.le(limits), seen));
            if hits == 0 {
                continue;
            }
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
                    limit[lane] = list.last();
                }
            }
            limits = L::from_fn(|lane| limit[lane]);
        }
    }
}
