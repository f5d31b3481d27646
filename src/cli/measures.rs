//! Command `measures`: the list of all measures.

use crate::failure::{CommandFailure, print_text};
use crate::rules::MeasureArguments;
use clap::Args;
use flockwright_lab::insight::measures::all_measures;
use serde_json::json;

/// List all measures: keys in rows and goals, units, ranges and definitions.
#[derive(Args)]
pub struct MeasuresOptions {
    #[command(flatten)]
    measure_files: MeasureArguments,
    /// Print JSON lines.
    #[arg(long)]
    json: bool,
}

pub fn list_measures(
    MeasuresOptions { json: as_json, .. }: MeasuresOptions,
) -> Result<bool, CommandFailure> {
    let mut text = String::new();
    for measure in all_measures() {
        let (least, most) = measure.value_limits();
        let line = match as_json {
            true => json!({
                "key": measure.key, "label": measure.label, "unit": measure.unit,
                "doc": measure.description, "definition": measure.definition, "source": measure.source,
                "min": least.is_finite().then_some(least), "max": most.is_finite().then_some(most),
            })
            .to_string(),
            false => {
                let range = match (least.is_finite(), most.is_finite()) {
                    (_, true) => format!("{least} to {most}"),
                    (true, false) => format!("{least} on"),
                    _ => "any".to_string(),
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
    print_text(&text)?;
    Ok(true)
}
