//! A board: a text file of solutions, which anybody's core can prove.

use super::check::check;
use super::step::Step;
use flockwright::rules::near::did_you_mean;

/// What has come of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key of its step.
    pub key: String,
    /// Its score as it is, or `-`.
    pub score: String,
    /// Whose it is.
    pub who: String,
    pub solved: bool,
    /// Whether the line says the score that it has, or none.
    pub as_said: bool,
}

impl Entry {
    /// Whether the line is true.
    pub fn holds(&self) -> bool {
        self.solved && self.as_said
    }
}

/// Runs the solution of a line again: the key of a step, a score or `-`, a link, and whose it is.
/// `None` of an empty line, and of one that begins with `#`.
pub fn prove(steps: &[Step], line: &str) -> Result<Option<Entry>, String> {
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
    let is = verdict.written();
    Ok(Some(Entry {
        key: key.into(),
        as_said: score == "-" || score == is,
        score: is,
        who: who.first().copied().unwrap_or_default().into(),
        solved: verdict.solved,
    }))
}
