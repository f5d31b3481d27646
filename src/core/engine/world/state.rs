//! The state of a world: all that a tick changes, and all that it goes by.
//!
//! It is plain data. A copy is the run at that tick: put back, it goes on from there, to the
//! bit. What every tick makes anew (grids, neighborhoods, forces) is in the
//! [`Workspace`](super::Workspace).

use super::inputs::Inputs;
use crate::engine::agents::{Agents, Target};
use crate::engine::behaviors::Memory;
use crate::engine::bodies::Bounds;
use crate::engine::bullets::Bullets;
use crate::engine::goals::Goals;
use crate::engine::group::Group;
use crate::engine::hash::StateHash;
use crate::engine::layout::{Layout, is_on_tiles};
use crate::engine::limits::{MOST_COUNTED, MOST_UNITS};
use crate::engine::params::{Edges, WorldParams};
use crate::engine::rounds::Rounds;
use crate::engine::scenery::{Obstacle, Space, Wall, WallGrid};
use crate::engine::tape::{Tape, Taped};
use crate::engine::tiles::Blocked;
use crate::schema::{Params, Plain};
use glam::Vec2;
use std::mem::size_of;

/// A world at one tick.
#[derive(Clone)]
pub struct State {
    /// The world's own parameters.
    pub params: WorldParams,
    pub(super) agents: Agents,
    /// With their parameters, and what their behaviors remember.
    pub(super) groups: Vec<Group>,
    pub(super) scenery: Scenery,
    pub(super) goals: Goals,
    pub(super) bullets: Bullets,
    pub(super) rounds: Rounds,
    pub(super) seed: u32,
    pub(super) tick: u64,
    pub(super) inputs: Inputs,
    /// Groups get no more units than a link may ask for.
    pub(super) limited: bool,
}

/// Obstacles, walls and blocked tiles. `layout` owns what a person or a program has put up; the other
/// fields are derived from it, from parameters and from the seed, by `State::lay_out` alone.
#[derive(Clone, Default)]
pub(super) struct Scenery {
    pub obstacles: Vec<Obstacle>,
    pub walls: WallGrid,
    pub blocked: Blocked,
    /// Scenery and places to start that were set by a link, the editor or a program.
    pub layout: Layout,
}

impl State {
    /// All units.
    pub fn agents(&self) -> &Agents {
        &self.agents
    }

    /// The groups; each has its range of ids.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The group of a unit; `None` where there is no such unit.
    pub fn group_of(&self, id: usize) -> Option<usize> {
        self.groups.iter().position(|group| group.range.contains(&id))
    }

    /// The round obstacles.
    pub fn obstacles(&self) -> &[Obstacle] {
        &self.scenery.obstacles
    }

    /// The walls.
    pub fn walls(&self) -> &[Wall] {
        self.scenery.walls.walls()
    }

    /// The blocked tiles.
    pub(crate) fn blocked(&self) -> &Blocked {
        &self.scenery.blocked
    }

    /// What has been edited of the scene's layout.
    pub fn layout(&self) -> &Layout {
        &self.scenery.layout
    }

    /// What soldiers have fired.
    pub fn bullets(&self) -> &Bullets {
        &self.bullets
    }

    /// Who has won how often.
    pub fn rounds(&self) -> &Rounds {
        &self.rounds
    }

    /// What all randomness of the run follows from.
    pub fn seed(&self) -> u32 {
        self.seed
    }

    /// Ticks since the start.
    pub fn ticks(&self) -> u64 {
        self.tick
    }

    /// The world as perception sees it.
    pub fn space(&self) -> Space {
        let WorldParams { width, height, toroidal, edges, .. } = self.params;
        Space { width, height, torus: toroidal && edges == Edges::Wrap }
    }

    /// Its extent, u.
    pub(super) fn size(&self) -> Vec2 {
        Vec2::new(self.params.width, self.params.height)
    }

    /// The world as bodies meet it.
    pub fn bounds(&self) -> Bounds<'_> {
        let WorldParams { edges, width, height, .. } = self.params;
        Bounds { edges, width, height, tick: self.tick, blocked: &self.scenery.blocked }
    }

    /// The offset from one unit to another as perception sees it, world units.
    pub fn offset(&self, from: usize, to: usize) -> Vec2 {
        self.space().between(self.agents.position(from), self.agents.position(to))
    }

    /// Whether all units walk on tiles: then only blocked tiles can stand in the way.
    pub(crate) fn is_on_tiles(&self) -> bool {
        is_on_tiles(&self.groups)
    }

    /// Whether the units of a group look around: whether the neighbor search serves them.
    pub fn looks(&self, index: usize) -> bool {
        let group = &self.groups[index];
        group.role.counts_as_neighbor() && !group.sight().is_blind()
    }

    /// Whether they do so in the coming tick, and do not go by what they saw before.
    pub(super) fn looks_now(&self, index: usize) -> bool {
        self.looks(index) && !self.groups[index].goes_by_last_look(self.tick)
    }

    /// The 64-bit hash of all that ticks change and the future of the run depends on: of the units,
    /// what they have in mind, bullets, and the memory of behaviors. Parameters, scenery and inputs
    /// have no part in it.
    pub fn hash(&self) -> u64 {
        let mut hash = StateHash::new();
        hash.word(self.tick);
        self.agents.add_to_hash(&mut hash);
        self.goals.add_to_hash(&mut hash);
        self.bullets.add_to_hash(&mut hash);
        self.rounds.add_to_hash(&mut hash);
        let behaviors = self.groups.iter().flat_map(|group| &group.pipeline);
        for memory in behaviors.filter_map(|behavior| behavior.memory()) {
            memory.hash(&mut hash);
        }
        self.groups.iter().for_each(|group| group.kept.hash(&mut hash));
        hash.finish()
    }

    /// Goes over all that changes in a run of a link: on reading, into a state of the same one.
    pub(crate) fn tape(&mut self, tape: &mut Tape) {
        let (mut total, groups) = (0, self.groups.len());
        for group in &mut self.groups {
            let mut count = group.range.len();
            tape.below(&mut count, MOST_COUNTED);
            group.placed.tape(tape);
            group.target.tape(tape);
            group.range = total..total + count;
            total += count;
            for at in 0.. {
                let placed = group.placed as f32;
                let Some(part) = group.part_mut(at) else { break };
                numbers(part, placed, tape);
            }
        }
        numbers(&mut self.params, 0.0, tape);
        let is_group =
            |group: &Group| !matches!(group.target, Some(Target::Group(other)) if other >= groups);
        tape.check(self.groups.iter().all(is_group));
        // A round begins with all of them.
        let placed: usize = self.groups.iter().map(|group| group.placed as usize).sum();
        tape.check(placed == total);
        // A unit takes more bytes than this.
        let fits = tape.has(32 * total);
        tape.check(fits);
        if !fits {
            return;
        }
        self.limited &= total <= MOST_UNITS;
        if tape.reads() {
            self.agents = Agents::with_len(total);
            let roles = self.agents.roles_mut();
            for group in &self.groups {
                roles[group.range.clone()].fill(group.role as u8);
            }
        }
        self.agents.tape(tape);
        let (agents, size) = (&self.agents, self.size());
        let is_inside = |id| agents.position(id) == agents.position(id).clamp(Vec2::ZERO, size);
        tape.check((0..total).all(is_inside));
        self.scenery.obstacles.tape(tape);
        let mut walls = self.walls().to_vec();
        walls.tape(tape);
        if tape.reads() {
            self.scenery.walls = WallGrid::new(walls);
        }
        self.scenery.layout.tape(tape, groups);
        self.goals.tape(tape, total);
        self.bullets.tape(tape, total);
        self.rounds.tape(tape);
        self.tick.tape(tape);
        tape.check(self.rounds.begun() <= self.tick);
        self.inputs.tape(tape);
        for group in &mut self.groups {
            if tape.reads() {
                group.resize_memories(group.range.len());
            }
            group.memories().for_each(|memory| memory.tape(tape));
        }
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
            + size_of_val(self.obstacles())
            + self.scenery.walls.bytes()
            + self.layout().bytes()
            + self.agents.bytes()
            + self.goals.bytes()
            + self.bullets.bytes()
            + self.rounds.bytes()
            + self.groups.iter().map(|group| group.kept.bytes()).sum::<usize>()
            + memories
    }
}

/// Goes over numbers within their ranges. Of units, as many as were `placed` there may be.
fn numbers(of: &mut dyn Params, placed: f32, tape: &mut Tape) {
    for at in 0..of.specs().len() {
        let (spec, mut value) = (&of.specs()[at], of.get(at));
        value.tape(tape);
        let counts = spec.plain == Some(Plain::HowMany);
        let most = if counts { spec.max.max(placed) } else { spec.max };
        tape.check((spec.min..=most).contains(&value));
        if tape.reads() {
            of.set(at, value.clamp(spec.min, most));
        }
    }
}
