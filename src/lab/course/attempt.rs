//! A solution while it runs: whether all goals have held for long enough, and what it has come to.

use super::changes::changed;
use super::step::{Scored, Step};
use flockwright::session::events::{Event, Log};
use flockwright::session::run::Run;

/// Ticks from one sample to the next.
pub const SAMPLE_INTERVAL: u64 = 12;

/// Samples in a second.
const PER_SECOND: f64 = 60.0 / SAMPLE_INTERVAL as f64;

/// Watches the samples of a run.
#[derive(Clone, Debug)]
pub struct Attempt {
    step: Step,
    /// The last samples of the goals' measures, one of them after the other.
    last: Vec<Vec<f64>>,
    /// The tick of the last sample, and since when all goals have held.
    tick: u64,
    since: Option<u64>,
    at: Option<f64>,
    /// The values of the goals then.
    then: Vec<f64>,
    /// Whether what was done has had its time to act.
    acts: bool,
    /// What counts: its sum, over how many samples, and the last.
    sum: f64,
    count: u32,
    end: f64,
    /// The link that was looked at last, and what it changes that is not to be.
    link: String,
    plain: String,
    changed: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// By goal: its mean over the last seconds, and whether that is in its band.
    pub goals: Vec<(f64, bool)>,
    /// For how long all have held, s of the run; no longer than is asked for.
    pub held: f64,
    /// When all had held for long enough, s of the run.
    pub at: Option<f64>,
    /// What to say of it, once what was done has had its time to act: what is changed that is not to
    /// be, or the hint for the first goal that does not hold.
    pub says: Vec<String>,
    /// What a challenge has come to.
    pub score: Option<f64>,
    /// Whether its time is over.
    pub over: bool,
}

impl Attempt {
    pub fn new(step: Step) -> Self {
        Self {
            step,
            last: Vec::new(),
            tick: 0,
            since: None,
            at: None,
            then: Vec::new(),
            acts: false,
            sum: 0.0,
            count: 0,
            end: f64::NAN,
            link: String::new(),
            plain: String::new(),
            changed: Vec::new(),
        }
    }

    pub fn step(&self) -> &Step {
        &self.step
    }

    /// When all had held for long enough, s of the run.
    pub fn at(&self) -> Option<f64> {
        self.at
    }

    /// The values of the goals at that time; of an attempt that is not solved, now.
    pub fn judged(&self) -> Vec<f64> {
        match self.at {
            Some(_) => self.then.clone(),
            None => (0..self.step.goals.len()).map(|goal| self.value(goal)).collect(),
        }
    }

    /// A sentence for each thing that is changed and is not to be.
    pub fn changed(&self) -> &[String] {
        &self.changed
    }

    /// Takes note of a sample, the values of all measures, `SAMPLE_INTERVAL` ticks after the one before; an
    /// earlier one begins anew. What stands there from the start is no solution.
    pub fn record_tick(&mut self, run: &Run, log: &Log, values: &[f64]) {
        let tick = run.world.ticks();
        if tick <= self.tick {
            *self = Self::new(self.step.clone());
        }
        self.tick = tick;
        self.look(run);
        let Self { step, .. } = self;
        let within = tick as f64 <= step.within * 60.0;
        if let Some(Scored::Mean(measure) | Scored::End(measure)) = step.score.map(|one| one.of)
            && within
        {
            self.end = values[measure];
            if !self.end.is_nan() {
                self.sum += self.end;
                self.count += 1;
            }
        }
        let smooth = (step.mean * PER_SECOND).round() as usize;
        if self.last.len() == smooth {
            self.last.remove(0);
        }
        self.last.push(step.goals.iter().map(|goal| values[goal.measure]).collect());
        let by_hand = step.touch.iter().any(|key| key == "pointer");
        let touches = |event: &Event| {
            by_hand || !matches!(event, Event::PointerHold { .. } | Event::PointerRelease)
        };
        let done = &log.events()[..log.events().partition_point(|one| one.tick <= tick)];
        let touched = self.link != self.plain || done.iter().any(|one| touches(&one.event));
        let latest = done.last().map_or(0, |last| last.tick);
        let passed = (tick - latest) as f64 / 60.0;
        self.acts = touched && passed >= step.settle;
        // A longer mean begins once what was done has had its time to act.
        let enough =
            self.acts && passed >= step.settle + step.mean - 1.0 && self.last.len() == smooth;
        let holds = enough && (0..self.step.goals.len()).all(|goal| self.holds(goal));
        self.since = holds.then(|| self.since.unwrap_or(tick - SAMPLE_INTERVAL.min(tick)));
        let held = !self.step.goals.is_empty() && self.held() >= self.step.hold;
        if held && self.at.is_none() && self.changed.is_empty() {
            self.at = Some(tick as f64 / 60.0);
            self.then = (0..self.step.goals.len()).map(|goal| self.value(goal)).collect();
        }
    }

    /// Looks at what is changed, once for each link.
    pub(super) fn look(&mut self, run: &Run) {
        let link = run.link();
        if link == self.link {
            return;
        }
        (self.plain, self.changed) = changed(&self.step, run);
        self.link = link;
    }

    /// The mean of a goal's measure over the last seconds.
    pub fn value(&self, goal: usize) -> f64 {
        // Some measures have no value now and then: a craft has no course in its turns.
        let known = self.last.iter().map(|values| values[goal]).filter(|value| !value.is_nan());
        known.clone().sum::<f64>() / known.count() as f64
    }

    fn holds(&self, goal: usize) -> bool {
        self.step.goals[goal].holds(self.value(goal))
    }

    fn held(&self) -> f64 {
        self.since.map_or(0.0, |since| ((self.tick - since) as f64 / 60.0).min(self.step.hold))
    }

    pub fn state(&self, run: &Run) -> State {
        let goals = 0..self.step.goals.len();
        let missed = goals.clone().find(|goal| !self.holds(*goal));
        let says = match missed {
            _ if !self.changed.is_empty() => self.changed.clone(),
            Some(goal) if self.acts => vec![self.step.hint(goal, self.value(goal)).to_string()],
            _ => Vec::new(),
        };
        State {
            goals: goals.map(|goal| (self.value(goal), self.holds(goal))).collect(),
            held: self.held(),
            at: self.at,
            says,
            score: self.score(run),
            over: self.tick as f64 >= self.step.within * 60.0,
        }
    }

    fn score(&self, run: &Run) -> Option<f64> {
        match self.step.score?.of {
            Scored::Mean(_) => (self.count > 0).then(|| self.sum / f64::from(self.count)),
            Scored::End(_) => Some(self.end).filter(|value| !value.is_nan()),
            Scored::Time => self.at,
            Scored::Letters => Some(letters(run) as f64),
        }
    }
}

/// How many characters the written rules of a run have, in their one spelling.
fn letters(run: &Run) -> usize {
    let parts = run.world.groups().iter().flat_map(|group| &group.pipeline);
    let written = parts.filter_map(|part| part.ruling().filter(|own| own.is_by_hand()));
    written.map(|own| own.rule().text().chars().count()).sum()
}
