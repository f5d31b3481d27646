//! `flockwright`, the command line: one run, many runs, and the search for parameters. `README.md`
//! beside this file describes its commands, formats and use on many machines.

#![forbid(unsafe_code)]
// Denied because slicing a string by bytes panics inside a letter of several bytes.
#![cfg_attr(not(test), deny(clippy::string_slice))]

mod check;
mod course;
mod failure;
mod input;
mod links;
mod lists;
mod manifest;
mod measure;
mod measures;
mod methods;
mod output;
mod plans;
mod pool;
mod rows;
mod rule;
mod rules;
mod run;
mod summary;
mod tracks;
mod tune;

use clap::{Parser, Subcommand};
use failure::{CommandFailure, print_text};
use std::io::{self, Write};
use std::process::ExitCode;

/// Runs flocks without a browser: one link, many links, sweeps over parameters, and the search for
/// parameters that meet goals.
///
/// Exit codes: 0: done; 1: done, but a check failed (a different hash, a goal that is not met, a
/// link with notices); 2: the command, a plan or a file is invalid, or a file cannot be read or
/// written.
#[derive(Parser)]
#[command(name = "flockwright", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: CliCommand,
}

#[derive(Subcommand)]
enum CliCommand {
    Run(run::RunOptions),
    Batch(rows::batch::BatchOptions),
    Sweep(rows::sweep::SweepOptions),
    Tune(tune::TuneOptions),
    Links(links::LinksOptions),
    Scenes(lists::ScenesOptions),
    Params(lists::ParamsOptions),
    Summary(summary::SummaryOptions),
    Measure(measure::MeasureOptions),
    Measures(measures::MeasuresOptions),
    Methods(methods::MethodsOptions),
    Rule(rule::RuleOptions),
    Check(check::CheckOptions),
    Steps(course::StepsOptions),
}

fn main() -> ExitCode {
    if let Err(why) = rules::declare_measures(std::env::args_os().skip(1)) {
        return exit_code(Err(CommandFailure::Message(why)));
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() => {
            let _ = writeln!(io::stderr(), "{}", one_line_message(&error));
            return ExitCode::from(2);
        }
        // A request for help arrives as an error but is none.
        Err(help) => return exit_code(print_text(&help.render().to_string()).map(|()| true)),
    };
    let ended = match arguments.command {
        CliCommand::Run(options) => run::run_link(options),
        CliCommand::Batch(options) => rows::batch::run_batch(options),
        CliCommand::Sweep(options) => rows::sweep::run_sweep(options),
        CliCommand::Tune(options) => tune::run_tune(options),
        CliCommand::Links(options) => links::write_links(options),
        CliCommand::Scenes(options) => lists::list_scenes(options),
        CliCommand::Params(options) => lists::list_params(options),
        CliCommand::Summary(options) => summary::run_summary(options),
        CliCommand::Measure(options) => measure::run_measure(options),
        CliCommand::Measures(options) => measures::list_measures(options),
        CliCommand::Methods(options) => methods::write_methods(options),
        CliCommand::Rule(options) => rule::run_rule(options),
        CliCommand::Check(options) => check::run_check(options),
        CliCommand::Steps(options) => course::list_steps(options),
    };
    exit_code(ended)
}

fn exit_code(ended: Result<bool, CommandFailure>) -> ExitCode {
    match ended {
        Ok(true) | Err(CommandFailure::OutputClosed) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(CommandFailure::Message(why)) => {
            let _ = writeln!(io::stderr(), "flockwright: {why}");
            ExitCode::from(2)
        }
        Err(CommandFailure::InvalidLink(why)) => {
            let _ = writeln!(io::stderr(), "flockwright: {why}");
            ExitCode::from(1)
        }
    }
}

/// Message about invalid arguments on one line, without the usage. Without any arguments, the help.
fn one_line_message(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let Some(why) = text.strip_prefix("error: ") else { return text };
    let mut lines = why.lines().map(str::trim);
    let what = lines.by_ref().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    // The suggestion of a similar argument, if there is one.
    let tip =
        lines.filter_map(|line| line.strip_prefix("tip: ")).find(|tip| tip.contains("similar"));
    format!("flockwright: {what}{}", tip.map_or(String::new(), |tip| format!("; {tip}")))
}
