//! The size of the world, and distances in it.

use super::edges::nearest_image;
use crate::engine::math::Lane;
use glam::Vec2;

/// The world as perception sees it: its size, and whether sight wraps around the edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Space {
    /// Width of the world, u.
    pub width: f32,
    /// Height of the world, u.
    pub height: f32,
    /// Whether sight wraps around the edges, as on a torus.
    pub is_torus: bool,
}

impl Space {
    /// The periodic image of a point that lies inside the world, u.
    pub fn image_inside(&self, point: Vec2) -> Vec2 {
        let wrap = |x: f32, extent: f32| {
            if (0.0..=extent).contains(&x) { x } else { x.rem_euclid(extent) }
        };
        Vec2::new(wrap(point.x, self.width), wrap(point.y, self.height))
    }

    /// A periodic image of a point that is at most half a world size outside, as
    /// [`shortest_offset`](Self::shortest_offset) requires. A point that fulfills this already, and every point where
    /// sight does not wrap, is returned unchanged.
    #[inline(always)]
    pub(crate) fn image_nearby(&self, point: Vec2) -> Vec2 {
        let half = 0.5 * Vec2::new(self.width, self.height);
        let off = (point - half).abs();
        let far = self.is_torus && (off.x > self.width || off.y > self.height);
        if far { self.image_inside(point) } else { point }
    }

    /// Offset from a place in the world to a point that may lie anywhere, u: the shortest periodic
    /// one where sight wraps.
    #[inline(always)]
    pub fn offset_between(&self, from: Vec2, to: Vec2) -> Vec2 {
        let d = self.image_nearby(to) - from;
        Vec2::from(self.shortest_offset(d.x, d.y))
    }

    /// Converts the difference of two positions (u) into the shortest periodic offset where sight
    /// wraps; returns it unchanged elsewhere. Its components must not exceed 1.5 world extents,
    /// which holds for a place in the world and a result of `at_hand`.
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
