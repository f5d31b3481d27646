//! The force of a run in the languages that games are written in.

use crate::{or_throw, to_js};
use flockwright::Run;
use flockwright::rules::Language;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// A language that the force is printed in.
#[derive(Serialize, Tsify)]
struct ForceLanguage {
    key: &'static str,
    label: &'static str,
    /// Of its files.
    extension: &'static str,
}

/// The languages that `printForce` takes.
#[wasm_bindgen(js_name = forceLanguages, unchecked_return_type = "ForceLanguage[]")]
pub fn force_languages() -> JsValue {
    to_js(&Language::ALL.map(|one| ForceLanguage {
        key: one.key(),
        label: one.label(),
        extension: one.extension(),
    }))
}

/// The force of a unit by the rules of a run, by its link, in a language, by its key: one file for a game.
///
/// # Errors
/// There is no such language.
#[wasm_bindgen(js_name = printForce)]
pub fn print_force(link: &str, language: &str) -> Result<String, JsValue> {
    let language = or_throw(Language::from_key(language))?;
    Ok(Run::open(link).0.print_force(language))
}
