//! Walking around blocked tiles by following their outline, after the Bug algorithms of Lumelsky
//! and Stepanov (1987).
//!
//! The book's tile world has no blocked tiles. Here, a unit that meets one turns to starboard and
//! keeps the blocked tiles on its port side. It leaves the outline as soon as it is nearer to its
//! goal than where it met the blocked tiles and its wanted move is free. It finds every reachable
//! goal that does not move. Around a goal that is walled in it walks forever.

use super::{BlockedTiles, TILE_MOVES, TileGrid, move_direction};
use crate::engine::codec::{Coded, StateCodec};
use crate::engine::hash::{Hashed, StateHash};
use glam::IVec2;

/// Tile grid of a world, with its blocked tiles.
#[derive(Clone, Copy)]
pub(crate) struct TileGround<'a> {
    pub tiles: TileGrid,
    blocked: &'a BlockedTiles,
}

impl<'a> TileGround<'a> {
    pub fn new(tiles: TileGrid, blocked: &'a BlockedTiles) -> Self {
        Self { tiles, blocked }
    }

    /// Whether no tile is blocked.
    pub fn has_no_blocked_tile(&self) -> bool {
        self.blocked.is_empty()
    }

    /// Whether the tile is blocked.
    pub fn is_blocked(&self, tile: IVec2) -> bool {
        self.blocked.is_blocked(tile)
    }

    /// Whether a move stays inside the world and is not blocked.
    pub fn allows_move(&self, from: IVec2, step: IVec2) -> bool {
        let to = from + step;
        self.tiles.nearest_tile(to) == to && !self.blocked.blocks_move(from, step, |tile| tile)
    }
}

/// Walk of a unit along the outline of blocked tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Detour {
    goal: IVec2,
    /// Squared distance to the unit's goal (tiles²) from where the unit met the outline of blocked
    /// tiles. The unit leaves the outline only when it is nearer to its goal.
    start_distance2: i32,
    /// Direction of the unit's last step, as an index in `TILE_MOVES`.
    last_move_index: usize,
}

impl Coded for Detour {
    fn encode_or_decode(&mut self, codec: &mut StateCodec) {
        self.goal.encode_or_decode(codec);
        self.start_distance2.encode_or_decode(codec);
        codec.index_below(&mut self.last_move_index, 8);
    }
}

/// Memory of a unit's detour around blocked tiles, from one step to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DetourMemory {
    last_tile: Option<IVec2>,
    detour: Option<Detour>,
    /// Detour after the step that the unit is about to take.
    next_detour: Option<Detour>,
}

crate::coded!(DetourMemory { last_tile, detour, next_detour });

impl Hashed for DetourMemory {
    /// Adds the present and the next detour to the hash, if there are any. Worlds without blocked
    /// tiles have no detours, so their hashes are those of the released versions.
    fn hash(&self, hash: &mut StateHash) {
        for detour in [self.detour, self.next_detour].into_iter().flatten() {
            hash.add_word(detour.start_distance2 as u64);
            hash.add_word(detour.last_move_index as u64);
        }
    }
}

impl DetourMemory {
    /// Next step of a unit on the tile `here` that wants the step `wanted` on its way to `goal`.
    pub fn next_step(&self, ground: &TileGround, here: IVec2, goal: IVec2, wanted: IVec2) -> IVec2 {
        decide_step(ground, self.detour_at(here), here, goal, wanted).0
    }

    /// Records the unit's tile after a tick, and the detour that its next step would begin or
    /// continue.
    pub fn record_step(&mut self, ground: &TileGround, here: IVec2, goal: IVec2, wanted: IVec2) {
        if ground.has_no_blocked_tile() {
            *self = Self::default();
            return;
        }
        let detour = self.detour_at(here);
        let next_detour = decide_step(ground, detour, here, goal, wanted).1;
        *self = Self { last_tile: Some(here), detour, next_detour };
    }

    fn detour_at(&self, here: IVec2) -> Option<Detour> {
        let at = self.last_tile?;
        if at == here {
            return self.detour;
        }
        // A unit that was moved farther than to an adjacent tile ends its detour.
        let near = (here - at).abs().max_element() == 1;
        self.next_detour
            .filter(|_| near)
            .map(|next| Detour { last_move_index: move_direction(here - at), ..next })
    }
}

/// Decides the next step of a unit; returns the step, and the detour after it.
fn decide_step(
    ground: &TileGround,
    detour: Option<Detour>,
    here: IVec2,
    goal: IVec2,
    wanted_step: IVec2,
) -> (IVec2, Option<Detour>) {
    let free = ground.has_no_blocked_tile()
        || wanted_step == IVec2::ZERO
        || ground.allows_move(here, wanted_step);
    let distance = (goal - here).length_squared();
    let (detour, first) = match detour {
        None if free => return (wanted_step, None),
        None => (
            Detour {
                goal,
                start_distance2: distance,
                last_move_index: move_direction(wanted_step),
            },
            1,
        ),
        // A moved goal: the distance below which the unit may leave the outline is measured again.
        Some(detour) if detour.goal != goal => {
            (Detour { goal, start_distance2: distance, ..detour }, -3)
        }
        Some(detour) if free && distance < detour.start_distance2 => return (wanted_step, None),
        Some(detour) => (detour, -3),
    };
    let ways = (first..first + 8)
        .map(|turn| (detour.last_move_index as i32 + turn).rem_euclid(8) as usize);
    match ways.into_iter().find(|way| ground.allows_move(here, TILE_MOVES[*way])) {
        Some(way) => (TILE_MOVES[way], Some(Detour { last_move_index: way, ..detour })),
        None => (IVec2::ZERO, Some(detour)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tiles::line_between;

    /// Steps of a unit that walks along Bresenham lines from one tile to another.
    fn walk(blocks: &[IVec2], from: IVec2, goal: IVec2, most: usize) -> Option<Vec<IVec2>> {
        chase(blocks, from, |_| goal, most)
    }

    /// Steps of such a unit toward a goal that can move at each step.
    fn chase(
        blocks: &[IVec2],
        from: IVec2,
        goal: impl Fn(usize) -> IVec2,
        most: usize,
    ) -> Option<Vec<IVec2>> {
        let tiles = TileGrid { size: IVec2::new(30, 20) };
        let blocked = BlockedTiles::from_tiles(blocks, tiles);
        let ground = TileGround { tiles, blocked: &blocked };
        let mut walker = DetourMemory::default();
        let (mut here, mut way) = (from, vec![from]);
        while here != goal(way.len()) {
            let goal = goal(way.len());
            let wanted = line_between(here, goal).next().unwrap_or(here) - here;
            walker.record_step(&ground, here, goal, wanted);
            let step = walker.next_step(&ground, here, goal, wanted);
            assert!(ground.allows_move(here, step) || step == IVec2::ZERO);
            here += step;
            way.push(here);
            if way.len() > most {
                return None;
            }
        }
        Some(way)
    }

    fn column(x: i32, from: i32, to: i32) -> Vec<IVec2> {
        (from..=to).map(|y| IVec2::new(x, y)).collect()
    }

    #[test]
    fn an_open_field_is_walked_straight() {
        let way = walk(&[], IVec2::new(2, 3), IVec2::new(20, 9), 40).expect("a way");
        assert_eq!(way.len(), 19);
    }

    #[test]
    fn a_wall_is_walked_around() {
        let wall = column(10, 4, 15);
        for y in 0..20 {
            let way = walk(&wall, IVec2::new(3, y), IVec2::new(25, 10), 120);
            assert!(way.is_some(), "from row {y}");
        }
    }

    #[test]
    fn whoever_meets_a_wall_turns_to_starboard_and_keeps_it_at_the_port_side() {
        let way = walk(&column(10, 4, 15), IVec2::new(3, 9), IVec2::new(25, 9), 60).expect("a way");
        // The unit walks right to the wall, down along it, and around its lower end.
        assert_eq!(way[..7], [3, 4, 5, 6, 7, 8, 9].map(|x| IVec2::new(x, 9)));
        assert_eq!(way[7..13], [10, 11, 12, 13, 14, 15].map(|y| IVec2::new(9, y)));
        assert!(way[13..].iter().all(|tile| tile.x >= 10 || tile.y >= 15), "{way:?}");
    }

    #[test]
    fn a_goal_that_moves_during_a_detour_is_chased_with_the_same_hand_on_the_wall() {
        let moves = |step: usize| IVec2::new(25, if step < 10 { 9 } else { 8 });
        let way = chase(&column(10, 4, 15), IVec2::new(3, 9), moves, 60).expect("a way");
        assert_eq!(way[7..13], [10, 11, 12, 13, 14, 15].map(|y| IVec2::new(9, y)));
        assert!(way[13..].iter().all(|tile| tile.x >= 10 || tile.y >= 15), "{way:?}");
    }

    #[test]
    fn the_hash_tells_walkers_apart_that_only_remember_other_detours() {
        let detour = Detour { goal: IVec2::new(9, 4), start_distance2: 36, last_move_index: 2 };
        let hash = |detour: Detour| {
            let walker = DetourMemory {
                last_tile: Some(IVec2::new(3, 4)),
                detour: Some(detour),
                next_detour: None,
            };
            let mut hash = StateHash::new();
            walker.hash(&mut hash);
            hash.finish()
        };
        assert_ne!(hash(detour), hash(Detour { start_distance2: 25, ..detour }));
        assert_ne!(hash(detour), hash(Detour { last_move_index: 3, ..detour }));
    }

    #[test]
    fn a_walker_finds_its_way_out_of_a_pocket() {
        let mut pocket = column(15, 4, 15);
        pocket.extend((6..15).flat_map(|x| [IVec2::new(x, 4), IVec2::new(x, 15)]));
        let way = walk(&pocket, IVec2::new(12, 9), IVec2::new(25, 10), 200);
        assert!(way.is_some());
    }

    #[test]
    fn a_goal_behind_closed_walls_is_walked_around_forever() {
        let mut ring = column(15, 5, 12);
        ring.extend(column(22, 5, 12));
        ring.extend((15..=22).flat_map(|x| [IVec2::new(x, 5), IVec2::new(x, 12)]));
        assert_eq!(walk(&ring, IVec2::new(3, 9), IVec2::new(18, 9), 500), None);
    }
}
