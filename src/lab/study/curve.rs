//! Response curve: all measures at several values of one parameter, over several seeds.
//!
//! The first run of each value determines the length of all runs: it is doubled until the error of
//! the chosen measure has settled at every value. The rows are those of a [`Plan`].

use super::evaluate::{Job, Outcome};
use super::plan::{Expanded, Plan, Seeds};
use super::rows::{Planned, csv_columns, csv_row};
use super::statistics::Summary;
use crate::insight::measures::{Measure, measures};
use serde::{Deserialize, Serialize};

/// Initial length of the runs, ticks. It is doubled until they settle, at most to `MAX_TICKS`.
const TICKS: u64 = 2400;
const MAX_TICKS: u64 = 19_200;

/// Maximum of ticks times units over all runs, to which settling is limited: one or two minutes on
/// one processor.
const MAX_UNIT_TICKS: u64 = 120_000_000;

/// Maximum number of runs.
const MAX_RUNS: u64 = 1000;

/// Task of measuring a curve.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(type_prefix = "Study"))]
#[serde(default)]
pub struct CurveTask {
    /// Link of the run.
    pub base: String,
    /// A parameter and its values, in the notation of [`space`](super::space).
    pub axis: String,
    /// Key of the measure that has to settle.
    pub measure: String,
    pub seeds: u32,
}

/// Results for a measure at one value of the parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(type_prefix = "Study"))]
pub struct CurvePoint {
    /// Value of the parameter.
    pub value: f32,
    /// Summary of the time means of the finished runs; `None` without any.
    pub summary: Option<Summary>,
    /// True if the time means of all finished runs have settled.
    pub settled: bool,
}

/// A curve that is being measured.
pub struct Curve {
    plan: Plan,
    expanded: Expanded,
    measure: usize,
    max_ticks: u64,
    /// Results by run of the plan. A first run that has become too short stays until the longer one
    /// is finished.
    rows: Vec<Option<(Job, Outcome)>>,
    /// Jobs that were handed out last, with the indices of their runs.
    batch: Vec<(usize, Job)>,
}

impl Curve {
    /// Begins a curve.
    ///
    /// # Errors
    /// If the task is invalid: one sentence.
    pub fn new(task: &CurveTask) -> Result<Self, String> {
        let plan = Plan {
            base: task.base.clone(),
            axes: vec![task.axis.clone()],
            seeds: Seeds::Count(task.seeds),
            ticks: TICKS,
            max_runs: MAX_RUNS,
            ..Plan::default()
        };
        let expanded = plan.expand()?;
        // Opening the base has declared the run's own measures.
        let measure = Measure::index(&task.measure)
            .ok_or_else(|| format!("There is no measure “{}”.", task.measure))?;
        let runs = expanded.len() as u64;
        let max_ticks = MAX_UNIT_TICKS / (runs * expanded.units().max(1));
        let max_ticks = max_ticks.min(MAX_TICKS);
        let rows = vec![None; expanded.len()];
        Ok(Self { plan, expanded, measure, max_ticks, rows, batch: Vec::new() })
    }

    /// Jobs to be evaluated next; empty when the curve is finished.
    pub fn jobs(&mut self) -> Vec<Job> {
        let seeds = self.expanded.seeds();
        let mut runs = self.open(0);
        if runs.is_empty() {
            let settles = |run: &usize| {
                let (_, outcome) = self.rows[*run].as_ref()?;
                let window = outcome.windows[self.measure];
                Some(window.settled || window.mean.is_nan())
            };
            let firsts = (0..self.rows.len()).step_by(seeds);
            let all_settled = firsts.clone().all(|run| settles(&run).unwrap_or(false));
            if all_settled || 2 * self.plan.ticks > self.max_ticks {
                runs = (1..seeds).flat_map(|seed| self.open(seed)).collect();
            } else {
                self.plan.ticks *= 2;
                // The plan was valid before, and only its length has changed.
                if let Ok(longer) = self.plan.expand() {
                    self.expanded = longer;
                }
                runs = firsts.collect();
            }
        }
        self.batch = runs.into_iter().map(|run| (run, self.expanded.job(run))).collect();
        self.batch.iter().map(|(_, job)| job.clone()).collect()
    }

    /// Runs of one seed, by its index, that are not finished at the present length.
    fn open(&self, seed: usize) -> Vec<usize> {
        let runs = (seed..self.rows.len()).step_by(self.expanded.seeds());
        let is_known = |run: usize| {
            self.rows[run].as_ref().is_some_and(|(job, _)| job.ticks == self.plan.ticks)
        };
        runs.filter(|run| !is_known(*run)).collect()
    }

    /// Reports the outcome of a job, by its index in the last [`jobs`](Self::jobs), in any order.
    pub fn report(&mut self, at: usize, outcome: Outcome) {
        if let Some((run, job)) = self.batch.get(at) {
            self.rows[*run] = Some((job.clone(), outcome));
        }
    }

    /// Present length of the runs, ticks.
    pub fn ticks(&self) -> u64 {
        self.plan.ticks
    }

    /// Results for a measure, by its key, at every value of the parameter.
    pub fn points(&self, measure: &str) -> Vec<CurvePoint> {
        let measure = Measure::index(measure).unwrap_or(self.measure);
        let point = |(point, rows): (usize, &[Option<(Job, Outcome)>])| {
            let windows = || rows.iter().flatten().map(|(_, outcome)| outcome.windows[measure]);
            CurvePoint {
                value: self.expanded.values(point)[0],
                summary: Summary::from_means(windows().map(|window| (window.mean, window.error))),
                settled: windows().all(|window| window.settled),
            }
        };
        self.rows.chunks(self.expanded.seeds()).enumerate().map(point).collect()
    }

    /// CSV with one row per finished run, as `flockwright sweep --csv` writes it. `commit`: commit
    /// of the program, if known.
    pub fn csv(&mut self, commit: Option<&str>) -> String {
        let measures = measures();
        let mut text = csv_columns(&self.expanded.keys(), measures.iter().copied()) + "\n";
        for (run, row) in self.rows.iter().enumerate() {
            let Some((job, outcome)) = row else { continue };
            let planned = Planned { job: job.clone(), ..self.expanded.planned(run) };
            text += &csv_row(&planned, commit, outcome, measures.iter().copied().enumerate());
            text.push('\n');
        }
        text
    }

    /// The plan as a TOML file for `flockwright sweep`.
    pub fn plan(&self) -> String {
        let quoted =
            |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
        let Plan { base, axes, seeds, ticks, every, .. } = &self.plan;
        let seeds = match seeds {
            Seeds::Count(count) => *count,
            Seeds::List(list) => list.len() as u32,
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

#[cfg(test)]
mod tests {
    use super::super::evaluate::Evaluation;
    use super::*;

    fn measured(task: &CurveTask, most: usize) -> Curve {
        let mut curve = Curve::new(task).expect("a task");
        let mut left = most;
        loop {
            let jobs = curve.jobs();
            if jobs.is_empty() || left == 0 {
                return curve;
            }
            for (at, job) in jobs.iter().enumerate().take(left).rev() {
                let mut evaluation = Evaluation::new(job).expect("a run");
                evaluation.finish();
                curve.report(at, evaluation.outcome());
                left -= 1;
            }
        }
    }

    fn task() -> CurveTask {
        CurveTask {
            base: "scene=vicsek&count=40".into(),
            axis: "noise=0.5,6".into(),
            measure: "polarization".into(),
            seeds: 3,
        }
    }

    #[test]
    fn noise_takes_order_from_vicseks_flock_and_runs_are_as_long_as_it_takes_to_settle() {
        let mut curve = measured(&task(), usize::MAX);
        let points = curve.points("polarization");
        let mean = |at: usize| points[at].summary.expect("runs").mean;
        assert!(mean(0) > 0.9 && mean(1) < 0.4, "{points:?}");
        assert!(points.iter().all(|point| point.summary.expect("runs").n == 3));
        assert!(curve.ticks() > TICKS, "so short, the error of a correlated series is not settled");
        assert!(points.iter().all(|point| point.settled) || curve.ticks() == MAX_TICKS);
        assert_eq!(curve.csv(None).lines().count(), 7);
        assert!(curve.rows.iter().flatten().all(|(job, _)| job.ticks == curve.ticks()));
    }

    #[test]
    fn what_is_stopped_keeps_what_there_is() {
        let mut curve = measured(&task(), 1);
        assert_eq!(curve.csv(None).lines().count(), 2);
        let known: Vec<bool> =
            curve.points("polarization").iter().map(|point| point.summary.is_some()).collect();
        assert_eq!(known, [true, false]);
    }

    #[test]
    fn what_makes_no_sense_is_told_in_one_sentence() {
        for (task, why) in [
            (CurveTask { axis: "noise=5..3/4".into(), ..task() }, "goes upward"),
            (CurveTask { measure: "beauty".into(), ..task() }, "no measure “beauty”"),
            (CurveTask { axis: "noise=0..1/500".into(), ..task() }, "at most 1000"),
            (CurveTask { seeds: 0, ..task() }, "no seeds"),
        ] {
            let error = Curve::new(&task).err().expect(why);
            assert!(error.contains(why), "{error}");
        }
    }
}
