//! Distances of units to barriers that stop them: walls, and the border of the world.

use super::Scope;
use crate::engine::params::Edges;
use crate::engine::scenery::edges::tank_circle;
use crate::engine::scenery::walls::WorldWalls;
use glam::Vec2;

/// Point of a barrier that is nearest to a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct NearestBarrier {
    /// Offset from the unit to the center line of the wall or border, u.
    pub offset: Vec2,
    /// Unit vector along `offset`. If the unit is on the center line: to the left of the wall, or
    /// outward from the world.
    pub direction: Vec2,
}

impl Scope<'_> {
    /// Whether the world has any barrier. `border`: whether the border of the world counts as one.
    pub(crate) fn has_barriers(&self, border: bool) -> bool {
        !self.walls.is_empty() || border && self.edges != Edges::Wrap
    }

    /// Offset from a unit to the nearest point of a barrier, u; `None` without barriers. `border`:
    /// whether the border of the world counts as one.
    pub fn barrier_offset(&self, id: usize, border: bool) -> Option<Vec2> {
        self.nearest_barrier(id, border).map(|bar| bar.offset)
    }

    /// Nearest point of a barrier to a unit: of a wall, also across a wrapping edge, or, if
    /// `border` is set and the world does not wrap, of the world's border.
    pub(crate) fn nearest_barrier(&self, id: usize, border: bool) -> Option<NearestBarrier> {
        let place = self.agents.position(id);
        let (width, height) = (self.space.width, self.space.height);
        let size = Vec2::new(width, height);
        let nearest = WorldWalls::new(self.walls, size, self.edges).nearest_wall(place);
        let bar = |offset: Vec2, on_it: Vec2| NearestBarrier {
            offset,
            direction: offset.normalize_or(on_it),
        };
        let mut best = nearest.map(|(offset, left)| (offset.length_squared(), bar(offset, left)));
        let mut take = |offset: Vec2, on_it: Vec2| {
            let distance = offset.length_squared();
            if best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, bar(offset, on_it)));
            }
        };
        match self.edges {
            _ if !border => {}
            Edges::Wrap => {}
            Edges::Bounce | Edges::Contain => {
                take(Vec2::new(-place.x, 0.0), Vec2::NEG_X);
                take(Vec2::new(width - place.x, 0.0), Vec2::X);
                take(Vec2::new(0.0, -place.y), Vec2::NEG_Y);
                take(Vec2::new(0.0, height - place.y), Vec2::Y);
            }
            Edges::Tank => {
                let (middle, radius) = tank_circle(width, height);
                let out = (place - middle).normalize_or(Vec2::X);
                take(middle + out * radius - place, out);
            }
        }
        best.map(|(_, bar)| bar)
    }
}
