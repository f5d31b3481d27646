//! The neighbor pass: the sums over each unit's neighbors that the flocking rules need.
//!
//! Agents are in lanes: four consecutive units of the sorted order, which are near each other,
//! share the candidates of the cells around them, and each candidate is compared with all four at
//! once. There are no tails, no horizontal sums and no short loops.

use super::grid::{Area, Grid, padded};
use super::rows::{self, Viewer};
use super::view::Sector;
use crate::agents::{Agents, LEADER};
use crate::math::{LANES, Lane, side};
use crate::scenery::edges::nearest_image;
use glam::Vec2;
use std::ops::Range;

/// Units at the same place push each other as if they were this many lengths apart.
pub const COINCIDENT_GAP: f32 = 0.1;

/// Room for units near enough to crowd a block, before they are dealt with.
const CROWD_LIST: usize = 64;

/// What a group's units look for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// Where the flocking rules count neighbors of the same role.
    pub flock: Sector,
    /// Where separation counts units of every role: the angles of its view, with a radius of its
    /// own.
    pub separation: Sector,
    /// What must be empty for a leader; [`Sector::NOTHING`] where nobody asks.
    pub leader: Sector,
}

impl Sight {
    /// Sees nothing: no search is made.
    pub const BLIND: Self =
        Self { flock: Sector::NOTHING, separation: Sector::NOTHING, leader: Sector::NOTHING };

    /// The radius of the largest search in unit lengths, the leader test aside.
    pub fn reach_factor(&self) -> f32 {
        self.flock.radius_factor.max(self.separation.radius_factor)
    }
}

/// The world as perception sees it: its size and whether sight wraps around its edges.
#[derive(Clone, Copy, Debug)]
pub struct Space {
    pub width: f32,
    pub height: f32,
    pub torus: bool,
}

impl Space {
    /// The place in the world that a point anywhere is an image of, where the world wraps.
    pub fn wrapped(&self, point: Vec2) -> Vec2 {
        let wrap = |x: f32, extent: f32| {
            if (0.0..=extent).contains(&x) { x } else { x.rem_euclid(extent) }
        };
        Vec2::new(wrap(point.x, self.width), wrap(point.y, self.height))
    }

    /// The offset from one point to another; to its nearest image where sight wraps.
    #[inline(always)]
    pub fn offset<L: Lane>(&self, dx: L, dy: L) -> (L, L) {
        if self.torus {
            (nearest_image(dx, self.width), nearest_image(dy, self.height))
        } else {
            (dx, dy)
        }
    }
}

/// What the neighbor pass finds around one unit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(32))]
pub struct Neighborhood {
    /// Number of neighbors that the flocking rules count.
    pub count: f32,
    /// Sum of the offsets to them, world units.
    pub dx: f32,
    pub dy: f32,
    /// Sum of their velocities, u/s.
    pub vx: f32,
    pub vy: f32,
    /// Sum over the units too near of side/distance, 1/u: positive when they are to starboard.
    pub crowding: f32,
}

/// The results of the neighbor pass, by unit id.
///
/// One record per unit rather than one array per sum: the pass runs in the order of the grid, and
/// a record is one line of the cache to write.
#[derive(Clone, Debug, Default)]
pub struct Neighborhoods(Vec<Neighborhood>);

impl Neighborhoods {
    /// Makes room for `count` units.
    pub fn resize(&mut self, count: usize) {
        self.0.clear();
        self.0.resize(count + LANES, Neighborhood::default());
    }

    /// The sums of one unit.
    pub fn of(&self, id: usize) -> Neighborhood {
        self.0[id]
    }

    /// One sum of a block of units.
    #[inline(always)]
    pub fn load<L: Lane>(&self, at: usize, sum: impl Fn(&Neighborhood) -> f32) -> L {
        let block = &self.0[at..at + LANES];
        L::from_fn(|lane| sum(&block[lane]))
    }
}

/// What the units of another group mean to a viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Nothing: the viewer takes no notice of them.
    Ignored,
    /// Units to keep clear of, which also bar leadership.
    Crowd,
    /// Units of the viewer's role, which the flocking rules count besides.
    Flockmates,
}

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
            if flocks && grid.is_dense() && !TORUS {
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
            out.0[id] = sums.lane(lane);
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

/// One unit's relation to another, for the inspector and for checking the pass against O(n^2).
///
/// Uses the arithmetic of the pass, so that its answers are exactly those of the pass.
pub fn sees(agents: &Agents, viewer: usize, other: usize, sector: &Sector, space: &Space) -> bool {
    let (dx, dy) =
        space.offset(agents.x[other] - agents.x[viewer], agents.y[other] - agents.y[viewer]);
    let (hx, hy) = (agents.hx[viewer], agents.hy[viewer]);
    let radius = agents.length[viewer] * sector.radius_factor;
    let d2 = dx * dx + dy * dy;
    d2 <= radius * radius && sector.sees(dx * hx + dy * hy, dy * hx - dx * hy, d2)
}
