//! Ask a bird: why it turns, and what would happen without one of its behaviors.
//!
//! The answer is taken from a copy of the run that is ticked ahead: its next half second is what
//! the run will do without further input. In a second copy, the bird steers without one of its
//! behaviors. The run itself is only read.
//!
//! With more than [`MAX_WHOLE_COPY`] units, only those near the bird act in a copy. Paths with and
//! without a behavior are then estimates from the same tick, for a fair comparison.

mod ahead;
mod causes;
mod difference;
mod pick;
mod riddle;
mod turning;
mod words;

pub use ahead::{MAX_WHOLE_COPY, MotionRecord};
pub use causes::{CauseKind, CausePosition, cause_positions};
pub use difference::PathDifference;
pub use pick::pick_unit;
pub use riddle::{Riddle, RiddleKind, RiddleSearch, SEARCH_TICKS};
pub use turning::{SourceTurn, TurnSource};
pub use words::{Answer, STRAIGHT, TurnCause};

use ahead::ObservedRunCopy;
use flockwright::engine::agents::Handle;
use flockwright::session::run::Run;
use flockwright::session::timeline::Timeline;

/// Ticks over which a turn and its parts are averaged: half a second.
pub const TURN_WINDOW: u64 = 30;

/// Length of the paths with and without a behavior, ticks: three seconds.
pub const PATH_TICKS: u64 = 180;

/// Length of the path before the present that is shown, ticks: five seconds.
const PAST_TICKS: u64 = 300;

/// Ticks that an estimate in a large world covers; a new one replaces it after half of them.
const ESTIMATE_TICKS: u64 = 2 * TURN_WINDOW;

/// Longest time for computing a path, ms; where ticks are slow, paths are shorter than
/// [`PATH_TICKS`].
const MAX_PATH_MS: f64 = 1000.0;

/// Length of the shortest path, ticks: one second.
const MIN_PATH_TICKS: u64 = 60;

/// Comparison of the unit's path with the path that it would take without one behavior.
struct ComparedPath {
    /// Tick from which on the behavior is left out.
    first_tick: u64,
    /// Tick after the last step of both paths; `None` until the first tick was timed.
    last_tick: Option<u64>,
    copy_without: ObservedRunCopy,
    /// Copy in which all behaviors act, restricted like `copy_without`; only in a large world.
    copy_with_all: Option<ObservedRunCopy>,
}

impl ComparedPath {
    fn begin_comparison(
        run: &Run,
        timeline: &Timeline,
        bird: Handle,
        left_out: usize,
    ) -> Option<Self> {
        let copy = |left_out| ObservedRunCopy::from_now(run, timeline, bird, left_out, PATH_TICKS);
        let copy_without = copy(Some(left_out))?;
        let copy_with_all = copy(None).filter(|_| copy_without.is_rough());
        Some(Self { first_tick: run.world.ticks(), last_tick: None, copy_without, copy_with_all })
    }

    /// Simulates both paths; returns false if the time `end` (ms by the clock `now`) was up first.
    fn continue_paths(&mut self, end: f64, now: &mut impl FnMut() -> f64) -> bool {
        let Self { first_tick, last_tick, copy_without, copy_with_all } = self;
        if !copy_without.simulate_until(*first_tick + 1, end, now) {
            return false;
        }
        let last_tick = *last_tick.get_or_insert_with(|| {
            let ticks = (MAX_PATH_MS / copy_without.ms_per_tick()) as u64;
            *first_tick + ticks.clamp(MIN_PATH_TICKS, PATH_TICKS)
        });
        let mut copies = copy_with_all.iter_mut().chain([copy_without]);
        copies.all(|copy| copy.simulate_until(last_tick, end, now))
    }
}

/// A question about one unit, with the parts of the answer that are known so far.
pub struct TurnQuestion {
    bird: Handle,
    /// Copy of the run that is ticked ahead, with all behaviors.
    predicted_copy: Option<ObservedRunCopy>,
    /// Paths with and without one behavior.
    compared: Option<ComparedPath>,
    /// Index in the pipeline of the behavior that is left out in `compared`, also while `compared`
    /// is being restarted; `None` without a comparison.
    left_out: Option<usize>,
    /// Key of the left-out behavior, which finds it again after its index has changed.
    left_out_key: Option<&'static str>,
    /// Copy of the run that replays the last five seconds; `None` unless a replay is in progress.
    past_copy: Option<ObservedRunCopy>,
    wants_past: bool,
    /// Number of the run's inputs when the prediction began; a later input makes it invalid.
    input_count: u32,
}

impl TurnQuestion {
    /// Asks about the unit with this id; `None` if it does not exist.
    pub fn about(run: &Run, id: usize) -> Option<Self> {
        let bird = run.world.agents().handle(id)?;
        Some(Self {
            bird,
            predicted_copy: None,
            compared: None,
            left_out: None,
            left_out_key: None,
            past_copy: None,
            wants_past: false,
            input_count: 0,
        })
    }

    /// Present id of the unit; `None` if it was removed.
    pub fn id(&self, run: &Run) -> Option<usize> {
        run.world.agents().id(self.bird)
    }

    /// Drops the predictions after a change of the run.
    fn forget_predictions(&mut self) {
        (self.predicted_copy, self.compared, self.past_copy) = Default::default();
    }

    /// Requests the comparison with the path without a behavior from the present tick on; `without`
    /// is its index in the pipeline, whose length stands for the world's edge. `None` ends it.
    pub fn compare_without(&mut self, without: Option<usize>) {
        (self.left_out, self.left_out_key, self.compared) = (without, None, None);
    }

    /// Updates the index of the left-out behavior after a change of the pipeline; ends the
    /// comparison if the behavior was removed.
    fn find_left_out(&mut self, run: &Run, id: usize) {
        let Some(without) = &mut self.left_out else { return };
        let group = run.world.group_of(id).and_then(|group| run.world.groups().get(group));
        let Some(pipeline) = group.map(|group| &group.pipeline) else { return };
        // The index after the last behavior stands for the world's edge, whose key is empty.
        let key = |at: usize| pipeline.get(at).map_or("", |behavior| behavior.key());
        let left_out = *self.left_out_key.get_or_insert_with(|| key(*without));
        if key(*without) == left_out {
            return;
        }
        match (0..=pipeline.len()).find(|at| key(*at) == left_out) {
            Some(at) => *without = at,
            None => self.compare_without(None),
        }
    }

    /// Requests that the last five seconds are replayed and explained, too.
    pub fn request_past(&mut self) {
        self.wants_past = true;
    }

    /// Continues to compute the answer for about `budget` ms; returns true if nothing is left to do
    /// before the run's next tick. `now` returns the time in ms.
    pub fn continue_answer(
        &mut self,
        run: &Run,
        timeline: &Timeline,
        budget: f64,
        mut now: impl FnMut() -> f64,
    ) -> bool {
        let end = now() + budget;
        if timeline.seek_goal().is_some() {
            return false;
        }
        let Some(id) = self.id(run) else { return true };
        if timeline.input_count() != self.input_count {
            self.input_count = timeline.input_count();
            self.forget_predictions();
        }
        let tick = run.world.ticks();
        self.restart_prediction(run, timeline, id);
        self.find_left_out(run, id);
        let Some(real) = &mut self.predicted_copy else { return true };
        real.forget_before(tick.saturating_sub(PAST_TICKS));
        if !real.simulate_until(tick + TURN_WINDOW, end, &mut now) {
            return false;
        }
        if let Some(without) = self.left_out
            && self.compared.is_none()
        {
            self.compared = ComparedPath::begin_comparison(run, timeline, self.bird, without);
        }
        let mut reach = PATH_TICKS;
        if let Some(other) = &mut self.compared {
            if tick > other.first_tick + PATH_TICKS {
                (self.compared, self.left_out) = (None, None);
            } else if !other.continue_paths(end, &mut now) {
                return false;
            } else {
                reach = other.last_tick.map_or(0, |end| end.saturating_sub(tick));
            }
        }
        // The past is shown together with the sentence, so it comes before the long path, which is
        // shown only with a comparison.
        if !self.replay_past(run, timeline, end, &mut now) {
            return false;
        }
        let Some(real) = &mut self.predicted_copy else { return true };
        real.is_rough() || real.simulate_until(tick + reach, end, &mut now)
    }

    /// Restarts the prediction if the unit left the predicted path or an estimate has expired.
    fn restart_prediction(&mut self, run: &Run, timeline: &Timeline, id: usize) {
        let tick = run.world.ticks();
        let agrees = self.predicted_copy.as_ref().is_some_and(|real| real.is_still_valid(run, id));
        if agrees
            && self.predicted_copy.as_ref().is_some_and(|real| real.can_reach(tick + TURN_WINDOW))
        {
            return;
        }
        let before = self.predicted_copy.take();
        let drifted =
            before.as_ref().is_some_and(|b| b.is_rough() && b.record().step(tick).is_some());
        if !agrees && !drifted {
            self.forget_predictions();
        }
        let before = before.filter(|_| agrees);
        self.predicted_copy =
            ObservedRunCopy::from_now(run, timeline, self.bird, None, ESTIMATE_TICKS);
        if let (Some(real), Some(before)) = (&mut self.predicted_copy, before) {
            real.prepend_record(before);
        }
    }

    /// Replays the last five seconds if requested; returns true when they are known.
    fn replay_past(
        &mut self,
        run: &Run,
        timeline: &Timeline,
        end: f64,
        now: &mut impl FnMut() -> f64,
    ) -> bool {
        let Some(real) = &mut self.predicted_copy else { return true };
        let first = real.record().first_tick();
        let wanted = run.world.ticks().saturating_sub(PAST_TICKS);
        if !self.wants_past || first <= wanted {
            return true;
        }
        if self.past_copy.is_none() {
            self.past_copy = ObservedRunCopy::replay_from(run, timeline, self.bird, wanted);
        }
        let Some(past) = &mut self.past_copy else { return true };
        if !past.simulate_until(first, end, now) {
            return false;
        }
        if let Some(past) = self.past_copy.take() {
            real.prepend_record(past);
        }
        self.wants_past = real.record().first_tick() < first;
        true
    }

    /// Explanation of the unit's turn over the next half second; `None` until it is known.
    pub fn answer(&self, run: &Run) -> Option<Answer> {
        let id = self.id(run)?;
        let left_out = self.left_out;
        Answer::from_record(run, id, self.predicted_copy.as_ref()?.record(), left_out)
    }

    /// Recorded past and predicted future of the unit, as far as they are known.
    pub fn record(&self) -> Option<&MotionRecord> {
        self.predicted_copy.as_ref().map(ObservedRunCopy::record)
    }

    /// Record without the left-out behavior so far, and its first tick; `None`: no comparison.
    pub fn compared_record(&self) -> Option<(&MotionRecord, u64)> {
        self.compared.as_ref().map(|other| (other.copy_without.record(), other.first_tick))
    }

    /// Tick after the last step of both paths; `None` until it is known.
    pub fn last_path_tick(&self) -> Option<u64> {
        self.compared.as_ref().and_then(|other| other.last_tick)
    }

    /// Record with all behaviors, for comparison with [`compared_record`](Self::compared_record).
    pub fn actual_record(&self) -> Option<&MotionRecord> {
        let with = self.compared.as_ref().and_then(|other| other.copy_with_all.as_ref());
        with.or(self.predicted_copy.as_ref()).map(ObservedRunCopy::record)
    }

    /// Whether the paths are estimates in which only the units near the bird act.
    pub fn is_rough(&self) -> bool {
        self.predicted_copy.as_ref().is_some_and(ObservedRunCopy::is_rough)
    }

    /// Index in the pipeline of the behavior that the comparison leaves out, if there is one.
    pub fn left_out_behavior(&self) -> Option<usize> {
        self.left_out
    }

    /// Difference between the paths with and without a behavior; `None` until both are known.
    /// `drawn`: drawn length of the unit in body lengths.
    pub fn difference(&self, run: &Run, drawn: f32) -> Option<PathDifference> {
        let ComparedPath { first_tick: from, last_tick: end, copy_without: without, .. } =
            self.compared.as_ref()?;
        let end = (*end)?;
        let length = run.world.agents().length[self.id(run)?];
        let (real, other) = (self.actual_record()?, without.record());
        PathDifference::compare_records(
            run,
            real,
            other,
            (*from, end),
            (self.left_out?, length, drawn * length),
        )
    }
}
