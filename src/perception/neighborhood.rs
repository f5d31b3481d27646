//! The neighbor pass: the sums over each unit's neighbors that the flocking rules need.
//!
//! Agents are in lanes: four consecutive units of the sorted order, which are near each other,
//! share the candidates of the cells around them, and each candidate is compared with all four at
//! once. There are no tails, no horizontal sums and no short loops.

use super::grid::{Area, Grid};
use super::view::Sector;
use crate::agents::{Agents, LEADER};
use crate::math::{LANES, Lane, side};
use crate::scenery::edges::nearest_image;
use std::ops::Range;

/// Units at the same place push each other as if they were this many lengths apart.
pub const COINCIDENT_GAP: f32 = 0.1;

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

/// The results of the neighbor pass, by unit id.
#[derive(Clone, Debug, Default)]
pub struct Neighborhoods {
    /// Number of neighbors that the flocking rules count.
    pub count: Vec<f32>,
    /// Sum of the offsets to them, world units.
    pub dx: Vec<f32>,
    pub dy: Vec<f32>,
    /// Sum of their velocities, u/s.
    pub vx: Vec<f32>,
    pub vy: Vec<f32>,
    /// Sum over the units too near of side/distance, 1/u: positive when they are to starboard.
    pub crowding: Vec<f32>,
}

impl Neighborhoods {
    /// Makes room for `count` units.
    pub fn resize(&mut self, count: usize) {
        for array in [
            &mut self.count,
            &mut self.dx,
            &mut self.dy,
            &mut self.vx,
            &mut self.vy,
            &mut self.crowding,
        ] {
            array.clear();
            array.resize(count + LANES, 0.0);
        }
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
    /// Unit lengths by id.
    pub lengths: &'a [f32],
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
        let area = block.area(sight.reach_factor());
        let mut sums = Sums::zero();
        for (grid, relation) in scan.noticed() {
            match (flocks && relation == Relation::Flockmates, crowds) {
                (true, true) => block.gather::<TORUS, true, true>(grid, area, &mut sums),
                (true, false) => block.gather::<TORUS, true, false>(grid, area, &mut sums),
                (false, true) => block.gather::<TORUS, false, true>(grid, area, &mut sums),
                (false, false) => {}
            }
        }
        let ahead =
            if sight.leader.is_empty() { L::splat(1.0) } else { block.somebody_ahead::<TORUS>() };
        for lane in 0..valid {
            let id = block.id[lane] as usize;
            out.count[id] = sums.count.get(lane);
            out.dx[id] = sums.dx.get(lane);
            out.dy[id] = sums.dy.get(lane);
            out.vx[id] = sums.vx.get(lane);
            out.vy[id] = sums.vy.get(lane);
            out.crowding[id] = sums.crowding.get(lane);
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

/// What a block has summed so far.
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
            hx: L::from_fn(|lane| grid.heading[slot(lane)][0]),
            hy: L::from_fn(|lane| grid.heading[slot(lane)][1]),
            length: L::from_fn(|lane| scan.lengths[id[lane] as usize]),
            id,
        }
    }

    /// The box around what the viewers can reach.
    #[inline(always)]
    fn area(&self, reach_factor: f32) -> Area {
        let extremes = |v: L| {
            (0..L::N).fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), lane| {
                let x = v.get(lane);
                (if x < low { x } else { low }, if x > high { x } else { high })
            })
        };
        let (left, right) = extremes(self.x);
        let (top, bottom) = extremes(self.y);
        // A hair more than the radius, so that rounding here can never lose a neighbor that the
        // exact test below would count.
        let reach = extremes(self.length).1 * reach_factor * 1.0001
            + 1e-6 * (self.scan.space.width + self.scan.space.height);
        Area { left: left - reach, right: right + reach, top: top - reach, bottom: bottom + reach }
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
    #[inline(always)]
    fn gather<const TORUS: bool, const FLOCK: bool, const CROWD: bool>(
        &self,
        grid: &Grid,
        area: Area,
        sums: &mut Sums<L>,
    ) {
        let sight = &self.scan.sight;
        let radius = self.length * L::splat(sight.flock.radius_factor);
        let near = self.length * L::splat(sight.separation.radius_factor);
        let (radius2, near2) = (radius * radius, near * near);
        let one = L::splat(1.0);
        grid.spans(area, TORUS, |span| {
            for slot in span {
                let [x, y, vx, vy] = grid.seen[slot];
                let (dx, dy, f, s, d2) = self.locate::<TORUS>(x, y);
                if FLOCK {
                    let seen = L::and(d2.le(radius2), sight.flock.sees(f, s, d2));
                    sums.count = sums.count + one.keep(seen);
                    sums.dx = sums.dx + dx.keep(seen);
                    sums.dy = sums.dy + dy.keep(seen);
                    sums.vx = sums.vx + L::splat(vx).keep(seen);
                    sums.vy = sums.vy + L::splat(vy).keep(seen);
                }
                if CROWD {
                    let close = d2.le(near2);
                    if L::any(close) {
                        let seen = L::and(close, sight.separation.sees(f, s, d2));
                        let push = (side(f, s) / d2.sqrt()).keep(seen);
                        sums.crowding = sums.crowding + push;
                        let here = d2.eq(L::zero());
                        if L::any(here) {
                            sums.crowding = sums.crowding + self.coincident(here, grid.id[slot]);
                        }
                    }
                }
            }
            true
        });
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
            grid.spans(area, TORUS, |span| {
                for slot in span {
                    let [x, y, _, _] = grid.seen[slot];
                    let (_, _, f, s, d2) = self.locate::<TORUS>(x, y);
                    let seen = L::and(d2.le(radius2), sector.sees(f, s, d2));
                    found = L::select(seen, one, found);
                }
                !L::all(found.eq(one))
            });
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
