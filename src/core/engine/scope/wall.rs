//! What stops a unit: walls, and the border of the world.

use super::Scope;
use crate::engine::params::Edges;
use crate::engine::scenery::edges::tank;
use crate::engine::scenery::walls::Walls;
use glam::Vec2;

/// The nearest point of what stops a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bar {
    /// From the unit to the middle line, u.
    pub offset: Vec2,
    /// The same at length 1; on the line itself the left of the wall, or out of the world.
    pub direction: Vec2,
}

impl Scope<'_> {
    /// Whether anything stops anybody. `border`: that of the world counts.
    pub(crate) fn has_bars(&self, border: bool) -> bool {
        !self.walls.is_empty() || border && self.edges != Edges::Wrap
    }

    /// The offset to the nearest point of what stops a unit, if anything does.
    pub fn bar_offset(&self, id: usize, border: bool) -> Option<Vec2> {
        self.bar(id, border).map(|bar| bar.offset)
    }

    /// The nearest point of what stops a unit: of a wall, also around the edge where the world wraps, or
    /// of the border, where that stops it and counts.
    pub(crate) fn bar(&self, id: usize, border: bool) -> Option<Bar> {
        let place = self.agents.position(id);
        let (width, height) = (self.space.width, self.space.height);
        let size = Vec2::new(width, height);
        let nearest = Walls::new(self.walls, size, self.edges).nearest(place);
        let bar = |offset: Vec2, on_it: Vec2| Bar { offset, direction: offset.normalize_or(on_it) };
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
                let (middle, radius) = tank(width, height);
                let out = (place - middle).normalize_or(Vec2::X);
                take(middle + out * radius - place, out);
            }
        }
        best.map(|(_, bar)| bar)
    }
}
