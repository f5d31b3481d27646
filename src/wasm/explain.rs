//! Formulas of parameters, as the page gets them.

use super::{Simulation, to_js};
use flockwright_lab::insight::explain::{Explanation, Term, explain, explain_text};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// The formula of a parameter and what its symbols mean.
#[derive(Serialize, Tsify)]
struct FormulaInfo {
    /// What stands for the parameter.
    symbol: &'static str,
    /// Plain text: `_` before an index, `^` before an exponent, words between quotation marks, `;`
    /// between lines.
    formula: String,
    /// The parameter itself comes first. `param` is the id of a parameter, -1 for what is none.
    terms: Vec<TermInfo>,
}

#[derive(Serialize, Tsify)]
struct TermInfo {
    symbol: String,
    means: String,
    /// -1 for what is no parameter.
    #[tsify(type = "ParamId")]
    param: i32,
}

fn info(explained: Option<Explanation>) -> JsValue {
    let Some(Explanation { symbol, formula, terms }) = explained else { return JsValue::UNDEFINED };
    let term = |Term { symbol, means, param }: Term| TermInfo {
        symbol,
        means: means.into_owned(),
        param: param.map_or(-1, |id| id as i32),
    };
    let (formula, terms) = (formula.into_owned(), terms.into_iter().map(term).collect());
    to_js(&FormulaInfo { symbol, formula, terms })
}

#[wasm_bindgen]
impl Simulation {
    /// The formula of a parameter.
    #[wasm_bindgen(unchecked_return_type = "FormulaInfo | undefined")]
    pub fn explain(&self, #[wasm_bindgen(unchecked_param_type = "ParamId")] id: usize) -> JsValue {
        info(explain(&self.run, id))
    }

    /// The formula of a text parameter.
    #[wasm_bindgen(js_name = explainText, unchecked_return_type = "FormulaInfo | undefined")]
    pub fn explain_text(
        &self,
        #[wasm_bindgen(unchecked_param_type = "TextId")] id: usize,
    ) -> JsValue {
        info(explain_text(&self.run, id))
    }
}
