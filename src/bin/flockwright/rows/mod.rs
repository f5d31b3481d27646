//! Rows: one per run, in the order of the plan or of the input, whatever happens on the way.
//!
//! A file of rows grows as `NAME.part` and comes to stand at its place when it is whole. Rows are
//! written in order, so that a file that was left unfinished is always the beginning of the whole
//! one: it goes on from its last whole row.

pub mod batch;
mod file;
mod format;
pub mod sweep;

use crate::failure::Failure;
use crate::pool::{self, in_order, progress};
use crate::tracks::{self, Pattern};
use clap::Args;
use file::Rows;
use flockwright::study::{Evaluation, Job};
use format::Chosen;
use format::Heading;
pub use format::{Format, cell, is_sound_json};
use std::ops::Range;
use std::path::PathBuf;

/// Where rows go, and who makes them.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Rows")]
pub struct RowOptions {
    /// Write the rows to this file, and a manifest beside it; else to the standard output.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// CSV instead of JSON lines.
    #[arg(long)]
    csv: bool,
    /// Keep the rows that are there and go on with the next one.
    #[arg(long, requires = "out")]
    resume: bool,
    /// Replace what is there.
    #[arg(long, requires = "out", conflicts_with = "resume")]
    force: bool,
    /// Only the i-th of n parts; the files of all parts, one after the other, are the whole.
    #[arg(long, value_name = "i/n", value_parser = read_shard)]
    shard: Option<Shard>,
    /// Only these measures, between commas; `flockwright measures` lists what there is.
    #[arg(long, value_name = "MEASURES", value_parser = Chosen::read)]
    measures: Option<Chosen>,
    /// Write where every unit is, too: a file per run (.csv or .npz), in whose name the number of the
    /// row stands for {row}; a frame every --every ticks, from the start on.
    #[arg(long, value_name = "FILE", value_parser = Pattern::read)]
    tracks: Option<Pattern>,
    /// Threads [default: all processors].
    #[arg(short, long, value_name = "N", value_parser = pool::read_jobs)]
    jobs: Option<usize>,
    /// Show no progress.
    #[arg(short, long)]
    quiet: bool,
}

impl RowOptions {
    /// Which of so many rows are wanted.
    pub fn part(&self, all: usize) -> Range<usize> {
        let Some(Shard { number, of }) = self.shard else { return 0..all };
        // Parts differ by at most one row; no more rows than usize counts.
        let end = |number: u64| (u128::from(number) * all as u128 / u128::from(of)) as usize;
        end(number - 1)..end(number)
    }
}

/// More parts than this are a slip of the pen.
const MOST_PARTS: u64 = 1_000_000_000_000;

/// One of `of` parts, counted from 1.
#[derive(Clone, Copy, Debug)]
struct Shard {
    number: u64,
    of: u64,
}

fn read_shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match parts {
        Some((number, of)) if (1..=of).contains(&number) && of <= MOST_PARTS => {
            Ok(Shard { number, of })
        }
        _ => Err(format!("i/n with i from 1 to n, as in 2/8, and n up to {MOST_PARTS}")),
    }
}

/// A run that becomes a row.
pub struct Planned {
    /// Its number in the whole, from 0 on.
    pub row: usize,
    /// The number of its point.
    pub point: usize,
    /// By axis: the value, as links write it.
    pub values: Vec<String>,
    pub seed: u32,
    pub job: Job,
    /// What the link says that makes no sense.
    pub notices: Vec<String>,
}

/// The rows of one command, or of its part.
pub struct Table {
    /// The keys of the axes.
    pub axes: Vec<String>,
    pub rows: Vec<Planned>,
    /// The files that it is made from.
    pub inputs: Vec<PathBuf>,
    /// What was planned, for the manifest.
    pub plan: serde_json::Value,
}

/// Makes all rows that are not there yet.
pub fn make(table: Table, options: &RowOptions) -> Result<bool, Failure> {
    let format = if options.csv { Format::Csv } else { Format::Json };
    // The files of all parts are one: the first alone has the names of the columns.
    let headed = format == Format::Csv && options.shard.is_none_or(|shard| shard.number == 1);
    let measures = options.measures.clone().unwrap_or_default();
    let heading = Heading::new(format, &table.axes, measures);
    let mut rows = Rows::open(options, &heading, headed, &table)?;
    let rest = &table.rows[rows.kept()..];
    let bar = progress(table.rows.len() as u64, rows.kept() as u64, "runs", options.quiet);
    let jobs = options.jobs.unwrap_or_else(pool::processors);
    let made = in_order(
        rest,
        jobs,
        |planned| {
            let mut evaluation = Evaluation::new(&planned.job)?;
            match &options.tracks {
                None => evaluation.finish(),
                Some(pattern) => {
                    tracks::follow(&mut evaluation, &planned.job, pattern.of(planned.row))?
                }
            }
            Ok(heading.row(planned, &evaluation.outcome(), &evaluation.fluctuations()))
        },
        |_, row| {
            rows.write(&row)?;
            bar.inc(1);
            Ok(())
        },
    );
    bar.finish_and_clear();
    made?;
    rows.finish()?;
    Ok(true)
}
