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
