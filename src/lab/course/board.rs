//! Boards: text files with a solution of a step per line, which is run again to verify its score.

use super::check::check_solution;
use super::step::CourseStep;
use flockwright::rules::near::did_you_mean;

/// Result of verifying one line of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardEntry {
    /// Key of the step that the line solves.
    pub key: String,
    /// Score of the solution as computed again, or `-` without a score.
    pub score: String,
    /// Author of the solution.
    pub author: String,
    pub is_solved: bool,
    /// Whether the line's score equals the computed score, or is `-`.
    pub is_score_right: bool,
}

impl BoardEntry {
    /// Whether the solution passes and the line's score is right.
    pub fn is_valid(&self) -> bool {
        self.is_solved && self.is_score_right
    }
}

/// Verifies a line of a board: key of a step, score or `-`, link, author. Returns `None` for an
/// empty line and a comment (`#`).
pub fn verify_line(steps: &[CourseStep], line: &str) -> Result<Option<BoardEntry>, String> {
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
    let verdict = check_solution(step, link)?;
    let is = verdict.score_text();
    Ok(Some(BoardEntry {
        key: key.into(),
        is_score_right: score == "-" || score == is,
        score: is,
        author: who.first().copied().unwrap_or_default().into(),
        is_solved: verdict.is_solved,
    }))
}
