//! Command `steps`, and the part of `check` that checks solutions and the course itself.

use crate::failure::{CommandFailure, print_text};
use crate::input::read_text;
use clap::Args;
use flockwright::rules::near::did_you_mean;
use flockwright_lab::course::{self, ClaimProof, CourseStep, SolutionVerdict};
use serde_json::json;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// List the steps of the course as JSON lines (key, title, chapter, link, goals, source), or write
/// a sheet to print for each.
#[derive(Args)]
pub struct StepsOptions {
    /// Only steps of this chapter.
    #[arg(long, value_name = "TEXT")]
    chapter: Option<String>,
    /// Folder of text files with your own steps; `src/lab/course/README.md` describes the format.
    #[arg(long, value_name = "FOLDER")]
    from: Option<PathBuf>,
    /// Write HTML to print instead: a page for each step, with its question, its task and space for
    /// answers.
    #[arg(long)]
    sheets: bool,
    /// Write the key for a teacher instead: for each step the right choice, a right solution, and
    /// the time it takes in minutes.
    #[arg(long, conflicts_with = "sheets")]
    answers: bool,
    /// Address of the page, for the links on the sheets.
    #[arg(long, value_name = "ADDRESS", default_value = "", requires = "sheets")]
    page: String,
}

/// The steps of the built-in course, or of the text files in `folder` in the order of their names.
fn read_steps_of(folder: Option<&Path>) -> Result<Vec<CourseStep>, String> {
    let Some(folder) = folder else { return course::read_steps() };
    let unread = |error: &dyn std::fmt::Display| format!("{}: {error}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| unread(&error))? {
        let name = entry.map_err(|error| unread(&error))?.file_name();
        names.extend(name.to_str().filter(|name| name.ends_with(".txt")).map(String::from));
    }
    names.sort();
    names.iter().map(|name| CourseStep::read(name, &read_text(&folder.join(name))?)).collect()
}

pub fn list_steps(
    StepsOptions { chapter, from, sheets, answers, page }: StepsOptions,
) -> Result<bool, CommandFailure> {
    let mut steps = read_steps_of(from.as_deref())?;
    steps.retain(|step| chapter.as_ref().is_none_or(|chapter| *chapter == step.chapter));
    if sheets {
        print_text(&course::sheets_html(&steps, &page))?;
        return Ok(true);
    }
    if answers {
        print_text(
            &steps
                .iter()
                .map(course::teacher_answer)
                .map(|(title, line)| format!("{title}\n    {line}\n"))
                .collect::<String>(),
        )?;
        return Ok(true);
    }
    let mut text = String::new();
    for step in steps {
        let goals: Vec<String> = step.goals.iter().map(|goal| goal.write()).collect();
        let score = step.score.map(|score| score.write());
        let row = json!({
            "key": step.key, "title": step.title, "chapter": step.chapter, "link": step.link,
            "touch": step.allowed_keys, "goals": goals, "hold": step.hold_seconds, "within": step.max_seconds,
            "score": score, "agree": step.agreeing_behavior, "source": step.source,
        });
        text += &format!("{row}\n");
    }
    print_text(&text)?;
    Ok(true)
}

fn find_step(key: &str, from: Option<&Path>) -> Result<CourseStep, String> {
    let steps = read_steps_of(from)?;
    let guess = did_you_mean(key, steps.iter().map(|step| step.key.as_str()));
    let found = steps.into_iter().find(|step| step.key == key);
    found.ok_or_else(|| format!("There is no step “{key}”.{guess}"))
}

pub fn check_solutions(
    key: &str,
    links: &[OsString],
    from: Option<&Path>,
) -> Result<bool, CommandFailure> {
    let step = find_step(key, from)?;
    let mut all = true;
    for link in links {
        let link = link.to_string_lossy();
        let verdict = course::check_solution(&step, &link)?;
        print_text(&verdict_text(&step, &verdict))?;
        if verdict.is_solved {
            print_text(&format!("  for a board: {}\n", verdict.board_line(&step, &link)))?;
        }
        all &= verdict.is_solved;
    }
    Ok(all)
}

fn verdict_text(step: &CourseStep, verdict: &SolutionVerdict) -> String {
    let is = if verdict.is_solved { "solved" } else { "not solved" };
    let mut text = format!("{is}: {}\n", verdict.describe(step));
    if !verdict.is_solved {
        verdict.reasons.iter().for_each(|why| text += &format!("  {why}\n"));
    }
    text
}

/// Checks a file of solutions (a board): runs each line again, compares its score, and prints the
/// verdict, then lists which steps each person has solved. Returns whether all lines are proven.
pub fn check_board(board: &Path, from: Option<&Path>) -> Result<bool, CommandFailure> {
    let (mut all, mut text, steps) = (true, String::new(), read_steps_of(from)?);
    let mut by_person: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (number, line) in read_text(board)?.lines().enumerate() {
        let place = format!("line {}", number + 1);
        let entry = course::verify_line(&steps, line).map_err(|why| format!("{place}: {why}"))?;
        let Some(entry) = entry else { continue };
        let judged = match (entry.is_solved, entry.is_score_right) {
            (true, true) => "proven",
            (true, false) => "another score",
            (false, _) => "not solved",
        };
        text += &format!("{place}: {} {judged}, {} {}\n", entry.key, entry.score, entry.author);
        all &= entry.is_valid();
        if entry.is_valid() && !entry.author.is_empty() {
            by_person.entry(entry.author).or_default().push(entry.key);
        }
    }
    for (who, keys) in by_person {
        text += &format!("{who}: {}\n", keys.join(", "));
    }
    print_text(&text)?;
    Ok(all)
}

/// Prints for each step, or for the step `key`, whether its right solutions solve it and its wrong
/// and degenerate ones do not, on `seed_count` seeds from `first_seed` on. Returns whether this
/// holds for all of them.
pub fn audit_steps(
    seed_count: u32,
    first_seed: u32,
    key: Option<&str>,
    from: Option<&Path>,
) -> Result<bool, CommandFailure> {
    let mut all = true;
    let steps = match key {
        Some(key) => vec![find_step(key, from)?],
        None => read_steps_of(from)?,
    };
    for step in steps {
        let audit = course::audit_step(&step, seed_count, first_seed)?;
        all &= audit.is_sound();
        print_text(&audit.describe(&step))?;
    }
    Ok(all)
}

/// Checks the claims in the texts of all scenes and steps (empty `key`), or of one of them, each on
/// its own number of seeds from `first` on. Returns whether all claims hold.
pub fn check_claims(key: &str, first: u32, from: Option<&Path>) -> Result<bool, CommandFailure> {
    let mut claims = course::step_claims(&read_steps_of(from)?)?;
    if from.is_none() {
        claims.splice(0..0, course::scene_claims()?);
    }
    claims.retain(|claim| key.is_empty() || claim.scene_or_step == key);
    if claims.is_empty() {
        return Err(format!("No scene and no step “{key}” claims anything.").into());
    }
    let mut all = true;
    for claim in claims {
        print_text(&format!("{}: {}\n", claim.scene_or_step, claim.sentence))?;
        for proof in &claim.checks {
            let ClaimProof::Check(check) = proof else { continue };
            let outcome = check.run_on_all_seeds(&claim.link, first)?;
            let holds = outcome.seeds_held >= check.min_seeds;
            all &= holds;
            let mark = if holds { "ok" } else { "NOT SO" };
            print_text(&format!("  {mark} {}: {}\n", check.text, outcome.describe()))?;
        }
    }
    Ok(all)
}
