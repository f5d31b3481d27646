//! Diagnosis for the page: symptoms of a run that detectors have found, and fixes.

use super::shared::PointInfo;
use super::{Simulation, to_js};
use flockwright_lab::insight::diagnosis::{Diagnosis, Finding};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// Finding: a symptom that a detector has found in a group.
#[derive(Serialize, Tsify)]
struct FindingInfo {
    /// Key of the detector that made the finding.
    key: &'static str,
    title: &'static str,
    /// One sentence that describes the symptom.
    says: &'static str,
    /// Key of the group; `label` is its name.
    group: &'static str,
    label: &'static str,
    /// Tick at which the finding began.
    since: f64,
    /// Ids of up to eight affected units, the worst first.
    units: Vec<usize>,
    /// Number of units with the symptom, among the `watched` units of the group.
    ill: usize,
    watched: usize,
    /// Position of the unit with the strongest symptom, u.
    place: PointInfo,
    /// Label of the behavior that is suspected as the cause; undefined if none is.
    #[tsify(optional)]
    culprit: Option<&'static str>,
    /// Proposed fix: a parameter's id and its new value; undefined if there is none.
    #[tsify(optional)]
    fix: Option<FixInfo>,
}

#[derive(Serialize, Tsify)]
struct FixInfo {
    #[tsify(type = "ParamId")]
    param: usize,
    value: f32,
}

#[wasm_bindgen]
impl Simulation {
    /// Switches diagnosis on or off. While on, the page calls `diagnoseTick` after every tick.
    #[wasm_bindgen(js_name = setDiagnosing)]
    pub fn set_diagnosing(&self, on: bool) {
        let mut diagnosis = self.diagnosis.borrow_mut();
        if on != diagnosis.is_some() {
            *diagnosis = on.then(Diagnosis::default);
        }
    }

    /// Diagnoses the state after the last tick, if diagnosis is on.
    #[wasm_bindgen(js_name = diagnoseTick)]
    pub fn diagnose_tick(&self) {
        if let Some(diagnosis) = &mut *self.diagnosis.borrow_mut() {
            diagnosis.observe(&self.run);
        }
    }

    /// Number of present findings; cheap enough for every frame.
    #[wasm_bindgen(js_name = findingCount)]
    pub fn finding_count(&self) -> usize {
        self.diagnosis.borrow().as_ref().map_or(0, |diagnosis| diagnosis.finding_count(&self.run))
    }

    /// All present findings.
    #[wasm_bindgen(unchecked_return_type = "FindingInfo[]")]
    pub fn findings(&self) -> JsValue {
        let findings = match &*self.diagnosis.borrow() {
            Some(diagnosis) => diagnosis.findings(&self.run),
            None => Vec::new(),
        };
        let info = |finding: Finding| {
            let group = self.run.world.groups().get(finding.group);
            FindingInfo {
                key: finding.info.key,
                title: finding.info.title,
                says: finding.info.sentence,
                group: group.map_or("", |group| group.key),
                label: group.map_or("", |group| group.label),
                since: finding.since as f64,
                units: finding.affected_units,
                ill: finding.affected_count,
                watched: finding.watched_count,
                place: finding.position.into(),
                culprit: finding.culprit_label,
                fix: finding.fix.map(|fix| FixInfo { param: fix.param, value: fix.value }),
            }
        };
        to_js(&findings.into_iter().map(info).collect::<Vec<_>>())
    }
}
