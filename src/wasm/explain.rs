//! Formulas and diagrams of parameters, as the page gets them.

use super::{Simulation, to_js};
use crate::insight::explain::{Explanation, Term, explain, explain_text};
use crate::insight::response::{Response, operating_points, response};
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[derive(Serialize)]
struct FormulaInfo {
    symbol: &'static str,
    formula: &'static str,
    terms: Vec<TermInfo>,
}

#[derive(Serialize)]
struct TermInfo {
    symbol: &'static str,
    means: &'static str,
    /// -1 for what is no parameter.
    param: i32,
}

#[derive(Serialize)]
struct ResponseInfo {
    to: &'static str,
    over: &'static str,
    reads: &'static str,
    reach: f32,
    xs: Vec<f32>,
    now: Vec<f32>,
    base: Vec<f32>,
    marks: Vec<f32>,
}

fn info(explained: Option<Explanation>) -> JsValue {
    let Some(Explanation { symbol, formula, terms }) = explained else { return JsValue::UNDEFINED };
    let term = |Term { symbol, means, param }: Term| TermInfo {
        symbol,
        means,
        param: param.map_or(-1, |id| id as i32),
    };
    to_js(&FormulaInfo { symbol, formula, terms: terms.into_iter().map(term).collect() })
}

#[wasm_bindgen]
impl Simulation {
    /// The formula of a parameter.
    #[wasm_bindgen(unchecked_return_type = "FormulaInfo | undefined")]
    pub fn explain(&self, id: usize) -> JsValue {
        info(explain(&self.run, id))
    }

    /// The formula of a text parameter.
    #[wasm_bindgen(js_name = explainText, unchecked_return_type = "FormulaInfo | undefined")]
    pub fn explain_text(&self, id: usize) -> JsValue {
        info(explain_text(&self.run, id))
    }

    /// The diagram of a parameter, of about `samples` samples; undefined where it has none.
    #[wasm_bindgen(unchecked_return_type = "ResponseInfo | undefined")]
    pub fn response(&self, id: usize, samples: usize) -> JsValue {
        match response(&self.run, id, samples) {
            None => JsValue::UNDEFINED,
            Some(Response { answer, xs, now, base, marks }) => to_js(&ResponseInfo {
                to: answer.to.key(),
                over: answer.over.key(),
                reads: answer.reads.key(),
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
    pub fn operating_points(&mut self, id: usize, unit: usize) -> Vec<f32> {
        let points = operating_points(&self.run, &mut self.observer, id, unit);
        points.into_iter().flatten().collect()
    }
}
