//! Command `links`: writes the runs of a plan as links, for other programs to run.

use crate::failure::{CommandFailure, print_text};
use crate::plans::PlanOptions;
use crate::rows::sweep::planned_table;
use clap::Args;
use serde_json::json;

/// Write the links of a plan, one per line, in the order of its rows.
#[derive(Args)]
pub struct LinksOptions {
    #[command(flatten)]
    plan: PlanOptions,
    /// Write JSON lines for `batch`, with the length of the run and its window.
    #[arg(long)]
    json: bool,
}

pub fn write_links(
    LinksOptions { plan, json: as_json }: LinksOptions,
) -> Result<bool, CommandFailure> {
    let mut text = String::new();
    let (plan, notices) = plan.into_plan()?;
    for planned in planned_table(plan, notices, Vec::new(), |all| 0..all)?.rows {
        let job = planned.job;
        match as_json {
            true => {
                let line = json!({
                    "link": job.link, "ticks": job.ticks,
                    "burn_in": job.burn_in, "every": job.every,
                });
                text += &line.to_string();
            }
            false => text += &job.link,
        }
        text.push('\n');
    }
    print_text(&text)?;
    Ok(true)
}
