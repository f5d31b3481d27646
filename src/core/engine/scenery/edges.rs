//! Behavior of units at the edges of the world: wrapping, reflection, or the wall of a round tank.

use crate::engine::math::{Lane, acos, unit_and_mask, wrap_angle};
use crate::engine::params::Edges;
use glam::Vec2;

/// Distance from the edge within which containing edges turn units back, body lengths.
pub const CONTAIN_MARGIN: f32 = 10.0;

/// Position, velocity and heading of a block of units, one unit per lane, which
/// [`Edges::apply_edges`] changes. x points right and y down.
pub struct BlockMotion<L> {
    /// Horizontal position of each unit, u; positive to the right.
    pub x: L,
    /// Vertical position of each unit, u; positive downward.
    pub y: L,
    /// Horizontal velocity of each unit, u/s; positive to the right.
    pub vx: L,
    /// Vertical velocity of each unit, u/s; positive downward.
    pub vy: L,
    /// Heading of each unit, rad, in -pi..=pi; 0 points right, clockwise on screen.
    pub heading: L,
}

impl Edges {
    /// Brings units that have left the world, `0..=width` by `0..=height` (u), back into it.
    ///
    /// With containing edges, a force turns units before they reach the edge. Units that the force
    /// could not hold are reflected, as with [`Edges::Bounce`].
    #[inline(always)]
    pub fn apply_edges<L: Lane>(self, m: &mut BlockMotion<L>, width: f32, height: f32) {
        match self {
            Edges::Wrap => {
                m.x = wrap_coordinate(m.x, width);
                m.y = wrap_coordinate(m.y, height);
            }
            Edges::Bounce | Edges::Contain => {
                let (x, vx, mirrored) = reflect_coordinate(m.x, m.vx, width);
                // A vertical edge reflects a heading t to pi - t, a horizontal edge to -t.
                let flipped = L::splat(std::f32::consts::PI) - m.heading;
                m.heading = L::select(mirrored, wrap_angle(flipped), m.heading);
                (m.x, m.vx) = (x, vx);
                let (y, vy, mirrored) = reflect_coordinate(m.y, m.vy, height);
                m.heading = L::select(mirrored, -m.heading, m.heading);
                (m.y, m.vy) = (y, vy);
            }
            Edges::Tank => reflect_off_tank(m, width, height),
        }
    }
}

/// Center and radius (u) of the round tank: the largest circle inside a world of this size (u).
pub fn tank_circle(width: f32, height: f32) -> (Vec2, f32) {
    (0.5 * Vec2::new(width, height), 0.5 * width.min(height))
}

/// Reflects units that have left the round tank at its wall.
#[inline(always)]
fn reflect_off_tank<L: Lane>(m: &mut BlockMotion<L>, width: f32, height: f32) {
    let (middle, radius) = tank_circle(width, height);
    let (cx, cy) = (L::splat(middle.x), L::splat(middle.y));
    let (dx, dy) = (m.x - cx, m.y - cy);
    let (nx, ny, away) = unit_and_mask(dx, dy);
    let r = (dx * dx + dy * dy).sqrt();
    let outside = L::and(away, r.gt(L::splat(radius)));
    let inside = (L::splat(2.0 * radius) - r).clamp_to(0.0, radius);
    m.x = L::select(outside, cx + nx * inside, m.x);
    m.y = L::select(outside, cy + ny * inside, m.y);
    let outward = m.vx * nx + m.vy * ny;
    let mirrored = L::and(outside, outward.gt(L::zero()));
    m.vx = L::select(mirrored, m.vx - nx * (outward + outward), m.vx);
    m.vy = L::select(mirrored, m.vy - ny * (outward + outward), m.vy);
    // Reflection at a wall whose normal has the angle a maps a heading t to 2 a + pi - t.
    let angle = acos(nx).with_sign_of(ny);
    let flipped = angle + angle + L::splat(std::f32::consts::PI) - m.heading;
    m.heading = L::select(mirrored, wrap_angle(flipped), m.heading);
}

/// Shifts a coordinate that is outside of `0..=extent` (u) by one world length, as on a torus.
#[inline(always)]
fn wrap_coordinate<L: Lane>(x: L, extent: f32) -> L {
    let e = L::splat(extent);
    let zero = L::zero();
    let x = L::select(x.lt(zero), x + e, x);
    let x = L::select(x.ge(e), x - e, x);
    // A unit that is still outside moved by more than one world length in a tick, which happens in
    // tiny worlds. The coordinate is clamped to the nearest edge.
    x.clamp_to(0.0, extent)
}

/// Reflects a coordinate into `0..=extent` (u). Returns the coordinate, the velocity, and a mask of
/// the lanes whose velocity was reversed.
#[inline(always)]
fn reflect_coordinate<L: Lane>(x: L, v: L, extent: f32) -> (L, L, L::Mask) {
    let e = L::splat(extent);
    let zero = L::zero();
    let low = x.lt(zero);
    let high = x.gt(e);
    let inside = L::select(low, -x, L::select(high, e + e - x, x)).clamp_to(0.0, extent);
    let outward = L::or(L::and(low, v.lt(zero)), L::and(high, v.gt(zero)));
    (inside, L::select(outward, -v, v), outward)
}

/// Shortest periodic image of an offset `d` along an axis of the length `extent`, u. `|d|` must be
/// at most 1.5 times the extent.
#[inline(always)]
pub(crate) fn nearest_image<L: Lane>(d: L, extent: f32) -> L {
    let e = L::splat(extent);
    let half = L::splat(0.5 * extent);
    let d = L::select(d.gt(half), d - e, d);
    L::select(d.lt(-half), d + e, d)
}

/// Shortest periodic image of an offset in a world of this size, u.
pub(crate) fn nearest_image_of(off: Vec2, size: Vec2) -> Vec2 {
    Vec2::new(nearest_image(off.x, size.x), nearest_image(off.y, size.y))
}

/// Wraps a position (u) that is at most one world size outside; coordinates farther out are clamped
/// to an edge.
pub(crate) fn wrap_position(place: Vec2, size: Vec2) -> Vec2 {
    let wrap = |x: f32, extent: f32| match x {
        _ if x < 0.0 => (x + extent).clamp(0.0, extent),
        _ if x >= extent => (x - extent).clamp(0.0, extent),
        _ => x,
    };
    Vec2::new(wrap(place.x, size.x), wrap(place.y, size.y))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(edges: Edges, x: f32, vx: f32, heading: f32) -> BlockMotion<f32> {
        let mut m = BlockMotion { x, y: 50.0, vx, vy: 0.0, heading };
        edges.apply_edges(&mut m, 100.0, 80.0);
        m
    }

    #[test]
    fn a_unit_that_leaves_on_one_side_enters_on_the_other() {
        assert_eq!(moved(Edges::Wrap, 103.0, 5.0, 0.0).x, 3.0);
        assert_eq!(moved(Edges::Wrap, -2.0, -5.0, 0.0).x, 98.0);
        assert_eq!(moved(Edges::Wrap, 1e9, 5.0, 0.0).x, 100.0);
    }

    #[test]
    fn a_bouncing_unit_is_mirrored_with_its_heading() {
        let m = moved(Edges::Bounce, 103.0, 5.0, 0.25);
        assert_eq!((m.x, m.vx), (97.0, -5.0));
        assert!((m.heading - (std::f32::consts::PI - 0.25)).abs() < 1e-5);
    }

    #[test]
    fn the_wall_of_a_tank_mirrors_along_its_normal() {
        // The tank has its center at (50, 40) and a radius of 40. A unit that leaves to the lower
        // right, heading right, comes back heading up.
        let off = 43.0 * std::f32::consts::FRAC_1_SQRT_2;
        let mut m = BlockMotion { x: 50.0 + off, y: 40.0 + off, vx: 5.0, vy: 0.0, heading: 0.0 };
        Edges::Tank.apply_edges(&mut m, 100.0, 80.0);
        let inside = 37.0 * std::f32::consts::FRAC_1_SQRT_2;
        assert!((m.x - 50.0 - inside).abs() < 1e-4 && (m.y - 40.0 - inside).abs() < 1e-4);
        assert!(m.vx.abs() < 1e-5 && (m.vy + 5.0).abs() < 1e-5, "{} {}", m.vx, m.vy);
        assert!((m.heading + std::f32::consts::FRAC_PI_2).abs() < 1e-5, "{}", m.heading);
        // A unit outside that already moves inward keeps its velocity.
        let mut m = BlockMotion { x: 50.0, y: -2.0, vx: 0.0, vy: 3.0, heading: 1.0 };
        Edges::Tank.apply_edges(&mut m, 100.0, 80.0);
        assert_eq!((m.y, m.vy, m.heading), (2.0, 3.0, 1.0));
    }

    #[test]
    fn the_nearest_image_is_at_most_half_the_world_away() {
        assert_eq!(nearest_image(90.0f32, 100.0), -10.0);
        assert_eq!(nearest_image(-90.0f32, 100.0), 10.0);
        assert_eq!(nearest_image(40.0f32, 100.0), 40.0);
    }
}
