//! `sweep`: all runs of a plan.

use super::make::make;
use super::options::RowOptions;
use super::table::{Planned, Table};
use crate::failure::Failure;
use crate::plans::PlanOptions;
use clap::Args;
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
    let axes = expanded.axes().iter().map(|axis| axis.key.clone()).collect();
    let mut rows = Vec::with_capacity(wanted.len());
    for row in wanted {
        let point = expanded.point(row);
        let values = expanded.values(point);
        let values = expanded.axes().iter().zip(values).map(|(axis, value)| axis.write(value));
        rows.push(Planned {
            row,
            point,
            values: values.collect(),
            seed: expanded.seed(row),
            job: expanded.job(row),
            notices: notices.clone(),
        });
    }
    let plan = serde_json::to_value(plan).unwrap_or_default();
    Ok(Table { axes, rows, inputs, plan })
}
