//! Interface for a program with a world of its own, without a link: parameters by key, targets, and
//! units that are added or removed.
//!
//! Changes made through it are not recorded. Inputs of a run that can be replayed are events of its
//! timeline.

use super::World;
use super::state::State;
use super::tick::TickStage;
use crate::engine::agents::{Handle, MovingUnits, Spot, Target, UnitState};
use crate::engine::bodies::Body;
use crate::engine::group::{Group, group_named, key_by_name, prefixed_key, split_key};
use crate::engine::limits::MAX_EXACT_COUNT;
use crate::engine::math::{sin_cos, wrap_angle};
use crate::engine::rng::{RandomStream, Rng};
use crate::schema::near::did_you_mean;
use crate::schema::{ParamSpec, Params};
use glam::Vec2;
use std::error::Error;
use std::f32::consts::TAU;
use std::fmt;
use std::ops::Range;

/// Location of a parameter: the index of its group (`None` for the world itself), of the block of
/// parameters (see [`Group::param_blocks`]), and of the parameter in that block.
struct ParamLocation {
    group: Option<usize>,
    block_index: usize,
    param_index: usize,
    spec: &'static ParamSpec,
}

/// Largest difference per component between a unit's heading vector and the vector of its angle at
/// which the two count as equal.
const HEADING_TOLERANCE: f32 = 1e-5;

/// Reason for which a world refuses a call. A refused call changes nothing.
///
/// ```
/// use flockwright::prelude::*;
///
/// let mut world = World::new(WorldParams::default(), vec![], 7);
/// let refusal = world.set("widht", 300.0).expect_err("no such key");
/// assert!(refusal.to_string().contains("Did you mean"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(String);

impl fmt::Display for Refusal {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str(&self.0)
    }
}

impl Error for Refusal {}

impl Refusal {
    /// Creates a refusal with the given sentence as its reason.
    pub(crate) fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }

    /// Creates the refusal of a key that no parameter has; it suggests the most similar of `keys`.
    pub(crate) fn unknown_param<'k>(key: &str, keys: impl IntoIterator<Item = &'k str>) -> Self {
        Self(format!("There is no parameter “{key}”.{}", did_you_mean(key, keys)))
    }

    /// Creates the refusal of a value for `key` that is not a finite number.
    pub(crate) fn not_finite(key: &str) -> Self {
        Self(format!("{key} is to be a finite number."))
    }
}

fn refusal<T>(why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal(why.into()))
}

/// Force, torque and brake for the body of a unit, in the units of its group's parameters.
///
/// ```
/// use flockwright::prelude::*;
///
/// let birds = Group::point("birds", "Birds", Role::Regular, 20).with(Wander::default());
/// let mut world = World::new(WorldParams::default(), vec![birds], 7);
/// // Steer without moving: a physics engine moves the bodies.
/// world.steer();
/// let Push { force, brake, .. } = world.push_of(0);
/// assert!(force.is_finite() && brake == 1.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Push {
    /// Force on the unit, in world axes: its limited steering plus the thrust of its propeller.
    pub force: Vec2,
    /// Torque of the jets at the bow of a rigid body, positive to starboard; 0 for other bodies.
    pub torque: f32,
    /// Factor on the velocity of the unit after the tick; 1 means no braking.
    pub brake: f32,
}

/// Pushes of all units, as one array per quantity, indexed by id.
///
/// ```
/// use flockwright::prelude::*;
///
/// let birds = Group::point("birds", "Birds", Role::Regular, 20).with(Wander::default());
/// let mut world = World::new(WorldParams::default(), vec![birds], 7);
/// let mut pushes = Pushes::default();
/// world.steer();
/// pushes.read(&world);
/// assert_eq!(pushes.x.len(), 20);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Pushes {
    /// Horizontal force on each unit, positive to the right; see [`Push::force`].
    pub x: Vec<f32>,
    /// Vertical force on each unit, positive downward; see [`Push::force`].
    pub y: Vec<f32>,
    /// Torque on each unit, positive to starboard; see [`Push::torque`].
    pub torque: Vec<f32>,
    /// Factor on the velocity of each unit; see [`Push::brake`].
    pub brake: Vec<f32>,
}

impl Pushes {
    /// Copies the pushes of all units that a world has computed. Allocates nothing if as many units
    /// were read before.
    pub fn read(&mut self, world: &World) {
        let Self { x, y, torque, brake } = self;
        for array in [&mut *x, &mut *y, &mut *torque, &mut *brake] {
            array.resize(world.agents().len(), 0.0);
        }
        for id in 0..world.agents().len() {
            let push = world.push_of(id);
            (x[id], y[id]) = (push.force.x, push.force.y);
            (torque[id], brake[id]) = (push.torque, push.brake);
        }
    }
}

impl World {
    /// Returns the index of a group, by its key or the name that a person gave it.
    ///
    /// # Errors
    ///
    /// No group has this key or name.
    pub fn group(&self, key: &str) -> Result<usize, Refusal> {
        group_named(self.groups(), key).map_err(Refusal::new)
    }

    /// Returns the value of a parameter by its key, as in links: the bare key for the first group
    /// and for the world, `group.key` for other groups.
    ///
    /// # Errors
    /// No parameter has this key.
    pub fn get(&self, key: &str) -> Result<f32, Refusal> {
        self.param_location(key).map(|location| self.value_at(&location))
    }

    /// Sets a parameter and applies its effects. Clamps the value to its range and returns the
    /// value in force. The value of a choice is the index of its option, from 0.
    ///
    /// `src/core/schema/PARAMETERS.md` lists keys, ranges and units.
    ///
    /// # Errors
    /// No parameter has this key, or the number is not finite.
    pub fn set(&mut self, key: &str, value: f32) -> Result<f32, Refusal> {
        let location = self.param_location(key)?;
        let Some(value) = location.spec.validate(value) else {
            return Err(Refusal::not_finite(key));
        };
        if value != self.value_at(&location) {
            if let Some(params) = self.param_block_mut(location.group, location.block_index) {
                params.set(location.param_index, value);
            }
            self.restart_memories(location.group);
            self.apply_effect(location.spec.effect);
        }
        self.get(key)
    }

    fn value_at(&self, location: &ParamLocation) -> f32 {
        self.param_block(location.group, location.block_index)
            .map_or(0.0, |params| params.get(location.param_index))
    }

    fn param_location(&self, key: &str) -> Result<ParamLocation, Refusal> {
        let key = &*key_by_name(key, self.groups());
        let find = |params: &dyn Params, name: &str| {
            let index = params.specs().iter().position(|spec| spec.key == name)?;
            Some((index, &params.specs()[index]))
        };
        let of_group = |(group, name): (usize, &str)| {
            let mut parts = self.groups().get(group)?.param_blocks().enumerate();
            parts.find_map(|(block_index, params)| {
                let (param_index, spec) = find(params, name)?;
                Some(ParamLocation { group: Some(group), block_index, param_index, spec })
            })
        };
        let of_world = || {
            let (param_index, spec) = find(&self.params, key)?;
            Some(ParamLocation { group: None, block_index: 0, param_index, spec })
        };
        let location = split_key(key, self.groups()).and_then(of_group).or_else(of_world);
        location.ok_or_else(|| {
            let of_world = self.params.specs().iter().map(|spec| spec.key.to_string());
            let of_groups = self.groups().iter().enumerate().flat_map(|(index, group)| {
                let specs = group.param_blocks().flat_map(|params| params.specs());
                specs.map(move |spec| prefixed_key(spec.key, Some((index, group.key))))
            });
            let keys: Vec<String> = of_world.chain(of_groups).collect();
            Refusal::unknown_param(key, keys.iter().map(String::as_str))
        })
    }

    /// Perceives and steers without moving, for bodies that something else moves, such as a physics
    /// engine.
    ///
    /// Afterwards, [`push`](Self::push) returns the push of each unit. Before the next call, write
    /// the positions, velocities and headings of the moved bodies ([`set_unit`](Self::set_unit));
    /// the next call then counts the tick as passed and updates behaviors with a memory.
    ///
    /// Followed by [`advance`](Self::advance), this is one [`tick`](Self::tick), bit for bit.
    pub fn steer(&mut self) {
        self.end_tick_unmoved();
        self.tick_through(TickStage::Steer);
        self.is_steered = true;
    }

    /// Moves all units as [`steer`](Self::steer) has computed: the second half of a tick.
    pub fn advance(&mut self) {
        self.tick();
    }

    /// Returns the force, torque and brake of a unit, limited to what its body can do; `None` if
    /// the unit is gone.
    pub fn push(&self, unit: Handle) -> Option<Push> {
        self.agents().id(unit).map(|id| self.push_of(id))
    }

    /// Version of [`push`](Self::push) by the unit's id; no force and no braking for an unknown id.
    pub fn push_of(&self, id: usize) -> Push {
        let Some(group) = self.group_of(id).map(|index| &self.groups()[index]) else {
            return Push { force: Vec2::ZERO, torque: 0.0, brake: 1.0 };
        };
        let (heading, forces) = (self.agents().forward(id), self.steering());
        let force = group.body.limit_force(forces.force(id));
        let [thrust, torque] = match &group.body {
            // The jets are at the bow, half a length ahead of the center, so their lateral force
            // exerts a torque.
            Body::Rigid(_) => {
                [forces.thrust[id], 0.5 * self.agents().length[id] * heading.perp_dot(force)]
            }
            Body::Point(_) | Body::Particle(_) | Body::Tile(_) => [0.0, 0.0],
        };
        Push { force: force + heading * thrust, torque, brake: forces.brake_factors[id] }
    }

    /// Mutable access to positions, velocities, headings and angular velocities of all units, for a
    /// program that moves their bodies. [`record_bodies`](Self::record_bodies) has to follow; it
    /// computes the heading vectors.
    pub fn bodies_mut(&mut self) -> MovingUnits<'_> {
        self.state_for_change().agents.moving_units()
    }

    /// Accepts the values that were written through [`bodies_mut`](Self::bodies_mut). Headings may
    /// be any angle. Positions outside the world wrap around its edges if it wraps; else they move
    /// to its edge.
    ///
    /// # Errors
    ///
    /// The id of the first unit with a number that is not finite. All such units are put at rest in
    /// the center of the world.
    pub fn record_bodies(&mut self) -> Result<(), usize> {
        let (count, space) = (self.agents().len(), self.space());
        let size = Vec2::new(space.width, space.height);
        let agents = &mut self.state_for_change().agents;
        let mut wrong = None;
        for id in 0..count {
            let UnitState { mut position, velocity, heading, omega } = agents.state(id);
            let finite = position.is_finite() && velocity.is_finite();
            if !(finite && heading.is_finite() && omega.is_finite()) {
                wrong = wrong.or(Some(id));
                let (position, velocity) = (0.5 * size, Vec2::ZERO);
                agents.set_state(id, UnitState { position, velocity, heading: 0.0, omega: 0.0 });
                continue;
            }
            let inside = position.clamp(Vec2::ZERO, size);
            // A position exactly on an edge is inside the world and stays as it is.
            if space.is_torus && position != inside {
                position = position.rem_euclid(size);
            }
            let (position, heading) = (position.clamp(Vec2::ZERO, size), heading % TAU);
            // A unit whose heading was not changed keeps its heading vector, bit for bit.
            let (sine, cosine) = sin_cos(wrap_angle(heading));
            if (agents.forward(id) - Vec2::new(cosine, sine)).abs().max_element()
                > HEADING_TOLERANCE
            {
                agents.set_state(id, UnitState { position, velocity, heading, omega });
            } else {
                (agents.x[id], agents.y[id]) = (position.x, position.y);
            }
        }
        wrong.map_or(Ok(()), Err)
    }

    /// Ends a tick in which the program has moved the units.
    fn end_tick_unmoved(&mut self) {
        if std::mem::take(&mut self.is_steered) {
            self.state_for_change();
            self.state.end_tick(&mut self.work);
        }
    }

    /// Sets the target of a group, by its index: all its units hunt, seek or flee it until another
    /// target or `None` is set. The target takes precedence over the goals of the units and over
    /// the world's target. A restart keeps it.
    ///
    /// # Errors
    ///
    /// There is no such group or unit, a number is not finite, or the target of the group is
    /// itself.
    pub fn set_target(
        &mut self,
        group: usize,
        target: impl Into<Option<Target>>,
    ) -> Result<(), Refusal> {
        let target = target.into();
        self.check_group(group)?;
        match target {
            Some(Target::Group(other)) if other == group => {
                return refusal("A group does not go for itself.");
            }
            Some(target) => self.check_target(target)?,
            None => {}
        }
        self.state_for_change().groups[group].target = target;
        Ok(())
    }

    /// Checks that a target exists and has finite numbers.
    pub(super) fn check_target(&self, target: Target) -> Result<(), Refusal> {
        match target {
            Target::Place(place) if !place.is_finite() => {
                refusal("A target's place is not finite.")
            }
            Target::Moving(Spot { position, velocity })
                if !(position.is_finite() && velocity.is_finite()) =>
            {
                refusal("A target's place or velocity is not finite.")
            }
            Target::Unit(unit) if self.agents().id(unit).is_none() => {
                refusal(format!("Unit {} is gone.", unit.0))
            }
            Target::Group(other) => self.check_group(other),
            _ => Ok(()),
        }
    }

    fn check_group(&self, group: usize) -> Result<(), Refusal> {
        match group < self.groups().len() {
            true => Ok(()),
            false => refusal(format!("There is no group {group}.")),
        }
    }

    /// Replaces the path that a group, by its index, follows. `nodes`: positions in order, u.
    ///
    /// # Errors
    ///
    /// There is no such group, it has no behavior that follows a path, `nodes` is empty, or a
    /// number is not finite.
    pub fn set_path(&mut self, group: usize, nodes: Vec<Vec2>) -> Result<(), Refusal> {
        self.check_group(group)?;
        if !nodes.iter().all(|node| node.is_finite()) {
            return refusal("A node of the path is not finite.");
        }
        match self.state_for_change().change_path(group, nodes) {
            true => Ok(()),
            false => refusal("The group follows no path, or there are no nodes."),
        }
    }

    /// Adds a unit to a group, by the group's index, and returns its handle, which stays valid. Ids
    /// of units in later groups increase by one. A position outside the world is moved to its edge.
    ///
    /// Returns `None` if there is no such group, a number is not finite, or there are 16 million
    /// units already. From then on, groups may have more units than a link can ask for. Until the
    /// next tick, units have no neighbors and no forces.
    pub fn add(&mut self, group: usize, unit: UnitState) -> Option<Handle> {
        let UnitState { position, velocity, heading, omega } = unit;
        let finite = position.is_finite() && velocity.is_finite();
        if !(finite && heading.is_finite() && omega.is_finite()) {
            return None;
        }
        self.end_tick_unmoved();
        if self.agents().len() >= MAX_EXACT_COUNT - 1 || group >= self.groups().len() {
            return None;
        }
        self.state_for_change().is_limited = false;
        let id = self.state.insert_unit(group, unit);
        self.clear();
        self.agents().handle(id)
    }

    /// Removes a unit; returns false if it is gone already. Ids of later units decrease by one.
    /// Until the next tick, units have no neighbors and no forces.
    pub fn remove(&mut self, unit: Handle) -> bool {
        self.end_tick_unmoved();
        let Some(id) = self.agents().id(unit) else { return false };
        let count = |group: &mut Group| group.crowd.count = group.placed_count + group.caught_count;
        self.state_for_change().remove_units(&[id], count);
        self.clear();
        true
    }
}

impl State {
    /// Adds a unit at the end of a group and returns its id.
    fn insert_unit(&mut self, index: usize, unit: UnitState) -> usize {
        let group_has_goals = self.groups.iter().any(|group| group.goal.is_some());
        let armed = self.groups.iter().any(|group| group.gun.is_some());
        let group = &self.groups[index];
        let (id, number) = (group.ids.end, group.ids.len());
        let mut rng = Rng::new(self.seed, RandomStream::Pace { group: index, unit: number });
        self.agents.insert(id, group.crowd.length, rng.range(-1.0, 1.0), group.role);
        self.goals.insert(id, group_has_goals);
        self.bullets.insert(id, armed);
        let size = self.size();
        let position = unit.position.clamp(Vec2::ZERO, size);
        let inside = UnitState { position, heading: unit.heading % TAU, ..unit };
        self.agents.set_state(id, group.body.nearest_allowed_state(inside, size.x, size.y));
        for behind in &mut self.groups[index + 1..] {
            behind.ids = behind.ids.start + 1..behind.ids.end + 1;
        }
        let group = &mut self.groups[index];
        group.ids.end += 1;
        group.placed_count += 1;
        group.crowd.count = group.placed_count + group.caught_count;
        self.reset_memories();
        id
    }

    /// Removes the units with these ids, in ascending order. Calls `counted` for each unit, with
    /// the group whose [`placed_count`](Group::placed_count) counted it. The numbers of units that
    /// the parameters ask for stay.
    pub(super) fn remove_units(&mut self, ids: &[usize], mut counted: impl FnMut(&mut Group)) {
        for id in ids {
            let found = self.agents.handle(*id).map(|unit| self.find_unit_settings(unit));
            if let Some(Ok(at)) = found {
                self.unit_settings.remove(at);
            }
        }
        let count = self.groups.len();
        for index in 0..count {
            let Range { start, end } = self.groups[index].ids.clone();
            let [first, last] = [start, end].map(|at| ids.partition_point(|id| *id < at));
            let gone = &ids[first..last];
            for memory in self.groups[index].memories().filter(|_| !gone.is_empty()) {
                let (mut to, mut next) = (gone[0], gone.iter().peekable());
                for id in gone[0]..end {
                    if next.next_if_eq(&&id).is_none() {
                        memory.swap(to - start, id - start);
                        to += 1;
                    }
                }
            }
            self.groups[index].ids = start - first..end - last;
            // Units that joined another group are counted in the group in which they began the run,
            // so the loss of one can lower the count of another group.
            for _ in gone {
                let is_from = |at: &usize| self.groups[*at].placed_count > 0;
                let from = (index..count).chain(0..index).find(is_from).unwrap_or(index);
                let group = &mut self.groups[from];
                group.placed_count = group.placed_count.saturating_sub(1);
                counted(group);
            }
        }
        self.agents.remove(ids);
        self.goals.remove(ids);
        self.bullets.remove(ids);
        self.reset_memories();
    }

    /// Resizes the memories of behaviors to the numbers of units. If units may join other groups,
    /// each memory reserves space for all units, because a tick allocates nothing.
    fn reset_memories(&mut self) {
        let total = self.agents.len();
        let joined = self.can_units_join();
        for group in &mut self.groups {
            if joined {
                group.resize_memories(total);
            }
            group.resize_memories(group.ids.len());
        }
        self.draw_initial_values();
    }
}
