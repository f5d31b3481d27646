//! What the neighbor pass is asked, and what it finds.

use super::view::Sector;
use crate::agents::Agents;
use crate::math::{LANES, Lane};
use crate::scenery::edges::nearest_image;
use glam::Vec2;

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
    /// Only so many units count, the nearest in view, for the flocking rules and for separation
    /// each; 0 for all.
    pub nearest: u32,
}

impl Sight {
    /// Sees nothing: no search is made.
    pub const BLIND: Self = Self {
        flock: Sector::NOTHING,
        separation: Sector::NOTHING,
        leader: Sector::NOTHING,
        nearest: 0,
    };

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

    /// Writes the sums of one unit.
    #[inline(always)]
    pub(super) fn set(&mut self, id: usize, found: Neighborhood) {
        self.0[id] = found;
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
