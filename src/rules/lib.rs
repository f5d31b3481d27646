//! Behaviors as text: a rule is a few lines that a person can read, and that run.
//!
//! [`Rule::parse`] makes a checked and typed [tree] of a text, or says in which line and column
//! it makes no sense and what was likely meant. What derives from a rule reads the tree: the
//! [canonical text](Rule::text), what it [heeds](Heeds), and whatever runs it. This room knows no
//! engine; the meaning of each word is told in [`words`].
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

mod aims;
mod error;
mod format;
mod heeds;
mod lexer;
pub mod near;
pub mod numbers;
mod parser;
mod print;
pub mod quote;
mod standing;
#[doc(hidden)]
pub mod tree;
#[doc(hidden)]
pub mod words;

#[doc(hidden)]
pub use aims::{Aim, AimAt};
pub use error::{Place, RuleError, Span};
#[doc(hidden)]
pub use heeds::Heeds;
pub use print::symbol_of;
#[doc(hidden)]
pub use print::{Declared, Force, Grouped, Language, Looking, Names, Sight, Term};
pub use tree::Rule;

/// A text has at most so many characters.
pub const MAX_CHARACTERS: usize = 2000;
/// A text has at most so many lines.
pub const MAX_LINES: usize = 100;
/// A rule computes at most so many values, those for each member of a set counted once.
pub const MAX_OPERATIONS: usize = 400;
/// A rule has at most so many parameters of its own.
pub const MAX_PARAMS: usize = 12;
/// A unit remembers at most so many values of a rule.
pub const MAX_KEEPS: usize = 8;
/// Brackets, conditions and signs are nested at most so deeply.
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

#[cfg(test)]
mod tests;
