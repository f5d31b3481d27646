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
    from: f32,
    to: f32,
    /// The tick at which it begins, and how many it takes.
    start: u64,
    ticks: u32,
}

impl Ramps {
    /// Takes note of an event that takes effect after a tick. Whoever sets a parameter stops its
    /// ramp, and other groups and behaviors stop all.
    pub fn note(&mut self, event: &Event, tick: u64) {
        match *event {
            Event::Param { id, .. } => self.0.retain(|ramp| ramp.id != id),
            Event::Ramp { id, from, to, ticks } => {
                self.0.retain(|ramp| ramp.id != id);
                self.0.push(Ramp { id, from, to, start: tick, ticks });
            }
            Event::Compose { .. } => self.0.clear(),
            _ => {}
        }
    }

    /// Gives the parameters the values with which the coming tick goes on.
    pub fn step(&mut self, run: &mut Run) {
        let now = run.world.ticks();
        self.0.retain(|&Ramp { id, from, to, start, ticks }| {
            let gone = now.saturating_sub(start);
            let ended = gone >= u64::from(ticks);
            let share = gone as f32 / ticks as f32;
            let value = if ended { to } else { from + (to - from) * share };
            // One that has its value already does not begin the tick anew.
            if run.get(id) != value {
                run.set(id, value);
            }
            !ended
        });
    }
}
