//! What a program may do to its world that no link and no recording can say: the page never does.

use super::Simulation;
use crate::engine::agents::{Target, UnitState};
use crate::engine::math::{sin_cos, wrap_angle};
use crate::session::timeline::Timeline;
use glam::Vec2;
use std::f32::consts::TAU;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl Simulation {
    /// From now on, nothing that comes in is recorded, there is no way back in time, and a crowd is
    /// placed at once. Only then can units be added and removed, and groups have targets of their
    /// own.
    #[wasm_bindgen(js_name = stopRecording)]
    pub fn stop_recording(&mut self) {
        self.timeline.begin_tick_anew(&mut self.run);
        self.timeline = Timeline::default();
        self.run.world.set_patient(false);
        self.records = false;
    }

    /// Adds a unit to a group, by its index, with the speed at which its kind starts; -1 where it
    /// cannot be.
    #[wasm_bindgen(js_name = addUnit)]
    pub fn add_unit(&mut self, group: usize, x: f32, y: f32, heading: f32) -> i32 {
        let Some(speed) = self.run.world.groups().get(group).map(|group| group.start_speed())
        else {
            return -1;
        };
        if self.records || !heading.is_finite() {
            return -1;
        }
        let (sine, cosine) = sin_cos(wrap_angle(heading % TAU));
        let (position, velocity) = (Vec2::new(x, y), Vec2::new(cosine, sine) * speed);
        let unit = UnitState { position, velocity, heading, omega: 0.0 };
        self.run.world.add(group, unit).map_or(-1, |id| id as i32)
    }

    /// Removes a unit; false where there is none, or the run is recorded.
    #[wasm_bindgen(js_name = removeUnit)]
    pub fn remove_unit(&mut self, id: usize) -> bool {
        !self.records && self.run.world.remove(id)
    }

    /// What all of a group, by its index, hunt, head for or run from, from now on; false where the run is recorded.
    #[wasm_bindgen(js_name = setTarget)]
    pub fn set_target(&mut self, group: usize, x: f32, y: f32, vx: f32, vy: f32) -> bool {
        let target = Target { position: Vec2::new(x, y), velocity: Vec2::new(vx, vy) };
        if !self.records {
            self.run.world.set_target(group, Some(target));
        }
        !self.records
    }

    /// It has no target of its own any longer.
    #[wasm_bindgen(js_name = clearTarget)]
    pub fn clear_target(&mut self, group: usize) {
        self.run.world.set_target(group, None);
    }
}
