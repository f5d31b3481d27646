//! The world's size, and distances in it.

use super::edges::nearest_image;
use crate::math::Lane;
use glam::Vec2;

/// The world as perception sees it: its size and whether sight wraps around its edges.
#[derive(Clone, Copy, Debug)]
pub struct Space {
    /// Extent, u.
    pub width: f32,
    /// Extent, u.
    pub height: f32,
    /// Sight wraps around the edges.
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

    /// The offset from one point to another as perception has it; see [`offset`](Self::offset).
    #[inline(always)]
    pub fn between(&self, from: Vec2, to: Vec2) -> Vec2 {
        let d = to - from;
        Vec2::from(self.offset(d.x, d.y))
    }

    /// A plain difference of two places, made the one to the nearest image where sight wraps.
    #[inline(always)]
    pub fn offset<L: Lane>(&self, dx: L, dy: L) -> (L, L) {
        if self.torus {
            (nearest_image(dx, self.width), nearest_image(dy, self.height))
        } else {
            (dx, dy)
        }
    }
}
