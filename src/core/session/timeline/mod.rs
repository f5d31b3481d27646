//! A run in time: what happened, to go through it again, back and forth.
//!
//! A past state is the last keyframe before it and the same ticks and events again: the run is the
//! same to the bit. An input in the past replaces what came after it.
//!
//! What a person does is an event between two ticks. A tick can be cut in parts: what comes in
//! meanwhile waits in one queue, is applied in order when the tick is over, and recorded.

mod fork;
mod keyframes;
mod ramps;
mod seek;

use ramps::Ramps;

pub use keyframes::{BUDGET, Keyframes};

use crate::engine::behaviors::Controls;
use crate::engine::world::World;
use crate::session::events::{Event, Log};
use crate::session::run::Run;

/// Ticks from one keyframe to the next.
const STRIDE: u64 = 16;

/// What was done to a run and when, and the states on the way.
///
/// The run itself stays with the caller; all of a run's ticks and inputs must go through here.
#[derive(Clone, Default)]
pub struct Timeline {
    /// The link that opens the run at tick 0.
    link: String,
    keyframes: Keyframes,
    log: Log,
    /// Parameters that are on the move.
    ramps: Ramps,
    /// Events of the log that have taken effect.
    done: usize,
    /// The last tick that was reached.
    end: u64,
    /// The tick that the run is on its way to. It is there once all is applied that is recorded of it.
    goal: Option<u64>,
    /// What came in since the tick under way began, in order.
    queue: Vec<Event>,
    /// The last tick went through what was recorded.
    replayed: bool,
    /// Counts the parameters, texts and the like that a replay has changed.
    changes: u32,
    /// Counts what came in.
    inputs: u32,
}

impl Timeline {
    /// Of a run that stands at tick 0.
    pub fn new(run: &Run) -> Self {
        let (link, keyframes) = (run.link(), Keyframes::new(run.world.save()));
        Self { link, keyframes, ..Self::default() }
    }

    /// To go through a run again, from tick 0 where it stands, in which these events came in and
    /// which went as far as tick `end`. Those of tick 0 are applied until time is over: where that is
    /// before all are, the run is on its [way](Self::goal) to tick 0.
    pub fn replay(run: &mut Run, log: Log, end: u64, over: &mut dyn FnMut() -> bool) -> Self {
        let end = log.events().last().map_or(end, |last| end.max(last.tick));
        let mut timeline = Self { log, end, ..Self::new(run) };
        timeline.settle(run, over);
        timeline
    }

    /// The link that opens the run at tick 0, before anything was done.
    pub fn link(&self) -> &str {
        &self.link
    }

    /// Copies of earlier states, from which jumps start.
    pub fn keyframes(&self) -> &Keyframes {
        &self.keyframes
    }

    /// Grows with every parameter, text and the like that a replay or a jump changes.
    pub fn changes(&self) -> u32 {
        self.changes
    }

    /// Grows with everything that comes in.
    pub fn inputs(&self) -> u32 {
        self.inputs
    }

    /// What was done until now, and what will be done again.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The parameters that move, with their last values and the ticks of the whole way.
    pub fn ramps(&self) -> impl Iterator<Item = (usize, f32, u32)> {
        self.ramps.goals()
    }

    /// The last tick that was reached: the run is known up to there.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Begins the run anew at tick 0, with another seed or the same.
    pub fn restart(&mut self, run: &mut Run, seed: u32) {
        self.apply_queue(run);
        run.world.restart(seed);
        *self = Self { changes: self.changes, inputs: self.inputs, ..Self::new(run) };
    }

    /// Whether what is recorded will be done again from here on.
    pub fn is_replaying(&self, run: &Run) -> bool {
        run.world.ticks() < self.end || self.done < self.log.len()
    }

    /// Applies an event and records it; what was recorded after the present tick is replaced.
    ///
    /// During a tick it waits until the tick is over: until then, [`Run::get`] says what is in force in
    /// it. What changes who is there drops the tick under way instead: no unit has moved yet. Where the
    /// log is full, events take effect in the same way and are forgotten.
    ///
    /// # Errors
    /// As [`Run::apply`].
    pub fn input(&mut self, run: &mut Run, event: Event) -> Result<(), String> {
        self.inputs = self.inputs.wrapping_add(1);
        let seeks = self.goal.is_some();
        if seeks {
            // On the way to another tick there is no flying or hunting; an edit ends the way.
            if !event.is_edit() {
                return Ok(());
            }
            self.stop_seeking(run);
        }
        if self.queue.is_empty() && self.effective(run, &event).is_none() {
            return Ok(());
        }
        let waits = run.world.is_under_way() && !seeks && !event.is_abrupt(run);
        if waits {
            self.replace_future(run.world.ticks());
        }
        if waits || self.goal.is_some() {
            self.queue.push(event);
            return Ok(());
        }
        self.apply_queue(run);
        self.apply(run, event)
    }

    /// Applies what waits for the end of the tick under way, which begins anew then.
    pub fn apply_queue(&mut self, run: &mut Run) {
        if !self.queue.is_empty() {
            self.settle(run, &mut || true);
        }
    }

    /// Whether something waits for the end of the tick under way.
    pub fn is_queued(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Applies an event and records it.
    fn apply(&mut self, run: &mut Run, event: Event) -> Result<(), String> {
        let Some(event) = self.effective(run, &event) else { return Ok(()) };
        let now = run.world.ticks();
        self.ramps.step_back(run);
        run.apply(&event)?;
        self.ramps.record(&event, now);
        let event = match event {
            Event::Text { id, .. } => Event::Text { id, text: run.text(id).into() },
            event => event,
        };
        self.replace_future(now);
        if !self.log.is_full() {
            self.log.push(now, event, run.params());
        }
        self.done = self.log.len();
        Ok(())
    }

    /// What comes after this tick will be another run than it was.
    fn replace_future(&mut self, now: u64) {
        if self.end > now {
            self.end = now;
            self.keyframes.forget_after(now);
        }
        self.log.truncate(self.done);
    }

    /// The event as it will be in force; `None` where it would change nothing.
    fn effective(&self, run: &Run, event: &Event) -> Option<Event> {
        match *event {
            Event::Param { id, value } => {
                let value = run.params().get(id)?.spec.validate(value)?;
                // The value that it has just now stops a ramp, too.
                let changes = value != run.get(id) || self.ramps().any(|(moving, ..)| moving == id);
                changes.then_some(Event::Param { id, value })
            }
            Event::Text { id, .. } => run.texts().get(id).map(|_| event.clone()),
            Event::Compose(ref composition) => {
                let (composition, _) = composition.checked(&run.scene_composition());
                (composition != run.composition()).then(|| Event::Compose(composition.into()))
            }
            Event::Ramp { id, to, ticks, .. } => Event::ramp(run, id, run.get(id), to, ticks),
            Event::Layout(ref layout) => {
                let layout = run.fit_layout_doc(layout);
                (layout != run.layout_doc()).then(|| Event::Layout(layout.into()))
            }
            Event::Together(ref change) => {
                run.effective_change(change).map(|change| Event::Together(change.into()))
            }
            Event::PointerHold { x, y } => {
                let at = run.world.inputs().held_at();
                Event::hold(x, y).filter(|event| at.is_none_or(|at| !event.is_hold_at(at)))
            }
            Event::PointerRelease => run.world.inputs().held_at().map(|_| event.clone()),
            Event::Fly { bits } => {
                let keys = Controls::from_bits(bits);
                (run.world.inputs().controls() != keys).then_some(Event::Fly { bits: keys.bits() })
            }
        }
    }

    /// Runs one tick, and applies what is recorded for the state that it leads to.
    pub fn tick(&mut self, run: &mut Run) {
        self.begin_tick(run, &mut || false);
        run.world.tick();
        self.end_tick(run, &mut || false);
    }

    /// As [`World::tick_part`](crate::World::tick_part): goes on for about `budget` ms; true when
    /// the tick is done.
    pub fn tick_part(&mut self, run: &mut Run, budget: f64, now: impl FnMut() -> f64) -> bool {
        self.tick_part_with(run, budget, now, |_| {})
    }

    /// The same; `steered` is called once all are steered and before they move.
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

    /// Makes the run ready for its tick, if it is not under way; false where time is over before.
    fn begin_tick(&mut self, run: &mut Run, over: &mut dyn FnMut() -> bool) -> bool {
        let ready = run.world.is_under_way() || self.settle(run, over);
        if ready {
            self.ramps.step(run);
        }
        ready
    }

    /// Takes note of a tick that was run, and applies the events that follow it until time is over.
    pub fn end_tick(&mut self, run: &mut Run, over: &mut dyn FnMut() -> bool) {
        let now = run.world.ticks();
        self.ramps.end_tick();
        self.replayed = now <= self.end || self.done < self.log.len();
        self.end = self.end.max(now);
        let near = |goal| (now..=now + STRIDE).contains(&goal);
        let wanted = now.is_multiple_of(STRIDE) || self.goal().is_some_and(near);
        // Without a first one there is no going back.
        if wanted && !self.keyframes.is_empty() && !self.keyframes.has(now) {
            self.keyframes.keep(run.world.save(), now);
        }
        self.settle(run, over);
    }

    /// Applies what is recorded for the present tick, then what waits; false where time is over before.
    /// Then the run is on its way to this tick.
    fn settle(&mut self, run: &mut Run, over: &mut dyn FnMut() -> bool) -> bool {
        let now = run.world.ticks();
        while let Some(next) = self.log.events().get(self.done).filter(|next| next.tick <= now) {
            self.ramps.step_back(run);
            // It was checked when it came in.
            let _ = run.apply(&next.event);
            self.ramps.record(&next.event, next.tick);
            self.changes = self.changes.wrapping_add(u32::from(next.event.is_edit()));
            self.done += 1;
            if next.event.is_abrupt(run) && over() {
                self.goal.get_or_insert(now);
                return false;
            }
        }
        self.goal = self.goal.filter(|goal| *goal > now);
        if std::mem::take(&mut self.replayed) && !self.is_replaying(run) {
            // At the end of a replay, the pointer and the keys are let go.
            for event in [Event::PointerRelease, Event::Fly { bits: 0 }] {
                let _ = self.apply(run, event);
            }
        }
        for event in std::mem::take(&mut self.queue) {
            let _ = self.apply(run, event);
        }
        true
    }
}
