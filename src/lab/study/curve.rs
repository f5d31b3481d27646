//! Response curve: all measures at several values of one parameter, over several seeds; and trial
//! runs, which find how long the runs of a plan have to be.
//!
//! The length of all runs is doubled until the chosen measure has settled at every point, judged by
//! all seeds of a point together ([`are_settled_together`]).

use super::evaluate::{RunEvaluation, RunOutcome, StudyJob};
use super::plan::{ExpandedPlan, StudyPlan, StudySeeds};
use super::rows::{PlannedRun, csv_columns, csv_row};
use super::statistics::{RunTimeMean, StudySummary, are_settled_together};
use crate::insight::measures::{Measure, all_measures};
use flockwright::rules::near::did_you_mean;
use serde::{Deserialize, Serialize};

/// Initial length of the runs, ticks. The length is doubled until the measure has settled, up to
/// [`MAX_TRIAL_TICKS`].
pub const TRIAL_TICKS: u64 = 2400;
pub const MAX_TRIAL_TICKS: u64 = 19_200;

/// Maximum of ticks times units, summed over all runs, up to which the length is doubled: one or
/// two minutes on one processor.
const MAX_UNIT_TICKS: u64 = 120_000_000;

/// Time for which the first run is computed to estimate the time of all runs, s.
const TRIAL_SECONDS: f64 = 0.3;

/// Maximum number of runs of a curve: values times seeds.
const MAX_RUNS: u64 = 1000;

/// Task of measuring a response curve, as plain data.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default)]
pub struct StudyCurveTask {
    /// Link of the run whose parameter is varied.
    pub base: String,
    /// A parameter and its values, in the notation of [`space`](super::space).
    pub axis: String,
    /// Key of the measure that has to settle.
    pub measure: String,
    pub seeds: u32,
    /// Number of ticks before the first sample; the runs then have twice this length. `None`: trial
    /// runs find the length.
    #[serde(rename = "burnIn")]
    pub burn_in: Option<u64>,
}

/// Results for one measure at one value of the varied parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StudyCurvePoint {
    /// Value of the varied parameter; of the first one if several are coupled.
    pub value: f32,
    /// Summary of the time means of the finished runs; `None` if no run has a value.
    pub summary: Option<StudySummary>,
    /// Whether the finished runs have settled, by [`are_settled_together`].
    pub settled: bool,
}

/// Measurement in progress: of a response curve (all measures over one parameter), or of a plan's
/// trial runs.
pub struct CurveMeasurement {
    plan: StudyPlan,
    expanded_plan: ExpandedPlan,
    measure: usize,
    max_ticks: u64,
    /// Job and outcome of each run of the plan, `None` before the first one. The outcome of a
    /// shorter run stays until the longer run is finished.
    run_results: Vec<Option<(StudyJob, RunOutcome)>>,
    /// Jobs that [`next_jobs`](Self::next_jobs) returned last, with the indices of their runs.
    current_batch: Vec<(usize, StudyJob)>,
}

impl CurveMeasurement {
    /// Begins measuring a curve.
    ///
    /// # Errors
    /// One sentence that says what is invalid in the task.
    pub fn new(task: &StudyCurveTask) -> Result<Self, String> {
        let plan = StudyPlan {
            base: task.base.clone(),
            axes: vec![task.axis.clone()],
            seeds: StudySeeds::Count(task.seeds),
            ticks: task.burn_in.map_or(TRIAL_TICKS, |burn_in| burn_in.saturating_mul(2)),
            max_runs: MAX_RUNS,
            ..StudyPlan::default()
        };
        let mut curve = Self::for_plan(plan, &task.measure)?;
        let unit_ticks = curve.expanded_plan.len() as u64 * curve.expanded_plan.units().max(1);
        let most = (MAX_UNIT_TICKS / unit_ticks).min(MAX_TRIAL_TICKS);
        curve.max_ticks = if task.burn_in.is_some() { 0 } else { most };
        Ok(curve)
    }

    /// Begins trial runs of a plan: runs of [`TRIAL_TICKS`] ticks, whatever the plan says, which
    /// become longer until the measure with this key has settled.
    ///
    /// # Errors
    /// One sentence if the plan is invalid or there is no such measure.
    pub fn trial_runs(plan: &StudyPlan, measure: &str) -> Result<Self, String> {
        Self::for_plan(StudyPlan { ticks: TRIAL_TICKS, burn_in: None, ..plan.clone() }, measure)
    }

    fn for_plan(plan: StudyPlan, measure: &str) -> Result<Self, String> {
        let expanded = plan.expand()?;
        // Opening the base link has declared the run's own measures, so that `index` finds them,
        // too.
        let measure = Measure::index(measure).ok_or_else(|| {
            let guess =
                did_you_mean(measure, all_measures().into_iter().map(|measure| measure.key));
            format!("There is no measure “{measure}”.{guess}")
        })?;
        Ok(Self {
            plan,
            run_results: vec![None; expanded.len()],
            expanded_plan: expanded,
            measure,
            max_ticks: MAX_TRIAL_TICKS,
            current_batch: Vec::new(),
        })
    }

    /// Jobs to be evaluated next: the unfinished runs; empty when the curve is finished.
    pub fn next_jobs(&mut self) -> Vec<StudyJob> {
        let mut runs = self.unfinished_runs();
        if runs.is_empty() && 2 * self.plan.ticks <= self.max_ticks && !self.is_settled() {
            self.plan.ticks *= 2;
            // The plan was valid with shorter runs, so that longer ones cannot fail.
            if let Ok(longer) = self.plan.expand() {
                self.expanded_plan = longer;
            }
            runs = self.unfinished_runs();
        }
        self.current_batch =
            runs.into_iter().map(|run| (run, self.expanded_plan.job(run))).collect();
        self.current_batch.iter().map(|(_, job)| job.clone()).collect()
    }

    /// Indices of the unfinished runs of the present length; first the first seed of every point.
    fn unfinished_runs(&self) -> Vec<usize> {
        let seeds = self.expanded_plan.runs_per_point();
        let runs = (0..seeds).flat_map(|seed| (seed..self.run_results.len()).step_by(seeds));
        let is_known = |run: usize| {
            self.run_results[run].as_ref().is_some_and(|(job, _)| job.ticks == self.plan.ticks)
        };
        runs.filter(|run| !is_known(*run)).collect()
    }

    /// Whether the chosen measure has settled at every point where it has a value.
    pub fn is_settled(&self) -> bool {
        self.count_unsettled() == 0
    }

    /// Number of points where the chosen measure has a value and has not settled.
    fn count_unsettled(&self) -> usize {
        let points = self.points_of_measure(Measure::at(self.measure).key);
        points.iter().filter(|point| !point.settled && point.summary.is_some()).count()
    }

    /// Reports the outcome of a job, by its index in the last [`next_jobs`](Self::next_jobs), in
    /// any order.
    pub fn report_outcome(&mut self, at: usize, outcome: RunOutcome) {
        if let Some((run, job)) = self.current_batch.get(at) {
            self.run_results[*run] = Some((job.clone(), outcome));
        }
    }

    /// Estimated time of all runs, s: at the present length, and if the length has to be doubled up
    /// to its limit. `tick`: time of one tick, s; `workers`: number of runs at a time.
    fn estimate_seconds(&self, tick: f64, workers: usize) -> [f64; 2] {
        let (mut all, mut length) = (self.plan.ticks, self.plan.ticks);
        while 2 * length <= self.max_ticks {
            length *= 2;
            all += length;
        }
        let runs = self.expanded_plan.len() as f64;
        let workers = (workers.max(1) as f64).min(runs.max(1.0));
        [self.plan.ticks, all].map(|ticks| runs * ticks as f64 * tick / workers)
    }

    /// Announces the trial runs in a sentence: their number, length and estimated time. Called
    /// after the first [`next_jobs`](Self::next_jobs); part of the first job is run to measure its
    /// time. `workers`: number of runs at a time; `now` returns the time, s.
    ///
    /// # Errors
    /// One sentence if there is no job or it is invalid.
    pub fn announcement(
        &self,
        workers: usize,
        mut now: impl FnMut() -> f64,
    ) -> Result<String, String> {
        let (_, job) = self.current_batch.first().ok_or("There are no runs.")?;
        let mut evaluation = RunEvaluation::new(job)?;
        let begun = now();
        evaluation.run_part(|| now() - begun > TRIAL_SECONDS);
        let tick = (now() - begun) / evaluation.run().world.ticks() as f64;
        let [least, most] = self.estimate_seconds(tick, workers).map(duration_text);
        Ok(format!(
            "{} trial runs of {} ticks take {least}; doubled up to {} ticks, as long as {} has not \
             settled, they take {most} in all. A burn-in makes trial runs needless.",
            self.expanded_plan.len(),
            self.plan.ticks,
            self.max_ticks,
            Measure::at(self.measure).label.to_lowercase(),
        ))
    }

    /// Sentence about the trial runs: their final length, and whether the measure has settled.
    pub fn conclusion(&self) -> String {
        let (ticks, half) = (self.plan.ticks, self.plan.ticks / 2);
        let points = self.run_results.len() / self.expanded_plan.runs_per_point();
        let standing = match self.count_unsettled() {
            0 => "is settled at every point".to_string(),
            open => format!("is not settled at {open} of {points} points"),
        };
        let label = Measure::at(self.measure).label.to_lowercase();
        format!("In runs of {ticks} ticks with a burn-in of {half}, {label} {standing}.")
    }

    /// Present length of the runs, ticks.
    pub fn run_ticks(&self) -> u64 {
        self.plan.ticks
    }

    /// Results for a measure (for an unknown key, the chosen one) at every value of the parameter.
    pub fn points_of_measure(&self, measure: &str) -> Vec<StudyCurvePoint> {
        let measure = Measure::index(measure).unwrap_or(self.measure);
        let point = |(point, rows): (usize, &[Option<(StudyJob, RunOutcome)>])| {
            let windows = || rows.iter().flatten().map(|(_, outcome)| outcome.windows[measure]);
            StudyCurvePoint {
                value: self.expanded_plan.values_at(point).first().copied().unwrap_or(0.0),
                summary: StudySummary::from_means(
                    windows().map(|window| (window.mean, window.error)),
                ),
                settled: are_settled_together(windows().map(RunTimeMean::from)),
            }
        };
        self.run_results
            .chunks(self.expanded_plan.runs_per_point())
            .enumerate()
            .map(point)
            .collect()
    }

    /// CSV with one row per finished run, as `flockwright sweep --csv` writes it. `commit`: commit
    /// of the program, if known.
    pub fn to_csv(&mut self, commit: Option<&str>) -> String {
        let measures = all_measures();
        let mut text =
            csv_columns(&self.expanded_plan.axis_keys(), measures.iter().copied()) + "\n";
        for (run, row) in self.run_results.iter().enumerate() {
            let Some((job, outcome)) = row else { continue };
            let planned = PlannedRun { job: job.clone(), ..self.expanded_plan.planned_run(run) };
            text += &csv_row(&planned, commit, outcome, measures.iter().copied().enumerate());
            text.push('\n');
        }
        text
    }

    /// The plan of the curve as a TOML file for `flockwright sweep`.
    pub fn to_plan_file(&self) -> String {
        let quoted =
            |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
        let StudyPlan { base, axes, seeds, ticks, every, .. } = &self.plan;
        let seeds = match seeds {
            StudySeeds::Count(count) => count.to_string(),
            StudySeeds::List(list) => format!("{list:?}"),
        };
        format!(
            "# flockwright sweep THIS.toml --csv\nbase = {}\naxes = [{}]\nseeds = {seeds}\nticks = {ticks}\n\
             burn_in = {}\nevery = {every}\n",
            quoted(base),
            quoted(&axes.join(";")),
            ticks / 2,
        )
    }
}

/// Describes a duration, s, by a rounded number of seconds, minutes or hours.
fn duration_text(seconds: f64) -> String {
    match seconds {
        _ if seconds < 1.0 => "less than a second".to_string(),
        _ if seconds < 120.0 => format!("about {seconds:.0} s"),
        _ if seconds < 7200.0 => format!("about {:.0} min", seconds / 60.0),
        _ => format!("about {:.0} h", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(task: &StudyCurveTask, most: usize) -> CurveMeasurement {
        let mut curve = CurveMeasurement::new(task).expect("a task");
        let mut left = most;
        loop {
            let jobs = curve.next_jobs();
            if jobs.is_empty() || left == 0 {
                return curve;
            }
            for (at, job) in jobs.iter().enumerate().take(left).rev() {
                let mut evaluation = RunEvaluation::new(job).expect("a run");
                evaluation.run_to_end();
                curve.report_outcome(at, evaluation.outcome());
                left -= 1;
            }
        }
    }

    fn task() -> StudyCurveTask {
        StudyCurveTask {
            base: "scene=vicsek&count=40".into(),
            axis: "noise=0.5,6".into(),
            measure: "polarization".into(),
            seeds: 3,
            burn_in: None,
        }
    }

    #[test]
    fn noise_takes_order_from_vicseks_flock_and_runs_are_as_long_as_it_takes_to_settle() {
        let mut curve = measured(&task(), usize::MAX);
        let points = curve.points_of_measure("polarization");
        let mean = |at: usize| points[at].summary.expect("runs").mean;
        assert!(mean(0) > 0.9 && mean(1) < 0.4, "{points:?}");
        assert!(points.iter().all(|point| point.summary.expect("runs").n == 3));
        assert!(curve.is_settled() && points.iter().all(|point| point.settled), "{points:?}");
        assert_eq!(curve.to_csv(None).lines().count(), 7);
        assert!(curve.run_results.iter().flatten().all(|(job, _)| job.ticks == curve.run_ticks()));
        let given = measured(&StudyCurveTask { burn_in: Some(90), ..task() }, usize::MAX);
        assert_eq!(given.run_ticks(), 180, "no trial runs");
        assert!(given.to_plan_file().contains("burn_in = 90"), "{}", given.to_plan_file());
    }

    #[test]
    fn what_is_stopped_keeps_what_there_is() {
        let mut curve = measured(&task(), 1);
        assert_eq!(curve.to_csv(None).lines().count(), 2);
        let known: Vec<bool> = curve
            .points_of_measure("polarization")
            .iter()
            .map(|point| point.summary.is_some())
            .collect();
        assert_eq!(known, [true, false]);
    }

    #[test]
    fn what_makes_no_sense_is_told_in_one_sentence() {
        for (task, why) in [
            (StudyCurveTask { axis: "noise=5..3/4".into(), ..task() }, "goes upward"),
            (StudyCurveTask { measure: "beauty".into(), ..task() }, "no measure “beauty”"),
            (StudyCurveTask { axis: "noise=0..1/500".into(), ..task() }, "at most 1000"),
            (StudyCurveTask { seeds: 0, ..task() }, "no seeds"),
            (StudyCurveTask { burn_in: Some(0), ..task() }, "No sample"),
            (StudyCurveTask { burn_in: Some(u64::MAX), ..task() }, "no longer than"),
        ] {
            let error = CurveMeasurement::new(&task).err().expect(why);
            assert!(error.contains(why), "{error}");
        }
    }
}
