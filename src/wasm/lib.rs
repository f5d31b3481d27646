#![cfg(target_arch = "wasm32")]
//! The core's face to the page: this file and its folder alone name JavaScript.
//!
//! Numbers that a page handles every frame travel as typed-array views over linear memory (the
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
mod time;
mod views;

use flockwright::engine::agents::Agents;
use flockwright::engine::world::Stage;
use flockwright::scenes::SCENES;
use flockwright::session::events::Event;
use flockwright::session::run::Run;
use flockwright::session::timeline::Timeline;
use flockwright_lab::insight::ask::Ask;
use flockwright_lab::insight::diagnosis::Diagnosis;
use flockwright_lab::insight::measures::{Series, declare_all};
use flockwright_lab::insight::observer::Observer;
use objects::*;
use shared::to_js;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use wasm_bindgen::prelude::*;

// SAFETY: wasm-bindgen makes the function that is imported, of the type that stands here.
#[wasm_bindgen]
unsafe extern "C" {
    /// Time in ms, of the page, a worker or Node.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// Inputs of tick 0 may take this long where a recording is opened, ms; the rest are applied on the way.
const AT_ONCE: f64 = 100.0;

/// More ticks than this in one call would keep the page from answering.
const MAX_TICKS: u32 = 100_000;

/// Version of the core.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_string()
}

/// The scenes, in gallery order.
#[wasm_bindgen(unchecked_return_type = "SceneInfo[]")]
pub fn scenes() -> JsValue {
    let scenes: Vec<SceneInfo> = SCENES
        .iter()
        .map(|scene| SceneInfo {
            key: scene.key,
            title: scene.title,
            category: scene.category.label(),
            chapter: scene.chapter,
            see: scene.see,
            try_it: scene.try_it,
            source: scene.source,
            constants: scene.constants,
            original: scene.original.map(|original| original.link),
            drag: scene.drag,
            link: scene.link(),
            sliders: &scene.sliders,
        })
        .collect();
    to_js(&scenes)
}

/// A run, as the page handles it. Observers borrow it shared and keep what they know in a cell of their
/// own: if one traps, a [`fork`](Self::fork) goes on, which the trap has not touched.
#[wasm_bindgen]
pub struct Simulation {
    run: Run,
    notices: Vec<String>,
    /// Every tick and every input goes through it: see [`input`](Self::input).
    timeline: Timeline,
    /// Takes a sample at every twelfth tick, while that is wanted.
    series: RefCell<Option<Series>>,
    /// The values of all parameters at each of these samples.
    values: RefCell<VecDeque<Vec<f32>>>,
    diagnosis: RefCell<Option<Diagnosis>>,
    observer: RefCell<Observer>,
    /// The question that is put to one unit.
    asked: RefCell<Option<Ask>>,
    /// How many times its length that unit is drawn.
    drawn: Cell<f32>,
}

#[wasm_bindgen]
impl Simulation {
    /// Opens a link (a query string without `?`); empty for the first scene. Never throws.
    #[wasm_bindgen(constructor)]
    pub fn new(query: &str) -> Self {
        let end = now() + AT_ONCE;
        let (run, timeline, mut notices) = Timeline::open_until(query, &mut || now() >= end);
        notices.extend(declare_all(&run).err());
        for notice in &notices {
            web_sys::console::info_1(&notice.into());
        }
        Self::of(run, timeline, notices)
    }

    /// The run once more, at the same tick: what is done to one of them, the other does not know.
    pub fn fork(&self) -> Self {
        let (run, timeline) = self.timeline.fork(&self.run);
        Self::of(run, timeline, self.notices.clone())
    }

    /// The run as it goes on from this tick, once more: what is done to one of them, the other does not
    /// know. It cannot go back: it has none of the keyframes, which are most of the memory of a run.
    pub fn ahead(&self) -> Self {
        let (run, timeline) = self.timeline.ahead(&self.run);
        Self::of(run, timeline, Vec::new())
    }

    /// Applies what waits for the end of the tick under way, which begins anew then.
    #[wasm_bindgen(js_name = applyQueue)]
    pub fn apply_queue(&mut self) {
        self.timeline.apply_queue(&mut self.run);
    }

    /// What came in waits for the end of the tick under way.
    #[wasm_bindgen(js_name = isQueued)]
    pub fn is_queued(&self) -> bool {
        self.timeline.is_queued()
    }

    /// A sentence for each group that has fewer units than it asks for, because all groups together
    /// ask for too many or their written rules look at too many.
    pub fn cuts(&self) -> Vec<String> {
        self.run.cuts()
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
        for _ in 0..count.min(MAX_TICKS) {
            self.timeline.tick(&mut self.run);
        }
    }

    /// Goes on with the coming tick for about `budget` ms; true when it is done. A slow tick is
    /// run in parts, so that the page can answer in between.
    #[wasm_bindgen(js_name = tickPart)]
    pub fn tick_part(&mut self, budget: f64) -> bool {
        self.timeline.tick_part(&mut self.run, budget, now)
    }

    /// About how much of the coming tick is done, 0 to 1.
    #[wasm_bindgen(js_name = tickShare)]
    pub fn tick_share(&self) -> f32 {
        self.run.world.tick_share()
    }

    /// Neighbors per unit in the last tick, on average; undefined where no one looks about.
    #[wasm_bindgen(js_name = meanNeighbors)]
    pub fn mean_neighbors(&self) -> Option<f32> {
        flockwright_lab::insight::measures::mean_neighbors(&self.run.world)
    }

    /// Runs one phase of a tick, for benchmarks: 0 sort, 1 perceive, 2 steer, 3 move, in turn.
    pub fn phase(&mut self, number: u32) {
        let world = &mut self.run.world;
        match number {
            0 => {
                self.timeline.apply_queue(&mut self.run);
                self.run.world.tick_through(Stage::Sort);
            }
            1 => world.tick_through(Stage::Perceive),
            2 => world.tick_through(Stage::Steer),
            3 => {
                world.tick();
                self.timeline.end_tick(&mut self.run, &mut || false);
            }
            _ => {}
        }
    }

    /// The unit nearest to a world point; -1 where there is none.
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
    /// The one door for everything that comes into the run: it is recorded with its tick.
    fn input(&mut self, event: Event) -> Result<(), String> {
        self.timeline.input(&mut self.run, event)
    }

    fn of(run: Run, timeline: Timeline, notices: Vec<String>) -> Self {
        let (series, values, diagnosis, observer, asked) = Default::default();
        let drawn = Cell::new(1.0);
        Self { run, notices, timeline, series, values, diagnosis, observer, asked, drawn }
    }

    fn run(&self) -> &Run {
        &self.run
    }

    fn agents(&self) -> &Agents {
        self.run.world.agents()
    }
}
