//! The tile world: square tiles, and units that move to one of the eight adjacent tiles (AI for
//! Game Developers, ch. 2 and 3).
//!
//! Units with the tile body stand at the centers of tiles and take one step every few ticks. The
//! tiles belong to the world, so that all units of a scene share them. A person can block tiles.

mod blocked;
mod bresenham;
mod detour;

pub use blocked::BlockedTiles;
pub use bresenham::{TileLine, line_between};
pub(crate) use detour::{DetourMemory, TileGround};

use glam::{IVec2, Vec2};

/// Side length of a tile, u.
pub const TILE_SIZE: f32 = 16.0;

/// tan(pi/8), the slope of the boundary between two of the eight directions.
const TAN_EIGHTH: f32 = 0.414_213_57;

/// Tile grid of a world. A tile is given as (column, row) from the upper left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileGrid {
    /// Number of columns and of rows of the grid.
    pub size: IVec2,
}

impl TileGrid {
    /// Creates the grid of the whole tiles that fit into a world of this size (u); it has at least
    /// one tile.
    pub fn covering(width: f32, height: f32) -> Self {
        let count = |extent: f32| ((extent / TILE_SIZE) as i32).max(1);
        Self { size: IVec2::new(count(width), count(height)) }
    }

    /// Tile that contains a point (u), or the nearest tile if the point is outside the grid.
    pub fn tile_at(&self, place: Vec2) -> IVec2 {
        self.nearest_tile(IVec2::new(
            (place.x / TILE_SIZE).floor() as i32,
            (place.y / TILE_SIZE).floor() as i32,
        ))
    }

    /// Tile of the grid that is nearest to `tile`.
    pub fn nearest_tile(&self, tile: IVec2) -> IVec2 {
        tile.clamp(IVec2::ZERO, self.size - 1)
    }

    /// Tile where a step to `tile` ends, which can be outside the grid: on the opposite side if the
    /// world wraps, else at the edge.
    pub(crate) fn step_end(&self, tile: IVec2, wraps: bool) -> IVec2 {
        if wraps { tile.rem_euclid(self.size) } else { self.nearest_tile(tile) }
    }
}

/// Position of the center of a tile, u.
pub fn tile_center(tile: IVec2) -> Vec2 {
    (tile.as_vec2() + 0.5) * TILE_SIZE
}

/// Step that is nearest to a direction, with components -1, 0 or 1; (0, 0) for the zero vector.
pub fn octant(direction: Vec2) -> IVec2 {
    let Vec2 { x, y } = direction;
    let along = |a: f32, other: f32| match a.abs() > TAN_EIGHTH * other.abs() {
        true if a > 0.0 => 1,
        true => -1,
        false => 0,
    };
    IVec2::new(along(x, y), along(y, x))
}

/// The eight steps to adjacent tiles, clockwise on screen from the right.
pub(crate) const TILE_MOVES: [IVec2; 8] = [
    IVec2::new(1, 0),
    IVec2::new(1, 1),
    IVec2::new(0, 1),
    IVec2::new(-1, 1),
    IVec2::new(-1, 0),
    IVec2::new(-1, -1),
    IVec2::new(0, -1),
    IVec2::new(1, -1),
];

/// Angle of a step in eighths of a turn, clockwise from the right; 0 for no step.
pub fn move_direction(step: IVec2) -> usize {
    TILE_MOVES.iter().position(|other| *other == step).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_direction_has_its_nearest_move() {
        for k in 0..64 {
            let t = (k as f64 + 0.5) / 64.0 * std::f64::consts::TAU;
            let step = octant(Vec2::new(t.cos() as f32, t.sin() as f32));
            let nearest = (t / std::f64::consts::FRAC_PI_4).round() as usize % 8;
            assert_eq!(move_direction(step), nearest, "{t} rad gives {step}");
        }
        assert_eq!(octant(Vec2::ZERO), IVec2::ZERO);
    }

    #[test]
    fn a_point_outside_belongs_to_the_nearest_tile() {
        let tiles = TileGrid::covering(100.0, 50.0);
        assert_eq!(tiles.size, IVec2::new(6, 3));
        assert_eq!(tiles.tile_at(Vec2::new(-5.0, 1e9)), IVec2::new(0, 2));
        assert_eq!(tiles.tile_at(tile_center(IVec2::new(4, 1))), IVec2::new(4, 1));
        assert_eq!(tiles.step_end(IVec2::new(-1, 3), true), IVec2::new(5, 0));
    }
}
