//! Command `tune`: searches for parameters that meet goals.

use crate::failure::{CommandFailure, print_text};
use crate::input::refuse_notices;
use crate::output::OutputFiles;
use crate::plans::{WindowOptions, is_toml, read_toml};
use crate::pool::{self, map_in_order, progress_bar};
use crate::rules::RuleArguments;
use clap::Args;
use flockwright::Run;
use flockwright::rules::quote::quote;
use flockwright_lab::study::plan::MAX_RUNS;
use flockwright_lab::study::search::StudyMethod;
use flockwright_lab::study::tune::{
    StudyExam, StudyInterval, StudyPhase, StudyReport, StudyTask, Tuning,
};
use flockwright_lab::study::{RunEvaluation, RunOutcome, StudyJob};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// Share of the unseen runs that must meet all goals: 18 of 20.
const MIN_PASSING_SHARE: f64 = 0.9;

/// Search for parameters that meet goals, and test them on unseen seeds and with runs of twice the
/// length. Exit code 1 if fewer than nine in ten of these runs meet all goals.
#[derive(Args)]
pub struct TuneOptions {
    /// A link, or a TOML file with a task; flags take precedence over the file.
    #[arg(value_name = "LINK|TASK.toml")]
    what: String,
    /// A parameter that may change, and its range: `cohesion=0..4`, `thrust=100..1000:log`,
    /// `view=limited,narrow`; `cohesion` alone means its whole range. Separate several by commas,
    /// as in `cohesion,alignment=0..4`, or repeat the flag.
    #[arg(long, value_name = "KEY[=VALUES],...")]
    vary: Vec<String>,
    /// A goal: a measure and its range, as in `polarization=0.95..`, `spacing=1.5..2.5`, or
    /// `overlapping=..0.01*2` (counts twice). Can be repeated; `flockwright measures` lists all
    /// measures.
    #[arg(long = "goal", value_name = "MEASURE=LOW..HIGH")]
    goals: Vec<String>,
    #[command(flatten)]
    rules: RuleArguments,
    /// Search method: cma learns from each generation, random does not.
    #[arg(long, value_name = "cma|random", value_parser = read_method)]
    method: Option<StudyMethod>,
    /// Budget of the search, in runs of full length.
    #[arg(long, value_name = "N")]
    runs: Option<u64>,
    /// Seed of the search itself.
    #[arg(long, value_name = "N")]
    seed: Option<u32>,
    /// Number of seeds on which each candidate is tested.
    #[arg(long, value_name = "N")]
    tries: Option<u32>,
    /// Skip the comparison with a random search at the same cost.
    #[arg(long)]
    no_baseline: bool,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
    /// Write the report as JSON to this file.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace existing files.
    #[arg(long, requires = "out")]
    force: bool,
    /// Number of threads [default: all processors].
    #[arg(short = 'j', long, value_name = "N", value_parser = pool::read_thread_count)]
    jobs: Option<usize>,
    /// Show no progress bar.
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    window: WindowOptions,
}

fn read_method(text: &str) -> Result<StudyMethod, String> {
    match text {
        "cma" => Ok(StudyMethod::Cma),
        "random" => Ok(StudyMethod::Random),
        _ => Err("cma or random".to_string()),
    }
}

pub fn run_tune(options: TuneOptions) -> Result<bool, CommandFailure> {
    let jobs = options.jobs.unwrap_or_else(pool::default_threads);
    let quiet = options.quiet;
    let mut file = match &options.out {
        Some(path) => {
            let mut inputs = options.rules.rule_files();
            inputs.push(options.what.as_ref());
            Some(OutputFiles::new(&inputs, options.force).create_output(path)?)
        }
        None => None,
    };
    let (as_json, baseline) = (options.json, !options.no_baseline);
    let task = into_task(options)?;
    let start = Instant::now();
    let report = run_tuning(&task, jobs, quiet)?;
    let took = start.elapsed().as_secs_f64();
    let runs = report.ticks.div_ceil(task.ticks).min(MAX_RUNS);
    let random = StudyTask { method: StudyMethod::Random, runs, ..task.clone() };
    let random = if baseline { Some(run_tuning(&random, jobs, quiet)?) } else { None };
    let whole = json!({
        "format": "flockwright-tuning", "version": env!("CARGO_PKG_VERSION"),
        "task": task, "report": report, "random": random,
    });
    if let Some(mut file) = file.take() {
        let put = writeln!(file, "{whole:#}");
        put.map_err(|error| format!("report: {error}"))?;
        file.move_into_place()?;
    }
    match as_json {
        true => print_text(&format!("{whole}\n"))?,
        false => print_text(&report_text(&report, random.as_ref(), took))?,
    }
    Ok([&report.exam, &report.longer].map(passes_exam) == [true, true])
}

/// Splits a list of parameters at commas, except between choices as in `view=limited,narrow`.
fn split_parameter_list(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for part in text.split(',').map(str::trim) {
        match all.last_mut().filter(|last| last.contains('=') && !part.contains('=')) {
            Some(last) => *last = format!("{last},{part}"),
            None => all.push(part.into()),
        }
    }
    all
}

fn into_task(options: TuneOptions) -> Result<StudyTask, String> {
    let what = options.what;
    let mut task = match is_toml(&what) {
        true => read_toml(&what)?,
        false => StudyTask { base: what, ..StudyTask::default() },
    };
    if !task.base.contains('=') {
        return Err(format!("{} is neither a link nor a task (*.toml).", quote(&task.base)));
    }
    task.base = options.rules.add_to_link(&task.base)?;
    refuse_notices(&Run::open(&task.base).1).map_err(CommandFailure::into_sentence)?;
    if !options.vary.is_empty() {
        task.vary = options.vary.iter().flat_map(|text| split_parameter_list(text)).collect();
    }
    if !options.goals.is_empty() {
        task.goals = options.goals;
    }
    task.method = options.method.unwrap_or(task.method);
    task.runs = options.runs.unwrap_or(task.runs);
    task.seed = options.seed.unwrap_or(task.seed);
    task.tries = options.tries.unwrap_or(task.tries);
    task.ticks = options.window.ticks.unwrap_or(task.ticks);
    task.burn_in = options.window.burn_in.or(task.burn_in);
    task.every = options.window.every.unwrap_or(task.every);
    Ok(task)
}

/// Runs the search of a task and the tests of its result on `jobs` threads.
fn run_tuning(task: &StudyTask, jobs: usize, quiet: bool) -> Result<StudyReport, CommandFailure> {
    let mut tuning = Tuning::new(task)?;
    let what = if task.method == StudyMethod::Random { "ticks of random search" } else { "ticks" };
    let bar = progress_bar(tuning.progress().budget, 0, what, quiet);
    loop {
        let batch = tuning.jobs();
        if batch.is_empty() {
            break;
        }
        let mut outcomes = Vec::with_capacity(batch.len());
        map_in_order(&batch, jobs, evaluate_job, |_, outcome| {
            outcomes.push(outcome);
            Ok(())
        })?;
        tuning.report(&outcomes)?;
        let progress = tuning.progress();
        bar.set_position(progress.ticks.min(progress.budget));
        bar.set_message(match (progress.phase, progress.loss) {
            (StudyPhase::Search, Some(loss)) => format!("(off by {loss:.2})"),
            _ => "(testing the best)".to_string(),
        });
    }
    bar.finish_and_clear();
    Ok(tuning.result().ok_or("The tuning has ended without a result.")?)
}

fn evaluate_job(job: &StudyJob) -> Result<RunOutcome, CommandFailure> {
    let mut evaluation = RunEvaluation::new(job)?;
    evaluation.run_to_end();
    Ok(evaluation.outcome())
}

fn passes_exam(exam: &StudyExam) -> bool {
    exam.passed as f64 >= MIN_PASSING_SHARE * exam.of as f64
}

/// The report as text. `random`: report of the random search. `took`: duration of the search, s.
fn report_text(report: &StudyReport, random: Option<&StudyReport>, took: f64) -> String {
    let mut text = format!("{}\n\n", report.link);
    for change in &report.changes {
        text += &format!("  {:<28} {} instead of {}\n", change.key, change.to, change.from);
    }
    for StudyInterval { key, low, high, candidates } in &report.intervals {
        text += &format!("  {key:<28} {low} to {high} met all goals in {candidates} candidates\n");
    }
    text.push('\n');
    let exam = |exam: &StudyExam| {
        format!(
            "{} of {} unseen seeds meet all goals at {} ticks",
            exam.passed, exam.of, exam.ticks
        )
    };
    text += &format!("{}\n{}\n", exam(&report.exam), exam(&report.longer));
    for band in &report.longer.bands {
        let Some(summary) = &band.summary else {
            text += &format!("  {:<28} cannot be measured\n", band.goal);
            continue;
        };
        // A single run has no standard error.
        let error = match summary.n {
            1 => String::new(),
            _ => format!(" ± {:.4} (standard error)", summary.se),
        };
        text += &format!(
            "  {:<28} met by {} of {}: {:.4}{error}, {:.4} to {:.4}\n",
            band.goal, band.met, report.longer.of, summary.mean, summary.min, summary.max
        );
    }
    let in_the_way = report.longer.bands.iter().min_by_key(|band| band.met);
    if let Some(band) = in_the_way.filter(|_| !passes_exam(&report.longer)) {
        text += &format!("In the way is {}.\n", band.goal);
    }
    text += &format!(
        "{} candidates, {} runs, {} million ticks of search, {took:.1} s\n",
        report.candidates,
        report.runs,
        report.ticks as f64 / 1e6
    );
    if let Some(random) = random {
        text += &format!(
            "Random search at the same cost: {}; {} of {} at twice the length.\n",
            exam(&random.exam),
            random.longer.passed,
            random.longer.of
        );
    }
    text
}
