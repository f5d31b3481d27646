//! Bresenham's line algorithm: the tiles nearest to a straight line, in integer arithmetic (AI for
//! Game Developers, ch. 2).

use glam::IVec2;

/// Iterator over the tiles of a line, from the tile after the start to the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TileLine {
    /// Tile that the iterator returned last.
    tile: IVec2,
    /// Sign of the line's direction along each axis.
    step: IVec2,
    /// Length of the line along each axis, tiles.
    extent: IVec2,
    /// Bresenham's error term, negative before a straight step: twice the longer extent, times the
    /// distance (tiles) of the true line from the midpoint between the two candidates for the next
    /// tile.
    error: i32,
    /// Number of tiles that are still to be returned.
    remaining_tiles: i32,
}

crate::coded!(TileLine { tile, step, extent, error, remaining_tiles });

/// Creates an iterator over the tiles of the line from one tile to another.
pub fn line_between(from: IVec2, to: IVec2) -> TileLine {
    let extent = (to - from).abs();
    let (long, short) = (extent.max_element(), extent.min_element());
    TileLine {
        tile: from,
        step: (to - from).signum(),
        extent,
        error: 2 * short - long,
        remaining_tiles: long,
    }
}

impl TileLine {
    /// Tile that was returned last; the start before the first call of `next`.
    pub fn last_tile(&self) -> IVec2 {
        self.tile
    }

    /// Bresenham's error term. Together with the last tile and the end, it determines the remaining
    /// tiles.
    pub fn error_term(&self) -> i32 {
        self.error
    }
}

impl Iterator for TileLine {
    type Item = IVec2;

    fn next(&mut self) -> Option<IVec2> {
        if self.remaining_tiles == 0 {
            return None;
        }
        self.remaining_tiles -= 1;
        let (long, short) = (self.extent.max_element(), self.extent.min_element());
        let sideways = self.error >= 0;
        if sideways {
            self.error -= 2 * long;
        }
        self.error += 2 * short;
        let wide = self.extent.x >= self.extent.y;
        let step = IVec2::new(i32::from(wide || sideways), i32::from(!wide || sideways));
        self.tile += step * self.step;
        Some(self.tile)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_stays_within_half_a_tile_of_the_true_one_and_ends_where_it_should() {
        let from = IVec2::new(3, -2);
        for x in -9..=9 {
            for y in -9..=9 {
                let d = IVec2::new(x, y);
                let tiles: Vec<IVec2> = line_between(from, from + d).collect();
                assert_eq!(tiles.len() as i32, d.abs().max_element());
                assert_eq!(tiles.last().copied().unwrap_or(from), from + d);
                let mut before = from;
                for tile in tiles {
                    assert_eq!((tile - before).abs().max_element(), 1, "a step of one tile");
                    before = tile;
                    let off = (tile - from).as_vec2().perp_dot(d.as_vec2()) / d.as_vec2().length();
                    assert!(off.abs() <= 0.5 + 1e-5, "{tile} lies {off} tiles off the line to {d}");
                }
            }
        }
    }
}
