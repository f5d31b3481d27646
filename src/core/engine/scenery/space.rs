//! Size of the world, and distances in it.

use super::edges::nearest_image;
use crate::engine::math::Lane;
use glam::Vec2;

/// World as perception sees it: its size, and whether offsets wrap around the edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Space {
    /// Width of the world, u.
    pub width: f32,
    /// Height of the world, u.
    pub height: f32,
    /// Whether offsets wrap around the edges, as on a torus.
    pub is_torus: bool,
}

impl Space {
    /// Periodic image of a point (u) that lies inside the world.
    pub fn image_inside(&self, point: Vec2) -> Vec2 {
        let wrap = |x: f32, extent: f32| {
            if (0.0..=extent).contains(&x) { x } else { x.rem_euclid(extent) }
        };
        Vec2::new(wrap(point.x, self.width), wrap(point.y, self.height))
    }

    /// Periodic image of a point (u) that is at most half a world size outside, as
    /// [`shortest_offset`](Self::shortest_offset) requires. A point that fulfills this already, and
    /// every point in a world that is no torus, is returned unchanged.
    #[inline(always)]
    pub(crate) fn image_nearby(&self, point: Vec2) -> Vec2 {
        let half = 0.5 * Vec2::new(self.width, self.height);
        let off = (point - half).abs();
        let far = self.is_torus && (off.x > self.width || off.y > self.height);
        if far { self.image_inside(point) } else { point }
    }

    /// Offset from a position in the world to a point that may lie anywhere, u: on a torus the
    /// shortest periodic one.
    #[inline(always)]
    pub fn offset_between(&self, from: Vec2, to: Vec2) -> Vec2 {
        let d = self.image_nearby(to) - from;
        Vec2::from(self.shortest_offset(d.x, d.y))
    }

    /// Converts the difference of two positions (u) into the shortest periodic offset on a torus;
    /// returns it unchanged elsewhere. Its components must not exceed 1.5 world lengths, which
    /// holds for a position in the world and a result of `image_nearby`.
    #[inline(always)]
    pub fn shortest_offset<L: Lane>(&self, dx: L, dy: L) -> (L, L) {
        if self.is_torus {
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
        let torus = Space { width: 100.0, height: 80.0, is_torus: true };
        let here = Vec2::new(10.0, 40.0);
        for worlds in [-300.0, -2.0, -1.0, 0.0, 1.0, 2.0, 300.0] {
            let there = Vec2::new(15.0 + 100.0 * worlds, 39.0 - 80.0 * worlds);
            assert_eq!(
                torus.offset_between(here, there),
                Vec2::new(5.0, -1.0),
                "{worlds} worlds away"
            );
        }
        let plane = Space { is_torus: false, ..torus };
        assert_eq!(plane.offset_between(here, Vec2::new(1015.0, 39.0)), Vec2::new(1005.0, -1.0));
    }
}
