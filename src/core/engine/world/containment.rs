//! Containment: a force that steers units back inside near the edge of the world or the wall of a
//! round tank (Reynolds 1999).
//!
//! Containment belongs to the world and not to the behaviors of a group: it acts on every unit in a
//! world with containing edges or a tank.

use crate::engine::math::{Lane, Lanes, splat, unit_and_mask};
use crate::engine::params::Edges;
use crate::engine::scenery::edges::{CONTAIN_MARGIN, tank_circle};
use crate::engine::scope::Scope;
use crate::engine::steering::{Steering, blocks};
use std::ops::Range;

/// Whether edges of this kind exert a containing force.
pub(crate) fn has_containment(edges: Edges) -> bool {
    matches!(edges, Edges::Contain | Edges::Tank)
}

/// Adds a force toward the inside to each unit near an edge. The force grows linearly from 0 at the
/// distance [`CONTAIN_MARGIN`] from the edge to the force scale at the edge.
pub(crate) fn add_containment(
    scope: &Scope,
    edges: Edges,
    range: Range<usize>,
    out: &mut Steering,
) {
    out.set_weight(scope.force_scale);
    let agents = scope.agents;
    for (at, valid) in blocks(range) {
        let margin = Lanes::load(&agents.length, at) * splat(CONTAIN_MARGIN);
        let depth = |room: Lanes| ((margin - room) / margin).clamp_to(0.0, 1.0);
        let (x, y) = (Lanes::load(&agents.x, at), Lanes::load(&agents.y, at));
        let (width, height) = (scope.space.width, scope.space.height);
        if edges == Edges::Tank {
            let (middle, radius) = tank_circle(width, height);
            let (dx, dy) = (splat(middle.x) - x, splat(middle.y) - y);
            let (nx, ny, _) = unit_and_mask(dx, dy);
            let push = depth(splat(radius) - (dx * dx + dy * dy).sqrt());
            out.add_force(at, valid, nx * push, ny * push);
            continue;
        }
        let inward = |x: Lanes, extent: f32| depth(x) - depth(splat(extent) - x);
        out.add_force(at, valid, inward(x, width), inward(y, height));
    }
}
