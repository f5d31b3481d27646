//! Studies of many runs on several threads: sweeps over parameters, and searches for parameters.

use crate::{COMMIT, core_error};
use flockwright_lab::insight::measures::{Measure, all_measures, run_has_measure};
use flockwright_lab::study::curve::CurveMeasurement;
use flockwright_lab::study::plan::StudyPlan;
use flockwright_lab::study::rows::{PlannedRun, VERSION, measure_columns, window_values};
use flockwright_lab::study::tune::{StudyTask, Tuning};
use flockwright_lab::study::{RunEvaluation, RunOutcome, StudyJob};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Time after which Python's signals, such as an interrupt by a person, are checked again.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

fn evaluate_job(job: &StudyJob) -> Result<RunOutcome, String> {
    let mut evaluation = RunEvaluation::new(job)?;
    evaluation.run_to_end();
    Ok(evaluation.outcome())
}

/// Applies `work` to every item on `jobs` threads without the interpreter's lock. The results are
/// in the order of the items. `note` is called with the number of finished items.
fn map_parallel<T: Sync, R: Send>(
    py: Python,
    items: &[T],
    jobs: usize,
    work: impl Fn(&T) -> Result<R, String> + Sync,
    mut note: impl FnMut(usize) -> PyResult<()>,
) -> PyResult<Vec<R>> {
    let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, results) = mpsc::channel();
    let mut done = BTreeMap::new();
    let all = std::thread::scope(|scope| -> PyResult<()> {
        for _ in 0..jobs.clamp(1, 1024).min(items.len()) {
            let sender = sender.clone();
            let (next, stopped, work) = (&next, &stopped, &work);
            scope.spawn(move || {
                while !stopped.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    if sender.send((index, work(item))).is_err() {
                        break;
                    }
                }
            });
        }
        let wait = || -> PyResult<()> {
            let mut results = results;
            while done.len() < items.len() {
                let (receiver, result) = py.detach(|| {
                    let result = results.recv_timeout(SIGNAL_INTERVAL);
                    (results, result)
                });
                results = receiver;
                match result {
                    Ok((index, result)) => {
                        done.insert(index, result.map_err(core_error)?);
                        note(done.len())?;
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(core_error("A run has failed."));
                    }
                }
                py.check_signals()?;
            }
            Ok(())
        };
        let ended = wait();
        stopped.store(true, Ordering::Relaxed);
        ended
    });
    all?;
    Ok(done.into_values().collect())
}

/// Number of threads: `jobs`, or by default the number of processors.
fn thread_count(jobs: Option<usize>) -> usize {
    jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |count| count.get()))
}

/// Fills a result row except for its swept parameters. `is_there`: whether the rows have columns
/// for a measure.
fn fill_result_row(
    row: &Bound<'_, PyDict>,
    PlannedRunJson { link, burn_in, every, .. }: &PlannedRunJson,
    outcome: &RunOutcome,
    is_there: impl Fn(&Measure) -> bool,
) -> PyResult<()> {
    row.set_item("link", link)?;
    row.set_item("version", VERSION)?;
    row.set_item("commit", COMMIT)?;
    row.set_item("ticks", outcome.ticks)?;
    row.set_item("burn_in", burn_in)?;
    row.set_item("every", every)?;
    row.set_item("hash", format!("{:016x}", outcome.hash))?;
    row.set_item("samples", outcome.sample_count)?;
    for (measure, window) in all_measures().into_iter().zip(&outcome.windows) {
        if !is_there(measure) {
            continue;
        }
        for (field, value) in measure_columns(measure).iter().zip(window_values(window)) {
            let key = format!("{}_{field}", measure.key);
            match *field {
                "settled" => row.set_item(key, window.settled)?,
                _ => row.set_item(key, value)?,
            }
        }
    }
    Ok(())
}

/// Value of a swept parameter for Python: a number if the text is one, else the text.
fn axis_value<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    Ok(match text.parse::<f64>() {
        Ok(number) => number.into_pyobject(py)?.into_any(),
        Err(_) => text.into_pyobject(py)?.into_any(),
    })
}

/// One run of a plan, exchanged with Python as JSON.
#[derive(Serialize, Deserialize)]
struct PlannedRunJson {
    #[serde(default)]
    row: usize,
    #[serde(default)]
    point: usize,
    /// Keys of the swept parameters and their values in this run.
    #[serde(default)]
    axes: Vec<(String, String)>,
    #[serde(default)]
    seed: u32,
    link: String,
    ticks: u64,
    burn_in: u64,
    every: u64,
}

/// Expands a plan of a sweep into its runs, both as JSON.
#[pyfunction]
fn plan_jobs(plan: &str) -> PyResult<String> {
    let plan: StudyPlan =
        serde_json::from_str(plan).map_err(|why| core_error(json_error_message(&why)))?;
    let mut expanded = plan.expand().map_err(core_error)?;
    let mut jobs = Vec::with_capacity(expanded.len());
    for row in 0..expanded.len() {
        let PlannedRun { point_index: point, axis_values: values, seed, job, .. } =
            expanded.planned_run(row);
        let StudyJob { link, ticks, burn_in, every, .. } = job;
        let axes = expanded.axis_keys().into_iter().zip(values).collect();
        jobs.push(PlannedRunJson { row, point, axes, seed, link, ticks, burn_in, every });
    }
    Ok(json!(jobs).to_string())
}

/// Evaluates runs of a plan (JSON); returns one result row (a dict) per run, in order.
#[pyfunction]
#[pyo3(signature = (jobs, threads = None, note = None))]
fn evaluate<'py>(
    py: Python<'py>,
    jobs: &str,
    threads: Option<usize>,
    note: Option<Py<PyAny>>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let planned: Vec<PlannedRunJson> =
        serde_json::from_str(jobs).map_err(|why| core_error(json_error_message(&why)))?;
    let work = |one: &PlannedRunJson| {
        let PlannedRunJson { ref link, ticks, burn_in, every, .. } = *one;
        let job = StudyJob { link: link.clone(), ticks, burn_in, every, goals: Vec::new() };
        let mut evaluation = RunEvaluation::new(&job)?;
        evaluation.run_to_end();
        let run = evaluation.run();
        let there: Vec<&str> = all_measures()
            .into_iter()
            .filter(|one| run_has_measure(run, one))
            .map(|one| one.key)
            .collect();
        Ok((evaluation.outcome(), there, evaluation.notices().join(" ")))
    };
    let outcomes = map_parallel(py, &planned, thread_count(threads), work, |done| {
        note.as_ref().map_or(Ok(()), |note| note.call1(py, (done, planned.len())).map(|_| ()))
    })?;
    // All rows get the columns of every measure that applies to any of the runs.
    let there: BTreeSet<&str> = outcomes.iter().flat_map(|(_, there, _)| there).copied().collect();
    planned
        .iter()
        .zip(&outcomes)
        .map(|(one, (outcome, _, notices))| {
            let row = PyDict::new(py);
            row.set_item("row", one.row)?;
            row.set_item("point", one.point)?;
            for (key, value) in &one.axes {
                row.set_item(key, axis_value(py, value)?)?;
            }
            row.set_item("seed", one.seed)?;
            fill_result_row(&row, one, outcome, |one| there.contains(one.key))?;
            row.set_item("notices", notices)?;
            Ok(row)
        })
        .collect()
}

/// Finds by trial runs the length, ticks, that a plan's runs need for a measure to settle. `tell`
/// is called with a sentence before the trial runs start and after they end.
#[pyfunction]
#[pyo3(signature = (plan, measure, tell, threads = None))]
fn settle(
    py: Python<'_>,
    plan: &str,
    measure: &str,
    tell: Py<PyAny>,
    threads: Option<usize>,
) -> PyResult<u64> {
    let plan: StudyPlan =
        serde_json::from_str(plan).map_err(|why| core_error(json_error_message(&why)))?;
    let mut trial = CurveMeasurement::trial_runs(&plan, measure).map_err(core_error)?;
    let mut jobs = trial.next_jobs();
    let (threads, start) = (thread_count(threads), Instant::now());
    let sentence =
        trial.announcement(threads, || start.elapsed().as_secs_f64()).map_err(core_error)?;
    tell.call1(py, (sentence,))?;
    while !jobs.is_empty() {
        let outcomes = map_parallel(py, &jobs, threads, evaluate_job, |_| Ok(()))?;
        outcomes
            .into_iter()
            .enumerate()
            .for_each(|(at, outcome)| trial.report_outcome(at, outcome));
        jobs = trial.next_jobs();
    }
    tell.call1(py, (trial.conclusion(),))?;
    Ok(trial.run_ticks())
}

/// Searches for parameters with which runs meet goals. The task and the report are JSON.
#[pyfunction]
#[pyo3(signature = (task, threads = None, note = None))]
fn tune(
    py: Python<'_>,
    task: &str,
    threads: Option<usize>,
    note: Option<Py<PyAny>>,
) -> PyResult<String> {
    let task: StudyTask =
        serde_json::from_str(task).map_err(|why| core_error(json_error_message(&why)))?;
    let mut tuning = Tuning::new(&task).map_err(core_error)?;
    loop {
        let batch = tuning.jobs();
        if batch.is_empty() {
            break;
        }
        let outcomes = map_parallel(py, &batch, thread_count(threads), evaluate_job, |_| Ok(()))?;
        tuning.report(&outcomes).map_err(core_error)?;
        if let Some(note) = &note {
            let progress = tuning.progress();
            note.call1(py, (json!(progress).to_string(),))?;
        }
    }
    let report =
        tuning.result().ok_or_else(|| core_error("The tuning has ended without a result."))?;
    Ok(json!(report).to_string())
}

/// Message of an error in JSON, without its line and column, since no person wrote the JSON.
fn json_error_message(why: &serde_json::Error) -> String {
    let text = why.to_string();
    let said = text.split_once(" at line").map_or(text.as_str(), |(said, _)| said);
    format!("{said}.")
}

pub fn add_study(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(plan_jobs, module)?)?;
    module.add_function(wrap_pyfunction!(evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(settle, module)?)?;
    module.add_function(wrap_pyfunction!(tune, module)?)
}
