//! Events: all inputs of a run, as data.
//!
//! Everything that a person does to a run (moving a slider, changing a text, holding the pointer,
//! pressing the craft's keys) reaches it as an [`Event`]. Events take effect between two ticks. A
//! run is defined by its link and its [`EventLog`] of events: both together give the same state at
//! every tick, on every machine.

use super::change::RunChange;
use super::compose::Composition;
use super::layout_doc::LayoutDoc;
use crate::engine::agents::Handle;
use crate::engine::world::UnitSetting;
use crate::schema::{ParamEffect, ParamSpec, ValueKind};
use crate::session::run::{Run, RunParam};
use glam::Vec2;
use std::sync::Arc;

/// Maximum number of events in a log: almost an hour of uninterrupted dragging.
pub const MAX_EVENTS: usize = 200_000;

/// Steps per u to which pointer positions are rounded: finer than a finger, and short in links.
pub(crate) const POINTER_STEPS_PER_UNIT: f32 = 8.0;

/// Maximum absolute coordinate of the pointer, u.
const MAX_POINTER_COORDINATE: f32 = 200_000.0;

/// One input of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Sets a parameter.
    Param {
        /// Index of the parameter in [`Run::params`].
        id: usize,
        /// New value of the parameter, within its range.
        value: f32,
    },
    /// Sets a text parameter.
    Text {
        /// Index of the text in [`Run::texts`].
        id: usize,
        /// New text, in canonical form.
        text: Box<str>,
    },
    /// Holds the pointer at a position, or moves the held pointer there. x points right and y down.
    PointerHold {
        /// Horizontal position of the pointer, u.
        x: f32,
        /// Vertical position of the pointer, u.
        y: f32,
    },
    /// Releases the pointer.
    PointerRelease,
    /// Sets the keys that fly the player's craft.
    Fly {
        /// Bit mask of the keys; see
        /// [`Controls::to_bits`](crate::engine::behaviors::Controls::to_bits).
        key_bits: u8,
    },
    /// Replaces the composition of the run.
    Compose(Arc<Composition>),
    /// Changes a parameter linearly from one value to another.
    Ramp {
        /// Index in [`Run::params`] of the parameter: a float without an immediate effect.
        id: usize,
        /// Value of the parameter when the ramp begins.
        from: f32,
        /// Value of the parameter when the ramp ends.
        to: f32,
        /// Duration of the ramp, ticks.
        ticks: u32,
    },
    /// Replaces the edited layout.
    Layout(Arc<LayoutDoc>),
    /// Sets the top speed or the target of a single unit.
    Single {
        /// Handle of the unit that gets the setting.
        unit: Handle,
        /// New setting of the unit.
        setting: UnitSetting,
    },
    /// Changes groups, values of parameters and the edited layout at once, for example when an
    /// obstacle is placed and groups get a behavior that avoids it.
    Together(Arc<RunChange>),
}

crate::words! {
    /// Kind of a mark on the timeline.
    pub enum TimelineMark {
        /// The pointer was held or released.
        Pointer = "pointer",
        /// The keys of the craft were pressed or released.
        Keys = "keys",
        /// The run was changed in any other way.
        Tuning = "tuning",
    }
}

impl Event {
    /// The mark of this event on the timeline.
    pub fn timeline_mark(&self) -> TimelineMark {
        match self {
            Self::PointerHold { .. } | Self::PointerRelease => TimelineMark::Pointer,
            Self::Fly { .. } => TimelineMark::Keys,
            _ => TimelineMark::Tuning,
        }
    }

    /// Event that holds the pointer at a position (u), rounded; `None` if it is not finite.
    pub fn pointer_hold(x: f32, y: f32) -> Option<Self> {
        // Adding 0 turns -0 into 0. Recordings do not have -0, whose state hash would differ.
        let snap = |v: f32| {
            (v.clamp(-MAX_POINTER_COORDINATE, MAX_POINTER_COORDINATE) * POINTER_STEPS_PER_UNIT)
                .round()
                / POINTER_STEPS_PER_UNIT
                + 0.0
        };
        (x.is_finite() && y.is_finite()).then(|| Self::PointerHold { x: snap(x), y: snap(y) })
    }

    /// A ramp with both values clamped to the range; `None` if the parameter cannot have one.
    pub fn param_ramp(run: &Run, id: usize, from: f32, to: f32, ticks: u32) -> Option<Self> {
        let spec = run.params().get(id)?.spec;
        let (from, to) = (spec.validate(from)?, spec.validate(to)?);
        (Self::can_have_ramp(spec) && ticks > 0).then_some(Self::Ramp { id, from, to, ticks })
    }

    /// Whether a parameter can have a ramp: it must be a real number without an immediate effect.
    pub(super) fn can_have_ramp(spec: &ParamSpec) -> bool {
        spec.kind == ValueKind::Float && spec.effect == ParamEffect::Nothing
    }

    /// Whether the event can change which units exist or what they remember, so that a tick that is
    /// being computed must be restarted.
    pub fn restarts_tick(&self, run: &Run) -> bool {
        match self {
            Self::Param { id, .. } => match param_effect(run.params(), *id) {
                ParamEffect::Nothing | ParamEffect::FillsGoalSites => false,
                ParamEffect::ChangesShape => true,
                ParamEffect::PlacesUnits => run.world.ticks() == 0,
            },
            Self::Text { .. } | Self::Layout(_) | Self::Compose(_) | Self::Together(_) => true,
            Self::PointerHold { .. }
            | Self::PointerRelease
            | Self::Fly { .. }
            | Self::Single { .. }
            | Self::Ramp { .. } => false,
        }
    }

    /// Whether the event changes the run's settings. Events of the pointer and of the craft's keys
    /// do not: they act only while something is held.
    pub(crate) fn is_edit(&self) -> bool {
        matches!(
            self,
            Self::Param { .. }
                | Self::Text { .. }
                | Self::Layout(_)
                | Self::Compose(_)
                | Self::Together(_)
                | Self::Single { .. }
                | Self::Ramp { .. }
        )
    }

    /// Whether the event holds the pointer at exactly this position.
    pub(crate) fn is_hold_at(&self, at: Vec2) -> bool {
        *self == Self::PointerHold { x: at.x, y: at.y }
    }

    fn is_of_pointer(&self) -> bool {
        matches!(self, Self::PointerHold { .. } | Self::PointerRelease)
    }
}

/// Immediate effect of a change of the parameter with this id; none for an unknown id.
fn param_effect(params: &[RunParam], id: usize) -> ParamEffect {
    params.get(id).map_or(ParamEffect::Nothing, |param| param.spec.effect)
}

/// An event and the tick after which it takes effect.
#[derive(Clone, Debug, PartialEq)]
pub struct TimedEvent {
    /// Number of ticks that the run has made when the event takes effect.
    pub tick: u64,
    /// Event that takes effect after `tick` ticks.
    pub event: Event,
}

/// The events of a run in the order in which they take effect.
///
/// Events that a later event of the same tick overrides are left out: of several pointer positions,
/// the first and the last are kept; of several values of a parameter, the last. The resulting state
/// is the same, bit for bit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EventLog(pub(super) Vec<TimedEvent>);

impl EventLog {
    /// Number of events.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no events.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All events, in order.
    pub fn events(&self) -> &[TimedEvent] {
        &self.0
    }

    /// Whether the log cannot take more events.
    pub fn is_full(&self) -> bool {
        self.0.len() >= MAX_EVENTS
    }

    /// Keeps the first `len` events and removes all others.
    pub fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    /// Inserts an event after all events of the same tick.
    pub fn insert(&mut self, tick: u64, event: Event) {
        let at = self.0.partition_point(|recorded| recorded.tick <= tick);
        self.0.insert(at, TimedEvent { tick, event });
    }

    /// Appends an event and removes earlier events of its tick that it overrides. `params` are the
    /// parameters of the run.
    pub(crate) fn append(&mut self, tick: u64, event: Event, params: &[RunParam]) {
        // Index in the log of the first event of `tick`; the length of the log if there is none.
        let first_of_tick = self.0.iter().rposition(|r| r.tick != tick).map_or(0, |last| last + 1);
        match event {
            Event::PointerHold { .. } => self.remove_redundant_holds(tick, first_of_tick),
            Event::Fly { .. } => {
                let old = self.0[first_of_tick..]
                    .iter()
                    .position(|r| matches!(r.event, Event::Fly { .. }));
                old.map(|old| self.0.remove(first_of_tick + old));
            }
            Event::Param { id, .. } if param_effect(params, id) == ParamEffect::Nothing => {
                self.remove_older_value(id, first_of_tick, params);
            }
            Event::Single { unit, setting } => {
                let kind = std::mem::discriminant(&setting);
                let is_same = |r: &TimedEvent| match &r.event {
                    Event::Single { unit: other, setting } => {
                        *other == unit && std::mem::discriminant(setting) == kind
                    }
                    _ => false,
                };
                let old = self.0[first_of_tick..].iter().position(is_same);
                old.map(|old| self.0.remove(first_of_tick + old));
            }
            Event::Param { .. }
            | Event::Text { .. }
            | Event::PointerRelease
            | Event::Compose(_)
            | Event::Ramp { .. }
            | Event::Together(_)
            | Event::Layout(_) => {}
        }
        self.0.push(TimedEvent { tick, event });
    }

    /// Before an event that holds the pointer is appended at `tick`, removes events that it
    /// overrides. `first_of_tick` is the index of the first event of that tick.
    fn remove_redundant_holds(&mut self, tick: u64, first_of_tick: usize) {
        let before = |index: usize| {
            self.0[..index].iter().rposition(|recorded| recorded.event.is_of_pointer())
        };
        let held = |at: Option<usize>| {
            at.is_some_and(|at| matches!(self.0[at].event, Event::PointerHold { .. }))
        };
        let last = before(self.0.len());
        if !held(last) {
            // A new hold makes the earlier holds and releases of the same tick redundant.
            let was_held = held(before(first_of_tick));
            let mut index = 0;
            self.0.retain(|recorded| {
                index += 1;
                index <= first_of_tick || !recorded.event.is_of_pointer()
            });
            if was_held {
                self.0.push(TimedEvent { tick, event: Event::PointerRelease });
            }
        } else if let Some(last) = last.filter(|last| *last >= first_of_tick && held(before(*last)))
        {
            self.0.remove(last);
        }
    }

    /// Removes an earlier value of a parameter in the same tick, unless an event after it has
    /// already acted on that value.
    fn remove_older_value(&mut self, id: usize, first_of_tick: usize, params: &[RunParam]) {
        let acts = |recorded: &TimedEvent| match recorded.event {
            Event::Param { id, .. } => param_effect(params, id) != ParamEffect::Nothing,
            // At tick 0, these events place units according to the current parameters, such as the
            // starting speed of a body.
            Event::Layout(_) | Event::Together(_) | Event::Compose(_) => true,
            _ => false,
        };
        let since = self.0[first_of_tick..]
            .iter()
            .rposition(acts)
            .map_or(first_of_tick, |at| first_of_tick + at + 1);
        let is_same =
            |recorded: &TimedEvent| matches!(recorded.event, Event::Param { id: i, .. } if i == id);
        let old = self.0[since..].iter().position(is_same);
        old.map(|old| self.0.remove(since + old));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::behaviors::Controls;

    fn hold(x: f32) -> Event {
        Event::PointerHold { x, y: 0.0 }
    }

    fn log(events: &[(u64, Event)]) -> Vec<(u64, Event)> {
        let run = Run::default_run();
        let mut log = EventLog::default();
        for (tick, event) in events {
            log.append(*tick, event.clone(), run.params());
        }
        log.0.into_iter().map(|r| (r.tick, r.event)).collect()
    }

    #[test]
    fn a_drag_is_at_most_one_event_per_tick_after_its_first() {
        let drag = [(4, hold(1.0)), (4, hold(2.0)), (4, hold(3.0)), (5, hold(4.0)), (5, hold(5.0))];
        assert_eq!(log(&drag), [(4, hold(1.0)), (4, hold(3.0)), (5, hold(5.0))]);
    }

    #[test]
    fn taps_without_end_while_the_run_stands_still_are_few_events() {
        let mut taps = vec![(3, hold(9.0))];
        for x in 0..50 {
            taps.extend([(7, Event::PointerRelease), (7, hold(x as f32)), (7, hold(0.5))]);
        }
        let wanted = [(3, hold(9.0)), (7, Event::PointerRelease), (7, hold(49.0)), (7, hold(0.5))];
        assert_eq!(log(&taps), wanted);
    }

    #[test]
    fn a_slider_that_moves_is_its_last_value_but_counts_are_all_kept() {
        let run = Run::default_run();
        let find = |key| run.find_param(key).expect("a flock has it");
        let (cohesion, count) = (find("cohesion"), find("count"));
        let set = |id, value| (2, Event::Param { id, value });
        let found =
            log(&[set(cohesion, 1.5), set(cohesion, 1.7), set(count, 50.0), set(count, 60.0)]);
        assert_eq!(found, [set(cohesion, 1.7), set(count, 50.0), set(count, 60.0)]);
    }

    #[test]
    fn a_value_that_others_were_placed_by_is_kept() {
        let run = Run::default_run();
        let id = run.find_param("linear_drag").expect("a body has it");
        let set = |value| (0, Event::Param { id, value });
        let compose = (0, Event::Compose(run.composition().into()));
        let done = [set(0.5), compose, set(10.5)];
        assert_eq!(log(&done), done);
    }

    #[test]
    fn keys_are_bits_and_back() {
        for bits in 0..16 {
            assert_eq!(Controls::from_bits(bits).to_bits(), bits);
        }
        assert_eq!(Controls::from_bits(2), Controls { starboard: true, ..Controls::default() });
    }

    #[test]
    fn places_of_the_pointer_come_in_eighths_and_nonsense_is_none() {
        assert_eq!(
            Event::pointer_hold(1.0631, -3.2),
            Some(Event::PointerHold { x: 1.125, y: -3.25 })
        );
        assert_eq!(Event::pointer_hold(f32::NAN, 1.0), None);
        assert_eq!(Event::pointer_hold(1.0, f32::INFINITY), None);
        // The hash distinguishes -0 from 0, and a recording does not.
        let Some(Event::PointerHold { x, y }) = Event::pointer_hold(-0.01, -0.0) else {
            panic!("a place")
        };
        assert_eq!([x, y].map(f32::to_bits), [0, 0]);
    }
}
