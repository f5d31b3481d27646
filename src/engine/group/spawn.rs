//! Where the units of a group start, where nobody has drawn it.

use crate::engine::rng::Rng;
use crate::engine::scenery::Area;
use glam::Vec2;
use std::f32::consts::PI;

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
    /// Uniform over a disk in the middle, on their way.
    Cloud {
        /// Relative to half the smaller extent.
        radius: f32,
        /// The mean heading, radians.
        heading: f32,
        /// Headings differ from it by up to this, radians.
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
            Spawn::Disk { radius } | Spawn::Cloud { radius, .. } => Some(disk(radius, size)),
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
            Spawn::Box { heading, spread, .. } | Spawn::Cloud { heading, spread, .. } => {
                [heading, spread]
            }
            Spawn::Anywhere | Spawn::Disk { .. } | Spawn::Rim => [0.0, PI],
        }
    }

    /// A place in a world of this size.
    pub fn place(&self, rng: &mut Rng, width: f32, height: f32) -> Vec2 {
        let size = Vec2::new(width, height);
        match *self {
            Spawn::Anywhere => Vec2::new(rng.unit(), rng.unit()) * size,
            Spawn::Disk { radius } | Spawn::Cloud { radius, .. } => disk(radius, size).place(rng),
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
        }
    }
}

/// The disk in the middle of a world, with a radius relative to half the smaller extent.
fn disk(radius: f32, size: Vec2) -> Area {
    Area::Disk { center: 0.5 * size, radius: 0.5 * size.min_element() * radius }
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
                (0..2000).map(|_| spawn.place(&mut rng, size.x, size.y)).collect();
            let least = places.iter().copied().fold(Vec2::INFINITY, Vec2::min);
            let most = places.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
            for (found, wanted) in [(least, center - half), (most, center + half)] {
                let off = (found - wanted) / half;
                assert!(off.abs().max_element() < 0.06, "{spawn:?}: {found}, not {wanted}");
            }
        }
        assert!(Spawn::Rim.area(size.x, size.y).is_none());
    }
}
