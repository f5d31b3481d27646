//! Makes rows on all processors, in order.

use super::file::Rows;
use super::format::{Format, Heading};
use super::options::RowOptions;
use super::table::Table;
use crate::failure::Failure;
use crate::pool::{self, in_order, progress};
use crate::tracks;
use flockwright_lab::study::Evaluation;

/// Makes all rows that are missing.
pub fn make(table: Table, options: &RowOptions) -> Result<(), Failure> {
    let format = if options.csv { Format::Csv } else { Format::Json };
    // The files of all parts can be concatenated, so only the first has column names.
    let headed = format == Format::Csv && options.shard.is_none_or(|shard| shard.number == 1);
    let measures = options.measures.clone().unwrap_or_default();
    let heading = Heading::new(format, &table.axes, measures);
    let mut rows = Rows::open(options, &heading, headed, &table)?;
    let kept = rows.kept();
    let rest = &table.rows[kept..];
    let bar = progress(table.rows.len() as u64, kept as u64, "runs", options.quiet);
    let jobs = options.jobs.unwrap_or_else(pool::processors);
    let made = in_order(
        rest,
        jobs,
        |planned| {
            let mut evaluation = Evaluation::new(&planned.job)?;
            match &options.tracks {
                None => evaluation.finish(),
                Some(pattern) => {
                    tracks::follow(&mut evaluation, &planned.job, pattern.path(planned.row))?
                }
            }
            Ok(heading.row(planned, &evaluation.outcome()))
        },
        |_, row| {
            rows.write(&row)?;
            bar.inc(1);
            Ok(())
        },
    );
    bar.finish_and_clear();
    made?;
    rows.finish()
}
