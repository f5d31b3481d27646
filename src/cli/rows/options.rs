//! Options of commands that write rows.

use super::format::Chosen;
use crate::pool;
use crate::tracks::Pattern;
use clap::Args;
use std::ops::Range;
use std::path::PathBuf;

/// Destination, selection and threads of rows.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Rows")]
pub struct RowOptions {
    /// Write the rows to this file, and a manifest beside it; else to the standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// CSV instead of JSON lines.
    #[arg(long)]
    pub(super) csv: bool,
    /// Keep the rows that are there and go on with the next one.
    #[arg(long, requires = "out")]
    pub(super) resume: bool,
    /// Replace what is there.
    #[arg(long, conflicts_with = "resume")]
    pub(super) force: bool,
    /// Only the i-th of n parts; the files of all parts, one after the other, are the whole.
    #[arg(long, value_name = "i/n", value_parser = read_shard)]
    pub(super) shard: Option<Shard>,
    /// Only these measures, between commas; `flockwright measures` lists what there is.
    #[arg(long, value_name = "MEASURES", value_parser = Chosen::read)]
    pub(super) measures: Option<Chosen>,
    /// Write where every unit is, too: a file per run (.csv or .npz), in whose name the number of the
    /// row stands for {row}; a frame every --every ticks, from the start on.
    #[arg(long, value_name = "FILE", value_parser = Pattern::read)]
    pub(super) tracks: Option<Pattern>,
    /// Threads [default: all processors].
    #[arg(short, long, value_name = "N", value_parser = pool::read_jobs)]
    pub(super) jobs: Option<usize>,
    /// Show no progress.
    #[arg(short, long)]
    pub(super) quiet: bool,
}

impl RowOptions {
    /// Range of the rows of the selected part.
    pub fn part(&self, all: usize) -> Range<usize> {
        let Some(Shard { number, of }) = self.shard else { return 0..all };
        // Parts differ by at most one row. The product may exceed a usize.
        let end = |number: u64| (u128::from(number) * all as u128 / u128::from(of)) as usize;
        end(number - 1)..end(number)
    }
}

/// Largest number of parts; more is a typing error.
const MOST_PARTS: u64 = 1_000_000_000_000;

/// One of `of` parts, counted from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shard {
    pub number: u64,
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
