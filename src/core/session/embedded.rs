//! A run inside another program, with all arguments checked. The packages for JavaScript, C and
//! Python build on this module.

use super::compose::check_rule;
use super::events::Event;
use super::layout_doc::LayoutDoc;
use super::run::Run;
use super::timeline::Timeline;
use crate::engine::agents::{Handle, Target, UnitState};
use crate::engine::group::Group;
use crate::engine::layout::{
    Layout, LayoutRecord as _, MAX_COORDINATE, MAX_OBSTACLES, MAX_WALLS, OBSTACLE_RADIUS_RANGE,
};
use crate::engine::limits::MAX_PROGRAM_WALLS;
use crate::engine::math::{sin_cos, wrap_angle};
use crate::engine::scenery::{Obstacle, Wall, walls_from_tiles};
use crate::engine::world::{Between, Happening, Happenings, Pushes, Refusal, UnitSetting, World};
use crate::schema::near::did_you_mean;
use glam::Vec2;
use std::f32::consts::TAU;

/// Maximum number of ticks per call.
pub const MAX_TICKS_PER_CALL: u32 = 1_000_000;

/// Reason why a call was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalCause {
    /// No parameter, group or unit has this name or index.
    UnknownName,
    /// The argument cannot have this value.
    InvalidValue,
    /// The unit has been removed from the world.
    UnitRemoved,
    /// The world has no room for another unit.
    WorldFull,
    /// A number is not finite.
    NotFinite,
    /// The call cannot be recorded.
    NotRecordable,
}

/// A refused call. Nothing has changed, except by [`EmbeddedRun::steer`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedCall {
    /// Reason of the refusal, which programs can compare.
    pub cause: RefusalCause,
    /// One sentence that says why the call was refused, and names the argument.
    pub message: String,
}

type CallResult<T = ()> = Result<T, RefusedCall>;

fn refuse<T>(cause: RefusalCause, why: impl Into<String>) -> CallResult<T> {
    Err(RefusedCall { cause, message: why.into() })
}

impl RefusalCause {
    /// Returns a function that converts a world's [`Refusal`] to a [`RefusedCall`] of this cause.
    pub fn of(self) -> impl FnOnce(Refusal) -> RefusedCall {
        move |why| RefusedCall { cause: self, message: why.to_string() }
    }
}

/// Checks that all numbers are finite; each comes with its name.
///
/// # Errors
/// Names the first number that is not finite.
pub fn check_finite<'n>(numbers: impl IntoIterator<Item = (&'n str, f32)>) -> CallResult {
    match numbers.into_iter().find(|(_, number)| !number.is_finite()) {
        None => Ok(()),
        Some((name, number)) => refuse(
            RefusalCause::NotFinite,
            format!("{name} is to be a finite number, not {number}."),
        ),
    }
}

fn check_point(x: &str, y: &str, point: Vec2) -> CallResult {
    check_finite([(x, point.x), (y, point.y)])
}

/// A run, and the data that a program reads between ticks.
pub struct EmbeddedRun {
    /// The run. If inputs are recorded, parameters must be set through [`input`](Self::input).
    pub run: Run,
    timeline: Option<Timeline>,
    /// Whether calls that cannot be recorded are refused while inputs are recorded.
    is_strict: bool,
    /// Whether a call that cannot be recorded has changed the run since its start.
    has_unrecorded_changes: bool,
    /// Whether the program has set walls. They stay when the run restarts, although its link does
    /// not have them.
    has_own_walls: bool,
    pushes: Pushes,
    between: Option<Between>,
    happenings: Option<Happenings>,
}

impl EmbeddedRun {
    /// Wraps a run. With a timeline, inputs are recorded, and other changes are refused.
    pub fn new(run: Run, timeline: Option<Timeline>) -> Self {
        Self {
            run,
            timeline,
            is_strict: true,
            has_unrecorded_changes: false,
            has_own_walls: false,
            pushes: Pushes::default(),
            between: None,
            happenings: None,
        }
    }

    /// Wraps a run with a timeline, like [`new`](Self::new), but makes calls that cannot be
    /// recorded. [After such a call](Self::has_unrecorded_changes), no link gives the same run.
    pub fn allowing_unrecorded(run: Run, timeline: Timeline) -> Self {
        Self { is_strict: false, ..Self::new(run, Some(timeline)) }
    }

    /// An independent copy of the run, its timeline and its happenings at the same tick.
    pub fn fork(&self) -> Self {
        let (run, timeline) = (self.run.fork(), self.timeline.clone());
        let (pushes, happenings) = (Pushes::default(), self.happenings.clone());
        Self { run, timeline, pushes, between: None, happenings, ..*self }
    }

    /// Whether a call that cannot be recorded has changed the run since its start.
    pub fn has_unrecorded_changes(&self) -> bool {
        self.has_unrecorded_changes
    }

    /// The world of the run.
    pub fn world(&self) -> &World {
        &self.run.world
    }

    /// The timeline; `None` if inputs are not recorded.
    pub fn timeline(&self) -> Option<&Timeline> {
        self.timeline.as_ref()
    }

    /// Applies an event between two ticks and, if inputs are recorded, records it.
    ///
    /// # Errors
    /// If a text of the event is invalid: one sentence.
    pub fn input(&mut self, event: Event) -> Result<(), String> {
        match &mut self.timeline {
            Some(timeline) => timeline.input(&mut self.run, event),
            None => self.run.apply(&event),
        }
    }

    /// Makes an input like [`input`](Self::input); its error becomes a refused call.
    fn input_or_refuse(&mut self, event: Event) -> CallResult {
        self.input(event)
            .map_err(|why| RefusedCall { cause: RefusalCause::InvalidValue, message: why })
    }

    /// Makes a change that cannot be recorded, or refuses it (`NotRecordable`) if the run is strict
    /// and inputs are recorded. `change_name` names the change in the refusal.
    fn change_unrecorded<T>(
        &mut self,
        change_name: &str,
        change: impl FnOnce(&mut Run) -> CallResult<T>,
    ) -> CallResult<T> {
        if self.is_strict && self.timeline.is_some() {
            let why =
                format!("{change_name} cannot be recorded: open the run without recording it.");
            return refuse(RefusalCause::NotRecordable, why);
        }
        let done = change(&mut self.run)?;
        self.has_unrecorded_changes = true;
        Ok(done)
    }

    /// Sets a parameter by its id in [`Run::params`]. Before the first tick and input of a recorded
    /// run, the value becomes a part of its link instead of an input.
    ///
    /// # Errors
    /// As [`input`](Self::input).
    pub fn set_param(&mut self, id: usize, value: f32) -> Result<(), String> {
        let is_start = self.run.world.ticks() == 0 && !self.has_unrecorded_changes;
        match &mut self.timeline {
            Some(timeline) if is_start && timeline.log().is_empty() => {
                self.run.set(id, value);
                *timeline = Timeline::new(&self.run);
                Ok(())
            }
            _ => self.input(Event::Param { id, value }),
        }
    }

    /// Jumps to an earlier tick of a recorded run.
    ///
    /// # Errors
    /// If a call that cannot be recorded has changed the run, or if inputs are not recorded.
    pub fn seek_back(&mut self, tick: u64) -> CallResult {
        let Some(timeline) = self.timeline.as_mut().filter(|_| !self.has_unrecorded_changes) else {
            let why = "Units were put somewhere by hand, or walls were set: there is no way back.";
            return refuse(RefusalCause::NotRecordable, why);
        };
        timeline.seek(&mut self.run, tick);
        timeline.stop_seeking(&mut self.run);
        self.restart_listening();
        Ok(())
    }

    fn collect_happenings(&mut self) {
        if let Some(happenings) = &mut self.happenings {
            happenings.collect(&self.run.world);
        }
    }

    /// Drops the happenings collected so far; goes on collecting if collecting had begun.
    fn restart_listening(&mut self) {
        self.happenings =
            self.happenings.is_some().then(|| Happenings::starting_at(&self.run.world));
    }

    /// Restarts the run at tick 0, without recorded events. Walls that the program has set stay.
    pub fn restart(&mut self, seed: u32) {
        match &mut self.timeline {
            Some(timeline) => timeline.restart(&mut self.run, seed),
            None => self.run.world.restart(seed),
        }
        self.has_unrecorded_changes = self.has_own_walls;
        self.pushes = Pushes::default();
        self.between = self.between.is_some().then(Between::default);
        self.collect_happenings();
    }

    /// Runs `count` ticks of 1/60 s.
    ///
    /// # Errors
    /// If `count` exceeds [`MAX_TICKS_PER_CALL`].
    pub fn tick(&mut self, count: u32) -> CallResult {
        if count > MAX_TICKS_PER_CALL {
            let why = format!(
                "The number of ticks is to be from 0 to {MAX_TICKS_PER_CALL}, not {count}."
            );
            return refuse(RefusalCause::InvalidValue, why);
        }
        for left in (0..count).rev() {
            if let Some(between) = self.between.as_mut().filter(|_| left == 0) {
                between.store_before(&self.run.world);
            }
            match &mut self.timeline {
                Some(timeline) => timeline.tick(&mut self.run),
                None => self.run.world.tick(),
            }
            self.collect_happenings();
        }
        Ok(())
    }

    /// Computes the steering of all units without moving them; [`pushes`](Self::pushes) returns the
    /// result. Uses the positions, velocities and headings that the program has written.
    ///
    /// # Errors
    /// If inputs are recorded, or if a number is not finite (its unit then rests in the center).
    pub fn steer(&mut self) -> CallResult {
        let noted = self.change_unrecorded("A unit that something else moves", |run| {
            Ok(run.world.record_bodies())
        })?;
        self.run.world.steer();
        self.pushes.read(&self.run.world);
        noted.or_else(|id| {
            let why = format!(
                "The place, velocity or heading of the unit with index {id} is not a finite number."
            );
            refuse(RefusalCause::NotFinite, why)
        })
    }

    /// Moves all units by their steering: the second half of a tick, after [`steer`](Self::steer).
    pub fn advance(&mut self) {
        self.run.world.advance();
    }

    /// Result of the last [`steer`](Self::steer); `None` before the first call and after units were
    /// added or removed.
    pub fn pushes(&self) -> Option<&Pushes> {
        let is_current = self.pushes.x.len() == self.run.world.agents().len();
        is_current.then_some(&self.pushes)
    }

    /// The group with this index.
    ///
    /// # Errors
    /// If there is no such group.
    pub fn group(&self, index: usize) -> CallResult<&Group> {
        let groups = self.run.world.groups();
        let there = groups.len();
        let why = || RefusedCall {
            cause: RefusalCause::UnknownName,
            message: format!("There is no group {index}: there are {there}, from 0 on."),
        };
        groups.get(index).ok_or_else(why)
    }

    /// Current index of a unit in the arrays of all units.
    ///
    /// # Errors
    /// If the unit has been removed or never existed.
    pub fn index_of_unit(&self, unit: Handle) -> CallResult<usize> {
        let id = self.run.world.agents().id(unit);
        id.map_or_else(
            || refuse(RefusalCause::UnitRemoved, format!("There is no unit {}.", unit.0)),
            Ok,
        )
    }

    /// Velocity (u/s) with which units of a group start along a heading (rad).
    ///
    /// # Errors
    /// If there is no group with this index, or if the heading is not finite.
    pub fn start_velocity(&self, group: usize, heading: f32) -> CallResult<Vec2> {
        check_finite([("heading", heading)])?;
        let (sine, cosine) = sin_cos(wrap_angle(heading % TAU));
        Ok(Vec2::new(cosine, sine) * self.group(group)?.start_speed())
    }

    /// Adds a unit to the group with this index. A position outside the world is moved to its edge.
    ///
    /// # Errors
    /// If there is no such group, if a number is not finite, if the world is full, or if inputs are
    /// recorded.
    pub fn add_unit(&mut self, group: usize, unit: UnitState) -> CallResult<Handle> {
        check_unit(&unit)?;
        self.group(group)?;
        self.pushes = Pushes::default();
        self.change_unrecorded("A unit that is added", |run| {
            let full = || refuse(RefusalCause::WorldFull, "There is no room for another unit.");
            run.world.add(group, unit).map_or_else(full, Ok)
        })
    }

    /// Sets the state of the unit with this index in the arrays of all units, if there is one.
    ///
    /// # Errors
    /// If a number is not finite, or if inputs are recorded.
    pub fn set_unit(&mut self, id: usize, unit: UnitState) -> CallResult {
        check_unit(&unit)?;
        self.change_unrecorded("A unit that something else moves", |run| {
            run.world.set_unit(id, unit);
            Ok(())
        })
    }

    /// Removes a unit.
    ///
    /// # Errors
    /// If the unit has been removed or never existed, or if inputs are recorded.
    pub fn remove_unit(&mut self, unit: Handle) -> CallResult {
        self.index_of_unit(unit)?;
        self.pushes = Pushes::default();
        self.change_unrecorded("A unit that is removed", |run| {
            run.world.remove(unit);
            Ok(())
        })
    }

    /// Handles of the units within `radius` (u) of a place, nearest first.
    ///
    /// # Errors
    /// If a number is not finite, or if the radius is negative.
    pub fn handles_near(
        &self,
        place: Vec2,
        radius: f32,
    ) -> CallResult<impl Iterator<Item = u32> + '_> {
        check_point("x", "y", place)?;
        check_finite([("radius", radius)])?;
        if radius < 0.0 {
            return refuse(
                RefusalCause::InvalidValue,
                format!("radius is to be at least 0 u, not {radius}."),
            );
        }
        let handles = &self.run.world.agents().handle;
        Ok(self.run.world.units_near(place, radius).into_iter().map(|id| handles[id]))
    }

    /// Sets the target of the group with this index, or removes it.
    ///
    /// # Errors
    /// If there is no such group or unit, if a number is not finite, if the group is its own
    /// target, or if inputs are recorded.
    pub fn set_target(&mut self, group: usize, target: Option<Target>) -> CallResult {
        self.check_target(target)?;
        self.change_unrecorded("A target of a group's own", |run| {
            run.world.set_target(group, target).map_err(RefusalCause::UnknownName.of())
        })
    }

    /// Sets the top speed or the target of a single unit, by its handle.
    ///
    /// # Errors
    /// If the unit or the target is gone, if a number is not finite or out of range, if the unit is
    /// its own target, or if it walks on tiles and gets a top speed.
    pub fn set_single(&mut self, unit: Handle, setting: UnitSetting) -> CallResult {
        self.index_of_unit(unit)?;
        match setting {
            UnitSetting::MaxSpeed(speed) => check_finite(speed.map(|speed| ("max_speed", speed)))?,
            UnitSetting::Target(target) => self.check_target(target)?,
        }
        let checked = self.run.world.check_single(unit, setting);
        checked.map_err(RefusalCause::InvalidValue.of())?;
        self.input_or_refuse(Event::Single { unit, setting })
    }

    fn check_target(&self, target: Option<Target>) -> CallResult {
        match target {
            Some(Target::Place(place)) => check_point("x", "y", place),
            Some(Target::Moving(spot)) => {
                check_point("x", "y", spot.position)?;
                check_point("vx", "vy", spot.velocity)
            }
            Some(Target::Unit(unit)) => self.index_of_unit(unit).map(drop),
            Some(Target::Group(other)) => self.group(other).map(drop),
            Some(Target::Pointer) | None => Ok(()),
        }
    }

    /// Holds the pointer at a place, u.
    ///
    /// # Errors
    /// If a number is not finite.
    pub fn hold_pointer(&mut self, place: Vec2) -> CallResult {
        check_point("x", "y", place)?;
        self.input_or_refuse(Event::PointerHold { x: place.x, y: place.y })
    }

    /// Replaces the obstacles, and moves units out of them.
    ///
    /// # Errors
    /// If a number is not finite, if a radius is negative, or if inputs are recorded and [a
    /// link](check_obstacles_for_link) cannot express the obstacles.
    pub fn set_obstacles(&mut self, obstacles: Vec<Obstacle>) -> CallResult {
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
            let why =
                format!("{}, in steps of 0.1 u as the run is recorded.", obstacle_limits_text());
            return refuse(RefusalCause::InvalidValue, why);
        }
        let layout = Layout { obstacles: Some(obstacles), ..self.run.world.layout().clone() };
        let layout = LayoutDoc::new(&layout, self.run.world.groups());
        self.input_or_refuse(Event::Layout(layout.into()))
    }

    /// Adds a site at a place (u, rounded to 0.1 u), moves the site that has this name, or removes
    /// it (`None`).
    ///
    /// # Errors
    /// If the name is no name of a site, if a number is not finite or outside 0 to 40,000 u, if
    /// there are 16 sites already, if there is no site of this name to remove, or if inputs are
    /// recorded and a program has set more walls than links have.
    pub fn set_site(&mut self, name: &str, place: Option<Vec2>) -> CallResult {
        let mut fitted = None;
        if let Some(place) = place {
            check_point("x", "y", place)?;
            fitted = place.fitted();
            if fitted.is_none_or(|fitted| (fitted - place).abs().max_element() > 0.1) {
                let why = format!("A site lies within 0 to {MAX_COORDINATE} u.");
                return refuse(RefusalCause::InvalidValue, why);
            }
        }
        let walls = self.run.world.layout().walls.as_ref().map_or(0, Vec::len);
        if self.timeline.is_none() || walls > MAX_WALLS {
            return self.change_unrecorded("A site beside so many walls", |run| {
                run.world.set_site(name, fitted).map_err(RefusalCause::InvalidValue.of())
            });
        }
        let sites =
            self.run.world.sites_with(name, fitted).map_err(RefusalCause::InvalidValue.of())?;
        let layout = Layout { sites, ..self.run.world.layout().clone() };
        let layout = LayoutDoc::new(&layout, self.run.world.groups());
        self.input_or_refuse(Event::Layout(layout.into()))
    }

    /// Replaces the walls.
    ///
    /// # Errors
    /// If a number is not finite, if a radius is negative, if there are more than 50,000 walls, or
    /// if inputs are recorded.
    pub fn set_walls(&mut self, walls: Vec<Wall>) -> CallResult {
        check_walls(&walls)?;
        self.change_unrecorded("A wall", |run| {
            run.world.set_walls(walls);
            Ok(())
        })?;
        self.has_own_walls = true;
        Ok(())
    }

    /// Replaces the path of the group with this index; nodes in u.
    ///
    /// # Errors
    /// If there is no such group, if it does not follow a path, if there are no nodes, if a number
    /// is not finite, or if inputs are recorded.
    pub fn set_path(&mut self, group: usize, nodes: Vec<Vec2>) -> CallResult {
        self.group(group)?;
        for node in &nodes {
            check_point("x of a node", "y of a node", *node)?;
        }
        self.change_unrecorded("A path that is set", |run| {
            run.world.set_path(group, nodes).map_err(RefusalCause::InvalidValue.of())
        })
    }

    /// Adds a written rule to the group with this index, after its other behaviors; replaces a rule
    /// of the same key.
    ///
    /// # Errors
    /// If the text is invalid, or if there is no such group: one sentence.
    pub fn set_rule(&mut self, group: usize, text: &str) -> CallResult {
        self.group(group)?;
        let refused = |why| RefusedCall { cause: RefusalCause::InvalidValue, message: why };
        let (key, _) = check_rule(text).map_err(refused)?;
        let mut composition = self.run.composition();
        composition.add_rule_to_group(group, text, Some(&key)).map_err(refused)?;
        let notices = self.run.check_composition(&composition);
        if !notices.is_empty() {
            return Err(refused(notices.join(" ")));
        }
        self.pushes = Pushes::default();
        self.input_or_refuse(Event::Compose(composition.into()))
    }

    /// Restores the state of a snapshot of this scene.
    ///
    /// # Errors
    /// If the bytes are not a snapshot of this scene and version, or if inputs are recorded.
    pub fn restore(&mut self, snapshot: &[u8]) -> CallResult {
        self.change_unrecorded("A state that is put back", |run| {
            run.restore(snapshot).map_err(RefusalCause::InvalidValue.of())
        })?;
        self.timeline = self.timeline.is_some().then(|| Timeline::new(&self.run));
        self.pushes = Pushes::default();
        self.between = self.between.is_some().then(Between::default);
        self.restart_listening();
        Ok(())
    }

    /// Begins to collect happenings (such as catches). Further calls have no effect.
    pub fn start_listening(&mut self) {
        let world = &self.run.world;
        self.happenings.get_or_insert_with(|| Happenings::starting_at(world));
    }

    /// Takes the collected happenings; none before [`start_listening`](Self::start_listening).
    pub fn take_happenings(&mut self) -> impl Iterator<Item = Happening> + '_ {
        self.collect_happenings();
        self.happenings.iter_mut().flat_map(Happenings::take_events)
    }

    /// States of the units between the last two ticks: `share` 0 is the earlier, 1 the later one.
    /// The share is clamped to 0..=1.
    ///
    /// # Errors
    /// If the share is not finite.
    pub fn interpolate_units(&mut self, share: f32) -> CallResult<&Between> {
        check_finite([("share", share)])?;
        let between = self.between.get_or_insert_with(Between::default);
        between.interpolate(&self.run.world, share.clamp(0.0, 1.0));
        Ok(between)
    }

    /// The arrays that the last call of [`interpolate_units`](Self::interpolate_units) filled;
    /// `None` before the first call.
    pub fn between(&self) -> Option<&Between> {
        self.between.as_ref()
    }
}

fn check_unit(unit: &UnitState) -> CallResult {
    check_point("x", "y", unit.position)?;
    check_point("vx", "vy", unit.velocity)?;
    check_finite([("heading", unit.heading), ("omega", unit.omega)])
}

fn check_radius(name: &str, radius: f32) -> CallResult {
    check_finite([(name, radius)])?;
    match radius >= 0.0 {
        true => Ok(()),
        false => refuse(
            RefusalCause::InvalidValue,
            format!("{name} is to be at least 0 u, not {radius}."),
        ),
    }
}

fn obstacle_limits_text() -> String {
    let [low, high] = OBSTACLE_RADIUS_RANGE;
    format!("An obstacle lies within 0 to {MAX_COORDINATE} u and has a radius of {low} to {high} u")
}

/// Checks that links can express these obstacles: their number, positions and radii.
///
/// # Errors
/// If an obstacle exceeds a limit: one sentence that names the limits.
pub fn check_obstacles_for_link(obstacles: &[Obstacle]) -> CallResult {
    if obstacles.len() > MAX_OBSTACLES {
        let (most, count) = (MAX_OBSTACLES, obstacles.len());
        return refuse(
            RefusalCause::InvalidValue,
            format!("There are at most {most} obstacles, not {count}."),
        );
    }
    let fits = |Obstacle { center, radius }: &Obstacle| {
        let [low, high] = OBSTACLE_RADIUS_RANGE;
        let is_inside = |part: f32| (0.0..=MAX_COORDINATE).contains(&part);
        is_inside(center.x) && is_inside(center.y) && (low..=high).contains(radius)
    };
    match obstacles.iter().all(fits) {
        true => Ok(()),
        false => refuse(RefusalCause::InvalidValue, format!("{}.", obstacle_limits_text())),
    }
}

/// Checks walls that a program sets.
///
/// # Errors
/// If a number is not finite, if a radius is negative, or if there are more than 50,000 walls.
pub fn check_walls(walls: &[Wall]) -> CallResult {
    if walls.len() > MAX_PROGRAM_WALLS {
        let why = format!("{} walls are too many: at most {MAX_PROGRAM_WALLS}.", walls.len());
        return refuse(RefusalCause::InvalidValue, why);
    }
    for Wall { from, to, radius } in walls {
        check_point("from.x of a wall", "from.y of a wall", *from)?;
        check_point("to.x of a wall", "to.y of a wall", *to)?;
        check_radius("radius of a wall", *radius)?;
    }
    Ok(())
}

/// Joins the blocked tiles of a map into walls by [`walls_from_tiles`], with checked arguments.
///
/// # Errors
/// If there are no columns, or if `side` is not a number above 0.
pub fn checked_walls_from_tiles(
    columns: usize,
    tiles: &[bool],
    side: f32,
) -> Result<Vec<Wall>, RefusedCall> {
    if columns == 0 {
        return refuse(
            RefusalCause::InvalidValue,
            "columns is to be a whole number above 0, not 0.",
        );
    }
    if !side.is_finite() {
        return refuse(RefusalCause::NotFinite, "side is not a finite number.");
    }
    if side <= 0.0 {
        return refuse(
            RefusalCause::InvalidValue,
            format!("side is to be a number above 0, not {side}."),
        );
    }
    Ok(walls_from_tiles(columns, tiles, side))
}

/// One sentence about an unknown name, with the most similar one of `names`.
pub fn unknown_name_message<'n>(
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
        let mut embedded = EmbeddedRun::new(Run::open("scene=empty&count=3").0, None);
        let wall = Wall { from: Vec2::ZERO, to: Vec2::new(9.0, 0.0), radius: 1.0 };
        assert!(embedded.set_walls(vec![wall; 1000]).is_ok());
        let refused = embedded.set_walls(vec![wall; 100_000]).expect_err("they are too many");
        assert_eq!(refused.message, "100000 walls are too many: at most 50000.");
        assert_eq!(embedded.world().walls().len(), 1000);
    }
}
