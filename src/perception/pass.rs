//! The neighbor pass: the sums over each unit's neighbors that the flocking rules need.
//!
//! Agents are in lanes: four consecutive units of the sorted order, which are near each other,
//! share the candidates of the cells around them, and each candidate is compared with all four at
//! once. There are no tails, no horizontal sums and no short loops.

use super::grid::{Area, Grid, padded};
use super::nearest::Search;
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
    if sight.nearest > 0 {
        return perceive_nearest::<L, TORUS>(scan, slots, out, flags);
    }
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
        block.report::<TORUS>(valid, &sums, out, flags);
        at += L::N;
    }
}

/// The same where only the nearest count.
fn perceive_nearest<L: Lane, const TORUS: bool>(
    scan: &Scan,
    slots: Range<usize>,
    out: &mut Neighborhoods,
    flags: &mut [u8],
) {
    let sight = &scan.sight;
    let mut flock = Search::new(sight.flock, sight.nearest, false);
    let mut crowd = Search::new(sight.separation, sight.nearest, true);
    for at in slots.clone().step_by(L::N) {
        let valid = (slots.end - at).min(L::N);
        let block = Block::<L>::load(scan, at, valid);
        let mut sums = Sums::zero();
        if !sight.flock.is_empty() {
            flock.flock::<L, TORUS>(&block, &mut sums);
        }
        if !sight.separation.is_empty() {
            crowd.crowd::<L, TORUS>(&block, &mut sums);
        }
        block.report::<TORUS>(valid, &sums, out, flags);
    }
}

/// How a unit is pushed by another at its very place, 1/u: to starboard (negative, as if the other
/// were to port) where its id is the higher one, else to port.
pub(super) fn push(viewer: u32, other: u32, length: f32) -> f32 {
    let away = match viewer.cmp(&other) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.0,
        std::cmp::Ordering::Greater => -1.0,
    };
    away / (length * COINCIDENT_GAP)
}

/// One block of viewers.
pub(super) struct Block<'a, L> {
    pub scan: &'a Scan<'a>,
    pub x: L,
    pub y: L,
    pub hx: L,
    pub hy: L,
    pub length: L,
    pub id: [u32; LANES],
}

/// What a block has summed so far: a [`Neighborhood`] per lane.
#[derive(Clone, Copy)]
pub(super) struct Sums<L> {
    count: L,
    dx: L,
    dy: L,
    vx: L,
    vy: L,
    pub crowding: L,
}

impl<L: Lane> Sums<L> {
    fn zero() -> Self {
        let z = L::zero();
        Self { count: z, dx: z, dy: z, vx: z, vy: z, crowding: z }
    }

    /// Sets the flocking sums of one lane.
    pub fn set_lane(&mut self, lane: usize, count: f32, [dx, dy, vx, vy]: [f32; 4]) {
        let with =
            |old: L, new: f32| L::from_fn(|other| if other == lane { new } else { old.get(other) });
        self.count = with(self.count, count);
        (self.dx, self.dy) = (with(self.dx, dx), with(self.dy, dy));
        (self.vx, self.vy) = (with(self.vx, vx), with(self.vy, vy));
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

    /// What is within `reach` of the viewers.
    #[inline(always)]
    pub fn area(&self, reach: f32) -> Area {
        Area {
            left: self.x.lowest(),
            right: self.x.highest(),
            top: self.y.lowest(),
            bottom: self.y.highest(),
            reach,
        }
    }

    /// What is within `factor` lengths of the viewers.
    #[inline(always)]
    fn area_of(&self, factor: f32) -> Area {
        let Space { width, height, .. } = self.scan.space;
        self.area(padded(self.length.highest() * factor, width, height))
    }

    /// Writes what the block has found, and who leads.
    #[inline(always)]
    fn report<const TORUS: bool>(
        &self,
        valid: usize,
        sums: &Sums<L>,
        out: &mut Neighborhoods,
        flags: &mut [u8],
    ) {
        let alone = !self.scan.sight.leader.is_empty();
        let ahead = if alone { self.somebody_ahead::<TORUS>() } else { L::splat(1.0) };
        for lane in 0..valid {
            let id = self.id[lane] as usize;
            out.set(id, sums.lane(lane));
            let leader = if ahead.get(lane) == 0.0 { LEADER } else { 0 };
            flags[id] = (flags[id] & !LEADER) | leader;
        }
    }

    /// Offset, local coordinates and squared distance of a candidate.
    #[inline(always)]
    pub fn locate<const TORUS: bool>(&self, x: f32, y: f32) -> (L, L, L, L, L) {
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
        let area = self.area_of(reach(FLOCK, &sight.flock).max(reach(CROWD, &sight.separation)));
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
        L::from_fn(|lane| push(self.id[lane], other, self.length.get(lane))).keep(here)
    }

    /// 1 for each viewer that has somebody in the sector, else 0.
    #[inline(always)]
    fn somebody_ahead<const TORUS: bool>(&self) -> L {
        let sector = &self.scan.sight.leader;
        let area = self.area_of(sector.radius_factor);
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
