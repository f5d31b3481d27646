//! Rules as code of the languages that games are written in, and as formulas.
//!
//! [`Force::print`] makes one file of the rules of a run: a function for each rule, and the few helpers
//! that these use. [`assemble`] shares rules between groups and collects constants; [`lower`] turns a rule
//! into a typed tree of [`code`]; a [`Writer`] per language writes the tree; [`layout`] breaks its lines.
//! Names of the text stay, in the spelling of the language; one that means something else there gets a `_`
//! behind it. No text of a person ends its comment or its string.

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

pub use force::{Braking, Declared, FieldOfView, Force, Grouped, Sight, Term};
pub use formula::{Names, symbol_of};

use gdscript::GDScript;
use script::Script;
use writer::Writer;

/// A language that rules are printed in.
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

    /// The language with a key.
    ///
    /// # Errors
    /// A sentence with the keys that there are, or with the library to use in a language that has one.
    pub fn from_key(key: &str) -> Result<Self, String> {
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

    /// Its key in commands and on the page.
    pub fn key(self) -> &'static str {
        match self {
            Self::TypeScript => "typescript",
            Self::JavaScript => "javascript",
            Self::GDScript => "gdscript",
        }
    }

    /// Its name for people.
    pub fn label(self) -> &'static str {
        match self {
            Self::TypeScript => "TypeScript",
            Self::JavaScript => "JavaScript",
            Self::GDScript => "Godot (GDScript)",
        }
    }

    /// Extension of its files, without a dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::TypeScript => "ts",
            Self::JavaScript => "js",
            Self::GDScript => "gd",
        }
    }

    fn writer(self) -> &'static dyn Writer {
        match self {
            Self::TypeScript => &Script { is_typed: true },
            Self::JavaScript => &Script { is_typed: false },
            Self::GDScript => &GDScript,
        }
    }
}

#[cfg(test)]
mod tests;
