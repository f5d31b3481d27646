//! Addresses of arrays in linear memory that the page reads in every frame, and scores.

use super::Simulation;
use flockwright_lab::insight::tally::{catch_score_text, score_rules};
use wasm_bindgen::prelude::*;

/// Arrays with one value per unit, by id. Pointers are valid until the next call that may change
/// the number of units or grow the memory: read them before each use.
#[wasm_bindgen]
impl Simulation {
    #[wasm_bindgen(js_name = xPtr)]
    pub fn x_ptr(&self) -> *const f32 {
        self.agents().x.as_ptr()
    }
    #[wasm_bindgen(js_name = yPtr)]
    pub fn y_ptr(&self) -> *const f32 {
        self.agents().y.as_ptr()
    }
    #[wasm_bindgen(js_name = headingXPtr)]
    pub fn heading_x_ptr(&self) -> *const f32 {
        self.agents().hx.as_ptr()
    }
    #[wasm_bindgen(js_name = headingYPtr)]
    pub fn heading_y_ptr(&self) -> *const f32 {
        self.agents().hy.as_ptr()
    }
    #[wasm_bindgen(js_name = velocityXPtr)]
    pub fn velocity_x_ptr(&self) -> *const f32 {
        self.agents().vx.as_ptr()
    }
    #[wasm_bindgen(js_name = velocityYPtr)]
    pub fn velocity_y_ptr(&self) -> *const f32 {
        self.agents().vy.as_ptr()
    }
    #[wasm_bindgen(js_name = lengthPtr)]
    pub fn length_ptr(&self) -> *const f32 {
        self.agents().length.as_ptr()
    }
    /// Role of each unit as the number of its `Role`.
    #[wasm_bindgen(js_name = rolePtr)]
    pub fn role_ptr(&self) -> *const u8 {
        self.agents().role.as_ptr()
    }
    /// Number of bullets in flight.
    #[wasm_bindgen(js_name = bulletCount)]
    pub fn bullet_count(&self) -> usize {
        self.run.world.bullets().flying_bullets().len()
    }
    /// Bullets in flight, `BULLET_FLOATS` values each: x, y, vx, vy, and the seconds still to fly.
    #[wasm_bindgen(js_name = bulletPtr)]
    pub fn bullet_ptr(&self) -> *const f32 {
        self.run.world.bullets().flying_bullets().as_ptr().cast()
    }
    /// Score in one line: number of catches or won rounds of each side; empty if no group catches.
    pub fn tally(&self) -> String {
        catch_score_text(&self.run.world)
    }
    /// Explains the score: what is counted, when a round ends, who wins; empty if no group catches.
    #[wasm_bindgen(js_name = scoreRules)]
    pub fn score_rules(&self) -> String {
        score_rules(&self.run.world)
    }
    /// Number of monsters that bullets have hit since the start.
    pub fn hits(&self) -> u32 {
        self.run.world.bullets().hits()
    }
    /// One byte per unit; bit 0 is set if the unit is a leader.
    #[wasm_bindgen(js_name = flagsPtr)]
    pub fn flags_ptr(&self) -> *const u8 {
        self.run.world.workspace().leader_flags().as_ptr()
    }
}
