//! Rows of result tables: one per run, with the same columns on the command line, on the page and
//! in Python. A row has the position of the run in its plan, its provenance (seed, link, version
//! and commit of the program, window of ticks, hash), and the measures.

use super::evaluate::{ORDER_PARAMETERS, RunOutcome, StudyJob, StudyWindow};
use crate::insight::measures::Measure;
use std::fmt::Write;

/// Version of the program, part of each row, since another version may measure differently.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A planned run with the data that identify its row.
#[derive(Clone, Debug)]
pub struct PlannedRun {
    /// Index of the row in the whole table, from 0.
    pub row_index: usize,
    /// Index of the plan's point that the run evaluates, from 0.
    pub point_index: usize,
    /// Value of each axis, in the notation of links.
    pub axis_values: Vec<String>,
    pub seed: u32,
    pub job: StudyJob,
    /// Sentences about invalid parts of the link, which were ignored.
    pub notices: Vec<String>,
}

/// Header line of CSV for these axes and measures.
pub fn csv_columns<'a>(axes: &[String], measures: impl Iterator<Item = &'a Measure>) -> String {
    let mut columns = vec!["row".to_string(), "point".to_string()];
    columns.extend(axes.iter().map(|axis| csv_cell(axis)));
    columns.extend(["seed", "link", "version", "commit"].map(String::from));
    columns.extend(["ticks", "burn_in", "every", "hash", "samples"].map(String::from));
    columns.extend(measures.flat_map(|measure| {
        measure_columns(measure).iter().map(|of| format!("{}_{of}", measure.key))
    }));
    columns.push("notices".into());
    columns.join(",")
}

/// First cells of a run's row, up to and including the column `every`, which are known before the
/// run. `commit`: commit of the program, if known.
pub fn csv_first_cells(planned: &PlannedRun, commit: Option<&str>) -> String {
    let PlannedRun { row_index: row, point_index: point, axis_values: values, seed, job, .. } =
        planned;
    let StudyJob { link, ticks, burn_in, every, .. } = job;
    let values: String = values.iter().map(|value| csv_cell(value) + ",").collect();
    let (link, commit) = (csv_cell(link), commit.unwrap_or_default());
    format!("{row},{point},{values}{seed},{link},{VERSION},{commit},{ticks},{burn_in},{every},")
}

/// Row of CSV with the statistics of these measures; the indices are those of `outcome.windows`.
pub fn csv_row<'a>(
    planned: &PlannedRun,
    commit: Option<&str>,
    outcome: &RunOutcome,
    measures: impl Iterator<Item = (usize, &'a Measure)>,
) -> String {
    let mut text = csv_first_cells(planned, commit);
    let _ = write!(text, "{:016x},{}", outcome.hash, outcome.sample_count);
    for (index, measure) in measures {
        for value in
            window_values(&outcome.windows[index]).iter().take(measure_columns(measure).len())
        {
            text.push(',');
            if value.is_finite() {
                let _ = write!(text, "{value}");
            }
        }
    }
    text + "," + &csv_cell(&planned.notices.join(" "))
}

/// Endings of the column names for an order parameter; other measures have the first six columns.
/// `settled` is 1 or 0.
const ORDER_PARAMETER_COLUMNS: [&str; 8] =
    ["mean", "sd", "last", "error", "effective_samples", "settled", "susceptibility", "binder"];

/// Endings of the column names for a measure: `mean`, `sd` ...
pub fn measure_columns(measure: &Measure) -> &'static [&'static str] {
    match ORDER_PARAMETERS.contains(&measure.key) {
        true => &ORDER_PARAMETER_COLUMNS,
        false => &ORDER_PARAMETER_COLUMNS[..6],
    }
}

/// Statistics of a measure in the order of `ORDER_PARAMETER_COLUMNS`.
pub fn window_values(window: &StudyWindow) -> [f64; 8] {
    let StudyWindow { mean, sd, last, error, effective, settled, susceptibility, binder } = *window;
    [mean, sd, last, error, effective, f64::from(u8::from(settled)), susceptibility, binder]
}

/// Writes a text as a cell of CSV, quoted if necessary.
pub fn csv_cell(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"").replace(['\n', '\r'], " ")),
        false => text.to_string(),
    }
}
