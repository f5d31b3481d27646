//! From a wanted velocity to a force: what the force-based behaviors share (tutorial, part 1).

use super::{Scope, Steering, Target, Whom};
use crate::math::unit;
use glam::Vec2;
use std::ops::Range;

/// Coincident units count as this many lengths apart, so that they part.
const COINCIDENT_GAP: f32 = 0.1;

/// The unit vector along `v`, or 0 for a zero-length one.
pub(super) fn direction(v: Vec2) -> Vec2 {
    let (x, y) = unit(v.x, v.y);
    Vec2::new(x, y)
}

/// Runs a rule that yields one world-space force per unit.
pub(super) fn each(range: Range<usize>, out: &mut Steering, rule: impl Fn(usize) -> Vec2) {
    for id in range {
        let force = rule(id);
        out.add::<f32>(id, 1, force.x, force.y);
    }
}

impl Scope<'_> {
    /// The speed that a unit may reach, u/s, its own pace included.
    pub fn max_speed(&self, id: usize) -> f32 {
        self.max_speed * (1.0 + self.pace_spread * self.agents.pace[id])
    }

    /// The offset from a unit to a point, world units; to its nearest image where sight wraps.
    pub fn offset_to(&self, id: usize, point: Vec2) -> Vec2 {
        let d = point - self.agents.position(id);
        let (dx, dy) = self.space.offset(d.x, d.y);
        Vec2::new(dx, dy)
    }

    /// The force toward a wanted velocity: what is missing of it, so that a standing unit that
    /// wants full speed pushes with the full force.
    pub(super) fn toward(&self, id: usize, wanted: Vec2) -> Vec2 {
        let most = self.max_speed(id);
        if most > 0.0 {
            (wanted - self.agents.velocity(id)) * (self.force_scale / most)
        } else {
            Vec2::ZERO
        }
    }

    /// Full speed along an offset; no force where it has no length.
    pub(super) fn seek(&self, id: usize, offset: Vec2) -> Vec2 {
        let way = direction(offset);
        if way == Vec2::ZERO { way } else { self.toward(id, way * self.max_speed(id)) }
    }

    /// Along an offset, slowing down within the slowing radius so as to stop at its end.
    pub(super) fn arrive(&self, id: usize, offset: Vec2, slowing_radius: f32) -> Vec2 {
        let distance = offset.length();
        let share = if distance < slowing_radius { distance / slowing_radius } else { 1.0 };
        self.toward(id, direction(offset) * (self.max_speed(id) * share))
    }

    /// The offset to where a moving thing will be when this unit could have reached it.
    pub(super) fn ahead_of(&self, id: usize, quarry: Target) -> Vec2 {
        let offset = self.offset_to(id, quarry.position);
        let most = self.max_speed(id);
        let time = if most > 0.0 { offset.length() / most } else { 0.0 };
        offset + quarry.velocity * time
    }

    /// A push of a fixed size away from the middle of the units of one's role that are near.
    pub(super) fn crowd_push(&self, id: usize, radius: f32, push: f32) -> Vec2 {
        let mut sum = Vec2::ZERO;
        self.around(Whom::Role, self.agents.position(id), radius, |other, offset| {
            if other != id {
                sum += self.apart(id, other, offset);
            }
        });
        -direction(sum) * push
    }

    /// The offset to another unit; a small one to port or starboard where both coincide.
    pub(super) fn apart(&self, id: usize, other: usize, offset: Vec2) -> Vec2 {
        if offset != Vec2::ZERO {
            return offset;
        }
        let gap = COINCIDENT_GAP * self.agents.length[id];
        // The unit with the higher id goes to starboard, away from the other.
        self.agents.forward(id).perp() * if id > other { -gap } else { gap }
    }
}
