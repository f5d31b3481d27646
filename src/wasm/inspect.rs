//! The inspection of one unit, as the page gets it.

use super::{Simulation, to_js};
use flockwright::engine::behaviors::{AimKind, Cue};
use flockwright::internals::math::{keep_smallest, sort_by_numbers};
use flockwright_lab::insight::inspect::{self, Contribution, Reason, Region, inspect, regions};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// More units than this of a kind are counted, not named: no one could tell their lines apart.
const MOST_NAMED: usize = 400;

/// Why one unit steers as it does. Forces are world-space, points as near to the unit as
/// perception has them.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
struct Inspection {
    id: usize,
    group: &'static str,
    leader: bool,
    /// Whether units of its group can lead: those whose narrow view is empty do.
    can_lead: bool,
    /// Whom it counts, and how many: of a large crowd only the nearest are named.
    neighbors: Vec<usize>,
    neighbor_count: usize,
    /// Whom separation counts.
    crowd: Vec<usize>,
    /// Who is in its narrow view.
    ahead: Vec<usize>,
    ahead_count: usize,
    /// The nearest units that do not count, and why: one reason for each.
    rejected: Vec<usize>,
    reasons: Vec<Reason>,
    /// How many do not count for the reasons angle, far, kind and cap, within one and a half radii.
    reason_counts: [usize; 4],
    /// Where it looks: `flock`, `separation`, `leader`, or a behavior's own circle.
    regions: Vec<RegionInfo>,
    /// The behaviors in order, and the edge where that contains: raw, and as they enter the sum.
    forces: Vec<ForceInfo>,
    sum_x: f32,
    sum_y: f32,
    /// What reaches the body: the sum, cut to the limit.
    fx: f32,
    fy: f32,
    #[tsify(optional)]
    limit: Option<f32>,
    /// Forward force of the propeller.
    thrust: f32,
    /// Factor on the velocity after the tick.
    brake: f32,
    /// Rate of turn in the coming tick, rad/s to starboard.
    turn: f32,
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

#[derive(Serialize, Tsify)]
struct AimInfo {
    kind: AimKind,
    x: f32,
    y: f32,
}

#[derive(Serialize, Tsify)]
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
                    info.aims.push(AimInfo { kind, x: point.x, y: point.y });
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
    pub fn regions(&self, id: usize) -> JsValue {
        let found = regions(&self.run.world, &mut self.observer.borrow_mut(), id);
        to_js(&found.iter().map(RegionInfo::from).collect::<Vec<_>>())
    }

    /// Why one unit steers as it does; undefined where there is no such unit.
    #[wasm_bindgen(unchecked_return_type = "Inspection | undefined")]
    pub fn inspect(&self, id: usize) -> JsValue {
        let world = &self.run.world;
        let Some(found) = inspect(world, &mut self.observer.borrow_mut(), id) else {
            return JsValue::UNDEFINED;
        };
        let distance = |other: &usize| world.offset(id, *other).length();
        let nearest = |ids: &[usize]| {
            let mut ids = ids.to_vec();
            if ids.len() > MOST_NAMED {
                let nearest = |id: &usize| (distance(id), *id as u32);
                keep_smallest(&mut ids, MOST_NAMED, nearest);
                sort_by_numbers(&mut ids, nearest);
            }
            ids
        };
        let inspect::Inspection { sum, force, thrust, brake, turn, .. } = found;
        to_js(&Inspection {
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
            reasons: found.rejected.units.iter().map(|(_, reason)| *reason).collect(),
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
