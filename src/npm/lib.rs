//! The core of the npm package and of the page's HTML file: a run that a program steps, reads where it
//! lies in memory, and changes as it likes.
//!
//! Arrays travel as pointers into linear memory (the `*Ptr` methods), everything else as plain objects.
//! No call here panics on any argument.
#![cfg(target_arch = "wasm32")]

mod objects;
mod params;
#[path = "../wasm/shared.rs"]
mod shared;
mod units;

use flockwright::engine::agents::Agents;
use flockwright::internals::compose::item_of_text;
use flockwright::scenes::{SCENES, Scene};
use flockwright::session::embedded::{self, Embedded, Refused};
use flockwright::session::events::Event;
use flockwright::session::replay::Recording;
use flockwright::session::run::Run;
use flockwright::session::timeline::Timeline;
use flockwright_lab::insight::observer::Observer;
use objects::{GroupInfo, Scenery};
use shared::to_js;
use wasm_bindgen::prelude::*;

/// The link of the scene that has nothing in it yet.
#[wasm_bindgen(js_name = emptyLink)]
pub fn empty_link() -> String {
    SCENES.iter().find(|scene| scene.key == "empty").map_or(String::new(), Scene::link)
}

/// The sentence on a name that is not there, with the one of `names` that was likely meant.
#[wasm_bindgen(js_name = unknownName)]
pub fn unknown_name(kind: &str, word: &str, names: Vec<String>) -> String {
    embedded::unknown_name(kind, word, names.iter().map(String::as_str))
}

fn thrown(refused: Refused) -> JsError {
    JsError::new(&refused.why)
}

/// How a composition names a written rule, by its text.
///
/// # Errors
/// A sentence on what makes no sense.
#[wasm_bindgen(js_name = ruleItem)]
pub fn rule_item(text: &str) -> Result<String, JsError> {
    item_of_text(text).map(|(_, item)| item).map_err(|what| JsError::new(&what))
}

/// A run in a program.
#[wasm_bindgen]
pub struct Simulation {
    inner: Embedded,
    notices: Vec<String>,
    observer: Observer,
}

#[wasm_bindgen]
impl Simulation {
    /// Opens a link, as an address or a part of one. Never throws. Where what comes in is recorded, units
    /// cannot be added and removed, and groups have no targets of their own.
    #[wasm_bindgen(constructor)]
    pub fn new(query: &str, records: bool) -> Self {
        let (run, timeline, notices) = Timeline::open(query);
        Self::of(run, records.then_some(timeline), notices)
    }

    /// Opens a recording at tick 0. Throws one sentence where it makes no sense.
    #[wasm_bindgen(js_name = openRecording)]
    pub fn open_recording(link: String, events: String, ticks: f64) -> Result<Self, JsError> {
        let recording = Recording { link, events, ticks: ticks.max(0.0) as u64 };
        let (run, timeline) = recording.open().map_err(|why| JsError::new(&why))?;
        Ok(Self::of(run, Some(timeline), Vec::new()))
    }

    /// Restarts from tick 0 with another seed.
    #[wasm_bindgen(js_name = setSeed)]
    pub fn set_seed(&mut self, seed: u32) {
        self.inner.restart(seed);
    }

    /// Runs `count` ticks of 1/60 s; throws a sentence where they are too many for one call.
    pub fn tick(&mut self, count: u32) -> Result<(), JsError> {
        self.inner.tick(count).map_err(thrown)
    }

    /// The state at this tick as bytes.
    pub fn snapshot(&self) -> Vec<u8> {
        self.run().snapshot()
    }

    /// Goes to the state of a snapshot. Throws one sentence on bytes that are none of this scene and version,
    /// and where the run is recorded.
    pub fn restore(&mut self, snapshot: &[u8]) -> Result<(), JsError> {
        self.inner.restore(snapshot).map_err(thrown)
    }

    /// The groups in order.
    #[wasm_bindgen(unchecked_return_type = "GroupInfo[]")]
    pub fn groups(&self) -> JsValue {
        let groups = self.inner.world().groups().iter();
        to_js(&groups.map(GroupInfo::from_group).collect::<Vec<_>>())
    }

    /// What lies in the world.
    #[wasm_bindgen(unchecked_return_type = "Scenery")]
    pub fn scenery(&self) -> JsValue {
        to_js(&Scenery::from_world(self.inner.world()))
    }

    /// Gives a group, by its index, a written rule: in the place of its rule of the same key, else behind
    /// all others. Throws a sentence on what is wrong; then nothing has changed.
    #[wasm_bindgen(js_name = setRule)]
    pub fn set_rule(&mut self, group: usize, text: &str) -> Result<(), JsError> {
        self.inner.set_rule(group, text).map_err(thrown)
    }

    /// The link that opens the recorded run at tick 0, before anything was done.
    #[wasm_bindgen(js_name = recordedLink)]
    pub fn recorded_link(&self) -> Option<String> {
        self.inner.timeline().map(|timeline| timeline.link().to_string())
    }

    /// What came in, as a short text.
    #[wasm_bindgen(js_name = recordedEvents)]
    pub fn recorded_events(&self) -> Option<String> {
        let timeline = self.inner.timeline();
        timeline.map(|timeline| Recording::from_timeline(timeline, self.run()).events)
    }
}

impl Simulation {
    fn of(run: Run, timeline: Option<Timeline>, notices: Vec<String>) -> Self {
        Self { inner: Embedded::new(run, timeline), notices, observer: Observer::default() }
    }

    fn run(&self) -> &Run {
        &self.inner.run
    }

    fn input(&mut self, event: Event) -> Result<(), String> {
        self.inner.input(event)
    }

    fn agents(&self) -> &Agents {
        self.inner.world().agents()
    }
}
