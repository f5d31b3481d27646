//! Rules as code of other languages.

use crate::rules::{Language, Names, Rule};
use wasm_bindgen::prelude::*;

/// A rule as a function of a language. `function`, `weight` and `params` are what the program calls
/// it and the numbers of its group.
///
/// # Errors
/// What makes no sense in the text, or that there is no such language.
#[wasm_bindgen(js_name = printRule)]
pub fn print_rule(
    text: &str,
    language: &str,
    function: String,
    weight: String,
    params: Vec<String>,
) -> Result<String, JsError> {
    let rule = Rule::parse(text).map_err(|error| JsError::new(&error.to_string()))?;
    let known = Language::ALL.into_iter().find(|known| known.key() == language);
    let Some(language) = known else {
        return Err(JsError::new(&format!("no rule is printed in '{language}'")));
    };
    let params = rule
        .names(language)
        .params
        .into_iter()
        .enumerate()
        .map(|(at, own)| params.get(at).cloned().unwrap_or(own));
    let params = params.collect();
    Ok(rule.print(language, &Names { function, weight, params }))
}
