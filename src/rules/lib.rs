//! Behaviors as text: a rule is a few readable lines that steer units.
//!
//! [`Rule::parse`] parses a text into a checked and typed [tree], or returns an error with line,
//! column and the likely intention. The [canonical text](Rule::text), the
//! [dependencies](Dependencies) and the executed code are derived from the tree. This crate does
//! not depend on the engine; [`words`] has the meaning of each word.
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
pub mod names;
pub mod near;
pub mod numbers;
mod parser;
mod print;
pub mod quote;
mod reference;
mod simplify;
pub mod tree;
pub mod words;

pub use aims::{Aim, AimVectorKind};
pub use dependencies::{Dependencies, group_names, site_names};
pub use error::{RuleError, Span, TextPosition};
pub use print::symbol_of;
pub use print::{
    DocumentedNumber, FieldOfView, FormulaNames, GroupRules, Language, PrintedForce,
    StoppingDistance, ViewShape, WeightedRule,
};
pub use reference::language_reference;
pub use tree::Rule;

/// Maximum length of a rule's text, characters.
pub const MAX_CHARACTERS: usize = 2000;
/// Maximum length of a rule's text, lines.
pub const MAX_LINES: usize = 100;
/// Maximum number of operations in a rule; an operation that is computed for each member of a set
/// counts once.
pub const MAX_OPERATIONS: usize = 400;
/// Maximum number of parameters that a rule declares itself.
pub const MAX_PARAMS: usize = 12;
/// Maximum number of values that a unit remembers for a rule.
pub const MAX_MEMORIES: usize = 8;
/// Maximum nesting of brackets, conditions and signs in an expression.
pub const MAX_NESTING: usize = 40;

impl Rule {
    /// Parses the text of a rule.
    ///
    /// # Errors
    ///
    /// The first error in the text. No text causes a panic.
    pub fn parse(text: &str) -> Result<Self, RuleError> {
        parser::parse(text, &[])
    }

    /// Parses the text of a rule. `given`: parameters that the text uses without declaring them.
    ///
    /// # Errors
    ///
    /// The first error in the text.
    pub fn parse_with(text: &str, given: &[tree::RuleParam]) -> Result<Self, RuleError> {
        parser::parse(text, given)
    }
}

impl tree::TextMeasure {
    /// Parses the text of a measure: `measure along "Along the goal"` and a line `be mean(i in all:
    /// dot(i.heading, unit(goal.place - i.place)))`.
    ///
    /// # Errors
    ///
    /// The first error in the text.
    pub fn parse(text: &str) -> Result<Self, RuleError> {
        parser::parse_measure(text)
    }
}

#[cfg(test)]
mod tests;
