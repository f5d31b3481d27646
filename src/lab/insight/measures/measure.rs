//! Description of a measure: texts, range, and the function that computes it.

use super::meter::MeasureCache;

flockwright::words! {
    /// Set of the values that a measure can have.
    pub enum ValueRange {
        /// Real numbers from 0 to 1.
        Share = "share",
        /// Whole numbers from 0; estimates may be fractional.
        Count = "count",
        /// Real numbers from 0.
        Amount = "amount",
        /// Any real number; only for written measures.
        Number = "number",
    }
}

/// A number that can be computed from the state of a world.
#[derive(Debug)]
pub struct Measure {
    /// Name of the measure in goals, plans and files, without the unit.
    pub key: &'static str,
    /// Label of the measure on the page.
    pub label: &'static str,
    /// Unit of the values: "u", "u/s", "pairs"; empty for a plain number.
    pub unit: &'static str,
    pub value_range: ValueRange,
    /// Meaning of the measure for newcomers, one or two sentences.
    pub description: &'static str,
    /// One sentence that says how the measure is computed.
    pub definition: &'static str,
    /// Publication that introduced the measure; empty if it needs none.
    pub source: &'static str,
    /// Whether the page plots the measure. Other measures explain a plotted one.
    pub is_plotted: bool,
    /// Computes the measure from a world's cache; NaN where the measure is undefined.
    pub(super) compute: fn(&mut MeasureCache) -> f64,
}

impl Measure {
    /// Column name in files: the key, with the unit if it has one.
    pub fn column_name(&self) -> String {
        match self.unit {
            "" => self.key.to_string(),
            unit => format!("{}_{}", self.key, unit.replace('/', "_per_")),
        }
    }

    /// Formats a value with its unit; a dash for NaN.
    pub fn format_value(&self, value: f64) -> String {
        if value.is_nan() {
            return "-".to_string();
        }
        let digits = match self.value_range {
            ValueRange::Share => 4,
            ValueRange::Count => 0,
            ValueRange::Amount | ValueRange::Number => 3,
        };
        format!("{value:.digits$} {}", self.unit).trim_end().to_string()
    }
}
