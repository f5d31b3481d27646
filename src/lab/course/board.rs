//! Boards: text files of solutions that can be run again and verified.

use super::check::check;
use super::step::CourseStep;
use flockwright::rules::near::did_you_mean;

/// Result of one line.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Key of the step.
    pub key: String,
    /// Score as computed again, or `-`.
    pub score: String,
    /// Author of the solution.
    pub who: String,
    pub solved: bool,
    /// Whether the line gives the computed score, or none.
    pub as_said: bool,
}

impl Entry {
    /// Whether the solution passes and the line gives its score.
    pub fn holds(&self) -> bool {
        self.solved && self.as_said
    }
}

/// Verifies a line: key of a step, score or `-`, link, author. Returns `None` for an empty line and
/// a comment (`#`).
pub fn prove(steps: &[CourseStep], line: &str) -> Result<Option<Entry>, String> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let parts: Vec<&str> = line.splitn(4, char::is_whitespace).collect();
    let &[key, score, link, ref who @ ..] = parts.as_slice() else {
        return Err("a key, a score or -, a link, and who it is of.".into());
    };
    let guess = || did_you_mean(key, steps.iter().map(|step| step.key.as_str()));
    let step = steps.iter().find(|step| step.key == key);
    let step = step.ok_or_else(|| format!("There is no step “{key}”.{}", guess()))?;
    let verdict = check(step, link)?;
    let is = verdict.score_text();
    Ok(Some(Entry {
        key: key.into(),
        as_said: score == "-" || score == is,
        score: is,
        who: who.first().copied().unwrap_or_default().into(),
        solved: verdict.solved,
    }))
}
