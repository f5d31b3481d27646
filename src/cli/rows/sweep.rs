//! `sweep`: all runs of a plan.

use super::make::make;
use super::options::RowOptions;
use super::table::Table;
use crate::failure::Failure;
use crate::plans::PlanOptions;
use clap::Args;
use flockwright_lab::study::rows::Planned;
use std::ops::Range;

/// Run a plan: a base link, axes over its parameters, and seeds. Writes one row per run.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    plan: PlanOptions,
    #[command(flatten)]
    rows: RowOptions,
}

pub fn run(Options { plan, rows }: Options) -> Result<bool, Failure> {
    make(table(plan, |all| rows.part(all))?, &rows)
}

/// Selected rows of a plan.
pub fn table(
    options: PlanOptions,
    wanted: impl Fn(usize) -> Range<usize>,
) -> Result<Table, String> {
    let inputs = options.files();
    let (plan, notices) = options.plan()?;
    let mut expanded = plan.expand()?;
    let wanted = wanted(expanded.len());
    let rows = wanted.map(|row| Planned { notices: notices.clone(), ..expanded.planned(row) });
    let rows = rows.collect();
    let plan = serde_json::to_value(plan).unwrap_or_default();
    Ok(Table { axes: expanded.keys(), rows, inputs, plan })
}
