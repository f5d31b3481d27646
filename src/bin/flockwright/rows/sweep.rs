//! `sweep`: all runs of a plan.

use super::{Planned, RowOptions, Table, make};
use crate::failure::Failure;
use crate::plans::PlanOptions;
use clap::Args;

/// Run a plan: a base link, axes over its parameters, seeds. One row per run.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    plan: PlanOptions,
    #[command(flatten)]
    rows: RowOptions,
}

pub fn run(Options { plan, rows }: Options) -> Result<bool, Failure> {
    make(table(plan)?, &rows)
}

/// The rows of a plan.
pub fn table(options: PlanOptions) -> Result<Table, String> {
    let (plan, notices) = options.plan()?;
    let mut expanded = plan.expand()?;
    let axes = expanded.axes().iter().map(|axis| axis.key.clone()).collect();
    let mut rows = Vec::with_capacity(expanded.len());
    for row in 0..expanded.len() {
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
    Ok(Table { axes, rows, inputs: Vec::new(), plan })
}
