//! Who is in the world, and where everybody starts.

use super::inputs::Inputs;
use super::state::{Scenery, State};
use crate::engine::agents::{Agents, UnitState};
use crate::engine::bodies::Body;
use crate::engine::bullets::Bullets;
use crate::engine::goals::Goals;
use crate::engine::group::Group;
use crate::engine::math::{sin_cos, wrap_angle};
use crate::engine::params::WorldParams;
use crate::engine::rng::{Rng, Stream};
use crate::engine::scenery::{Area, Discs};
use crate::engine::sort::sort_by_number;
use crate::engine::tiles::{Tiles, center};
use glam::Vec2;

impl State {
    /// Tick 0, with all units placed.
    pub(super) fn new(params: WorldParams, groups: Vec<Group>, seed: u32) -> Self {
        let mut state = Self {
            params,
            agents: Agents::default(),
            groups,
            scenery: Scenery::default(),
            goals: Goals::default(),
            bullets: Bullets::default(),
            seed,
            tick: 0,
            inputs: Inputs::default(),
        };
        state.restart(seed);
        state
    }

    /// Back to tick 0, with another seed or the same.
    pub(super) fn restart(&mut self, seed: u32) {
        self.seed = seed;
        self.tick = 0;
        self.inputs = Inputs::default();
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

    /// Applies changed parameters that shape the world or its population.
    pub(super) fn refresh(&mut self) {
        self.lay_out();
        let counts = self.groups.iter().map(|group| group.crowd.count as usize);
        if counts.ne(self.groups.iter().map(|group| group.range.len())) {
            self.move_in();
        }
        self.size_units();
        self.keep_inside();
        self.clear_the_way();
    }

    /// Replaces the groups: units of groups that were there before, by their keys, stay.
    pub(super) fn set_groups(&mut self, mut groups: Vec<Group>) {
        let old = std::mem::take(&mut self.groups);
        let place_of = |index: usize| {
            let key = old.get(index)?.key;
            groups.iter().position(|group| group.key == key)
        };
        let layout = &mut self.scenery.layout;
        for (index, nodes) in std::mem::take(&mut layout.paths) {
            layout.paths.extend(place_of(index).map(|place| (place, nodes)));
        }
        for (index, area) in std::mem::take(&mut layout.starts) {
            layout.starts.extend(place_of(index).map(|place| (place, area)));
        }
        for group in &mut groups {
            let before = old.iter().find(|other| other.key == group.key);
            group.range = before.map_or(0..0, |other| other.range.clone());
        }
        self.groups = groups;
        self.lay_out();
        self.move_in();
        self.size_units();
        self.clear_the_way();
    }

    /// Moves units that a smaller world has left outside to its edge: perception across edges
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

    /// Gives every unit the length of its group.
    fn size_units(&mut self) {
        for group in &self.groups {
            self.agents.lengths_mut()[group.range.clone()].fill(group.crowd.length);
        }
    }

    /// Gives every unit its role, and the pace that it has from the seed.
    fn tell_apart(&mut self) {
        for (index, group) in self.groups.iter().enumerate() {
            self.agents.roles_mut()[group.range.clone()].fill(group.role as u8);
            let paces = &mut self.agents.paces_mut()[group.range.clone()];
            for (unit, pace) in paces.iter_mut().enumerate() {
                let mut rng = Rng::new(self.seed, Stream::Pace { group: index, unit });
                *pace = rng.range(-1.0, 1.0);
            }
        }
    }

    /// Gives every group as many units as its parameters say, which may be none: those that exist
    /// keep their state, new ones are placed by the seed.
    fn move_in(&mut self) {
        let total = self.groups.iter().map(|group| group.crowd.count as usize).sum();
        let armed = self.groups.iter().any(|group| group.gun.is_some());
        let minded = self.groups.iter().any(|group| group.goal.is_some());
        let old = std::mem::replace(&mut self.agents, Agents::with_len(total));
        let goals = Goals::with_room(if minded { total } else { 0 }, self.groups.len());
        let goals = std::mem::replace(&mut self.goals, goals);
        let bullets = std::mem::replace(&mut self.bullets, Bullets::with_room(total, armed));
        self.goals.keep_orders(&goals);
        self.bullets.keep_flying(&bullets);
        let size = self.size();
        let discs = Discs::new(&self.scenery.obstacles, size, total);
        let mut start = 0;
        for (index, group) in self.groups.iter_mut().enumerate() {
            let count = group.crowd.count as usize;
            let before = std::mem::replace(&mut group.range, start..start + count);
            let kept = before.start..before.start + before.len().min(count);
            self.goals.keep_units(&goals, kept.clone(), start);
            self.bullets.keep_units(&bullets, kept.clone(), start);
            let mut states: Vec<UnitState> = kept.clone().map(|id| old.state(id)).collect();
            let kept = kept.len();
            states.extend((kept..count).map(|unit| {
                let mut rng = Rng::new(self.seed, Stream::Placement { group: index, unit });
                let area = self.scenery.layout.start(index);
                place(group, area, &mut rng, size, &discs)
            }));
            // Units that start near each other get ids near each other: what a tick reads and
            // writes for neighbors then lies close together in memory.
            sort_by_number(&mut states[kept..], |state| morton(state.position, &self.params));
            for (id, state) in (start..).zip(states) {
                self.agents.set_state(id, state);
            }
            let parts = group.pipeline.iter_mut();
            for memory in parts.filter_map(|behavior| behavior.memory_mut()) {
                memory.resize(kept);
                memory.resize(count);
            }
            start += count;
        }
        self.tell_apart();
    }

    /// Puts a unit where its group starts, at a place that it draws anew.
    pub(super) fn start_again(&mut self, id: usize) {
        let Some(index) = self.group_of(id) else { return };
        let (group, area) = (&self.groups[index], self.layout().start(index));
        let mut rng = Rng::new(self.seed, Stream::Again { unit: id, tick: self.tick });
        let size = self.size();
        let state = place(group, area, &mut rng, size, &Discs::new(self.obstacles(), size, 1));
        self.agents.set_state(id, state);
        self.goals.forget(id);
    }

    /// Moves units out of edited obstacles and off blocked tiles. Whoever drove inward loses that
    /// part of the speed.
    pub(super) fn clear_the_way(&mut self) {
        let size = self.size();
        let Scenery { obstacles, blocked, layout, .. } = &self.scenery;
        if layout.obstacles.is_some() {
            let discs = Discs::new(obstacles, size, self.agents.len());
            for id in 0..self.agents.len() {
                push_out(&mut self.agents, id, &discs, size);
            }
        }
        if blocked.is_empty() {
            return;
        }
        let tiles = Tiles::of(size.x, size.y);
        let ways = blocked.ways_out(tiles);
        for id in 0..self.agents.len() {
            let here = tiles.at(self.agents.position(id));
            let there = ways.from(here);
            if there != here {
                let (position, velocity) = (center(there), Vec2::ZERO);
                let state = self.agents.state(id);
                self.agents.set_state(id, UnitState { position, velocity, ..state });
            }
        }
    }
}

/// Obstacles overlap: out of one may be into the next. A unit is moved at most this many times,
/// and what is left is up to its steering.
const MOST_MOVES: usize = 12;

/// Units are put this many lengths off the rim.
const CLEARANCE: f32 = 0.3;

/// A point mass that would start in an obstacle is placed anew, up to this many times in all.
const MOST_PLACINGS: usize = 16;

/// Where a unit of a group starts: in the area that a person has drawn, or as the scene has it.
fn place(
    group: &Group,
    area: Option<Area>,
    rng: &mut Rng,
    size: Vec2,
    obstacles: &Discs,
) -> UnitState {
    let spawn = group.start();
    let standing = matches!(group.body, Body::Point(_));
    let [mean, spread] = group.start_headings();
    let mut draw = || {
        let place = match area {
            Some(area) => area.place(rng).clamp(Vec2::ZERO, size),
            None => spawn.place(rng, size.x, size.y),
        };
        (place, mean + rng.range(-spread, spread))
    };
    let (mut position, mut heading) = draw();
    for _ in 1..MOST_PLACINGS {
        if !standing || !obstacles.hold(position) {
            break;
        }
        (position, heading) = draw();
    }
    let (sine, cosine) = sin_cos(wrap_angle(heading));
    let speed = group.start_speed();
    let velocity = Vec2::new(cosine, sine) * speed;
    let state = UnitState { position, velocity, heading, omega: 0.0 };
    group.body.settle(state, size.x, size.y)
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

fn push_out(agents: &mut Agents, id: usize, discs: &Discs, size: Vec2) {
    let clearance = CLEARANCE * agents.length[id];
    for turn in 0..MOST_MOVES {
        let place = agents.position(id);
        let Some(obstacle) = discs.deepest(place) else { return };
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
