//! `batch`: one run per line of input.

use super::make::make;
use super::options::RowOptions;
use super::table::Table;
use crate::failure::Failure;
use crate::input::{Effective, Strictness, read_text};
use crate::plans::Window;
use crate::rules::Rules;
use clap::Args;
use flockwright::rules::quote::quote;
use flockwright::session::link::query_of;
use flockwright_lab::study::Job;
use flockwright_lab::study::evaluate::check_window;
use flockwright_lab::study::plan::{DEFAULT_INTERVAL, MOST_RUNS, TICKS};
use flockwright_lab::study::rows::Planned;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// Run links from a file or the standard input. Each line is a link, or a JSON object with `link`
/// and, if they differ from the defaults, `ticks`, `burn_in` and `every`. Writes one row per line,
/// in the order of the lines.
#[derive(Args)]
pub struct Options {
    /// File of links; `-` is the standard input.
    #[arg(value_name = "FILE|-", default_value = "-")]
    file: PathBuf,
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    strictness: Strictness,
    #[command(flatten)]
    window: Window,
    #[command(flatten)]
    rows: RowOptions,
}

/// A line that is an object.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    link: String,
    ticks: Option<u64>,
    burn_in: Option<u64>,
    every: Option<u64>,
}

impl Line {
    fn read(text: &str) -> Result<Self, String> {
        if text.starts_with('{') {
            return serde_json::from_str(text).map_err(|error| format!("{error}."));
        }
        Ok(Self { link: text.to_string(), ticks: None, burn_in: None, every: None })
    }
}

pub fn run(options: Options) -> Result<bool, Failure> {
    let name = options.file.display().to_string();
    let text = read_text(&options.file)?;
    let mut rows = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if rows.len() as u64 == MOST_RUNS {
            return Err(format!("{name}: at most {MOST_RUNS} links at once.").into());
        }
        let planned = planned(rows.len(), line, &options);
        rows.push(planned.map_err(|why| format!("{name}, line {}: {why}", number + 1))?);
    }
    if rows.is_empty() {
        return Err(format!("{name}: no links.").into());
    }
    let plan = serde_json::json!({ "batch": name, "links": rows.len() });
    let part = options.rows.part(rows.len());
    rows.truncate(part.end);
    rows.drain(..part.start);
    let mut inputs: Vec<_> = options.rules.files().into_iter().map(Path::to_path_buf).collect();
    inputs.push(options.file);
    make(Table { axes: Vec::new(), rows, inputs, plan }, &options.rows)?;
    Ok(true)
}

fn planned(row: usize, line: &str, options: &Options) -> Result<Planned, String> {
    let Options { rules, strictness, window, .. } = options;
    let line = Line::read(line)?;
    if !query_of(&line.link).contains('=') {
        return Err(format!("{} is no link.", quote(&line.link)));
    }
    let effective = strictness.read(&rules.put(&line.link)?).map_err(Failure::into_sentence)?;
    let Effective { link, seed, at, notices } = effective;
    let ticks = line.ticks.or(window.ticks).or(at).unwrap_or(TICKS);
    let burn_in = line.burn_in.or(window.burn_in).unwrap_or(ticks / 2);
    let every = line.every.or(window.every).unwrap_or(DEFAULT_INTERVAL);
    check_window(ticks, burn_in, every)?;
    let job = Job { link, ticks, burn_in, every, goals: Vec::new() };
    Ok(Planned { row, point: row, values: Vec::new(), seed, job, notices })
}
