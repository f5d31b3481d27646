//! Blocks of units in lanes, and the lateral force at the bow that the flocking rules of Bourg &
//! Seemann share.

use super::Scope;
use crate::engine::agents::Agents;
use crate::engine::math::{Lane, Lanes, acos, side_sign, unit_and_mask};
use crate::engine::scenery::Space;
use crate::engine::steering::{Steering, blocks};
use glam::Vec2;
use std::ops::Range;

/// Block of units, one per lane: positions, velocities, headings and lengths.
pub struct UnitBlock<L> {
    first_id: usize,
    /// Position of each unit to the right, u.
    pub x: L,
    /// Position of each unit downward, u.
    pub y: L,
    /// Velocity of each unit to the right, u/s.
    pub vx: L,
    /// Velocity of each unit downward, u/s.
    pub vy: L,
    /// Heading of each unit as a unit vector: component to the right.
    pub hx: L,
    /// Heading of each unit as a unit vector: component downward.
    pub hy: L,
    /// Body length L of each unit, u.
    pub length: L,
}

impl<L: Lane> UnitBlock<L> {
    /// Loads a block of units, whose first id is `at`. Lanes after the last unit contain padding.
    #[inline(always)]
    pub fn load(agents: &Agents, at: usize) -> Self {
        let load = |from: &[f32]| L::load(from, at);
        Self {
            first_id: at,
            x: load(&agents.x),
            y: load(&agents.y),
            vx: load(&agents.vx),
            vy: load(&agents.vy),
            hx: load(&agents.hx),
            hy: load(&agents.hy),
            length: load(&agents.length),
        }
    }

    /// Id of the unit in the first lane.
    pub(crate) fn first_id(&self) -> usize {
        self.first_id
    }

    /// Side on which a direction in world axes lies, seen from each unit: 1 for starboard, -1 for
    /// port; see [`side_sign`].
    #[inline(always)]
    pub fn side_of(&self, dx: L, dy: L) -> L {
        side_sign(dx * self.hx + dy * self.hy, dy * self.hx - dx * self.hy)
    }

    /// Offset from each unit to a point, u: to the periodic image of the point that perception
    /// sees. The point may be outside the world.
    #[inline(always)]
    pub(crate) fn offset_to(&self, point: Vec2, space: &Space) -> (L, L) {
        let point = space.image_nearby(point);
        space.shortest_offset(L::splat(point.x) - self.x, L::splat(point.y) - self.y)
    }

    /// 1 in the lanes of leaders, 0 in the others.
    #[inline(always)]
    pub(crate) fn leader_mask(&self, scope: &Scope) -> L {
        L::from_lane_fn(|lane| if scope.is_leader(self.first_id + lane) { 1.0 } else { 0.0 })
    }
}

/// Adds a lateral force at the bow of each unit, positive to starboard. `rule` computes the forces
/// of a block of units, whose first id it receives.
pub(crate) fn add_lateral_forces(
    scope: &Scope,
    range: Range<usize>,
    out: &mut Steering,
    rule: impl Fn(&UnitBlock<Lanes>, usize) -> Lanes,
) {
    for (at, valid) in blocks(range) {
        let units = UnitBlock::load(scope.agents, at);
        let force = rule(&units, at);
        out.add_force(at, valid, -units.hy * force, units.hx * force);
    }
}

/// Lateral force that turns each unit toward a direction, as in Bourg & Seemann: `force_scale`
/// times the angle between the direction and the velocity as a share of a half turn; positive if
/// the direction lies to starboard. The force is 0 if the direction or the velocity is 0.
#[inline(always)]
pub(crate) fn turn_toward<L: Lane>(units: &UnitBlock<L>, dx: L, dy: L, force_scale: f32) -> L {
    let (ux, uy, wanted) = unit_and_mask(dx, dy);
    let (wx, wy, moving) = unit_and_mask(units.vx, units.vy);
    let angle = acos(ux * wx + uy * wy);
    let share = (angle * L::splat(std::f32::consts::FRAC_1_PI)).keep_where(L::and(wanted, moving));
    units.side_of(ux, uy) * L::splat(force_scale) * share
}
