//! Command `batch`: runs each link of a list, with one row per run.

use super::make::make_rows;
use super::options::RowOptions;
use super::table::PlannedTable;
use crate::failure::CommandFailure;
use crate::input::{EffectiveLink, Strictness, read_text};
use crate::plans::WindowOptions;
use crate::rules::RuleArguments;
use clap::Args;
use flockwright::rules::quote::quote;
use flockwright::session::link::query_of;
use flockwright_lab::study::StudyJob;
use flockwright_lab::study::evaluate::check_window;
use flockwright_lab::study::plan::{DEFAULT_INTERVAL, DEFAULT_MAX_RUNS, DEFAULT_TICKS};
use flockwright_lab::study::rows::PlannedRun;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// Run links from a file or the standard input. Each line is a link, or a JSON object with `link`
/// and, if they differ from the defaults, `ticks`, `burn_in` and `every`. Writes one row per line,
/// in the order of the lines.
#[derive(Args)]
pub struct BatchOptions {
    /// File of links; `-` is the standard input.
    #[arg(value_name = "FILE|-", default_value = "-")]
    file: PathBuf,
    #[command(flatten)]
    rules: RuleArguments,
    #[command(flatten)]
    strictness: Strictness,
    #[command(flatten)]
    window: WindowOptions,
    #[command(flatten)]
    rows: RowOptions,
}

/// JSON object that a line of the list can have instead of a link. A field that is `None` has its
/// default.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BatchLine {
    link: String,
    ticks: Option<u64>,
    burn_in: Option<u64>,
    every: Option<u64>,
}

impl BatchLine {
    fn read_batch_line(text: &str) -> Result<Self, String> {
        if text.starts_with('{') {
            return serde_json::from_str(text).map_err(|error| format!("{error}."));
        }
        Ok(Self { link: text.to_string(), ticks: None, burn_in: None, every: None })
    }
}

pub fn run_batch(options: BatchOptions) -> Result<bool, CommandFailure> {
    let name = options.file.display().to_string();
    let text = read_text(&options.file)?;
    let mut rows = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if rows.len() as u64 == DEFAULT_MAX_RUNS {
            return Err(format!("{name}: at most {DEFAULT_MAX_RUNS} links at once.").into());
        }
        let planned = planned_line(rows.len(), line, &options);
        rows.push(planned.map_err(|why| format!("{name}, line {}: {why}", number + 1))?);
    }
    if rows.is_empty() {
        return Err(format!("{name}: no links.").into());
    }
    let plan = serde_json::json!({ "batch": name, "links": rows.len() });
    let part = options.rows.rows_of_part(rows.len());
    rows.truncate(part.end);
    rows.drain(..part.start);
    let mut inputs: Vec<_> =
        options.rules.rule_files().into_iter().map(Path::to_path_buf).collect();
    inputs.push(options.file);
    make_rows(PlannedTable { axes: Vec::new(), rows, input_files: inputs, plan }, &options.rows)?;
    Ok(true)
}

fn planned_line(row: usize, line: &str, options: &BatchOptions) -> Result<PlannedRun, String> {
    let BatchOptions { rules, strictness, window, .. } = options;
    let line = BatchLine::read_batch_line(line)?;
    if !query_of(&line.link).contains('=') {
        return Err(format!("{} is no link.", quote(&line.link)));
    }
    let effective = strictness
        .read_link(&rules.add_to_link(&line.link)?)
        .map_err(CommandFailure::into_sentence)?;
    let EffectiveLink { link, seed, start_tick: at, notices } = effective;
    let ticks = line.ticks.or(window.ticks).or(at).unwrap_or(DEFAULT_TICKS);
    let burn_in = line.burn_in.or(window.burn_in).unwrap_or(ticks / 2);
    let every = line.every.or(window.every).unwrap_or(DEFAULT_INTERVAL);
    check_window(ticks, burn_in, every)?;
    let job = StudyJob { link, ticks, burn_in, every, goals: Vec::new() };
    Ok(PlannedRun { row_index: row, point_index: row, axis_values: Vec::new(), seed, job, notices })
}
