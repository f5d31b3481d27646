//! Neighbors of one unit, and the regions in which the unit perceives others.

use flockwright::engine::behaviors::{Scope, SteeringCue, UnitFilter};
use flockwright::engine::perception::Sector;
use flockwright::engine::world::State;
use flockwright::internals::math::{keep_smallest, sort_by_key};
use flockwright::internals::perception::sees;
use glam::Vec2;
use std::f32::consts::PI;

/// A sector around a unit in which it perceives others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchRegion {
    /// Origin of the region: `flock`, `separation` or `leader` for a view, else the key of the
    /// behavior that searches it.
    pub key: &'static str,
    /// Center of the region, u: the periodic image nearest to the unit.
    pub center: Vec2,
    /// Radius of the searched region, u.
    pub radius: f32,
    /// Half of the sector's opening angle, to each side of the unit's heading, rad; π for a full
    /// circle.
    pub half_angle: f32,
}

/// Ids of the neighbors that a unit counts, ascending; with a limit, the nearest ones.
pub(super) fn neighbor_ids(state: &State, scope: &Scope, id: usize) -> Vec<usize> {
    let sight = state.groups()[scope.group].sight();
    let mut found = Vec::new();
    visit_counted_units(state, scope, id, |other, _| found.push(other));
    sort_by_key(&mut found, |other| *other as u32);
    let nearest = sight.max_neighbors as usize;
    if !sight.flock_sector.is_empty() && nearest > 0 && found.len() > nearest {
        keep_smallest(&mut found, nearest, |other| {
            // The squared distance is computed as in the perception pass, so that ties are equal;
            // of two units at equal distance, the lower id comes first.
            let Vec2 { x, y } = state.offset(id, *other);
            (x * x + y * y, *other as u32)
        });
        sort_by_key(&mut found, |other| *other as u32);
    }
    found
}

/// Regions in which a unit perceives others: the sectors of its views, then the circles that its
/// behaviors search.
pub(in crate::insight) fn regions_of(state: &State, scope: &Scope, id: usize) -> Vec<SearchRegion> {
    let sight = state.groups()[scope.group].sight();
    let (center, length) = (scope.agents.position(id), scope.agents.length[id]);
    let views = [
        ("flock", sight.flock_sector),
        ("separation", sight.separation_sector),
        ("leader", sight.leader_sector),
    ];
    let sector = |(key, sector): (&'static str, Sector)| SearchRegion {
        key,
        center,
        radius: sector.radius_factor * length,
        half_angle: sector.half_angle(),
    };
    let mut regions: Vec<SearchRegion> =
        views.into_iter().filter(|(_, sector)| !sector.is_empty()).map(sector).collect();
    for (key, _, center, radius) in behavior_searches(state, scope, id) {
        if radius.is_finite() {
            regions.push(SearchRegion { key, center, radius, half_angle: PI });
        }
    }
    regions
}

/// Visits the units that a unit counts, with their offsets: those in its view, or for a group
/// without a view, in the largest circle that its behaviors search. No limit of neighbors applies.
pub(in crate::insight) fn visit_counted_units(
    state: &State,
    scope: &Scope,
    id: usize,
    mut visit: impl FnMut(usize, Vec2),
) {
    let sector = state.groups()[scope.group].sight().flock_sector;
    if sector.is_empty() {
        if let Some((filter, center, radius)) = widest_search(state, scope, id) {
            for (other, _) in scope.units_within(id, filter, center, radius) {
                visit(other, state.offset(id, other));
            }
        }
        return;
    }
    let (agents, reach) = (scope.agents, sector.radius_factor * scope.agents.length[id]);
    scope.visit_around(UnitFilter::Role, agents.position(id), reach, |other, offset| {
        if other != id && sees(agents, id, other, &sector, &scope.space) {
            visit(other, offset);
        }
    });
}

/// Largest circle that a unit's behaviors search: which units, center and radius, u.
fn widest_search(state: &State, scope: &Scope, id: usize) -> Option<(UnitFilter, Vec2, f32)> {
    let circles = behavior_searches(state, scope, id).into_iter();
    let circles = circles.map(|(_, filter, center, radius)| (filter, center, radius));
    circles.max_by(|a, b| a.2.total_cmp(&b.2))
}

/// Circles that a unit's behaviors search: key, which units, center and radius, u.
fn behavior_searches(
    state: &State,
    scope: &Scope,
    id: usize,
) -> Vec<(&'static str, UnitFilter, Vec2, f32)> {
    let mut searches = Vec::new();
    let mut cues = Vec::new();
    for behavior in state.groups()[scope.group].pipeline.iter().filter(|b| b.weight() != 0.0) {
        cues.clear();
        behavior.cues(scope, id, &mut cues);
        for cue in &cues {
            if let SteeringCue::Circle { filter, center, radius } = *cue {
                searches.push((behavior.key(), filter, center, radius));
            }
        }
    }
    searches
}
