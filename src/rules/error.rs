//! What is wrong with the text of a rule, and where.

use std::fmt;

/// The first thing in a text that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// Where it begins.
    pub at: Place,
    /// How many characters it has, at least 1.
    pub length: u32,
    /// What is wrong, without a full stop.
    pub what: String,
    /// What was likely meant: the text to put in its place.
    pub meant: Option<String>,
}

/// A place in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
}

/// A stretch of one line of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Where it begins.
    pub at: Place,
    /// How many characters it has.
    pub length: u32,
}

impl RuleError {
    pub(super) fn new(span: Span, what: impl Into<String>) -> Self {
        Self { at: span.at, length: span.length.max(1), what: what.into(), meant: None }
    }

    pub(super) fn meant(self, meant: Option<&str>) -> Self {
        Self { meant: meant.map(str::to_string), ..self }
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.at.line, self.at.column, self.what)?;
        match &self.meant {
            Some(meant) => write!(f, "; did you mean '{meant}'?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for RuleError {}

/// The one of `names` that a misspelled word is nearest to, if it is near at all.
pub(super) fn nearest<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let most = (word.chars().count() / 3).clamp(1, 3);
    let near = |name: &'n str| Some((edits(word, name, most)?, name));
    names.into_iter().filter_map(near).min_by_key(|(edits, _)| *edits).map(|(_, name)| name)
}

/// How many characters have to be added, taken out, changed or swapped with the next to make one
/// word the other, if no more than `most` (Damerau 1964).
fn edits(from: &str, to: &str, most: usize) -> Option<usize> {
    let (from, to): (Vec<char>, Vec<char>) =
        (from.to_ascii_lowercase().chars().collect(), to.to_ascii_lowercase().chars().collect());
    if from.len().abs_diff(to.len()) > most {
        return None;
    }
    let mut rows = vec![vec![0; to.len() + 1]; from.len() + 1];
    for i in 0..=from.len() {
        for j in 0..=to.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let same = from[i - 1] == to[j - 1];
                let changed = rows[i - 1][j - 1] + usize::from(!same);
                let best = changed.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                let swapped =
                    i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
                if swapped { best.min(rows[i - 2][j - 2] + 1) } else { best }
            };
        }
    }
    Some(rows[from.len()][to.len()]).filter(|edits| *edits <= most)
}
