//! A run inside another program, as the packages for JavaScript and C bind it: handles, targets, scenery and
//! events, each with its arguments checked here, once for all packages.

use super::compose::checked_rule;
use super::events::Event;
use super::layout_doc::LayoutDoc;
use super::run::Run;
use super::timeline::Timeline;
use crate::engine::agents::{Handle, Target, UnitState};
use crate::engine::group::Group;
use crate::engine::layout::{Layout, MAX_COORDINATE, MOST_OBSTACLES, OBSTACLE_RADIUS};
use crate::engine::limits::MOST_WALLS_OF_PROGRAMS;
use crate::engine::math::{sin_cos, wrap_angle};
use crate::engine::scenery::{Obstacle, Wall};
use crate::engine::world::{Between, Happening, Happenings, Pushes, Refusal, World};
use crate::schema::near::did_you_mean;
use glam::Vec2;
use std::f32::consts::TAU;

/// Most ticks that one call runs.
pub const MOST_TICKS: u32 = 1_000_000;

/// Kind of a refused argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// No parameter, group or unit has this name or index.
    Unknown,
    /// The value is not one that the argument can have.
    Value,
    /// The unit was removed from the world.
    Gone,
    /// The world has no room for another unit.
    Full,
    /// A number is not finite.
    NotFinite,
    /// A recording cannot hold the call.
    Recorded,
}

/// A call that was refused, with a sentence that names the argument. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Kind of the refusal.
    pub cause: Cause,
    /// The sentence.
    pub why: String,
}

type Outcome<T = ()> = Result<T, Refused>;

fn refuse<T>(cause: Cause, why: impl Into<String>) -> Outcome<T> {
    Err(Refused { cause, why: why.into() })
}

impl Cause {
    /// The refusal of a world, with this cause.
    pub fn of(self) -> impl FnOnce(Refusal) -> Refused {
        move |why| Refused { cause: self, why: why.to_string() }
    }
}

/// Checks that numbers are finite.
///
/// # Errors
/// The first one that is not, by its name.
pub fn check_finite<'n>(numbers: impl IntoIterator<Item = (&'n str, f32)>) -> Outcome {
    match numbers.into_iter().find(|(_, number)| !number.is_finite()) {
        None => Ok(()),
        Some((name, number)) => {
            refuse(Cause::NotFinite, format!("{name} is to be a finite number, not {number}."))
        }
    }
}

fn check_point(x: &str, y: &str, point: Vec2) -> Outcome {
    check_finite([(x, point.x), (y, point.y)])
}

/// A run with the state that a program reads between ticks.
pub struct Embedded {
    /// The run; its parameters are set through [`input`](Self::input) where it is recorded.
    pub run: Run,
    timeline: Option<Timeline>,
    pushes: Pushes,
    between: Option<Between>,
    happenings: Option<Happenings>,
}

impl Embedded {
    /// Wraps a run; with a timeline, inputs are recorded, and calls that a recording cannot hold are refused.
    pub fn new(run: Run, timeline: Option<Timeline>) -> Self {
        Self { run, timeline, pushes: Pushes::default(), between: None, happenings: None }
    }

    /// The world of the run.
    pub fn world(&self) -> &World {
        &self.run.world
    }

    /// The timeline of a recorded run.
    pub fn timeline(&self) -> Option<&Timeline> {
        self.timeline.as_ref()
    }

    /// Applies an event between two ticks, and records it where inputs are recorded.
    ///
    /// # Errors
    /// One sentence on what is wrong with a text of the event.
    pub fn input(&mut self, event: Event) -> Result<(), String> {
        match &mut self.timeline {
            Some(timeline) => timeline.input(&mut self.run, event),
            None => self.run.apply(&event),
        }
    }

    fn check_unrecorded(&self, what: &str) -> Outcome {
        match &self.timeline {
            None => Ok(()),
            Some(_) => {
                let why = format!("{what} cannot be recorded: open the run without recording it.");
                refuse(Cause::Recorded, why)
            }
        }
    }

    fn collect(&mut self) {
        if let Some(happenings) = &mut self.happenings {
            happenings.collect(&self.run.world);
        }
    }

    /// Returns to tick 0 with a seed.
    pub fn restart(&mut self, seed: u32) {
        match &mut self.timeline {
            Some(timeline) => timeline.restart(&mut self.run, seed),
            None => self.run.world.restart(seed),
        }
        self.pushes = Pushes::default();
        self.between = self.between.is_some().then(Between::default);
        self.collect();
    }

    /// Runs ticks of 1/60 s, at most [`MOST_TICKS`].
    ///
    /// # Errors
    /// More are asked for.
    pub fn tick(&mut self, count: u32) -> Outcome {
        if count > MOST_TICKS {
            let why = format!("The number of ticks is to be from 0 to {MOST_TICKS}, not {count}.");
            return refuse(Cause::Value, why);
        }
        for left in (0..count).rev() {
            if let Some(between) = self.between.as_mut().filter(|_| left == 0) {
                between.keep_before(&self.run.world);
            }
            match &mut self.timeline {
                Some(timeline) => timeline.tick(&mut self.run),
                None => self.run.world.tick(),
            }
            self.collect();
        }
        Ok(())
    }

    /// Takes over the bodies that were written, perceives and steers, and moves no unit; [`pushes`](Self::pushes)
    /// has the result.
    ///
    /// # Errors
    /// A number of a body is not finite: that unit now stands still in the middle of the world.
    pub fn steer(&mut self) -> Outcome {
        self.check_unrecorded("A unit that something else moves")?;
        let noted = self.run.world.note_bodies();
        self.run.world.steer();
        self.pushes.read(&self.run.world);
        noted.or_else(|id| {
            let why = format!(
                "The place, velocity or heading of the unit with index {id} is not a finite number."
            );
            refuse(Cause::NotFinite, why)
        })
    }

    /// Moves all units as they were steered: the second half of a tick.
    pub fn advance(&mut self) {
        self.run.world.advance();
    }

    /// Pushes that the last [`steer`](Self::steer) found; `None` before the first one and after units came or went.
    pub fn pushes(&self) -> Option<&Pushes> {
        let is_current = self.pushes.x.len() == self.run.world.agents().len();
        is_current.then_some(&self.pushes)
    }

    /// A group by its index.
    ///
    /// # Errors
    /// No group has it.
    pub fn group(&self, index: usize) -> Outcome<&Group> {
        let groups = self.run.world.groups();
        let there = groups.len();
        let why = || Refused {
            cause: Cause::Unknown,
            why: format!("There is no group {index}: there are {there}, from 0 on."),
        };
        groups.get(index).ok_or_else(why)
    }

    /// The index of a unit in the arrays, by its handle.
    ///
    /// # Errors
    /// The unit was removed, or never was.
    pub fn index(&self, unit: Handle) -> Outcome<usize> {
        let id = self.run.world.agents().id(unit);
        id.map_or_else(|| refuse(Cause::Gone, format!("There is no unit {}.", unit.0)), Ok)
    }

    /// The velocity at which units of a group start, along a heading (radians), u/s.
    ///
    /// # Errors
    /// No group has the index, or the heading is not finite.
    pub fn start_velocity(&self, group: usize, heading: f32) -> Outcome<Vec2> {
        check_finite([("heading", heading)])?;
        let (sine, cosine) = sin_cos(wrap_angle(heading % TAU));
        Ok(Vec2::new(cosine, sine) * self.group(group)?.start_speed())
    }

    /// Adds a unit to a group, by its index; a place outside the world is moved to its edge.
    ///
    /// # Errors
    /// No group has the index, a number is not finite, or the world is full.
    pub fn add(&mut self, group: usize, unit: UnitState) -> Outcome<Handle> {
        self.check_unrecorded("A unit that is added")?;
        let UnitState { position, velocity, heading, omega } = unit;
        check_point("x", "y", position)?;
        check_point("vx", "vy", velocity)?;
        check_finite([("heading", heading), ("omega", omega)])?;
        self.group(group)?;
        let added = self.run.world.add(group, unit);
        self.pushes = Pushes::default();
        added.map_or_else(|| refuse(Cause::Full, "There is no room for another unit."), Ok)
    }

    /// Removes a unit.
    ///
    /// # Errors
    /// The unit was removed before, or never was.
    pub fn remove(&mut self, unit: Handle) -> Outcome {
        self.check_unrecorded("A unit that is removed")?;
        self.index(unit)?;
        self.pushes = Pushes::default();
        self.run.world.remove(unit);
        Ok(())
    }

    /// Handles of the units within a distance of a place, u, nearest first.
    ///
    /// # Errors
    /// A number is not finite, or the distance is negative.
    pub fn near(&self, place: Vec2, radius: f32) -> Outcome<impl Iterator<Item = u32> + '_> {
        check_point("x", "y", place)?;
        check_finite([("radius", radius)])?;
        if radius < 0.0 {
            return refuse(Cause::Value, format!("radius is to be at least 0 u, not {radius}."));
        }
        let handles = &self.run.world.agents().handle;
        Ok(self.run.world.near(place, radius).into_iter().map(|id| handles[id]))
    }

    /// Sets or takes away the target of a group, by its index.
    ///
    /// # Errors
    /// No group or unit is there, a number is not finite, or a group is to be its own target.
    pub fn set_target(&mut self, group: usize, target: Option<Target>) -> Outcome {
        self.check_unrecorded("A target of a group's own")?;
        match target {
            Some(Target::Place(place)) => check_point("x", "y", place)?,
            Some(Target::Moving(spot)) => {
                check_point("x", "y", spot.position)?;
                check_point("vx", "vy", spot.velocity)?;
            }
            Some(Target::Unit(unit)) => drop(self.index(unit)?),
            Some(Target::Group(other)) => drop(self.group(other)?),
            Some(Target::Pointer) | None => {}
        }
        self.run.world.set_target(group, target).map_err(Cause::Unknown.of())
    }

    /// Holds the pointer at a place, u.
    ///
    /// # Errors
    /// A number is not finite.
    pub fn hold(&mut self, place: Vec2) -> Outcome {
        check_point("x", "y", place)?;
        let held = self.input(Event::PointerHold { x: place.x, y: place.y });
        held.map_err(|why| Refused { cause: Cause::Value, why })
    }

    /// Replaces the obstacles, and moves units out of them.
    ///
    /// # Errors
    /// A number is not finite, a radius is negative, or inputs are recorded and [a link](check_obstacles_for_link)
    /// cannot write them.
    pub fn set_obstacles(&mut self, obstacles: Vec<Obstacle>) -> Outcome {
        for Obstacle { center, radius } in &obstacles {
            check_point("x of an obstacle", "y of an obstacle", *center)?;
            check_radius("radius of an obstacle", *radius)?;
        }
        if self.timeline.is_none() {
            self.run.world.put_obstacles(obstacles);
            return Ok(());
        }
        check_obstacles_for_link(&obstacles)?;
        let is_rounded = |value: f32| (value * 10.0).round() / 10.0 == value;
        let numbers = obstacles.iter().flat_map(|one| [one.center.x, one.center.y, one.radius]);
        if !numbers.into_iter().all(is_rounded) {
            let why = format!("{}, in steps of 0.1 u as the run is recorded.", obstacle_limits());
            return refuse(Cause::Value, why);
        }
        let layout = Layout { obstacles: Some(obstacles), ..self.run.world.layout().clone() };
        let layout = LayoutDoc::new(&layout, self.run.world.groups());
        self.input(Event::Layout(layout.into())).map_err(|why| Refused { cause: Cause::Value, why })
    }

    /// Replaces the walls.
    ///
    /// # Errors
    /// A number is not finite, a radius is negative, or there are more than 50,000 walls.
    pub fn set_walls(&mut self, walls: Vec<Wall>) -> Outcome {
        self.check_unrecorded("A wall")?;
        if walls.len() > MOST_WALLS_OF_PROGRAMS {
            let why =
                format!("{} walls are too many: at most {MOST_WALLS_OF_PROGRAMS}.", walls.len());
            return refuse(Cause::Value, why);
        }
        for Wall { from, to, radius } in &walls {
            check_point("from.x of a wall", "from.y of a wall", *from)?;
            check_point("to.x of a wall", "to.y of a wall", *to)?;
            check_radius("radius of a wall", *radius)?;
        }
        self.run.world.set_walls(walls);
        Ok(())
    }

    /// Replaces the path that a group, by its index, follows: nodes, u.
    ///
    /// # Errors
    /// No group has the index, it follows no path, there are no nodes, or a number is not finite.
    pub fn set_path(&mut self, group: usize, nodes: Vec<Vec2>) -> Outcome {
        self.check_unrecorded("A path that is set")?;
        self.group(group)?;
        for node in &nodes {
            check_point("x of a node", "y of a node", *node)?;
        }
        self.run.world.set_path(group, nodes).map_err(Cause::Value.of())
    }

    /// Gives a group, by its index, a rule as text: in the place of its rule of the same key, else behind its
    /// other behaviors.
    ///
    /// # Errors
    /// A sentence on what makes no sense in the text, or that no group has the index.
    pub fn set_rule(&mut self, group: usize, text: &str) -> Outcome {
        self.group(group)?;
        let refused = |why| Refused { cause: Cause::Value, why };
        let (key, _) = checked_rule(text).map_err(refused)?;
        let mut composition = self.run.composition();
        composition.put_rule(group, text, Some(&key)).map_err(refused)?;
        let notices = self.run.check_composition(&composition);
        if !notices.is_empty() {
            return Err(refused(notices.join(" ")));
        }
        self.pushes = Pushes::default();
        self.input(Event::Compose(composition.into())).map_err(refused)
    }

    /// Goes to the state of a snapshot of this scene.
    ///
    /// # Errors
    /// The bytes are no snapshot of this scene and version, or inputs are recorded.
    pub fn restore(&mut self, snapshot: &[u8]) -> Outcome {
        self.check_unrecorded("A state that is put back")?;
        self.run.restore(snapshot).map_err(Cause::Value.of())?;
        self.pushes = Pushes::default();
        self.between = self.between.is_some().then(Between::default);
        self.happenings = self.happenings.is_some().then(|| Happenings::since(&self.run.world));
        Ok(())
    }

    /// Starts to collect what happens; a second call changes nothing.
    pub fn listen(&mut self) {
        let world = &self.run.world;
        self.happenings.get_or_insert_with(|| Happenings::since(world));
    }

    /// Takes the happenings since the last call; empty before [`listen`](Self::listen).
    pub fn happened(&mut self) -> impl Iterator<Item = Happening> + '_ {
        self.collect();
        self.happenings.iter_mut().flat_map(Happenings::take)
    }

    /// Units at a share, clamped to 0..1, of the way from the last tick but one to the last.
    ///
    /// # Errors
    /// The share is not finite.
    pub fn shown(&mut self, share: f32) -> Outcome<&Between> {
        check_finite([("share", share)])?;
        let between = self.between.get_or_insert_with(Between::default);
        between.show(&self.run.world, share.clamp(0.0, 1.0));
        Ok(between)
    }

    /// The arrays that the last [`shown`](Self::shown) has filled.
    pub fn between(&self) -> Option<&Between> {
        self.between.as_ref()
    }
}

fn check_radius(name: &str, radius: f32) -> Outcome {
    check_finite([(name, radius)])?;
    match radius >= 0.0 {
        true => Ok(()),
        false => refuse(Cause::Value, format!("{name} is to be at least 0 u, not {radius}.")),
    }
}

fn obstacle_limits() -> String {
    let [low, high] = OBSTACLE_RADIUS;
    format!("An obstacle lies within 0 to {MAX_COORDINATE} u and has a radius of {low} to {high} u")
}

/// Checks that a link can write obstacles: their number, places and radii.
///
/// # Errors
/// The limits, in a sentence.
pub fn check_obstacles_for_link(obstacles: &[Obstacle]) -> Outcome {
    if obstacles.len() > MOST_OBSTACLES {
        let (most, count) = (MOST_OBSTACLES, obstacles.len());
        return refuse(Cause::Value, format!("There are at most {most} obstacles, not {count}."));
    }
    let fits = |Obstacle { center, radius }: &Obstacle| {
        let [low, high] = OBSTACLE_RADIUS;
        let is_inside = |part: f32| (0.0..=MAX_COORDINATE).contains(&part);
        is_inside(center.x) && is_inside(center.y) && (low..=high).contains(radius)
    };
    match obstacles.iter().all(fits) {
        true => Ok(()),
        false => refuse(Cause::Value, format!("{}.", obstacle_limits())),
    }
}

/// The sentence on a name that is not there, with the likely one of `names`.
pub fn unknown_name<'n>(
    kind: &str,
    name: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> String {
    format!("There is no {kind} “{name}”.{}", did_you_mean(name, names))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_walls_are_refused_with_the_limit_and_the_ones_before_stay() {
        let mut embedded = Embedded::new(Run::open("scene=empty&count=3").0, None);
        let wall = Wall { from: Vec2::ZERO, to: Vec2::new(9.0, 0.0), radius: 1.0 };
        assert!(embedded.set_walls(vec![wall; 1000]).is_ok());
        let refused = embedded.set_walls(vec![wall; 100_000]).expect_err("they are too many");
        assert_eq!(refused.why, "100000 walls are too many: at most 50000.");
        assert_eq!(embedded.world().walls().len(), 1000);
    }
}
