//! Units as arrays in linear memory, their targets and settings, and scenery that a program sets.

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

/// Target that moves from a point (u) with a velocity (u/s).
fn moving_target(x: f32, y: f32, vx: f32, vy: f32) -> Target {
    Target::Moving(Spot { position: Vec2::new(x, y), velocity: Vec2::new(vx, vy) })
}

/// Neighbors and forces of one unit in the coming tick.
#[derive(Serialize, Tsify)]
struct GoneBy {
    /// Handles of the neighbors that the flocking rules take into account.
    neighbors: Vec<u32>,
    /// Force of each behavior, in order, then of `edge`, which keeps the unit inside the world.
    forces: Vec<BehaviorForce>,
}

/// Force of a behavior after its weight is applied, in world coordinates.
#[derive(Serialize, Tsify)]
struct BehaviorForce {
    key: &'static str,
    x: f32,
    y: f32,
}

/// Handle (lasting number of a unit) from a JavaScript number; `None` if no 32-bit integer.
fn handle_from(number: f64) -> Option<Handle> {
    let is_one = number.trunc() == number && (0.0..=f64::from(u32::MAX)).contains(&number);
    is_one.then_some(Handle(number as u32))
}

/// Walls as five numbers each: x and y of both ends, and half of the thickness, u.
fn wall_numbers(walls: Vec<Wall>) -> Vec<f32> {
    let five = |Wall { from, to, radius }| [from.x, from.y, to.x, to.y, radius];
    walls.into_iter().flat_map(five).collect()
}

/// Walls that cover all tiles of a map whose byte is not 0, five numbers each as in `setWalls`.
/// `tiles`: rows of `columns` bytes from the upper left; `side`: length of a tile's side, u. Throws
/// an error that says which argument is wrong.
#[wasm_bindgen(js_name = wallsFromTiles)]
pub fn walls_from_tiles(columns: usize, tiles: &[u8], side: f32) -> Result<Vec<f32>, JsError> {
    let tiles: Vec<bool> = tiles.iter().map(|tile| *tile != 0).collect();
    checked_walls_from_tiles(columns, &tiles, side).map(wall_numbers).map_err(to_js_error)
}

/// Units and scenery of the run. Pointers are valid until a call changes the number of units or
/// grows the memory.
#[wasm_bindgen]
impl Simulation {
    /// Address of an array with one value per unit, chosen by `of`: 0 x, 1 y, 2 vx, 3 vy, 4 heading
    /// (rad), 5 and 6 heading as a unit vector, 7 length; null for any other number.
    #[wasm_bindgen(js_name = unitPtr)]
    pub fn unit_ptr(&self, of: usize) -> *const f32 {
        let agents = self.agents();
        let arrays = [&agents.x, &agents.y, &agents.vx, &agents.vy, &agents.heading, &agents.hx];
        let more = [&agents.hy, &*agents.length];
        let mut all = arrays.into_iter().chain(more);
        all.nth(of).map_or(std::ptr::null(), |array| array.as_ptr())
    }

    /// Interpolates positions and headings of all units between the last tick but one (`share` 0)
    /// and the last tick (1), for [`between_ptr`](Self::between_ptr).
    #[wasm_bindgen(js_name = showBetween)]
    pub fn show_between(&mut self, share: f32) -> Result<(), JsError> {
        self.embedded.interpolate_units(share).map(|_| ()).map_err(to_js_error)
    }

    /// Address of an interpolated array, chosen by `of`: 0 x, 1 y, 2 and 3 heading as a unit
    /// vector; null before the first [`show_between`](Self::show_between).
    #[wasm_bindgen(js_name = betweenPtr)]
    pub fn between_ptr(&self, of: usize) -> *const f32 {
        let Some(Between { x, y, hx, hy, .. }) = self.embedded.between() else {
            return std::ptr::null();
        };
        [x, y, hx, hy].get(of).map_or(std::ptr::null(), |array| array.as_ptr())
    }

    /// Handles of the units within a distance (u) of a point, the nearest first.
    pub fn near(&self, x: f32, y: f32, radius: f32) -> Result<Vec<u32>, JsError> {
        self.embedded
            .handles_near(Vec2::new(x, y), radius)
            .map(Iterator::collect)
            .map_err(to_js_error)
    }

    /// Starts to collect events for [`happened`](Self::happened).
    pub fn listen(&mut self) {
        self.embedded.start_listening();
    }

    /// Returns the events since the last call, four numbers each: kind (0 born, 1 removed, 2
    /// caught, 3 arrived), handle of the unit, and, if it was caught, index of the hunting group
    /// and handle of the hunter, else 0.
    pub fn happened(&mut self) -> Vec<u32> {
        let four = |one| match one {
            Happening::Born(unit) => [0, unit.0, 0, 0],
            Happening::Removed(unit) => [1, unit.0, 0, 0],
            Happening::Caught { unit, by, hunter } => [2, unit.0, by as u32, hunter.0],
            Happening::Arrived(unit) => [3, unit.0, 0, 0],
        };
        self.embedded.take_happenings().flat_map(four).collect()
    }

    /// Adds a unit with the start speed of its group, given by its index; returns its handle.
    #[wasm_bindgen(js_name = addUnit)]
    pub fn add_unit(&mut self, group: usize, x: f32, y: f32, heading: f32) -> Result<u32, JsError> {
        let added = self.embedded.start_velocity(group, heading).and_then(|velocity| {
            let position = Vec2::new(x, y);
            self.embedded.add_unit(group, UnitState { position, velocity, heading, omega: 0.0 })
        });
        added.map(|unit| unit.0).map_err(to_js_error)
    }

    /// Removes the unit with this handle.
    #[wasm_bindgen(js_name = removeUnit)]
    pub fn remove_unit(&mut self, unit: u32) -> Result<(), JsError> {
        self.embedded.remove_unit(Handle(unit)).map_err(to_js_error)
    }

    /// Present id (index in the arrays) of the unit with this handle; -1 if the unit is gone.
    #[wasm_bindgen(js_name = unitId)]
    pub fn unit_id(&self, unit: f64) -> i32 {
        handle_from(unit).and_then(|unit| self.agents().id(unit)).map_or(-1, |id| id as i32)
    }

    /// Address of the handles of all units, in the order of the other arrays.
    #[wasm_bindgen(js_name = handlePtr)]
    pub fn handle_ptr(&self) -> *const u32 {
        self.agents().handle.as_ptr()
    }

    /// Computes the steering of all units from the positions, velocities and headings that a
    /// program wrote into linear memory. No unit moves.
    pub fn steer(&mut self) -> Result<(), JsError> {
        self.embedded.steer().map_err(to_js_error)
    }

    /// Moves all units by the forces that [`steer`](Self::steer) has computed.
    pub fn advance(&mut self) {
        self.embedded.advance();
    }

    /// Address of an array that [`steer`](Self::steer) has filled, chosen by `of`: 0 force x, 1
    /// force y, 2 torque, 3 brake (factor of the velocity); null before the first call of `steer`
    /// and after units were added or removed.
    #[wasm_bindgen(js_name = pushPtr)]
    pub fn push_ptr(&self, of: usize) -> *const f32 {
        let Some(Pushes { x, y, torque, brake }) = self.embedded.pushes() else {
            return std::ptr::null();
        };
        [x, y, torque, brake].get(of).map_or(std::ptr::null(), |array| array.as_ptr())
    }

    /// Gives a group, by its index, a moving point (u, u/s) as the target to hunt, seek or flee.
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

    /// Gives a group, by its index, a unit, by its handle, as its target.
    #[wasm_bindgen(js_name = setTargetUnit)]
    pub fn set_target_unit(&mut self, group: usize, unit: u32) -> Result<(), JsError> {
        self.set_group_target(group, Some(Target::Unit(Handle(unit))))
    }

    /// Gives a group the nearest unit of another group as its target, both groups by index.
    #[wasm_bindgen(js_name = setTargetGroup)]
    pub fn set_target_group(&mut self, group: usize, other: usize) -> Result<(), JsError> {
        self.set_group_target(group, Some(Target::Group(other)))
    }

    /// Removes the target of a group, which then has its own goals again.
    #[wasm_bindgen(js_name = clearTarget)]
    pub fn clear_target(&mut self, group: usize) -> Result<(), JsError> {
        self.set_group_target(group, None)
    }

    fn set_group_target(&mut self, group: usize, target: Option<Target>) -> Result<(), JsError> {
        self.embedded.set_target(group, target).map_err(to_js_error)
    }

    /// Sets the top speed of a unit, by its handle, u/s; undefined restores that of the group.
    #[wasm_bindgen(js_name = setUnitSpeed)]
    pub fn set_unit_speed(&mut self, unit: u32, speed: Option<f32>) -> Result<(), JsError> {
        self.embedded.set_single(Handle(unit), UnitSetting::MaxSpeed(speed)).map_err(to_js_error)
    }

    /// Gives a single unit, by its handle, a moving point (u, u/s) as its target.
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

    /// Gives a single unit another unit as its target, both by handle.
    #[wasm_bindgen(js_name = setUnitTargetUnit)]
    pub fn set_unit_target_unit(&mut self, unit: u32, other: u32) -> Result<(), JsError> {
        self.set_single_target(unit, Some(Target::Unit(Handle(other))))
    }

    /// Gives a single unit, by its handle, the nearest unit of a group as its target.
    #[wasm_bindgen(js_name = setUnitTargetGroup)]
    pub fn set_unit_target_group(&mut self, unit: u32, group: usize) -> Result<(), JsError> {
        self.set_single_target(unit, Some(Target::Group(group)))
    }

    /// Removes the target of a single unit, by its handle: that of its group counts again.
    #[wasm_bindgen(js_name = clearUnitTarget)]
    pub fn clear_unit_target(&mut self, unit: u32) -> Result<(), JsError> {
        self.set_single_target(unit, None)
    }

    fn set_single_target(&mut self, unit: u32, target: Option<Target>) -> Result<(), JsError> {
        self.embedded.set_single(Handle(unit), UnitSetting::Target(target)).map_err(to_js_error)
    }

    /// Holds the pointer at a point, u, for the groups that respond to the pointer.
    pub fn hold(&mut self, x: f32, y: f32) -> Result<(), JsError> {
        self.embedded.hold_pointer(Vec2::new(x, y)).map_err(to_js_error)
    }

    /// Adds a site (a named place) at a point, u, or moves the site that has this name.
    #[wasm_bindgen(js_name = setSite)]
    pub fn set_site(&mut self, name: &str, x: f32, y: f32) -> Result<(), JsError> {
        self.embedded.set_site(name, Some(Vec2::new(x, y))).map_err(to_js_error)
    }

    /// Removes the site with this name.
    #[wasm_bindgen(js_name = removeSite)]
    pub fn remove_site(&mut self, name: &str) -> Result<(), JsError> {
        self.embedded.set_site(name, None).map_err(to_js_error)
    }

    /// Replaces the obstacles: three numbers each, x and y of the center and the radius, u, which
    /// links round to 0.1 u.
    #[wasm_bindgen(js_name = setObstacles)]
    pub fn set_obstacles(&mut self, obstacles: &[f32]) -> Result<(), JsError> {
        let disc = |&[x, y, radius]: &[f32; 3]| Obstacle { center: Vec2::new(x, y), radius };
        let discs: Vec<Obstacle> = obstacles.as_chunks::<3>().0.iter().map(disc).collect();
        let checked = check_obstacles_for_link(&discs);
        checked.and_then(|()| self.embedded.set_obstacles(discs)).map_err(to_js_error)
    }

    /// Replaces the walls: five numbers each, x and y of both ends and half of the thickness, u.
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

    /// Replaces the path of a group, by its index: x and y of each node, u.
    #[wasm_bindgen(js_name = setPath)]
    pub fn set_path(&mut self, group: usize, nodes: &[f32]) -> Result<(), JsError> {
        let nodes = nodes.as_chunks::<2>().0.iter().copied().map(Vec2::from).collect();
        self.embedded.set_path(group, nodes).map_err(to_js_error)
    }

    /// Neighbors and forces of a unit, by its handle, in the coming tick; undefined if it is gone.
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
