//! The world: groups of units, scenery and the tick that moves them.

use crate::agents::{Agents, Role, UnitState};
use crate::behaviors::{Behavior, Controls, Plan, Scope, Steering, Target, contain};
use crate::bodies::{Body, Bounds, DT};
use crate::bullets::Bullets;
use crate::goals::Goals;
use crate::group::{Group, Spawn};
use crate::hash::StateHash;
use crate::math::{sin_cos, wrap_angle};
use crate::params::{TargetMode, WorldParams};
use crate::perception::grid::Grid;
use crate::perception::neighborhood::{Relation, Scan, Space, perceive};
use crate::perception::{Neighborhoods, Sight};
use crate::rng::{Rng, Stream};
use crate::scenery::edges::Edges;
use crate::scenery::{Obstacle, Wall, obstacles, walls};
use glam::Vec2;
use std::ops::Range;
use wide::f32x4;

/// How fast the pointer's measured velocity follows its motion: share per tick.
const POINTER_SMOOTHING: f32 = 0.2;

/// The plans of at most this many units of a group are drawn.
const MAX_PLANS: usize = 16;

/// Everything that moves and all that it moves in.
pub struct World {
    pub params: WorldParams,
    agents: Agents,
    groups: Vec<Group>,
    obstacles: Vec<Obstacle>,
    walls: Vec<Wall>,
    pub(crate) goals: Goals,
    pub(crate) bullets: Bullets,
    seed: u32,
    tick: u64,
    pointer: Pointer,
    controls: Controls,
    /// One per group.
    grids: Vec<Grid>,
    /// By viewing group: what the units of each group mean to it.
    relations: Vec<Vec<Relation>>,
    neighbors: Neighborhoods,
    steering: Steering,
}

/// Where the pointer is held, if it is.
#[derive(Clone, Copy, Debug, Default)]
struct Pointer {
    held: bool,
    /// It was touched since the last tick, however shortly.
    tapped: bool,
    position: Vec2,
    last: Vec2,
    velocity: Vec2,
}

/// What is hunted, for the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Quarry {
    Nobody,
    Pointer(Target),
    Unit(usize, Target),
}

impl Quarry {
    pub fn target(self) -> Option<Target> {
        match self {
            Quarry::Nobody => None,
            Quarry::Pointer(target) | Quarry::Unit(_, target) => Some(target),
        }
    }
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
            goals: Goals::default(),
            bullets: Bullets::default(),
            seed,
            tick: 0,
            pointer: Pointer::default(),
            controls: Controls::default(),
            grids: Vec::new(),
            relations: Vec::new(),
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
        for group in &mut self.groups {
            group.range = 0..0;
        }
        self.scatter_obstacles();
        self.populate();
    }

    pub fn agents(&self) -> &Agents {
        &self.agents
    }

    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// To change a group's parameters; [`refresh`](Self::refresh) makes the change take effect.
    pub fn group_mut(&mut self, index: usize) -> Option<&mut Group> {
        self.groups.get_mut(index)
    }

    pub fn obstacles(&self) -> &[Obstacle] {
        &self.obstacles
    }

    /// Replaces the obstacles.
    pub fn set_obstacles(&mut self, obstacles: Vec<Obstacle>) {
        self.obstacles = obstacles;
    }

    pub fn walls(&self) -> &[Wall] {
        &self.walls
    }

    pub fn bullets(&self) -> &Bullets {
        &self.bullets
    }

    pub(crate) fn agents_mut(&mut self) -> &mut Agents {
        &mut self.agents
    }

    pub fn seed(&self) -> u32 {
        self.seed
    }

    /// Ticks since the start.
    pub fn ticks(&self) -> u64 {
        self.tick
    }

    pub fn neighbors(&self) -> &Neighborhoods {
        &self.neighbors
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

    /// Holds the pointer at a world point: it is the target until [`release`](Self::release).
    pub fn hold_pointer(&mut self, position: Vec2) {
        if !position.is_finite() {
            return;
        }
        if !self.pointer.held {
            self.pointer =
                Pointer { held: true, tapped: true, last: position, ..Pointer::default() };
        }
        self.pointer.position = position;
    }

    pub fn release_pointer(&mut self) {
        self.pointer.held = false;
    }

    pub fn set_controls(&mut self, controls: Controls) {
        self.controls = controls;
    }

    /// The pointer while it is held, and for one tick if it was only tapped.
    pub(crate) fn pointer_target(&self) -> Option<Target> {
        let Pointer { held, tapped, position, velocity, .. } = self.pointer;
        (held || tapped).then_some(Target { position, velocity })
    }

    /// What is hunted now.
    pub fn quarry(&self) -> Quarry {
        if self.pointer.held {
            let Pointer { position, velocity, .. } = self.pointer;
            return Quarry::Pointer(Target { position, velocity });
        }
        let hunted = match self.params.target {
            TargetMode::Nobody => None,
            TargetMode::Player => self.first_of(Role::Player),
            TargetMode::Prey => self.first_of(Role::Prey),
        };
        hunted.map_or(Quarry::Nobody, |group| {
            let id = group.range.start;
            Quarry::Unit(id, self.target_at(id))
        })
    }

    /// Who hunts the prey: the nearest unit that is neither prey nor player. Nobody hunts a player
    /// in a way that it would know of.
    fn menace(&self, prey: usize) -> Option<Target> {
        if self.agents.role[prey] != Role::Prey as u8 {
            return None;
        }
        let hunters = self.groups.iter().filter(|group| group.role.counts_as_neighbor());
        let distance = |id: &usize| {
            let d = self.agents.position(*id) - self.agents.position(prey);
            Vec2::from(self.space().offset(d.x, d.y)).length_squared()
        };
        let nearest = hunters
            .flat_map(|group| group.range.clone())
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        Some(self.target_at(nearest))
    }

    fn target_at(&self, id: usize) -> Target {
        Target { position: self.agents.position(id), velocity: self.agents.velocity(id) }
    }

    /// The first group of a role that has units.
    fn first_of(&self, role: Role) -> Option<&Group> {
        self.groups.iter().find(|group| group.role == role && !group.range.is_empty())
    }

    /// Moves the world by one tick of 1/60 s: perceive, steer, move.
    ///
    /// Every unit reads the state of the last tick; nothing is allocated.
    pub fn tick(&mut self) {
        self.perceive();
        self.steer();
        self.advance();
    }

    /// First third of a tick: who sees whom, and who leads.
    pub fn perceive(&mut self) {
        self.sort();
        self.look();
    }

    /// The neighbor pass of every group, over the order that [`sort`](Self::sort) has made.
    pub fn look(&mut self) {
        for index in 0..self.groups.len() {
            let slots = 0..self.groups[index].range.len();
            self.perceive_slots(index, slots);
        }
    }

    /// Sorts the units of every group into its grid.
    pub fn sort(&mut self) {
        let WorldParams { width, height, .. } = self.params;
        for (group, grid) in self.groups.iter().zip(&mut self.grids) {
            if group.role.counts_as_neighbor() {
                let reach = group.sight().reach_factor() * group.crowd.length;
                grid.sort(&self.agents, group.range.clone(), width, height, reach);
            }
        }
    }

    /// The neighbor pass for some slots of a group's sorted order.
    pub(crate) fn perceive_slots(&mut self, index: usize, slots: Range<usize>) {
        let group = &self.groups[index];
        let sight = group.sight();
        if sight == Sight::BLIND || !group.role.counts_as_neighbor() {
            return;
        }
        let scan = Scan {
            viewers: &self.grids[index],
            grids: &self.grids,
            relations: &self.relations[index],
            sight,
            space: self.space(),
        };
        perceive::<f32x4>(&scan, slots, &mut self.neighbors, &mut self.agents.flags);
    }

    /// The crowd of the main group was dense enough for sums over rows in the last search.
    pub fn searches_by_rows(&self) -> bool {
        self.grids.first().is_some_and(Grid::is_dense)
    }

    /// The slot of a unit in its group's sorted order.
    pub(crate) fn slot_of(&self, group: usize, id: usize) -> Option<usize> {
        let grid = &self.grids[group];
        grid.id[..grid.len()].iter().position(|other| *other as usize == id)
    }

    /// Second third of a tick: every behavior adds its weighted force.
    pub fn steer(&mut self) {
        self.choose_goals();
        for index in 0..self.groups.len() {
            self.steer_units(index, self.groups[index].range.clone());
        }
    }

    /// The steering of some units of a group.
    pub(crate) fn steer_units(&mut self, index: usize, range: Range<usize>) {
        let mut steering = std::mem::take(&mut self.steering);
        let group = &self.groups[index];
        let scope = self.scope(index);
        steering.begin(range.clone(), group.body.cruise_thrust());
        steering.budget = group.budget();
        for behavior in &group.pipeline {
            self.steer_with(behavior.as_ref(), &scope, range.clone(), &mut steering);
        }
        self.contain(&scope, range, &mut steering);
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

    /// Adds the force that holds units inside containing edges.
    pub(crate) fn contain(&self, scope: &Scope, range: Range<usize>, steering: &mut Steering) {
        // Tiles end where the world ends.
        if self.params.edges == Edges::Contain && !self.groups[scope.group].body.is_tile() {
            contain(scope, range, steering);
        }
    }

    /// What the behaviors of a group may read.
    pub(crate) fn scope(&self, index: usize) -> Scope<'_> {
        let group = &self.groups[index];
        let quarry = self.quarry();
        let target = match quarry {
            Quarry::Unit(id, _) if group.range.contains(&id) => self.menace(id),
            _ => quarry.target(),
        };
        Scope {
            agents: &self.agents,
            neighbors: &self.neighbors,
            obstacles: &self.obstacles,
            space: self.space(),
            target,
            hunters: matches!(quarry, Quarry::Pointer(_)).then_some(self.params.pointer_hunters),
            controls: self.controls,
            grids: &self.grids,
            relations: &self.relations[index],
            group: index,
            force_scale: group.body.force_scale(),
            max_speed: group.body.max_speed(group.crowd.length),
            pace_spread: group.body.pace_spread(),
            goal: group.goal,
            goals: &self.goals,
            pointer: self.pointer_target(),
            leader: self.leader(),
            path: group.path,
            first: group.range.start,
            tick: self.tick,
            seed: self.seed,
            stepped: group.body.steps_at(self.tick),
        }
    }

    /// Last third of a tick: bodies move, behaviors with a memory take note.
    pub fn advance(&mut self) {
        let WorldParams { edges, width, height, .. } = self.params;
        let bounds = Bounds { edges, width, height, tick: self.tick };
        for group in &self.groups {
            group.body.integrate(&mut self.agents, group.range.clone(), &self.steering, bounds);
            walls::hold(&self.walls, &mut self.agents, group.range.clone());
        }
        for index in 0..self.groups.len() {
            let mut pipeline = std::mem::take(&mut self.groups[index].pipeline);
            let range = self.groups[index].range.clone();
            let scope = self.scope(index);
            for behavior in &mut pipeline {
                behavior.advance(&scope, range.clone());
            }
            self.groups[index].pipeline = pipeline;
        }
        self.note_orders();
        self.fight();
        self.track_pointer();
        self.place_prey();
        self.tick += 1;
    }

    /// The first unit of the first group of leaders.
    fn leader(&self) -> Option<Target> {
        let leads = |group: &&Group| group.role == Role::Leader && !group.range.is_empty();
        let id = self.groups.iter().find(leads)?.range.start;
        Some(Target { position: self.agents.position(id), velocity: self.agents.velocity(id) })
    }

    /// Puts a unit where its group starts, at a place that it draws anew.
    pub(crate) fn start_again(&mut self, id: usize) {
        let Some(group) = self.groups.iter().find(|group| group.range.contains(&id)) else {
            return;
        };
        let mut rng = Rng::new(self.seed, Stream::Again { unit: id, tick: self.tick });
        self.agents.set_state(id, place(group, &mut rng, &self.params, &self.obstacles));
        self.goals.forget(id);
    }

    /// Measures the velocity of the drag.
    fn track_pointer(&mut self) {
        let pointer = &mut self.pointer;
        pointer.tapped = false;
        let moved = (pointer.position - pointer.last) / DT;
        pointer.velocity += (moved - pointer.velocity) * POINTER_SMOOTHING;
        pointer.last = pointer.position;
    }

    /// On tiles, the prey goes where the pointer is held.
    fn place_prey(&mut self) {
        let Some(group) = self.first_of(Role::Prey).filter(|group| group.body.is_tile()) else {
            return;
        };
        if self.pointer.held {
            let id = group.range.start;
            let held = UnitState { position: self.pointer.position, ..self.agents.state(id) };
            let state = group.body.settle(held, self.params.width, self.params.height);
            self.agents.set_state(id, state);
        }
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

    /// The 64-bit hash of everything that the future of the run depends on, inputs aside.
    pub fn hash(&self) -> u64 {
        let mut hash = StateHash::new();
        hash.word(self.tick);
        self.agents.add_to_hash(&mut hash);
        self.goals.add_to_hash(&mut hash);
        self.bullets.add_to_hash(&mut hash);
        for behavior in self.groups.iter().flat_map(|group| &group.pipeline) {
            behavior.hash(&mut hash);
        }
        hash.finish()
    }

    /// Makes changed parameters take effect that shape the world or its population.
    pub fn refresh(&mut self) {
        self.scatter_obstacles();
        self.populate();
        self.keep_inside();
    }

    /// Moves units to the edge that a smaller world has left outside: perception across edges
    /// expects everybody inside.
    fn keep_inside(&mut self) {
        let WorldParams { width, height, .. } = self.params;
        let n = self.agents.len();
        for (places, extent) in [(&mut self.agents.x, width), (&mut self.agents.y, height)] {
            for place in &mut places[..n] {
                *place = place.clamp(0.0, extent);
            }
        }
    }

    fn scatter_obstacles(&mut self) {
        self.obstacles = obstacles::place(&self.params, self.seed);
        self.walls = walls::build(&self.params);
    }

    /// Gives every group its number of units: those that exist keep their state, new ones are
    /// placed by the seed.
    fn populate(&mut self) {
        let counts = self.groups.iter().map(|group| group.crowd.count as usize);
        let total = counts.clone().sum();
        let changed = counts.ne(self.groups.iter().map(|group| group.range.len()));
        if changed || total != self.agents.len() {
            self.move_in(total);
        }
        for group in &self.groups {
            self.agents.length[group.range.clone()].fill(group.crowd.length);
        }
    }

    fn move_in(&mut self, total: usize) {
        let old = std::mem::replace(&mut self.agents, Agents::with_len(total));
        let mut start = 0;
        for (index, group) in self.groups.iter_mut().enumerate() {
            let count = group.crowd.count as usize;
            let before = std::mem::replace(&mut group.range, start..start + count);
            let kept = before.len().min(count);
            let mut states: Vec<UnitState> = before.take(kept).map(|id| old.state(id)).collect();
            states.extend((kept..count).map(|unit| {
                let mut rng = Rng::new(self.seed, Stream::Placement { group: index, unit });
                place(group, &mut rng, &self.params, &self.obstacles)
            }));
            // Units that start near each other get ids near each other: what a tick reads and
            // writes for neighbors then lies close together in memory.
            states[kept..].sort_by_cached_key(|state| morton(state.position, &self.params));
            for (unit, (id, state)) in (start..).zip(states).enumerate() {
                let mut rng = Rng::new(self.seed, Stream::Pace { group: index, unit });
                self.agents.pace[id] = rng.range(-1.0, 1.0);
                self.agents.set_state(id, state);
                self.agents.role[id] = group.role as u8;
            }
            for behavior in &mut group.pipeline {
                behavior.reset(count);
            }
            start += count;
        }
        self.goals.reset(total, self.groups.len());
        self.bullets.reset(total, self.groups.iter().any(|group| group.gun.is_some()));
        self.neighbors.resize(total);
        self.steering.resize(total);
        self.grids.resize_with(self.groups.len(), Grid::default);
        for (group, grid) in self.groups.iter().zip(&mut self.grids) {
            grid.reserve(group.range.len());
        }
        let relation = |viewer: Role, other: Role| match () {
            () if !other.counts_as_neighbor() => Relation::Ignored,
            () if viewer == other => Relation::Flockmates,
            () => Relation::Crowd,
        };
        let roles: Vec<Role> = self.groups.iter().map(|group| group.role).collect();
        self.relations = roles
            .iter()
            .map(|viewer| roles.iter().map(|other| relation(*viewer, *other)).collect())
            .collect();
    }
}

/// A point mass that would start in an obstacle is placed anew, at most so often.
const MOST_PLACINGS: usize = 16;

/// Where a unit of a group starts.
fn place(group: &Group, rng: &mut Rng, world: &WorldParams, obstacles: &[Obstacle]) -> UnitState {
    let spawn = match group.crowd.start_radius {
        0.0 => group.spawn,
        radius => Spawn::Disk { radius },
    };
    let blocked = |at: Vec2| obstacles.iter().any(|o| o.center.distance(at) < o.radius);
    let standing = matches!(group.body, Body::Point(_));
    let (mut position, mut heading) = spawn.place(rng, world.width, world.height);
    for _ in 1..MOST_PLACINGS {
        if standing && blocked(position) {
            (position, heading) = spawn.place(rng, world.width, world.height);
        }
    }
    let (sine, cosine) = sin_cos(wrap_angle(heading));
    let speed = group.body.start_speed(group.crowd.length);
    let velocity = Vec2::new(cosine, sine) * speed;
    let state = UnitState { position, velocity, heading, omega: 0.0 };
    group.body.settle(state, world.width, world.height)
}

/// The place of a point along a Z-shaped curve through the world (Morton 1966).
fn morton(position: Vec2, world: &WorldParams) -> u32 {
    let share = position / Vec2::new(world.width, world.height);
    let spread = |x: f32| {
        let mut bits = (x * 65_535.0) as u32 & 0xffff;
        for (shift, mask) in
            [(8, 0x00ff_00ff), (4, 0x0f0f_0f0f), (2, 0x3333_3333), (1, 0x5555_5555)]
        {
            bits = (bits | (bits << shift)) & mask;
        }
        bits
    };
    spread(share.x) | (spread(share.y) << 1)
}
