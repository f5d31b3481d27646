//! What a measure is: its names, what numbers it gives, and what it costs.

use super::meter::MeasureCache;

flockwright::words! {
    /// What numbers a measure can give.
    pub enum Span {
        /// 0 to 1.
        Share = "share",
        /// Whole numbers from 0 on; an estimate may lie between two.
        Count = "count",
        /// From 0 on.
        Amount = "amount",
        /// Any number: only for measures written as text. A built-in one would read NaN.
        Number = "number",
    }
}

/// What a measure costs. Those of one class share the dear part of their work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Next to nothing.
    Nothing,
    /// A pass over the units.
    Pass,
    /// The units are sorted into cells, and near ones compared.
    Cells,
}

/// One number that can be read from the state of a world.
#[derive(Debug)]
pub struct Measure {
    /// Its name in goals, plans and files, without the unit.
    pub key: &'static str,
    /// What the page calls it.
    pub label: &'static str,
    /// "u", "u/s", "pairs"; empty for a plain number.
    pub unit: &'static str,
    pub span: Span,
    /// What it tells, for people who meet it for the first time.
    pub doc: &'static str,
    /// How it is computed.
    pub definition: &'static str,
    /// Who has introduced it; empty for what needs no source.
    pub source: &'static str,
    pub cost: Cost,
    /// Whether it has a plot. What has none explains another measure.
    pub plotted: bool,
    /// The measure itself; NaN where there is nothing to measure.
    pub(super) of: fn(&mut MeasureCache) -> f64,
}

impl Measure {
    /// Its column in a file: the key, and the unit where it has one.
    pub fn column(&self) -> String {
        match self.unit {
            "" => self.key.to_string(),
            unit => format!("{}_{}", self.key, unit.replace('/', "_per_")),
        }
    }

    /// A value as one reads it, with its unit; a dash where there is none.
    pub fn write(&self, value: f64) -> String {
        if value.is_nan() {
            return "-".to_string();
        }
        let digits = match self.span {
            Span::Share => 4,
            Span::Count => 0,
            Span::Amount | Span::Number => 3,
        };
        format!("{value:.digits$} {}", self.unit).trim_end().to_string()
    }
}
