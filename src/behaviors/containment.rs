//! Containment: near the edge of the world, steer back inside (Reynolds 1999).
//!
//! Part of the world rather than of a pipeline: it acts on every unit while the edges contain.

use super::{Scope, Steering, blocks};
use crate::math::{Lane, Lanes, splat};
use crate::scenery::edges::CONTAIN_MARGIN;
use std::ops::Range;

/// Adds a force that grows from nothing at the margin to the force scale at the edge.
pub(crate) fn contain(scope: &Scope, range: Range<usize>, out: &mut Steering) {
    out.set_weight(scope.force_scale);
    let agents = scope.agents;
    for (at, valid) in blocks(range) {
        let margin = Lanes::load(&agents.length, at) * splat(CONTAIN_MARGIN);
        let inward = |x: Lanes, extent: f32| {
            let depth = |room: Lanes| ((margin - room) / margin).within(0.0, 1.0);
            depth(x) - depth(splat(extent) - x)
        };
        let fx = inward(Lanes::load(&agents.x, at), scope.space.width);
        let fy = inward(Lanes::load(&agents.y, at), scope.space.height);
        out.add(at, valid, fx, fy);
    }
}
