//! Parameters and text parameters of a run.

use super::{Simulation, to_js};
use flockwright::schema::ValueKind;
use flockwright::session::events::Event;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// Parameter with its present value.
#[derive(Serialize, Tsify)]
struct ParamInfo<'a> {
    /// Id of the parameter, which stays the same while the run is open.
    id: usize,
    /// Key of the parameter in links, unique within the run.
    key: &'a str,
    section: &'static str,
    label: &'static str,
    unit: &'static str,
    #[tsify(type = "\"number\" | \"integer\" | \"switch\" | \"choice\" | \"text\"")]
    kind: &'static str,
    min: f32,
    max: f32,
    /// Value of the parameter in the unchanged scene.
    default: f32,
    value: f32,
    doc: &'static str,
    source: &'static str,
    /// Options of a choice, whose value is the index of an option; empty for other kinds.
    choices: Vec<&'static str>,
    /// Value of a text parameter; empty for other kinds.
    text: String,
}

#[wasm_bindgen]
impl Simulation {
    /// All present parameters and text parameters with their values.
    #[wasm_bindgen(unchecked_return_type = "ParamInfo[]")]
    pub fn params(&self) -> JsValue {
        let params = self.run().params().iter().enumerate().filter(|(_, param)| param.is_present);
        let params = params.map(|(id, param)| {
            let spec = param.spec;
            let (kind, choices) = match spec.kind {
                ValueKind::Float => ("number", &[][..]),
                ValueKind::Int => ("integer", &[][..]),
                ValueKind::Bool => ("switch", &[][..]),
                ValueKind::Choice(choices) => ("choice", choices),
            };
            ParamInfo {
                id,
                key: &param.key,
                section: spec.section,
                label: spec.label,
                unit: spec.unit,
                kind,
                min: spec.min,
                max: spec.max,
                default: param.default,
                value: self.run().get(id),
                doc: spec.doc,
                source: spec.source,
                choices: choices.iter().map(|choice| choice.key).collect(),
                text: String::new(),
            }
        });
        let texts = self.run().texts().iter().enumerate().filter(|(_, text)| text.is_present);
        let texts = texts.map(|(id, text)| ParamInfo {
            id,
            key: &text.key,
            section: text.spec.section,
            label: text.spec.label,
            unit: "",
            kind: "text",
            min: 0.0,
            max: 0.0,
            default: 0.0,
            value: 0.0,
            doc: text.spec.doc,
            source: text.spec.source,
            choices: Vec::new(),
            text: self.run().text(id),
        });
        to_js(&params.chain(texts).collect::<Vec<_>>())
    }

    /// Counter that grows when parameters or texts are added or removed.
    pub fn listing(&self) -> u32 {
        self.run().param_list_version()
    }

    pub fn get(&self, id: usize) -> f32 {
        self.run().get(id)
    }

    /// Validates and sets a parameter; returns its value afterwards.
    pub fn set(&mut self, id: usize, value: f32) -> f32 {
        // Setting a parameter cannot fail, since numbers out of range are clamped.
        let _ = self.input(Event::Param { id, value });
        self.run().get(id)
    }

    pub fn text(&self, id: usize) -> String {
        self.run().text(id)
    }

    /// Validates and sets a text parameter. Throws an error with a message if the text is invalid.
    #[wasm_bindgen(js_name = setText)]
    pub fn set_text(&mut self, id: usize, text: &str) -> Result<(), JsError> {
        self.input(Event::Text { id, text: text.into() }).map_err(|what| JsError::new(&what))
    }
}
