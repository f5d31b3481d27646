//! The state of a world, kept so that it can be put back later, to the bit.
//!
//! Only what the future depends on is kept. What every tick makes anew (grids, neighborhoods,
//! forces) is not, nor what follows from the seed.

use super::World;
use super::quarry::Inputs;
use crate::engine::bullets::Bullets;
use crate::engine::goals::Goals;
use crate::engine::group::Group;
use crate::engine::layout::Layout;
use crate::engine::params::WorldParams;
use crate::engine::scenery::{Obstacle, Wall};
use std::mem::size_of;

/// A world at one tick.
#[derive(Clone)]
pub struct Snapshot {
    params: WorldParams,
    /// With their parameters, and what their behaviors remember.
    groups: Vec<Group>,
    obstacles: Vec<Obstacle>,
    walls: Vec<Wall>,
    layout: Layout,
    goals: Goals,
    bullets: Bullets,
    seed: u32,
    tick: u64,
    inputs: Inputs,
    units: usize,
    /// The moving state, one quantity after the other.
    floats: Box<[f32]>,
    flags: Box<[u8]>,
}

impl Snapshot {
    /// Ticks since the start.
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// What it takes of memory, about, in bytes.
    pub fn bytes(&self) -> usize {
        let behaviors = self.groups.iter().flat_map(|group| &group.pipeline);
        // A boxed behavior with its parameters, and the allocator's own.
        let memories: usize = behaviors
            .map(|behavior| 256 + behavior.memory().map_or(0, |memory| memory.bytes()))
            .sum();
        size_of::<Self>()
            + self.groups.len() * size_of::<Group>()
            + self.obstacles.len() * size_of::<Obstacle>()
            + self.walls.len() * size_of::<Wall>()
            + self.layout.bytes()
            + self.goals.bytes()
            + self.bullets.bytes()
            + self.floats.len() * size_of::<f32>()
            + self.flags.len()
            + memories
    }
}

impl World {
    /// The present state. Take it between two ticks.
    pub fn save(&self) -> Snapshot {
        let units = self.agents.len();
        let moving = self.agents.moving();
        let mut floats = Vec::with_capacity(moving.len() * units);
        moving.into_iter().for_each(|quantity| floats.extend_from_slice(&quantity[..units]));
        Snapshot {
            params: self.params,
            groups: self.groups.clone(),
            obstacles: self.obstacles.clone(),
            walls: self.walls.clone(),
            layout: self.layout.clone(),
            goals: self.goals.state(),
            bullets: self.bullets.clone(),
            seed: self.seed,
            tick: self.tick,
            inputs: self.inputs(),
            units,
            floats: floats.into(),
            flags: self.agents.flags[..units].into(),
        }
    }

    /// Puts a state back that this world was in before. Until the next tick, nobody has neighbors
    /// or feels a force.
    pub fn load(&mut self, saved: &Snapshot) {
        let counts = |groups: &[Group]| -> Vec<usize> {
            groups.iter().map(|group| group.range.len()).collect()
        };
        let other_crowd = counts(&self.groups) != counts(&saved.groups) || self.seed != saved.seed;
        self.params = saved.params;
        self.groups.clone_from(&saved.groups);
        self.obstacles.clone_from(&saved.obstacles);
        self.walls.clone_from(&saved.walls);
        self.layout.clone_from(&saved.layout);
        self.blocked = self.blocked_tiles();
        (self.seed, self.tick) = (saved.seed, saved.tick);
        self.set_inputs(saved.inputs);
        if other_crowd {
            self.make_room(saved.units);
            self.tell_apart();
            for (group, grid) in self.groups.iter().zip(&mut self.grids) {
                grid.reserve(group.range.len());
            }
        } else {
            self.neighbors.resize(saved.units);
            self.steering.resize(saved.units);
        }
        self.size_units();
        for (quantity, kept) in
            self.agents.moving_mut().into_iter().zip(saved.floats.chunks_exact(saved.units.max(1)))
        {
            quantity[..saved.units].copy_from_slice(kept);
        }
        self.agents.flags[..saved.units].copy_from_slice(&saved.flags);
        self.goals.restore(&saved.goals, saved.units);
        self.bullets.restore(&saved.bullets);
    }
}
