//! Containment: near the edge of the world, steer back inside (Reynolds 1999).
//!
//! Part of the world rather than of a pipeline: it acts on every unit while the edges contain.

use super::{Scope, Steering, blocks};
use crate::math::Lane;
use crate::scenery::edges::CONTAIN_MARGIN;
use std::ops::Range;
use wide::f32x4;

/// Adds a force that grows from nothing at the margin to the force scale at the edge.
pub(crate) fn contain(scope: &Scope, range: Range<usize>, out: &mut Steering) {
    out.set_weight(scope.force_scale);
    let agents = scope.agents;
    for (at, valid) in blocks(range) {
        let margin = f32x4::load(&agents.length, at) * f32x4::splat(CONTAIN_MARGIN);
        let inward = |x: f32x4, extent: f32| {
            let depth = |room: f32x4| ((margin - room) / margin).within(0.0, 1.0);
            depth(x) - depth(f32x4::splat(extent) - x)
        };
        let fx = inward(f32x4::load(&agents.x, at), scope.space.width);
        let fy = inward(f32x4::load(&agents.y, at), scope.space.height);
        out.add(at, valid, fx, fy);
    }
}
