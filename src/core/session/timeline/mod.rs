//! A run in time: what happened, to go through it again, back and forth.
//!
//! A past state is the last keyframe before it and the same ticks and events again: the run is the
//! same to the bit. An input in the past replaces what came after it.

mod fork;
mod keyframes;
mod ramps;
mod seek;

use ramps::{Course, Ramps};

pub use keyframes::{BUDGET, Keyframes};

use crate::engine::behaviors::Controls;
use crate::engine::effort::{self, spend};
use crate::engine::world::{State, World};
use crate::session::events::{Event, Log};
use crate::session::run::Run;
use glam::Vec2;
use std::collections::VecDeque;

/// Ticks from one keyframe to the next.
const STRIDE: u64 = 16;

/// Where a replay is opened, or a search is stopped, the events of tick 0 take effect at once, as long as they take no more
/// looks at units than this all together; the rest do as the run goes on, in parts.
const AT_ONCE: u64 = 1_000_000;

/// The least cost of an event, in looks at units: a text can lay out a way across the world.
const LEAST_LOOKS: usize = 10_000;

/// While a crowd is placed, no more events wait than this: a person does not do more.
const MOST_DELAYED: usize = 1000;

/// What was done to a run and when, the states on the way, and the tick that is under way.
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
    /// Events of the log that have taken effect, or show already.
    done: usize,
    /// The last tick that was reached.
    end: u64,
    phase: Phase,
    /// What came in while a crowd was placed. It waits until all stand where they should.
    delayed: VecDeque<Event>,
    /// The last input took effect unrecorded: the log is full.
    unrecorded: bool,
    /// What came in since the tick under way began, and waits for its end.
    waiting: Vec<Event>,
    /// The first event of the log that waits.
    first_waiting: usize,
    /// Counts the parameters, texts and the like that a replay has changed.
    changes: u32,
}

/// What comes before the next tick.
#[derive(Clone, Copy, Default)]
enum Phase {
    /// At tick 0 a crowd is being placed, and the first state is still to be noted. Then comes the
    /// search for a tick, if there is one.
    Opening(Option<u64>),
    #[default]
    Running,
    /// The run is on its way to a tick.
    Seeking(u64),
}

impl Timeline {
    /// Of a run that stands at tick 0, all units in their places.
    pub fn new(run: &Run) -> Self {
        let (link, keyframes) = (run.link(), Keyframes::new(run.world.save()));
        Self { link, keyframes, ..Self::default() }
    }

    /// To go through a run again, from tick 0 where it stands, in which these events came in and
    /// which went as far as tick `end`.
    pub fn replay(run: &mut Run, log: Log, end: u64) -> Self {
        let end = log.events().last().map_or(end, |last| end.max(last.tick));
        let mut timeline =
            Self { link: run.link(), log, end, phase: Phase::Opening(None), ..Self::default() };
        timeline.begin(run);
        timeline
    }

    /// Begins, where that takes no longer than a frame; a run that is placed at once always does.
    fn begin(&mut self, run: &mut Run) {
        let (patient, end) = (run.world.is_patient(), effort::spent() + AT_ONCE);
        if run.world.placing().is_none() {
            self.go_on(run, &mut || patient && effort::spent() >= end);
        }
    }

    /// Goes on with what comes before the next tick until time is over: a crowd that is placed, and
    /// what came in meanwhile. True when nothing of that is left.
    pub fn go_on(&mut self, run: &mut Run, over: &mut dyn FnMut() -> bool) -> bool {
        loop {
            if !run.world.place_part(over) {
                return false;
            }
            if let Phase::Opening(at) = self.phase {
                self.phase = Phase::Running;
                self.keyframes = Keyframes::new(run.world.save());
                let end = effort::spent() + AT_ONCE;
                self.catch_up(run, &mut || over() || effort::spent() >= end);
                if let Some(at) = at {
                    self.seek(run, at);
                }
            } else {
                // They come after what was recorded of the tick at which a search was stopped.
                if !self.delayed.is_empty() && self.is_seeking() {
                    if !self.catch_up(run, over) {
                        return false;
                    }
                    self.phase = Phase::Running;
                }
                let Some(event) = self.delayed.pop_front() else { return true };
                run.end_waiting();
                for event in &self.delayed {
                    if let Event::Param { id, value } = *event {
                        run.expect(id, value);
                    }
                }
                // Errors were reported when it came in.
                let _ = self.input(run, event);
            }
        }
    }

    /// As [`go_on`](Self::go_on), to the end.
    fn finish(&mut self, run: &mut Run) {
        self.go_on(run, &mut || false);
    }

    /// The share of a crowd's placing that is done; `None` where no crowd is being placed.
    pub fn placing(&self, run: &Run) -> Option<f32> {
        run.world.placing().or(self.is_opening().then_some(1.0))
    }

    fn is_opening(&self) -> bool {
        matches!(self.phase, Phase::Opening(_))
    }

    fn is_seeking(&self) -> bool {
        matches!(self.phase, Phase::Seeking(_))
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

    /// What was done until now, and what will be done again.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The values with which a parameter of the run took part in these ticks, which are in order:
    /// ramps included, as far as the run is recorded.
    pub fn values_of(&self, run: &Run, id: usize, ticks: &[u64]) -> Vec<f32> {
        let Some(param) = run.params().get(id) else { return vec![f32::NAN; ticks.len()] };
        let (start, _) = Run::open(&self.link);
        let first = start.find(&param.key).map_or(param.default, |id| start.get(id));
        let mut course = Course { from: first, to: first, start: 0, ticks: 0 };
        let mut events = self.log.events().iter().peekable();
        let value = |tick: &u64| {
            while let Some(one) = events.next_if(|one| one.tick < (*tick).max(1)) {
                match one.event {
                    Event::Param { id: other, value: to } if other == id => {
                        course = Course { from: to, to, start: one.tick, ticks: 0 };
                    }
                    Event::Ramp { id: other, from, to, ticks } if other == id => {
                        course = Course { from, to, start: one.tick, ticks };
                    }
                    // Other groups and behaviors stop all ramps.
                    Event::Compose { .. } => {
                        let now = course.at(one.tick.saturating_sub(1));
                        course = Course { from: now, to: now, start: one.tick, ticks: 0 };
                    }
                    _ => {}
                }
            }
            course.at(tick.saturating_sub(1))
        };
        ticks.iter().map(value).collect()
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
        self.settle(run);
        run.end_waiting();
        run.world.restart(seed);
        let new = Self::replay(run, Log::default(), 0);
        let old = std::mem::replace(self, new);
        self.changes = old.changes;
    }

    /// Whether what is recorded will be done again from here on.
    pub fn is_replaying(&self, run: &Run) -> bool {
        run.world.ticks() < self.end || self.done < self.log.len()
    }

    /// Lets an event take effect and records it; what was recorded after the present tick is
    /// replaced.
    ///
    /// An event belongs between two ticks: during a tick it waits until the tick is over, and
    /// [`Run::get`] answers from what waits. What changes who is there makes the tick begin anew
    /// instead. Where the log is full, events take effect in the same way and are forgotten.
    ///
    /// # Errors
    /// As [`Run::apply`].
    pub fn input(&mut self, run: &mut Run, event: Event) -> Result<(), String> {
        let Some(event) = self.effective(run, event) else { return Ok(()) };
        if self.is_seeking() {
            // On the way to another tick there is no flying or hunting; an edit ends the way.
            if !event.is_edit() {
                return Ok(());
            }
            self.stop_seeking(run);
        }
        if self.is_seeking() || self.placing(run).is_some() {
            return self.delay(run, event);
        }
        if self.is_behind(run) {
            // An input during a tick comes after what is recorded for it.
            self.catch_up(run, &mut || false);
            return self.input(run, event);
        }
        let now = run.world.ticks();
        if run.world.is_under_way() && !event.is_abrupt(run) {
            self.replace_future(now);
            if self.waiting.is_empty() {
                self.first_waiting = self.done;
            }
            if let Event::Param { id, value } = event {
                run.expect(id, value);
            }
            self.waiting.push(event.clone());
            self.record(run, now + 1, event, self.first_waiting);
            return Ok(());
        }
        self.ramps.step_back(run);
        self.settle(run);
        run.apply(&event)?;
        self.ramps.note(&event, now);
        let event = match event {
            Event::Text { id, .. } => Event::Text { id, text: run.text(id).into() },
            event => event,
        };
        self.replace_future(now);
        self.record(run, now, event, 0);
        Ok(())
    }

    /// Lets an event wait until a crowd is placed. Of a slider or a pointer that moves, the last
    /// value counts.
    fn delay(&mut self, run: &mut Run, event: Event) -> Result<(), String> {
        match &event {
            Event::Text { id, text } => run.check_text(*id, text)?,
            Event::Param { id, value } => run.expect(*id, *value),
            _ => {}
        }
        let same = match (self.delayed.back(), &event) {
            (Some(Event::Param { id: last, .. }), Event::Param { id, .. }) => last == id,
            (Some(Event::PointerHold { .. }), Event::PointerHold { .. }) => true,
            _ => false,
        };
        if same {
            self.delayed.pop_back();
        }
        if self.delayed.len() < MOST_DELAYED {
            self.delayed.push_back(event);
        }
        Ok(())
    }

    /// Notes an event that takes effect after a tick. `from` is the first that it may be merged with.
    fn record(&mut self, run: &Run, tick: u64, event: Event, from: usize) {
        self.unrecorded = self.log.is_full();
        if !self.unrecorded {
            self.log.push(tick, event, from, run.params());
        }
        self.done = self.log.len();
    }

    /// Takes back the change for which a crowd is being placed, and what came in since: the run is on
    /// its [way](Self::goal) to where it stands, without it. False where no crowd is
    /// being placed for a change.
    pub fn take_back(&mut self, run: &mut Run) -> bool {
        if run.world.placing().is_none() || self.is_opening() {
            return false;
        }
        let now = run.world.ticks();
        self.delayed.clear();
        run.end_waiting();
        // Of a replay, what would have come after it can be brought back.
        self.replace_future(now);
        self.log.truncate(self.done - usize::from(!self.unrecorded && self.done > 0));
        self.unrecorded = false;
        let before = self.keyframes.at_or_before(now.saturating_sub(1)).map_or(0, State::ticks);
        self.return_to_keyframe(run, before);
        self.phase = Phase::Seeking(now);
        true
    }

    /// Drops the tick under way: what came in since it began is in force before it.
    pub fn begin_tick_anew(&mut self, run: &mut Run) {
        self.finish(run);
        run.world.begin_anew();
        self.ramps.step_back(run);
        self.settle(run);
    }

    /// Lets what has waited take effect: the tick under way is over, or will begin anew.
    fn settle(&mut self, run: &mut Run) {
        if self.waiting.is_empty() {
            return;
        }
        run.end_waiting();
        self.log.retime(self.first_waiting, run.world.ticks());
        for event in self.waiting.drain(..) {
            // Texts are abrupt: they do not wait.
            let _ = run.apply(&event);
            self.ramps.note(&event, run.world.ticks());
            self.changes = self.changes.wrapping_add(u32::from(event.is_edit()));
        }
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
    fn effective(&self, run: &Run, event: Event) -> Option<Event> {
        match event {
            Event::Param { id, value } => {
                let value = run.params().get(id)?.spec.validate(value)?;
                // The value that it has just now stops a ramp, too.
                let changes = value != run.get(id) || self.ramps().any(|(moving, ..)| moving == id);
                changes.then_some(Event::Param { id, value })
            }
            Event::Text { id, .. } => run.texts().get(id).map(|_| event),
            Event::Compose { text } => {
                let (composition, _) = run.read_composition(&text);
                let text = run.write_composition(&composition).into();
                (composition != run.composition()).then_some(Event::Compose { text })
            }
            Event::Ramp { id, to, ticks, .. } => Event::ramp(run, id, run.get(id), to, ticks),
            Event::Layout { text } => {
                let text = run.write_layout(&run.read_layout(&text).0);
                (text != run.layout_text()).then(|| Event::Layout { text: text.into() })
            }
            Event::PointerHold { x, y } => {
                let at = self.held_at(run);
                Event::hold(x, y).filter(|event| at.is_none_or(|at| !event.is_hold_at(at)))
            }
            Event::PointerRelease => self.held_at(run).map(|_| event),
            Event::Fly { bits } => {
                let keys = Controls::from_bits(bits);
                (self.keys(run) != keys).then_some(Event::Fly { bits: keys.bits() })
            }
        }
    }

    /// Where the pointer is held, once all has taken effect that waits.
    fn held_at(&self, run: &Run) -> Option<Vec2> {
        let held = |event: &Event| match *event {
            Event::PointerHold { x, y } => Some(Some(Vec2::new(x, y))),
            Event::PointerRelease => Some(None),
            _ => None,
        };
        let waiting = self.waiting.iter().rev().find_map(held);
        waiting.unwrap_or_else(|| run.world.inputs().held_at())
    }

    /// The keys that are held then.
    fn keys(&self, run: &Run) -> Controls {
        let keys = |event: &Event| match *event {
            Event::Fly { bits } => Some(Controls::from_bits(bits)),
            _ => None,
        };
        let waiting = self.waiting.iter().rev().find_map(keys);
        waiting.unwrap_or_else(|| run.world.inputs().controls())
    }

    /// Runs one tick, and replays what is recorded for the state that it leads to.
    pub fn tick(&mut self, run: &mut Run) {
        self.finish(run);
        let replays = self.is_replaying(run);
        self.settle(run);
        self.catch_up(run, &mut || false);
        self.ramps.step(run);
        run.world.tick();
        self.arrived(run);
        self.let_go_at_end(run, replays);
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
        if !self.go_on(run, &mut || now() >= end) {
            return false;
        }
        let replays = self.is_replaying(run);
        if !self.catch_up(run, &mut || now() >= end) {
            return false;
        }
        self.ramps.step(run);
        let left = end - now();
        let done = run.world.tick_part_with(left, &mut now, steered);
        if done {
            self.note_arrival(run);
            self.settle(run);
            self.catch_up(run, &mut || now() >= end);
            self.let_go_at_end(run, replays);
        }
        done
    }

    /// Takes note of a tick that was run, and lets the events take effect that follow it.
    pub fn arrived(&mut self, run: &mut Run) {
        self.note_arrival(run);
        self.settle(run);
        self.catch_up(run, &mut || false);
    }

    /// At the end of a replay, the pointer and the keys are let go.
    fn let_go_at_end(&mut self, run: &mut Run, replays: bool) {
        if replays && !self.is_replaying(run) {
            let phase = std::mem::take(&mut self.phase);
            for event in [Event::PointerRelease, Event::Fly { bits: 0 }] {
                // Neither can be wrong.
                let _ = self.input(run, event);
            }
            self.phase = phase;
        }
    }

    fn note_arrival(&mut self, run: &Run) {
        let now = run.world.ticks();
        self.ramps.arrive();
        self.end = self.end.max(now);
        let near = |goal| (now..=now + STRIDE).contains(&goal);
        let wanted = now.is_multiple_of(STRIDE) || self.goal().is_some_and(near);
        // Without a first one there is no going back.
        if wanted && !self.keyframes.is_empty() && !self.keyframes.has(now) {
            self.keyframes.keep(run.world.save(), now);
        }
    }

    /// Whether not all has taken effect that is recorded for the present tick.
    fn is_behind(&self, run: &Run) -> bool {
        let next = self.log.events().get(self.done);
        next.is_some_and(|next| next.tick <= run.world.ticks())
    }

    /// Lets events take effect that are recorded for the present tick, until time is over; true
    /// when all have, and all units stand where they should.
    fn catch_up(&mut self, run: &mut Run, over: &mut dyn FnMut() -> bool) -> bool {
        loop {
            if !run.world.place_part(over) {
                return false;
            }
            if !self.is_behind(run) {
                return true;
            }
            if over() {
                return false;
            }
            let recorded = &self.log.events()[self.done];
            spend(run.world.agents().len().max(LEAST_LOOKS));
            self.ramps.step_back(run);
            // Texts were checked when they came in.
            let _ = run.apply(&recorded.event);
            self.ramps.note(&recorded.event, recorded.tick);
            self.done += 1;
            if recorded.event.is_edit() {
                self.changes = self.changes.wrapping_add(1);
            }
        }
    }
}
