//! The core's face to the page: the only file that names JavaScript.
//!
//! Numbers that a page handles every frame travel as typed-array views over linear memory (the
//! `*Ptr` methods); everything else travels as plain objects. No call here panics on any argument.

mod diagnosis;
mod geometry;
mod inspect;
mod measures;
mod objects;
mod overlays;
mod time;
mod views;
mod watch;

use crate::agents::Agents;
use crate::behaviors::{Controls, Plan};
use crate::events::Event;
use crate::group::Shape;
use crate::run::{Run, Text};
use crate::scenes::SCENES;
use crate::schema::Kind;
use crate::tiles::{TILE, Tiles};
use crate::timeline::Timeline;
use crate::world::Quarry;
use glam::Vec2;
use js_sys::Uint8Array;
use objects::*;
use serde::Serialize;
use wasm_bindgen::prelude::*;
use watch::Watch;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("wasm.d.ts");

#[wasm_bindgen]
unsafe extern "C" {
    /// Time in ms, of the page, a worker or Node.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// More ticks than this in one call would keep the page from answering.
const MAX_TICKS: u32 = 100_000;

/// The tracks of at most this many units are worth drawing.
const FEW: usize = 8;

/// A plot of a potential has at most this many points.
const MAX_CURVE: usize = 4096;

fn to_js<T: Serialize>(value: &T) -> JsValue {
    // Serializing plain structs and sequences cannot fail.
    serde_wasm_bindgen::to_value(value).unwrap_or(JsValue::NULL)
}

/// Installs the hook that prints a panic with its place to the console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

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
            chapter: scene.chapter,
            see: scene.see,
            try_it: scene.try_it,
            source: scene.source,
            drag: scene.drag,
        })
        .collect();
    to_js(&scenes)
}

/// A run, as the page handles it.
#[wasm_bindgen]
pub struct Simulation {
    run: Run,
    notices: Vec<String>,
    /// Every tick and every input goes through it: see [`input`](Self::input).
    timeline: Timeline,
    watch: Watch,
}

#[wasm_bindgen]
impl Simulation {
    /// Opens a link (a query string without `?`); empty for the first scene. Never throws.
    #[wasm_bindgen(constructor)]
    pub fn new(query: &str) -> Self {
        let (run, timeline, notices) = Timeline::open(query);
        for notice in &notices {
            web_sys::console::info_1(&notice.into());
        }
        Self { run, notices, timeline, watch: Watch::default() }
    }

    /// One line for each part of the link that was ignored or changed.
    pub fn notices(&self) -> Vec<String> {
        self.notices.clone()
    }

    pub fn scene(&self) -> String {
        self.run.scene().key.to_string()
    }

    /// The query string of this run: only what differs from its scene.
    pub fn link(&self) -> String {
        self.run.link()
    }

    pub fn seed(&self) -> u32 {
        self.run.world.seed()
    }

    /// Restarts from tick 0 with another seed.
    #[wasm_bindgen(js_name = setSeed)]
    pub fn set_seed(&mut self, seed: u32) {
        let left_at = self.run.world.ticks();
        self.run.world.restart(seed);
        self.timeline.begin(&self.run, left_at);
    }

    /// Restarts from tick 0 with the same parameters and seed.
    pub fn restart(&mut self) {
        self.set_seed(self.run.world.seed());
    }

    /// Runs `count` ticks of 1/60 s.
    pub fn tick(&mut self, count: u32) {
        for _ in 0..count.min(MAX_TICKS) {
            self.timeline.tick(&mut self.run);
            self.watch.ticked(&mut self.run);
        }
    }

    /// Goes on with the coming tick for about `budget` ms; true when it is done. A slow tick is
    /// run in parts, so that the page can answer in between.
    #[wasm_bindgen(js_name = tickPart)]
    pub fn tick_part(&mut self, budget: f64) -> bool {
        let done = self.timeline.tick_part(&mut self.run, budget, now);
        if done {
            self.watch.ticked(&mut self.run);
        }
        done
    }

    /// Neighbors per unit in the last tick, on average; undefined where nobody looks about.
    #[wasm_bindgen(js_name = meanNeighbors)]
    pub fn mean_neighbors(&self) -> Option<f32> {
        self.run.world.mean_neighbors()
    }

    /// Runs one phase of a tick, for benchmarks: 0 sort, 1 perceive, 2 steer, 3 move, in turn.
    pub fn phase(&mut self, number: u32) {
        let world = &mut self.run.world;
        match number {
            0 => world.sort(),
            1 => world.look(),
            2 => world.steer(),
            3 => {
                world.advance();
                self.timeline.arrived(&mut self.run);
            }
            _ => {}
        }
    }

    pub fn ticks(&self) -> f64 {
        self.run.world.ticks() as f64
    }

    /// The 64-bit state hash as 16 hex digits.
    pub fn hash(&self) -> String {
        format!("{:016x}", self.run.world.hash())
    }

    /// All parameters with their current values, in panel order.
    #[wasm_bindgen(unchecked_return_type = "ParamInfo[]")]
    pub fn params(&self) -> JsValue {
        let infos: Vec<ParamInfo> = self
            .run
            .params()
            .iter()
            .enumerate()
            .map(|(id, param)| {
                let spec = param.spec;
                let (scope, scope_label) = self.run.scope_of(param);
                let choices = match spec.kind {
                    Kind::Choice(choices) => choices,
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
                    kind: spec.kind.name(),
                    min: spec.min,
                    max: spec.max,
                    step: spec.step,
                    log: spec.logarithmic,
                    default: param.default,
                    value: self.run.get(id),
                    visible: self.run.is_visible(id),
                    doc: spec.doc,
                    source: spec.source,
                    choices: choices
                        .iter()
                        .map(|c| ChoiceInfo { key: c.key, label: c.label, doc: c.doc })
                        .collect(),
                }
            })
            .collect();
        to_js(&infos)
    }

    pub fn get(&self, id: usize) -> f32 {
        self.run.get(id)
    }

    /// Validates and sets a parameter; returns the value then in force.
    pub fn set(&mut self, id: usize, value: f32) -> f32 {
        // Numbers are validated, and cannot be wrong.
        let _ = self.input(Event::Param { id, value });
        self.run.get(id)
    }

    /// Sets a parameter by its URL key; undefined where there is none.
    #[wasm_bindgen(js_name = setKey)]
    pub fn set_key(&mut self, key: &str, value: f32) -> Option<f32> {
        let id = self.run.find(key)?;
        Some(self.set(id, value))
    }

    /// Per parameter: 1 where it matters now.
    pub fn visibility(&self) -> Uint8Array {
        let flags: Vec<u8> =
            (0..self.run.params().len()).map(|id| u8::from(self.run.is_visible(id))).collect();
        Uint8Array::from(flags.as_slice())
    }

    /// All text parameters with their current values, in panel order.
    #[wasm_bindgen(unchecked_return_type = "TextInfo[]")]
    pub fn texts(&self) -> JsValue {
        let texts = self.run.texts().iter().enumerate();
        to_js(&texts.map(|(id, text)| self.text_info(id, text)).collect::<Vec<_>>())
    }

    /// Checks and sets a text parameter; tells what is then in force and what was wrong.
    #[wasm_bindgen(js_name = setText, unchecked_return_type = "TextChange")]
    pub fn set_text(&mut self, id: usize, text: &str) -> JsValue {
        let error = self.input(Event::Text { id, text: text.into() }).err().unwrap_or_default();
        to_js(&TextChange { text: self.run.text(id), error })
    }

    /// The potential U(d) that a parameter tunes, at `count` evenly spaced distances above 0.
    #[wasm_bindgen(unchecked_return_type = "CurveInfo | undefined")]
    pub fn curve(&self, id: usize, count: usize) -> JsValue {
        match self.run.curve(id, count.min(MAX_CURVE)) {
            None => JsValue::UNDEFINED,
            Some((reach, values)) => to_js(&CurveInfo { reach, values }),
        }
    }

    /// The ways that units mean to go: patrols, and the paths of hunters on tiles.
    #[wasm_bindgen(unchecked_return_type = "PlanInfo[]")]
    pub fn plans(&self) -> JsValue {
        let info = |(unit, plan): (usize, Plan)| PlanInfo {
            unit,
            closed: plan.closed,
            points: plan.points.iter().flat_map(|p| [p.x, p.y]).collect(),
        };
        to_js(&self.run.world.plans().into_iter().map(info).collect::<Vec<_>>())
    }

    /// The region around a unit that a parameter tunes, in the unit's frame.
    #[wasm_bindgen(unchecked_return_type = "ShapeInfo | undefined")]
    pub fn shape(&self, id: usize) -> JsValue {
        match self.run.shape(id) {
            None => JsValue::UNDEFINED,
            Some(Shape::Sector { radius, half_angle }) => {
                to_js(&ShapeInfo::Sector { radius, half_angle })
            }
            Some(Shape::Feelers { reach, spread, count }) => {
                to_js(&ShapeInfo::Feelers { reach, spread, count })
            }
        }
    }

    /// The world's extent, edges and obstacles.
    #[wasm_bindgen(unchecked_return_type = "Scenery")]
    pub fn scenery(&self) -> JsValue {
        let world = &self.run.world;
        let edges = self
            .run
            .find("edges")
            .map_or_else(String::new, |id| self.run.params()[id].spec.write(self.run.get(id)));
        let tiles = world.groups().iter().any(|group| group.body.is_tile());
        to_js(&SceneryInfo {
            width: world.params.width,
            height: world.params.height,
            edges,
            toroidal: world.params.toroidal,
            obstacles: world
                .obstacles()
                .iter()
                .map(|o| ObstacleInfo { x: o.center.x, y: o.center.y, radius: o.radius })
                .collect(),
            tiles: tiles.then(|| {
                let size = Tiles::of(world.params.width, world.params.height).size;
                let blocked = world.geometry().tiles.iter().flatten();
                let blocked = blocked.flat_map(|tile| [tile.x, tile.y]).collect();
                TilesInfo { size: TILE, columns: size.x, rows: size.y, blocked }
            }),
            trails: !tiles && world.agents().len() <= FEW,
            walls: world
                .walls()
                .iter()
                .map(|w| WallInfo { from: w.from.into(), to: w.to.into(), radius: w.radius })
                .collect(),
            paths: world
                .routes()
                .map(|(group, route)| PathInfo {
                    group: group.key,
                    role: group.role as u8,
                    radius: route.radius,
                    end: route.end,
                    nodes: route.nodes.into_iter().map(PointInfo::from).collect(),
                })
                .collect(),
        })
    }

    /// Where the groups are going that go to a place.
    #[wasm_bindgen(unchecked_return_type = "DestinationInfo[]")]
    pub fn destinations(&self) -> JsValue {
        let world = &self.run.world;
        let info = |(index, place): (usize, Vec2)| {
            let group = world.groups().get(index)?;
            let (key, role) = (group.key, group.role as u8);
            Some(DestinationInfo { group: key, role, x: place.x, y: place.y })
        };
        to_js(&world.destinations().filter_map(info).collect::<Vec<_>>())
    }

    #[wasm_bindgen(unchecked_return_type = "GroupInfo[]")]
    pub fn groups(&self) -> JsValue {
        let groups: Vec<GroupInfo> = self
            .run
            .world
            .groups()
            .iter()
            .map(|group| GroupInfo {
                key: group.key,
                label: group.label,
                role: group.role as u8,
                start: group.range.start,
                count: group.range.len(),
                length: group.crowd.length,
                leads: group.view.is_some_and(|view| view.leaders),
            })
            .collect();
        to_js(&groups)
    }

    /// What is hunted now.
    #[wasm_bindgen(unchecked_return_type = "TargetInfo")]
    pub fn target(&self) -> JsValue {
        let quarry = self.run.world.quarry();
        let (kind, unit) = match quarry {
            Quarry::Nobody => ("none", -1),
            Quarry::Pointer(_) => ("pointer", -1),
            Quarry::Unit(id, _) => ("unit", id as i32),
        };
        let (p, v) = quarry.target().map_or((Vec2::ZERO, Vec2::ZERO), |t| (t.position, t.velocity));
        to_js(&TargetInfo { kind, x: p.x, y: p.y, vx: v.x, vy: v.y, unit })
    }

    /// Holds the pointer at a world point: it is the target until released.
    pub fn pointer(&mut self, x: f32, y: f32) {
        let _ = self.input(Event::PointerHold { x, y });
    }

    pub fn release(&mut self) {
        let _ = self.input(Event::PointerRelease);
    }

    /// The keys held now, for the player's craft.
    pub fn fly(&mut self, port: bool, starboard: bool, faster: bool, slower: bool) {
        let bits = Controls { port, starboard, faster, slower }.bits();
        let _ = self.input(Event::Fly { bits });
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

    /// The one door for everything that comes into the run: it is recorded with its tick.
    fn input(&mut self, event: Event) -> Result<(), String> {
        self.timeline.input(&mut self.run, event)
    }

    fn agents(&self) -> &Agents {
        self.run.world.agents()
    }

    fn text_info<'a>(&self, id: usize, text: &'a Text) -> TextInfo<'a> {
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
        }
    }
}
