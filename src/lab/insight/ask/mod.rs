//! Ask a bird: why it turns, and what would happen without one of its behaviors.
//!
//! A copy of the run is ticked ahead. The next half second of that copy is what the run will do
//! without further input; turn, causes and path are all taken from it. In a second copy, the bird
//! steers without one of its behaviors. The run itself is only read.
//!
//! With more than [`MAX_WHOLE_COPY`] units, only those near the bird act in a copy. Both paths are
//! then estimates of the same kind from the same tick, so that their comparison is fair.

mod ahead;
mod causes;
mod difference;
mod pick;
mod riddle;
mod turning;
mod words;

pub use ahead::{MAX_WHOLE_COPY, Record};
pub use causes::{Cause, CauseKind, causes};
pub use difference::Difference;
pub use pick::pick;
pub use riddle::{Riddle, RiddleKind, RiddleSearch, SEARCH_TICKS};
pub use turning::{Part, Source};
pub use words::{Answer, STRAIGHT, TurnCause};

use ahead::Ahead;
use flockwright::engine::agents::Handle;
use flockwright::session::run::Run;
use flockwright::session::timeline::Timeline;

/// Ticks over which a turn and its parts are averaged: half a second.
pub const WINDOW: u64 = 30;

/// Length of the paths, ticks: three seconds.
pub const PATH_TICKS: u64 = 180;

/// Length of the shown past, ticks: five seconds.
pub const PAST_TICKS: u64 = 300;

/// Ticks for which an estimate in a large world is used.
const SAMPLE: u64 = 2 * WINDOW;

/// Longest time for computing a path, ms; where rules look at many units, paths are shorter than
/// [`PATH_TICKS`].
const MOST_MS: f64 = 1000.0;

/// Length of the shortest path, ticks: one second.
const MIN_PATH_TICKS: u64 = 60;

/// Comparison of the unit's path with the path that it would take without one behavior.
struct Other {
    /// Tick from which on the behavior is left out.
    from: u64,
    /// Last tick of both paths; known once the duration of a tick is known.
    end: Option<u64>,
    without: Ahead,
    /// In a large world, the path with the behavior in the same kind of copy.
    with: Option<Ahead>,
}

impl Other {
    fn of(run: &Run, timeline: &Timeline, bird: Handle, without: usize) -> Option<Self> {
        let from = run.world.ticks();
        let copy = |without| Ahead::from_now(run, timeline, bird, without, PATH_TICKS);
        let without = copy(Some(without))?;
        let with = copy(None).filter(|_| without.is_rough());
        Some(Self { from, end: None, without, with })
    }

    /// Continues until both paths are known; returns false if time was up first.
    fn go_on(&mut self, end: f64, now: &mut impl FnMut() -> f64) -> bool {
        let Self { from, end: last, without, with } = self;
        if !without.reach(*from + 1, end, now) {
            return false;
        }
        let last = *last.get_or_insert_with(|| {
            let ticks = (MOST_MS / without.ms_per_tick()) as u64;
            *from + ticks.clamp(MIN_PATH_TICKS, PATH_TICKS)
        });
        let mut paths = with.iter_mut().chain([without]);
        paths.all(|path| path.reach(last, end, now))
    }
}

/// A question about one unit, with the answers known so far.
pub struct Ask {
    bird: Handle,
    /// Copy of the run that is ticked ahead.
    real: Option<Ahead>,
    /// Copy without a behavior.
    other: Option<Other>,
    /// Index in the pipeline of the behavior that is left out in `other`; kept while that restarts.
    without: Option<usize>,
    /// Key of the left-out behavior, since its index may change.
    left_out: Option<&'static str>,
    /// Replay of the last five seconds.
    past: Option<Ahead>,
    wants_past: bool,
    /// Number of inputs of the run at the time of the prediction; further inputs make it invalid.
    inputs: u32,
}

impl Ask {
    /// Asks about the unit with this id; `None` if it does not exist.
    pub fn about(run: &Run, id: usize) -> Option<Self> {
        let bird = run.world.agents().handle(id)?;
        let (real, other, without, left_out, past, wants_past, inputs) = Default::default();
        Some(Self { bird, real, other, without, left_out, past, wants_past, inputs })
    }

    /// Present id of the unit; `None` if it was removed.
    pub fn id(&self, run: &Run) -> Option<usize> {
        run.world.agents().id(self.bird)
    }

    /// Drops the predictions after a change of the run.
    fn forget(&mut self) {
        (self.real, self.other, self.past) = Default::default();
    }

    /// Starts the path without a behavior, given by its index in the pipeline (one past the last is
    /// the edge that contains units), from the present tick on; `None` ends it.
    pub fn without(&mut self, without: Option<usize>) {
        (self.without, self.left_out, self.other) = (without, None, None);
    }

    /// Finds the index of the left-out behavior after a change of the pipeline; ends the comparison
    /// if it is gone.
    fn find_left_out(&mut self, run: &Run, id: usize) {
        let Some(without) = &mut self.without else { return };
        let group = run.world.group_of(id).and_then(|group| run.world.groups().get(group));
        let Some(pipeline) = group.map(|group| &group.pipeline) else { return };
        // The index after the last behavior is the edge.
        let key = |at: usize| pipeline.get(at).map_or("", |behavior| behavior.key());
        let left_out = *self.left_out.get_or_insert_with(|| key(*without));
        if key(*without) == left_out {
            return;
        }
        match (0..=pipeline.len()).find(|at| key(*at) == left_out) {
            Some(at) => *without = at,
            None => self.without(None),
        }
    }

    /// Also computes the last five seconds from now on.
    pub fn look_back(&mut self) {
        self.wants_past = true;
    }

    /// Continues for about `budget` ms; returns true if nothing is left to do before the next tick
    /// of the run. `now` returns the time in ms.
    pub fn go_on(
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
        if timeline.input_count() != self.inputs {
            self.inputs = timeline.input_count();
            self.forget();
        }
        let tick = run.world.ticks();
        self.renew(run, timeline, id);
        self.find_left_out(run, id);
        let Some(real) = &mut self.real else { return true };
        real.forget_before(tick.saturating_sub(PAST_TICKS));
        if !real.reach(tick + WINDOW, end, &mut now) {
            return false;
        }
        if let Some(without) = self.without
            && self.other.is_none()
        {
            self.other = Other::of(run, timeline, self.bird, without);
        }
        let mut reach = PATH_TICKS;
        if let Some(other) = &mut self.other {
            if tick > other.from + PATH_TICKS {
                (self.other, self.without) = (None, None);
            } else if !other.go_on(end, &mut now) {
                return false;
            } else {
                reach = other.end.map_or(0, |end| end.saturating_sub(tick));
            }
        }
        // The past is shown with the first sentence; the path is needed only for a comparison.
        if !self.go_back(run, timeline, end, &mut now) {
            return false;
        }
        let Some(real) = &mut self.real else { return true };
        real.is_rough() || real.reach(tick + reach, end, &mut now)
    }

    /// Restarts the prediction after an unexpected input, or when an estimate has expired.
    fn renew(&mut self, run: &Run, timeline: &Timeline, id: usize) {
        let tick = run.world.ticks();
        let agrees = self.real.as_ref().is_some_and(|real| real.agrees(run, id));
        if agrees && self.real.as_ref().is_some_and(|real| real.reaches(tick + WINDOW)) {
            return;
        }
        let before = self.real.take();
        let drifted =
            before.as_ref().is_some_and(|b| b.is_rough() && b.record().step(tick).is_some());
        if !agrees && !drifted {
            self.forget();
        }
        let before = before.filter(|_| agrees);
        self.real = Ahead::from_now(run, timeline, self.bird, None, SAMPLE);
        if let (Some(real), Some(before)) = (&mut self.real, before) {
            real.put_before(before);
        }
    }

    /// Replays the last five seconds; returns true when they are known.
    fn go_back(
        &mut self,
        run: &Run,
        timeline: &Timeline,
        end: f64,
        now: &mut impl FnMut() -> f64,
    ) -> bool {
        let Some(real) = &mut self.real else { return true };
        let first = real.record().first();
        let wanted = run.world.ticks().saturating_sub(PAST_TICKS);
        if !self.wants_past || first <= wanted {
            return true;
        }
        if self.past.is_none() {
            self.past = Ahead::behind(run, timeline, self.bird, wanted);
        }
        let Some(past) = &mut self.past else { return true };
        if !past.reach(first, end, now) {
            return false;
        }
        if let Some(past) = self.past.take() {
            real.put_before(past);
        }
        self.wants_past = real.record().first() < first;
        true
    }

    /// Why the unit turns, averaged over the next half second; `None` until it is known.
    pub fn answer(&self, run: &Run) -> Option<Answer> {
        let id = self.id(run)?;
        let left_out = self.without;
        Answer::from_record(run, id, self.real.as_ref()?.record(), left_out)
    }

    /// The known past and future of the unit.
    pub fn record(&self) -> Option<&Record> {
        self.real.as_ref().map(Ahead::record)
    }

    /// The path without a behavior as far as it is known, and its first tick.
    pub fn other(&self) -> Option<(&Record, u64)> {
        self.other.as_ref().map(|other| (other.without.record(), other.from))
    }

    /// Last tick of both paths, once they are known.
    pub fn end(&self) -> Option<u64> {
        self.other.as_ref().and_then(|other| other.end)
    }

    /// The path of the run, for comparison with [`other`](Self::other).
    pub fn as_it_flies(&self) -> Option<&Record> {
        let with = self.other.as_ref().and_then(|other| other.with.as_ref());
        with.or(self.real.as_ref()).map(Ahead::record)
    }

    /// Whether the paths are estimates in which only the units near the asked one act.
    pub fn is_rough(&self) -> bool {
        self.real.as_ref().is_some_and(Ahead::is_rough)
    }

    /// Index in the pipeline of the behavior that is left out.
    pub fn leaves_out(&self) -> Option<usize> {
        self.without
    }

    /// Difference between both paths, once they are known. `drawn`: drawn length of the unit in
    /// body lengths.
    pub fn difference(&self, run: &Run, drawn: f32) -> Option<Difference> {
        let Other { from, end, without, .. } = self.other.as_ref()?;
        let end = (*end)?;
        let length = run.world.agents().length[self.id(run)?];
        let (real, other) = (self.as_it_flies()?, without.record());
        Difference::between(run, real, other, (*from, end), (self.without?, length, drawn * length))
    }
}
