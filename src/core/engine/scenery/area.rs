//! Areas in which units start.

use crate::engine::math::sin_cos;
use crate::engine::rng::Rng;
use glam::Vec2;
use std::f32::consts::PI;

/// Area in which units start: a disk or an axis-parallel rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Area {
    /// Circular area.
    Disk {
        /// Center of the disk, u.
        center: Vec2,
        /// Radius of the disk, u.
        radius: f32,
    },
    /// Rectangular area parallel to the axes.
    Rect {
        /// Center of the rectangle, u.
        center: Vec2,
        /// Width and height of the rectangle, u.
        size: Vec2,
    },
}

impl Area {
    /// Numbers of the area as links write them: x, y and radius, or x, y, width and height, u.
    pub(crate) fn coordinates(&self) -> Vec<f32> {
        match *self {
            Self::Disk { center, radius } => vec![center.x, center.y, radius],
            Self::Rect { center, size } => vec![center.x, center.y, size.x, size.y],
        }
    }

    /// Draws a random point of the area, uniformly distributed, u.
    pub fn random_point(&self, rng: &mut Rng) -> Vec2 {
        match *self {
            Area::Disk { center, radius } => {
                let (sine, cosine) = sin_cos(rng.range(-PI, PI));
                center + Vec2::new(cosine, sine) * (radius * rng.uniform().sqrt())
            }
            Area::Rect { center, size } => {
                center + size * Vec2::new(rng.uniform() - 0.5, rng.uniform() - 0.5)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::RandomStream;

    #[test]
    fn places_fill_the_area_and_stay_inside() {
        let center = Vec2::new(50.0, 20.0);
        let disk = Area::Disk { center, radius: 10.0 };
        let size = Vec2::new(30.0, 4.0);
        let rect = Area::Rect { center, size };
        let (mut far, mut wide) = (0.0f32, 0.0f32);
        for unit in 0..2000 {
            let mut rng = Rng::new(3, RandomStream::Placement { group: 0, unit });
            let off = disk.random_point(&mut rng).distance(center);
            assert!(off <= 10.0 + 1e-4);
            far = far.max(off);
            let d = (rect.random_point(&mut rng) - center).abs();
            assert!(d.x <= 15.0 && d.y <= 2.0);
            wide = wide.max(d.x);
        }
        assert!(far > 9.8 && wide > 14.8, "{far} {wide}");
    }
}
