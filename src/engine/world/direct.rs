//! What a program does to a world of its own, without a link: values by their keys, targets, units
//! that come and go.
//!
//! None of it is recorded: what comes into a run that is to be repeated is an event of its timeline.

use super::World;
use super::state::State;
use crate::engine::agents::{Target, UnitState};
use crate::engine::group::split_key;
use crate::engine::limits::MOST_UNITS;
use crate::engine::rng::{Rng, Stream};
use crate::schema::{Effect, ParamSpec, Params};
use glam::Vec2;
use std::f32::consts::TAU;

/// Where a value is: in a part of a group, by the indices of both, or in the world.
struct Slot {
    part: Option<(usize, usize)>,
    index: usize,
    spec: &'static ParamSpec,
}

impl World {
    /// The value of a parameter by its key, as links have it: bare for the first group and for the
    /// world, `group.key` for other groups. `None` where there is none.
    pub fn get(&self, key: &str) -> Option<f32> {
        let Slot { part, index, .. } = self.slot(key)?;
        match part {
            None => Some(self.params.get(index)),
            Some((group, part)) => Some(self.groups()[group].parts().nth(part)?.get(index)),
        }
    }

    /// Sets it, with its effects, and returns the value then in force: numbers outside the range are
    /// clamped, NaN and infinities change nothing. A choice is the number of its option, from 0 on.
    ///
    /// Keys, ranges and units stand in `src/schema/PARAMETERS.md`.
    pub fn set(&mut self, key: &str, value: f32) -> Option<f32> {
        let Slot { part, index, spec } = self.slot(key)?;
        let value = spec.validate(value).filter(|value| Some(*value) != self.get(key));
        if let Some(value) = value {
            match part {
                None => self.params_mut().set(index, value),
                Some((group, part)) => self.group_mut(group)?.part_mut(part)?.set(index, value),
            }
            match spec.effect {
                Effect::Nothing => {}
                Effect::Reshapes => self.refresh(),
                Effect::Places => self.place_anew(),
            }
        }
        self.get(key)
    }

    fn slot(&self, key: &str) -> Option<Slot> {
        let find = |params: &dyn Params, name: &str| {
            let index = params.specs().iter().position(|spec| spec.key == name)?;
            Some((index, &params.specs()[index]))
        };
        let of_group = |(group, name): (usize, &str)| {
            let mut parts = self.groups().get(group)?.parts().enumerate();
            parts.find_map(|(part, params)| {
                let (index, spec) = find(params, name)?;
                Some(Slot { part: Some((group, part)), index, spec })
            })
        };
        let of_world =
            || find(&self.params, key).map(|(index, spec)| Slot { part: None, index, spec });
        split_key(key, self.groups()).and_then(of_group).or_else(of_world)
    }

    /// Gives a group, by its index, a target of its own: what all its units hunt, head for or run
    /// from until it is told another one or `None`, whatever they have in mind and whatever else is
    /// hunted in the world.
    ///
    /// A restart keeps it. Where a number is not finite, or there is no such group, nothing changes.
    pub fn set_target(&mut self, group: usize, target: Option<Target>) {
        let finite = |target: Target| target.position.is_finite() && target.velocity.is_finite();
        if group < self.groups().len() && target.is_none_or(finite) {
            self.change().groups[group].target = target;
        }
    }

    /// Adds a unit to a group, by its index, and returns its id: those of the groups behind are one
    /// higher from now on. A place outside the world is moved to its edge.
    ///
    /// `None` where there is no such group, a number is not finite, or there are
    /// [`MOST_UNITS`] already. Until the next tick, nobody has neighbors or feels a force.
    pub fn add(&mut self, group: usize, unit: UnitState) -> Option<usize> {
        let UnitState { position, velocity, heading, omega } = unit;
        let finite = position.is_finite() && velocity.is_finite();
        if !(finite && heading.is_finite() && omega.is_finite()) {
            return None;
        }
        if self.settle().agents.len() >= MOST_UNITS || group >= self.groups().len() {
            return None;
        }
        let id = self.state.insert(group, unit);
        self.clear();
        Some(id)
    }

    /// Removes a unit; those behind it have ids one lower from now on. False where there is no such
    /// unit. Until the next tick, nobody has neighbors or feels a force.
    pub fn remove(&mut self, id: usize) -> bool {
        let removed = self.settle().remove(id);
        if removed {
            self.clear();
        }
        removed
    }
}

impl State {
    /// Adds a unit at the end of a group.
    fn insert(&mut self, index: usize, unit: UnitState) -> usize {
        let minded = self.groups.iter().any(|group| group.goal.is_some());
        let armed = self.groups.iter().any(|group| group.gun.is_some());
        let group = &self.groups[index];
        let (id, number) = (group.range.end, group.range.len());
        let mut rng = Rng::new(self.seed, Stream::Pace { group: index, unit: number });
        self.agents.insert(id, group.crowd.length, rng.range(-1.0, 1.0), group.role);
        self.goals.insert(id, minded);
        self.bullets.insert(id, armed);
        let size = self.size();
        let position = unit.position.clamp(Vec2::ZERO, size);
        let inside = UnitState { position, heading: unit.heading % TAU, ..unit };
        self.agents.set_state(id, group.body.settle(inside, size.x, size.y));
        for behind in &mut self.groups[index + 1..] {
            behind.range = behind.range.start + 1..behind.range.end + 1;
        }
        let group = &mut self.groups[index];
        group.range.end += 1;
        group.placed += 1;
        group.crowd.count = group.placed;
        self.remember_all();
        id
    }

    /// Takes a unit out of its group.
    fn remove(&mut self, id: usize) -> bool {
        let Some(index) = self.group_of(id) else { return false };
        let (number, count) = (id - self.groups[index].range.start, self.groups[index].range.len());
        for memory in self.groups[index].memories() {
            (number..count - 1).for_each(|k| memory.swap(k, k + 1));
        }
        self.agents.remove(id);
        self.goals.remove(id);
        self.bullets.remove(id);
        for behind in &mut self.groups[index + 1..] {
            behind.range = behind.range.start - 1..behind.range.end - 1;
        }
        self.groups[index].range.end -= 1;
        // Who has joined another group belongs to its own again when a round begins.
        let (before, from) = self.groups.split_at_mut(index);
        if let Some(group) = from.iter_mut().chain(before).find(|group| group.placed > 0) {
            group.placed -= 1;
            group.crowd.count = group.placed;
        }
        self.remember_all();
        true
    }

    /// Fits what behaviors remember to the units that there are; where units may join other groups,
    /// with room for all: a tick allocates nothing.
    fn remember_all(&mut self) {
        let total = self.agents.len();
        let joined = self.somebody_joins();
        for group in &mut self.groups {
            if joined {
                group.resize_memories(total);
            }
            group.resize_memories(group.range.len());
        }
    }
}
