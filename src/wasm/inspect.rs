//! Inspection of one unit for the page: its neighbors, fields of view and forces.

use super::{Simulation, to_js};
use flockwright::internals::math::{keep_smallest, sort_by_numbers};
use flockwright_lab::insight::inspect::{SearchRegion, inspect_unit, search_regions};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// Largest number of neighbors that are listed; further ones are only counted, since nobody could
/// tell apart the lines that the page draws to so many.
const MAX_LISTED_NEIGHBORS: usize = 400;

/// Neighbors, fields of view and forces of one unit.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
struct Inspection {
    id: usize,
    group: &'static str,
    /// Ids of the neighbors; of more than 400, only the nearest 400.
    neighbors: Vec<usize>,
    /// Number of all neighbors, listed or not.
    neighbor_count: usize,
    /// Fields of view; `key` is `flock`, `separation`, `leader`, or the key of a behavior that
    /// looks for units in a circle of its own.
    regions: Vec<RegionInfo>,
    /// Names of the forces: those of the behaviors, in order, then that of the world's edge if it
    /// contains units.
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

impl From<SearchRegion> for RegionInfo {
    fn from(region: SearchRegion) -> Self {
        let SearchRegion { key, center, radius, half_angle } = region;
        Self { key, x: center.x, y: center.y, radius, half_angle }
    }
}

#[wasm_bindgen]
impl Simulation {
    /// Fields of view of a unit; empty for an unknown id.
    #[wasm_bindgen(unchecked_return_type = "Inspection[\"regions\"]")]
    pub fn regions(&self, id: usize) -> JsValue {
        to_js(&self.region_infos(id))
    }

    /// Neighbors, fields of view and forces of a unit; undefined for an unknown id.
    #[wasm_bindgen(unchecked_return_type = "Inspection | undefined")]
    pub fn inspect(&self, id: usize) -> JsValue {
        let world = &self.run.world;
        let Some(found) = inspect_unit(world, &mut self.observer.borrow_mut(), id) else {
            return JsValue::UNDEFINED;
        };
        let (group, mut neighbors) = (world.groups()[found.group].key, found.neighbor_ids);
        let neighbor_count = neighbors.len();
        if neighbor_count > MAX_LISTED_NEIGHBORS {
            let nearest = |other: &usize| (world.offset(id, *other).length(), *other as u32);
            keep_smallest(&mut neighbors, MAX_LISTED_NEIGHBORS, nearest);
            sort_by_numbers(&mut neighbors, nearest);
        }
        let forces = found.contributions.iter();
        let forces = forces.map(|part| ForceInfo { key: part.key, label: part.label }).collect();
        let regions = self.region_infos(id);
        to_js(&Inspection { id, group, neighbors, neighbor_count, regions, forces })
    }
}

impl Simulation {
    fn region_infos(&self, id: usize) -> Vec<RegionInfo> {
        let found = search_regions(&self.run.world, &mut self.observer.borrow_mut(), id);
        found.into_iter().map(RegionInfo::from).collect()
    }
}
