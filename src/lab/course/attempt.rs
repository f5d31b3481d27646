//! Judges an attempt at a step of the course while the run goes on: whether all goals have held for
//! long enough, and the score.

use super::changes::initial_link_and_faults;
use super::step::{CourseStep, ScoredQuantity};
use flockwright::session::events::{Event, EventLog};
use flockwright::session::run::Run;

/// Ticks between two samples of the measures (0.2 s).
pub const SAMPLE_INTERVAL: u64 = 12;

/// An attempt is improving if the last second's mean is nearer to the goal's band than this share
/// of the distance of the mean over the averaging time; smaller differences are noise.
const NEARER_SHARE: f64 = 0.9;

/// Samples of the measures per second of the run.
const SAMPLES_PER_SECOND: f64 = 60.0 / SAMPLE_INTERVAL as f64;

/// Judges an attempt from the samples of its run.
#[derive(Clone, Debug)]
pub struct StepAttempt {
    step: CourseStep,
    /// Samples of the last [`CourseStep::mean_seconds`], the oldest first; one value per goal.
    recent_samples: Vec<Vec<f64>>,
    /// Tick at which the last sample was taken.
    last_tick: u64,
    /// Tick since which all goals have held; `None` while a goal does not hold.
    held_since: Option<u64>,
    /// Time from the start of the run to the solution, s; `None` while the step is not solved.
    solve_time: Option<f64>,
    /// Values of the goals' measures when the attempt was solved.
    solved_values: Vec<f64>,
    /// Whether the step's settling time has passed since the last change of the run.
    has_settled: bool,
    /// Sum of the scored measure over its samples.
    score_sum: f64,
    score_count: u32,
    last_scored_value: f64,
    /// Link of the run when it was last compared with the step's initial link.
    compared_link: String,
    initial_link: String,
    forbidden_changes: Vec<String>,
}

/// State of an attempt, for display.
#[derive(Clone, Debug, PartialEq)]
pub struct AttemptState {
    /// Mean of each goal's measure over the step's averaging time, and whether it is in its band.
    pub goal_means: Vec<(f64, bool)>,
    /// Time for which all goals have held, s; at most as long as the step asks for.
    pub held_time: f64,
    /// Time of the run at which all goals had held for long enough, s; `None` before.
    pub solve_time: Option<f64>,
    /// Sentences to show: changes that the step does not allow; else, after the settling time, the
    /// hint for the first goal that does not hold.
    pub sentences: Vec<String>,
    /// Whether the first missed goal's mean over the last second is nearer to its band than the
    /// mean over the step's averaging time. `sentences` then reports the improvement.
    pub is_improving: bool,
    /// Score of the attempt so far, if the step is a challenge.
    pub score: Option<f64>,
    /// Whether the time that the step gives ([`CourseStep::max_seconds`]) is over.
    pub is_over: bool,
}

impl StepAttempt {
    pub fn new(step: CourseStep) -> Self {
        Self {
            step,
            recent_samples: Vec::new(),
            last_tick: 0,
            held_since: None,
            solve_time: None,
            solved_values: Vec::new(),
            has_settled: false,
            score_sum: 0.0,
            score_count: 0,
            last_scored_value: f64::NAN,
            compared_link: String::new(),
            initial_link: String::new(),
            forbidden_changes: Vec::new(),
        }
    }

    pub fn step(&self) -> &CourseStep {
        &self.step
    }

    /// Time of the run at which all goals had held for long enough, s; `None` before.
    pub fn solve_time(&self) -> Option<f64> {
        self.solve_time
    }

    /// Mean of each goal's measure when the attempt was solved, or now if it is not solved.
    pub fn judged_values(&self) -> Vec<f64> {
        match self.solve_time {
            Some(_) => self.solved_values.clone(),
            None => (0..self.step.goals.len()).map(|goal| self.recent_goal_mean(goal)).collect(),
        }
    }

    /// One sentence for each change that the step does not allow.
    pub fn forbidden_changes(&self) -> &[String] {
        &self.forbidden_changes
    }

    /// Adds a sample: the values of all measures, `SAMPLE_INTERVAL` ticks after the previous one.
    /// A sample of an earlier tick restarts the attempt. Goals that hold from the start count only
    /// after something has been changed.
    pub fn record_tick(&mut self, run: &Run, log: &EventLog, values: &[f64]) {
        let tick = run.world.ticks();
        if tick <= self.last_tick {
            *self = Self::new(self.step.clone());
        }
        self.last_tick = tick;
        self.note_changes(run);
        let Self { step, .. } = self;
        let within = tick as f64 <= step.max_seconds * 60.0;
        if let Some(ScoredQuantity::MeasureMean(measure) | ScoredQuantity::MeasureAtEnd(measure)) =
            step.score.map(|one| one.quantity)
            && within
        {
            self.last_scored_value = values[measure];
            if !self.last_scored_value.is_nan() {
                self.score_sum += self.last_scored_value;
                self.score_count += 1;
            }
        }
        let smooth = (step.mean_seconds * SAMPLES_PER_SECOND).round() as usize;
        if self.recent_samples.len() == smooth {
            self.recent_samples.remove(0);
        }
        self.recent_samples
            .push(step.goals.iter().map(|goal| values[goal.measure_index]).collect());
        let by_hand = step.allowed_keys.iter().any(|key| key == "pointer");
        let touches = |event: &Event| {
            by_hand || !matches!(event, Event::PointerHold { .. } | Event::PointerRelease)
        };
        let done = &log.events()[..log.events().partition_point(|one| one.tick <= tick)];
        let touched =
            self.compared_link != self.initial_link || done.iter().any(|one| touches(&one.event));
        let latest = done.last().map_or(0, |last| last.tick);
        let passed = (tick - latest) as f64 / 60.0;
        self.has_settled = touched && passed >= step.settle_seconds;
        // The mean must not include samples of the settling time, except for its last second.
        let enough = self.has_settled
            && passed >= step.settle_seconds + step.mean_seconds - 1.0
            && self.recent_samples.len() == smooth;
        let holds = enough && (0..self.step.goals.len()).all(|goal| self.goal_holds(goal));
        self.held_since =
            holds.then(|| self.held_since.unwrap_or(tick - SAMPLE_INTERVAL.min(tick)));
        let held = !self.step.goals.is_empty() && self.held_time() >= self.step.hold_seconds;
        if held && self.solve_time.is_none() && self.forbidden_changes.is_empty() {
            self.solve_time = Some(tick as f64 / 60.0);
            self.solved_values =
                (0..self.step.goals.len()).map(|goal| self.recent_goal_mean(goal)).collect();
        }
    }

    /// Compares the run with the step's initial run and updates the forbidden changes. Does nothing
    /// if the run's link has not changed.
    pub(super) fn note_changes(&mut self, run: &Run) {
        let link = run.link();
        if link == self.compared_link {
            return;
        }
        (self.initial_link, self.forbidden_changes) = initial_link_and_faults(&self.step, run);
        self.compared_link = link;
    }

    /// Mean of a goal's measure over the step's averaging time; NaN without a value.
    pub fn recent_goal_mean(&self, goal: usize) -> f64 {
        self.goal_mean_from(goal, 0)
    }

    /// Mean of a goal's measure over the samples from index `from` on; NaN without a value.
    fn goal_mean_from(&self, goal: usize, from: usize) -> f64 {
        // NaN marks a sample without a value, as for the course of a craft while it turns.
        let samples = self.recent_samples[from..].iter();
        let known = samples.map(|values| values[goal]).filter(|value| !value.is_nan());
        known.clone().sum::<f64>() / known.count() as f64
    }

    /// Whether the mean over the last second is nearer to a goal than the mean over the step's
    /// averaging time.
    fn is_improving(&self, goal: usize) -> bool {
        let latest = self.recent_samples.len().saturating_sub(SAMPLES_PER_SECOND as usize);
        let miss =
            |from: usize| self.step.goals[goal].distance_from_band(self.goal_mean_from(goal, from));
        latest > 0 && miss(latest) < NEARER_SHARE * miss(0)
    }

    fn goal_holds(&self, goal: usize) -> bool {
        self.step.goals[goal].holds(self.recent_goal_mean(goal))
    }

    fn held_time(&self) -> f64 {
        self.held_since.map_or(0.0, |since| {
            ((self.last_tick - since) as f64 / 60.0).min(self.step.hold_seconds)
        })
    }

    pub fn state(&self, run: &Run) -> AttemptState {
        let goals = 0..self.step.goals.len();
        let missed = goals.clone().find(|goal| !self.goal_holds(*goal));
        let is_improving = self.forbidden_changes.is_empty()
            && missed.is_some_and(|goal| self.has_settled && self.is_improving(goal));
        let sentences = match missed {
            _ if !self.forbidden_changes.is_empty() => self.forbidden_changes.clone(),
            Some(goal) if is_improving => {
                let bounds = self.step.goals[goal].band_text();
                vec![format!(
                    "Getting better: {}, goal {bounds}.",
                    two_digits(self.recent_goal_mean(goal))
                )]
            }
            Some(goal) if self.has_settled => {
                vec![self.step.hint_for(goal, self.recent_goal_mean(goal)).to_string()]
            }
            _ => Vec::new(),
        };
        AttemptState {
            goal_means: goals
                .map(|goal| (self.recent_goal_mean(goal), self.goal_holds(goal)))
                .collect(),
            held_time: self.held_time(),
            solve_time: self.solve_time,
            sentences,
            is_improving,
            score: self.score(run),
            is_over: self.last_tick as f64 >= self.step.max_seconds * 60.0,
        }
    }

    fn score(&self, run: &Run) -> Option<f64> {
        match self.step.score?.quantity {
            ScoredQuantity::MeasureMean(_) => {
                (self.score_count > 0).then(|| self.score_sum / f64::from(self.score_count))
            }
            ScoredQuantity::MeasureAtEnd(_) => {
                Some(self.last_scored_value).filter(|value| !value.is_nan())
            }
            ScoredQuantity::SolvingTime => self.solve_time,
            ScoredQuantity::RuleLength => Some(rule_length(run) as f64),
        }
    }
}

/// Writes a value with two significant digits.
fn two_digits(value: f64) -> String {
    let scientific = format!("{value:.1e}");
    let exponent: i32 = scientific.split('e').nth(1).and_then(|it| it.parse().ok()).unwrap_or(0);
    format!("{value:.0$}", if value == 0.0 { 0 } else { (1 - exponent).clamp(0, 6) as usize })
}

/// Number of characters of the run's written rules in canonical spelling.
fn rule_length(run: &Run) -> usize {
    let parts = run.world.groups().iter().flat_map(|group| &group.pipeline);
    let written =
        parts.filter_map(|part| part.compiled_behavior().filter(|own| own.is_user_rule()));
    written.map(|own| own.rule().text().chars().count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::read_steps;

    #[test]
    fn a_mean_that_still_carries_the_past_is_told_to_get_better() {
        let step = read_steps().expect("steps").into_iter().find(|step| step.key == "three-points");
        let step = step.expect("the step");
        let measure = step.goals[0].measure_index;
        let mut run = Run::open(&format!("{}&{}", step.link, step.right_solution)).0;
        let mut attempt = StepAttempt::new(step);
        let mut record = |attempt: &mut StepAttempt, value: f64, samples: usize| {
            for _ in 0..samples {
                (0..SAMPLE_INTERVAL).for_each(|_| run.world.tick());
                let mut values = vec![0.0; measure + 1];
                values[measure] = value;
                attempt.record_tick(&run, &EventLog::default(), &values);
            }
            attempt.state(&run)
        };
        let wrong = record(&mut attempt, 0.2, 40);
        assert!(!wrong.is_improving);
        assert!(wrong.sentences[0].starts_with("Too many still."), "{:?}", wrong.sentences);
        let better = record(&mut attempt, 0.0, 10);
        assert!(better.is_improving && !better.goal_means[0].1);
        assert_eq!(better.sentences, ["Getting better: 0.14, goal at most 0.016."]);
    }
}
