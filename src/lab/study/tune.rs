//! Tuning: searches for parameters that meet goals, and tests the result on unseen seeds.
//!
//! The caller of a [`Tuning`] evaluates a batch of runs, reports the results, and asks for the next
//! batch until the tuning is done. There are three phases:
//!
//! - **Search**: generation by generation, each on new seeds, so that no candidate fits the luck of
//!   one seed.
//! - **Playoff**: the best candidates again, on common seeds by which none of them was chosen, over
//!   twice the length, so that no transient wins. If the search had stopped early and no candidate
//!   meets all goals in every run, the search continues.
//! - **Exam**: the winner alone on seeds that no earlier phase used, at the requested length and at
//!   twice that length.
//!
//! Costs are counted in ticks, not in seconds, so that the result does not depend on the machine or
//! on the number of workers.

use super::evaluate::{RunOutcome, StudyJob, check_window};
use super::plan::{DEFAULT_INTERVAL, DEFAULT_TICKS, MAX_RUNS};
use super::search::{PointSearch, StudyMethod};
use super::space::{StudyAxis, StudyBase};
use super::statistics::StudySummary;
use crate::objectives::{Objective, are_goals_met, read_objectives, total_loss};
use flockwright::internals::math::sort_by_number;
use serde::{Deserialize, Serialize};

/// Task of a tuning, as plain data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct StudyTask {
    /// Link of the run whose parameters may change.
    pub base: String,
    /// Parameters that may change, and their ranges, in the notation of [`space`](super::space).
    pub vary: Vec<String>,
    /// Bands of measures to reach, in the notation of [`objectives`](crate::objectives).
    pub goals: Vec<String>,
    pub method: StudyMethod,
    /// Budget of the search, as a number of runs of full length. Runs that end early cost less, so
    /// that more of them fit into the budget.
    pub runs: u64,
    pub seed: u32,
    /// Number of seeds on which the search evaluates each candidate.
    pub tries: u32,
    pub ticks: u64,
    /// Ticks before the first sample; by default half of the run.
    #[serde(alias = "burnIn")]
    pub burn_in: Option<u64>,
    /// Number of ticks between two samples.
    pub every: u64,
    /// Number of best candidates in the playoff. A search that estimates the best point adds its
    /// estimate to them.
    pub finalists: u32,
    /// Number of seeds in the exam; the playoff has half as many.
    pub unseen: u32,
    /// The search ends early as soon as the smallest loss is at most this value, or half of a
    /// generation meets every goal in all of its runs. It continues if no candidate meets every
    /// goal in the playoff. 0: the search uses its whole budget.
    pub enough: f64,
}

impl Default for StudyTask {
    fn default() -> Self {
        Self {
            base: String::new(),
            vary: Vec::new(),
            goals: Vec::new(),
            method: StudyMethod::Cma,
            runs: 1000,
            seed: 1,
            tries: 3,
            ticks: DEFAULT_TICKS,
            burn_in: None,
            every: DEFAULT_INTERVAL,
            finalists: 10,
            unseen: 20,
            enough: 0.0,
        }
    }
}

/// First seed that a search may use; seeds below it are reserved for exams.
const FIRST_SEED: u32 = 1001;

/// Distance between the first seeds of searches with the task's `seed` 1, 2 and so on.
const SEEDS_PER_SEARCH: u32 = 100_000;

/// Number of exam seeds per playoff seed.
const EXAM_TO_PLAYOFF: u32 = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum StudyPhase {
    /// Search for candidates, generation by generation.
    Search,
    /// Comparison of the best candidates on common seeds.
    Playoff,
    /// Test of the winner on unseen seeds.
    Exam,
    /// Test of the winner on unseen seeds at twice the length.
    Longer,
    Done,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct StudyProgress {
    pub phase: StudyPhase,
    pub runs: u64,
    pub candidates: u64,
    /// Number of ticks that the search, with failed playoffs, has computed so far.
    pub ticks: u64,
    /// Maximum number of ticks of the search, with failed playoffs.
    pub budget: u64,
    /// Smallest loss of a candidate so far (0: middle of every band); `None` without any.
    pub loss: Option<f64>,
    /// Number of runs of the candidate with the smallest loss that met every goal.
    pub met: Option<u32>,
    /// Link of the candidate with the smallest loss, or later of the winner, with the base's seed.
    pub link: Option<String>,
}

/// Result for one goal in an exam.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct StudyBand {
    /// Goal in the notation of [`objectives`](crate::objectives).
    pub goal: String,
    /// Number of runs of the exam that met the goal.
    pub met: usize,
    /// Summary of the goal's measure over the seeds; `None` if it had no value.
    pub summary: Option<StudySummary>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct StudyExam {
    pub ticks: u64,
    /// Number of runs of the exam that met every goal.
    pub passed: usize,
    pub of: usize,
    /// Result for each goal.
    pub bands: Vec<StudyBand>,
}

/// A parameter whose value differs between the base link and a candidate.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct StudyChange {
    pub key: String,
    /// Value of the parameter in the base link, in the notation of links.
    pub from: String,
    /// Value of the parameter in the candidate, in the notation of links.
    pub to: String,
    /// Distance between `from` and `to` along the axis, as a share of the axis, 0..=1.
    pub share: f64,
}

/// Range of a parameter over the candidates of the search that met every goal in all their runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct StudyInterval {
    pub key: String,
    /// Least value, in the notation of links.
    pub low: String,
    /// Greatest value, in the notation of links.
    pub high: String,
    /// Number of candidates that met every goal in all their runs.
    pub candidates: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct StudyReport {
    /// Link of the winner, with the base's seed.
    pub link: String,
    /// Parameters that differ between the base link and the winner, the largest change (as a share
    /// of its axis) first.
    pub changes: Vec<StudyChange>,
    /// Range of each varied parameter over the candidates that met every goal in all their runs;
    /// empty without such candidates.
    pub intervals: Vec<StudyInterval>,
    /// Test of the winner on unseen seeds at the requested length.
    pub exam: StudyExam,
    /// Test of the winner on the seeds of `exam` at twice the length.
    pub longer: StudyExam,
    /// Number of candidates that the search evaluated.
    pub candidates: u64,
    /// Number of runs of all phases.
    pub runs: u64,
    /// Number of ticks that the search, with failed playoffs, computed.
    pub ticks: u64,
}

#[derive(Clone, Debug)]
struct TriedCandidate {
    values: Vec<f32>,
    loss: f64,
    /// Number of the candidate's runs that met every goal.
    passed_runs: u32,
}

/// Candidates that are to be evaluated, all on the same seeds.
struct CandidateBatch {
    candidates: Vec<Vec<f32>>,
    seeds: Vec<u32>,
    /// Length of the runs as a multiple of the requested length.
    length_factor: u64,
}

/// Phase of a tuning, with the results of earlier phases that it needs.
enum TuningState {
    Search,
    Playoff,
    Exam { winner: Vec<f32> },
    Longer { winner: Vec<f32>, exam: StudyExam },
    Done { winner: Vec<f32>, exam: StudyExam, longer: StudyExam },
}

impl TuningState {
    fn phase(&self) -> StudyPhase {
        match self {
            Self::Search => StudyPhase::Search,
            Self::Playoff => StudyPhase::Playoff,
            Self::Exam { .. } => StudyPhase::Exam,
            Self::Longer { .. } => StudyPhase::Longer,
            Self::Done { .. } => StudyPhase::Done,
        }
    }

    fn winner(&self) -> Option<&Vec<f32>> {
        match self {
            Self::Search | Self::Playoff => None,
            Self::Exam { winner } | Self::Longer { winner, .. } | Self::Done { winner, .. } => {
                Some(winner)
            }
        }
    }
}

pub struct Tuning {
    base: StudyBase,
    axes: Vec<StudyAxis>,
    goals: Vec<Objective>,
    task: StudyTask,
    burn_in: u64,
    search: Box<dyn PointSearch>,
    state: TuningState,
    next_seed: u32,
    batch: CandidateBatch,
    /// Candidates with the smallest losses, the best one first; at most [`StudyTask::finalists`].
    best_candidates: Vec<TriedCandidate>,
    /// For each axis, smallest and largest value of the candidates that met every goal in all their
    /// runs. Empty without such a candidate.
    sound_ranges: Vec<[f32; 2]>,
    /// Number of candidates that met every goal in all their runs.
    sound_candidates: u64,
    candidate_count: u64,
    run_count: u64,
    ticks: u64,
    /// Number of ticks before which the search does not end early again, after a failed playoff.
    min_search_ticks: u64,
}

impl Tuning {
    /// Begins a tuning.
    ///
    /// # Errors
    /// One sentence that says what is invalid in the task.
    pub fn new(task: &StudyTask) -> Result<Self, String> {
        let base = StudyBase::open(&task.base)?;
        let axes = base.read_independent_axes(&task.vary)?;
        let goals = read_objectives(&task.goals)?;
        let burn_in = task.burn_in.unwrap_or(task.ticks / 2);
        check_task(task, burn_in, &axes, &goals)?;
        let next_seed =
            FIRST_SEED.wrapping_add(task.seed.wrapping_mul(SEEDS_PER_SEARCH)).max(FIRST_SEED);
        let mut tuning = Self {
            search: task.method.begin_search(axes.len(), task.seed),
            base,
            axes,
            goals,
            task: task.clone(),
            burn_in,
            state: TuningState::Search,
            next_seed,
            batch: CandidateBatch { candidates: Vec::new(), seeds: Vec::new(), length_factor: 1 },
            best_candidates: Vec::new(),
            sound_ranges: Vec::new(),
            sound_candidates: 0,
            candidate_count: 0,
            run_count: 0,
            ticks: 0,
            min_search_ticks: 0,
        };
        tuning.batch = tuning.next_generation();
        Ok(tuning)
    }

    /// Jobs to be evaluated next, ordered by candidate, then by seed; empty when the tuning is
    /// done.
    pub fn jobs(&mut self) -> Vec<StudyJob> {
        let phase = self.state.phase();
        if phase == StudyPhase::Done {
            return Vec::new();
        }
        let mut jobs = Vec::new();
        for candidate in &self.batch.candidates {
            for seed in &self.batch.seeds {
                jobs.push(StudyJob {
                    link: self.base.link_of(&self.axes, candidate, *seed),
                    ticks: self.task.ticks * self.batch.length_factor,
                    burn_in: self.burn_in * self.batch.length_factor,
                    every: self.task.every,
                    goals: if phase == StudyPhase::Search {
                        self.task.goals.clone()
                    } else {
                        Vec::new()
                    },
                });
            }
        }
        jobs
    }

    /// Reports the outcomes of all [`jobs`](Self::jobs), in their order, and begins the next batch.
    ///
    /// # Errors
    /// One sentence if the number of outcomes is not that of the jobs; nothing changes then.
    pub fn report(&mut self, outcomes: &[RunOutcome]) -> Result<(), String> {
        let wanted = self.batch.candidates.len() * self.batch.seeds.len();
        if self.state.phase() == StudyPhase::Done || outcomes.len() != wanted {
            return Err(format!("{} outcomes of {wanted} runs.", outcomes.len()));
        }
        self.run_count += outcomes.len() as u64;
        self.state = match std::mem::replace(&mut self.state, TuningState::Search) {
            TuningState::Search => self.finish_generation(outcomes),
            TuningState::Playoff => self.finish_playoff(outcomes),
            TuningState::Exam { winner } => {
                let exam = self.exam_result(outcomes, self.task.ticks);
                self.batch = self.exam_batch(&winner, 2);
                TuningState::Longer { winner, exam }
            }
            TuningState::Longer { winner, exam } => {
                let longer = self.exam_result(outcomes, 2 * self.task.ticks);
                TuningState::Done { winner, exam, longer }
            }
            done @ TuningState::Done { .. } => done,
        };
        Ok(())
    }

    /// Records a generation of the search, and begins the next generation or the playoff.
    fn finish_generation(&mut self, outcomes: &[RunOutcome]) -> TuningState {
        let by_candidate = self.by_candidate(outcomes);
        self.ticks += total_ticks(outcomes);
        self.candidate_count += by_candidate.len() as u64;
        let losses: Vec<f64> = by_candidate.iter().map(|runs| self.total_loss(runs)).collect();
        let met: Vec<u32> = by_candidate.iter().map(|runs| self.count_passed_runs(runs)).collect();
        self.search.report_losses(&losses);
        self.record_candidates(&losses, &met);
        if self.ticks < self.max_ticks() && !self.has_enough(&met) {
            self.batch = self.next_generation();
            TuningState::Search
        } else {
            self.batch = self.playoff_batch();
            TuningState::Playoff
        }
    }

    /// Chooses the winner of a playoff and begins its exam, or continues the search if the playoff
    /// failed and budget is left.
    fn finish_playoff(&mut self, outcomes: &[RunOutcome]) -> TuningState {
        let by_candidate = self.by_candidate(outcomes);
        let ranks: Vec<(u32, f64)> = by_candidate
            .iter()
            .map(|runs| (self.count_passed_runs(runs), self.total_loss(runs)))
            .collect();
        let best = (0..ranks.len()).min_by(|a, b| {
            let ((met_a, loss_a), (met_b, loss_b)) = (ranks[*a], ranks[*b]);
            met_b.cmp(&met_a).then(loss_a.total_cmp(&loss_b))
        });
        let best = best.unwrap_or(0);
        let meets_all = ranks[best].0 as usize == self.batch.seeds.len();
        let spent = self.ticks + total_ticks(outcomes);
        if self.task.enough > 0.0 && !meets_all && spent < self.max_ticks() {
            self.ticks = spent;
            self.min_search_ticks = spent + spent / 2;
            self.batch = self.next_generation();
            return TuningState::Search;
        }
        let winner = self.batch.candidates[best].clone();
        self.batch = self.exam_batch(&winner, 1);
        TuningState::Exam { winner }
    }

    /// Splits the outcomes of the batch by candidate.
    fn by_candidate<'o>(&self, outcomes: &'o [RunOutcome]) -> Vec<&'o [RunOutcome]> {
        outcomes.chunks(self.batch.seeds.len()).collect()
    }

    pub fn progress(&mut self) -> StudyProgress {
        let best = self.best_candidates.first();
        let shown = self.state.winner().or(best.map(|tried| &tried.values)).cloned();
        StudyProgress {
            phase: self.state.phase(),
            runs: self.run_count,
            candidates: self.candidate_count,
            ticks: self.ticks,
            budget: self.max_ticks(),
            loss: best.map(|tried| tried.loss),
            met: best.map(|tried| tried.passed_runs),
            link: shown.map(|values| self.link_of(&values)),
        }
    }

    /// Report of the finished tuning; `None` before.
    pub fn result(&mut self) -> Option<StudyReport> {
        let TuningState::Done { winner, exam, longer } = &self.state else { return None };
        let (winner, exam, longer) = (winner.clone(), exam.clone(), longer.clone());
        Some(StudyReport {
            link: self.link_of(&winner),
            changes: changes(self.base.run(), &self.axes, &winner),
            intervals: self.intervals(),
            exam,
            longer,
            candidates: self.candidate_count,
            runs: self.run_count,
            ticks: self.ticks,
        })
    }

    /// Whether the search may end early. `met`: per candidate, number of runs that met every goal.
    fn has_enough(&self, met: &[u32]) -> bool {
        let is_near =
            self.best_candidates.first().is_some_and(|best| best.loss <= self.task.enough);
        let sound = met.iter().filter(|met| **met == self.task.tries).count();
        let is_sound = self.task.enough > 0.0 && 2 * sound >= met.len();
        self.ticks >= self.min_search_ticks && (is_near || is_sound)
    }

    fn max_ticks(&self) -> u64 {
        self.task.runs.saturating_mul(self.task.ticks)
    }

    /// Link of a candidate, with the seed of the base.
    fn link_of(&mut self, values: &[f32]) -> String {
        let seed = self.base.run().world.seed();
        self.base.link_of(&self.axes, values, seed)
    }

    /// Loss of a candidate: halfway between the mean and the maximum over its runs, since every
    /// run, not only the average one, should meet the goals.
    fn total_loss(&self, runs: &[RunOutcome]) -> f64 {
        let losses = || runs.iter().map(|run| total_loss(&self.goals, &run.window_means()));
        let mean = losses().sum::<f64>() / runs.len() as f64;
        0.5 * (mean + losses().fold(0.0, f64::max))
    }

    /// Number of runs that met all goals.
    fn count_passed_runs(&self, runs: &[RunOutcome]) -> u32 {
        runs.iter().filter(|run| are_goals_met(&self.goals, &run.window_means())).count() as u32
    }

    fn values_at(&self, point: &[f64]) -> Vec<f32> {
        self.axes.iter().zip(point).map(|(axis, share)| axis.value_at(*share)).collect()
    }

    fn fresh_seeds(&mut self, count: u32) -> Vec<u32> {
        let fresh = |_| {
            let seed = self.next_seed;
            self.next_seed = seed.checked_add(1).unwrap_or(FIRST_SEED);
            seed
        };
        (0..count).map(fresh).collect()
    }

    fn next_generation(&mut self) -> CandidateBatch {
        let points = self.search.next_points();
        let candidates = points.iter().map(|point| self.values_at(point)).collect();
        CandidateBatch { candidates, seeds: self.fresh_seeds(self.task.tries), length_factor: 1 }
    }

    /// Adds the batch's candidates to the best ones, without duplicates, and to the ranges of those
    /// that met every goal in all runs. `losses` and `met` are per candidate.
    fn record_candidates(&mut self, losses: &[f64], met: &[u32]) {
        for ((values, loss), met) in self.batch.candidates.iter().zip(losses).zip(met) {
            if *met == self.task.tries {
                self.sound_candidates += 1;
                if self.sound_ranges.is_empty() {
                    self.sound_ranges = values.iter().map(|value| [*value; 2]).collect();
                }
                for ([low, high], value) in self.sound_ranges.iter_mut().zip(values) {
                    (*low, *high) = (low.min(*value), high.max(*value));
                }
            }
            if !self.best_candidates.iter().any(|tried| tried.values == *values) {
                self.best_candidates.push(TriedCandidate {
                    values: values.clone(),
                    loss: *loss,
                    passed_runs: *met,
                });
            }
        }
        sort_by_number(&mut self.best_candidates, |tried| tried.loss);
        self.best_candidates.truncate(self.task.finalists as usize);
    }

    fn intervals(&self) -> Vec<StudyInterval> {
        let of = |(axis, [low, high]): (&StudyAxis, &[f32; 2])| StudyInterval {
            key: axis.key.clone(),
            low: axis.write_value(*low),
            high: axis.write_value(*high),
            candidates: self.sound_candidates,
        };
        self.axes.iter().zip(&self.sound_ranges).map(of).collect()
    }

    fn playoff_batch(&mut self) -> CandidateBatch {
        let mut candidates: Vec<Vec<f32>> =
            self.best_candidates.iter().map(|tried| tried.values.clone()).collect();
        if let Some(point) = self.search.best_estimate() {
            let values = self.values_at(&point);
            if !candidates.contains(&values) {
                candidates.push(values);
            }
        }
        let seeds = self.fresh_seeds(self.task.unseen.div_ceil(EXAM_TO_PLAYOFF));
        CandidateBatch { candidates, seeds, length_factor: 2 }
    }

    fn exam_batch(&self, winner: &[f32], length_factor: u64) -> CandidateBatch {
        let seeds = (1..=self.task.unseen).collect();
        CandidateBatch { candidates: vec![winner.to_vec()], seeds, length_factor }
    }

    fn exam_result(&self, outcomes: &[RunOutcome], ticks: u64) -> StudyExam {
        let band = |goal: &Objective| {
            let values = || outcomes.iter().map(|run| run.windows[goal.measure_index].mean);
            StudyBand {
                goal: goal.write(),
                met: values().filter(|value| goal.holds(*value)).count(),
                summary: StudySummary::from_means(outcomes.iter().map(|run| {
                    let window = &run.windows[goal.measure_index];
                    (window.mean, window.error)
                })),
            }
        };
        StudyExam {
            ticks,
            passed: self.count_passed_runs(outcomes) as usize,
            of: outcomes.len(),
            bands: self.goals.iter().map(band).collect(),
        }
    }
}

/// Checks that a task has axes, goals, allowed counts and a valid window of ticks.
fn check_task(
    task: &StudyTask,
    burn_in: u64,
    axes: &[StudyAxis],
    goals: &[Objective],
) -> Result<(), String> {
    if axes.is_empty() {
        return Err("Nothing may change: say which parameters to vary.".to_string());
    }
    if goals.is_empty() {
        return Err("Nothing is wanted: say at least one goal.".to_string());
    }
    let counts = [task.tries, task.finalists, task.unseen];
    if task.runs == 0 || counts.contains(&0) {
        return Err("Runs, tries, finalists and unseen seeds are at least one.".to_string());
    }
    if counts.iter().any(|count| *count >= FIRST_SEED) {
        return Err(format!("Tries, finalists and unseen seeds are below {FIRST_SEED}."));
    }
    check_window(task.ticks, burn_in, task.every)?;
    // The exam also runs at twice the length.
    check_window(task.ticks.saturating_mul(2), burn_in.saturating_mul(2), task.every)?;
    if task.runs > MAX_RUNS {
        return Err(format!("A search has at most {MAX_RUNS} runs, not {}.", task.runs));
    }
    Ok(())
}

fn total_ticks(outcomes: &[RunOutcome]) -> u64 {
    outcomes.iter().map(|outcome| outcome.ticks).sum()
}

/// Parameters of a candidate that differ from the base link, the largest change (as a share of its
/// axis) first.
pub fn changes(run: &flockwright::Run, axes: &[StudyAxis], values: &[f32]) -> Vec<StudyChange> {
    let change = |(axis, value): (&StudyAxis, &f32)| {
        let before = run.get(axis.named_param.id);
        (before != *value).then(|| StudyChange {
            key: axis.key.clone(),
            from: axis.write_value(before),
            to: axis.write_value(*value),
            share: (axis.share_of_value(*value) - axis.share_of_value(before)).abs(),
        })
    };
    let mut changes: Vec<StudyChange> = axes.iter().zip(values).filter_map(change).collect();
    sort_by_number(&mut changes, |change| -change.share);
    changes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::insight::measures::{MEASURES, Measure};
    use crate::study::evaluate::{RunEvaluation, StudyWindow};

    fn easy() -> StudyTask {
        StudyTask {
            base: "scene=flock-limited&count=20&start_radius=0.3".into(),
            vary: vec!["cohesion=0..4".into(), "alignment=0..4".into(), "thrust=100..1000".into()],
            goals: vec!["mean_speed=18..22".into()],
            runs: 40,
            ticks: 240,
            unseen: 6,
            finalists: 3,
            ..StudyTask::default()
        }
    }

    fn evaluated(job: &StudyJob) -> RunOutcome {
        let mut evaluation = RunEvaluation::new(job).expect("a window");
        assert!(evaluation.notices().is_empty(), "{:?}", evaluation.notices());
        evaluation.run_to_end();
        evaluation.outcome()
    }

    fn tuned(task: &StudyTask) -> (StudyReport, Vec<StudyJob>) {
        let mut tuning = Tuning::new(task).expect("sound");
        let mut all = Vec::new();
        loop {
            let best = tuning.progress();
            assert!(best.met <= Some(task.tries) && best.met.is_some() == best.loss.is_some());
            // The loss at the edge of a band is 0.25; a smaller mean loss means that no run is
            // outside.
            if best.loss.is_some_and(|loss| loss < 0.1) {
                assert_eq!(best.met, Some(task.tries));
            }
            let jobs = tuning.jobs();
            if jobs.is_empty() {
                return (tuning.result().expect("done"), all);
            }
            let outcomes: Vec<RunOutcome> = jobs.iter().map(evaluated).collect();
            tuning.report(&outcomes).expect("one each");
            all.extend(jobs);
        }
    }

    #[test]
    fn an_easy_goal_is_met_on_seeds_that_the_search_never_saw() {
        let (report, jobs) = tuned(&easy());
        assert_eq!((report.exam.passed, report.exam.of), (6, 6), "{report:#?}");
        assert_eq!((report.longer.passed, report.longer.ticks), (6, 480));
        let keys: Vec<&str> = report.intervals.iter().map(|one| one.key.as_str()).collect();
        assert_eq!(keys, ["cohesion", "alignment", "thrust"]);
        for StudyInterval { low, high, candidates, .. } in &report.intervals {
            let number = |text: &str| text.parse::<f32>().expect("a number");
            assert!(*candidates > 1 && number(low) < number(high), "{report:#?}");
        }
        let exams = |job: &&StudyJob| job.goals.is_empty() && job.ticks == 240;
        let seed = |job: &StudyJob| flockwright::Run::open(&job.link).0.world.seed();
        let unseen: Vec<u32> = jobs.iter().filter(exams).map(seed).collect();
        assert_eq!(unseen, [1, 2, 3, 4, 5, 6]);
        let seen: Vec<u32> = jobs.iter().filter(|job| !exams(job)).map(seed).collect();
        assert_eq!(seen.iter().filter(|seed| unseen.contains(seed)).count(), 6, "the longer exam");
    }

    #[test]
    fn a_search_that_has_enough_ends_before_its_budget() {
        let long = StudyTask { runs: 200, ..easy() };
        let (whole, _) = tuned(&long);
        let (short, _) = tuned(&StudyTask { enough: 0.1, ..long });
        assert!(short.ticks < whole.ticks && short.candidates < whole.candidates, "{short:#?}");
        assert_eq!((short.exam.passed, short.longer.passed), (6, 6));
    }

    #[test]
    fn a_search_goes_on_where_nobody_holds_in_the_playoff() {
        let mut tuning =
            Tuning::new(&StudyTask { enough: 0.1, runs: 200, ..easy() }).expect("sound");
        let window = |mean| StudyWindow { mean, last: mean, ..StudyWindow::default() };
        let speed = Measure::index("mean_speed").expect("it");
        let mut phases = Vec::new();
        for _ in 0..400 {
            let phase = tuning.progress().phase;
            phases.push(phase);
            let outcome = |job: StudyJob| {
                let mut windows = vec![window(0.0); MEASURES.len()];
                windows[speed] = window(if phase == StudyPhase::Search { 20.0 } else { 40.0 });
                RunOutcome {
                    hash: 0,
                    ticks: job.ticks,
                    sample_count: 4,
                    windows,
                    is_hopeless: false,
                }
            };
            let outcomes: Vec<RunOutcome> = tuning.jobs().into_iter().map(outcome).collect();
            if outcomes.is_empty() {
                break;
            }
            tuning.report(&outcomes).expect("one each");
        }
        let back = phases
            .windows(2)
            .filter(|two| *two == [StudyPhase::Playoff, StudyPhase::Search])
            .count();
        assert!(back > 0, "{phases:?}");
        assert_eq!(phases.last(), Some(&StudyPhase::Done), "{phases:?}");
        assert_eq!(tuning.result().expect("done").exam.passed, 0);
    }

    #[test]
    fn a_task_that_makes_no_sense_is_told_in_one_sentence() {
        for (task, why) in [
            (StudyTask { goals: Vec::new(), ..easy() }, "Nothing is wanted"),
            (StudyTask { tries: 0, ..easy() }, "at least one"),
            (StudyTask { ticks: 0, ..easy() }, "No sample is taken"),
        ] {
            let error = Tuning::new(&task).err().expect(why);
            assert!(error.contains(why), "{error}");
        }
    }
}
