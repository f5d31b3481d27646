//! Queries for programs that draw or count: events, units near a point, and positions between two
//! ticks. None of them changes the world.

use super::World;
use super::contacts::CatchSearch;
use super::tick::ARRIVAL_RADIUS;
use crate::engine::agents::{Handle, Target};
use crate::engine::goals::GoalKind;
use crate::engine::layout::site_names_text;
use crate::engine::params::{DT, Edges};
use crate::engine::rounds::Caught;
use crate::engine::scenery::{PathEnd, Space};
use glam::Vec2;

impl World {
    /// Notices for the program that runs the world, one sentence each: about each group whose goal
    /// is a site that does not exist; about each [function of the
    /// program](crate::engine::behaviors::function_behavior()), since no link contains it; and
    /// about each function that failed, because it panicked or returned a force that is not finite.
    pub fn notices(&self) -> Vec<String> {
        let behaviors = self.groups().iter().flat_map(|group| &group.pipeline);
        let sites = &self.layout().sites;
        let lost = self.groups().iter().filter_map(|group| {
            let goal = group.goal.filter(|goal| goal.goal == GoalKind::Site)?;
            let name = goal.goal_site.to_string();
            let is_lost = goal.site(sites).is_none();
            is_lost.then(|| match (name.as_str(), group.label) {
                ("", label) => format!("{label}: there is no site to go to."),
                (name, label) => {
                    format!(
                        "{label}: there is no site {name} to go to; {}.",
                        site_names_text(sites)
                    )
                }
            })
        });
        behaviors.flat_map(|behavior| behavior.notices()).chain(lost).collect()
    }
}

/// Event that happened to a unit of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// A unit was added to the world.
    Born(Handle),
    /// A unit was removed from the world.
    Removed(Handle),
    /// A unit was caught: it came within the catch distance of a group that hunts it. With
    /// [`Caught::Again`], [`Caught::Joins`] and [`Caught::Round`], a group catches at most one unit
    /// per tick. With [`Caught::Remove`] every unit within the distance is caught, and
    /// [`Removed`](Self::Removed) follows. With [`Caught::Tells`] every unit that comes within the
    /// distance is reported once, and again after it was farther away.
    Caught {
        /// Handle of the unit that was caught.
        unit: Handle,
        /// Index of the group whose hunter caught the unit.
        by: usize,
        /// Handle of the unit that caught it, a member of the group `by`.
        hunter: Handle,
    },
    /// A unit has arrived at the destination of its group (the group's target, else its goal), or
    /// at the end of its path.
    Arrived(Handle),
}

/// Collector of the events that happen in a world.
#[derive(Clone, Debug, Default)]
pub struct Happenings {
    events: Vec<Happening>,
    /// Handles of all units when events were last collected.
    known_units: Vec<u32>,
    /// Sorted handles of the units that had arrived when events were last collected.
    arrived_units: Vec<u32>,
    /// Sorted handles of the units within the catch distance of each group with [`Caught::Tells`],
    /// by group index.
    units_in_reach: Vec<Vec<u32>>,
    catch_search: CatchSearch,
    handle_scratch: Vec<u32>,
    tick: u64,
}

impl Happenings {
    /// Creates a collector for the events after the present state of a world.
    pub fn starting_at(world: &World) -> Self {
        let mut all = Self { tick: world.ticks(), ..Self::default() };
        all.known_units.extend_from_slice(&world.agents().handle);
        all.record_arrivals(world);
        all.record_contacts(world);
        all.events.clear();
        all
    }

    /// Collects the events since the last call. To be called once after each tick.
    pub fn collect(&mut self, world: &World) {
        let has_ticked = self.tick != world.ticks();
        self.tick = world.ticks();
        let changed = *self.known_units != **world.agents().handle;
        if changed {
            self.record_born(&world.agents().handle);
        }
        if has_ticked {
            let catches = world.rounds().last_catches();
            let told = catches.map(|(by, [hunter, unit])| Happening::Caught { unit, by, hunter });
            self.events.extend(told);
        }
        if changed {
            self.record_removed(&world.agents().handle);
        }
        if has_ticked {
            self.record_contacts(world);
            self.record_arrivals(world);
        }
    }

    /// Removes and returns the collected events.
    pub fn take_events(&mut self) -> impl Iterator<Item = Happening> {
        self.events.drain(..)
    }

    /// Adds an event for each unit that is new since events were last collected. `now`: handles of
    /// all units.
    fn record_born(&mut self, now: &[u32]) {
        self.known_units.sort_unstable();
        self.handle_scratch.clear();
        self.handle_scratch.extend_from_slice(now);
        self.handle_scratch.sort_unstable();
        let is_new = |unit: &&u32| self.known_units.binary_search(unit).is_err();
        let born =
            self.handle_scratch.iter().filter(is_new).map(|unit| Happening::Born(Handle(*unit)));
        self.events.extend(born);
    }

    /// Adds an event for each unit that no longer exists; `now`: handles of all units.
    /// [`record_born`](Self::record_born) has sorted the lists of handles before and now.
    fn record_removed(&mut self, now: &[u32]) {
        let is_gone = |unit: &&u32| self.handle_scratch.binary_search(unit).is_err();
        let gone =
            self.known_units.iter().filter(is_gone).map(|unit| Happening::Removed(Handle(*unit)));
        self.events.extend(gone);
        self.known_units.clear();
        self.known_units.extend_from_slice(now);
    }

    /// Adds an event for each unit that came within the catch distance of a group with
    /// [`Caught::Tells`].
    fn record_contacts(&mut self, world: &World) {
        let groups = world.groups();
        self.units_in_reach.resize_with(groups.len(), Vec::new);
        for (by, group) in groups.iter().enumerate() {
            self.handle_scratch.clear();
            if group.catch.is_some_and(|catch| catch.caught == Caught::Tells) {
                let handle = |id: usize| Handle(world.agents().handle[id]);
                for [hunter, unit] in
                    self.catch_search.find_catches(world, by).iter().map(|ids| ids.map(handle))
                {
                    self.handle_scratch.push(unit.0);
                    if self.units_in_reach[by].binary_search(&unit.0).is_err() {
                        self.events.push(Happening::Caught { unit, by, hunter });
                    }
                }
                self.handle_scratch.sort_unstable();
            }
            std::mem::swap(&mut self.handle_scratch, &mut self.units_in_reach[by]);
        }
    }

    fn record_arrivals(&mut self, world: &World) {
        self.handle_scratch.clear();
        for index in 0..world.groups().len() {
            let Some((place, near)) = destination_of(world, index) else { continue };
            let is_there = |id: &usize| {
                let offset = world.space().offset_between(world.agents().position(*id), place);
                offset.length_squared() <= near * near
            };
            let there = world.groups()[index].ids.clone().filter(is_there);
            self.handle_scratch.extend(there.map(|id| world.agents().handle[id]));
        }
        self.handle_scratch.sort_unstable();
        let came = self
            .handle_scratch
            .iter()
            .filter(|unit| self.arrived_units.binary_search(unit).is_err());
        self.events.extend(came.map(|unit| Happening::Arrived(Handle(*unit))));
        std::mem::swap(&mut self.handle_scratch, &mut self.arrived_units);
    }
}

/// Position of a group's destination, and the distance within which a unit has arrived there, u;
/// `None` if the group has no fixed destination.
fn destination_of(world: &World, index: usize) -> Option<(Vec2, f32)> {
    let group = &world.groups()[index];
    let route = group.pipeline.iter().find_map(|behavior| behavior.features().path_radius_and_end);
    if let Some((factor, end)) = route {
        let path = world.path_of(index);
        let last = path.node_position(path.len().checked_sub(1)?, world.space())?;
        return (end == PathEnd::Stop).then_some((last, factor * group.crowd.length));
    }
    // A target set by a caller takes precedence over the goal of the parameters.
    let place = match group.target {
        Some(Target::Place(place)) => place,
        Some(Target::Moving(spot)) => spot.position,
        Some(Target::Unit(_) | Target::Group(_) | Target::Pointer) => return None,
        None => {
            let goal = group.goal?;
            match goal.goal {
                GoalKind::Site => goal.site(&world.layout().sites)?,
                GoalKind::Place | GoalKind::Between => {
                    let place = world.goals.destination_share(index, &goal) * world.size();
                    world.goals.ordered_place(index, &goal).unwrap_or(place)
                }
                _ => return None,
            }
        }
    };
    let count = group.ids.len() as f32;
    Some((place, ARRIVAL_RADIUS * group.crowd.length * (1.0 + count.sqrt())))
}

impl World {
    /// Ids of the units within `radius` (u) of a point (u), nearest first.
    pub fn units_near(&self, point: Vec2, radius: f32) -> Vec<usize> {
        let space = Space { is_torus: self.params.edges == Edges::Wrap, ..self.space() };
        let squared = |id| space.offset_between(self.agents().position(id), point).length_squared();
        let all = (0..self.agents().len()).map(|id| (squared(id), id));
        let mut near: Vec<_> = all.filter(|(squared, _)| *squared <= radius * radius).collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        near.into_iter().map(|(_, id)| id).collect()
    }
}

/// Interpolated positions and headings of all units between two ticks, for screens that show more
/// frames than the world has ticks.
#[derive(Clone, Debug, Default)]
pub struct Between {
    /// Horizontal position at which each unit is drawn, u, by id; positive to the right.
    pub x: Vec<f32>,
    /// Vertical position at which each unit is drawn, u, by id; positive downward.
    pub y: Vec<f32>,
    /// Horizontal component of the unit vector along each unit's drawn heading, by id; positive to
    /// the right.
    pub hx: Vec<f32>,
    /// Vertical component of the unit vector along each unit's drawn heading, by id; positive
    /// downward.
    pub hy: Vec<f32>,
    states_before: Vec<(u32, Vec2, Vec2)>,
}

impl Between {
    /// Stores positions and headings of all units before a tick.
    pub fn store_before(&mut self, world: &World) {
        let agents = world.agents();
        let unit = |id: usize| (agents.handle[id], agents.position(id), agents.forward(id));
        self.states_before.clear();
        self.states_before.extend((0..agents.len()).map(unit));
    }

    /// Interpolates between the stored state (`share` 0) and the present state (`share` 1). Units
    /// that are new, or that were moved farther than a tick can take them, are shown at their
    /// present positions.
    pub fn interpolate(&mut self, world: &World, share: f32) {
        let agents = world.agents();
        let torus = world.params.edges == Edges::Wrap;
        let space = Space { is_torus: torus, ..world.space() };
        for array in [&mut self.x, &mut self.y, &mut self.hx, &mut self.hy] {
            array.resize(agents.len(), 0.0);
        }
        for id in 0..agents.len() {
            let (mut place, mut heading) = (agents.position(id), agents.forward(id));
            let before = self.states_before.get(id).filter(|unit| unit.0 == agents.handle[id]);
            if let Some((_, from, turned)) = before {
                let way = space.offset_between(*from, place);
                let most = agents.length[id] + 4.0 * DT * agents.velocity(id).length();
                if way.length_squared() <= most * most {
                    place = *from + way * share;
                    place = if torus { space.image_inside(place) } else { place };
                    heading = turned.lerp(heading, share).try_normalize().unwrap_or(heading);
                }
            }
            (self.x[id], self.y[id]) = (place.x, place.y);
            (self.hx[id], self.hy[id]) = (heading.x, heading.y);
        }
    }
}
