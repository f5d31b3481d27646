//! Ask a bird: why it turns, and what would have happened otherwise.
//!
//! The question is put to a copy of the run that flies ahead of it. What the copy does in the next
//! half second is what the run will do without further input: the turn, its causes and the path are
//! all of that one sample. In a second copy, the bird steers without one of its behaviors. The run
//! itself is only read.
//!
//! Where there are more than [`MAX_WHOLE_COPY`] units, only those near the bird act in a copy. Both paths are
//! then estimates of the same kind, from the same tick on, so that their difference is fair.

mod ahead;
mod causes;
mod difference;
mod pick;
mod turning;
mod words;

pub use ahead::{MAX_WHOLE_COPY, Record, Without};
pub use causes::{Cause, CauseKind, causes};
pub use difference::Difference;
pub use pick::pick;
pub use turning::{Part, Source};
pub use words::{Answer, STRAIGHT, cause};

use ahead::Ahead;
use flockwright::engine::agents::Handle;
use flockwright::session::run::Run;
use flockwright::session::timeline::Timeline;

/// Ticks over which a turn and its causes are averaged: half a second.
pub const WINDOW: u64 = 30;

/// Ticks that paths reach ahead: three seconds.
pub const PATH_TICKS: u64 = 180;

/// Ticks of the past that are shown: five seconds.
pub const PAST_TICKS: u64 = 300;

/// An estimate of the turn serves for this many ticks.
const SAMPLE: u64 = 2 * WINDOW;

/// How long a path may take, ms: where rules look at many, paths are shorter than [`PATH_TICKS`].
const MOST_MS: f64 = 1000.0;

/// The shortest of them: a second.
const MIN_PATH_TICKS: u64 = 60;

/// What would be without a behavior.
struct Other {
    /// The tick from which on it is left out.
    from: u64,
    /// The last tick of both paths, once it is known how long a tick takes.
    end: Option<u64>,
    without: Ahead,
    /// In a large world, the path with it in the same kind of copy.
    with: Option<Ahead>,
}

impl Other {
    fn of(run: &Run, timeline: &Timeline, bird: Handle, without: Without) -> Option<Self> {
        let from = run.world.ticks();
        let copy = |without| Ahead::from_now(run, timeline, bird, without, PATH_TICKS);
        let without = copy(Some(without))?;
        let with = copy(None).filter(|_| without.is_rough());
        Some(Self { from, end: None, without, with })
    }

    /// Goes on until both paths are known; false where time is over before.
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

/// A question that is put to one unit, and what is known until now.
pub struct Ask {
    bird: Handle,
    /// The run as it goes on.
    real: Option<Ahead>,
    /// The same without a behavior.
    other: Option<Other>,
    /// What is left out in `other`; kept when that must begin anew.
    without: Option<Without>,
    /// Its key: the pipeline may become another.
    left_out: Option<&'static str>,
    /// On the way through the last five seconds.
    past: Option<Ahead>,
    wants_past: bool,
    /// What had come into the run when it was foreseen.
    inputs: u32,
}

impl Ask {
    /// A question to the unit of this id; `None` where there is none.
    pub fn about(run: &Run, id: usize) -> Option<Self> {
        let bird = run.world.agents().handle(id)?;
        let (real, other, without, left_out, past, wants_past, inputs) = Default::default();
        Some(Self { bird, real, other, without, left_out, past, wants_past, inputs })
    }

    /// The unit's id now; `None` where it is gone.
    pub fn id(&self, run: &Run) -> Option<usize> {
        run.world.agents().id(self.bird)
    }

    /// Something was changed: what was foreseen will not be.
    fn forget(&mut self) {
        (self.real, self.other, self.past) = Default::default();
    }

    /// Asks what would be without a behavior, from the present tick on; `None` asks no longer.
    pub fn without(&mut self, without: Option<Without>) {
        (self.without, self.left_out, self.other) = (without, None, None);
    }

    /// Finds again what is left out, wherever it stands in the pipeline now; nothing is where it is gone.
    fn find_left_out(&mut self, run: &Run, id: usize) {
        let Some(without) = &mut self.without else { return };
        let group = run.world.group_of(id).and_then(|group| run.world.groups().get(group));
        let Some(pipeline) = group.map(|group| &group.pipeline) else { return };
        // Behind the last one stands the edge.
        let key = |at: usize| pipeline.get(at).map_or("", |behavior| behavior.key());
        let left_out = *self.left_out.get_or_insert_with(|| key(without.behavior));
        if key(without.behavior) == left_out {
            return;
        }
        match (0..=pipeline.len()).find(|at| key(*at) == left_out) {
            Some(at) => without.behavior = at,
            None => self.without(None),
        }
    }

    /// Also looks at the last five seconds from now on.
    pub fn look_back(&mut self) {
        self.wants_past = true;
    }

    /// Goes on for about `budget` ms; true where nothing is left to do before the next tick of the
    /// run. `now` tells the time in ms.
    pub fn go_on(
        &mut self,
        run: &Run,
        timeline: &Timeline,
        budget: f64,
        mut now: impl FnMut() -> f64,
    ) -> bool {
        let end = now() + budget;
        if timeline.goal().is_some() {
            return false;
        }
        let Some(id) = self.id(run) else { return true };
        if timeline.inputs() != self.inputs {
            self.inputs = timeline.inputs();
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
        // What has been is shown with the first sentence; the path is wanted only beside another one.
        if !self.go_back(run, timeline, end, &mut now) {
            return false;
        }
        let Some(real) = &mut self.real else { return true };
        real.is_rough() || real.reach(tick + reach, end, &mut now)
    }

    /// Begins anew where something else has come than was foreseen, or an estimate is used up.
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

    /// Goes through the last five seconds; true when they are known.
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

    /// Why it turns, by the next half second; `None` until that is known.
    pub fn answer(&self, run: &Run) -> Option<Answer> {
        let id = self.id(run)?;
        Answer::from_record(run, id, self.real.as_ref()?.record())
    }

    /// What is known of it: the last five seconds, where they were asked for, and the next three.
    pub fn record(&self) -> Option<&Record> {
        self.real.as_ref().map(Ahead::record)
    }

    /// The other path as far as it is known, and the tick from which on it is another.
    pub fn other(&self) -> Option<(&Record, u64)> {
        self.other.as_ref().map(|other| (other.without.record(), other.from))
    }

    /// The last tick of both paths, once they are known.
    pub fn end(&self) -> Option<u64> {
        self.other.as_ref().and_then(|other| other.end)
    }

    /// The path that it flies, to be compared with the [other](Self::other).
    pub fn as_it_flies(&self) -> Option<&Record> {
        let with = self.other.as_ref().and_then(|other| other.with.as_ref());
        with.or(self.real.as_ref()).map(Ahead::record)
    }

    /// The paths are estimates: only the units near the asked one act in them.
    pub fn is_rough(&self) -> bool {
        self.real.as_ref().is_some_and(Ahead::is_rough)
    }

    /// What is left out in the other path.
    pub fn leaves_out(&self) -> Option<Without> {
        self.without
    }

    /// What the other path makes different, once both are known. `drawn`: how many times its length the
    /// unit is drawn, for distances in bodies.
    pub fn difference(&self, run: &Run, drawn: f32) -> Option<Difference> {
        let Other { from, end, without, .. } = self.other.as_ref()?;
        let end = (*end)?;
        let length = run.world.agents().length[self.id(run)?];
        let (real, other) = (self.as_it_flies()?, without.record());
        Difference::between(run, real, other, (*from, end), (self.without?, length, drawn * length))
    }
}
