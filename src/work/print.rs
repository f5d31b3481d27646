//! Prints the steering forces of a run as source code for games.

use crate::{throw_error, to_js};
use flockwright::Run;
use flockwright::rules::Language;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// Programming language in which forces are printed.
#[derive(Serialize, Tsify)]
struct ForceLanguage {
    key: &'static str,
    label: &'static str,
    /// Extension of the language's source files, without a dot.
    extension: &'static str,
}

/// Languages that `printForce` accepts.
#[wasm_bindgen(js_name = forceLanguages, unchecked_return_type = "ForceLanguage[]")]
pub fn force_languages() -> JsValue {
    to_js(&Language::ALL.map(|one| ForceLanguage {
        key: one.key(),
        label: one.label(),
        extension: one.extension(),
    }))
}

/// Prints the steering forces of a run, given by its link, as one source file in a language, given
/// by its key.
///
/// # Errors
/// The language is unknown.
#[wasm_bindgen(js_name = printForce)]
pub fn print_force(link: &str, language: &str) -> Result<String, JsValue> {
    let language = throw_error(Language::language_from_key(language))?;
    Ok(Run::open(link).0.print_force(language))
}
