//! Core of the npm package and of the HTML files that the page writes: a run that a program steps,
//! reads in linear memory and changes.
//!
//! Arrays travel as pointers into linear memory (the `*Ptr` methods), everything else as plain
//! objects. No call here panics on any argument.
#![cfg(target_arch = "wasm32")]

mod objects;
mod params;
#[path = "../wasm/shared.rs"]
mod shared;
mod units;

use flockwright::engine::agents::Agents;
use flockwright::internals::compose;
use flockwright::scenes::{SCENES, Scene};
use flockwright::session::embedded::{self, EmbeddedRun, RefusedCall};
use flockwright::session::events::Event;
use flockwright::session::link::first_fault;
use flockwright::session::replay::Recording;
use flockwright::session::run::Run;
use flockwright::session::timeline::Timeline;
use flockwright_lab::insight::observer::ObserverWorkspace;
use objects::{GroupInfo, Scenery};
use shared::to_js;
use std::slice;
use wasm_bindgen::prelude::*;

/// Link of the scene `empty`: 40 units without behaviors, and no scenery.
#[wasm_bindgen(js_name = emptyLink)]
pub fn empty_link() -> String {
    SCENES.iter().find(|scene| scene.key == "empty").map_or(String::new(), Scene::link)
}

/// Sentence that there is no `kind` named `word`; it proposes the most similar one of `names`.
#[wasm_bindgen(js_name = unknownName)]
pub fn unknown_name(kind: &str, word: &str, names: Vec<String>) -> String {
    embedded::unknown_name_message(kind, word, names.iter().map(String::as_str))
}

fn to_js_error(refused: RefusedCall) -> JsError {
    JsError::new(&refused.message)
}

/// A written rule in the form that a group's list of behaviors takes, from the text of the rule.
///
/// # Errors
/// A sentence about what is wrong with the text.
#[wasm_bindgen(js_name = ruleItem)]
pub fn rule_item(text: &str) -> Result<String, JsError> {
    compose::rule_item(text).map(|(_, item)| item).map_err(|why| JsError::new(&why))
}

/// A run that a program controls.
#[wasm_bindgen]
pub struct Simulation {
    embedded: EmbeddedRun,
    notices: Vec<String>,
    observer: ObserverWorkspace,
}

#[wasm_bindgen]
impl Simulation {
    /// Opens a link, given as an address or a part of one. Never throws: invalid parts are left
    /// out. With `records`, inputs are recorded; then units cannot be added or removed, and groups
    /// can have no targets set by the program.
    #[wasm_bindgen(constructor)]
    pub fn new(query: &str, records: bool) -> Self {
        let (run, timeline, notices) = Timeline::open(query);
        Self::from_run(run, records.then_some(timeline), notices)
    }

    /// Opens a recording at tick 0. Throws an error with a message for people if it is invalid.
    #[wasm_bindgen(js_name = openRecording)]
    pub fn open_recording(link: String, events: String, ticks: f64) -> Result<Self, JsError> {
        let recording = Recording { link, events, ticks: ticks.max(0.0) as u64 };
        let (run, timeline) = recording.open().map_err(|why| JsError::new(&why))?;
        Ok(Self::from_run(run, Some(timeline), Vec::new()))
    }

    /// Restarts from tick 0 with another seed.
    #[wasm_bindgen(js_name = setSeed)]
    pub fn set_seed(&mut self, seed: u32) {
        self.embedded.restart(seed);
    }

    /// Runs `count` ticks of 1/60 s. Throws an error with a message for people if there are
    /// too many.
    pub fn tick(&mut self, count: u32) -> Result<(), JsError> {
        self.embedded.tick(count).map_err(to_js_error)
    }

    /// State of the run at this tick, as bytes for [`restore`](Self::restore).
    pub fn snapshot(&self) -> Vec<u8> {
        self.run().snapshot()
    }

    /// Restores the state of a snapshot. Throws an error with a message for people if the bytes are
    /// not from this scene and version, or if inputs are recorded.
    pub fn restore(&mut self, snapshot: &[u8]) -> Result<(), JsError> {
        self.embedded.restore(snapshot).map_err(to_js_error)
    }

    /// Groups of the run in order.
    #[wasm_bindgen(unchecked_return_type = "GroupInfo[]")]
    pub fn groups(&self) -> JsValue {
        let groups = self.embedded.world().groups().iter();
        to_js(&groups.map(GroupInfo::from_group).collect::<Vec<_>>())
    }

    /// Index of a group by its key or label. Throws an error with a message if no group has it.
    #[wasm_bindgen(js_name = groupNamed)]
    pub fn group_named(&self, name: &str) -> Result<usize, JsError> {
        self.embedded.world().group(name).map_err(|why| JsError::new(&why.to_string()))
    }

    /// One sentence for each invalid part of the link. [`notices`](Self::notices) also has those
    /// for information, such as on a reduced number of units.
    pub fn faults(&self) -> Vec<String> {
        self.notices
            .iter()
            .filter(|line| first_fault(slice::from_ref(line)).is_some())
            .cloned()
            .collect()
    }

    /// Obstacles, walls, blocked tiles and edges of the world.
    #[wasm_bindgen(unchecked_return_type = "Scenery")]
    pub fn scenery(&self) -> JsValue {
        to_js(&Scenery::from_world(self.embedded.world()))
    }

    /// Gives a group, by its index, a written rule: in place of its rule with the same key, or
    /// after all behaviors. Throws an error with a message for people; then nothing has changed.
    #[wasm_bindgen(js_name = setRule)]
    pub fn set_rule(&mut self, group: usize, text: &str) -> Result<(), JsError> {
        self.embedded.set_rule(group, text).map_err(to_js_error)
    }

    /// Link of the run at tick 0, before all inputs; undefined if inputs are not recorded.
    #[wasm_bindgen(js_name = recordedLink)]
    pub fn recorded_link(&self) -> Option<String> {
        self.embedded.timeline().map(|timeline| timeline.link().to_string())
    }

    /// Recorded inputs as a short text; undefined if inputs are not recorded.
    #[wasm_bindgen(js_name = recordedEvents)]
    pub fn recorded_events(&self) -> Option<String> {
        let timeline = self.embedded.timeline();
        timeline.map(|timeline| Recording::from_timeline(timeline, self.run()).events)
    }
}

impl Simulation {
    fn from_run(run: Run, timeline: Option<Timeline>, notices: Vec<String>) -> Self {
        Self {
            embedded: EmbeddedRun::new(run, timeline),
            notices,
            observer: ObserverWorkspace::default(),
        }
    }

    fn run(&self) -> &Run {
        &self.embedded.run
    }

    fn input(&mut self, event: Event) -> Result<(), String> {
        self.embedded.input(event)
    }

    fn agents(&self) -> &Agents {
        self.embedded.world().agents()
    }
}
