//! Numbers of units in a world, and the positions and velocities with which they start.

use super::inputs::UserInputs;
use super::state::{Scenery, State};
use crate::engine::agents::{Agents, UnitState};
use crate::engine::bodies::Body;
use crate::engine::bullets::Bullets;
use crate::engine::goals::UnitGoals;
use crate::engine::group::Group;
use crate::engine::limits::{MAX_VISITED_MEMBERS, largest_counts};
use crate::engine::math::{sin_cos, wrap_angle};
use crate::engine::params::{Edges, StartHeadings, WorldParams};
use crate::engine::rng::{RandomStream, Rng};
use crate::engine::rounds::{Catch, Caught, Rounds};
use crate::engine::rules::cost::{self, CrowdEstimate};
use crate::engine::scenery::edges::tank_circle;
use crate::engine::scenery::{Area, ObstacleIndex};
use glam::Vec2;

impl State {
    /// Creates a state at tick 0 without units.
    pub(super) fn new(params: WorldParams, groups: Vec<Group>, seed: u32) -> Self {
        let mut state = Self {
            params,
            agents: Agents::default(),
            groups,
            scenery: Scenery::default(),
            goals: UnitGoals::default(),
            bullets: Bullets::default(),
            rounds: Rounds::default(),
            seed,
            tick: 0,
            inputs: UserInputs::default(),
            unit_settings: Vec::new(),
            is_limited: false,
        };
        state.restart(seed);
        state
    }

    /// Resets the state to tick 0 with the given seed, without units.
    pub(super) fn restart(&mut self, seed: u32) {
        self.seed = seed;
        self.tick = 0;
        self.inputs = UserInputs::default();
        self.unit_settings.clear();
        self.remove_all_units();
        self.place_scenery();
    }

    /// Removes all units.
    fn remove_all_units(&mut self) {
        self.agents = Agents::default();
        self.goals = UnitGoals::for_units(0, self.groups.len());
        self.bullets = Bullets::default();
        self.rounds = Rounds::default();
        for group in &mut self.groups {
            (group.ids, group.caught_count) = (0..0, 0);
            group.resize_memories(0);
        }
    }

    /// Replaces the groups. A group whose key an earlier group had keeps that group's units, and
    /// its layout edits as far as it can use them.
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
        for (index, area) in std::mem::take(&mut layout.start_areas) {
            layout.start_areas.extend(place_of(index).map(|place| (place, area)));
        }
        for (index, poses) in std::mem::take(&mut layout.poses) {
            layout.poses.extend(place_of(index).map(|place| (place, poses)));
        }
        for one in &mut self.unit_settings {
            one.renumber_target_group(place_of);
        }
        for group in &mut groups {
            let before = old.iter().find(|other| other.key == group.key);
            group.ids = before.map_or(0..0, |other| other.ids.clone());
            group.resize_memories(group.ids.len());
            (group.placed_count, group.caught_count) =
                before.map_or((0, 0), |other| (other.placed_count, other.caught_count));
        }
        self.groups = groups;
        self.scenery.layout.keep_usable(&self.groups);
        self.place_scenery();
    }

    /// Number of units of each group: as many as its parameters ask for, or fewer if all groups
    /// together exceed the limits of a link.
    pub(super) fn unit_counts(&self) -> Vec<usize> {
        let wanted: Vec<usize> =
            self.groups.iter().map(|group| group.crowd.count as usize).collect();
        if !self.is_limited {
            return wanted;
        }
        largest_counts(&wanted, |counts| self.estimated_members(counts) <= MAX_VISITED_MEMBERS)
    }

    /// Estimated number of set members that the written rules of all groups visit in one tick, if
    /// the groups have `counts` units.
    pub(super) fn estimated_members(&self, counts: &[usize]) -> f64 {
        let WorldParams { width, height, .. } = self.params;
        let (groups, obstacles) = (&*self.groups, self.scenery.obstacles.len());
        let area = f64::from(width) * f64::from(height);
        let of_group = |group: usize| -> f64 {
            let crowd = CrowdEstimate { groups, counts, group, obstacles, area };
            let rules = groups[group]
                .pipeline
                .iter()
                .filter_map(|one| Some((one, one.compiled_behavior()?)));
            let written = rules.filter(|(_, compiled_behavior)| compiled_behavior.is_user_rule());
            let of_rule = written.map(|(one, compiled_behavior)| {
                let params: Vec<f32> = (1..one.specs().len()).map(|at| one.get(at)).collect();
                cost::estimated_members(compiled_behavior.rule(), &params, &crowd)
            });
            counts[group] as f64 * of_rule.sum::<f64>()
        };
        (0..groups.len()).map(of_group).sum()
    }

    /// Whether catches can move units to other groups.
    pub(super) fn can_units_join(&self) -> bool {
        self.any_group_catches(Caught::Joins)
    }

    /// Whether catches can remove units from the world during a tick.
    pub fn may_remove_units(&self) -> bool {
        self.any_group_catches(Caught::Remove)
    }

    fn any_group_catches(&self, caught: Caught) -> bool {
        let catches = |catch: &Catch| catch.caught == caught && catch.catch_factor > 0.0;
        self.groups.iter().any(|group| group.catch.as_ref().is_some_and(catches))
    }

    /// Moves a unit to a new random start position of its group.
    pub(super) fn restart_unit(&mut self, id: usize) {
        let Some(index) = self.group_of(id) else { return };
        let (group, area) = (&self.groups[index], self.layout().start(index));
        let mut rng = Rng::new(self.seed, RandomStream::Restart { unit: id, tick: self.tick });
        let number = id - group.ids.start;
        let state =
            place_unit(group, number, area, &mut rng, &self.params, |at| self.is_in_obstacle(at));
        self.agents.set_state(id, state);
        self.goals.forget_goal(id);
    }

    /// Whether a position is inside an obstacle.
    pub(super) fn is_in_obstacle(&self, at: Vec2) -> bool {
        self.obstacles().iter().any(|disc| disc.center.distance(at) < disc.radius)
    }
}

/// Largest number of moves of a unit out of obstacles, which can overlap: leaving one can enter
/// another. After that, steering has to move the unit out.
const MAX_MOVES_OUT: usize = 12;

/// Distance from the rim of an obstacle at which a unit is placed, body lengths.
const START_CLEARANCE: f32 = 0.3;

/// Largest number of start positions drawn for a unit; a position inside an obstacle (for point
/// masses) or outside the tank is drawn again.
const MAX_PLACEMENT_TRIES: usize = 16;

/// State in which a unit starts. `number`: index of the unit in its group; `area`: edited starting
/// area, if there is one; `blocked`: returns whether a position is inside an obstacle.
pub(super) fn place_unit(
    group: &Group,
    number: usize,
    area: Option<Area>,
    rng: &mut Rng,
    world: &WorldParams,
    blocked: impl Fn(Vec2) -> bool,
) -> UnitState {
    let spawn = group.start_distribution();
    let standing = matches!(group.body, Body::Point(_));
    let size = Vec2::new(world.width, world.height);
    let [mean, spread] = group.start_headings();
    let bends = group.crowd.start_headings == StartHeadings::Scene;
    let mut draw = || {
        let (place, lean) = match area {
            Some(area) => (area.random_point(rng).clamp(Vec2::ZERO, size), 0.0),
            None => spawn.place_unit(number, rng, world.width, world.height),
        };
        (place, if bends { mean + lean } else { mean } + rng.range(-spread, spread))
    };
    let (mut position, mut heading) = draw();
    for _ in 1..MAX_PLACEMENT_TRIES {
        let blocked = standing && blocked(position);
        if !blocked && is_in_tank(position, world) {
            break;
        }
        (position, heading) = draw();
    }
    let position = clamp_to_tank(position, world);
    let (sine, cosine) = sin_cos(wrap_angle(heading));
    let speed = group.start_speed();
    let velocity = Vec2::new(cosine, sine) * speed;
    let state = UnitState { position, velocity, heading, omega: 0.0 };
    group.body.nearest_allowed_state(state, world.width, world.height)
}

/// Whether a position is inside the round tank; always true in a world without a tank.
fn is_in_tank(place: Vec2, world: &WorldParams) -> bool {
    let (middle, radius) = tank_circle(world.width, world.height);
    world.edges != Edges::Tank || place.distance(middle) <= radius
}

/// Nearest position inside the round tank; in a world without a tank, the position itself.
pub(super) fn clamp_to_tank(place: Vec2, world: &WorldParams) -> Vec2 {
    if is_in_tank(place, world) {
        return place;
    }
    let (middle, radius) = tank_circle(world.width, world.height);
    middle + (place - middle).normalize_or_zero() * radius
}

/// Index of a position along a Z-order curve through the world (Morton 1966). Positions near each
/// other have similar indices.
pub(super) fn morton_code(position: Vec2, world: &WorldParams) -> u32 {
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

/// Moves a unit out of obstacles, and removes the inward part of its velocity.
pub(super) fn push_out_of_obstacles(
    agents: &mut Agents,
    id: usize,
    discs: &ObstacleIndex,
    size: Vec2,
) {
    let clearance = START_CLEARANCE * agents.length[id];
    for turn in 0..MAX_MOVES_OUT {
        let place = agents.position(id);
        let Some(obstacle) = discs.deepest_obstacle(place) else { return };
        // A unit exactly at the obstacle's center leaves the obstacle backward, the way it came.
        let out = (place - obstacle.center).normalize_or(-agents.forward(id));
        // Each move goes farther than the last: two obstacles can push a unit back and forth.
        let reach = obstacle.radius + clearance * (turn + 1) as f32;
        let wanted = obstacle.center + out * reach;
        // The nearest point of the rim can be outside the world; the unit then moves to the
        // opposite side of the obstacle.
        let wanted = if is_in_world(wanted, size) { wanted } else { obstacle.center - out * reach };
        let there = wanted.clamp(Vec2::ZERO, size);
        let velocity = agents.velocity(id);
        let velocity = velocity - out * velocity.dot(out).min(0.0);
        (agents.x[id], agents.y[id]) = (there.x, there.y);
        (agents.vx[id], agents.vy[id]) = (velocity.x, velocity.y);
    }
}

fn is_in_world(place: Vec2, size: Vec2) -> bool {
    place.clamp(Vec2::ZERO, size) == place
}
