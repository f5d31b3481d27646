//! Runs planned runs on several threads, and writes their rows in order.

use super::file::RowWriter;
use super::format::{RowFormat, RowSchema};
use super::options::RowOptions;
use super::table::PlannedTable;
use crate::failure::CommandFailure;
use crate::pool::{self, map_in_order, progress_bar};
use crate::tracks;
use flockwright_lab::study::RunEvaluation;

/// Runs the planned runs whose rows the output does not have yet, and writes their rows.
pub fn make_rows(table: PlannedTable, options: &RowOptions) -> Result<(), CommandFailure> {
    let format = if options.csv { RowFormat::Csv } else { RowFormat::Json };
    // The files of all parts (`--shard`) can be concatenated, so only the first has column names.
    let has_column_names =
        format == RowFormat::Csv && options.shard.is_none_or(|shard| shard.number == 1);
    let measures = options.measures.clone().unwrap_or_default();
    let schema = RowSchema::new(format, &table.axes, measures);
    let mut rows = RowWriter::open_output(options, &schema, has_column_names, &table)?;
    let kept = rows.kept_rows();
    let rest = &table.rows[kept..];
    let bar = progress_bar(table.rows.len() as u64, kept as u64, "runs", options.quiet);
    let jobs = options.jobs.unwrap_or_else(pool::default_threads);
    let made = map_in_order(
        rest,
        jobs,
        |planned| {
            let mut evaluation = RunEvaluation::new(&planned.job)?;
            match &options.tracks {
                None => evaluation.run_to_end(),
                Some(pattern) => tracks::evaluate_with_tracks(
                    &mut evaluation,
                    &planned.job,
                    pattern.path_of_row(planned.row_index),
                )?,
            }
            Ok(schema.row_text(planned, &evaluation.outcome()))
        },
        |_, row| {
            rows.write_row(&row)?;
            bar.inc(1);
            Ok(())
        },
    );
    bar.finish_and_clear();
    made?;
    rows.finish()
}
