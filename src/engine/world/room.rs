//! Moving units out of what has been put where they stand.

use super::World;
use crate::engine::agents::{Agents, UnitState};
use crate::engine::scenery::Obstacle;
use crate::engine::tiles::{Tiles, center};
use glam::Vec2;

/// Obstacles overlap: out of one may be into the next. A unit is moved at most this many times,
/// and what is left is up to its steering.
const MOST_MOVES: usize = 12;

/// Units are put this many lengths off the rim.
const CLEARANCE: f32 = 0.3;

impl World {
    /// Moves units out of edited obstacles and off blocked tiles. Whoever drove inward loses that
    /// part of the speed.
    pub(super) fn clear_the_way(&mut self) {
        if self.layout.obstacles.is_some() {
            let size = Vec2::new(self.params.width, self.params.height);
            for id in 0..self.agents.len() {
                push_out(&mut self.agents, id, &self.obstacles, size);
            }
        }
        self.free_tiles();
    }

    fn free_tiles(&mut self) {
        if self.blocked.is_empty() {
            return;
        }
        let tiles = Tiles::of(self.params.width, self.params.height);
        for id in 0..self.agents.len() {
            let here = tiles.at(self.agents.position(id));
            let there = self.blocked.nearest_free(tiles, here);
            if there != here {
                let (position, velocity) = (center(there), Vec2::ZERO);
                let state = self.agents.state(id);
                self.agents.set_state(id, UnitState { position, velocity, ..state });
            }
        }
    }
}

fn push_out(agents: &mut Agents, id: usize, obstacles: &[Obstacle], size: Vec2) {
    let clearance = CLEARANCE * agents.length[id];
    for turn in 0..MOST_MOVES {
        let place = agents.position(id);
        let deepest = obstacles
            .iter()
            .map(|obstacle| (obstacle, obstacle.radius - obstacle.center.distance(place)))
            .filter(|(_, depth)| *depth > 0.0)
            .max_by(|a, b| a.1.total_cmp(&b.1));
        let Some((obstacle, _)) = deepest else { return };
        // Dead in the middle: back where it came from.
        let out = (place - obstacle.center).normalize_or(-agents.forward(id));
        // Two obstacles can send a unit to and fro: each time farther.
        let reach = obstacle.radius + clearance * (turn + 1) as f32;
        let wanted = obstacle.center + out * reach;
        // At the world's edge the rim may be outside: then across.
        let wanted = if inside(wanted, size) { wanted } else { obstacle.center - out * reach };
        let there = wanted.clamp(Vec2::ZERO, size);
        let velocity = agents.velocity(id);
        let velocity = velocity - out * velocity.dot(out).min(0.0);
        (agents.x[id], agents.y[id]) = (there.x, there.y);
        (agents.vx[id], agents.vy[id]) = (velocity.x, velocity.y);
    }
}

fn inside(place: Vec2, size: Vec2) -> bool {
    place.clamp(Vec2::ZERO, size) == place
}
