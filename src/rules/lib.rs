//! Behaviors as text: a rule is a few lines that a person can read, and that run.
//!
//! [`Rule::parse`] makes a checked and typed [tree] of a text, or says in which line and column
//! it makes no sense and what was likely meant. What derives from a rule reads the tree: the
//! [canonical text](Rule::text), what it [depends on](Dependencies), and the code that runs it. This room knows no
//! engine; [`words`] has the meaning of each word.
//!
//! ```
//! use flockwright_rules::Rule;
//!
//! let rule = Rule::parse("param many = 4 in 0..50\nsteer if count(j in view) > many then -1 else 0")?;
//! assert_eq!(rule.params[0].name, "many");
//!
//! let error = Rule::parse("steer seek(goal.ofset)").unwrap_err();
//! assert_eq!(error.to_string(), "line 1, column 17: 'goal' has no 'ofset'; did you mean 'offset'?");
//! # Ok::<(), flockwright_rules::RuleError>(())
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::string_slice))]

mod aims;
mod dependencies;
mod error;
mod format;
mod lexer;
pub mod near;
pub mod numbers;
mod parser;
mod print;
pub mod quote;
mod reference;
mod standing;
pub mod tree;
pub mod words;

pub use aims::{Aim, AimAt};
pub use dependencies::{Dependencies, group_names};
pub use error::{Place, RuleError, Span};
pub use print::symbol_of;
pub use print::{Braking, Declared, FieldOfView, Force, Grouped, Language, Names, Sight, Term};
pub use reference::reference;
pub use tree::Rule;

/// Largest length of a text, characters.
pub const MAX_CHARACTERS: usize = 2000;
/// Largest length of a text, lines.
pub const MAX_LINES: usize = 100;
/// Largest number of values that a rule computes; those for each member of a set count once.
pub const MAX_OPERATIONS: usize = 400;
/// Largest number of a rule's own parameters.
pub const MAX_PARAMS: usize = 12;
/// Largest number of a rule's values that a unit remembers.
pub const MAX_KEEPS: usize = 8;
/// Deepest nesting of brackets, conditions and signs.
pub const MAX_DEPTH: usize = 40;

impl Rule {
    /// Reads a text.
    ///
    /// # Errors
    /// The first thing that makes no sense. Any text at all gives a rule or an error.
    pub fn parse(text: &str) -> Result<Self, RuleError> {
        parser::parse(text, &[])
    }

    /// Reads a text whose parameters, some or all, are declared elsewhere.
    ///
    /// # Errors
    /// The same.
    pub fn parse_with(text: &str, given: &[tree::Param]) -> Result<Self, RuleError> {
        parser::parse(text, given)
    }
}

impl tree::TextMeasure {
    /// Reads the text of a measure: `measure along "Along the goal"` and a line
    /// `be mean(i in all: dot(i.heading, unit(goal.place - i.place)))`.
    ///
    /// # Errors
    /// The first thing that makes no sense.
    pub fn parse(text: &str) -> Result<Self, RuleError> {
        parser::parse_measure(text)
    }
}

#[cfg(test)]
mod tests;
