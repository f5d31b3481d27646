//! Errors in the text of a rule, with their positions.

use std::fmt;

/// First error in the text of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// Position of the first character of the wrong part.
    pub position: TextPosition,
    /// Length of the wrong part, characters, at least 1.
    pub length: u32,
    /// Description of the error, without a full stop.
    pub message: String,
    /// Text that was likely intended in place of the wrong part, if there is one.
    pub suggestion: Option<String>,
}

/// Position in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextPosition {
    /// Line of the text, counted from 1.
    pub line: u32,
    /// Column in characters, counted from 1.
    pub column: u32,
}

/// Part of a text within one line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Position in the text of the part's first character.
    pub start: TextPosition,
    /// Length of the part of the text, characters.
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
