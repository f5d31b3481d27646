//! What is wrong with the run, as the page gets it.

use super::objects::PointInfo;
use super::{Simulation, to_js};
use crate::insight::diagnosis::{Diagnosis, Finding};
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[derive(Serialize)]
struct FindingInfo {
    key: &'static str,
    title: &'static str,
    says: &'static str,
    group: &'static str,
    label: &'static str,
    since: f64,
    units: Vec<usize>,
    ill: usize,
    watched: usize,
    place: PointInfo,
    culprits: Vec<&'static str>,
    fix: Option<FixInfo>,
}

#[derive(Serialize)]
struct FixInfo {
    param: usize,
    value: f32,
}

#[wasm_bindgen]
impl Simulation {
    /// Whether detectors look at the run after every tick.
    #[wasm_bindgen(js_name = setDiagnosing)]
    pub fn set_diagnosing(&mut self, on: bool) {
        if on != self.watch.diagnosis.is_some() {
            self.watch.diagnosis = on.then(Diagnosis::default);
        }
    }

    /// How many findings there are now: cheap enough for every frame.
    #[wasm_bindgen(js_name = findingCount)]
    pub fn finding_count(&self) -> usize {
        self.watch.diagnosis.as_ref().map_or(0, Diagnosis::count)
    }

    /// All that is wrong now.
    #[wasm_bindgen(unchecked_return_type = "FindingInfo[]")]
    pub fn findings(&self) -> JsValue {
        let findings = match &self.watch.diagnosis {
            Some(diagnosis) => diagnosis.findings(&self.run),
            None => Vec::new(),
        };
        let info = |finding: Finding| {
            let group = self.run.world.groups().get(finding.group);
            FindingInfo {
                key: finding.info.key,
                title: finding.info.title,
                says: finding.info.says,
                group: group.map_or("", |group| group.key),
                label: group.map_or("", |group| group.label),
                since: finding.since as f64,
                units: finding.units,
                ill: finding.ill,
                watched: finding.watched,
                place: finding.place.into(),
                culprits: finding.culprits.into_iter().filter(|name| !name.is_empty()).collect(),
                fix: finding.fix.map(|fix| FixInfo { param: fix.param, value: fix.value }),
            }
        };
        to_js(&findings.into_iter().map(info).collect::<Vec<_>>())
    }
}
