//! Command `check`: reports what is wrong with a link or a recording.

use crate::course;
use crate::failure::{CommandFailure, print_text};
use crate::input::{OpenedRun, open_input, open_link, read_text};
use crate::pool::default_threads;
use clap::Args;
use flockwright::session::link::first_fault;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Say what is wrong with a link or a recording, and which link opens the rest of it; with --step,
/// say whether it solves a step of the course. A link or recording with a hash (`h=`) is run and
/// compared with it. Exit code 1 if something is wrong, or if the step is
/// not solved.
#[derive(Args)]
pub struct CheckOptions {
    /// Links or files; `-` reads links from the standard input, one per line.
    #[arg(value_name = "LINK|FILE|-", required_unless_present_any = ["board", "steps", "claims"])]
    inputs: Vec<OsString>,
    /// Key of a step; `flockwright steps` lists them.
    #[arg(long, value_name = "KEY")]
    step: Option<String>,
    /// File of solutions, one per line: key of a step, score or `-`, link, and name of the author.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["step", "steps", "inputs"])]
    board: Option<PathBuf>,
    /// Check the steps themselves, or one of them with --step. On this many seeds, the right
    /// solution has to pass and to be better than the start and the plain alternative, the wrong
    /// solution has to fail, and no degenerate answer may pass.
    #[arg(long, value_name = "SEEDS", conflicts_with = "inputs")]
    steps: Option<u32>,
    /// Check the claims in the texts of all scenes and steps, or of the one with this key.
    #[arg(long, value_name = "KEY", num_args = 0..=1, default_missing_value = "", conflicts_with = "inputs")]
    claims: Option<String>,
    /// First seed of --steps and --claims.
    #[arg(long, value_name = "NUMBER", default_value_t = flockwright_lab::course::DEFAULT_FIRST_SEED)]
    seed: u32,
    /// Folder of text files with your own steps.
    #[arg(long, value_name = "FOLDER")]
    from: Option<PathBuf>,
}

pub fn run_check(options: CheckOptions) -> Result<bool, CommandFailure> {
    let CheckOptions { inputs: what, step, board, steps, claims, seed, from } = options;
    if let Some(key) = claims {
        return course::check_claims(&key, seed, from.as_deref());
    }
    if let Some(seeds) = steps {
        return course::audit_steps(seeds, seed, step.as_deref(), from.as_deref());
    }
    if let Some(board) = board {
        return course::check_board(&board, from.as_deref());
    }
    if let Some(key) = step {
        return course::check_solutions(&key, &what, from.as_deref());
    }
    let mut sound = true;
    let mut text = String::new();
    for what in what {
        if what == "-" {
            for (number, line) in read_text(Path::new("-"))?.lines().enumerate() {
                if !line.trim().is_empty() {
                    let opened = open_link(line.trim());
                    sound &= report_input(&mut text, &format!("line {}: ", number + 1), opened);
                }
            }
        } else {
            sound &= report_input(&mut text, "", open_input(&what));
        }
    }
    print_text(&text)?;
    Ok(sound)
}

/// Appends notices and verdict on an input to `text`, each after `before`; true if it is sound.
fn report_input(text: &mut String, before: &str, opened: Result<OpenedRun, String>) -> bool {
    match opened {
        Ok(OpenedRun { mut run, mut timeline, ticks, hash, mut notices }) => {
            let mut sound = first_fault(&notices).is_none();
            let link = run.link();
            if let (true, Some(hash), Some(ticks)) = (sound, hash, ticks) {
                run.world.set_threads(default_threads());
                while run.world.ticks() < ticks {
                    timeline.tick(&mut run);
                }
                let (is_same, sentence) = hash.compare_hash(&format!("{:016x}", run.world.hash()));
                notices.push(sentence);
                sound = is_same;
            }
            notices.iter().for_each(|notice| *text += &format!("{before}{notice}\n"));
            let verdict = if sound { "sound" } else { "opens as" };
            *text += &format!("{before}{verdict}: {link}\n");
            sound
        }
        Err(why) => {
            *text += &format!("{before}{why}\n");
            false
        }
    }
}
