//! `sweep`: all runs of a plan.

use super::make::make;
use super::options::RowOptions;
use super::table::Table;
use crate::failure::Failure;
use crate::plans::PlanOptions;
use crate::pool::{self, in_order, progress};
use clap::Args;
use flockwright_lab::study::curve::Curve;
use flockwright_lab::study::plan::Plan;
use flockwright_lab::study::rows::Planned;
use flockwright_lab::study::{Evaluation, Job};
use std::io::{self, Write};
use std::ops::Range;
use std::path::PathBuf;
use std::time::Instant;

/// Run a plan: a base link, axes over its parameters, and seeds. Writes one row per run.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    plan: PlanOptions,
    /// Find the length and the burn-in of the runs by trial runs: of 2400 ticks, doubled up to 19200
    /// until this measure has settled at every point, by all seeds of the point together. The time
    /// that they take is printed before they start.
    #[arg(long, value_name = "MEASURE", conflicts_with_all = ["ticks", "burn_in"])]
    settle: Option<String>,
    #[command(flatten)]
    rows: RowOptions,
}

pub fn run(Options { plan, settle, rows }: Options) -> Result<bool, Failure> {
    let inputs = plan.files();
    let (mut plan, notices) = plan.plan()?;
    if let Some(measure) = settle {
        find_length(&mut plan, &measure, &rows)?;
    }
    make(table(plan, notices, inputs, |all| rows.part(all))?, &rows)?;
    Ok(true)
}

/// Sets the length of a plan's runs by trial runs.
fn find_length(plan: &mut Plan, measure: &str, rows: &RowOptions) -> Result<(), Failure> {
    let threads = rows.jobs.unwrap_or_else(pool::processors);
    let mut trial = Curve::trial(plan, measure)?;
    let mut jobs = trial.jobs();
    let start = Instant::now();
    let sentence = trial.announce(threads, || start.elapsed().as_secs_f64())?;
    let _ = writeln!(io::stderr(), "flockwright: {sentence}");
    while !jobs.is_empty() {
        let bar = progress(jobs.len() as u64, 0, "trial runs", rows.quiet);
        let work = |job: &Job| {
            let mut evaluation = Evaluation::new(job)?;
            evaluation.finish();
            Ok(evaluation.outcome())
        };
        let report = |at, outcome| {
            trial.report(at, outcome);
            bar.inc(1);
            Ok(())
        };
        let made = in_order(&jobs, threads, work, report);
        bar.finish_and_clear();
        made?;
        jobs = trial.jobs();
    }
    let _ = writeln!(io::stderr(), "flockwright: {}", trial.conclude());
    (plan.ticks, plan.burn_in) = (trial.ticks(), None);
    Ok(())
}

/// Selected rows of a plan. `notices`: sentences about parts of its base that were ignored or
/// changed; `inputs`: the files from which it was read.
pub fn table(
    plan: Plan,
    notices: Vec<String>,
    inputs: Vec<PathBuf>,
    wanted: impl Fn(usize) -> Range<usize>,
) -> Result<Table, String> {
    let mut expanded = plan.expand()?;
    let wanted = wanted(expanded.len());
    let rows = wanted.map(|row| Planned { notices: notices.clone(), ..expanded.planned(row) });
    let rows = rows.collect();
    let plan = serde_json::to_value(plan).unwrap_or_default();
    Ok(Table { axes: expanded.keys(), rows, inputs, plan })
}
