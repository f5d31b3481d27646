//! The world: groups of units, scenery and the tick that moves them.

mod containment;
mod fight;
mod goals;
#[cfg(test)]
mod lanes;
mod layout;
mod perceive;
mod population;
mod quarry;
mod room;
mod routes;
pub mod slices;
mod snapshot;

pub(crate) use quarry::Inputs;
pub use quarry::Quarry;
pub use routes::Route;
pub use snapshot::Snapshot;

use crate::engine::agents::{Agents, Role, Target, UnitState};
use crate::engine::behaviors::{Behavior, Controls, Plan, Scope, Steering};
use crate::engine::bodies::Bounds;
use crate::engine::bullets::Bullets;
use crate::engine::goals::Goals;
use crate::engine::group::Group;
use crate::engine::hash::StateHash;
use crate::engine::layout::Layout;
use crate::engine::params::{Edges, WorldParams};
use crate::engine::perception::Neighborhoods;
use crate::engine::perception::grid::Grid;
use crate::engine::perception::neighborhood::Relation;
use crate::engine::scenery::{Obstacle, Space, Wall, walls};
use crate::engine::tiles::Blocked;
use glam::Vec2;
use quarry::Pointer;
use std::ops::Range;

/// The plans of at most this many units of a group are drawn.
const MAX_PLANS: usize = 16;

/// All behaviors of a group steer this many units before the next ones have their turn, so that
/// what they read stays in the processor's cache.
const STEER_BLOCK: usize = 1024;

/// Everything that moves and all that it moves in.
pub struct World {
    /// The world's own parameters; [`refresh`](Self::refresh) makes a change take effect.
    pub params: WorldParams,
    agents: Agents,
    groups: Vec<Group>,
    obstacles: Vec<Obstacle>,
    walls: Vec<Wall>,
    /// What a person has changed of the layout.
    layout: Layout,
    blocked: Blocked,
    goals: Goals,
    bullets: Bullets,
    seed: u32,
    tick: u64,
    pointer: Pointer,
    controls: Controls,
    /// One per group.
    grids: Vec<Grid>,
    /// By viewing group: what the units of each group mean to it.
    relations: Vec<Vec<Relation>>,
    /// Who hunted the prey when the units were last sorted.
    hunter: Option<Target>,
    neighbors: Neighborhoods,
    steering: Steering,
}

impl World {
    /// A world at tick 0 with its units placed.
    pub fn new(params: WorldParams, groups: Vec<Group>, seed: u32) -> Self {
        let mut world = Self {
            params,
            agents: Agents::default(),
            groups,
            obstacles: Vec::new(),
            walls: Vec::new(),
            layout: Layout::default(),
            blocked: Blocked::default(),
            goals: Goals::default(),
            bullets: Bullets::default(),
            seed,
            tick: 0,
            pointer: Pointer::default(),
            controls: Controls::default(),
            grids: Vec::new(),
            relations: Vec::new(),
            hunter: None,
            neighbors: Neighborhoods::default(),
            steering: Steering::default(),
        };
        world.restart(seed);
        world
    }

    /// Back to tick 0, with another seed or the same.
    pub fn restart(&mut self, seed: u32) {
        self.seed = seed;
        self.tick = 0;
        self.pointer = Pointer::default();
        self.controls = Controls::default();
        self.agents = Agents::default();
        self.goals = Goals::default();
        self.bullets = Bullets::default();
        for group in &mut self.groups {
            group.range = 0..0;
        }
        self.lay_out();
        self.move_in();
        self.size_units();
        self.clear_the_way();
    }

    /// All units.
    pub fn agents(&self) -> &Agents {
        &self.agents
    }

    /// The groups; each has its range of ids.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The group of a unit; `None` where there is no such unit.
    pub(crate) fn group_of(&self, id: usize) -> Option<usize> {
        self.groups.iter().position(|group| group.range.contains(&id))
    }

    /// To change a group's parameters; [`refresh`](Self::refresh) makes the change take effect.
    pub fn group_mut(&mut self, index: usize) -> Option<&mut Group> {
        self.groups.get_mut(index)
    }

    /// The round obstacles.
    pub fn obstacles(&self) -> &[Obstacle] {
        &self.obstacles
    }

    /// Replaces the obstacles.
    pub fn set_obstacles(&mut self, obstacles: Vec<Obstacle>) {
        self.obstacles = obstacles;
    }

    /// The walls.
    pub fn walls(&self) -> &[Wall] {
        &self.walls
    }

    /// The tiles on which nobody can stand.
    pub fn blocked(&self) -> &Blocked {
        &self.blocked
    }

    /// What soldiers have fired.
    pub fn bullets(&self) -> &Bullets {
        &self.bullets
    }

    pub(crate) fn agents_mut(&mut self) -> &mut Agents {
        &mut self.agents
    }

    /// What all randomness of the run follows from.
    pub fn seed(&self) -> u32 {
        self.seed
    }

    /// Ticks since the start.
    pub fn ticks(&self) -> u64 {
        self.tick
    }

    pub(crate) fn grids(&self) -> &[Grid] {
        &self.grids
    }

    /// What the last neighbor pass has found.
    pub fn neighbors(&self) -> &Neighborhoods {
        &self.neighbors
    }

    /// The steering that [`steer`](Self::steer) has summed, before any limit.
    pub fn steering(&self) -> &Steering {
        &self.steering
    }

    /// Puts a unit into a state, for tests and for editing.
    pub fn set_unit(&mut self, id: usize, state: UnitState) {
        if id < self.agents.len() {
            self.agents.set_state(id, state);
        }
    }

    /// Gives one unit another length than its group's.
    pub fn set_unit_length(&mut self, id: usize, length: f32) {
        if id < self.agents.len() {
            self.agents.length[id] = length;
        }
    }

    /// Sets the keys that are held from the next tick on.
    pub fn set_controls(&mut self, controls: Controls) {
        self.controls = controls;
    }

    /// Moves the world by one tick of 1/60 s: perceive, steer, move.
    ///
    /// Every unit reads the state of the last tick; nothing is allocated.
    pub fn tick(&mut self) {
        self.perceive();
        self.steer();
        self.advance();
    }

    /// Second third of a tick: every behavior adds its weighted force.
    pub fn steer(&mut self) {
        self.choose_goals();
        for index in 0..self.groups.len() {
            let Range { start, end } = self.groups[index].range;
            for first in (start..end).step_by(STEER_BLOCK) {
                self.steer_units(index, first..end.min(first + STEER_BLOCK));
            }
        }
    }

    /// The steering of some units of a group.
    pub(crate) fn steer_units(&mut self, index: usize, range: Range<usize>) {
        let mut steering = std::mem::take(&mut self.steering);
        let group = &self.groups[index];
        let scope = self.scope_as_sorted(index);
        steering.begin(range.clone(), group.body.cruise_thrust(), group.budget());
        for behavior in &group.pipeline {
            self.steer_with(behavior.as_ref(), &scope, range.clone(), &mut steering);
        }
        self.contain(&scope, range, &mut steering);
        self.steering = steering;
    }

    /// Lends out the steering arrays between two ticks, which begin anew at each.
    pub(crate) fn with_steering(&mut self, work: impl FnOnce(&Self, &mut Steering)) {
        let mut steering = std::mem::take(&mut self.steering);
        work(self, &mut steering);
        self.steering = steering;
    }

    /// Adds one behavior's weighted force.
    pub(crate) fn steer_with(
        &self,
        behavior: &dyn Behavior,
        scope: &Scope,
        range: Range<usize>,
        steering: &mut Steering,
    ) {
        let weight = behavior.weight();
        if weight != 0.0 {
            steering.set_weight(weight);
            steering.keep(range.clone());
            behavior.steer(scope, range.clone(), steering);
            steering.spend(range);
        }
    }

    /// Adds the force that holds units inside containing edges; false where they do not contain.
    pub(crate) fn contain(
        &self,
        scope: &Scope,
        range: Range<usize>,
        steering: &mut Steering,
    ) -> bool {
        // Tiles end where the world ends.
        let contains =
            self.params.edges == Edges::Contain && !self.groups[scope.group].body.is_tile();
        if contains {
            containment::contain(scope, range, steering);
        }
        contains
    }

    /// What the behaviors of a group may read.
    pub(crate) fn scope(&self, index: usize) -> Scope<'_> {
        self.scope_with(index, || self.find_hunter())
    }

    /// The same for a part of the group, until somebody moves: a search for the prey's hunter in
    /// every part would take as long as the parts times the hunters.
    pub(crate) fn scope_as_sorted(&self, index: usize) -> Scope<'_> {
        self.scope_with(index, || self.hunter)
    }

    fn scope_with(&self, index: usize, hunter: impl FnOnce() -> Option<Target>) -> Scope<'_> {
        let group = &self.groups[index];
        let quarry = self.quarry();
        let target = match quarry {
            Quarry::Unit(id, _) if !group.range.contains(&id) => quarry.target(),
            Quarry::Unit(..) if group.role == Role::Prey => hunter(),
            Quarry::Unit(..) => None,
            Quarry::Nobody | Quarry::Pointer(_) => quarry.target(),
        };
        Scope {
            agents: &self.agents,
            neighbors: &self.neighbors,
            obstacles: &self.obstacles,
            space: self.space(),
            wraps: self.params.edges == Edges::Wrap,
            target,
            hunters: matches!(quarry, Quarry::Pointer(_)).then_some(self.params.pointer_hunters),
            controls: self.controls,
            grids: &self.grids,
            relations: &self.relations[index],
            group: index,
            force_scale: group.body.force_scale(),
            stiffest: group.body.stiffest(),
            max_speed: group.body.max_speed(group.crowd.length),
            pace_spread: group.body.pace_spread(),
            goal: group.goal,
            goals: &self.goals,
            pointer: self.pointer_target(),
            leader: self.leader(),
            path: self.path_of(index),
            blocked: &self.blocked,
            first: group.range.start,
            tick: self.tick,
            seed: self.seed,
            stepped: group.body.steps_at(self.tick),
        }
    }

    /// Last third of a tick: bodies move, behaviors with a memory take note.
    pub fn advance(&mut self) {
        let WorldParams { edges, width, height, .. } = self.params;
        let bounds = Bounds { edges, width, height, tick: self.tick, blocked: &self.blocked };
        let size = Vec2::new(width, height);
        for group in &self.groups {
            group.body.integrate(&mut self.agents, group.range.clone(), &self.steering, bounds);
            walls::hold(&self.walls, &mut self.agents, group.range.clone(), size);
        }
        for index in 0..self.groups.len() {
            let mut pipeline = std::mem::take(&mut self.groups[index].pipeline);
            let range = self.groups[index].range.clone();
            let scope = self.scope(index);
            for memory in pipeline.iter_mut().filter_map(|behavior| behavior.memory_mut()) {
                memory.advance(&scope, range.clone());
            }
            self.groups[index].pipeline = pipeline;
        }
        self.keep_goals();
        self.note_orders();
        self.fight();
        self.track_pointer();
        self.place_prey();
        self.tick += 1;
    }

    /// The ways that units mean to go, for drawing: (unit, way), for a few units of each group.
    pub fn plans(&self) -> Vec<(usize, Plan)> {
        let mut plans = Vec::new();
        for (index, group) in self.groups.iter().enumerate() {
            let scope = self.scope(index);
            for id in group.range.clone().take(MAX_PLANS) {
                let active = group.pipeline.iter().filter(|behavior| behavior.weight() != 0.0);
                plans.extend(active.filter_map(|b| b.plan(&scope, id)).map(|plan| (id, plan)));
            }
        }
        plans
    }

    pub(crate) fn space(&self) -> Space {
        let WorldParams { width, height, toroidal, edges, .. } = self.params;
        Space { width, height, torus: toroidal && edges == Edges::Wrap }
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
        let behaviors = self.groups.iter().flat_map(|group| &group.pipeline);
        for memory in behaviors.filter_map(|behavior| behavior.memory()) {
            memory.hash(&mut hash);
        }
        hash.finish()
    }

    /// Applies changed parameters that shape the world or its population.
    pub fn refresh(&mut self) {
        self.lay_out();
        self.populate();
        self.keep_inside();
        self.clear_the_way();
    }
}
