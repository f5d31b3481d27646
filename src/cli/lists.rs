//! Commands `scenes` and `params`: lists of scenes and of parameters.

use crate::failure::{CommandFailure, print_text};
use crate::input::refuse_notices;
use crate::rules::RuleArguments;
use clap::Args;
use flockwright::Run;
use flockwright::rules::near::did_you_mean;
use flockwright::scenes::SCENES;
use flockwright::schema::{ParamSpec, ValueKind};
use flockwright::session::run::RunParam;
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
    let link = if what.contains('=') { what } else { scene_link(&what)? };
    let (run, notices) = Run::open(&rules.add_to_link(&link)?);
    refuse_notices(&notices)?;
    let paper_names: Vec<_> = run.paper_names().collect();
    let mut text = String::new();
    for (id, param) in run.params().iter().enumerate().filter(|(_, param)| param.is_present) {
        let named = paper_names.iter().filter(|(_, named)| named.id == id);
        let aliases: Vec<_> =
            named.map(|(name, named)| Alias { name, unit: named.spec.unit }).collect();
        text += &match as_json {
            true => param_json(&run, id, param, &aliases).to_string(),
            false => param_line(&run, id, param, &aliases),
        };
        text.push('\n');
    }
    for param in run.texts().iter().filter(|text| text.is_present) {
        let (key, spec) = (&param.key, param.spec);
        text += &match as_json {
            true => json!({ "key": key, "label": spec.label, "doc": spec.doc }).to_string(),
            false => table_line(key, "(a text)", "", spec.doc),
        };
        text.push('\n');
    }
    print_text(&text)?;
    Ok(true)
}

/// Link of a scene, by its key.
fn scene_link(key: &str) -> Result<String, String> {
    let scene = SCENES.iter().find(|scene| scene.key == key);
    scene.map(|scene| scene.link()).ok_or_else(|| {
        let guess = did_you_mean(key, SCENES.iter().map(|scene| scene.key));
        format!("There is no scene “{key}”.{guess}")
    })
}

/// Name of a parameter in a paper, and the unit that the paper uses.
struct Alias<'a> {
    name: &'a str,
    unit: &'a str,
}

/// Keys of the values that a switch or a choice can have; `None` for numbers.
fn choice_keys(spec: &ParamSpec) -> Option<Vec<&'static str>> {
    match spec.kind {
        ValueKind::Float | ValueKind::Int => None,
        ValueKind::Bool => Some(vec!["off", "on"]),
        ValueKind::Choice(choices) => Some(choices.iter().map(|choice| choice.key).collect()),
    }
}

/// A parameter as an object of JSON.
fn param_json(run: &Run, id: usize, param: &RunParam, aliases: &[Alias]) -> Value {
    let spec = param.spec;
    let number = |value: f32| value.to_string().parse::<f64>().map_or(Value::Null, Value::from);
    let mut row = json!({ "key": param.key });
    if let Some(choices) = choice_keys(spec) {
        row["value"] = json!(spec.format_value(run.get(id)));
        row["default"] = json!(spec.format_value(param.default));
        row["choices"] = json!(choices);
    } else {
        (row["value"], row["default"]) = (number(run.get(id)), number(param.default));
        (row["min"], row["max"]) = (number(spec.min), number(spec.max));
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
    for Alias { name, unit } in aliases {
        row["alias"] = json!({ "key": name, "unit": unit });
    }
    row
}

/// A parameter as a line of the table.
fn param_line(run: &Run, id: usize, param: &RunParam, aliases: &[Alias]) -> String {
    let spec = param.spec;
    let value = format!("{} {}", spec.format_value(run.get(id)), spec.unit);
    let range =
        choice_keys(spec).map_or(format!("{}..{}", spec.min, spec.max), |keys| keys.join(","));
    let also = aliases.iter().map(|Alias { name, unit }| format!(" Also {name}, in {unit}."));
    let doc = format!("{}{}", spec.doc, also.collect::<String>());
    table_line(&param.key, value.trim_end(), &range, &doc)
}

fn table_line(key: &str, value: &str, range: &str, doc: &str) -> String {
    format!("{key:<26} {value:<16} {range:<22} {doc}")
}
