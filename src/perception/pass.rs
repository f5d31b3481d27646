//! The neighbor pass: the sums over each unit's neighbors that the flocking rules need.
//!
//! Agents are in lanes: four consecutive units of the sorted order, which are near each other,
//! share the candidates of the cells around them, and each candidate is compared with all four at
//! once. There are no tails, no horizontal sums and no short loops.

use super::grid::{Area, Grid, padded};
use super::neighborhood::{Neighborhood, Neighborhoods, Relation, Sight, Space};
use super::rows::{self, Viewer};
use super::view::Sector;
use crate::agents::LEADER;
use crate::math::{LANES, Lane, side};
use crate::scenery::edges::nearest_image;
use std::ops::Range;

/// Units at the same place push each other as if they were this many lengths apart.
pub const COINCIDENT_GAP: f32 = 0.1;

/// Room for units near enough to crowd a block, before they are dealt with.
const CROWD_LIST: usize = 64;

/// All that a neighbor pass reads.
pub struct Scan<'a> {
    /// The viewers' own grid.
    pub viewers: &'a Grid,
    /// One grid per group, and what its units mean to the viewers.
    pub grids: &'a [Grid],
    pub relations: &'a [Relation],
    pub sight: Sight,
    pub space: Space,
}

impl Scan<'_> {
    /// The grids whose units the viewers notice.
    #[inline(always)]
    fn noticed(&self) -> impl Iterator<Item = (&Grid, Relation)> {
        self.grids
            .iter()
            .zip(self.relations.iter().copied())
            .filter(|(_, relation)| *relation != Relation::Ignored)
    }
}

/// The neighbor pass for the viewers in `slots`. Writes sums and leader flags by unit id.
pub fn perceive<L: Lane>(
    scan: &Scan,
    slots: Range<usize>,
    out: &mut Neighborhoods,
    flags: &mut [u8],
) {
    if scan.space.torus {
        perceive_in::<L, true>(scan, slots, out, flags);
    } else {
        perceive_in::<L, false>(scan, slots, out, flags);
    }
}

fn perceive_in<L: Lane, const TORUS: bool>(
    scan: &Scan,
    slots: Range<usize>,
    out: &mut Neighborhoods,
    flags: &mut [u8],
) {
    let sight = &scan.sight;
    let flocks = !sight.flock.is_empty();
    let crowds = !sight.separation.is_empty();
    let mut at = slots.start;
    while at < slots.end {
        let valid = (slots.end - at).min(L::N);
        let block = Block::<L>::load(scan, at, valid);
        let mut sums = Sums::zero();
        for (grid, relation) in scan.noticed() {
            let flocks = flocks && relation == Relation::Flockmates;
            if flocks && grid.is_dense() && rows::serves(block.reach(&sight.flock), &scan.space) {
                sums = sums.plus(|lane| {
                    rows::gather(&block.viewer(lane), grid, &sight.flock, &scan.space)
                });
                if crowds {
                    block.gather::<TORUS, false, true>(grid, &mut sums);
                }
                continue;
            }
            match (flocks, crowds) {
                (true, true) => block.gather::<TORUS, true, true>(grid, &mut sums),
                (true, false) => block.gather::<TORUS, true, false>(grid, &mut sums),
                (false, true) => block.gather::<TORUS, false, true>(grid, &mut sums),
                (false, false) => {}
            }
        }
        let ahead =
            if sight.leader.is_empty() { L::splat(1.0) } else { block.somebody_ahead::<TORUS>() };
        for lane in 0..valid {
            let id = block.id[lane] as usize;
            out.set(id, sums.lane(lane));
            let leader = if ahead.get(lane) == 0.0 { LEADER } else { 0 };
            flags[id] = (flags[id] & !LEADER) | leader;
        }
        at += L::N;
    }
}

/// One block of viewers.
struct Block<'a, L> {
    scan: &'a Scan<'a>,
    x: L,
    y: L,
    hx: L,
    hy: L,
    length: L,
    id: [u32; LANES],
}

/// What a block has summed so far: a [`Neighborhood`] per lane.
#[derive(Clone, Copy)]
struct Sums<L> {
    count: L,
    dx: L,
    dy: L,
    vx: L,
    vy: L,
    crowding: L,
}

impl<L: Lane> Sums<L> {
    fn zero() -> Self {
        let z = L::zero();
        Self { count: z, dx: z, dy: z, vx: z, vy: z, crowding: z }
    }

    /// The sums with further ones added, lane by lane.
    fn plus(&self, mut more: impl FnMut(usize) -> Neighborhood) -> Self {
        let more: [Neighborhood; LANES] =
            std::array::from_fn(
                |lane| {
                    if lane < L::N { more(lane) } else { Neighborhood::default() }
                },
            );
        let part = |value: fn(&Neighborhood) -> f32| L::from_fn(|lane| value(&more[lane]));
        Self {
            count: self.count + part(|n| n.count),
            dx: self.dx + part(|n| n.dx),
            dy: self.dy + part(|n| n.dy),
            vx: self.vx + part(|n| n.vx),
            vy: self.vy + part(|n| n.vy),
            crowding: self.crowding,
        }
    }

    #[inline(always)]
    fn lane(&self, lane: usize) -> Neighborhood {
        Neighborhood {
            count: self.count.get(lane),
            dx: self.dx.get(lane),
            dy: self.dy.get(lane),
            vx: self.vx.get(lane),
            vy: self.vy.get(lane),
            crowding: self.crowding.get(lane),
        }
    }
}

impl<'a, L: Lane> Block<'a, L> {
    /// Unused lanes at the end repeat the last viewer.
    #[inline(always)]
    fn load(scan: &'a Scan<'a>, at: usize, valid: usize) -> Self {
        let grid = scan.viewers;
        let slot = |lane: usize| at + lane.min(valid - 1);
        let id = std::array::from_fn(|lane| grid.id[slot(lane.min(L::N - 1))]);
        Self {
            scan,
            x: L::from_fn(|lane| grid.seen[slot(lane)][0]),
            y: L::from_fn(|lane| grid.seen[slot(lane)][1]),
            hx: L::from_fn(|lane| grid.viewing[slot(lane)][0]),
            hy: L::from_fn(|lane| grid.viewing[slot(lane)][1]),
            length: L::from_fn(|lane| grid.viewing[slot(lane)][2]),
            id,
        }
    }

    fn viewer(&self, lane: usize) -> Viewer {
        Viewer {
            x: self.x.get(lane),
            y: self.y.get(lane),
            hx: self.hx.get(lane),
            hy: self.hy.get(lane),
            length: self.length.get(lane),
        }
    }

    /// The radius of the viewers' largest view.
    fn reach(&self, sector: &Sector) -> f32 {
        self.length.highest() * sector.radius_factor
    }

    /// What the viewers can reach.
    #[inline(always)]
    fn area(&self, reach_factor: f32) -> Area {
        let Space { width, height, .. } = self.scan.space;
        Area {
            left: self.x.lowest(),
            right: self.x.highest(),
            top: self.y.lowest(),
            bottom: self.y.highest(),
            reach: padded(self.length.highest() * reach_factor, width, height),
        }
    }

    /// Offset, local coordinates and squared distance of a candidate.
    #[inline(always)]
    fn locate<const TORUS: bool>(&self, x: f32, y: f32) -> (L, L, L, L, L) {
        let mut dx = L::splat(x) - self.x;
        let mut dy = L::splat(y) - self.y;
        if TORUS {
            dx = nearest_image(dx, self.scan.space.width);
            dy = nearest_image(dy, self.scan.space.height);
        }
        let forward = dx * self.hx + dy * self.hy;
        let starboard = dy * self.hx - dx * self.hy;
        (dx, dy, forward, starboard, dx * dx + dy * dy)
    }

    /// Adds the candidates of a grid to the sums: as flockmates, as a crowd, or as both.
    ///
    /// Units that are near enough to crowd somebody are set aside in a short list first. The push
    /// of a crowd costs a root and a division, and a branch on each candidate that the processor
    /// cannot foretell would cost more than the rest of the loop.
    #[inline(always)]
    fn gather<const TORUS: bool, const FLOCK: bool, const CROWD: bool>(
        &self,
        grid: &Grid,
        sums: &mut Sums<L>,
    ) {
        let sight = &self.scan.sight;
        let reach = |on: bool, sector: &Sector| if on { sector.radius_factor } else { 0.0 };
        let area = self.area(reach(FLOCK, &sight.flock).max(reach(CROWD, &sight.separation)));
        let radius = self.length * L::splat(sight.flock.radius_factor);
        let near = self.length * L::splat(sight.separation.radius_factor);
        let (radius2, near2) = (radius * radius, near * near);
        let one = L::splat(1.0);
        let mut crowd = [0u32; CROWD_LIST];
        let mut crowded = 0;
        // Sums in locals stay in registers; those behind a reference would not.
        let Sums { mut count, dx: mut sx, dy: mut sy, vx: mut svx, vy: mut svy, mut crowding } =
            *sums;
        for span in grid.spans(area, TORUS) {
            let first = span.start;
            for (k, [x, y, vx, vy]) in grid.seen[span].iter().enumerate() {
                let (dx, dy, f, s, d2) = self.locate::<TORUS>(*x, *y);
                if FLOCK {
                    let seen = L::and(d2.le(radius2), sight.flock.sees(f, s, d2));
                    count = count + one.keep(seen);
                    sx = sx + dx.keep(seen);
                    sy = sy + dy.keep(seen);
                    svx = svx + L::splat(*vx).keep(seen);
                    svy = svy + L::splat(*vy).keep(seen);
                }
                if CROWD {
                    crowd[crowded % CROWD_LIST] = (first + k) as u32;
                    crowded += usize::from(L::any(d2.le(near2)));
                    if crowded == CROWD_LIST {
                        crowding = self.push_apart::<TORUS>(grid, &crowd, crowding);
                        crowded = 0;
                    }
                }
            }
        }
        if CROWD {
            crowding = self.push_apart::<TORUS>(grid, &crowd[..crowded], crowding);
        }
        *sums = Sums { count, dx: sx, dy: sy, vx: svx, vy: svy, crowding };
    }

    /// Adds what the units in `crowd` push to a sum.
    #[inline(never)]
    fn push_apart<const TORUS: bool>(&self, grid: &Grid, crowd: &[u32], sum: L) -> L {
        let sector = &self.scan.sight.separation;
        let near = self.length * L::splat(sector.radius_factor);
        let near2 = near * near;
        let mut sum = sum;
        for slot in crowd {
            let slot = *slot as usize;
            let [x, y, _, _] = grid.seen[slot];
            let (_, _, f, s, d2) = self.locate::<TORUS>(x, y);
            let seen = L::and(d2.le(near2), sector.sees(f, s, d2));
            sum = sum + (side(f, s) / d2.sqrt()).keep(seen);
            let here = d2.eq(L::zero());
            if L::any(here) {
                sum = sum + self.coincident(here, grid.id[slot]);
            }
        }
        sum
    }

    /// Crowding by a unit at the very same place: it counts as to port for the higher id and to
    /// starboard for the lower, and not at all for the unit itself.
    #[cold]
    fn coincident(&self, here: L::Mask, other: u32) -> L {
        let push = L::from_fn(|lane| match self.id[lane].cmp(&other) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.0,
            std::cmp::Ordering::Greater => -1.0,
        });
        (push / (self.length * L::splat(COINCIDENT_GAP))).keep(here)
    }

    /// 1 for each viewer that has somebody in the sector, else 0.
    #[inline(always)]
    fn somebody_ahead<const TORUS: bool>(&self) -> L {
        let sector = &self.scan.sight.leader;
        let area = self.area(sector.radius_factor);
        let radius = self.length * L::splat(sector.radius_factor);
        let radius2 = radius * radius;
        let one = L::splat(1.0);
        let mut found = L::zero();
        for (grid, _) in self.scan.noticed() {
            for span in grid.spans(area, TORUS) {
                for [x, y, _, _] in &grid.seen[span] {
                    let (_, _, f, s, d2) = self.locate::<TORUS>(*x, *y);
                    let seen = L::and(d2.le(radius2), sector.sees(f, s, d2));
                    found = L::select(seen, one, found);
                }
                if L::all(found.eq(one)) {
                    return found;
                }
            }
        }
        found
    }
}
