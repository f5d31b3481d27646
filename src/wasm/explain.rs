//! Formulas and diagrams of parameters, as the page gets them.

use super::{Simulation, to_js};
use crate::engine::behaviors::{Axis, Reading, Stimulus};
use crate::insight::explain::{Explanation, Term, explain, explain_text};
use crate::insight::response::{Response, operating_points, response};
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

/// How one unit answers to one thing, over its distance, its bearing, the time or the speed.
#[derive(Serialize, Tsify)]
struct ResponseInfo {
    to: Stimulus,
    /// Lengths, radians to starboard, seconds, u/s, force.
    over: Axis,
    reads: Reading,
    /// Where the axis ends. Angles begin at -reach, all else at 0.
    reach: f32,
    xs: Vec<f32>,
    now: Vec<f32>,
    /// With the scene's own value; empty where that is the value now.
    base: Vec<f32>,
    /// Places on the axis that the parameter sets.
    marks: Vec<f32>,
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

    /// The diagram of a parameter, of about `samples` samples; undefined where it has none.
    #[wasm_bindgen(unchecked_return_type = "ResponseInfo | undefined")]
    pub fn response(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ParamId")] id: usize,
        samples: usize,
    ) -> JsValue {
        match response(&self.run, id, samples) {
            None => JsValue::UNDEFINED,
            Some(Response { answer, xs, now, base, marks }) => to_js(&ResponseInfo {
                to: answer.to,
                over: answer.over,
                reads: answer.reads,
                reach: answer.reach,
                xs,
                now,
                base,
                marks,
            }),
        }
    }

    /// Where a unit is on the diagram of a parameter: place on the axis and answer in turn.
    #[wasm_bindgen(js_name = operatingPoints)]
    pub fn operating_points(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "ParamId")] id: usize,
        unit: usize,
    ) -> Vec<f32> {
        let points = operating_points(&self.run, &mut self.observer, id, unit);
        points.into_iter().flatten().collect()
    }
}
