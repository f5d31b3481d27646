//! `measures`: what can be measured.

use crate::failure::{Failure, print};
use clap::Args;
use flockwright_lab::insight::measures::MEASURES;
use serde_json::json;

/// List all measures: their keys in rows and goals, units, ranges and meanings.
#[derive(Args)]
pub struct Options {
    /// As JSON lines.
    #[arg(long)]
    json: bool,
}

pub fn run(Options { json: as_json }: Options) -> Result<bool, Failure> {
    let mut text = String::new();
    for measure in MEASURES {
        let (least, most) = measure.span.range();
        let line = match as_json {
            true => json!({
                "key": measure.key, "label": measure.label, "unit": measure.unit,
                "doc": measure.doc, "definition": measure.definition, "source": measure.source,
                "min": least, "max": most.is_finite().then_some(most),
            })
            .to_string(),
            false => {
                let range = if most.is_finite() {
                    format!("{least} to {most}")
                } else {
                    format!("{least} on")
                };
                format!(
                    "{:<18} {:<6} {:<7} {}",
                    measure.key, measure.unit, range, measure.definition
                )
            }
        };
        text += &line;
        text.push('\n');
    }
    print(&text)?;
    Ok(true)
}
