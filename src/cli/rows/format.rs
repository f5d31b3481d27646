//! Rows as text: JSON on one line, or CSV.

use crate::manifest::build_commit;
use flockwright::rules::near::did_you_mean;
use flockwright_lab::insight::measures::{Measure, all_measures};
use flockwright_lab::study::RunOutcome;
use flockwright_lab::study::rows::{
    PlannedRun, VERSION, csv_columns, csv_first_cells, csv_row, measure_columns, window_values,
};
use serde_json::{Value, json};
use std::fmt::Write;

/// Text format of rows: JSON lines or CSV.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowFormat {
    Json,
    Csv,
}

/// Measures that rows have, as indices in [`all_measures`].
#[derive(Clone, Debug)]
pub struct ChosenMeasures(Vec<usize>);

impl Default for ChosenMeasures {
    /// Chooses all measures.
    fn default() -> Self {
        Self((0..all_measures().len()).collect())
    }
}

impl ChosenMeasures {
    /// Whether rows have the measure with this index.
    pub fn includes(&self, measure: usize) -> bool {
        self.0.contains(&measure)
    }

    /// Reads a list of measures such as `polarization,spacing`.
    pub fn read(text: &str) -> Result<Self, String> {
        let number = |key: &str| {
            Measure::index(key).ok_or_else(|| {
                let guess =
                    did_you_mean(key, all_measures().into_iter().map(|measure| measure.key));
                format!("There is no measure “{key}”.{guess}")
            })
        };
        text.split(',').map(|key| number(key.trim())).collect::<Result<_, _>>().map(Self)
    }
}

/// Format, axes and measures that all rows of a table share.
pub struct RowSchema {
    format: RowFormat,
    axes: Vec<String>,
    measures: ChosenMeasures,
}

impl RowSchema {
    pub fn new(format: RowFormat, axes: &[String], measures: ChosenMeasures) -> Self {
        Self { format, axes: axes.to_vec(), measures }
    }

    fn chosen_measures(&self) -> impl Iterator<Item = (usize, &'static Measure)> {
        self.measures.0.iter().map(|index| (*index, Measure::at(*index)))
    }

    /// Column names, which are the first line of a CSV file.
    pub fn csv_columns(&self) -> String {
        csv_columns(&self.axes, self.chosen_measures().map(|(_, measure)| measure))
    }

    /// First fields of a run's row; they identify the run and are known before it starts.
    pub fn row_beginning(&self, planned: &PlannedRun) -> String {
        if self.format == RowFormat::Csv {
            return csv_first_cells(planned, build_commit());
        }
        let PlannedRun {
            row_index: row, point_index: point, axis_values: values, seed, job, ..
        } = planned;
        let (ticks, burn_in, every) = (job.ticks, job.burn_in, job.every);
        // The object is written by hand, since a JSON map would not keep the order of the axes.
        let mut parameters = String::new();
        for (axis, value) in self.axes.iter().zip(values) {
            let comma = if parameters.is_empty() { "" } else { "," };
            let value = if is_number(value) { value.clone() } else { json!(value).to_string() };
            let _ = write!(parameters, "{comma}{}:{value}", json!(axis));
        }
        format!(
            "{{\"row\":{row},\"point\":{point},\"parameters\":{{{parameters}}},\"seed\":{seed},\
             \"link\":{},\"version\":\"{VERSION}\",\"commit\":{},\"window\":[{ticks},{burn_in},\
             {every}],",
            json!(job.link),
            json!(build_commit()),
        )
    }

    /// Whole row of a run that has ended.
    pub fn row_text(&self, planned: &PlannedRun, outcome: &RunOutcome) -> String {
        if self.format == RowFormat::Csv {
            return csv_row(planned, build_commit(), outcome, self.chosen_measures());
        }
        let mut text = self.row_beginning(planned);
        let RunOutcome { hash, sample_count, windows, .. } = outcome;
        let said = self.chosen_measures().map(|(index, measure)| {
            (measure.key, measure_columns(measure).iter().zip(window_values(&windows[index])))
        });
        let _ = write!(text, "\"hash\":\"{hash:016x}\",\"samples\":{sample_count},\"measures\":{{");
        for (number, (key, said)) in said.enumerate() {
            let comma = if number == 0 { "" } else { "," };
            let value = |value: f64| if value.is_finite() { json!(value) } else { Value::Null };
            let said = said.map(|(name, of)| format!("\"{name}\":{}", value(of)));
            let _ = write!(text, "{comma}\"{key}\":{{{}}}", said.collect::<Vec<_>>().join(","));
        }
        text.push('}');
        if !planned.notices.is_empty() {
            let _ = write!(text, ",\"notices\":{}", json!(planned.notices));
        }
        text.push('}');
        text
    }

    /// Whether an existing row has exactly the measures of this table. Always true for CSV, whose
    /// first line is compared instead.
    pub fn has_same_columns(&self, row: &str) -> bool {
        let has_all = |row: Value| {
            let of = row["measures"].as_object();
            of.is_some_and(|of| {
                of.len() == self.measures.0.len()
                    && self.chosen_measures().all(|(_, one)| of.contains_key(one.key))
            })
        };
        self.format == RowFormat::Csv || serde_json::from_str(row).is_ok_and(has_all)
    }
}

/// Whether a value of an axis is a finite number, rather than the key of a choice or of a switch.
fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok_and(f64::is_finite)
}
