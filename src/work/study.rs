//! Searches for parameters and response curves, whose many runs the page's workers share.
//!
//! One thread keeps a [`Study`] and hands out its jobs, one run each; a worker makes an
//! [`Evaluator`] for each job. Jobs and outcomes are plain objects, which travel by `postMessage`.
//! The page gives all outcomes of a batch back in the order of the jobs, so that the result does
//! not depend on the number of workers.
//!
//! ```js
//! const study = new Study({ base, vary: ["cohesion=0..4"], goals: ["polarization=0.95.."] });
//! for (let jobs = study.jobs(); jobs.length; jobs = study.jobs()) {
//!   study.report(await Promise.all(jobs.map(evaluateInSomeWorker)));
//!   show(study.progress());
//! }
//! show(study.result());
//!
//! // In a worker:
//! const evaluator = new Evaluator(job);
//! while (!evaluator.part(12)) await nextTask(); // 12 ms at a time, so that a stop is heard
//! post(evaluator.outcome());
//! ```

use crate::{COMMIT, now, throw_error, to_js};
use flockwright_lab::insight::measures::MAX_MEASURES;
use flockwright_lab::study::curve::{self, StudyCurveTask};
use flockwright_lab::study::evaluate::{RunEvaluation, RunOutcome, StudyJob, StudyWindow};
use flockwright_lab::study::tune::{StudyTask, Tuning};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(value).map_err(|error| JsValue::from_str(&error.to_string()))
}

/// Outcome of one run: the state hash as 16 hex digits, and statistics (a window) of each measure.
#[derive(Serialize, Deserialize, Tsify)]
struct StudyOutcome {
    hash: String,
    ticks: u64,
    samples: u64,
    hopeless: bool,
    #[tsify(type = "StudyWindow[]")]
    windows: Vec<StudyWindow>,
}

impl StudyOutcome {
    fn into_outcome(self) -> Option<RunOutcome> {
        let hash = u64::from_str_radix(&self.hash, 16).ok()?;
        let is_whole = self.windows.len() == MAX_MEASURES;
        is_whole.then_some(RunOutcome {
            hash,
            ticks: self.ticks,
            sample_count: self.samples,
            windows: self.windows,
            is_hopeless: self.hopeless,
        })
    }
}

fn outcome_from_message(info: StudyOutcome) -> Result<RunOutcome, JsValue> {
    info.into_outcome().ok_or_else(|| JsValue::from_str("This is no outcome of a run."))
}

fn read_outcomes(value: JsValue) -> Result<Vec<RunOutcome>, JsValue> {
    let infos: Vec<StudyOutcome> = from_js(value)?;
    infos.into_iter().map(outcome_from_message).collect()
}

/// Evaluation of one job: runs its run in parts and measures it.
#[wasm_bindgen]
pub struct Evaluator(RunEvaluation);

#[wasm_bindgen]
impl Evaluator {
    /// Opens the run of a job. Throws an error whose message can be shown if the job is invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "StudyJob")] job: JsValue,
    ) -> Result<Self, JsValue> {
        let job: StudyJob = from_js(job)?;
        Ok(Self(throw_error(RunEvaluation::new(&job))?))
    }

    /// Continues the run for about `budget` ms; returns true when it has ended.
    pub fn part(&mut self, budget: f64) -> bool {
        let end = now() + budget;
        self.0.run_part(|| now() >= end)
    }

    /// Outcome of the ticks that have been run so far.
    #[wasm_bindgen(unchecked_return_type = "StudyOutcome")]
    pub fn outcome(&self) -> JsValue {
        let outcome = self.0.outcome();
        to_js(&StudyOutcome {
            hash: format!("{:016x}", outcome.hash),
            ticks: outcome.ticks,
            samples: outcome.sample_count,
            hopeless: outcome.is_hopeless,
            windows: outcome.windows,
        })
    }
}

/// Search for values of parameters with which the measures of a run meet goals.
#[wasm_bindgen]
pub struct Study(Tuning);

#[wasm_bindgen]
impl Study {
    /// Starts a search. Throws an error whose message can be shown if the task is invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "Partial<StudyTask>")] task: JsValue,
    ) -> Result<Self, JsValue> {
        let task: StudyTask = from_js(task)?;
        Ok(Self(throw_error(Tuning::new(&task))?))
    }

    /// Jobs to evaluate next; empty when the search is finished.
    #[wasm_bindgen(unchecked_return_type = "StudyJob[]")]
    pub fn jobs(&mut self) -> JsValue {
        to_js(&self.0.jobs())
    }

    /// Takes the outcomes of all jobs of the last [`jobs`](Self::jobs), in the order of the jobs.
    pub fn report(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "StudyOutcome[]")] found: JsValue,
    ) -> Result<(), JsValue> {
        throw_error(self.0.report(&read_outcomes(found)?))
    }

    /// Progress of the search.
    #[wasm_bindgen(unchecked_return_type = "StudyProgress")]
    pub fn progress(&mut self) -> JsValue {
        to_js(&self.0.progress())
    }

    /// Result of the search; undefined until it is finished.
    #[wasm_bindgen(unchecked_return_type = "StudyReport | undefined")]
    pub fn result(&mut self) -> JsValue {
        self.0.result().map_or(JsValue::UNDEFINED, |report| to_js(&report))
    }
}

/// Response curve: a measure as a function of a parameter, from several runs at each value.
#[wasm_bindgen]
pub struct Curve(curve::CurveMeasurement);

#[wasm_bindgen]
impl Curve {
    /// Starts a curve. Throws an error whose message can be shown if the task is invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "StudyCurveTask")] task: JsValue,
    ) -> Result<Self, JsValue> {
        let task: StudyCurveTask = from_js(task)?;
        Ok(Self(throw_error(curve::CurveMeasurement::new(&task))?))
    }

    /// Jobs to evaluate next; empty when the curve is finished.
    #[wasm_bindgen(unchecked_return_type = "StudyJob[]")]
    pub fn jobs(&mut self) -> JsValue {
        to_js(&self.0.next_jobs())
    }

    /// Takes the outcome of a job, by its index in the last [`jobs`](Self::jobs).
    pub fn report(
        &mut self,
        at: usize,
        #[wasm_bindgen(unchecked_param_type = "StudyOutcome")] found: JsValue,
    ) -> Result<(), JsValue> {
        self.0.report_outcome(at, outcome_from_message(from_js(found)?)?);
        Ok(())
    }

    /// Length of the curve's runs at present, ticks; doubled while the measure has not settled.
    pub fn ticks(&self) -> f64 {
        self.0.run_ticks() as f64
    }

    /// Statistics of a measure, given by its key, at every value of the parameter so far.
    #[wasm_bindgen(unchecked_return_type = "StudyCurvePoint[]")]
    pub fn points(&self, measure: &str) -> JsValue {
        to_js(&self.0.points_of_measure(measure))
    }

    /// CSV with a line per finished run, as `flockwright sweep --csv` writes it.
    pub fn csv(&mut self) -> String {
        self.0.to_csv(COMMIT)
    }

    /// TOML file of the curve's plan, with which `flockwright sweep` repeats the runs.
    pub fn plan(&self) -> String {
        self.0.to_plan_file()
    }
}
