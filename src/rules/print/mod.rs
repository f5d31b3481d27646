//! Prints rules as code of the languages that games are written in, and as formulas.
//!
//! [`PrintedForce::print`] makes one file from the rules of a run, with a function for each rule
//! and the helpers that these use. [`assemble`] shares rules between groups and collects constants;
//! [`lower`] turns a rule into a typed tree of [`code`]; a [`Writer`] per language writes the tree;
//! [`layout`] breaks its lines. Names of the rule's text are kept in the spelling of the language;
//! a name that is reserved there gets a trailing `_`. Texts of the user cannot end a comment or a
//! string.

mod assemble;
mod choices;
mod code;
mod force;
mod formula;
mod gdscript;
mod layout;
mod lower;

mod names;
mod script;
mod writer;

pub use force::{
    DocumentedNumber, FieldOfView, GroupRules, PrintedForce, StoppingDistance, ViewShape,
    WeightedRule,
};
pub use formula::{FormulaNames, symbol_of};

use gdscript::GDScriptWriter;
use script::ScriptWriter;
use writer::Writer;

/// Programming language in which rules can be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "their names say it")]
pub enum Language {
    TypeScript,
    JavaScript,
    GDScript,
}

impl Language {
    /// All languages, in the order in which lists show them.
    pub const ALL: [Self; 3] = [Self::TypeScript, Self::JavaScript, Self::GDScript];

    /// Language with this key.
    ///
    /// # Errors
    ///
    /// A sentence, if there is none: it lists all keys, or names the library to use in a language
    /// that has one.
    pub fn language_from_key(key: &str) -> Result<Self, String> {
        let keys = Self::ALL.map(Self::key).join(", ");
        let library = match key.to_ascii_lowercase().as_str() {
            "python" => Some(("Python", "the package flockwright runs the rules themselves")),
            "csharp" | "c#" | "cs" => {
                Some(("C#", "the C library runs the rules themselves, from src/c/Flockwright.cs"))
            }
            _ => None,
        };
        let found = Self::ALL.into_iter().find(|language| language.key() == key);
        found.ok_or_else(|| match library {
            Some((language, hint)) => {
                format!(
                    "Rules are no longer printed in {language}: {hint}. They are printed in {keys}."
                )
            }
            None => format!("No rule is printed in '{key}'. Rules are printed in {keys}."),
        })
    }

    /// Key of the language in commands and on the page.
    pub fn key(self) -> &'static str {
        match self {
            Self::TypeScript => "typescript",
            Self::JavaScript => "javascript",
            Self::GDScript => "gdscript",
        }
    }

    /// Name of the language on the page.
    pub fn label(self) -> &'static str {
        match self {
            Self::TypeScript => "TypeScript",
            Self::JavaScript => "JavaScript",
            Self::GDScript => "Godot (GDScript)",
        }
    }

    /// Extension of the language's files, without a dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::TypeScript => "ts",
            Self::JavaScript => "js",
            Self::GDScript => "gd",
        }
    }

    fn writer(self) -> &'static dyn Writer {
        match self {
            Self::TypeScript => &ScriptWriter { is_typed: true },
            Self::JavaScript => &ScriptWriter { is_typed: false },
            Self::GDScript => &GDScriptWriter,
        }
    }
}

#[cfg(test)]
mod tests;
