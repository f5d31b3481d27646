//! Parameters and text parameters of a run for the page, and the regions that they determine.

use super::Simulation;
use super::objects::*;
use super::to_js;
use flockwright::engine::group::UnitRegion;
use flockwright::schema::{PlainControl, ValueKind};
use flockwright::session::events::Event;
use flockwright::session::run::RunTextParam;
use js_sys::{Float32Array, Uint8Array};
use wasm_bindgen::prelude::*;

/// TypeScript types of ids, which index the run's parameters and not [`Simulation::params`], which
/// skips absent ones: types of their own keep the two apart.
#[wasm_bindgen(typescript_custom_section)]
const PARAM_ID_TYPES: &str = "declare const ofWhat: unique symbol;
/** Id of a parameter, valid as long as its run is open. */
export type ParamId = number & { readonly [ofWhat]: 'parameter' };
/** Id of a text parameter, valid as long as its run is open. */
export type TextId = number & { readonly [ofWhat]: 'text' };
/** One number per parameter, by the id of the parameter. */
export interface PerParam { readonly [id: ParamId]: number }";

#[wasm_bindgen]
impl Simulation {
    /// All present parameters with their values, in the order of the panel; those of removed groups
    /// and behaviors are skipped. An id means the same parameter as long as the run is open.
    #[wasm_bindgen(unchecked_return_type = "ParamInfo[]")]
    pub fn params(&self) -> JsValue {
        let infos: Vec<ParamInfo> = self
            .run
            .params()
            .iter()
            .enumerate()
            .filter(|(_, param)| param.is_present)
            .map(|(id, param)| {
                let spec = param.spec;
                let (scope, scope_label) = self.run.scope_of(param);
                let choices = match spec.kind {
                    ValueKind::Choice(choices) => choices,
                    _ => &[],
                };
                ParamInfo {
                    id,
                    key: &param.key,
                    scope,
                    scope_label,
                    section: spec.section,
                    label: spec.label,
                    unit: spec.unit,
                    kind: spec.kind.into(),
                    min: spec.min,
                    max: spec.max,
                    step: spec.step,
                    log: spec.logarithmic,
                    default: param.default,
                    value: self.run.get(id),
                    visible: self.run.is_visible(id),
                    shapes: match spec.shapes_flock {
                        true if self.run.is_of_obstacle_behavior(param) => "around obstacles",
                        true => "anywhere",
                        false => "",
                    },
                    doc: spec.doc,
                    source: spec.source,
                    plain: spec.plain_control.map(|plain| PlainInfo {
                        label: plain.label(),
                        place: plain as usize,
                        root: spec.root,
                    }),
                    words: [
                        spec.plain_control.map_or("", PlainControl::search_words),
                        spec.search_words,
                        spec.paper_name.map_or("", |alias| alias.key),
                    ]
                    .join(" "),
                    choices: choices
                        .iter()
                        .map(|c| ChoiceInfo { key: c.key, label: c.label, doc: c.description })
                        .collect(),
                }
            })
            .collect();
        to_js(&infos)
    }

    /// Counter that grows when parameters or texts are added or removed. In between, only values
    /// and visibility in [`params`](Self::params) and [`texts`](Self::texts) change.
    pub fn listing(&self) -> u32 {
        self.run.param_list_version()
    }

    /// Value of each parameter at present, by id.
    #[wasm_bindgen(unchecked_return_type = "PerParam")]
    pub fn values(&self) -> Float32Array {
        let values: Vec<f32> = (0..self.run.params().len()).map(|id| self.run.get(id)).collect();
        Float32Array::from(values.as_slice())
    }

    pub fn get(&self, #[wasm_bindgen(unchecked_param_type = "ParamId")] id: usize) -> f32 {
        self.run.get(id)
    }

    /// Validates and sets a parameter; returns its new value, also if the change still waits in the
    /// queue.
    pub fn set(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "ParamId")] id: usize,
        value: f32,
    ) -> f32 {
        let wanted = self.run.params().get(id).filter(|param| param.is_present);
        let wanted = wanted.and_then(|param| param.spec.validate(value));
        // Setting a parameter cannot fail, since numbers out of range are clamped.
        let _ = self.timeline.input(&mut self.run, Event::Param { id, value });
        wanted.unwrap_or_else(|| self.run.get(id))
    }

    /// Sets a parameter by its key in links; returns its value, or undefined for an unknown key.
    #[wasm_bindgen(js_name = setKey)]
    pub fn set_key(&mut self, key: &str, value: f32) -> Option<f32> {
        let id = self.run.require_param(key).ok()?;
        Some(self.set(id, value))
    }

    /// Makes the changes that the scene suggests, or takes them back.
    #[wasm_bindgen(js_name = tryIt)]
    pub fn try_it(&mut self, on: bool) {
        for event in self.run.suggested_change_events(on) {
            // This cannot fail: the values are those of the scene itself.
            let _ = self.input(event);
        }
    }

    /// Caption of the run, a sentence about its visible effect.
    #[wasm_bindgen(unchecked_return_type = "CaptionInfo")]
    pub fn caption(&self) -> JsValue {
        let caption = self.run.caption();
        to_js(&CaptionInfo {
            see: caption.visible_effect,
            changes: caption.change_count,
            act: self.run.suggestion_label(),
            tried: caption.are_suggested_changes_made,
            of_source: caption.is_of_source,
        })
    }

    /// For each parameter: 1 if it has an effect at present, else 0.
    #[wasm_bindgen(unchecked_return_type = "PerParam")]
    pub fn visibility(&self) -> Uint8Array {
        let flags: Vec<u8> =
            (0..self.run.params().len()).map(|id| u8::from(self.run.is_visible(id))).collect();
        Uint8Array::from(flags.as_slice())
    }

    /// All present text parameters with their values, in the order of the panel.
    #[wasm_bindgen(unchecked_return_type = "TextInfo[]")]
    pub fn texts(&self) -> JsValue {
        let texts = self.run.texts().iter().enumerate().filter(|(_, text)| text.is_present);
        to_js(&texts.map(|(id, text)| self.text_info(id, text)).collect::<Vec<_>>())
    }

    /// Validates and sets a text parameter; returns the text in force, and the error if any.
    #[wasm_bindgen(js_name = setText, unchecked_return_type = "TextChange")]
    pub fn set_text(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "TextId")] id: usize,
        text: &str,
    ) -> JsValue {
        let error = self.input(Event::Text { id, text: text.into() }).err().unwrap_or_default();
        to_js(&TextChange { text: self.run.text(id), error })
    }

    /// Region around a unit that a parameter determines, such as a field of view, in the unit's
    /// frame; undefined if it determines none.
    #[wasm_bindgen(unchecked_return_type = "ShapeInfo | undefined")]
    pub fn shape(&self, #[wasm_bindgen(unchecked_param_type = "ParamId")] id: usize) -> JsValue {
        match self.run.region_of_param(id) {
            None => JsValue::UNDEFINED,
            Some(UnitRegion::Sector { radius, half_angle }) => {
                to_js(&ShapeInfo::Sector { radius, half_angle })
            }
            Some(UnitRegion::Feelers { length: reach, side_angle: spread, count }) => {
                to_js(&ShapeInfo::Feelers { reach, spread, count })
            }
        }
    }
}

impl Simulation {
    fn text_info<'a>(&'a self, id: usize, text: &'a RunTextParam) -> TextInfo<'a> {
        let spec = text.spec;
        let group = self.run.world.groups().get(text.group);
        let (scope, scope_label) = group.map_or(("", ""), |group| (group.key, group.label));
        TextInfo {
            id,
            key: &text.key,
            scope,
            scope_label,
            section: spec.section,
            label: spec.label,
            default: &text.default,
            value: self.run.text(id),
            doc: spec.doc,
            source: spec.source,
            presets: spec
                .presets
                .iter()
                .map(|preset| PresetInfo { label: preset.label, text: preset.text })
                .collect(),
            sites: spec
                .is_site
                .then(|| self.run.layout().sites.iter().map(|site| site.name.as_str()).collect()),
            matters: self.run.is_text_visible(id),
        }
    }
}
