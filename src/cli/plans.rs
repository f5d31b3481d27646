//! Plans of runs, read from flags and from TOML files, for the commands `sweep` and `links`.

use crate::failure::CommandFailure;
use crate::input::{Strictness, read_text};
use crate::rules::RuleArguments;
use crate::run::with_param_values;
use clap::Args;
use flockwright::rules::quote::quote;
use flockwright::session::link::query_of;
use flockwright_lab::study::plan::{StudyDesign, StudyPlan, StudySeeds};
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};

/// Length of runs, and times of their samples.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Each run")]
pub struct WindowOptions {
    /// Length of a run in ticks of 1/60 s.
    #[arg(long, value_name = "N")]
    pub ticks: Option<u64>,
    /// Ticks before the first sample [default: half of the run].
    #[arg(long, value_name = "N")]
    pub burn_in: Option<u64>,
    /// Ticks between two samples.
    #[arg(long, value_name = "N")]
    pub every: Option<u64>,
}

/// A plan: a base, axes, seeds.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Plan")]
pub struct PlanOptions {
    /// A link, or a TOML file with a plan; flags take precedence over the file.
    #[arg(value_name = "LINK|PLAN.toml")]
    what: Option<String>,
    /// A parameter and its values: `cohesion=0.5,1,2`, `view=limited,narrow`, `thrust=100..1000/5`
    /// (five values), `thrust=100..1000/5:log`; a range without steps for the designs lhs and
    /// random.
    ///
    /// With ticks, as in `cohesion@600..1200=0,4`, the parameter moves to these values between the
    /// ticks. Several parameters can share an axis, as in `cohesion,alignment=0,1;2,0.5`, and one
    /// can be computed from others, as in `width=sqrt(count/4)*20`. A paper's name for a parameter
    /// has the paper's unit, as in `r=5..20/4` or `v=0.03,0.3` for Vicsek's (see `params`). Repeat
    /// --axis for more axes; the last one changes fastest.
    #[arg(long = "axis", value_name = "KEY=VALUES")]
    axes: Vec<String>,
    /// Arrangement of the points: every combination, a Latin hypercube, or a uniform distribution.
    #[arg(long, value_name = "grid|lhs|random", value_parser = read_design)]
    design: Option<StudyDesign>,
    /// Number of points, for the designs lhs and random.
    #[arg(long, value_name = "N")]
    points: Option<u64>,
    /// Seed of the design itself.
    #[arg(long, value_name = "N")]
    design_seed: Option<u32>,
    /// Seeds of each point: a number (1 to N), a range (`5..9`) or a list (`1,4,9`).
    #[arg(long, value_name = "SEEDS", value_parser = StudySeeds::read)]
    seeds: Option<StudySeeds>,
    /// Refuse a plan of more runs than this.
    #[arg(long, value_name = "N")]
    max_runs: Option<u64>,
    /// Value of a parameter to use instead of the base's, in all runs, as in `--set cohesion=2`.
    /// Can be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    rules: RuleArguments,
    #[command(flatten)]
    strictness: Strictness,
    #[command(flatten)]
    window: WindowOptions,
}

fn read_design(text: &str) -> Result<StudyDesign, String> {
    match text {
        "grid" => Ok(StudyDesign::Grid),
        "lhs" => Ok(StudyDesign::Lhs),
        "random" => Ok(StudyDesign::Random),
        _ => Err("grid, lhs or random".to_string()),
    }
}

/// Whether an argument names a TOML file, by its extension.
pub fn is_toml(what: &str) -> bool {
    Path::new(what).extension().is_some_and(|extension| extension == "toml")
}

/// Reads a TOML file.
pub fn read_toml<T: DeserializeOwned>(name: &str) -> Result<T, String> {
    let text = read_text(Path::new(name))?;
    toml::from_str(&text).map_err(|error| {
        let place = error.span().map_or(String::new(), |span| {
            let before = text.bytes().take(span.start);
            let line = 1 + before.filter(|byte| *byte == b'\n').count();
            format!(" in line {line}")
        });
        format!("{name}{place}: {}", error.message().lines().next().unwrap_or_default())
    })
}

impl PlanOptions {
    /// Files that the plan is read from: a TOML file, and files of rules and measures.
    pub fn plan_files(&self) -> Vec<PathBuf> {
        let plan = self.what.iter().filter(|what| is_toml(what)).map(Path::new);
        plan.chain(self.rules.rule_files()).map(Path::to_path_buf).collect()
    }

    /// Returns the plan, and sentences about parts of its base link that were ignored or changed.
    pub fn into_plan(self) -> Result<(StudyPlan, Vec<String>), String> {
        let what = self.what.ok_or("Which link, or which plan?")?;
        let mut plan = match is_toml(&what) {
            true => read_toml(&what)?,
            false => StudyPlan { base: what, ..StudyPlan::default() },
        };
        if !plan.base.contains('=') {
            return Err(format!("{} is neither a link nor a plan (*.toml).", quote(&plan.base)));
        }
        plan.base = self.rules.add_to_link(&plan.base)?;
        if !self.set.is_empty() {
            plan.base = with_param_values(query_of(&plan.base).into_owned(), &self.set)?;
        }
        let base = self.strictness.read_link(&plan.base).map_err(CommandFailure::into_sentence)?;
        if !base.notices.is_empty() {
            plan.base = base.link;
        }
        if !self.axes.is_empty() {
            plan.axes = self.axes;
        }
        plan.design = self.design.unwrap_or(plan.design);
        plan.points = self.points.or(plan.points);
        plan.design_seed = self.design_seed.unwrap_or(plan.design_seed);
        plan.seeds = self.seeds.unwrap_or(plan.seeds);
        plan.max_runs = self.max_runs.unwrap_or(plan.max_runs);
        plan.ticks = self.window.ticks.unwrap_or(plan.ticks);
        plan.burn_in = self.window.burn_in.or(plan.burn_in);
        plan.every = self.window.every.unwrap_or(plan.every);
        Ok((plan, base.notices))
    }
}
