//! State of a world: everything that a tick changes or depends on.
//!
//! The state is plain data. If a copy of an earlier state is put back, the run continues from it,
//! bit for bit. Data that every tick recomputes (grids, neighborhoods, forces) is in the
//! [`Workspace`](super::Workspace).

use super::inputs::UserInputs;
use super::unit_settings::UnitSettings;
use crate::engine::agents::{Agents, Target};
use crate::engine::behaviors::Memory;
use crate::engine::bodies::WorldBounds;
use crate::engine::bullets::Bullets;
use crate::engine::codec::{Coded, StateCodec};
use crate::engine::goals::UnitGoals;
use crate::engine::group::Group;
use crate::engine::hash::StateHash;
use crate::engine::layout::{Layout, is_on_tiles};
use crate::engine::limits::{MAX_EXACT_COUNT, MAX_UNITS};
use crate::engine::params::{Edges, WorldParams};
use crate::engine::rounds::Rounds;
use crate::engine::scenery::{Obstacle, Space, Wall, WallGrid};
use crate::engine::tiles::BlockedTiles;
use crate::schema::{Params, PlainControl};
use glam::Vec2;
use std::mem::size_of;

/// Complete state of a world at one tick.
#[derive(Clone)]
pub struct State {
    /// Parameters of the world itself, such as its size and edges.
    pub params: WorldParams,
    pub(super) agents: Agents,
    /// Groups of units, with their parameters and the memories of their behaviors.
    pub(super) groups: Vec<Group>,
    pub(super) scenery: Scenery,
    pub(super) goals: UnitGoals,
    pub(super) bullets: Bullets,
    pub(super) rounds: Rounds,
    pub(super) seed: u32,
    pub(super) tick: u64,
    pub(super) inputs: UserInputs,
    /// Settings of single units that have any, in ascending order of their handles.
    pub(super) unit_settings: Vec<UnitSettings>,
    /// Whether the numbers of units are limited to what a link may ask for.
    pub(super) is_limited: bool,
}

/// Obstacles, walls and blocked tiles. `layout` contains the parts that a person or a program has
/// edited. `State::place_scenery` alone derives the other fields, from `layout`, the parameters and
/// the seed.
#[derive(Clone, Default)]
pub(super) struct Scenery {
    pub obstacles: Vec<Obstacle>,
    pub walls: WallGrid,
    pub blocked: BlockedTiles,
    /// Scenery and start positions that were set by a link, the editor or a program.
    pub layout: Layout,
}

impl State {
    /// All units, as one array per quantity, indexed by id.
    pub fn agents(&self) -> &Agents {
        &self.agents
    }

    /// Groups of units; the ids of a group's units are a contiguous range.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Index of the group that a unit belongs to; `None` if there is no unit with this id.
    pub fn group_of(&self, id: usize) -> Option<usize> {
        self.groups.iter().position(|group| group.ids.contains(&id))
    }

    /// Round obstacles of the world.
    pub fn obstacles(&self) -> &[Obstacle] {
        &self.scenery.obstacles
    }

    /// Walls of the world.
    pub fn walls(&self) -> &[Wall] {
        self.scenery.walls.walls()
    }

    /// Blocked tiles of the world.
    pub(crate) fn blocked_tiles(&self) -> &BlockedTiles {
        &self.scenery.blocked
    }

    /// Layout of the scene, as far as it was edited.
    pub fn layout(&self) -> &Layout {
        &self.scenery.layout
    }

    /// Flying bullets, and the time until each unit can fire again.
    pub fn bullets(&self) -> &Bullets {
        &self.bullets
    }

    /// Scores of the groups, and the sequence of rounds.
    pub fn rounds(&self) -> &Rounds {
        &self.rounds
    }

    /// Seed from which all random numbers of the run follow.
    pub fn seed(&self) -> u32 {
        self.seed
    }

    /// Number of ticks since the start of the run.
    pub fn ticks(&self) -> u64 {
        self.tick
    }

    /// Geometry in which units perceive: size of the world, and whether offsets wrap around its
    /// edges.
    pub fn space(&self) -> Space {
        let WorldParams { width, height, toroidal, edges, .. } = self.params;
        Space { width, height, is_torus: toroidal && edges == Edges::Wrap }
    }

    /// Width and height of the world, u.
    pub(super) fn size(&self) -> Vec2 {
        Vec2::new(self.params.width, self.params.height)
    }

    /// Geometry in which bodies move: size, edges and blocked tiles of the world.
    pub fn bounds(&self) -> WorldBounds<'_> {
        let WorldParams { edges, width, height, .. } = self.params;
        WorldBounds { edges, width, height, tick: self.tick, blocked: &self.scenery.blocked }
    }

    /// Offset from one unit to another as perception measures it, u: on a torus, to the nearest
    /// image.
    pub fn offset(&self, from: usize, to: usize) -> Vec2 {
        self.space().offset_between(self.agents.position(from), self.agents.position(to))
    }

    /// Whether all units move on tiles; blocked tiles are the only obstacles in that case.
    pub(crate) fn is_on_tiles(&self) -> bool {
        is_on_tiles(&self.groups)
    }

    /// Whether the neighbor search runs for the units of a group: their role takes part in
    /// flocking, and they have a view.
    pub fn group_perceives(&self, index: usize) -> bool {
        let group = &self.groups[index];
        group.role.counts_as_neighbor() && !group.sight().is_blind()
    }

    /// Whether the neighbor search runs for a group in the coming tick. Otherwise its units use the
    /// saved results of an earlier tick.
    pub(super) fn perceives_now(&self, index: usize) -> bool {
        self.group_perceives(index) && !self.groups[index].uses_saved_perception(self.tick)
    }

    /// Returns the 64-bit hash of everything that ticks change and later ticks depend on: units,
    /// goals, bullets, rounds and the memories of behaviors. Parameters, scenery and inputs are not
    /// hashed.
    pub fn hash(&self) -> u64 {
        let mut hash = StateHash::new();
        hash.add_word(self.tick);
        self.agents.add_to_hash(&mut hash);
        self.goals.add_to_hash(&mut hash);
        self.bullets.add_to_hash(&mut hash);
        if self.has_rounds() || self.rounds.has_catches() {
            self.rounds.add_to_hash(&mut hash);
        }
        let behaviors = self.groups.iter().flat_map(|group| &group.pipeline);
        for memory in behaviors.filter_map(|behavior| behavior.memory()) {
            memory.hash(&mut hash);
        }
        self.groups.iter().for_each(|group| group.perception_cache.hash(&mut hash));
        hash.finish()
    }

    /// Writes or reads everything that changes in a run of a link. Reading requires a state that
    /// was opened from the same link.
    pub(crate) fn encode_or_decode(&mut self, codec: &mut StateCodec) {
        let (mut total, groups) = (0, self.groups.len());
        for group in &mut self.groups {
            let mut count = group.ids.len();
            codec.index_below(&mut count, MAX_EXACT_COUNT);
            group.placed_count.encode_or_decode(codec);
            group.caught_count.encode_or_decode(codec);
            group.target.encode_or_decode(codec);
            group.ids = total..total + count;
            total += count;
            for at in 0.. {
                let placed = group.placed_count.saturating_add(group.caught_count) as f32;
                let Some(part) = group.param_block_mut(at) else { break };
                encode_or_decode_params(part, placed, codec);
            }
        }
        encode_or_decode_params(&mut self.params, 0.0, codec);
        let is_group =
            |group: &Group| !matches!(group.target, Some(Target::Group(other)) if other >= groups);
        codec.require(self.groups.iter().all(is_group));
        // A round restarts `placed` units in each group, so these numbers must add up to the number
        // of all units.
        let placed: usize = self.groups.iter().map(|group| group.placed_count as usize).sum();
        codec.require(placed == total);
        // A number of units for which the input is too short is rejected: a unit takes more than 32
        // bytes.
        let fits = codec.has_unread(32 * total);
        codec.require(fits);
        if !fits {
            return;
        }
        self.is_limited &= total <= MAX_UNITS;
        if codec.is_reading() {
            self.agents = Agents::with_len(total);
            let roles = self.agents.roles_mut();
            for group in &self.groups {
                roles[group.ids.clone()].fill(group.role as u8);
            }
        }
        self.agents.encode_or_decode(codec);
        let (agents, size) = (&self.agents, self.size());
        let is_inside = |id| agents.position(id) == agents.position(id).clamp(Vec2::ZERO, size);
        codec.require((0..total).all(is_inside));
        self.scenery.obstacles.encode_or_decode(codec);
        let mut walls = self.walls().to_vec();
        walls.encode_or_decode(codec);
        if codec.is_reading() {
            self.scenery.walls = WallGrid::new(walls);
        }
        self.scenery.layout.encode_or_decode(codec, groups);
        self.goals.encode_or_decode(codec, total);
        self.bullets.encode_or_decode(codec, total);
        self.rounds.encode_or_decode(codec);
        self.tick.encode_or_decode(codec);
        codec.require(self.rounds.round_start_tick() <= self.tick);
        self.inputs.encode_or_decode(codec);
        self.unit_settings.encode_or_decode(codec);
        codec.require(self.are_unit_settings_sound());
        for group in &mut self.groups {
            if codec.is_reading() {
                group.resize_memories(group.ids.len());
            }
            for memory in group.memories() {
                memory.encode_or_decode(codec);
                codec.require(memory.is_sound());
            }
        }
    }

    /// Sets the memories of a group's rules to their first values.
    pub(super) fn restart_memories(&mut self, index: usize) {
        let Some(group) = self.groups.get_mut(index) else { return };
        let rules = group.pipeline.iter_mut().filter(|behavior| behavior.has_memory());
        for memory in rules.filter_map(|behavior| behavior.memory_mut()) {
            memory.resize(0);
            memory.resize(group.ids.len());
        }
        self.draw_initial_values();
    }

    /// Draws the random numbers with which the memories of new units begin.
    pub(super) fn draw_initial_values(&mut self) {
        let handles = &self.agents.handle;
        for group in &mut self.groups {
            let handles = handles.get(group.ids.clone()).unwrap_or_default();
            group.memories().for_each(|memory| memory.draw_initial_values(self.seed, handles));
        }
    }

    /// Estimated memory use of the state, bytes.
    pub fn estimated_bytes(&self) -> usize {
        let behaviors = self.groups.iter().flat_map(|group| &group.pipeline);
        // A boxed behavior is assumed to take 256 bytes, with its parameters and the allocator's
        // overhead.
        let memories: usize = behaviors
            .map(|behavior| 256 + behavior.memory().map_or(0, |memory| memory.heap_bytes()))
            .sum();
        size_of::<Self>()
            + self.groups.len() * size_of::<Group>()
            + size_of_val(self.obstacles())
            + self.scenery.walls.heap_bytes()
            + self.layout().heap_bytes()
            + self.agents.heap_bytes()
            + self.goals.heap_bytes()
            + self.bullets.heap_bytes()
            + size_of_val(&*self.unit_settings)
            + self.rounds.heap_bytes()
            + self.groups.iter().map(|group| group.perception_cache.heap_bytes()).sum::<usize>()
            + memories
    }
}

/// Writes or reads parameters and texts, and checks their ranges. The number of units in a group
/// may exceed its range up to `placed`, the number of units that exist.
fn encode_or_decode_params(of: &mut dyn Params, placed: f32, codec: &mut StateCodec) {
    for at in 0..of.specs().len() {
        let (spec, mut value) = (&of.specs()[at], of.get(at));
        value.encode_or_decode(codec);
        let counts = spec.plain_control == Some(PlainControl::UnitCount);
        let most = if counts { spec.max.max(placed) } else { spec.max };
        codec.require((spec.min..=most).contains(&value));
        if codec.is_reading() {
            of.set(at, value.clamp(spec.min, most));
        }
    }
    for at in 0..of.texts().len() {
        let before = of.text(at);
        let mut text = before.clone().into_bytes();
        codec.text(&mut text);
        let text = String::from_utf8(text).unwrap_or_default();
        let is_sound = text == before || of.set_text(at, &text).is_ok();
        codec.require(is_sound);
    }
}
