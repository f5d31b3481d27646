//! The inspection of one unit, as the page gets it.

use super::{Simulation, to_js};
use flockwright::internals::math::{keep_smallest, sort_by_numbers};
use flockwright_lab::insight::inspect::{Region, inspect, regions};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// More neighbors than this are counted, not named: no one could tell their lines apart.
const MOST_NAMED: usize = 400;

/// Whom one unit counts, where it looks, and by what it steers.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
struct Inspection {
    id: usize,
    group: &'static str,
    /// Whom it counts, and how many: of a large crowd only the nearest are named.
    neighbors: Vec<usize>,
    neighbor_count: usize,
    /// Where it looks: `flock`, `separation`, `leader`, or a behavior's own circle.
    regions: Vec<RegionInfo>,
    /// The behaviors in order, and the edge where that contains.
    forces: Vec<ForceInfo>,
}

#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
struct RegionInfo {
    key: &'static str,
    x: f32,
    y: f32,
    radius: f32,
    half_angle: f32,
}

#[derive(Serialize, Tsify)]
struct ForceInfo {
    key: &'static str,
    label: &'static str,
}

impl From<Region> for RegionInfo {
    fn from(region: Region) -> Self {
        let Region { key, center, radius, half_angle } = region;
        Self { key, x: center.x, y: center.y, radius, half_angle }
    }
}

#[wasm_bindgen]
impl Simulation {
    /// The regions in which a unit looks for others; empty where there is no such unit.
    #[wasm_bindgen(unchecked_return_type = "Inspection[\"regions\"]")]
    pub fn regions(&self, id: usize) -> JsValue {
        to_js(&self.regions_of(id))
    }

    /// Whom one unit counts and by what it steers; undefined where there is no such unit.
    #[wasm_bindgen(unchecked_return_type = "Inspection | undefined")]
    pub fn inspect(&self, id: usize) -> JsValue {
        let world = &self.run.world;
        let Some(found) = inspect(world, &mut self.observer.borrow_mut(), id) else {
            return JsValue::UNDEFINED;
        };
        let (group, mut neighbors) = (world.groups()[found.group].key, found.neighbors);
        let neighbor_count = neighbors.len();
        if neighbor_count > MOST_NAMED {
            let nearest = |other: &usize| (world.offset(id, *other).length(), *other as u32);
            keep_smallest(&mut neighbors, MOST_NAMED, nearest);
            sort_by_numbers(&mut neighbors, nearest);
        }
        let forces = found.contributions.iter();
        let forces = forces.map(|part| ForceInfo { key: part.key, label: part.label }).collect();
        let regions = self.regions_of(id);
        to_js(&Inspection { id, group, neighbors, neighbor_count, regions, forces })
    }
}

impl Simulation {
    fn regions_of(&self, id: usize) -> Vec<RegionInfo> {
        let found = regions(&self.run.world, &mut self.observer.borrow_mut(), id);
        found.into_iter().map(RegionInfo::from).collect()
    }
}
