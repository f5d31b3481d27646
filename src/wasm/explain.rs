//! Formulas of parameters as plain objects for the page, with the meanings of their symbols.

use super::{Simulation, to_js};
use flockwright_lab::insight::explain::{
    FormulaExplanation, FormulaTerm, explain_param, explain_text,
};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// Formula of a parameter with the meaning of its symbols.
#[derive(Serialize, Tsify)]
struct FormulaInfo {
    /// Symbol of the parameter in the formula.
    symbol: &'static str,
    /// Formula as text: `_` before a subscript, `^` before an exponent, words in quotation
    /// marks, `;` between lines.
    formula: String,
    /// Symbols of the formula, the parameter's own first.
    terms: Vec<TermInfo>,
}

#[derive(Serialize, Tsify)]
struct TermInfo {
    symbol: String,
    means: String,
    /// Id of the parameter that the symbol stands for; -1 if it stands for none.
    #[tsify(type = "ParamId")]
    param: i32,
}

fn formula_info(explained: Option<FormulaExplanation>) -> JsValue {
    let Some(FormulaExplanation { symbol, formula, terms }) = explained else {
        return JsValue::UNDEFINED;
    };
    let term = |FormulaTerm { symbol, meaning, param }: FormulaTerm| TermInfo {
        symbol,
        means: meaning.into_owned(),
        param: param.map_or(-1, |id| id as i32),
    };
    let (formula, terms) = (formula.into_owned(), terms.into_iter().map(term).collect());
    to_js(&FormulaInfo { symbol, formula, terms })
}

#[wasm_bindgen]
impl Simulation {
    /// Formula of a parameter, which may be empty; undefined if there is no such parameter.
    #[wasm_bindgen(unchecked_return_type = "FormulaInfo | undefined")]
    pub fn explain(&self, #[wasm_bindgen(unchecked_param_type = "ParamId")] id: usize) -> JsValue {
        formula_info(explain_param(&self.run, id))
    }

    /// Formula of a text parameter, which may be empty; undefined if there is no such text.
    #[wasm_bindgen(js_name = explainText, unchecked_return_type = "FormulaInfo | undefined")]
    pub fn explain_text(
        &self,
        #[wasm_bindgen(unchecked_param_type = "TextId")] id: usize,
    ) -> JsValue {
        formula_info(explain_text(&self.run, id))
    }
}
