//! What a row of a table says of its run's measures: the same columns from the command line and from the page.

use super::evaluate::{ORDER_PARAMETERS, Window};
use crate::insight::measures::Measure;

/// What a row says of an order parameter, by name; of other measures, the first six. Settled: 1 or 0.
const ORDER_FIELDS: [&str; 8] =
    ["mean", "sd", "last", "error", "effective_samples", "settled", "susceptibility", "binder"];

/// What a row says of a measure, by name.
pub fn fields(measure: &Measure) -> &'static [&'static str] {
    match ORDER_PARAMETERS.contains(&measure.key) {
        true => &ORDER_FIELDS,
        false => &ORDER_FIELDS[..6],
    }
}

/// Their values, in this order.
pub fn numbers(window: &Window) -> [f64; 8] {
    let Window { mean, sd, last, error, effective, settled, susceptibility, binder } = *window;
    [mean, sd, last, error, effective, f64::from(u8::from(settled)), susceptibility, binder]
}

/// The names of a measure's columns of CSV.
pub fn column_names(measure: &Measure) -> impl Iterator<Item = String> {
    fields(measure).iter().map(|of| format!("{}_{of}", measure.key))
}

/// A number as a cell of CSV: an empty one where there is none.
pub fn number_cell(value: f64) -> String {
    if value.is_finite() { value.to_string() } else { String::new() }
}

/// A cell of CSV, quoted where it must be.
pub fn cell(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"").replace(['\n', '\r'], " ")),
        false => text.to_string(),
    }
}
