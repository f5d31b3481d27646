//! Conversion of a wanted velocity to a force, shared by the force-based behaviors (tutorial, part
//! 1).

use super::search::VisitedUnits;
use super::{BodyKind, Scope, UnitBlock, UnitFilter, turn_toward};
use crate::engine::math::{Lane, Lanes, splat, unit};
use crate::engine::params::DT;
use crate::engine::perception::COINCIDENT_GAP;
use crate::engine::steering::Steering;
use glam::Vec2;
use std::ops::Range;

/// Slowing radius that units with bodies that cannot brake use, body lengths.
pub(crate) const DEFAULT_SLOWING_RADIUS: f32 = 12.0;

/// Two units meet head on if one would pass the other's center within this share of the sum of
/// their radii.
pub(crate) const HEAD_ON_SHARE: f32 = 0.2;

/// Unit vector along `v`; the zero vector if `v` is 0.
pub(crate) fn unit_vector(v: Vec2) -> Vec2 {
    let (x, y) = unit(v.x, v.y);
    Vec2::new(x, y)
}

/// Adds a force to each unit, in world axes. `rule` computes the force from a unit's id.
pub(crate) fn add_force_per_unit(
    range: Range<usize>,
    out: &mut Steering,
    rule: impl Fn(usize) -> Vec2,
) {
    for id in range {
        let force = rule(id);
        out.add_force::<f32>(id, 1, force.x, force.y);
    }
}

impl Scope<'_> {
    /// Top speed of a unit, u/s: that of its group plus the unit's own deviation.
    pub fn max_speed(&self, id: usize) -> f32 {
        self.max_speed * (1.0 + self.pace_spread * self.agents.pace[id])
    }

    /// Offset from a unit to a point, u; to the nearest image of the point where perception wraps.
    pub fn offset_to(&self, id: usize, point: Vec2) -> Vec2 {
        self.space.offset_between(self.agents.position(id), point)
    }

    /// Force that brings a unit to a wanted velocity (u/s), proportional to the difference from the
    /// present one: a unit at rest that wants full speed gets its full force. The force never
    /// exceeds what reaches the wanted velocity within one tick; otherwise strong and slow or light
    /// units would oscillate. For bodies on tiles, the present velocity counts as 0.
    pub(crate) fn force_to_velocity(&self, id: usize, wanted: Vec2) -> Vec2 {
        let most = self.max_speed(id);
        if most > 0.0 {
            let steps = self.body_kind == BodyKind::Tile;
            let has = if steps { Vec2::ZERO } else { self.agents.velocity(id) };
            (wanted - has) * (self.force_scale / most).min(self.max_gain)
        } else {
            Vec2::ZERO
        }
    }

    /// Force that brings a unit onto a course, given as a unit vector: to full speed in that
    /// direction, or, for a rigid body, which cannot choose its speed, into a turn as in Bourg &
    /// Seemann. 0 for the zero vector.
    pub(crate) fn force_to_course(&self, id: usize, course: Vec2) -> Vec2 {
        if course == Vec2::ZERO {
            return Vec2::ZERO;
        }
        if self.body_kind == BodyKind::Rigid {
            let unit = UnitBlock::<f32>::load(self.agents, id);
            let push = turn_toward(&unit, course.x, course.y, self.force_scale);
            return self.agents.forward(id).perp() * push;
        }
        self.force_to_velocity(id, course * self.max_speed(id))
    }

    /// Force that brings a unit to full speed along an offset; it brakes the unit if the offset is
    /// 0.
    pub(crate) fn seek_force(&self, id: usize, offset: Vec2) -> Vec2 {
        self.force_to_velocity(id, unit_vector(offset) * self.max_speed(id))
    }

    /// Shortest slowing radius (u) with which a unit at top speed stops without overshooting: with
    /// [`force_to_velocity`](Self::force_to_velocity), the end of the approach is a damped spring,
    /// which this radius damps critically. Bodies that cannot brake get [`DEFAULT_SLOWING_RADIUS`]
    /// body lengths.
    pub(crate) fn braking_radius(&self, id: usize) -> f32 {
        if self.body_kind != BodyKind::Point {
            return DEFAULT_SLOWING_RADIUS * self.agents.length[id];
        }
        let most = self.max_speed(id);
        let gain = (self.force_scale / most).min(self.max_gain);
        (4.0 * DT) * most * (self.max_gain / gain)
    }

    /// Force that brings a unit to full speed along an offset (u) and slows it within
    /// `slowing_radius` (u), so that it stops at the end of the offset.
    pub(crate) fn arrive_force(&self, id: usize, offset: Vec2, slowing_radius: f32) -> Vec2 {
        let distance = offset.length();
        let share = if distance < slowing_radius { distance / slowing_radius } else { 1.0 };
        self.force_to_velocity(id, unit_vector(offset) * (self.max_speed(id) * share))
    }

    /// Force of the fixed size `push` away from the center of the units of the same role within
    /// `radius` (u).
    pub(crate) fn crowd_push(&self, id: usize, radius: f32, push: f32) -> Vec2 {
        let place = self.agents.position(id);
        let [x, y, ..] = self.sum_around(UnitFilter::Role, place, radius, |met| {
            let (dx, dy, _) = self.separate_coincident(id, met);
            [dx, dy, splat(0.0), splat(0.0)]
        });
        -unit_vector(Vec2::new(x, y)) * push
    }

    /// Offsets to the visited units (u), and a mask of the units other than `id` itself. The offset
    /// to a unit at the same position is replaced by a short one to port or starboard.
    #[inline(always)]
    pub(crate) fn separate_coincident(
        &self,
        id: usize,
        visited: &VisitedUnits<Lanes>,
    ) -> (Lanes, Lanes, <Lanes as Lane>::Mask) {
        // The values are copied: passing references to `separate_each` would keep them in memory,
        // although it is rarely called.
        let (dx, dy, ids, zero) = (visited.dx, visited.dy, visited.ids, splat(0.0));
        let here = Lanes::and(dx.eq(zero), dy.eq(zero));
        if Lanes::any(here) {
            self.separate_each(id, (dx, dy), ids)
        } else {
            (dx, dy, zero.eq(zero))
        }
    }

    #[cold]
    #[inline(never)]
    fn separate_each(
        &self,
        id: usize,
        (dx, dy): (Lanes, Lanes),
        ids: &[u32],
    ) -> (Lanes, Lanes, <Lanes as Lane>::Mask) {
        let gap = COINCIDENT_GAP * self.agents.length[id];
        let aside = self.agents.forward(id).perp();
        let offset = |lane: usize| match (dx.get(lane), dy.get(lane), ids.get(lane)) {
            // The unit with the higher id sees the other one to port, so it goes to starboard.
            (0.0, 0.0, Some(other)) if id > *other as usize => aside * -gap,
            (0.0, 0.0, Some(other)) if id < *other as usize => aside * gap,
            (dx, dy, _) => Vec2::new(dx, dy),
        };
        let itself = |lane: usize| ids.get(lane).is_some_and(|other| *other as usize == id);
        let others = Lanes::from_lane_fn(|lane| if itself(lane) { 0.0 } else { 1.0 });
        let [x, y] = [
            Lanes::from_lane_fn(|lane| offset(lane).x),
            Lanes::from_lane_fn(|lane| offset(lane).y),
        ];
        (x, y, others.gt(splat(0.0)))
    }
}
