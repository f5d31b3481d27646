//! Command `sweep`: runs all runs of a plan.

use super::make::make_rows;
use super::options::RowOptions;
use super::table::PlannedTable;
use crate::failure::CommandFailure;
use crate::plans::PlanOptions;
use crate::pool::{self, map_in_order, progress_bar};
use clap::Args;
use flockwright_lab::study::curve::CurveMeasurement;
use flockwright_lab::study::plan::StudyPlan;
use flockwright_lab::study::rows::PlannedRun;
use flockwright_lab::study::{RunEvaluation, StudyJob};
use std::io::{self, Write};
use std::ops::Range;
use std::path::PathBuf;
use std::time::Instant;

/// Run a plan: a base link, axes over its parameters, and seeds. Writes one row per run.
#[derive(Args)]
pub struct SweepOptions {
    #[command(flatten)]
    plan: PlanOptions,
    /// Find the length and the burn-in of the runs by trial runs: of 2400 ticks, doubled up to
    /// 19200 until this measure has settled at every point, by all seeds of the point together. The
    /// time that they take is printed before they start.
    #[arg(long, value_name = "MEASURE", conflicts_with_all = ["ticks", "burn_in"])]
    settle: Option<String>,
    #[command(flatten)]
    rows: RowOptions,
}

pub fn run_sweep(
    SweepOptions { plan, settle, rows }: SweepOptions,
) -> Result<bool, CommandFailure> {
    let inputs = plan.plan_files();
    let (mut plan, notices) = plan.into_plan()?;
    if let Some(measure) = settle {
        set_run_length(&mut plan, &measure, &rows)?;
    }
    make_rows(planned_table(plan, notices, inputs, |all| rows.rows_of_part(all))?, &rows)?;
    Ok(true)
}

/// Chooses the length of a plan's runs by trial runs, until `measure` has settled.
fn set_run_length(
    plan: &mut StudyPlan,
    measure: &str,
    rows: &RowOptions,
) -> Result<(), CommandFailure> {
    let threads = rows.jobs.unwrap_or_else(pool::default_threads);
    let mut trial = CurveMeasurement::trial_runs(plan, measure)?;
    let mut jobs = trial.next_jobs();
    let start = Instant::now();
    let sentence = trial.announcement(threads, || start.elapsed().as_secs_f64())?;
    let _ = writeln!(io::stderr(), "flockwright: {sentence}");
    while !jobs.is_empty() {
        let bar = progress_bar(jobs.len() as u64, 0, "trial runs", rows.quiet);
        let work = |job: &StudyJob| {
            let mut evaluation = RunEvaluation::new(job)?;
            evaluation.run_to_end();
            Ok(evaluation.outcome())
        };
        let report = |at, outcome| {
            trial.report_outcome(at, outcome);
            bar.inc(1);
            Ok(())
        };
        let made = map_in_order(&jobs, threads, work, report);
        bar.finish_and_clear();
        made?;
        jobs = trial.next_jobs();
    }
    let _ = writeln!(io::stderr(), "flockwright: {}", trial.conclusion());
    (plan.ticks, plan.burn_in) = (trial.run_ticks(), None);
    Ok(())
}

/// Table of the rows of a plan that `wanted` selects, given the number of all rows. `notices`:
/// sentences about parts of the plan's base link that were ignored or changed. `inputs`: the files
/// from which the plan was read.
pub fn planned_table(
    plan: StudyPlan,
    notices: Vec<String>,
    inputs: Vec<PathBuf>,
    wanted: impl Fn(usize) -> Range<usize>,
) -> Result<PlannedTable, String> {
    let mut expanded = plan.expand()?;
    let wanted = wanted(expanded.len());
    let rows =
        wanted.map(|row| PlannedRun { notices: notices.clone(), ..expanded.planned_run(row) });
    let rows = rows.collect();
    let plan = serde_json::to_value(plan).unwrap_or_default();
    Ok(PlannedTable { axes: expanded.axis_keys(), rows, input_files: inputs, plan })
}
