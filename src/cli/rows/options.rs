//! Options of commands that write rows.

use super::format::ChosenMeasures;
use crate::pool;
use crate::tracks::FileNamePattern;
use clap::Args;
use std::ops::Range;
use std::path::PathBuf;

/// Destination, selection and threads of rows.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Rows")]
pub struct RowOptions {
    /// Write the rows to this file, with a manifest beside it, instead of the standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Write CSV instead of JSON lines.
    #[arg(long)]
    pub(super) csv: bool,
    /// Keep the existing rows and continue after them.
    #[arg(long, requires = "out")]
    pub(super) resume: bool,
    /// Replace existing files.
    #[arg(long, conflicts_with = "resume")]
    pub(super) force: bool,
    /// Run only the i-th of n parts. The concatenated files of all parts equal the file of the
    /// whole.
    #[arg(long, value_name = "i/n", value_parser = read_shard)]
    pub(super) shard: Option<RowShard>,
    /// Only these measures, separated by commas; `flockwright measures` lists them.
    #[arg(long, value_name = "MEASURES", value_parser = ChosenMeasures::read)]
    pub(super) measures: Option<ChosenMeasures>,
    /// Also write the position of every unit to a file per run (.csv or .npz), with a frame every
    /// --every ticks from the start on. {row} in the name stands for the number of the row.
    #[arg(long, value_name = "FILE", value_parser = FileNamePattern::read)]
    pub(super) tracks: Option<FileNamePattern>,
    /// Number of threads [default: all processors].
    #[arg(short, long, value_name = "N", value_parser = pool::read_thread_count)]
    pub(super) jobs: Option<usize>,
    /// Show no progress bar.
    #[arg(short, long)]
    pub(super) quiet: bool,
}

impl RowOptions {
    /// Indices of the rows in the part that `--shard` selects, of `all` rows; `0..all` without it.
    pub fn rows_of_part(&self, all: usize) -> Range<usize> {
        let Some(RowShard { number, part_count: of }) = self.shard else { return 0..all };
        // The sizes of two parts differ by at most one row. The product may exceed a usize.
        let end = |number: u64| (u128::from(number) * all as u128 / u128::from(of)) as usize;
        end(number - 1)..end(number)
    }
}

/// Largest number of parts; a larger one is taken for a typing error.
const MAX_PARTS: u64 = 1_000_000_000_000;

/// Part of a table: number `number` (from 1) of `part_count` parts of nearly equal size.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowShard {
    pub number: u64,
    part_count: u64,
}

fn read_shard(text: &str) -> Result<RowShard, String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match parts {
        Some((number, of)) if (1..=of).contains(&number) && of <= MAX_PARTS => {
            Ok(RowShard { number, part_count: of })
        }
        _ => Err(format!("i/n with i from 1 to n, as in 2/8, and n up to {MAX_PARTS}")),
    }
}
