//! Ramps: parameters that change linearly from one value to another.
//!
//! Ramps follow from the past events and the tick, so keyframes do not store them.

use crate::session::events::{Event, TimedEvent};
use crate::session::run::Run;

/// All running ramps of a run: parameters that are changing linearly.
#[derive(Clone, Default)]
pub(super) struct Ramps {
    ramps: Vec<ParamRamp>,
    /// Whether the parameters already have their values for the coming tick (or for the tick that
    /// is being computed).
    has_next_values: bool,
}

#[derive(Clone)]
struct ParamRamp {
    id: usize,
    change: LinearChange,
    /// Whether the coming tick is the last one of the ramp.
    is_last_tick: bool,
}

/// Linear change of a parameter over time.
#[derive(Clone, Copy)]
pub(super) struct LinearChange {
    /// Value of the parameter at the start of the change.
    pub from: f32,
    /// Value of the parameter at the end of the change.
    pub final_value: f32,
    /// Tick at which the change begins.
    pub start_tick: u64,
    /// Duration of the change, ticks.
    pub ticks: u32,
}

impl LinearChange {
    /// Value of the changing parameter in the tick that follows tick number `tick`.
    pub fn value_after(&self, tick: u64) -> f32 {
        if self.is_over_at(tick) {
            return self.final_value;
        }
        let share = tick.saturating_sub(self.start_tick) as f32 / self.ticks as f32;
        self.from + (self.final_value - self.from) * share
    }

    fn is_over_at(&self, tick: u64) -> bool {
        tick.saturating_sub(self.start_tick) >= u64::from(self.ticks)
    }
}

impl Ramps {
    /// The ramps that are still running after all of these events, which are in the order of ticks.
    pub fn running_after(events: &[TimedEvent]) -> Self {
        let mut ramps = Self::default();
        events.iter().for_each(|recorded| ramps.apply_event(&recorded.event, recorded.tick));
        ramps
    }

    /// Starts or ends ramps by an event that takes effect after tick number `tick`. A new value of
    /// a parameter ends its ramp; a change of groups or behaviors ends all ramps.
    pub fn apply_event(&mut self, event: &Event, tick: u64) {
        match *event {
            Event::Param { id, .. } => self.ramps.retain(|ramp| ramp.id != id),
            Event::Ramp { id, from, to, ticks } => {
                self.ramps.retain(|ramp| ramp.id != id);
                let change = LinearChange { from, final_value: to, start_tick: tick, ticks };
                self.ramps.push(ParamRamp { id, change, is_last_tick: false });
            }
            Event::Compose { .. } | Event::Together { .. } => self.ramps.clear(),
            _ => {}
        }
    }

    /// Id, final value and total duration (ticks) of each running ramp.
    pub fn final_values(&self) -> impl Iterator<Item = (usize, f32, u32)> {
        let moving = self.ramps.iter().filter(|ramp| !ramp.is_last_tick);
        moving.map(|ramp| (ramp.id, ramp.change.final_value, ramp.change.ticks))
    }

    /// Sets the parameters with a ramp to their values for the coming tick, once per tick.
    pub fn set_next_values(&mut self, run: &mut Run) {
        if std::mem::replace(&mut self.has_next_values, true) {
            return;
        }
        let now = run.world.ticks();
        self.ramps.retain(|ramp| !ramp.is_last_tick);
        for ParamRamp { id, change, is_last_tick } in &mut self.ramps {
            run.set(*id, change.value_after(now));
            *is_last_tick = change.is_over_at(now);
        }
    }

    /// Reverts [`set_next_values`](Self::set_next_values) if the coming tick is not complete yet,
    /// because events act on the values before that tick.
    pub fn restore_values(&mut self, run: &mut Run) {
        if !std::mem::replace(&mut self.has_next_values, false) {
            return;
        }
        let before = run.world.ticks().saturating_sub(1);
        for ParamRamp { id, change, is_last_tick } in &mut self.ramps {
            run.set(*id, change.value_after(before));
            *is_last_tick = false;
        }
    }

    /// Notes that the tick of [`set_next_values`](Self::set_next_values) is complete.
    pub fn end_tick(&mut self) {
        self.has_next_values = false;
    }
}
