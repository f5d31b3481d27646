//! Blocked tiles of a world. Units neither stand on them nor move diagonally between two that touch
//! at a corner.

use super::{TILE_MOVES, TileGrid};
use glam::IVec2;

/// Set of the blocked tiles of a world. While no tile is blocked, the set is empty and every query
/// is cheap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockedTiles {
    size: IVec2,
    /// One bit per tile of the world, in row-major order; set if the tile is blocked.
    blocked_bits: Vec<u64>,
}

impl BlockedTiles {
    /// Creates the set of these tiles; tiles outside the world are left out.
    pub fn from_tiles(tiles: &[IVec2], world: TileGrid) -> Self {
        let size = world.size;
        let inside: Vec<IVec2> =
            tiles.iter().copied().filter(|tile| world.nearest_tile(*tile) == *tile).collect();
        if inside.is_empty() {
            return Self::default();
        }
        let count = size.x as usize * size.y as usize;
        let mut blocked = Self { size, blocked_bits: vec![0; count.div_ceil(64)] };
        for tile in inside {
            if let Some((word, bit)) = blocked.bit_of(tile) {
                blocked.blocked_bits[word] |= bit;
            }
        }
        blocked
    }

    /// Whether the set contains no blocked tile.
    pub fn is_empty(&self) -> bool {
        self.blocked_bits.is_empty()
    }

    /// Whether the tile is blocked; `false` outside the world.
    pub fn is_blocked(&self, tile: IVec2) -> bool {
        self.bit_of(tile).is_some_and(|(word, bit)| self.blocked_bits[word] & bit != 0)
    }

    /// Whether a move from a tile is blocked. `land` maps a tile beyond an edge to the tile where a
    /// step to it ends.
    pub(crate) fn blocks_move(
        &self,
        from: IVec2,
        step: IVec2,
        land: impl Fn(IVec2) -> IVec2,
    ) -> bool {
        if self.is_empty() || step == IVec2::ZERO {
            return false;
        }
        let at = |by: IVec2| self.is_blocked(land(from + by));
        let between =
            step.x != 0 && step.y != 0 && at(IVec2::new(step.x, 0)) && at(IVec2::new(0, step.y));
        at(step) || between
    }

    /// Tile where a step ends: `from` if the step is blocked. `land` maps a tile beyond an edge to
    /// the tile where a step to it ends.
    pub fn step_end(&self, from: IVec2, step: IVec2, land: impl Fn(IVec2) -> IVec2) -> IVec2 {
        if self.blocks_move(from, step, &land) { from } else { land(from + step) }
    }

    /// Finds the nearest free tile of every blocked tile.
    pub(crate) fn nearest_free_tiles(&self, world: TileGrid) -> NearestFreeTiles {
        let mut ways = NearestFreeTiles { tiles: self.tiles().collect(), free_tiles: Vec::new() };
        let rings = ways
            .distances_to_free(|tile| world.nearest_tile(tile) == tile && !self.is_blocked(tile));
        let end = |(tile, ring): (&IVec2, i32)| {
            // Tiles of a square ring by rows: all in the top and bottom rows, two in the others.
            let around = (-ring..=ring).flat_map(|y| {
                let gap = if y.abs() == ring { 1 } else { 2 * ring };
                (-ring..=ring).step_by(gap.max(1) as usize).map(move |x| IVec2::new(x, y))
            });
            let free = around
                .map(|by| *tile + by)
                .filter(|other| world.nearest_tile(*other) == *other && !self.is_blocked(*other))
                .min_by_key(|other| (*other - *tile).length_squared());
            free.unwrap_or(*tile)
        };
        ways.free_tiles = ways.tiles.iter().zip(rings).map(end).collect();
        ways
    }

    /// All blocked tiles, in row-major order.
    fn tiles(&self) -> impl Iterator<Item = IVec2> {
        let width = self.size.x as usize;
        let words = self.blocked_bits.iter().enumerate().filter(|(_, word)| **word != 0);
        words.flat_map(move |(at, word)| {
            let set = (0..64).filter(move |bit| word >> bit & 1 == 1);
            set.map(move |bit| {
                let index = 64 * at + bit;
                IVec2::new((index % width) as i32, (index / width) as i32)
            })
        })
    }

    /// Index of the word in `blocked_bits` and mask of the bit that stand for a tile; `None`
    /// outside the world.
    fn bit_of(&self, tile: IVec2) -> Option<(usize, u64)> {
        let inside = tile.cmpge(IVec2::ZERO).all() && tile.cmplt(self.size).all();
        let index = tile.y as usize * self.size.x as usize + tile.x as usize;
        inside.then(|| (index / 64, 1 << (index % 64)))
    }
}

/// Map from each blocked tile to the nearest free tile.
#[derive(Clone, Debug)]
pub(crate) struct NearestFreeTiles {
    /// Blocked tiles, in row-major order.
    tiles: Vec<IVec2>,
    /// Nearest free tile of each tile in `tiles`, in the same order.
    free_tiles: Vec<IVec2>,
}

impl NearestFreeTiles {
    /// Nearest free tile of `tile`; `tile` itself if it is free or if no tile is. The search takes
    /// the smallest square ring around the tile that has a free tile, and of this ring the tile
    /// nearest by Euclidean distance, the first in row-major order at equal distances.
    pub fn nearest_to(&self, tile: IVec2) -> IVec2 {
        self.index_of(tile).map_or(tile, |index| self.free_tiles[index])
    }

    fn index_of(&self, tile: IVec2) -> Option<usize> {
        self.tiles.binary_search_by_key(&(tile.y, tile.x), |other| (other.y, other.x)).ok()
    }

    /// Chebyshev distance from each blocked tile to the nearest free tile, in the order of `tiles`;
    /// 0 if no tile is free. One breadth-first search covers all tiles, so that a completely
    /// blocked world is traversed once.
    fn distances_to_free(&self, free: impl Fn(IVec2) -> bool) -> Vec<i32> {
        let mut rings = vec![0; self.tiles.len()];
        let beside_free = |tile: &IVec2| TILE_MOVES.iter().any(|step| free(*tile + *step));
        let mut reached: Vec<usize> =
            (0..self.tiles.len()).filter(|index| beside_free(&self.tiles[*index])).collect();
        reached.iter().for_each(|index| rings[*index] = 1);
        let mut next = 0;
        while let Some(index) = reached.get(next).copied() {
            next += 1;
            for step in TILE_MOVES {
                let Some(other) = self.index_of(self.tiles[index] + step) else { continue };
                if rings[other] == 0 {
                    rings[other] = rings[index] + 1;
                    reached.push(other);
                }
            }
        }
        rings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORLD: TileGrid = TileGrid { size: IVec2::new(20, 10) };

    fn blocked(tiles: &[[i32; 2]]) -> BlockedTiles {
        let tiles: Vec<IVec2> = tiles.iter().copied().map(IVec2::from).collect();
        BlockedTiles::from_tiles(&tiles, WORLD)
    }

    #[test]
    fn nobody_squeezes_between_two_blocks_that_touch_at_a_corner() {
        let wall = blocked(&[[5, 4], [4, 5]]);
        let land = |tile| WORLD.nearest_tile(tile);
        assert!(wall.blocks_move(IVec2::new(4, 4), IVec2::new(1, 1), land));
        assert!(wall.blocks_move(IVec2::new(4, 4), IVec2::new(1, 0), land));
        assert!(!wall.blocks_move(IVec2::new(4, 4), IVec2::new(-1, 0), land));
        // One blocked tile beside a diagonal move does not block the move.
        assert!(!blocked(&[[5, 4]]).blocks_move(IVec2::new(4, 4), IVec2::new(1, 1), land));
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
        assert_eq!(all.nearest_free_tiles(WORLD).nearest_to(IVec2::new(1, 4)), IVec2::new(5, 4));
        assert_eq!(all.nearest_free_tiles(WORLD).nearest_to(IVec2::new(9, 9)), IVec2::new(9, 9));
        let one = TileGrid { size: IVec2::ONE };
        assert_eq!(
            BlockedTiles::from_tiles(&[IVec2::ZERO], one)
                .nearest_free_tiles(one)
                .nearest_to(IVec2::ZERO),
            IVec2::ZERO
        );
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
        let ways = wall.nearest_free_tiles(WORLD);
        for [x, y] in tiles {
            let tile = IVec2::new(x, y);
            let free = |by: &IVec2| {
                WORLD.nearest_tile(tile + *by) == tile + *by && !wall.is_blocked(tile + *by)
            };
            let wanted = (1..20).find_map(|ring| {
                let rim = around(ring).filter(|by| by.abs().max_element() == ring);
                rim.filter(free).min_by_key(|by| by.length_squared())
            });
            assert_eq!(Some(ways.nearest_to(tile) - tile), wanted, "from {tile}");
        }
    }

    #[test]
    fn tiles_outside_the_world_block_nothing() {
        let outside = blocked(&[[-1, 0], [20, 3], [3, 10]]);
        assert!(outside.is_empty());
        assert!(!outside.is_blocked(IVec2::new(-1, 0)));
    }
}
