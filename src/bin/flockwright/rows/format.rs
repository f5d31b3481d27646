//! A row as text: JSON on one line, or CSV.

use super::Planned;
use flockwright::insight::measures::MEASURES;
use flockwright::study::Outcome;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// The core's version: another one may measure differently.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Json,
    Csv,
}

/// What all rows of a table have in common.
pub struct Heading {
    format: Format,
    axes: Vec<String>,
}

impl Heading {
    pub fn new(format: Format, axes: &[String]) -> Self {
        Self { format, axes: axes.to_vec() }
    }

    /// The names of the columns of CSV.
    pub fn columns(&self) -> String {
        let mut columns = vec!["row".to_string(), "point".to_string()];
        columns.extend(self.axes.iter().map(|axis| cell(axis)));
        columns.extend(["seed", "link", "version", "hash", "ticks", "samples"].map(String::from));
        for measure in MEASURES {
            columns.extend(["mean", "sd", "last"].map(|of| format!("{}_{of}", measure.key)));
        }
        columns.push("notices".to_string());
        columns.join(",")
    }

    /// How the row of a run begins, before it is run: what tells it from every other.
    pub fn beginning(&self, planned: &Planned) -> String {
        let Planned { row, point, values, seed, job, .. } = planned;
        if self.format == Format::Csv {
            let mut text = format!("{row},{point},");
            values.iter().for_each(|value| text += &format!("{},", cell(value)));
            return text + &format!("{seed},{},{VERSION},", cell(&job.link));
        }
        // In this order, which a map would not keep.
        let mut parameters = String::new();
        for (axis, value) in self.axes.iter().zip(values) {
            let comma = if parameters.is_empty() { "" } else { "," };
            let value = if is_number(value) { value.clone() } else { json!(value).to_string() };
            let _ = write!(parameters, "{comma}{}:{value}", json!(axis));
        }
        format!(
            "{{\"row\":{row},\"point\":{point},\"parameters\":{{{parameters}}},\"seed\":{seed},\
             \"link\":{},\"version\":\"{VERSION}\",\"window\":[{},{},{}],",
            json!(job.link),
            job.ticks,
            job.burn_in,
            job.every,
        )
    }

    /// The row of a run.
    pub fn row(&self, planned: &Planned, outcome: &Outcome) -> String {
        let mut text = self.beginning(planned);
        let Outcome { hash, ticks, samples, windows, .. } = outcome;
        let each = MEASURES.iter().zip(windows);
        if self.format == Format::Csv {
            let _ = write!(text, "{hash:016x},{ticks},{samples}");
            for (_, window) in each {
                for value in [window.mean, window.sd, window.last] {
                    text.push(',');
                    if value.is_finite() {
                        let _ = write!(text, "{value}");
                    }
                }
            }
            return text + "," + &cell(&planned.notices.join(" "));
        }
        let _ = write!(text, "\"hash\":\"{hash:016x}\",\"samples\":{samples},\"measures\":{{");
        for (number, (measure, window)) in each.enumerate() {
            let comma = if number == 0 { "" } else { "," };
            let value = |value: f64| if value.is_finite() { json!(value) } else { Value::Null };
            let _ = write!(
                text,
                "{comma}\"{}\":{{\"mean\":{},\"sd\":{},\"last\":{}}}",
                measure.key,
                value(window.mean),
                value(window.sd),
                value(window.last)
            );
        }
        text.push('}');
        if !planned.notices.is_empty() {
            let _ = write!(text, ",\"notices\":{}", json!(planned.notices));
        }
        text + "}"
    }

    /// Whether a line is a whole row: one that was torn in the middle is not.
    pub fn is_whole(&self, line: &str) -> bool {
        match self.format {
            Format::Json => serde_json::from_str::<Map<String, Value>>(line).is_ok(),
            Format::Csv => {
                let quoted = line.split('"').skip(1).step_by(2);
                let inside: usize = quoted.map(|text| text.matches(',').count()).sum();
                let wanted = self.columns().matches(',').count();
                line.matches('"').count().is_multiple_of(2)
                    && line.matches(',').count() - inside == wanted
            }
        }
    }
}

/// Whether the value of an axis is a number; choices and switches are none.
fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok_and(f64::is_finite)
}

/// A cell of CSV, quoted where it must be.
pub fn cell(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"").replace(['\n', '\r'], " ")),
        false => text.to_string(),
    }
}
