//! Columns for the measures of a run, equal in tables of the command line and of the page.

use super::evaluate::{ORDER_PARAMETERS, Window};
use crate::insight::measures::Measure;

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

/// Values of all columns of [`ORDER_FIELDS`].
pub fn numbers(window: &Window) -> [f64; 8] {
    let Window { mean, sd, last, error, effective, settled, susceptibility, binder } = *window;
    [mean, sd, last, error, effective, f64::from(u8::from(settled)), susceptibility, binder]
}

/// Names of a measure's columns in CSV.
pub fn column_names(measure: &Measure) -> impl Iterator<Item = String> {
    fields(measure).iter().map(|of| format!("{}_{of}", measure.key))
}

/// Writes a number as a cell of CSV; empty if it is not finite.
pub fn number_cell(value: f64) -> String {
    if value.is_finite() { value.to_string() } else { String::new() }
}

/// Writes a text as a cell of CSV, quoted if necessary.
pub fn cell(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"").replace(['\n', '\r'], " ")),
        false => text.to_string(),
    }
}
