//! Units in linear memory, targets and settings of units, and scenery that a program sets.

use super::{Simulation, to_js, to_js_error};
use flockwright::engine::agents::{Handle, Spot, Target, UnitState};
use flockwright::engine::scenery::{Obstacle, Wall};
use flockwright::engine::world::{Between, Happening, Pushes, UnitSetting};
use flockwright::session::embedded::{check_obstacles_for_link, checked_walls_from_tiles};
use flockwright_lab::insight::inspect::inspect_unit;
use glam::Vec2;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// A moving point as a target.
fn moving_target(x: f32, y: f32, vx: f32, vy: f32) -> Target {
    Target::Moving(Spot { position: Vec2::new(x, y), velocity: Vec2::new(vx, vy) })
}

/// Neighbors and forces of one unit in the coming tick.
#[derive(Serialize, Tsify)]
struct GoneBy {
    /// Handles of the neighbors that count for the flocking rules.
    neighbors: Vec<u32>,
    /// Force of each behavior, in order; `edge` is the force that keeps the unit inside the world.
    forces: Vec<BehaviorForce>,
}

/// Weighted force of a behavior, in world coordinates.
#[derive(Serialize, Tsify)]
struct BehaviorForce {
    key: &'static str,
    x: f32,
    y: f32,
}

/// Handle from a number; `None` if the number is no handle.
fn handle_from(number: f64) -> Option<Handle> {
    let is_one = number.trunc() == number && (0.0..=f64::from(u32::MAX)).contains(&number);
    is_one.then_some(Handle(number as u32))
}

/// Walls as numbers: five each, which are both ends and half of the thickness, u.
fn wall_numbers(walls: Vec<Wall>) -> Vec<f32> {
    let five = |Wall { from, to, radius }| [from.x, from.y, to.x, to.y, radius];
    walls.into_iter().flat_map(five).collect()
}

/// Walls that cover the tiles of a map whose byte is not 0, five numbers each as in `setWalls`.
/// Throws an error that says which argument is wrong.
#[wasm_bindgen(js_name = wallsFromTiles)]
pub fn walls_from_tiles(columns: usize, tiles: &[u8], side: f32) -> Result<Vec<f32>, JsError> {
    let tiles: Vec<bool> = tiles.iter().map(|tile| *tile != 0).collect();
    checked_walls_from_tiles(columns, &tiles, side).map(wall_numbers).map_err(to_js_error)
}

/// Views of linear memory. Pointers are valid until the next call that may change the number of
/// units or grow the memory.
#[wasm_bindgen]
impl Simulation {
    /// Address of an array, by its number: x, y, vx, vy, heading (radians), hx and hy (heading as a
    /// unit vector), and length of each unit.
    #[wasm_bindgen(js_name = unitPtr)]
    pub fn unit_ptr(&self, of: usize) -> *const f32 {
        let agents = self.agents();
        let arrays = [&agents.x, &agents.y, &agents.vx, &agents.vy, &agents.heading, &agents.hx];
        let more = [&agents.hy, &*agents.length];
        let mut all = arrays.into_iter().chain(more);
        all.nth(of).map_or(std::ptr::null(), |array| array.as_ptr())
    }

    /// Interpolates positions and headings between the last tick but one (0) and the last tick (1).
    #[wasm_bindgen(js_name = showBetween)]
    pub fn show_between(&mut self, share: f32) -> Result<(), JsError> {
        self.embedded.interpolate_units(share).map(|_| ()).map_err(to_js_error)
    }

    /// Address of an interpolated array, by its number: x, y, hx and hy.
    #[wasm_bindgen(js_name = betweenPtr)]
    pub fn between_ptr(&self, of: usize) -> *const f32 {
        let Some(Between { x, y, hx, hy, .. }) = self.embedded.between() else {
            return std::ptr::null();
        };
        [x, y, hx, hy].get(of).map_or(std::ptr::null(), |array| array.as_ptr())
    }

    /// Handles of the units within a distance of a point, the nearest first.
    pub fn near(&self, x: f32, y: f32, radius: f32) -> Result<Vec<u32>, JsError> {
        self.embedded
            .handles_near(Vec2::new(x, y), radius)
            .map(Iterator::collect)
            .map_err(to_js_error)
    }

    /// Starts to collect events.
    pub fn listen(&mut self) {
        self.embedded.start_listening();
    }

    /// Returns the events since the last call, four numbers each: kind (born, removed, caught,
    /// arrived), handle of the unit, index of the group that caught it, and handle of its hunter.
    pub fn happened(&mut self) -> Vec<u32> {
        let four = |one| match one {
            Happening::Born(unit) => [0, unit.0, 0, 0],
            Happening::Removed(unit) => [1, unit.0, 0, 0],
            Happening::Caught { unit, by, hunter } => [2, unit.0, by as u32, hunter.0],
            Happening::Arrived(unit) => [3, unit.0, 0, 0],
        };
        self.embedded.take_happenings().flat_map(four).collect()
    }

    /// Adds a unit to a group, by its index, with the start speed of the group; returns the handle.
    #[wasm_bindgen(js_name = addUnit)]
    pub fn add_unit(&mut self, group: usize, x: f32, y: f32, heading: f32) -> Result<u32, JsError> {
        let added = self.embedded.start_velocity(group, heading).and_then(|velocity| {
            let position = Vec2::new(x, y);
            self.embedded.add_unit(group, UnitState { position, velocity, heading, omega: 0.0 })
        });
        added.map(|unit| unit.0).map_err(to_js_error)
    }

    /// Removes a unit, by its handle.
    #[wasm_bindgen(js_name = removeUnit)]
    pub fn remove_unit(&mut self, unit: u32) -> Result<(), JsError> {
        self.embedded.remove_unit(Handle(unit)).map_err(to_js_error)
    }

    /// Present id of a unit, by its handle; -1 if the unit is gone.
    #[wasm_bindgen(js_name = unitId)]
    pub fn unit_id(&self, unit: f64) -> i32 {
        handle_from(unit).and_then(|unit| self.agents().id(unit)).map_or(-1, |id| id as i32)
    }

    /// Address of the handles of all units, by id.
    #[wasm_bindgen(js_name = handlePtr)]
    pub fn handle_ptr(&self) -> *const u32 {
        self.agents().handle.as_ptr()
    }

    /// Takes over the positions, velocities and headings that a program wrote into linear memory,
    /// perceives and steers. No unit moves.
    pub fn steer(&mut self) -> Result<(), JsError> {
        self.embedded.steer().map_err(to_js_error)
    }

    /// Moves all units by the forces of `steer`.
    pub fn advance(&mut self) {
        self.embedded.advance();
    }

    /// Address of the forces after `steer`: x, y, torques and brakes, by number; null before.
    #[wasm_bindgen(js_name = pushPtr)]
    pub fn push_ptr(&self, of: usize) -> *const f32 {
        let Some(Pushes { x, y, torque, brake }) = self.embedded.pushes() else {
            return std::ptr::null();
        };
        [x, y, torque, brake].get(of).map_or(std::ptr::null(), |array| array.as_ptr())
    }

    /// Sets a moving point as the target that a group, by its index, hunts, seeks or flees.
    #[wasm_bindgen(js_name = setTarget)]
    pub fn set_target(
        &mut self,
        group: usize,
        x: f32,
        y: f32,
        vx: f32,
        vy: f32,
    ) -> Result<(), JsError> {
        self.set_group_target(group, Some(moving_target(x, y, vx, vy)))
    }

    /// Sets a unit, by its handle, as the target of a group.
    #[wasm_bindgen(js_name = setTargetUnit)]
    pub fn set_target_unit(&mut self, group: usize, unit: u32) -> Result<(), JsError> {
        self.set_group_target(group, Some(Target::Unit(Handle(unit))))
    }

    /// Sets the nearest unit of another group, by its index, as the target of a group.
    #[wasm_bindgen(js_name = setTargetGroup)]
    pub fn set_target_group(&mut self, group: usize, other: usize) -> Result<(), JsError> {
        self.set_group_target(group, Some(Target::Group(other)))
    }

    /// Removes the target of a group.
    #[wasm_bindgen(js_name = clearTarget)]
    pub fn clear_target(&mut self, group: usize) -> Result<(), JsError> {
        self.set_group_target(group, None)
    }

    fn set_group_target(&mut self, group: usize, target: Option<Target>) -> Result<(), JsError> {
        self.embedded.set_target(group, target).map_err(to_js_error)
    }

    /// Sets the top speed of a unit, by its handle, u/s; without a number, that of its group
    /// counts.
    #[wasm_bindgen(js_name = setUnitSpeed)]
    pub fn set_unit_speed(&mut self, unit: u32, speed: Option<f32>) -> Result<(), JsError> {
        self.embedded.set_single(Handle(unit), UnitSetting::MaxSpeed(speed)).map_err(to_js_error)
    }

    /// Sets a moving point as the target of a single unit, by its handle.
    #[wasm_bindgen(js_name = setUnitTarget)]
    pub fn set_unit_target(
        &mut self,
        unit: u32,
        x: f32,
        y: f32,
        vx: f32,
        vy: f32,
    ) -> Result<(), JsError> {
        self.set_single_target(unit, Some(moving_target(x, y, vx, vy)))
    }

    /// Sets another unit, by its handle, as the target of a single unit.
    #[wasm_bindgen(js_name = setUnitTargetUnit)]
    pub fn set_unit_target_unit(&mut self, unit: u32, other: u32) -> Result<(), JsError> {
        self.set_single_target(unit, Some(Target::Unit(Handle(other))))
    }

    /// Sets the nearest unit of a group, by its index, as the target of a single unit.
    #[wasm_bindgen(js_name = setUnitTargetGroup)]
    pub fn set_unit_target_group(&mut self, unit: u32, group: usize) -> Result<(), JsError> {
        self.set_single_target(unit, Some(Target::Group(group)))
    }

    /// Removes the target of a single unit, so that the target of its group counts.
    #[wasm_bindgen(js_name = clearUnitTarget)]
    pub fn clear_unit_target(&mut self, unit: u32) -> Result<(), JsError> {
        self.set_single_target(unit, None)
    }

    fn set_single_target(&mut self, unit: u32, target: Option<Target>) -> Result<(), JsError> {
        self.embedded.set_single(Handle(unit), UnitSetting::Target(target)).map_err(to_js_error)
    }

    /// Holds the pointer at a world point.
    pub fn hold(&mut self, x: f32, y: f32) -> Result<(), JsError> {
        self.embedded.hold_pointer(Vec2::new(x, y)).map_err(to_js_error)
    }

    /// Adds or moves the site with this name.
    #[wasm_bindgen(js_name = setSite)]
    pub fn set_site(&mut self, name: &str, x: f32, y: f32) -> Result<(), JsError> {
        self.embedded.set_site(name, Some(Vec2::new(x, y))).map_err(to_js_error)
    }

    /// Removes the site with this name.
    #[wasm_bindgen(js_name = removeSite)]
    pub fn remove_site(&mut self, name: &str) -> Result<(), JsError> {
        self.embedded.set_site(name, None).map_err(to_js_error)
    }

    /// Replaces the obstacles: three numbers each, which are center and radius, u. Links round them
    /// to 0.1 u.
    #[wasm_bindgen(js_name = setObstacles)]
    pub fn set_obstacles(&mut self, obstacles: &[f32]) -> Result<(), JsError> {
        let disc = |&[x, y, radius]: &[f32; 3]| Obstacle { center: Vec2::new(x, y), radius };
        let discs: Vec<Obstacle> = obstacles.as_chunks::<3>().0.iter().map(disc).collect();
        let checked = check_obstacles_for_link(&discs);
        checked.and_then(|()| self.embedded.set_obstacles(discs)).map_err(to_js_error)
    }

    /// Replaces the walls: five numbers each, which are both ends and half of the thickness, u.
    #[wasm_bindgen(js_name = setWalls)]
    pub fn set_walls(&mut self, walls: &[f32]) -> Result<(), JsError> {
        let wall = |&[ax, ay, bx, by, radius]: &[f32; 5]| Wall {
            from: Vec2::new(ax, ay),
            to: Vec2::new(bx, by),
            radius,
        };
        let walls = walls.as_chunks::<5>().0.iter().map(wall).collect();
        self.embedded.set_walls(walls).map_err(to_js_error)
    }

    /// Replaces the path of a group, by its index: two numbers per node, u.
    #[wasm_bindgen(js_name = setPath)]
    pub fn set_path(&mut self, group: usize, nodes: &[f32]) -> Result<(), JsError> {
        let nodes = nodes.as_chunks::<2>().0.iter().copied().map(Vec2::from).collect();
        self.embedded.set_path(group, nodes).map_err(to_js_error)
    }

    /// Neighbors and forces of a unit, by its handle, in the coming tick; undefined if the unit is
    /// gone.
    #[wasm_bindgen(js_name = goneBy, unchecked_return_type = "GoneBy | undefined")]
    pub fn gone_by(&mut self, unit: f64) -> JsValue {
        let world = self.embedded.world();
        let id = handle_from(unit).and_then(|unit| world.agents().id(unit));
        let found = id.and_then(|id| inspect_unit(world, &mut self.observer, id));
        let Some(found) = found else { return JsValue::UNDEFINED };
        let handle = |id: &usize| world.agents().handle[*id];
        to_js(&GoneBy {
            neighbors: found.neighbor_ids.iter().map(handle).collect(),
            forces: found
                .contributions
                .iter()
                .map(|part| BehaviorForce {
                    key: part.key,
                    x: part.weighted_force.x,
                    y: part.weighted_force.y,
                })
                .collect(),
        })
    }
}
