//! Check of a step's solution, which is given as a link: runs the link again and judges the goals.

use super::agree::{COMPARED_STATES, compare_rule_with_behavior};
use super::attempt::{SAMPLE_INTERVAL, StepAttempt};
use super::changes::event_from_other_run;
use super::step::{CourseStep, ScoredQuantity};
use crate::insight::measures::{Measure, Meter};
use flockwright::session::events::Event;
use flockwright::session::link::{first_fault, query_of};
use flockwright::session::run::Run;
use flockwright::session::timeline::Timeline;

/// Result of checking a solution.
#[derive(Clone, Debug, PartialEq)]
pub struct SolutionVerdict {
    pub is_solved: bool,
    /// Time of the run at which all goals had held for long enough, s; `None` if they never did.
    pub solved_at: Option<f64>,
    /// One sentence for each reason why the solution fails: the step's hint, or a change that it
    /// does not allow.
    pub reasons: Vec<String>,
    /// Mean of each goal's measure when all goals had held for long enough, or at the end.
    pub goal_values: Vec<f64>,
    /// Score of the solution, if the step is a challenge.
    pub score: Option<f64>,
}

/// Check of a solution in progress, which runs its link again from the start, with its recorded
/// events.
pub struct SolutionCheck {
    run: Run,
    timeline: Timeline,
    attempt: StepAttempt,
    meter: Meter,
    link: String,
    /// Tick by which the goals have to hold.
    end_tick: u64,
}

impl SolutionCheck {
    /// Opens the link of a solution for the check.
    pub fn open(step: &CourseStep, link: &str) -> Result<Self, String> {
        let (mut run, mut timeline, notices) = Timeline::open(link);
        if let Some(notice) = first_fault(&notices) {
            return Err(notice.clone());
        }
        timeline.stop_seeking(&mut run);
        let (attempt, meter) = (StepAttempt::new(step.clone()), Meter::exact());
        let end = (step.max_seconds * 60.0) as u64;
        let mut check = Self { run, timeline, attempt, meter, link: link.into(), end_tick: end };
        check.attempt.note_changes(&check.run);
        Ok(check)
    }

    pub fn step(&self) -> &CourseStep {
        self.attempt.step()
    }

    pub fn link(&self) -> &str {
        &self.link
    }

    /// Continues the check: `true` when it is complete, `false` when `over` returned `true`.
    pub fn run_part(&mut self, mut over: impl FnMut() -> bool) -> bool {
        let of = self.step().score.map(|score| score.quantity);
        let lasts =
            matches!(of, Some(ScoredQuantity::MeasureMean(_) | ScoredQuantity::MeasureAtEnd(_)));
        let watched = lasts || !self.step().goals.is_empty();
        while watched && self.has_time_left() && (self.attempt.solve_time().is_none() || lasts) {
            if over() {
                return false;
            }
            self.tick();
        }
        true
    }

    fn has_time_left(&self) -> bool {
        self.run.world.ticks() < self.end_tick
    }

    fn tick(&mut self) {
        let Self { run, timeline, attempt, meter, .. } = self;
        timeline.tick(run);
        if run.world.ticks().is_multiple_of(SAMPLE_INTERVAL) {
            attempt.record_tick(run, timeline.log(), &meter.measure_all(&run.world).values);
        }
    }

    /// Runs for `ticks` ticks, then sets the parameters, texts and behaviors that a solution may
    /// change to their values in `link`. The step's time begins with that change.
    pub(super) fn run_then_change(&mut self, ticks: u64, link: &str) -> Result<(), String> {
        for _ in 0..ticks {
            self.tick();
        }
        self.end_tick += ticks;
        let (other, _) = Run::open(link);
        let mut events = Vec::new();
        if self.step().allowed_keys.iter().any(|key| key == "behaviors") {
            events.push(Event::Compose(other.composition().into()));
        }
        let touched = self.step().allowed_keys.iter();
        events.extend(touched.filter_map(|key| event_from_other_run(&self.run, &other, key)));
        events.into_iter().try_for_each(|event| self.timeline.input(&mut self.run, event))
    }

    /// Runs to the end of the step's time, solved or not, and returns the mean of a goal's measure
    /// over the step's averaging time.
    pub fn run_to_end(&mut self, goal: usize) -> f64 {
        while self.has_time_left() {
            self.tick();
        }
        self.attempt.recent_goal_mean(goal)
    }

    /// Verdict on the solution. Called after [`Self::run_part`] has returned `true`.
    pub fn verdict(&self) -> Result<SolutionVerdict, String> {
        let (step, state) = (self.attempt.step(), self.attempt.state(&self.run));
        let mut reasons = self.attempt.forbidden_changes().to_vec();
        if state.solve_time.is_none() && !step.goals.is_empty() && reasons.is_empty() {
            reasons.push(match state.goal_means.iter().position(|(_, holds)| !holds) {
                Some(goal) => step.hint_for(goal, state.goal_means[goal].0).to_string(),
                None => format!(
                    "It does not hold for {} s within {} s.",
                    step.hold_seconds, step.max_seconds
                ),
            });
        }
        if step.bird.is_some() {
            reasons.push("What is asked about a bird is answered on the page.".into());
        }
        if let Some(key) = &step.agreeing_behavior {
            let found = compare_rule_with_behavior(&self.link, key)?;
            reasons.extend(found.simplest_difference.map(|first| {
                format!(
                    "It agrees in {} of {COMPARED_STATES} states. {}",
                    found.agreeing_states, first.description
                )
            }));
        }
        if step.score.is_some() && state.score.is_none() && reasons.is_empty() {
            reasons.push("There is nothing to score.".into());
        }
        Ok(SolutionVerdict {
            is_solved: reasons.is_empty(),
            solved_at: state.solve_time,
            reasons,
            goal_values: self.attempt.judged_values(),
            score: state.score,
        })
    }
}

/// Runs a solution to its end and judges it.
pub fn check_solution(step: &CourseStep, link: &str) -> Result<SolutionVerdict, String> {
    let mut check = SolutionCheck::open(step, link)?;
    check.run_part(|| false);
    check.verdict()
}

impl SolutionVerdict {
    /// Line of a board without the author: key of the step, score or `-`, link.
    pub fn board_line(&self, step: &CourseStep, link: &str) -> String {
        format!("{} {} {}", step.key, self.score_text(), query_of(link))
    }

    /// Score as written on boards: four decimals, or `-` without a score.
    pub fn score_text(&self) -> String {
        self.score.map_or("-".into(), |score| format!("{score:.4}"))
    }

    /// Describes the verdict (measures, score, time or reasons) in one line for people.
    pub fn describe(&self, step: &CourseStep) -> String {
        let goals = step.goals.iter().zip(&self.goal_values);
        let values = goals
            .map(|(goal, value)| format!("{} {value:.3}", Measure::at(goal.measure_index).key));
        let mut parts: Vec<String> = values.collect();
        if let (Some(score), Some(value)) = (step.score, self.score) {
            parts.push(format!("score {} {value:.4}", score.write()));
        }
        match self.solved_at {
            Some(at) if self.is_solved => parts.push(format!("after {at:.1} s")),
            _ => parts.extend(self.reasons.clone()),
        }
        parts.join(", ")
    }
}
