//! The timeline of a run: its recorded events, and keyframes for jumps to any tick.
//!
//! A past state is computed again from the last keyframe before it, with the same events. The
//! result is the same, bit for bit. An input in the past replaces everything that came after it.
//!
//! Inputs are events between two ticks. A tick can be computed in parts: inputs that come in
//! meanwhile wait in a queue, are applied in order when the tick is complete, and are recorded.

mod fork;
mod keyframes;
mod ramps;
mod seek;
mod split;

use ramps::Ramps;

pub use keyframes::{Keyframes, MAX_KEYFRAME_BYTES};
pub use split::Split;

use crate::engine::behaviors::Controls;
use crate::engine::world::{UnitSetting, World};
use crate::session::events::{Event, EventLog};
use crate::session::run::Run;

/// Number of ticks between two keyframes.
const KEYFRAME_INTERVAL: u64 = 16;

/// Recorded events and keyframes of a run.
///
/// The caller owns the run. All ticks and inputs of the run must go through its timeline.
#[derive(Clone, Default)]
pub struct Timeline {
    /// The link that opens the run at tick 0.
    link: String,
    keyframes: Keyframes,
    log: EventLog,
    /// Parameters that are changing linearly at present.
    ramps: Ramps,
    /// Number of events of the log that have taken effect.
    applied_count: usize,
    /// Last tick that the timeline has reached.
    last_tick: u64,
    /// Tick to which the current jump leads; `None` without a jump. The jump ends once all events
    /// recorded for that tick are applied.
    seek_goal: Option<u64>,
    /// Inputs that were made since the current tick began, in order; applied once the tick is
    /// complete.
    waiting_inputs: Vec<Event>,
    /// Whether the last tick was replayed from recorded events, not computed for the first time.
    is_last_tick_replayed: bool,
    /// Number of changes of parameters, texts, groups and layout by replayed events and by jumps.
    change_count: u32,
    /// Number of inputs that were made on this timeline, with or without effect.
    input_count: u32,
    /// Number of times that the log has changed.
    log_version: u32,
    /// Whether all events come from the log of another run; see [`Split`].
    is_follower: bool,
}

impl Timeline {
    /// Creates the timeline of a run at tick 0, without events.
    pub fn new(run: &Run) -> Self {
        let (link, keyframes) = (run.link(), Keyframes::new(run.world.save()));
        Self { link, keyframes, ..Self::default() }
    }

    /// Creates the timeline of a run at tick 0 that replays the events of `log`, up to tick `end`
    /// at least. Applies the events of tick 0 until `should_stop` returns `true`; if some remain
    /// then, the timeline [seeks](Self::seek_goal) tick 0.
    pub fn replay(
        run: &mut Run,
        log: EventLog,
        end: u64,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> Self {
        let end = log.events().last().map_or(end, |last| end.max(last.tick));
        let mut timeline = Self { log, last_tick: end, ..Self::new(run) };
        timeline.apply_recorded_events(run, should_stop);
        timeline
    }

    /// The link that opens the run at tick 0, before all events.
    pub fn link(&self) -> &str {
        &self.link
    }

    /// Saved states from which jumps start.
    pub fn keyframes(&self) -> &Keyframes {
        &self.keyframes
    }

    /// Counter of the replayed events and jumps that changed parameters, texts, groups or layout.
    pub fn change_count(&self) -> u32 {
        self.change_count
    }

    /// Counter that increases with every input, with or without effect.
    pub fn input_count(&self) -> u32 {
        self.input_count
    }

    /// All recorded events, including those after the present tick.
    pub fn log(&self) -> &EventLog {
        &self.log
    }

    /// Id, final value and total duration (ticks) of each parameter that is changing linearly.
    pub fn ramps(&self) -> impl Iterator<Item = (usize, f32, u32)> {
        self.ramps.final_values()
    }

    /// Stops following the [main run](Split); from now on, the run has inputs of its own.
    pub fn stop_following(&mut self) {
        self.is_follower = false;
    }

    /// Last tick that the timeline has reached.
    pub fn last_tick(&self) -> u64 {
        self.last_tick
    }

    /// Restarts the run at tick 0 with this seed, and clears the recording.
    pub fn restart(&mut self, run: &mut Run, seed: u32) {
        self.apply_waiting_inputs(run);
        run.world.restart(seed);
        let log_version = self.log_version.wrapping_add(1);
        *self = Self {
            change_count: self.change_count,
            input_count: self.input_count,
            log_version,
            ..Self::new(run)
        };
    }

    /// Whether recorded ticks or events still lie ahead of the present tick.
    pub fn is_replaying(&self, run: &Run) -> bool {
        run.world.ticks() < self.last_tick || self.applied_count < self.log.len()
    }

    /// Applies and records an event. Everything recorded after the present tick is replaced.
    ///
    /// While a tick is being computed, the event waits until the tick is complete; until then,
    /// [`Run::get`] returns the values that are in force. An event that changes which units exist
    /// discards the partial tick instead, since no unit has moved yet. If the log is full, events
    /// take effect without being recorded.
    ///
    /// # Errors
    /// As [`Run::apply`].
    pub fn input(&mut self, run: &mut Run, event: Event) -> Result<(), String> {
        self.input_count = self.input_count.wrapping_add(1);
        let seeks = self.seek_goal.is_some();
        if seeks {
            // During a jump, the pointer and the keys are ignored. Any other input ends the jump.
            if !event.is_edit() {
                return Ok(());
            }
            self.stop_seeking(run);
        }
        if self.waiting_inputs.is_empty() && self.effective_event(run, &event).is_none() {
            return Ok(());
        }
        let waits = run.world.is_under_way() && !seeks && !event.restarts_tick(run);
        if waits {
            self.forget_future(run.world.ticks());
        }
        if waits || self.seek_goal.is_some() {
            self.waiting_inputs.push(event);
            return Ok(());
        }
        self.apply_waiting_inputs(run);
        self.apply_and_record(run, event)
    }

    /// Applies the waiting inputs at once. The tick that is being computed then starts again.
    pub fn apply_waiting_inputs(&mut self, run: &mut Run) {
        if !self.waiting_inputs.is_empty() {
            self.apply_recorded_events(run, &mut || true);
        }
    }

    /// Whether inputs wait for the end of the current tick.
    pub fn has_waiting_inputs(&self) -> bool {
        !self.waiting_inputs.is_empty()
    }

    /// Applies an event at the present tick and records it.
    fn apply_and_record(&mut self, run: &mut Run, event: Event) -> Result<(), String> {
        let Some(event) = self.effective_event(run, &event) else { return Ok(()) };
        let now = run.world.ticks();
        self.ramps.restore_values(run);
        run.apply(&event)?;
        self.ramps.apply_event(&event, now);
        let event = match event {
            Event::Text { id, .. } => Event::Text { id, text: run.text(id).into() },
            event => event,
        };
        self.forget_future(now);
        if !self.log.is_full() {
            self.log.append(now, event, run.params());
        }
        self.applied_count = self.log.len();
        Ok(())
    }

    /// Removes all events and keyframes after the present tick, since an input makes the run differ
    /// from them.
    fn forget_future(&mut self, now: u64) {
        self.log_version = self.log_version.wrapping_add(1);
        if self.last_tick > now {
            self.last_tick = now;
            self.keyframes.forget_after(now);
        }
        self.log.truncate(self.applied_count);
    }

    /// The event with values as they take effect; `None` if it would change nothing.
    fn effective_event(&self, run: &Run, event: &Event) -> Option<Event> {
        match *event {
            Event::Param { id, value } => {
                let value = run.params().get(id)?.spec.validate(value)?;
                // Setting the current value ends a ramp of the parameter, which is a change too.
                let changes = value != run.get(id) || self.ramps().any(|(moving, ..)| moving == id);
                changes.then_some(Event::Param { id, value })
            }
            Event::Text { id, .. } => run.texts().get(id).map(|_| event.clone()),
            Event::Compose(ref composition) => {
                let (composition, _) = composition.checked(&run.scene_composition());
                (composition != run.composition()).then(|| Event::Compose(composition.into()))
            }
            Event::Ramp { id, to, ticks, .. } => Event::param_ramp(run, id, run.get(id), to, ticks),
            Event::Layout(ref layout) => {
                let layout = run.fit_layout_doc(layout);
                (layout != run.layout_doc()).then(|| Event::Layout(layout.into()))
            }
            Event::Together(ref change) => {
                run.effective_change(change).map(|change| Event::Together(change.into()))
            }
            Event::PointerHold { x, y } => {
                let at = run.world.inputs().held_position();
                Event::pointer_hold(x, y).filter(|event| at.is_none_or(|at| !event.is_hold_at(at)))
            }
            Event::Single { unit, setting } => {
                let (max_speed, target) = run.world.settings_of_unit(unit);
                let changes = match setting {
                    UnitSetting::MaxSpeed(speed) => speed != max_speed,
                    UnitSetting::Target(other) => other != target,
                };
                changes.then(|| event.clone())
            }
            Event::PointerRelease => run.world.inputs().held_position().map(|_| event.clone()),
            Event::Fly { key_bits } => {
                let keys = Controls::from_bits(key_bits);
                (run.world.inputs().controls() != keys)
                    .then_some(Event::Fly { key_bits: keys.to_bits() })
            }
        }
    }

    /// Runs one tick, then applies the events recorded for the new tick.
    pub fn tick(&mut self, run: &mut Run) {
        self.begin_tick(run, &mut || false);
        run.world.tick();
        self.end_tick(run, &mut || false);
    }

    /// Computes a part of a tick for about `budget` ms, like
    /// [`World::tick_part`](crate::World::tick_part). Returns whether the tick is complete.
    pub fn tick_part(&mut self, run: &mut Run, budget: f64, now: impl FnMut() -> f64) -> bool {
        self.tick_part_with(run, budget, now, |_| {})
    }

    /// Computes a part of a tick like [`tick_part`](Self::tick_part), but calls `steered` after all
    /// units are steered and before they move.
    pub fn tick_part_with(
        &mut self,
        run: &mut Run,
        budget: f64,
        mut now: impl FnMut() -> f64,
        steered: impl FnOnce(&mut World),
    ) -> bool {
        let end = now() + budget;
        if !self.begin_tick(run, &mut || now() >= end) {
            return false;
        }
        let left = end - now();
        let done = run.world.tick_part_with(left, &mut now, steered);
        if done {
            self.end_tick(run, &mut || now() >= end);
        }
        done
    }

    /// Prepares the run for the next tick unless the tick has begun. Returns `false` if
    /// `should_stop` ended the preparation early.
    fn begin_tick(&mut self, run: &mut Run, should_stop: &mut dyn FnMut() -> bool) -> bool {
        let ready = run.world.is_under_way() || self.apply_recorded_events(run, should_stop);
        if ready {
            self.ramps.set_next_values(run);
        }
        ready
    }

    /// Updates the timeline after the run has completed a tick: adds a keyframe if one is due, and
    /// applies the events recorded for the new tick until `should_stop` returns `true`.
    pub fn end_tick(&mut self, run: &mut Run, should_stop: &mut dyn FnMut() -> bool) {
        let now = run.world.ticks();
        self.ramps.end_tick();
        self.is_last_tick_replayed =
            !self.is_follower && (now <= self.last_tick || self.applied_count < self.log.len());
        self.last_tick = self.last_tick.max(now);
        let near = |goal| (now..=now + KEYFRAME_INTERVAL).contains(&goal);
        let wanted = now.is_multiple_of(KEYFRAME_INTERVAL) || self.seek_goal().is_some_and(near);
        // A timeline without keyframes, such as that of a copy, cannot go back, so it does not need
        // any.
        if wanted && !self.keyframes.is_empty() && !self.keyframes.has_keyframe_at(now) {
            self.keyframes.add_keyframe(run.world.save(), now);
        }
        self.apply_recorded_events(run, should_stop);
    }

    /// Applies the events recorded for the present tick, then the waiting inputs. If `should_stop`
    /// returns `true` before all are applied, the present tick becomes the goal of a jump, and the
    /// function returns `false`.
    fn apply_recorded_events(
        &mut self,
        run: &mut Run,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> bool {
        let now = run.world.ticks();
        while let Some(next) =
            self.log.events().get(self.applied_count).filter(|next| next.tick <= now)
        {
            self.ramps.restore_values(run);
            // No error is possible: the event was checked when it was recorded.
            let _ = run.apply(&next.event);
            self.ramps.apply_event(&next.event, next.tick);
            self.change_count = self.change_count.wrapping_add(u32::from(next.event.is_edit()));
            self.applied_count += 1;
            if next.event.restarts_tick(run) && should_stop() {
                self.seek_goal.get_or_insert(now);
                return false;
            }
        }
        self.seek_goal = self.seek_goal.filter(|goal| *goal > now);
        if std::mem::take(&mut self.is_last_tick_replayed) && !self.is_replaying(run) {
            // At the end of a replay, nobody holds the recorded pointer and keys any longer: they
            // are released.
            for event in [Event::PointerRelease, Event::Fly { key_bits: 0 }] {
                let _ = self.apply_and_record(run, event);
            }
        }
        for event in std::mem::take(&mut self.waiting_inputs) {
            let _ = self.apply_and_record(run, event);
        }
        true
    }
}
