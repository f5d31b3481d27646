//! Choice of the bird that "Ask a bird" explains when a person has not chosen one.

use crate::insight::inspect::inspect_unit;
use crate::insight::observer::ObserverWorkspace;
use flockwright::engine::world::World;
use glam::Vec2;

/// Largest number of units that are compared, drawn evenly from those in the rectangle.
const MAX_CANDIDATES: usize = 48;

/// Returns the unit in a rectangle (corners in u) with the highest score: for sideways forces that
/// contradict each other, for neighbors, and for being near the middle. `None` without a unit.
pub fn pick_unit(
    world: &World,
    observer: &mut ObserverWorkspace,
    low: Vec2,
    high: Vec2,
) -> Option<usize> {
    let agents = world.agents();
    let within = |id: &usize| {
        let at = agents.position(*id);
        at.cmpge(low).all() && at.cmple(high).all()
    };
    let seen: Vec<usize> = (0..agents.len()).filter(within).collect();
    let stride = seen.len().div_ceil(MAX_CANDIDATES).max(1);
    let middle = (low + high) / 2.0;
    let reach = (high - low).length().max(f32::MIN_POSITIVE);
    let mut best: Option<(f32, usize)> = None;
    for id in seen.into_iter().step_by(stride) {
        let Some(found) = inspect_unit(world, observer, id) else { continue };
        let forward = agents.forward(id);
        let sides = found.contributions.iter().map(|part| forward.perp_dot(part.weighted_force));
        let (left, right) = sides.fold((0.0_f32, 0.0_f32), |(left, right), side| {
            (left + (-side).max(0.0), right + side.max(0.0))
        });
        let limit = if found.force_limit.is_finite() { found.force_limit } else { left + right };
        let disagree = if limit > 0.0 { left.min(right) / limit } else { 0.0 };
        let off = agents.position(id).distance(middle) / reach;
        let score =
            disagree.min(1.0) + 0.2 * (found.neighbor_ids.len().min(10) as f32 / 10.0) - 0.5 * off;
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, id));
        }
    }
    best.map(|(_, id)| id)
}
