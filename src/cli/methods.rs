//! Command `methods`: the Methods text of a paper, generated from a run.

use crate::failure::{CommandFailure, print_text};
use crate::input::{open_input, refuse_notices};
use crate::manifest::build_commit;
use crate::rules::RuleArguments;
use crate::run::with_param_values;
use clap::Args;
use flockwright::Run;
use flockwright::engine::group::Group;
use flockwright::engine::params::DT;
use flockwright::session::link::query_of;
use flockwright::session::run::RunParam;

/// Write the Methods text of a run: model, rules, parameters with units and sources, seed, version,
/// commit and the hash of its end.
#[derive(Args)]
pub struct MethodsOptions {
    /// The page's address or its part after the question mark.
    #[arg(value_name = "LINK")]
    link: String,
    /// Length of the run, in ticks; the hash is that of its end.
    #[arg(long, value_name = "N", default_value_t = 1200)]
    ticks: u64,
    /// Value of a parameter to use instead of the link's. Can be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    rules: RuleArguments,
}

pub fn write_methods(
    MethodsOptions { link, ticks, set, rules }: MethodsOptions,
) -> Result<bool, CommandFailure> {
    let link = with_param_values(query_of(&rules.add_to_link(&link)?).into_owned(), &set)?;
    let opened = open_input(link.as_ref())?;
    refuse_notices(&opened.notices)?;
    let (mut run, mut timeline) = (opened.run, opened.timeline);
    if ticks > flockwright::session::link::inputs::MAX_RUN_TICKS {
        return Err("A run is not that long.".into());
    }
    let text = methods_text(&run);
    while run.world.ticks() < ticks {
        timeline.tick(&mut run);
    }
    let hash = run.world.hash();
    let build = build_commit().map_or(String::new(), |commit| format!(", commit {commit}"));
    print_text(&format!(
        "{text}\nReproducibility\n\nFlockwright {}{build}. Link: {}\nSeed {}; after {ticks} ticks the state has \
         the hash {hash:016x}, the same on every machine.\n",
        env!("CARGO_PKG_VERSION"),
        run.link(),
        run.world.seed(),
    ))?;
    Ok(true)
}

/// Text about model, rules and parameters of a run.
fn methods_text(run: &Run) -> String {
    let groups = run.world.groups().iter().map(group_text).collect::<String>();
    format!("{}{groups}\nParameters\n\n{}", model_text(run), parameters_text(run))
}

fn model_text(run: &Run) -> String {
    let (scene, size) = (run.scene(), run.world.space());
    let edges = if size.is_torus { "seen across its edges" } else { "seen up to its edges" };
    format!(
        "Model\n\nScene \"{}\" ({}). The world is {} by {} u, {edges}. Time advances in steps of 1/{:.0} s; in \
         each, every unit reads the state of the last step, the forces of its behaviors are summed with their \
         weights, and its body moves.\n",
        scene.title,
        scene.source,
        size.width,
        size.height,
        1.0 / DT
    )
}

/// Text about a group: its units and body, then its behaviors and their rules.
fn group_text(group: &Group) -> String {
    let body = group.body.kind().key();
    let mut text = format!("\n{}: {} units, {body}.\n", group.label, group.ids.len());
    for behavior in &group.pipeline {
        let about = behavior.about();
        text += &format!("  {}. {}\n", about.label(), about.sentence);
        let Some(compiled_behavior) = behavior.compiled_behavior() else { continue };
        let values: Vec<f32> = (1..behavior.specs().len()).map(|at| behavior.get(at)).collect();
        for line in compiled_behavior.rule().simplified_for_values(&values).text().lines() {
            text += &format!("      {line}\n");
        }
    }
    text
}

/// One line for each parameter that has an effect in the run.
fn parameters_text(run: &Run) -> String {
    let params = run.params().iter().enumerate();
    let shown = params.filter(|(id, param)| param.is_present && run.is_visible(*id));
    let line = |(id, param): (usize, &RunParam)| {
        let (spec, value) = (param.spec, run.get(id));
        let mark = if value == param.default { "" } else { " (changed)" };
        let (scope, _) = run.scope_of(param);
        format!(
            "  {scope}, {} ({}) = {} {}{mark}; {}\n",
            spec.label.to_lowercase(),
            param.key,
            spec.format_value(value),
            spec.unit,
            spec.source
        )
    };
    shown.map(line).collect()
}
