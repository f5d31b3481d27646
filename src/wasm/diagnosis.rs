//! What is wrong with the run, as the page gets it.

use super::shared::PointInfo;
use super::{Simulation, to_js};
use flockwright_lab::insight::diagnosis::{Diagnosis, Finding};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// Something that is wrong with the run.
#[derive(Serialize, Tsify)]
struct FindingInfo {
    /// The detector.
    key: &'static str,
    title: &'static str,
    /// What is wrong, in one plain sentence.
    says: &'static str,
    /// Key and name of the group.
    group: &'static str,
    label: &'static str,
    /// The tick at which it began.
    since: f64,
    /// The ids of up to eight units that show it, the worst first.
    units: Vec<usize>,
    /// How many of the group's watched units show it.
    ill: usize,
    watched: usize,
    /// Where the worst of them is.
    place: PointInfo,
    /// The name of the behavior that is involved.
    #[tsify(optional)]
    culprit: Option<&'static str>,
    /// What to try: a parameter's id, and a value for it.
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
    /// Whether detectors look at the run after every tick.
    #[wasm_bindgen(js_name = setDiagnosing)]
    pub fn set_diagnosing(&self, on: bool) {
        let mut diagnosis = self.diagnosis.borrow_mut();
        if on != diagnosis.is_some() {
            *diagnosis = on.then(Diagnosis::default);
        }
    }

    /// Looks at what the last tick has left, where there is diagnosis.
    #[wasm_bindgen(js_name = diagnoseTick)]
    pub fn diagnose_tick(&self) {
        if let Some(diagnosis) = &mut *self.diagnosis.borrow_mut() {
            diagnosis.observe(&self.run);
        }
    }

    /// How many findings there are now: cheap enough for every frame.
    #[wasm_bindgen(js_name = findingCount)]
    pub fn finding_count(&self) -> usize {
        self.diagnosis.borrow().as_ref().map_or(0, |diagnosis| diagnosis.count(&self.run))
    }

    /// All that is wrong now.
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
                says: finding.info.says,
                group: group.map_or("", |group| group.key),
                label: group.map_or("", |group| group.label),
                since: finding.since as f64,
                units: finding.units,
                ill: finding.ill,
                watched: finding.watched,
                place: finding.place.into(),
                culprit: finding.culprit,
                fix: finding.fix.map(|fix| FixInfo { param: fix.param, value: fix.value }),
            }
        };
        to_js(&findings.into_iter().map(info).collect::<Vec<_>>())
    }
}
