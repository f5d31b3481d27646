//! A run in time: what happened, so that it can be gone through again.

use crate::events::{Event, Log};
use crate::run::Run;
use crate::slices::Progress;
use crate::world::Inputs;

/// What was done to a run and when, and the tick that is under way.
///
/// The run itself stays with the caller; all of a run's ticks and inputs must go through here.
#[derive(Debug, Default)]
pub struct Timeline {
    log: Log,
    /// Events of the log that have taken effect, or show already.
    done: usize,
    /// The last tick that was reached.
    end: u64,
    progress: Progress,
    /// What was in force when the tick under way began, where something came in since.
    before: Option<Before>,
}

/// Inputs that the tick under way began with.
#[derive(Debug)]
struct Before {
    inputs: Inputs,
    params: Vec<(usize, f32)>,
    /// Events of the log that the tick began with.
    done: usize,
}

impl Timeline {
    /// To go through a run again, from tick 0, in which these events came in and which went as far
    /// as tick `end`.
    pub fn replay(run: &mut Run, log: Log, end: u64) -> Self {
        let mut timeline = Self { log, end, ..Self::default() };
        timeline.arrived(run);
        timeline
    }

    /// What was done so far, and what will be done again.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The last tick that was reached: the run is known up to there.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Forgets everything: the run stands at tick 0.
    pub fn begin(&mut self) {
        *self = Self::default();
    }

    /// Lets an event take effect and records it; what was recorded after the present tick is
    /// replaced.
    ///
    /// During a tick the change shows at once, but the tick goes on with what it began with: an
    /// event belongs between two ticks. Where it changes who is there, the tick begins anew.
    ///
    /// # Errors
    /// As [`Run::apply`].
    pub fn input(&mut self, run: &mut Run, event: Event) -> Result<(), String> {
        let Some(event) = self.effective(run, event) else { return Ok(()) };
        let abrupt = event.is_abrupt(run);
        if self.before.is_none() {
            let under_way = self.progress != Progress::default() && !abrupt;
            self.before = under_way.then(|| Before {
                inputs: run.world.inputs(),
                params: Vec::new(),
                done: self.done,
            });
        }
        if let (Some(before), Event::Param { id, .. }) = (&mut self.before, &event) {
            before.params.push((*id, run.get(*id)));
        }
        run.apply(&event)?;
        if abrupt {
            self.begin_tick_anew(run);
        }
        // The future was another's.
        self.log.truncate(self.done);
        let (now, first) = match &self.before {
            None => (run.world.ticks(), 0),
            Some(before) => (run.world.ticks() + 1, before.done),
        };
        self.end = run.world.ticks();
        if !self.log.is_full() {
            self.log.push(now, event, first, run.params());
        }
        self.done = self.log.len();
        Ok(())
    }

    /// The event as it will be in force; `None` where it would change nothing.
    fn effective(&self, run: &Run, event: Event) -> Option<Event> {
        match event {
            Event::Param { id, value } => {
                let value = run.params().get(id)?.spec.validate(value)?;
                (value != run.get(id)).then_some(Event::Param { id, value })
            }
            Event::Text { id, .. } => run.texts().get(id).map(|_| event),
            Event::PointerHold { x, y } => {
                let at = run.world.inputs().held_at();
                Event::hold(x, y).filter(|event| at.is_none_or(|at| !event.is_hold_at(at)))
            }
            Event::PointerRelease => run.world.inputs().is_held().then_some(event),
            Event::Fly { bits } => (run.world.inputs().controls().bits() != bits).then_some(event),
        }
    }

    /// Drops the tick under way: what came in since it began is in force before it.
    fn begin_tick_anew(&mut self, run: &Run) {
        self.progress = Progress::default();
        if let Some(before) = self.before.take() {
            self.log.retime(before.done, run.world.ticks());
        }
    }

    /// Runs one tick, and replays what is recorded for the state that it leads to.
    pub fn tick(&mut self, run: &mut Run) {
        self.begin_tick_anew(run);
        run.world.tick();
        self.arrived(run);
    }

    /// As [`World::tick_part`](crate::World::tick_part): goes on for about `budget` ms; true when
    /// the tick is done.
    pub fn tick_part(&mut self, run: &mut Run, budget: f64, now: impl FnMut() -> f64) -> bool {
        let mut progress = self.progress;
        let done = self.as_begun(run, |run| run.world.tick_part(&mut progress, budget, now));
        self.progress = progress;
        if done {
            // What came in during the tick was meant for the state after it, which is now.
            if let Some(before) = self.before.take() {
                self.hold_back(run, &before);
                self.done = before.done;
            }
            self.arrived(run);
        }
        done
    }

    /// Does something to the run with the inputs that the tick under way began with.
    pub fn as_begun<T>(&mut self, run: &mut Run, work: impl FnOnce(&mut Run) -> T) -> T {
        let Some(before) = self.before.take() else { return work(run) };
        self.hold_back(run, &before);
        let result = work(run);
        // Of the state after the tick only the pointer depends on the inputs; it is put right by
        // whoever takes note of the arrival.
        let inputs = run.world.inputs();
        for recorded in &self.log.events()[before.done..self.done] {
            // Texts are abrupt: they do not wait.
            let _ = run.apply(&recorded.event);
        }
        self.before = Some(Before { inputs, ..before });
        result
    }

    fn hold_back(&self, run: &mut Run, before: &Before) {
        for (id, value) in before.params.iter().rev() {
            run.put(*id, *value);
        }
        run.world.set_inputs(before.inputs);
    }

    /// Takes note of a tick that was run, and lets the events take effect that follow it.
    pub fn arrived(&mut self, run: &mut Run) {
        let now = run.world.ticks();
        self.end = self.end.max(now);
        while let Some(recorded) = self.log.events().get(self.done).filter(|r| r.tick <= now) {
            // It was checked when it was recorded.
            let _ = run.apply(&recorded.event);
            self.done += 1;
        }
    }
}
