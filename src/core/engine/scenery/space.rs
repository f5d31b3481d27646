//! The world's size, and distances in it.

use super::edges::nearest_image;
use crate::engine::math::Lane;
use glam::Vec2;

/// The world as perception sees it: its size and whether sight wraps around its edges.
#[derive(Clone, Copy, Debug, PartialEq)]
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

    /// An image of a point that is at most half a world outside, where the world wraps: only from
    /// there, [`offset`](Self::offset) finds the nearest one. A point that is no farther stays.
    #[inline(always)]
    pub(crate) fn at_hand(&self, point: Vec2) -> Vec2 {
        let half = 0.5 * Vec2::new(self.width, self.height);
        let off = (point - half).abs();
        let far = self.torus && (off.x > self.width || off.y > self.height);
        if far { self.wrapped(point) } else { point }
    }

    /// The offset from a place in the world to a point, which may be anywhere, as perception has it;
    /// see [`offset`](Self::offset).
    #[inline(always)]
    pub fn between(&self, from: Vec2, to: Vec2) -> Vec2 {
        let d = self.at_hand(to) - from;
        Vec2::from(self.offset(d.x, d.y))
    }

    /// A plain difference of two places, made the one to the nearest image where sight wraps. It is
    /// no more than one and a half worlds, as of a place in the world and one at
    /// hand.
    #[inline(always)]
    pub fn offset<L: Lane>(&self, dx: L, dy: L) -> (L, L) {
        if self.torus {
            (nearest_image(dx, self.width), nearest_image(dy, self.height))
        } else {
            (dx, dy)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_far_outside_is_as_near_as_its_image_in_the_world_where_sight_wraps() {
        let torus = Space { width: 100.0, height: 80.0, torus: true };
        let here = Vec2::new(10.0, 40.0);
        for worlds in [-300.0, -2.0, -1.0, 0.0, 1.0, 2.0, 300.0] {
            let there = Vec2::new(15.0 + 100.0 * worlds, 39.0 - 80.0 * worlds);
            assert_eq!(torus.between(here, there), Vec2::new(5.0, -1.0), "{worlds} worlds away");
        }
        let plane = Space { torus: false, ..torus };
        assert_eq!(plane.between(here, Vec2::new(1015.0, 39.0)), Vec2::new(1005.0, -1.0));
    }
}
