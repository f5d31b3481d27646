//! Errors in the text of a rule, with their places.

use std::fmt;

/// The first error in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// Place of its first character.
    pub position: TextPosition,
    /// Length of the wrong part, characters, at least 1.
    pub length: u32,
    /// Description without a full stop.
    pub message: String,
    /// The likely intention, as text to put in place of the wrong part.
    pub suggestion: Option<String>,
}

/// A place in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextPosition {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// A part of one line of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Place of its first character.
    pub start: TextPosition,
    /// Length in characters.
    pub length: u32,
}

impl RuleError {
    pub(super) fn new(span: Span, what: impl Into<String>) -> Self {
        Self {
            position: span.start,
            length: span.length.max(1),
            message: what.into(),
            suggestion: None,
        }
    }

    pub(super) fn with_suggestion(self, meant: Option<&str>) -> Self {
        Self { suggestion: meant.map(str::to_string), ..self }
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.position.line, self.position.column, self.message
        )?;
        match &self.suggestion {
            Some(meant) => write!(f, "; did you mean '{meant}'?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for RuleError {}
