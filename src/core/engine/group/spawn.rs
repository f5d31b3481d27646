//! Starting positions and headings of a group's units, for groups whose starting area a person has
//! not edited.

use crate::engine::math::{acos, sin_cos, unit, wrap_angle};
use crate::engine::rng::Rng;
use crate::engine::scenery::Area;
use glam::Vec2;
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};

/// Distribution of the starting positions and headings of a group's units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spawn {
    /// The units start uniformly distributed over the world, with random headings.
    Anywhere,
    /// The units start uniformly distributed over a disk in the world's center, at random headings.
    Disk {
        /// Radius of the disk, relative to half of the world's shorter side.
        radius: f32,
    },
    /// The units start as a flock in formation in the center of the world: evenly spaced over a
    /// shape that is longer than wide, broader in front, with a bent center line. They head along
    /// the bend.
    Flock {
        /// Half the length of the flock, relative to half of the world's shorter side.
        radius: f32,
        /// Mean heading of the units, rad; 0 points right, clockwise on screen.
        heading: f32,
        /// Largest deviation of a unit's heading from the direction of the bent center line, rad.
        heading_spread: f32,
    },
    /// The units start on a ring around the center of the world and circulate in one direction.
    Ring {
        /// Outer radius of the ring, relative to half of the world's shorter side.
        radius: f32,
        /// Largest deviation of a unit's heading from the tangent of the ring, rad.
        heading_spread: f32,
    },
    /// The units start uniformly distributed over a rectangle.
    Box {
        /// Left edge of the rectangle, as a share of the world's width.
        left: f32,
        /// Right edge of the rectangle, as a share of the world's width.
        right: f32,
        /// Top edge of the rectangle, as a share of the world's height.
        top: f32,
        /// Bottom edge of the rectangle, as a share of the world's height.
        bottom: f32,
        /// Mean heading of the units, rad; 0 points right, clockwise on screen.
        heading: f32,
        /// Largest deviation of a unit's heading from the mean heading, rad.
        heading_spread: f32,
    },
    /// The units start uniformly distributed along the edges of the world, with random headings.
    Rim,
}

impl Spawn {
    /// Area in which the units start, in a world of this size (u); `None` for [`Spawn::Rim`].
    pub fn start_area(&self, width: f32, height: f32) -> Option<Area> {
        let size = Vec2::new(width, height);
        match *self {
            Spawn::Anywhere => Some(Area::Rect { center: 0.5 * size, size }),
            Spawn::Disk { radius } | Spawn::Flock { radius, .. } | Spawn::Ring { radius, .. } => {
                Some(central_disk(radius, size))
            }
            Spawn::Box { left, right, top, bottom, .. } => Some(Area::Rect {
                center: Vec2::new(0.5 * (left + right), 0.5 * (top + bottom)) * size,
                size: Vec2::new(right - left, bottom - top) * size,
            }),
            Spawn::Rim => None,
        }
    }

    /// Mean starting heading of the units, and largest deviation of a heading from the mean, the
    /// bend of the flock or the tangent of the ring, rad.
    pub fn mean_and_spread(&self) -> [f32; 2] {
        match *self {
            Spawn::Box { heading, heading_spread, .. }
            | Spawn::Flock { heading, heading_spread, .. } => [heading, heading_spread],
            Spawn::Ring { heading_spread, .. } => [0.0, heading_spread],
            Spawn::Anywhere | Spawn::Disk { .. } | Spawn::Rim => [0.0, PI],
        }
    }

    /// Starting position of a unit in a world of this size, u, and the angle from the mean heading
    /// to the bend of the flock or the tangent of the ring there, rad. `number`: index of the unit
    /// in its group.
    pub fn place_unit(&self, number: usize, rng: &mut Rng, width: f32, height: f32) -> (Vec2, f32) {
        let size = Vec2::new(width, height);
        let place = match *self {
            Spawn::Anywhere => Vec2::new(rng.uniform(), rng.uniform()) * size,
            Spawn::Disk { radius } => central_disk(radius, size).random_point(rng),
            Spawn::Flock { radius, heading, .. } => {
                let (place, lean) = position_in_flock(number, rng);
                let (sine, cosine) = sin_cos(wrap_angle(heading));
                let turned = Vec2::new(cosine, sine).rotate(place);
                return (0.5 * (size + size.min_element() * radius * turned), lean);
            }
            Spawn::Ring { radius, .. } => {
                let angle = rng.range(-PI, PI);
                let (sine, cosine) = sin_cos(angle);
                let away = radius * rng.range(RING_INNER_RADIUS, 1.0) * Vec2::new(cosine, sine);
                return (0.5 * (size + size.min_element() * away), angle + FRAC_PI_2);
            }
            Spawn::Box { left, right, top, bottom, .. } => {
                Vec2::new(rng.range(left, right), rng.range(top, bottom)) * size
            }
            Spawn::Rim => {
                let along = rng.uniform() * (width + height);
                let far = if rng.uniform() < 0.5 { 0.0 } else { 1.0 };
                if along < width {
                    Vec2::new(along, far * height)
                } else {
                    Vec2::new(far * width, along - width)
                }
            }
        };
        (place, 0.0)
    }
}

/// Inner radius of the ring of [`Spawn::Ring`], as a share of its outer radius.
pub const RING_INNER_RADIUS: f32 = 0.6;

/// Width factor of the flock of [`Spawn::Flock`] at its front; 1: as wide as a disk of its length.
pub const FLOCK_WIDTH: f32 = 0.78;
/// Decrease of the flock's width from its front to its middle, as a share of [`FLOCK_WIDTH`]; the
/// decrease from the middle to the tail is the same.
pub const FLOCK_TAPER: f32 = 0.3;

/// Bend of the flock's center line: y = `FLOCK_BEND * (x³ - x)`, in half flock lengths.
pub const FLOCK_BEND: f32 = 0.3;

/// Largest random displacement of a unit from its evenly spaced position along each axis, in half
/// flock lengths.
pub const FLOCK_JITTER: f32 = 0.012;

/// Position of a unit in a flock of length 2 that heads along the first axis, and the direction of
/// the flock there, rad. Positions follow a low-discrepancy sequence (Roberts 2018), so that any
/// number of units fills the flock evenly.
fn position_in_flock(number: usize, rng: &mut Rng) -> (Vec2, f32) {
    // Wrapping integer arithmetic keeps the fractional parts of the sequence exact for large
    // indices.
    let share =
        |step: u32| (number as u32).wrapping_add(1).wrapping_mul(step) as f32 / 4_294_967_296.0;
    // The two factors of the sequence are the fractional parts of 1 / g and 1 / g^2 as 32-bit
    // fixed-point numbers, where g^3 = g + 1.
    let (x, y) = square_to_disk(2.0 * share(3_242_174_889) - 1.0, 2.0 * share(2_447_445_414) - 1.0);
    let breadth = FLOCK_WIDTH * (1.0 - FLOCK_TAPER + FLOCK_TAPER * x);
    let place = Vec2::new(x, breadth * y + FLOCK_BEND * (x * x * x - x));
    let slope = FLOCK_WIDTH * FLOCK_TAPER * y + FLOCK_BEND * (3.0 * x * x - 1.0);
    let lean = acos(unit(1.0, slope).0).copysign(slope);
    let loose =
        Vec2::new(rng.range(-FLOCK_JITTER, FLOCK_JITTER), rng.range(-FLOCK_JITTER, FLOCK_JITTER));
    (place + loose, lean)
}

/// Disk in the center of a world of this size (u). `radius`: share of half the shorter side.
fn central_disk(radius: f32, size: Vec2) -> Area {
    Area::Disk { center: 0.5 * size, radius: 0.5 * size.min_element() * radius }
}

/// Maps the square -1..=1 × -1..=1 to the unit disk; concentric squares become circles, and ratios
/// of areas are preserved (Shirley & Chiu 1997).
fn square_to_disk(x: f32, y: f32) -> (f32, f32) {
    let (radius, ratio) = if x.abs() > y.abs() { (x, y / x) } else { (y, x / y) };
    if radius == 0.0 {
        return (0.0, 0.0);
    }
    let (sine, cosine) = sin_cos(FRAC_PI_4 * ratio);
    if x.abs() > y.abs() {
        (radius * cosine, radius * sine)
    } else {
        (radius * sine, radius * cosine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::RandomStream;

    #[test]
    fn units_start_all_over_the_area_that_their_group_is_said_to_fill() {
        let (mut rng, size) = (Rng::new(4, RandomStream::Scenery), Vec2::new(600.0, 400.0));
        let (left, right, top, bottom) = (0.1, 0.3, 0.5, 0.9);
        let aside = Spawn::Box { left, right, top, bottom, heading: 0.0, heading_spread: 0.0 };
        for spawn in [Spawn::Anywhere, Spawn::Disk { radius: 0.5 }, aside] {
            let (center, half) = match spawn.start_area(size.x, size.y).expect("not the rim") {
                Area::Disk { center, radius } => (center, Vec2::splat(radius)),
                Area::Rect { center, size } => (center, 0.5 * size),
            };
            let places: Vec<Vec2> =
                (0..2000).map(|unit| spawn.place_unit(unit, &mut rng, size.x, size.y).0).collect();
            let least = places.iter().copied().fold(Vec2::INFINITY, Vec2::min);
            let most = places.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
            for (found, wanted) in [(least, center - half), (most, center + half)] {
                let off = (found - wanted) / half;
                assert!(off.abs().max_element() < 0.06, "{spawn:?}: {found}, not {wanted}");
            }
        }
        assert!(Spawn::Rim.start_area(size.x, size.y).is_none());
    }

    #[test]
    fn a_flock_is_even_longer_than_wide_and_heads_along_its_bend() {
        let flock = Spawn::Flock { radius: 0.8, heading: 0.0, heading_spread: 0.0 };
        let size = 1000.0;
        let mut rng = Rng::new(4, RandomStream::Scenery);
        let units: Vec<(Vec2, f32)> =
            (0..300).map(|unit| flock.place_unit(unit, &mut rng, size, size)).collect();
        let places = || units.iter().map(|(place, _)| *place);
        let extent =
            places().fold(Vec2::NEG_INFINITY, Vec2::max) - places().fold(Vec2::INFINITY, Vec2::min);
        assert!((740.0..820.0).contains(&extent.x) && extent.x > 1.25 * extent.y, "{extent}");
        // With random positions, a quarter of the units would be nearer to another unit than this.
        let nearest = |unit: usize| {
            let others = units.iter().enumerate().filter(|(other, _)| *other != unit);
            others.map(|(_, (at, _))| at.distance(units[unit].0)).fold(f32::MAX, f32::min)
        };
        let spacing = (extent.x * extent.y * 0.6 / 300.0).sqrt();
        let crowded = (0..300).filter(|unit| nearest(*unit) < 0.3 * spacing).count();
        assert!(crowded <= 15, "{crowded} of 300");
        // At the tail and at the front, units head along the center line.
        let lean = |from: f32, to: f32| {
            let there = units.iter().filter(|(place, _)| (from..to).contains(&place.x));
            let (sum, count) =
                there.fold((0.0, 0), |(sum, count), (_, lean)| (sum + lean, count + 1));
            sum / count as f32
        };
        let (tail, middle, front) = (lean(0.0, 180.0), lean(430.0, 570.0), lean(820.0, 1000.0));
        assert!(tail > 0.2 && middle < -0.15 && front > 0.2, "{tail} {middle} {front}");
    }
}
