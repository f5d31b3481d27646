//! The measures, as the page gets them.

use super::{Simulation, to_js};
use crate::measures;
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Measures {
    polarization: f32,
    milling: f32,
    nearest_neighbor: f32,
    overlaps: usize,
    flocks: usize,
    largest_flock: f32,
    flock_radius: f32,
    leaders: usize,
    mean_speed: f32,
    closest_hunter: Option<f32>,
}

#[wasm_bindgen]
impl Simulation {
    /// All measures of the present state. Takes about as long as a tick; ask a few times a second.
    #[wasm_bindgen(unchecked_return_type = "Measures")]
    pub fn measures(&self) -> JsValue {
        let world = &self.run.world;
        let radius = measures::flock_radius(world);
        let flocks = measures::flocks(world, radius);
        to_js(&Measures {
            polarization: measures::polarization(world),
            milling: measures::milling(world),
            nearest_neighbor: measures::nearest_neighbor_distance(world),
            overlaps: measures::overlaps(world),
            flocks: flocks.count,
            largest_flock: flocks.largest,
            flock_radius: radius,
            leaders: measures::leaders(world),
            mean_speed: measures::mean_speed(world),
            closest_hunter: measures::closest_hunter(world),
        })
    }
}
