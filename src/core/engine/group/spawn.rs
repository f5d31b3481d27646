//! Where the units of a group start, unless it was drawn.

use crate::engine::math::{acos, sin_cos, unit, wrap_angle};
use crate::engine::rng::Rng;
use crate::engine::scenery::Area;
use glam::Vec2;
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};

/// Where a group's units start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spawn {
    /// Uniform over the world, any heading.
    Anywhere,
    /// Uniform over a disk in the middle, any heading.
    Disk {
        /// Relative to half the smaller extent.
        radius: f32,
    },
    /// A formed flock on its way, in the middle: evenly over a shape that is longer than wide, has
    /// its weight in front and a bent tail. Units head along the bend.
    Flock {
        /// Half its length, relative to half the smaller extent.
        radius: f32,
        /// The mean heading, radians.
        heading: f32,
        /// Headings differ from the bend by up to this, radians.
        spread: f32,
    },
    /// Around the middle, all the same way round.
    Ring {
        /// Relative to half the smaller extent.
        radius: f32,
        /// Headings differ from the way round by up to this, radians.
        spread: f32,
    },
    /// Uniform over a part of the world, given as shares of its extent.
    Box {
        /// Share of the width at which it begins.
        left: f32,
        /// Share of the width at which it ends.
        right: f32,
        /// Share of the height at which it begins.
        top: f32,
        /// Share of the height at which it ends.
        bottom: f32,
        /// The mean heading, radians.
        heading: f32,
        /// Headings differ from it by up to this, radians.
        spread: f32,
    },
    /// Uniform along the world's edges, any heading.
    Rim,
}

impl Spawn {
    /// The part of a world of this size that it fills; `None` for the rim.
    pub fn area(&self, width: f32, height: f32) -> Option<Area> {
        let size = Vec2::new(width, height);
        match *self {
            Spawn::Anywhere => Some(Area::Rect { center: 0.5 * size, size }),
            Spawn::Disk { radius } | Spawn::Flock { radius, .. } | Spawn::Ring { radius, .. } => {
                Some(disk(radius, size))
            }
            Spawn::Box { left, right, top, bottom, .. } => Some(Area::Rect {
                center: Vec2::new(0.5 * (left + right), 0.5 * (top + bottom)) * size,
                size: Vec2::new(right - left, bottom - top) * size,
            }),
            Spawn::Rim => None,
        }
    }

    /// The mean heading, and by how much headings differ from it at most, radians.
    pub fn headings(&self) -> [f32; 2] {
        match *self {
            Spawn::Box { heading, spread, .. } | Spawn::Flock { heading, spread, .. } => {
                [heading, spread]
            }
            Spawn::Ring { spread, .. } => [0.0, spread],
            Spawn::Anywhere | Spawn::Disk { .. } | Spawn::Rim => [0.0, PI],
        }
    }

    /// Where the unit with a number starts in a world of this size, and by what its heading differs
    /// from the mean there, radians.
    pub fn place(&self, number: usize, rng: &mut Rng, width: f32, height: f32) -> (Vec2, f32) {
        let size = Vec2::new(width, height);
        let place = match *self {
            Spawn::Anywhere => Vec2::new(rng.unit(), rng.unit()) * size,
            Spawn::Disk { radius } => disk(radius, size).place(rng),
            Spawn::Flock { radius, heading, .. } => {
                let (place, lean) = in_flock(number, rng);
                let (sine, cosine) = sin_cos(wrap_angle(heading));
                let turned = Vec2::new(cosine, sine).rotate(place);
                return (0.5 * (size + size.min_element() * radius * turned), lean);
            }
            Spawn::Ring { radius, .. } => {
                let angle = rng.range(-PI, PI);
                let (sine, cosine) = sin_cos(angle);
                let away = radius * rng.range(RING_HOLLOW, 1.0) * Vec2::new(cosine, sine);
                return (0.5 * (size + size.min_element() * away), angle + FRAC_PI_2);
            }
            Spawn::Box { left, right, top, bottom, .. } => {
                Vec2::new(rng.range(left, right), rng.range(top, bottom)) * size
            }
            Spawn::Rim => {
                let along = rng.unit() * (width + height);
                let far = if rng.unit() < 0.5 { 0.0 } else { 1.0 };
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

/// How far the middle of a ring is empty, relative to its radius.
pub const RING_HOLLOW: f32 = 0.6;

/// How wide a flock is where it is widest, in lengths, and how much less at the tail.
pub const FLOCK_BREADTH: f32 = 0.78;
/// See [`FLOCK_BREADTH`].
pub const FLOCK_TAPER: f32 = 0.3;

/// How far its middle line is bent, in half lengths.
pub const FLOCK_BEND: f32 = 0.3;

/// Units are off their even places by up to this, in half lengths.
pub const FLOCK_LOOSE: f32 = 0.012;

/// A place in a flock that is 2 long and flies along the first axis, and the direction there,
/// radians. Any number of the first ones fill it as evenly as all do (Roberts 2018).
fn in_flock(number: usize, rng: &mut Rng) -> (Vec2, f32) {
    // In whole numbers, so that even the last unit of a large crowd has all digits.
    let share =
        |step: u32| (number as u32).wrapping_add(1).wrapping_mul(step) as f32 / 4_294_967_296.0;
    // The fractions of 1 / g and 1 / g^2, where g^3 = g + 1.
    let (x, y) = in_disk(2.0 * share(3_242_174_889) - 1.0, 2.0 * share(2_447_445_414) - 1.0);
    let breadth = FLOCK_BREADTH * (1.0 - FLOCK_TAPER + FLOCK_TAPER * x);
    let place = Vec2::new(x, breadth * y + FLOCK_BEND * (x * x * x - x));
    let slope = FLOCK_BREADTH * FLOCK_TAPER * y + FLOCK_BEND * (3.0 * x * x - 1.0);
    let lean = acos(unit(1.0, slope).0).copysign(slope);
    let loose =
        Vec2::new(rng.range(-FLOCK_LOOSE, FLOCK_LOOSE), rng.range(-FLOCK_LOOSE, FLOCK_LOOSE));
    (place + loose, lean)
}

/// The disk in the middle of a world, with a radius relative to half the smaller extent.
fn disk(radius: f32, size: Vec2) -> Area {
    Area::Disk { center: 0.5 * size, radius: 0.5 * size.min_element() * radius }
}

/// Where a point of the square of -1 to 1 lies in the disk, when squares around the middle become
/// circles and areas keep their ratio (Shirley & Chiu 1997).
fn in_disk(x: f32, y: f32) -> (f32, f32) {
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
    use crate::engine::rng::Stream;

    #[test]
    fn units_start_all_over_the_area_that_their_group_is_said_to_fill() {
        let (mut rng, size) = (Rng::new(4, Stream::Scenery), Vec2::new(600.0, 400.0));
        let (left, right, top, bottom) = (0.1, 0.3, 0.5, 0.9);
        let aside = Spawn::Box { left, right, top, bottom, heading: 0.0, spread: 0.0 };
        for spawn in [Spawn::Anywhere, Spawn::Disk { radius: 0.5 }, aside] {
            let (center, half) = match spawn.area(size.x, size.y).expect("not the rim") {
                Area::Disk { center, radius } => (center, Vec2::splat(radius)),
                Area::Rect { center, size } => (center, 0.5 * size),
            };
            let places: Vec<Vec2> =
                (0..2000).map(|unit| spawn.place(unit, &mut rng, size.x, size.y).0).collect();
            let least = places.iter().copied().fold(Vec2::INFINITY, Vec2::min);
            let most = places.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
            for (found, wanted) in [(least, center - half), (most, center + half)] {
                let off = (found - wanted) / half;
                assert!(off.abs().max_element() < 0.06, "{spawn:?}: {found}, not {wanted}");
            }
        }
        assert!(Spawn::Rim.area(size.x, size.y).is_none());
    }

    #[test]
    fn a_flock_is_even_longer_than_wide_and_heads_along_its_bend() {
        let flock = Spawn::Flock { radius: 0.8, heading: 0.0, spread: 0.0 };
        let size = 1000.0;
        let mut rng = Rng::new(4, Stream::Scenery);
        let units: Vec<(Vec2, f32)> =
            (0..300).map(|unit| flock.place(unit, &mut rng, size, size)).collect();
        let places = || units.iter().map(|(place, _)| *place);
        let extent =
            places().fold(Vec2::NEG_INFINITY, Vec2::max) - places().fold(Vec2::INFINITY, Vec2::min);
        assert!((740.0..820.0).contains(&extent.x) && extent.x > 1.25 * extent.y, "{extent}");
        // Drawn by chance, a quarter of the places would be nearer to another than this.
        let nearest = |unit: usize| {
            let others = units.iter().enumerate().filter(|(other, _)| *other != unit);
            others.map(|(_, (at, _))| at.distance(units[unit].0)).fold(f32::MAX, f32::min)
        };
        let spacing = (extent.x * extent.y * 0.6 / 300.0).sqrt();
        let crowded = (0..300).filter(|unit| nearest(*unit) < 0.3 * spacing).count();
        assert!(crowded <= 15, "{crowded} of 300");
        // At the tail they head to where the middle line goes from there, and so at the front.
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
