//! The inspection of one unit, as the page gets it.

use super::{Simulation, to_js};
use crate::engine::behaviors::Cue;
use crate::engine::sort::sort_by_number;
use crate::insight::inspect::{Contribution, Inspection, Region, inspect, regions};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// More units than this of a kind are counted, not named: nobody could tell their lines apart.
const MOST_NAMED: usize = 400;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct InspectionInfo {
    id: usize,
    group: &'static str,
    leader: bool,
    can_lead: bool,
    neighbors: Vec<usize>,
    neighbor_count: usize,
    crowd: Vec<usize>,
    ahead: Vec<usize>,
    ahead_count: usize,
    rejected: Vec<usize>,
    reasons: Vec<&'static str>,
    reason_counts: [usize; 4],
    regions: Vec<RegionInfo>,
    forces: Vec<ForceInfo>,
    sum_x: f32,
    sum_y: f32,
    fx: f32,
    fy: f32,
    limit: Option<f32>,
    thrust: f32,
    brake: f32,
    turn: f32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RegionInfo {
    key: &'static str,
    x: f32,
    y: f32,
    radius: f32,
    half_angle: f32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ForceInfo {
    key: &'static str,
    label: &'static str,
    weight: f32,
    raw_x: f32,
    raw_y: f32,
    fx: f32,
    fy: f32,
    aims: Vec<AimInfo>,
    feelers: Vec<FeelerInfo>,
}

#[derive(Serialize)]
struct AimInfo {
    kind: &'static str,
    x: f32,
    y: f32,
}

#[derive(Serialize)]
struct FeelerInfo {
    x: f32,
    y: f32,
    /// Index of the obstacle, -1 for none.
    hit: i32,
}

impl From<&Region> for RegionInfo {
    fn from(region: &Region) -> Self {
        let Region { key, center, radius, half_angle } = *region;
        Self { key, x: center.x, y: center.y, radius, half_angle }
    }
}

impl From<&Contribution> for ForceInfo {
    fn from(part: &Contribution) -> Self {
        let mut info = Self {
            key: part.key,
            label: part.label,
            weight: part.weight,
            raw_x: part.raw.x,
            raw_y: part.raw.y,
            fx: part.weighted.x,
            fy: part.weighted.y,
            aims: Vec::new(),
            feelers: Vec::new(),
        };
        for cue in &part.cues {
            match *cue {
                Cue::Aim { kind, point } => {
                    info.aims.push(AimInfo { kind: kind.key(), x: point.x, y: point.y });
                }
                Cue::Feeler { end, hit } => {
                    let hit = hit.map_or(-1, |index| index as i32);
                    info.feelers.push(FeelerInfo { x: end.x, y: end.y, hit });
                }
                Cue::Circle { .. } => {}
            }
        }
        info
    }
}

#[wasm_bindgen]
impl Simulation {
    /// The regions in which a unit looks for others; empty where there is no such unit.
    #[wasm_bindgen(unchecked_return_type = "Inspection[\"regions\"]")]
    pub fn regions(&mut self, id: usize) -> JsValue {
        let found = regions(&self.run.world, &mut self.observer, id);
        to_js(&found.iter().map(RegionInfo::from).collect::<Vec<_>>())
    }

    /// Why one unit steers as it does; undefined where there is no such unit.
    #[wasm_bindgen(unchecked_return_type = "Inspection | undefined")]
    pub fn inspect(&mut self, id: usize) -> JsValue {
        let world = &self.run.world;
        let Some(found) = inspect(world, &mut self.observer, id) else {
            return JsValue::UNDEFINED;
        };
        let distance = |other: &usize| world.offset(id, *other).length();
        let nearest = |ids: &[usize]| {
            let mut ids = ids.to_vec();
            if ids.len() > MOST_NAMED {
                sort_by_number(&mut ids, distance);
                ids.truncate(MOST_NAMED);
            }
            ids
        };
        let Inspection { sum, force, thrust, brake, turn, .. } = found;
        to_js(&InspectionInfo {
            id,
            group: world.groups()[found.group].key,
            leader: found.leader,
            can_lead: found.can_lead,
            neighbors: nearest(&found.neighbors),
            neighbor_count: found.neighbors.len(),
            crowd: nearest(&found.crowd),
            ahead: nearest(&found.ahead),
            ahead_count: found.ahead.len(),
            rejected: found.rejected.units.iter().map(|(other, _)| *other).collect(),
            reasons: found.rejected.units.iter().map(|(_, reason)| reason.key()).collect(),
            reason_counts: found.rejected.counts,
            regions: found.regions.iter().map(RegionInfo::from).collect(),
            forces: found.contributions.iter().map(ForceInfo::from).collect(),
            sum_x: sum.x,
            sum_y: sum.y,
            fx: force.x,
            fy: force.y,
            limit: found.limit.is_finite().then_some(found.limit),
            thrust,
            brake,
            turn,
        })
    }
}
