//! Parameters that move evenly from one value to another.
//!
//! They follow from the past events and the tick, so a keyframe holds nothing of them.

use crate::session::events::{Event, Recorded};
use crate::session::run::Run;

/// The ramps that are not over.
#[derive(Clone, Default)]
pub(super) struct Ramps {
    list: Vec<Ramp>,
    /// The parameters have the values of the coming tick already, or of the one under way.
    stepped: bool,
}

#[derive(Clone)]
struct Ramp {
    id: usize,
    course: Course,
    /// The coming tick is its last.
    over: bool,
}

/// How a value moves evenly from one to another.
#[derive(Clone, Copy)]
pub(super) struct Course {
    pub from: f32,
    pub to: f32,
    /// The tick at which it begins, and how many it takes.
    pub start: u64,
    pub ticks: u32,
}

impl Course {
    /// The value with which the tick after this one goes on.
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
    /// Those that these events have left on the move.
    pub fn after(events: &[Recorded]) -> Self {
        let mut ramps = Self::default();
        events.iter().for_each(|recorded| ramps.record(&recorded.event, recorded.tick));
        ramps
    }

    /// Notes an event that takes effect after a tick. Setting a parameter stops its
    /// ramp; a change of groups and behaviors stops all.
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

    /// Each parameter that moves, with its last value and the ticks of the whole way.
    pub fn goals(&self) -> impl Iterator<Item = (usize, f32, u32)> {
        let moving = self.list.iter().filter(|ramp| !ramp.over);
        moving.map(|ramp| (ramp.id, ramp.course.to, ramp.course.ticks))
    }

    /// Gives the parameters the values with which the coming tick goes on.
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

    /// Takes that back, where the tick is not over: what comes in takes effect before.
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

    /// The tick with these values is over.
    pub fn end_tick(&mut self) {
        self.stepped = false;
    }
}

fn set(run: &mut Run, id: usize, value: f32) {
    // One that has its value already does not begin the tick anew.
    if run.get(id) != value {
        run.set(id, value);
    }
}
