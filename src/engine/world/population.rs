//! Who is in the world, and where everybody starts.

use super::World;
use crate::engine::agents::{Agents, Role, UnitState};
use crate::engine::bodies::Body;
use crate::engine::group::Group;
use crate::engine::math::{sin_cos, wrap_angle};
use crate::engine::params::WorldParams;
use crate::engine::perception::grid::Grid;
use crate::engine::perception::neighborhood::Relation;
use crate::engine::rng::{Rng, Stream};
use crate::engine::scenery::{Area, Obstacle};
use crate::engine::sort::sort_by_number;
use glam::Vec2;

impl World {
    /// At tick 0, restarts with the parameters as they are now; a pointer or a key that is held
    /// stays held.
    pub(crate) fn place_anew(&mut self) {
        if self.tick == 0 {
            let inputs = self.inputs();
            self.restart(self.seed);
            self.set_inputs(inputs);
        }
    }

    /// Whether everybody walks on tiles: then only blocked tiles can stand in the way.
    pub fn is_on_tiles(&self) -> bool {
        self.groups.iter().all(|group| group.body.is_tile())
    }

    /// Moves units that a smaller world has left outside to its edge: perception across edges
    /// expects everybody inside.
    pub(super) fn keep_inside(&mut self) {
        let WorldParams { width, height, .. } = self.params;
        let n = self.agents.len();
        for (places, extent) in [(&mut self.agents.x, width), (&mut self.agents.y, height)] {
            for place in &mut places[..n] {
                *place = place.clamp(0.0, extent);
            }
        }
    }

    /// Gives every group its number of units: those that exist keep their state, new ones are
    /// placed by the seed.
    pub(super) fn populate(&mut self) {
        let counts = self.groups.iter().map(|group| group.crowd.count as usize);
        if counts.ne(self.groups.iter().map(|group| group.range.len())) {
            self.move_in();
        }
        self.size_units();
    }

    /// Gives every unit the length of its group.
    pub(super) fn size_units(&mut self) {
        for group in &self.groups {
            self.agents.length[group.range.clone()].fill(group.crowd.length);
        }
    }

    /// Gives every unit its role, and the pace that it has from the seed.
    pub(super) fn tell_apart(&mut self) {
        for (index, group) in self.groups.iter().enumerate() {
            for (unit, id) in group.range.clone().enumerate() {
                let mut rng = Rng::new(self.seed, Stream::Pace { group: index, unit });
                self.agents.pace[id] = rng.range(-1.0, 1.0);
                self.agents.role[id] = group.role as u8;
            }
        }
    }

    /// Gives every group as many units as its parameters say; that may be none.
    pub(super) fn move_in(&mut self) {
        let total = self.groups.iter().map(|group| group.crowd.count as usize).sum();
        let old = std::mem::take(&mut self.agents);
        let (goals, bullets) = (std::mem::take(&mut self.goals), std::mem::take(&mut self.bullets));
        self.make_room(total);
        self.goals.keep_orders(&goals);
        self.bullets.keep_flying(&bullets);
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
                let area = self.layout.start(index);
                place(group, area, &mut rng, &self.params, &self.obstacles)
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
        for (group, grid) in self.groups.iter().zip(&mut self.grids) {
            grid.reserve(group.range.len());
        }
    }

    /// Makes room for `total` units, all at the origin, with nothing in mind.
    pub(super) fn make_room(&mut self, total: usize) {
        self.agents = Agents::with_len(total);
        self.goals.reset(total, self.groups.len());
        self.bullets.reset(total, self.groups.iter().any(|group| group.gun.is_some()));
        self.neighbors.resize(total);
        self.steering.resize(total);
        self.grids.resize_with(self.groups.len(), Grid::default);
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

    /// Puts a unit where its group starts, at a place that it draws anew.
    pub(super) fn start_again(&mut self, id: usize) {
        let Some(index) = self.group_of(id) else { return };
        let (group, area) = (&self.groups[index], self.layout.start(index));
        let mut rng = Rng::new(self.seed, Stream::Again { unit: id, tick: self.tick });
        let state = place(group, area, &mut rng, &self.params, &self.obstacles);
        self.agents.set_state(id, state);
        self.goals.forget(id);
    }
}

/// A point mass that would start in an obstacle is placed anew, up to this many times in all.
const MOST_PLACINGS: usize = 16;

/// Where a unit of a group starts: in the area that a person has drawn, or as the scene has it.
fn place(
    group: &Group,
    area: Option<Area>,
    rng: &mut Rng,
    world: &WorldParams,
    obstacles: &[Obstacle],
) -> UnitState {
    let spawn = group.start();
    let blocked = |at: Vec2| obstacles.iter().any(|o| o.center.distance(at) < o.radius);
    let standing = matches!(group.body, Body::Point(_));
    let size = Vec2::new(world.width, world.height);
    let mut draw = || match area {
        Some(area) => (area.place(rng).clamp(Vec2::ZERO, size), spawn.heading(rng)),
        None => spawn.place(rng, world.width, world.height),
    };
    let (mut position, mut heading) = draw();
    for _ in 1..MOST_PLACINGS {
        if standing && blocked(position) {
            (position, heading) = draw();
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
