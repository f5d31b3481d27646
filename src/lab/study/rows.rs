//! Rows: one per run, with the same columns in tables of the command line, of the page and of
//! Python: the run's place in its plan, its provenance (seed, link, version and commit of the
//! program, window of ticks, hash), and the measures.

use super::evaluate::{Job, ORDER_PARAMETERS, Outcome, Window};
use crate::insight::measures::Measure;
use std::fmt::Write;

/// Version of the program, since another version may measure differently.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A run that becomes a row.
#[derive(Clone, Debug)]
pub struct Planned {
    /// Index in the whole table, from 0.
    pub row: usize,
    /// Index of the run's point.
    pub point: usize,
    /// Value for each axis, as links write it.
    pub values: Vec<String>,
    pub seed: u32,
    pub job: Job,
    /// Sentences about invalid parts of the link.
    pub notices: Vec<String>,
}

/// Column names of CSV, on one line, for these axes and measures.
pub fn csv_columns<'a>(axes: &[String], measures: impl Iterator<Item = &'a Measure>) -> String {
    let mut columns = vec!["row".to_string(), "point".to_string()];
    columns.extend(axes.iter().map(|axis| cell(axis)));
    columns.extend(["seed", "link", "version", "commit"].map(String::from));
    columns.extend(["ticks", "burn_in", "every", "hash", "samples"].map(String::from));
    columns.extend(
        measures
            .flat_map(|measure| fields(measure).iter().map(|of| format!("{}_{of}", measure.key))),
    );
    columns.push("notices".into());
    columns.join(",")
}

/// First cells of a run's row, which are known before it runs and identify it. `commit`: commit of
/// the program, if known.
pub fn csv_beginning(planned: &Planned, commit: Option<&str>) -> String {
    let Planned { row, point, values, seed, job, .. } = planned;
    let Job { link, ticks, burn_in, every, .. } = job;
    let values: String = values.iter().map(|value| cell(value) + ",").collect();
    let (link, commit) = (cell(link), commit.unwrap_or_default());
    format!("{row},{point},{values}{seed},{link},{VERSION},{commit},{ticks},{burn_in},{every},")
}

/// Row of CSV, with the measures of these indices.
pub fn csv_row<'a>(
    planned: &Planned,
    commit: Option<&str>,
    outcome: &Outcome,
    measures: impl Iterator<Item = (usize, &'a Measure)>,
) -> String {
    let mut text = csv_beginning(planned, commit);
    let _ = write!(text, "{:016x},{}", outcome.hash, outcome.samples);
    for (index, measure) in measures {
        for value in numbers(&outcome.windows[index]).iter().take(fields(measure).len()) {
            text.push(',');
            if value.is_finite() {
                let _ = write!(text, "{value}");
            }
        }
    }
    text + "," + &cell(&planned.notices.join(" "))
}

/// Names of the columns for an order parameter; other measures have the first six. `settled` is 1
/// or 0.
const ORDER_FIELDS: [&str; 8] =
    ["mean", "sd", "last", "error", "effective_samples", "settled", "susceptibility", "binder"];

/// Names of the columns for a measure.
pub fn fields(measure: &Measure) -> &'static [&'static str] {
    match ORDER_PARAMETERS.contains(&measure.key) {
        true => &ORDER_FIELDS,
        false => &ORDER_FIELDS[..6],
    }
}

/// Values of all columns of `ORDER_FIELDS`.
pub fn numbers(window: &Window) -> [f64; 8] {
    let Window { mean, sd, last, error, effective, settled, susceptibility, binder } = *window;
    [mean, sd, last, error, effective, f64::from(u8::from(settled)), susceptibility, binder]
}

/// Writes a text as a cell of CSV, quoted if necessary.
pub fn cell(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"").replace(['\n', '\r'], " ")),
        false => text.to_string(),
    }
}
