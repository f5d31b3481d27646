//! Commands `scenes` and `params`: lists of scenes and of parameters.

use crate::failure::{CommandFailure, print_text};
use crate::input::refuse_notices;
use crate::rules::RuleArguments;
use clap::Args;
use flockwright::Run;
use flockwright::rules::near::did_you_mean;
use flockwright::scenes::SCENES;
use flockwright::schema::ValueKind;
use serde_json::{Value, json};

/// List all scenes: keys, titles, and what there is to see.
#[derive(Args)]
pub struct ScenesOptions {
    /// Print JSON lines, with link and source.
    #[arg(long)]
    json: bool,
}

/// List all parameters of a scene or a link: keys, values, ranges, units and meanings.
#[derive(Args)]
pub struct ParamsOptions {
    /// Key of a scene, or a link.
    #[arg(value_name = "SCENE|LINK")]
    what: String,
    #[command(flatten)]
    rules: RuleArguments,
    /// Print JSON lines, with label, section and source.
    #[arg(long)]
    json: bool,
}

pub fn list_scenes(ScenesOptions { json: as_json }: ScenesOptions) -> Result<bool, CommandFailure> {
    let mut text = String::new();
    for scene in SCENES {
        text += &match as_json {
            true => json!({
                "key": scene.key, "title": scene.title, "see": scene.visible_effect, "try": scene.suggestion,
                "source": scene.source, "link": scene.link(),
            })
            .to_string(),
            false => format!("{:<18} {:<28} {}", scene.key, scene.title, scene.visible_effect),
        };
        text.push('\n');
    }
    print_text(&text)?;
    Ok(true)
}

pub fn list_params(
    ParamsOptions { what, rules, json: as_json }: ParamsOptions,
) -> Result<bool, CommandFailure> {
    let link = if what.contains('=') {
        what
    } else {
        let scene = SCENES.iter().find(|scene| scene.key == what);
        let scene = scene.ok_or_else(|| {
            let guess = did_you_mean(&what, SCENES.iter().map(|scene| scene.key));
            format!("There is no scene “{what}”.{guess}")
        })?;
        scene.link()
    };
    let (run, notices) = Run::open(&rules.add_to_link(&link)?);
    refuse_notices(&notices)?;
    let aliases: Vec<_> = run.paper_names().collect();
    let mut text = String::new();
    for (id, param) in run.params().iter().enumerate().filter(|(_, param)| param.is_present) {
        let spec = param.spec;
        let value = spec.format_value(run.get(id));
        let range = match spec.kind {
            ValueKind::Float | ValueKind::Int => format!("{}..{}", spec.min, spec.max),
            ValueKind::Bool => "off,on".to_string(),
            ValueKind::Choice(choices) => {
                choices.iter().map(|choice| choice.key).collect::<Vec<_>>().join(",")
            }
        };
        text += &match as_json {
            true => {
                let number =
                    |value: f32| value.to_string().parse::<f64>().map_or(Value::Null, Value::from);
                let (mut row, is_number) =
                    (json!({}), matches!(spec.kind, ValueKind::Float | ValueKind::Int));
                row["key"] = json!(param.key);
                row["value"] = if is_number { number(run.get(id)) } else { json!(value) };
                row["default"] = match is_number {
                    true => number(param.default),
                    false => json!(spec.format_value(param.default)),
                };
                if is_number {
                    (row["min"], row["max"]) = (number(spec.min), number(spec.max));
                } else {
                    row["choices"] = json!(range.split(',').collect::<Vec<_>>());
                }
                for (key, text) in [
                    ("group", run.scope_of(param).0),
                    ("section", spec.section),
                    ("label", spec.label),
                    ("unit", spec.unit),
                    ("doc", spec.doc),
                    ("source", spec.source),
                ] {
                    row[key] = json!(text);
                }
                for (alias, named) in aliases.iter().filter(|(_, named)| named.id == id) {
                    row["alias"] = json!({ "key": alias, "unit": named.spec.unit });
                }
                row.to_string()
            }
            false => {
                let value = format!("{value} {}", spec.unit);
                let also = aliases.iter().filter(|(_, named)| named.id == id);
                let also: String = also
                    .map(|(alias, named)| format!(" Also {alias}, in {}.", named.spec.unit))
                    .collect();
                let doc = spec.doc;
                format!("{:<26} {:<16} {:<22} {doc}{also}", param.key, value.trim_end(), range)
            }
        };
        text.push('\n');
    }
    for text_param in run.texts().iter().filter(|text| text.is_present) {
        let spec = text_param.spec;
        text += &match as_json {
            true => {
                json!({ "key": text_param.key, "label": spec.label, "doc": spec.doc }).to_string()
            }
            false => format!("{:<26} {:<16} {:<22} {}", text_param.key, "(a text)", "", spec.doc),
        };
        text.push('\n');
    }
    print_text(&text)?;
    Ok(true)
}
