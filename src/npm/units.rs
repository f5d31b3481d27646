//! Units where they lie in memory, and what a program may do to its world that no link and no recording
//! can say.

use super::{Simulation, thrown, to_js};
use flockwright::engine::agents::{Handle, Spot, Target, UnitState};
use flockwright::engine::scenery::{Obstacle, Wall};
use flockwright::engine::world::{Between, Happening, Pushes};
use flockwright::session::embedded::check_obstacles_for_link;
use flockwright_lab::insight::inspect::inspect;
use glam::Vec2;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// What one unit goes by in the coming tick.
#[derive(Serialize, Tsify)]
struct GoneBy {
    /// The handles of those that its flocking rules count.
    neighbors: Vec<u32>,
    /// What each behavior adds to its steering, in their order; `edge` is what holds it inside.
    forces: Vec<Share>,
}

/// A behavior's part, weighted, in the world's directions.
#[derive(Serialize, Tsify)]
struct Share {
    key: &'static str,
    x: f32,
    y: f32,
}

/// A handle; `None` for a number that is none.
fn handle(number: f64) -> Option<Handle> {
    let is_one = number.trunc() == number && (0.0..=f64::from(u32::MAX)).contains(&number);
    is_one.then_some(Handle(number as u32))
}

/// Views over linear memory. Pointers are valid until the next call that may change the count or
/// grow the memory.
#[wasm_bindgen]
impl Simulation {
    /// Where an array lies, by its number: x, y, vx, vy, heading (radians), hx, hy (a unit vector), and the
    /// length of each unit.
    #[wasm_bindgen(js_name = unitPtr)]
    pub fn unit_ptr(&self, of: usize) -> *const f32 {
        let agents = self.agents();
        let arrays = [&agents.x, &agents.y, &agents.vx, &agents.vy, &agents.heading, &agents.hx];
        let more = [&agents.hy, &*agents.length];
        let mut all = arrays.into_iter().chain(more);
        all.nth(of).map_or(std::ptr::null(), |array| array.as_ptr())
    }

    /// Works out where units are at a share of the way from the last tick but one to the last.
    #[wasm_bindgen(js_name = showBetween)]
    pub fn show_between(&mut self, share: f32) -> Result<(), JsError> {
        self.inner.shown(share).map(|_| ()).map_err(thrown)
    }

    /// Where those arrays lie, by their number: x, y, hx and hy.
    #[wasm_bindgen(js_name = betweenPtr)]
    pub fn between_ptr(&self, of: usize) -> *const f32 {
        let Some(Between { x, y, hx, hy, .. }) = self.inner.between() else {
            return std::ptr::null();
        };
        [x, y, hx, hy].get(of).map_or(std::ptr::null(), |array| array.as_ptr())
    }

    /// Handles of the units within a distance of a place, the nearest first.
    pub fn near(&self, x: f32, y: f32, radius: f32) -> Result<Vec<u32>, JsError> {
        self.inner.near(Vec2::new(x, y), radius).map(Iterator::collect).map_err(thrown)
    }

    /// Starts to collect what happens.
    pub fn listen(&mut self) {
        self.inner.listen();
    }

    /// Takes the happenings since the last call: three numbers for each, which are the kind (born,
    /// removed, caught, arrived), the handle of the unit, and the group that has caught it.
    pub fn happened(&mut self) -> Vec<u32> {
        let three = |one| match one {
            Happening::Born(unit) => [0, unit.0, 0],
            Happening::Removed(unit) => [1, unit.0, 0],
            Happening::Caught { unit, by } => [2, unit.0, by as u32],
            Happening::Arrived(unit) => [3, unit.0, 0],
        };
        self.inner.happened().flat_map(three).collect()
    }

    /// Adds a unit to a group, by its index, with the speed at which its kind starts; its handle.
    #[wasm_bindgen(js_name = addUnit)]
    pub fn add_unit(&mut self, group: usize, x: f32, y: f32, heading: f32) -> Result<u32, JsError> {
        let added = self.inner.start_velocity(group, heading).and_then(|velocity| {
            let position = Vec2::new(x, y);
            self.inner.add(group, UnitState { position, velocity, heading, omega: 0.0 })
        });
        added.map(|unit| unit.0).map_err(thrown)
    }

    /// Removes a unit, by its handle.
    #[wasm_bindgen(js_name = removeUnit)]
    pub fn remove_unit(&mut self, unit: u32) -> Result<(), JsError> {
        self.inner.remove(Handle(unit)).map_err(thrown)
    }

    /// The id that a unit has now, by its handle; -1 where it is gone.
    #[wasm_bindgen(js_name = unitId)]
    pub fn unit_id(&self, unit: f64) -> i32 {
        handle(unit).and_then(|unit| self.agents().id(unit)).map_or(-1, |id| id as i32)
    }

    /// Handles of all units, by id.
    #[wasm_bindgen(js_name = handlePtr)]
    pub fn handle_ptr(&self) -> *const u32 {
        self.agents().handle.as_ptr()
    }

    /// Takes over the places, velocities and headings that were written where they lie in memory,
    /// perceives and steers, and moves no unit.
    pub fn steer(&mut self) -> Result<(), JsError> {
        self.inner.steer().map_err(thrown)
    }

    /// Moves all as they were steered.
    pub fn advance(&mut self) {
        self.inner.advance();
    }

    /// Where the pushes lie after `steer`: forces to the right, down, torques, brakes; null before it.
    #[wasm_bindgen(js_name = pushPtr)]
    pub fn push_ptr(&self, of: usize) -> *const f32 {
        let Some(Pushes { x, y, torque, brake }) = self.inner.pushes() else {
            return std::ptr::null();
        };
        [x, y, torque, brake].get(of).map_or(std::ptr::null(), |array| array.as_ptr())
    }

    /// Sets what all of a group, by its index, hunt, head for or run from: a place and how it moves.
    #[wasm_bindgen(js_name = setTarget)]
    pub fn set_target(
        &mut self,
        group: usize,
        x: f32,
        y: f32,
        vx: f32,
        vy: f32,
    ) -> Result<(), JsError> {
        let (position, velocity) = (Vec2::new(x, y), Vec2::new(vx, vy));
        self.send(group, Some(Target::Moving(Spot { position, velocity })))
    }

    /// Sets a unit, by its handle, as the target.
    #[wasm_bindgen(js_name = setTargetUnit)]
    pub fn set_target_unit(&mut self, group: usize, unit: u32) -> Result<(), JsError> {
        self.send(group, Some(Target::Unit(Handle(unit))))
    }

    /// Sets the nearest unit of another group, by its index, as the target.
    #[wasm_bindgen(js_name = setTargetGroup)]
    pub fn set_target_group(&mut self, group: usize, other: usize) -> Result<(), JsError> {
        self.send(group, Some(Target::Group(other)))
    }

    /// Takes the target of a group away.
    #[wasm_bindgen(js_name = clearTarget)]
    pub fn clear_target(&mut self, group: usize) -> Result<(), JsError> {
        self.send(group, None)
    }

    fn send(&mut self, group: usize, target: Option<Target>) -> Result<(), JsError> {
        self.inner.set_target(group, target).map_err(thrown)
    }

    /// Holds the pointer at a place.
    pub fn hold(&mut self, x: f32, y: f32) -> Result<(), JsError> {
        self.inner.hold(Vec2::new(x, y)).map_err(thrown)
    }

    /// Replaces the obstacles: three numbers for each, its place and its radius, u; a link has them
    /// rounded to 0.1 u.
    #[wasm_bindgen(js_name = setObstacles)]
    pub fn set_obstacles(&mut self, obstacles: &[f32]) -> Result<(), JsError> {
        let disc = |&[x, y, radius]: &[f32; 3]| Obstacle { center: Vec2::new(x, y), radius };
        let discs: Vec<Obstacle> = obstacles.as_chunks::<3>().0.iter().map(disc).collect();
        let checked = check_obstacles_for_link(&discs);
        checked.and_then(|()| self.inner.set_obstacles(discs)).map_err(thrown)
    }

    /// Replaces the walls: five numbers for each, its two ends and half its thickness, u.
    #[wasm_bindgen(js_name = setWalls)]
    pub fn set_walls(&mut self, walls: &[f32]) -> Result<(), JsError> {
        let wall = |&[ax, ay, bx, by, radius]: &[f32; 5]| Wall {
            from: Vec2::new(ax, ay),
            to: Vec2::new(bx, by),
            radius,
        };
        let walls = walls.as_chunks::<5>().0.iter().map(wall).collect();
        self.inner.set_walls(walls).map_err(thrown)
    }

    /// Replaces the path of a group, by its index: two numbers for each node, u.
    #[wasm_bindgen(js_name = setPath)]
    pub fn set_path(&mut self, group: usize, nodes: &[f32]) -> Result<(), JsError> {
        let nodes = nodes.as_chunks::<2>().0.iter().copied().map(Vec2::from).collect();
        self.inner.set_path(group, nodes).map_err(thrown)
    }

    /// What a unit, by its handle, goes by in the coming tick; undefined where it is gone.
    #[wasm_bindgen(js_name = goneBy, unchecked_return_type = "GoneBy | undefined")]
    pub fn gone_by(&mut self, unit: f64) -> JsValue {
        let world = self.inner.world();
        let id = handle(unit).and_then(|unit| world.agents().id(unit));
        let found = id.and_then(|id| inspect(world, &mut self.observer, id));
        let Some(found) = found else { return JsValue::UNDEFINED };
        let handle = |id: &usize| world.agents().handle[*id];
        to_js(&GoneBy {
            neighbors: found.neighbors.iter().map(handle).collect(),
            forces: found
                .contributions
                .iter()
                .map(|part| Share { key: part.key, x: part.weighted.x, y: part.weighted.y })
                .collect(),
        })
    }
}
