//! Many runs: plans, sweeps, tuning.

use crate::{COMMIT, error};
use flockwright_lab::insight::measures::{Measure, has, measures};
use flockwright_lab::study::evaluate::ORDER_PARAMETERS;
use flockwright_lab::study::plan::Plan;
use flockwright_lab::study::tune::{Task, Tuning};
use flockwright_lab::study::{Evaluation, Job, Outcome};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// Time between two checks whether Python has a signal to stop.
const BETWEEN_SIGNALS: Duration = Duration::from_millis(50);

fn evaluated(job: &Job) -> Result<Outcome, String> {
    let mut evaluation = Evaluation::new(job)?;
    evaluation.finish();
    Ok(evaluation.outcome())
}

/// Works on every item, `jobs` at a time, without the interpreter's lock; the results are in the
/// order of the items. `note` is called with the number that are done.
fn on_all<T: Sync, R: Send>(
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
                    let result = results.recv_timeout(BETWEEN_SIGNALS);
                    (results, result)
                });
                results = receiver;
                match result {
                    Ok((index, result)) => {
                        done.insert(index, result.map_err(error)?);
                        note(done.len())?;
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return Err(error("A run has failed.")),
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

/// The processors that there are.
fn processors(jobs: Option<usize>) -> usize {
    jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |count| count.get()))
}

/// The columns of a row beside those of its axes.
fn fill(
    row: &Bound<'_, PyDict>,
    Planned { link, burn_in, every, .. }: &Planned,
    outcome: &Outcome,
    is_there: impl Fn(&Measure) -> bool,
) -> PyResult<()> {
    row.set_item("link", link)?;
    row.set_item("version", env!("CARGO_PKG_VERSION"))?;
    row.set_item("commit", COMMIT)?;
    row.set_item("ticks", outcome.ticks)?;
    row.set_item("burn_in", burn_in)?;
    row.set_item("every", every)?;
    row.set_item("hash", format!("{:016x}", outcome.hash))?;
    row.set_item("samples", outcome.samples)?;
    for (measure, window) in measures().into_iter().zip(&outcome.windows) {
        if !is_there(measure) {
            continue;
        }
        row.set_item(format!("{}_mean", measure.key), window.mean)?;
        row.set_item(format!("{}_sd", measure.key), window.sd)?;
        row.set_item(format!("{}_last", measure.key), window.last)?;
        row.set_item(format!("{}_error", measure.key), window.error)?;
        row.set_item(format!("{}_effective_samples", measure.key), window.effective)?;
        row.set_item(format!("{}_settled", measure.key), window.settled)?;
        if ORDER_PARAMETERS.contains(&measure.key) {
            row.set_item(format!("{}_susceptibility", measure.key), window.susceptibility)?;
            row.set_item(format!("{}_binder", measure.key), window.binder)?;
        }
    }
    Ok(())
}

/// The value of an axis as Python has it.
fn of_axis<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    Ok(match text.parse::<f64>() {
        Ok(number) => number.into_pyobject(py)?.into_any(),
        Err(_) => text.into_pyobject(py)?.into_any(),
    })
}

/// A run of a plan, as Python has it.
#[derive(Serialize, Deserialize)]
struct Planned {
    #[serde(default)]
    row: usize,
    #[serde(default)]
    point: usize,
    /// The keys of the axes, and their values.
    #[serde(default)]
    axes: Vec<(String, String)>,
    #[serde(default)]
    seed: u32,
    link: String,
    ticks: u64,
    burn_in: u64,
    every: u64,
}

/// The runs of a plan (JSON) as JSON.
#[pyfunction]
fn plan_jobs(plan: &str) -> PyResult<String> {
    let plan: Plan = serde_json::from_str(plan).map_err(|why| error(sentence(&why)))?;
    let mut expanded = plan.expand().map_err(error)?;
    let mut jobs = Vec::with_capacity(expanded.len());
    for row in 0..expanded.len() {
        let (point, seed) = (expanded.point(row), expanded.seed(row));
        let Job { link, ticks, burn_in, every, .. } = expanded.job(row);
        let values = expanded.axes().iter().zip(expanded.values(point));
        let axes = values.map(|(axis, value)| (axis.key.clone(), axis.write(value))).collect();
        jobs.push(Planned { row, point, axes, seed, link, ticks, burn_in, every });
    }
    Ok(json!(jobs).to_string())
}

/// Runs them; one dict per row, in their order.
#[pyfunction]
#[pyo3(signature = (jobs, threads = None, note = None))]
fn evaluate<'py>(
    py: Python<'py>,
    jobs: &str,
    threads: Option<usize>,
    note: Option<Py<PyAny>>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let planned: Vec<Planned> = serde_json::from_str(jobs).map_err(|why| error(sentence(&why)))?;
    let work = |one: &Planned| {
        let Planned { ref link, ticks, burn_in, every, .. } = *one;
        let job = Job { link: link.clone(), ticks, burn_in, every, goals: Vec::new() };
        let mut evaluation = Evaluation::new(&job)?;
        evaluation.finish();
        let run = evaluation.run();
        let there: Vec<&str> =
            measures().into_iter().filter(|one| has(run, one)).map(|one| one.key).collect();
        Ok((evaluation.outcome(), there, evaluation.notices().join(" ")))
    };
    let outcomes = on_all(py, &planned, processors(threads), work, |done| {
        note.as_ref().map_or(Ok(()), |note| note.call1(py, (done, planned.len())).map(|_| ()))
    })?;
    // All rows have the columns of the measures that any of the runs has.
    let there: BTreeSet<&str> = outcomes.iter().flat_map(|(_, there, _)| there).copied().collect();
    planned
        .iter()
        .zip(&outcomes)
        .map(|(one, (outcome, _, notices))| {
            let row = PyDict::new(py);
            row.set_item("row", one.row)?;
            row.set_item("point", one.point)?;
            for (key, value) in &one.axes {
                row.set_item(key, of_axis(py, value)?)?;
            }
            row.set_item("seed", one.seed)?;
            fill(&row, one, outcome, |one| there.contains(one.key))?;
            row.set_item("notices", notices)?;
            Ok(row)
        })
        .collect()
}

/// Searches for parameters that meet goals (a task as JSON), and gives the report as JSON.
#[pyfunction]
#[pyo3(signature = (task, threads = None, note = None))]
fn tune(
    py: Python<'_>,
    task: &str,
    threads: Option<usize>,
    note: Option<Py<PyAny>>,
) -> PyResult<String> {
    let task: Task = serde_json::from_str(task).map_err(|why| error(sentence(&why)))?;
    let mut tuning = Tuning::new(&task).map_err(error)?;
    loop {
        let batch = tuning.jobs();
        if batch.is_empty() {
            break;
        }
        let outcomes = on_all(py, &batch, processors(threads), evaluated, |_| Ok(()))?;
        tuning.report(&outcomes).map_err(error)?;
        if let Some(note) = &note {
            let progress = tuning.progress();
            note.call1(py, (json!(progress).to_string(),))?;
        }
    }
    let report = tuning.result().ok_or_else(|| error("The tuning has ended without a result."))?;
    Ok(json!(report).to_string())
}

/// The message of serde, without its place in a text that no person wrote.
fn sentence(why: &serde_json::Error) -> String {
    let text = why.to_string();
    let said = text.split_once(" at line").map_or(text.as_str(), |(said, _)| said);
    format!("{said}.")
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(plan_jobs, module)?)?;
    module.add_function(wrap_pyfunction!(evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(tune, module)?)
}
