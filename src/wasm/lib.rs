#![cfg(target_arch = "wasm32")]
//! WebAssembly interface of the core for the page. `Simulation` is one run; each file of this
//! folder adds the methods of one subject to it.
//!
//! Numbers that the page reads in every frame travel as typed-array views over linear memory (the
//! `*Ptr` methods); everything else travels as plain objects. No call here panics on any argument.
#![cfg_attr(not(test), deny(clippy::string_slice))]

mod ask;
mod compose;
mod course;
mod diagnosis;
mod explain;
mod inspect;
mod layout;
mod measures;
mod objects;
mod overlays;
mod params;
mod rules;
mod scene;
mod shared;
mod split;
mod time;
mod views;

use flockwright::engine::agents::{Agents, Role};
use flockwright::engine::world::TickStage;
use flockwright::scenes::{SCENES, Scene};
use flockwright::session::events::Event;
use flockwright::session::run::Run;
use flockwright::session::timeline::{Split, Timeline};
use flockwright_lab::insight::ask::{RiddleSearch, TurnQuestion};
use flockwright_lab::insight::diagnosis::Diagnosis;
use flockwright_lab::insight::measures::{SampleSeries, declare_measures_of};
use flockwright_lab::insight::observer::ObserverWorkspace;
use objects::*;
use shared::to_js;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use wasm_bindgen::prelude::*;

// SAFETY: wasm-bindgen generates the imported function with the type that is declared here.
#[wasm_bindgen]
unsafe extern "C" {
    /// Time in ms since the start of the page, worker or Node process.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// Longest time in which opening a link or a recording applies the inputs of tick 0, ms. If some
/// remain, the run seeks tick 0, and [`seekPart`](Simulation::seek_part) applies them.
const FIRST_INPUTS_MS: f64 = 100.0;

/// Largest number of ticks in one call of `tick`, so that a call cannot block the page for long.
const MAX_TICKS_PER_CALL: u32 = 100_000;

/// Version of the core, such as "0.1.0".
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_string()
}

/// All scenes, in the order of the gallery.
#[wasm_bindgen(unchecked_return_type = "SceneInfo[]")]
pub fn scenes() -> JsValue {
    let scenes: Vec<SceneInfo> = SCENES
        .iter()
        .map(|scene| SceneInfo {
            key: scene.key,
            title: scene.title,
            category: scene.category.label(),
            chapter: scene.chapter,
            see: scene.visible_effect,
            try_it: scene.suggestion,
            source: scene.source,
            constants: scene.constants_source,
            original: scene.source_run.map(|original| original.link),
            drag: scene.drag_invitation,
            link: scene.link(),
            sliders: &scene.first_sliders,
        })
        .collect();
    to_js(&scenes)
}

/// Keys of the scenes in which a person can fly a unit. Slow, since it builds all scenes.
#[wasm_bindgen(js_name = flownScenes)]
pub fn flown_scenes() -> Vec<String> {
    let is_flown = |scene: &&Scene| {
        (scene.build_setup)().groups.iter().any(|group| group.role == Role::Player)
    };
    SCENES.iter().filter(is_flown).map(|scene| scene.key.into()).collect()
}

/// A run with its timeline. Observers (measuring, diagnosis, explanations) only read the run and
/// keep their state in `RefCell`s: if one traps, a [`fork`](Self::fork) of the run is intact.
#[wasm_bindgen]
pub struct Simulation {
    run: Run,
    notices: Vec<String>,
    /// Timeline, through which every tick and every input goes: see [`input`](Self::input).
    timeline: Timeline,
    /// The parameter in which this run differs from the run that it follows, and the tick from
    /// which the value differs; `None` if this run follows no run.
    split: Option<Split>,
    /// Samples of all measures at every twelfth tick; `None` while measuring is off.
    sample_series: RefCell<Option<SampleSeries>>,
    /// Values of all parameters at each sample of `sample_series`.
    param_values: RefCell<VecDeque<Vec<f32>>>,
    diagnosis: RefCell<Option<Diagnosis>>,
    observer: RefCell<ObserverWorkspace>,
    /// Explanation of the turns of one unit, the asked unit; `None` while no unit is asked.
    turn_question: RefCell<Option<TurnQuestion>>,
    /// Search for a coming turn of a unit that a person is asked to guess; `None` if none is on.
    riddle_search: RefCell<Option<RiddleSearch>>,
    /// Length at which the page draws the asked unit, in body lengths.
    drawn_size: Cell<f32>,
}

#[wasm_bindgen]
impl Simulation {
    /// Opens a link (a query string without `?`), or the first scene for an empty text. Never
    /// throws: invalid parts of the link are left out.
    #[wasm_bindgen(constructor)]
    pub fn new(query: &str) -> Self {
        let end = now() + FIRST_INPUTS_MS;
        let (run, timeline, mut notices) = Timeline::open_until(query, &mut || now() >= end);
        notices.extend(declare_measures_of(&run).err());
        for notice in &notices {
            web_sys::console::info_1(&notice.into());
        }
        Self::from_run(run, timeline, notices)
    }

    /// Copies the run at its present tick with its whole timeline. The copies are independent.
    pub fn fork(&self) -> Self {
        let (run, timeline) = self.timeline.fork(&self.run);
        Self::from_run(run, timeline, self.notices.clone())
    }

    /// Copies the run at its present tick without the keyframes (stored earlier states), which are
    /// most of its memory: the copy cannot go back in time. The copies are independent.
    pub fn ahead(&self) -> Self {
        let (run, timeline) = self.timeline.fork_without_past(&self.run);
        Self::from_run(run, timeline, Vec::new())
    }

    /// Applies the queued inputs now and restarts the tick in progress.
    #[wasm_bindgen(js_name = applyQueue)]
    pub fn apply_queue(&mut self) {
        self.timeline.apply_waiting_inputs(&mut self.run);
    }

    /// Whether inputs wait in the queue until the tick in progress has ended.
    #[wasm_bindgen(js_name = isQueued)]
    pub fn is_queued(&self) -> bool {
        self.timeline.has_waiting_inputs()
    }

    /// One sentence for each group with fewer units than its parameter asks for, because all groups
    /// together exceed the limit of units, or of units that written rules may examine.
    pub fn cuts(&self) -> Vec<String> {
        self.run.unit_reduction_notices()
    }

    pub fn scene(&self) -> String {
        self.run.scene().key.to_string()
    }

    /// Restarts from tick 0 with another seed.
    #[wasm_bindgen(js_name = setSeed)]
    pub fn set_seed(&mut self, seed: u32) {
        self.timeline.restart(&mut self.run, seed);
    }

    /// Restarts from tick 0 with the same parameters and seed.
    pub fn restart(&mut self) {
        self.set_seed(self.run.world.seed());
    }

    /// Runs `count` ticks of 1/60 s.
    pub fn tick(&mut self, count: u32) {
        for _ in 0..count.min(MAX_TICKS_PER_CALL) {
            self.timeline.tick(&mut self.run);
        }
    }

    /// Continues the coming tick for about `budget` ms; returns true when the tick is done. Slow
    /// ticks run in parts, so that the page can answer in between.
    #[wasm_bindgen(js_name = tickPart)]
    pub fn tick_part(&mut self, budget: f64) -> bool {
        self.timeline.tick_part(&mut self.run, budget, now)
    }

    /// Estimated share of the coming tick that is done, 0..1.
    #[wasm_bindgen(js_name = tickShare)]
    pub fn tick_share(&self) -> f32 {
        self.run.world.tick_share()
    }

    /// Estimated number of pairs of units that the neighbor search of the last tick compared one
    /// by one.
    #[wasm_bindgen(js_name = pairsCompared)]
    pub fn pairs_compared(&self) -> f64 {
        self.run.world.workspace().pairs_compared(&self.run.world)
    }

    /// Mean number of neighbors that a unit with a field of view had in the last tick; undefined
    /// without such units.
    #[wasm_bindgen(js_name = meanNeighbors)]
    pub fn mean_neighbors(&self) -> Option<f32> {
        flockwright_lab::insight::measures::mean_neighbors(&self.run.world)
    }

    /// Runs one phase of a tick, for benchmarks: 0 sort, 1 perceive, 2 steer, 3 move, in this
    /// order.
    pub fn phase(&mut self, number: u32) {
        let world = &mut self.run.world;
        match number {
            0 => {
                self.timeline.apply_waiting_inputs(&mut self.run);
                self.run.world.tick_through(TickStage::Sort);
            }
            1 => world.tick_through(TickStage::Perceive),
            2 => world.tick_through(TickStage::Steer),
            3 => {
                world.tick();
                self.timeline.end_tick(&mut self.run, &mut || false);
            }
            _ => {}
        }
    }

    /// Id of the unit nearest to a world point; -1 if there are no units.
    pub fn nearest(&self, x: f32, y: f32) -> i32 {
        let agents = self.agents();
        let mut best = (f32::INFINITY, -1);
        for (id, (ux, uy)) in agents.x.iter().zip(&agents.y).take(agents.len()).enumerate() {
            let d2 = (ux - x) * (ux - x) + (uy - y) * (uy - y);
            if d2 < best.0 {
                best = (d2, id as i32);
            }
        }
        best.1
    }
}

impl Simulation {
    /// Single entry of all inputs of the run: records each with its tick.
    fn input(&mut self, event: Event) -> Result<(), String> {
        self.timeline.input(&mut self.run, event)
    }

    fn from_run(run: Run, timeline: Timeline, notices: Vec<String>) -> Self {
        let (sample_series, param_values, diagnosis) = Default::default();
        let (observer, turn_question, riddle_search) = Default::default();
        let (split, drawn_size) = (None, Cell::new(1.0));
        Self {
            run,
            notices,
            timeline,
            split,
            sample_series,
            param_values,
            diagnosis,
            observer,
            turn_question,
            riddle_search,
            drawn_size,
        }
    }

    fn run(&self) -> &Run {
        &self.run
    }

    fn agents(&self) -> &Agents {
        self.run.world.agents()
    }
}
