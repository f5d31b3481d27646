//! Parameters that move evenly from one value to another.
//!
//! They follow from the events so far and the tick, so that a keyframe holds nothing of them.

use crate::session::events::Event;
use crate::session::run::Run;

/// The ramps that are not over.
#[derive(Default)]
pub(super) struct Ramps(Vec<Ramp>);

struct Ramp {
    id: usize,
    course: Course,
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
    /// Takes note of an event that takes effect after a tick. Whoever sets a parameter stops its
    /// ramp, and other groups and behaviors stop all.
    pub fn note(&mut self, event: &Event, tick: u64) {
        match *event {
            Event::Param { id, .. } => self.0.retain(|ramp| ramp.id != id),
            Event::Ramp { id, from, to, ticks } => {
                self.0.retain(|ramp| ramp.id != id);
                self.0.push(Ramp { id, course: Course { from, to, start: tick, ticks } });
            }
            Event::Compose { .. } => self.0.clear(),
            _ => {}
        }
    }

    /// Each parameter that moves, with its last value and the ticks of the whole way.
    pub fn goals(&self) -> impl Iterator<Item = (usize, f32, u32)> {
        self.0.iter().map(|ramp| (ramp.id, ramp.course.to, ramp.course.ticks))
    }

    /// Gives the parameters the values with which the coming tick goes on.
    pub fn step(&mut self, run: &mut Run) {
        let now = run.world.ticks();
        self.0.retain(|&Ramp { id, course }| {
            let value = course.at(now);
            // One that has its value already does not begin the tick anew.
            if run.get(id) != value {
                run.set_recorded(id, value);
            }
            !course.is_over(now)
        });
    }
}
