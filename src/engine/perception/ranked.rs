//! The nearest units in view where some are equally far, so that no circle holds just those wanted.
//!
//! Each unit of a block keeps a list, ordered by distance and then by id, and what is farther than
//! the last of a full list is out. Slower than [`nearest`](super::nearest), which hands over to it.

use super::block::Block;
use super::gather::push_at_same_place;
use super::grid::Grid;
use super::look::Viewer;
use super::neighborhood::{Neighborhood, Relation, Scratch, Sums};
use super::scan::Scan;
use super::view::{MOST_NEAREST, Sector};
use crate::engine::math::{LANES, Lane, side};

/// Which units count.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub sector: Sector,
    /// How many.
    pub most: usize,
    /// A crowd, of every role, rather than flockmates. Units at the viewer's very place are part of
    /// it: they are in no view, but they push.
    pub crowd: bool,
}

impl Wanted {
    /// Whether units of a relation to the viewers count.
    pub fn counts(&self, relation: Relation) -> bool {
        match relation {
            Relation::Ignored => false,
            Relation::Crowd => self.crowd,
            Relation::Flockmates => true,
        }
    }

    /// Which viewers a unit at that squared distance counts for, by those that have it in view.
    #[inline(always)]
    pub fn among<L: Lane>(&self, in_view: L::Mask, d2: L) -> L::Mask {
        if self.crowd { L::or(in_view, d2.eq(L::zero())) } else { in_view }
    }
}

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
    found: [Found; MOST_NEAREST],
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

/// Adds a block's nearest to its sums, the nearest first: as flockmates, or as a crowd. They are
/// among the units within a radius, squared.
#[cold]
#[inline(never)]
pub(super) fn add<L: Lane>(
    scan: &Scan,
    block: &Block<L>,
    wanted: &Wanted,
    radius2: L,
    sums: Sums<L>,
    scratch: &mut Scratch,
) -> Sums<L> {
    let reach = radius2.highest().sqrt();
    let mut lists = [List { len: 0, found: [Found::default(); MOST_NEAREST] }; LANES];
    for (index, grid) in scan.grids.iter().enumerate() {
        if wanted.counts(scan.relations[index]) {
            let count = block.spans_within(scan, grid, reach, &mut scratch.spans).count;
            for [from, to] in &scratch.spans[..count] {
                for slot in *from..*to {
                    take(scan, block, wanted, radius2, (index as u32, slot), &mut lists);
                }
            }
        }
    }
    sums.plus(|lane| {
        let list = &lists[lane];
        let mut sum = Neighborhood::default();
        for found in &list.found[..list.len] {
            let grid = &scan.grids[found.grid as usize];
            let [x, y, vx, vy] = grid.seen[found.slot as usize];
            let (dx, dy, d2) = block.locate(&scan.space, x, y);
            let (dx, dy, d2) = (dx.get(lane), dy.get(lane), d2.get(lane));
            if !wanted.crowd {
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

/// Puts a unit on the lists of the viewers that it counts for.
fn take<L: Lane>(
    scan: &Scan,
    block: &Block<L>,
    wanted: &Wanted,
    radius2: L,
    (grid, slot): (u32, u32),
    lists: &mut [List; LANES],
) {
    let Grid { seen, id, .. } = &scan.grids[grid as usize];
    let [x, y, _, _] = seen[slot as usize];
    let id = id[slot as usize];
    let (dx, dy, d2) = block.locate(&scan.space, x, y);
    let sector = &wanted.sector;
    let in_view = block.borders(sector).sees_through(sector.opening(), dx, dy, d2);
    let counts = L::bits(L::and(d2.le(radius2), wanted.among(in_view, d2)));
    for lane in (0..L::N).filter(|lane| counts >> lane & 1 == 1 && id != block.id[*lane]) {
        let key = u64::from(d2.get(lane).to_bits()) << 32 | u64::from(id);
        lists[lane].insert(Found { key, grid, slot }, wanted.most);
    }
}
