//! Units where they lie in memory, and what a program may do to its world that no link and no recording
//! can say.

use super::{Simulation, to_js};
use flockwright::engine::agents::{Handle, Spot, Target, UnitState};
use flockwright::engine::scenery::{Obstacle, Wall};
use flockwright::engine::world::{Between, Happening, Happenings, Pushes};
use flockwright::internals::layout::{Layout, MAX_COORDINATE, MOST_OBSTACLES, OBSTACLE_RADIUS};
use flockwright::internals::math::{sin_cos, wrap_angle};
use flockwright::session::events::Event;
use flockwright_lab::insight::inspect::inspect;
use glam::Vec2;
use serde::Serialize;
use std::f32::consts::TAU;
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

/// Views over linear memory. Pointers are valid until the next call that may change the count or
/// grow the memory.
/// A handle; `None` for a number that is none.
fn handle(number: f64) -> Option<Handle> {
    let is_one = number.trunc() == number && (0.0..=f64::from(u32::MAX)).contains(&number);
    is_one.then_some(Handle(number as u32))
}

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
    pub fn show_between(&mut self, share: f32) {
        let between = self.between.get_or_insert_with(Between::default);
        between.show(&self.run.world, share.clamp(0.0, 1.0));
    }

    /// Where those arrays lie, by their number: x, y, hx and hy.
    #[wasm_bindgen(js_name = betweenPtr)]
    pub fn between_ptr(&self, of: usize) -> *const f32 {
        let Some(Between { x, y, hx, hy, .. }) = &self.between else { return std::ptr::null() };
        [x, y, hx, hy].get(of).map_or(std::ptr::null(), |array| array.as_ptr())
    }

    /// Handles of the units within a distance of a place, the nearest first.
    pub fn near(&self, x: f32, y: f32, radius: f32) -> Vec<u32> {
        let near = self.run.world.near(Vec2::new(x, y), radius).into_iter();
        near.map(|id| self.agents().handle[id]).collect()
    }

    /// From now on, what happens is collected.
    pub fn listen(&mut self) {
        self.happenings = Some(Happenings::since(&self.run.world));
    }

    /// What has happened since this was last called: three numbers for each, which are the kind (born,
    /// removed, caught, arrived), the handle of the unit, and the group that has caught it.
    pub fn happened(&mut self) -> Vec<u32> {
        let Some(happenings) = &mut self.happenings else { return Vec::new() };
        happenings.collect(&self.run.world);
        let three = |one| match one {
            Happening::Born(unit) => [0, unit.0, 0],
            Happening::Removed(unit) => [1, unit.0, 0],
            Happening::Caught { unit, by } => [2, unit.0, by as u32],
            Happening::Arrived(unit) => [3, unit.0, 0],
        };
        happenings.take().flat_map(three).collect()
    }

    /// Adds a unit to a group, by its index, with the speed at which its kind starts; -1 where it
    /// cannot be.
    #[wasm_bindgen(js_name = addUnit)]
    pub fn add_unit(&mut self, group: usize, x: f32, y: f32, heading: f32) -> i32 {
        let Some(speed) = self.run.world.groups().get(group).map(|group| group.start_speed())
        else {
            return -1;
        };
        if self.timeline.is_some() || !heading.is_finite() {
            return -1;
        }
        let (sine, cosine) = sin_cos(wrap_angle(heading % TAU));
        let (position, velocity) = (Vec2::new(x, y), Vec2::new(cosine, sine) * speed);
        let unit = UnitState { position, velocity, heading, omega: 0.0 };
        self.run.world.add(group, unit).map_or(-1, |unit| unit.0 as i32)
    }

    /// Removes a unit, by its handle; false where it is gone, or the run is recorded.
    #[wasm_bindgen(js_name = removeUnit)]
    pub fn remove_unit(&mut self, unit: f64) -> bool {
        let unit = handle(unit);
        self.timeline.is_none() && unit.is_some_and(|unit| self.run.world.remove(unit))
    }

    /// The id that a unit has now, by its handle; -1 where it is gone.
    #[wasm_bindgen(js_name = unitId)]
    pub fn unit_id(&self, unit: f64) -> i32 {
        handle(unit).and_then(|unit| self.agents().id(unit)).map_or(-1, |id| id as i32)
    }

    /// Handles of all units, by id.
    #[wasm_bindgen(js_name = handlePtr)]
    pub fn handle_ptr(&self) -> *const u32 {
        self.run.world.agents().handle.as_ptr()
    }

    /// Takes over what was written of places, velocities and headings where they lie in memory,
    /// perceives and steers, and moves no unit. False where a number was not finite, or the run is
    /// recorded.
    pub fn steer(&mut self) -> bool {
        if self.timeline.is_some() {
            return false;
        }
        let world = &mut self.run.world;
        let finite = world.note_bodies().is_ok();
        world.steer();
        self.pushes.read(world);
        finite
    }

    /// Moves all as they were steered.
    pub fn advance(&mut self) {
        self.run.world.advance();
    }

    /// Where the pushes lie after `steer`: forces to the right, down, torques, brakes.
    #[wasm_bindgen(js_name = pushPtr)]
    pub fn push_ptr(&self, of: usize) -> *const f32 {
        let Pushes { x, y, torque, brake } = &self.pushes;
        [x, y, torque, brake].get(of).map_or(std::ptr::null(), |array| array.as_ptr())
    }

    /// What all of a group, by its index, hunt, head for or run from, from now on: a place and how it moves. False
    /// where the run is recorded.
    #[wasm_bindgen(js_name = setTarget)]
    pub fn set_target(&mut self, group: usize, x: f32, y: f32, vx: f32, vy: f32) -> bool {
        let (position, velocity) = (Vec2::new(x, y), Vec2::new(vx, vy));
        self.send(group, Target::Moving(Spot { position, velocity }))
    }

    /// The same with a unit, by its handle.
    #[wasm_bindgen(js_name = setTargetUnit)]
    pub fn set_target_unit(&mut self, group: usize, unit: f64) -> bool {
        handle(unit).is_some_and(|unit| self.send(group, Target::Unit(unit)))
    }

    /// The same with the nearest unit of another group, by its index.
    #[wasm_bindgen(js_name = setTargetGroup)]
    pub fn set_target_group(&mut self, group: usize, other: usize) -> bool {
        self.send(group, Target::Group(other))
    }

    fn send(&mut self, group: usize, target: Target) -> bool {
        self.timeline.is_none() && self.run.world.set_target(group, target).is_ok()
    }

    /// Replaces the obstacles: three numbers for each, its place and its radius, u; a link has them
    /// rounded to 0.1 u. Throws a sentence, and nothing has changed, where one is none, there are too many, or
    /// the run is recorded and a number is between two steps of 0.1 u.
    #[wasm_bindgen(js_name = setObstacles)]
    pub fn set_obstacles(&mut self, obstacles: &[f32]) -> Result<(), JsError> {
        let (all, rest) = obstacles.as_chunks::<3>();
        let is_sound = |[x, y, radius]: &[f32; 3]| {
            let [low, high] = OBSTACLE_RADIUS;
            [x, y].iter().all(|part| (0.0..=MAX_COORDINATE).contains(*part))
                && (low..=high).contains(radius)
        };
        let in_steps = |value: &f32| (value * 10.0).round() / 10.0 == *value;
        if all.len() > MOST_OBSTACLES {
            let what = format!("There are at most {MOST_OBSTACLES} obstacles, not {}.", all.len());
            return Err(JsError::new(&what));
        }
        let [low, high] = OBSTACLE_RADIUS;
        let sound = format!(
            "An obstacle lies within 0 to {MAX_COORDINATE} u and has a radius of {low} to {high} u"
        );
        if !rest.is_empty() || !all.iter().all(is_sound) {
            return Err(JsError::new(&format!("{sound}.")));
        }
        if self.timeline.is_some() && !obstacles.iter().all(in_steps) {
            let steps = format!("{sound}, in steps of 0.1 u as the run is recorded.");
            return Err(JsError::new(&steps));
        }
        let disc =
            |[x, y, radius]: &[f32; 3]| Obstacle { center: Vec2::new(*x, *y), radius: *radius };
        let discs: Vec<Obstacle> = all.iter().map(disc).collect();
        if self.timeline.is_some() {
            let layout = Layout { obstacles: Some(discs), ..self.run.world.layout().clone() };
            let text = self.run.write_layout(&layout).into();
            // It was made from what makes sense.
            let _ = self.input(Event::Layout { text });
        } else {
            self.run.world.put_obstacles(discs);
        }
        Ok(())
    }

    /// Replaces the walls: five numbers for each, its two ends and half its thickness, u. False where one is
    /// none, or the run is recorded.
    #[wasm_bindgen(js_name = setWalls)]
    pub fn set_walls(&mut self, walls: &[f32]) -> bool {
        let (all, rest) = walls.as_chunks::<5>();
        let sound = |wall: &[f32; 5]| wall.iter().all(|of| of.is_finite()) && wall[4] >= 0.0;
        let fits = self.timeline.is_none() && rest.is_empty() && all.iter().all(sound);
        if fits {
            let wall = |[ax, ay, bx, by, radius]: &[f32; 5]| Wall {
                from: Vec2::new(*ax, *ay),
                to: Vec2::new(*bx, *by),
                radius: *radius,
            };
            self.run.world.set_walls(all.iter().map(wall).collect());
        }
        fits
    }

    /// Replaces the path of a group, by its index: two numbers for each node, u. False where it follows none, one
    /// is no number, or the run is recorded.
    #[wasm_bindgen(js_name = setPath)]
    pub fn set_path(&mut self, group: usize, nodes: &[f32]) -> bool {
        let (nodes, rest) = nodes.as_chunks::<2>();
        self.timeline.is_none()
            && rest.is_empty()
            && self
                .run
                .world
                .set_path(group, nodes.iter().copied().map(Vec2::from).collect())
                .is_ok()
    }

    /// What a unit, by its handle, goes by in the coming tick; undefined where it is gone.
    #[wasm_bindgen(js_name = goneBy, unchecked_return_type = "GoneBy | undefined")]
    pub fn gone_by(&mut self, unit: f64) -> JsValue {
        let world = &self.run.world;
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

    /// It has no target of its own any longer.
    #[wasm_bindgen(js_name = clearTarget)]
    pub fn clear_target(&mut self, group: usize) {
        // A group that is not there has none.
        let _ = self.run.world.set_target(group, None);
    }
}
