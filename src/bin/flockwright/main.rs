//! `flockwright`, the command line: one run, many runs, and the search for parameters. What it
//! does, its formats and how to scale it out is told in `README.md` beside this file.

mod check;
mod failure;
mod input;
mod links;
mod manifest;
mod measures;
mod output;
mod plans;
mod pool;
mod rows;
mod run;
mod summary;
mod tune;

use clap::{Parser, Subcommand};
use failure::Failure;
use std::io::{self, Write};
use std::process::ExitCode;

/// Runs flocks without a browser: one link, many links, sweeps over parameters, and the search for
/// parameters that meet goals.
///
/// Exit codes: 0 done; 1 done, but something does not hold (another hash, a goal that is not met, a
/// link with notices); 2 the command, a plan or a file makes no sense, or cannot be read or written.
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
    Summary(summary::Options),
    Measures(measures::Options),
    Check(check::Options),
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help is no error; and whoever has closed the pipe does not want to know.
            let told = error.render();
            if error.use_stderr() {
                let _ = write!(io::stderr(), "{told}");
                return ExitCode::from(2);
            }
            let _ = write!(io::stdout(), "{told}");
            return ExitCode::SUCCESS;
        }
    };
    let ended = match arguments.command {
        Command::Run(options) => run::run(options),
        Command::Batch(options) => rows::batch::run(options),
        Command::Sweep(options) => rows::sweep::run(options),
        Command::Tune(options) => tune::run(options),
        Command::Links(options) => links::run(options),
        Command::Summary(options) => summary::run(options),
        Command::Measures(options) => measures::run(options),
        Command::Check(options) => check::run(options),
    };
    match ended {
        Ok(true) | Err(Failure::Unheard) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(Failure::Told(why)) => {
            let _ = writeln!(io::stderr(), "flockwright: {why}");
            ExitCode::from(2)
        }
    }
}
