//! Blocked tiles: nobody stands on them, and nobody squeezes between two that touch at a corner.

use super::Tiles;
use glam::IVec2;

/// The blocked tiles of a world. Empty where nobody has painted any: then every question is cheap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blocked {
    size: IVec2,
    /// Row by row, one bit for each tile.
    bits: Vec<u64>,
}

impl Blocked {
    /// Those of these tiles that lie in the world.
    pub fn of(tiles: &[IVec2], world: Tiles) -> Self {
        let size = world.size;
        let inside: Vec<IVec2> =
            tiles.iter().copied().filter(|tile| world.clamp(*tile) == *tile).collect();
        if inside.is_empty() {
            return Self::default();
        }
        let count = size.x as usize * size.y as usize;
        let mut blocked = Self { size, bits: vec![0; count.div_ceil(64)] };
        for tile in inside {
            if let Some((word, bit)) = blocked.place(tile) {
                blocked.bits[word] |= bit;
            }
        }
        blocked
    }

    /// Whether no tile is blocked.
    pub fn is_empty(&self) -> bool {
        self.bits.is_empty()
    }

    /// Whether nobody can stand there. Nothing outside the world is blocked.
    pub fn at(&self, tile: IVec2) -> bool {
        self.place(tile).is_some_and(|(word, bit)| self.bits[word] & bit != 0)
    }

    /// Whether a move is impossible; `land` tells where a step over the edge leads.
    pub fn bars(&self, from: IVec2, step: IVec2, land: impl Fn(IVec2) -> IVec2) -> bool {
        if self.is_empty() || step == IVec2::ZERO {
            return false;
        }
        let at = |by: IVec2| self.at(land(from + by));
        let between =
            step.x != 0 && step.y != 0 && at(IVec2::new(step.x, 0)) && at(IVec2::new(0, step.y));
        at(step) || between
    }

    /// The tile to which a step leads: back to its own where it is barred, else to where it lands.
    pub fn lead(&self, from: IVec2, step: IVec2, land: impl Fn(IVec2) -> IVec2) -> IVec2 {
        if self.bars(from, step, &land) { from } else { land(from + step) }
    }

    /// The nearest tile that is free, the tile itself if it is; itself, too, where none is free.
    pub fn nearest_free(&self, world: Tiles, tile: IVec2) -> IVec2 {
        if !self.at(tile) {
            return tile;
        }
        for ring in 1..world.size.max_element() {
            // Row by row: the top and the bottom one whole, of the others the two ends. Whoever
            // paints a whole world has it gone through for every unit.
            let around = (-ring..=ring).flat_map(|y| {
                let gap = if y.abs() == ring { 1 } else { 2 * ring };
                (-ring..=ring).step_by(gap as usize).map(move |x| IVec2::new(x, y))
            });
            let free = around
                .map(|by| tile + by)
                .filter(|other| world.clamp(*other) == *other && !self.at(*other))
                .min_by_key(|other| (*other - tile).length_squared());
            if let Some(free) = free {
                return free;
            }
        }
        tile
    }

    /// The word and the bit of a tile.
    fn place(&self, tile: IVec2) -> Option<(usize, u64)> {
        let inside = tile.cmpge(IVec2::ZERO).all() && tile.cmplt(self.size).all();
        let index = tile.y as usize * self.size.x as usize + tile.x as usize;
        inside.then(|| (index / 64, 1 << (index % 64)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORLD: Tiles = Tiles { size: IVec2::new(20, 10) };

    fn blocked(tiles: &[[i32; 2]]) -> Blocked {
        let tiles: Vec<IVec2> = tiles.iter().copied().map(IVec2::from).collect();
        Blocked::of(&tiles, WORLD)
    }

    #[test]
    fn nobody_squeezes_between_two_blocks_that_touch_at_a_corner() {
        let wall = blocked(&[[5, 4], [4, 5]]);
        let land = |tile| WORLD.clamp(tile);
        assert!(wall.bars(IVec2::new(4, 4), IVec2::new(1, 1), land));
        assert!(wall.bars(IVec2::new(4, 4), IVec2::new(1, 0), land));
        assert!(!wall.bars(IVec2::new(4, 4), IVec2::new(-1, 0), land));
        // One block beside a diagonal move does not bar it.
        assert!(!blocked(&[[5, 4]]).bars(IVec2::new(4, 4), IVec2::new(1, 1), land));
    }

    #[test]
    fn a_unit_on_a_block_finds_the_nearest_free_tile() {
        let mut tiles = Vec::new();
        for x in 0..5 {
            for y in 0..10 {
                tiles.push([x, y]);
            }
        }
        let all = blocked(&tiles);
        assert_eq!(all.nearest_free(WORLD, IVec2::new(1, 4)), IVec2::new(5, 4));
        assert_eq!(all.nearest_free(WORLD, IVec2::new(9, 9)), IVec2::new(9, 9));
        let full = Blocked::of(&[IVec2::ZERO], Tiles { size: IVec2::ONE });
        assert_eq!(full.nearest_free(Tiles { size: IVec2::ONE }, IVec2::ZERO), IVec2::ZERO);
    }

    #[test]
    fn the_nearest_free_tile_is_the_first_of_the_nearest_in_the_ring_that_has_one() {
        let around = |ring: i32| {
            (-ring..=ring).flat_map(move |y| (-ring..=ring).map(move |x| IVec2::new(x, y)))
        };
        let tiles: Vec<[i32; 2]> = (0..200)
            .map(|k| [k % 20, k / 20])
            .filter(|[x, y]| (x * 7 + y * 13) % 23 != 0)
            .collect();
        let wall = blocked(&tiles);
        for [x, y] in tiles {
            let tile = IVec2::new(x, y);
            let free = |by: &IVec2| WORLD.clamp(tile + *by) == tile + *by && !wall.at(tile + *by);
            let wanted = (1..20).find_map(|ring| {
                let rim = around(ring).filter(|by| by.abs().max_element() == ring);
                rim.filter(free).min_by_key(|by| by.length_squared())
            });
            assert_eq!(Some(wall.nearest_free(WORLD, tile) - tile), wanted, "from {tile}");
        }
    }

    #[test]
    fn tiles_outside_the_world_block_nothing() {
        let outside = blocked(&[[-1, 0], [20, 3], [3, 10]]);
        assert!(outside.is_empty());
        assert!(!outside.at(IVec2::new(-1, 0)));
    }
}
