//! Ramps: parameters that change linearly from one value to another.
//!
//! Ramps follow from the past events and the tick, so keyframes do not store them.

use crate::session::events::{Event, TimedEvent};
use crate::session::run::Run;

/// The current ramps.
#[derive(Clone, Default)]
pub(super) struct Ramps {
    list: Vec<Ramp>,
    /// Whether the parameters already have the values of the coming tick (or of the tick that is
    /// being computed).
    stepped: bool,
}

#[derive(Clone)]
struct Ramp {
    id: usize,
    course: Course,
    /// Whether the coming tick is the last one of the ramp.
    over: bool,
}

/// Linear change of a value over time.
#[derive(Clone, Copy)]
pub(super) struct Course {
    pub from: f32,
    pub to: f32,
    /// Tick at which the change begins, and its duration in ticks.
    pub start: u64,
    pub ticks: u32,
}

impl Course {
    /// Value for the tick after `tick`.
    pub fn at(&self, tick: u64) -> f32 {
        if self.is_over(tick) {
            return self.to;
        }
        let share = tick.saturating_sub(self.start) as f32 / self.ticks as f32;
        self.from + (self.to - self.from) * share
    }

    fn is_over(&self, tick: u64) -> bool {
        tick.saturating_sub(self.start) >= u64::from(self.ticks)
    }
}

impl Ramps {
    /// The ramps that are still running after these events.
    pub fn after(events: &[TimedEvent]) -> Self {
        let mut ramps = Self::default();
        events.iter().for_each(|recorded| ramps.record(&recorded.event, recorded.tick));
        ramps
    }

    /// Records an event that takes effect after a tick. A new value of a parameter ends its ramp; a
    /// change of groups or behaviors ends all ramps.
    pub fn record(&mut self, event: &Event, tick: u64) {
        match *event {
            Event::Param { id, .. } => self.list.retain(|ramp| ramp.id != id),
            Event::Ramp { id, from, to, ticks } => {
                self.list.retain(|ramp| ramp.id != id);
                let course = Course { from, to, start: tick, ticks };
                self.list.push(Ramp { id, course, over: false });
            }
            Event::Compose { .. } | Event::Together { .. } => self.list.clear(),
            _ => {}
        }
    }

    /// Id, final value and total duration (ticks) of each running ramp.
    pub fn goals(&self) -> impl Iterator<Item = (usize, f32, u32)> {
        let moving = self.list.iter().filter(|ramp| !ramp.over);
        moving.map(|ramp| (ramp.id, ramp.course.to, ramp.course.ticks))
    }

    /// Sets the parameters to their values for the coming tick.
    pub fn step(&mut self, run: &mut Run) {
        if std::mem::replace(&mut self.stepped, true) {
            return;
        }
        let now = run.world.ticks();
        self.list.retain(|ramp| !ramp.over);
        for Ramp { id, course, over } in &mut self.list {
            set(run, *id, course.at(now));
            *over = course.is_over(now);
        }
    }

    /// Reverts [`step`](Self::step) if the tick is not complete, since events take effect before
    /// the tick.
    pub fn step_back(&mut self, run: &mut Run) {
        if !std::mem::replace(&mut self.stepped, false) {
            return;
        }
        let before = run.world.ticks().saturating_sub(1);
        for Ramp { id, course, over } in &mut self.list {
            set(run, *id, course.at(before));
            *over = false;
        }
    }

    /// Records that the tick with these values is complete.
    pub fn end_tick(&mut self) {
        self.stepped = false;
    }
}

fn set(run: &mut Run, id: usize, value: f32) {
    // Setting an unchanged value would restart the tick.
    if run.get(id) != value {
        run.set(id, value);
    }
}
