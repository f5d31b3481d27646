//! What a program that draws or counts wants to know of a world besides its arrays: what has happened,
//! who is near a place, and where units are between two ticks. None of it changes anything.

use super::World;
use super::tick::ARRIVAL_RADIUS;
use crate::engine::agents::{Handle, Target};
use crate::engine::goals::GoalKind;
use crate::engine::params::{DT, Edges};
use crate::engine::scenery::{AtEnd, Space};
use glam::Vec2;

/// Something that has happened in a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// The unit has come into the world.
    Born(Handle),
    /// The unit has gone from it.
    Removed(Handle),
    /// The unit was caught by one of a group, by its index.
    Caught {
        /// The one that was caught.
        unit: Handle,
        /// The group that hunts it.
        by: usize,
    },
    /// The unit has come to the place to which its group goes (its target, else its goal), or to the end of its path.
    Arrived(Handle),
}

/// Collects what happens in a world.
#[derive(Clone, Debug, Default)]
pub struct Happenings {
    list: Vec<Happening>,
    /// Handles of all units, and of those that are where they go to, when they were last noted.
    units: Vec<u32>,
    there: Vec<u32>,
    scratch: Vec<u32>,
    tick: u64,
}

impl Happenings {
    /// From the present state of a world on.
    pub fn since(world: &World) -> Self {
        let mut all = Self { tick: world.ticks(), ..Self::default() };
        all.units.extend_from_slice(&world.agents().handle);
        all.note_arrivals(world);
        all.list.clear();
        all
    }

    /// Notes what has happened since the last call: once after each tick.
    pub fn collect(&mut self, world: &World) {
        if *self.units != **world.agents().handle {
            self.note_population(&world.agents().handle);
        }
        if self.tick != world.ticks() {
            self.tick = world.ticks();
            let caught = world.rounds().caught();
            self.list.extend(caught.map(|(by, unit)| Happening::Caught { unit, by }));
            self.note_arrivals(world);
        }
    }

    /// What was noted since this was last called.
    pub fn take(&mut self) -> impl Iterator<Item = Happening> {
        self.list.drain(..)
    }

    fn note_population(&mut self, now: &[u32]) {
        self.units.sort_unstable();
        self.scratch.clear();
        self.scratch.extend_from_slice(now);
        self.scratch.sort_unstable();
        let is_new = |unit: &&u32| self.units.binary_search(unit).is_err();
        let is_gone = |unit: &&u32| self.scratch.binary_search(unit).is_err();
        let removed =
            self.units.iter().filter(is_gone).map(|unit| Happening::Removed(Handle(*unit)));
        self.list.extend(removed);
        let born = self.scratch.iter().filter(is_new).map(|unit| Happening::Born(Handle(*unit)));
        self.list.extend(born);
        self.units.clear();
        self.units.extend_from_slice(now);
    }

    fn note_arrivals(&mut self, world: &World) {
        self.scratch.clear();
        for index in 0..world.groups().len() {
            let Some((place, near)) = end_of(world, index) else { continue };
            let is_there = |id: &usize| {
                let offset = world.space().between(world.agents().position(*id), place);
                offset.length_squared() <= near * near
            };
            let there = world.groups()[index].range.clone().filter(is_there);
            self.scratch.extend(there.map(|id| world.agents().handle[id]));
        }
        self.scratch.sort_unstable();
        let came = self.scratch.iter().filter(|unit| self.there.binary_search(unit).is_err());
        self.list.extend(came.map(|unit| Happening::Arrived(Handle(*unit))));
        std::mem::swap(&mut self.scratch, &mut self.there);
    }
}

/// Where a group arrives, and how near a unit has to come, u.
fn end_of(world: &World, index: usize) -> Option<(Vec2, f32)> {
    let group = &world.groups()[index];
    let route = group.pipeline.iter().find_map(|behavior| behavior.features().route);
    if let Some((factor, end)) = route {
        let path = world.path_of(index);
        let last = path.node(path.len().checked_sub(1)?, world.space())?;
        return (end == AtEnd::Stop).then_some((last, factor * group.crowd.length));
    }
    // A target that a caller has set comes before the goal of the parameters.
    let place = match group.target {
        Some(Target::Place(place)) => place,
        Some(Target::Moving(spot)) => spot.position,
        Some(Target::Unit(_) | Target::Group(_) | Target::Pointer) => return None,
        None => {
            let goal = group.goal;
            let goal =
                goal.filter(|one| matches!(one.goal, GoalKind::Place | GoalKind::Between))?;
            let place = world.goals.place(index, &goal) * world.size();
            world.goals.order(index, &goal).unwrap_or(place)
        }
    };
    let count = group.range.len() as f32;
    Some((place, ARRIVAL_RADIUS * group.crowd.length * (1.0 + count.sqrt())))
}

impl World {
    /// Ids of the units within a distance of a point, u, the nearest first.
    pub fn near(&self, point: Vec2, radius: f32) -> Vec<usize> {
        let space = Space { torus: self.params.edges == Edges::Wrap, ..self.space() };
        let squared = |id| space.between(self.agents().position(id), point).length_squared();
        let all = (0..self.agents().len()).map(|id| (squared(id), id));
        let mut near: Vec<_> = all.filter(|(squared, _)| *squared <= radius * radius).collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        near.into_iter().map(|(_, id)| id).collect()
    }
}

/// Units between two ticks: where a screen shows more frames than the world has ticks.
#[derive(Clone, Debug, Default)]
pub struct Between {
    /// As they are shown, by id: places, u, and headings as unit vectors.
    pub x: Vec<f32>,
    /// Places, u; down.
    pub y: Vec<f32>,
    /// Headings.
    pub hx: Vec<f32>,
    /// Headings; down.
    pub hy: Vec<f32>,
    before: Vec<(u32, Vec2, Vec2)>,
}

impl Between {
    /// Takes note of the state before a tick.
    pub fn keep_before(&mut self, world: &World) {
        let agents = world.agents();
        let unit = |id: usize| (agents.handle[id], agents.position(id), agents.forward(id));
        self.before.clear();
        self.before.extend((0..agents.len()).map(unit));
    }

    /// Works out what is shown at a share of the way from the state that was noted, at 0, to the present
    /// one, at 1. Units that have come or were moved elsewhere are shown where they are.
    pub fn show(&mut self, world: &World, share: f32) {
        let agents = world.agents();
        let torus = world.params.edges == Edges::Wrap;
        let space = Space { torus, ..world.space() };
        for array in [&mut self.x, &mut self.y, &mut self.hx, &mut self.hy] {
            array.resize(agents.len(), 0.0);
        }
        for id in 0..agents.len() {
            let (mut place, mut heading) = (agents.position(id), agents.forward(id));
            let before = self.before.get(id).filter(|unit| unit.0 == agents.handle[id]);
            if let Some((_, from, turned)) = before {
                let way = space.between(*from, place);
                let most = agents.length[id] + 4.0 * DT * agents.velocity(id).length();
                if way.length_squared() <= most * most {
                    place = *from + way * share;
                    place = if torus { space.wrapped(place) } else { place };
                    heading = turned.lerp(heading, share).try_normalize().unwrap_or(heading);
                }
            }
            (self.x[id], self.y[id]) = (place.x, place.y);
            (self.hx[id], self.hy[id]) = (heading.x, heading.y);
        }
    }
}
