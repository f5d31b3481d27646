//! `flockwright`, the command line: one run, many runs, and the search for parameters. `README.md`
//! beside this file describes its commands, formats and use on many machines.

#![forbid(unsafe_code)]
// Texts come from outside: a slice by bytes panics within a letter.
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
use failure::{Failure, print};
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
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::Options),
    Batch(rows::batch::Options),
    Sweep(rows::sweep::Options),
    Tune(tune::Options),
    Links(links::Options),
    Scenes(lists::Scenes),
    Params(lists::Params),
    Summary(summary::Options),
    Measure(measure::Options),
    Measures(measures::Options),
    Methods(methods::Options),
    Rule(rule::Options),
    Check(check::Options),
    Steps(course::Options),
}

fn main() -> ExitCode {
    if let Err(why) = rules::declare_measures(std::env::args_os().skip(1)) {
        return exit_code(Err(Failure::Message(why)));
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() => {
            let _ = writeln!(io::stderr(), "{}", in_one_line(&error));
            return ExitCode::from(2);
        }
        // Help is no error.
        Err(help) => return exit_code(print(&help.render().to_string()).map(|()| true)),
    };
    let ended = match arguments.command {
        Command::Run(options) => run::run(options),
        Command::Batch(options) => rows::batch::run(options),
        Command::Sweep(options) => rows::sweep::run(options),
        Command::Tune(options) => tune::run(options),
        Command::Links(options) => links::run(options),
        Command::Scenes(options) => lists::scenes(options),
        Command::Params(options) => lists::params(options),
        Command::Summary(options) => summary::run(options),
        Command::Measure(options) => measure::run(options),
        Command::Measures(options) => measures::run(options),
        Command::Methods(options) => methods::run(options),
        Command::Rule(options) => rule::run(options),
        Command::Check(options) => check::run(options),
        Command::Steps(options) => course::steps(options),
    };
    exit_code(ended)
}

fn exit_code(ended: Result<bool, Failure>) -> ExitCode {
    match ended {
        Ok(true) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(Failure::Message(why)) => {
            let _ = writeln!(io::stderr(), "flockwright: {why}");
            ExitCode::from(2)
        }
        Err(Failure::Link(why)) => {
            let _ = writeln!(io::stderr(), "flockwright: {why}");
            ExitCode::from(1)
        }
    }
}

/// Error in the arguments on one line, without the usage; without any arguments, the help.
fn in_one_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let Some(why) = text.strip_prefix("error: ") else { return text };
    let mut lines = why.lines().map(str::trim);
    let what = lines.by_ref().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    // The suggestion of a similar argument, if there is one.
    let tip =
        lines.filter_map(|line| line.strip_prefix("tip: ")).find(|tip| tip.contains("similar"));
    format!("flockwright: {what}{}", tip.map_or(String::new(), |tip| format!("; {tip}")))
}
