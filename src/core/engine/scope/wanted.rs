//! From a wanted velocity to a force: what the force-based behaviors share (tutorial, part 1).

use super::search::Met;
use super::{BodyKind, Scope, Units, Whom, turn_toward};
use crate::engine::math::{Lane, Lanes, splat, unit};
use crate::engine::params::DT;
use crate::engine::perception::COINCIDENT_GAP;
use crate::engine::steering::Steering;
use glam::Vec2;
use std::ops::Range;

/// Lengths within which bodies that cannot brake slow down.
pub(crate) const SLOWING: f32 = 12.0;

/// Two who would pass through each other's middle to within this share of both radii meet head on.
pub(crate) const HEAD_ON: f32 = 0.2;

/// The unit vector along `v`, or 0 for a zero-length one.
pub(crate) fn direction(v: Vec2) -> Vec2 {
    let (x, y) = unit(v.x, v.y);
    Vec2::new(x, y)
}

/// Runs a rule that yields one world-space force per unit.
pub(crate) fn each(range: Range<usize>, out: &mut Steering, rule: impl Fn(usize) -> Vec2) {
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
        self.space.between(self.agents.position(id), point)
    }

    /// The force toward a wanted velocity, in proportion to what is missing of it: a unit at rest
    /// that wants full speed pushes with its full force. It is never more than reaches the wanted
    /// velocity within the tick; otherwise units that are slow and strong, or light, would tremble.
    /// What a walker on tiles wants does not hang on the step before.
    pub(crate) fn toward(&self, id: usize, wanted: Vec2) -> Vec2 {
        let most = self.max_speed(id);
        if most > 0.0 {
            let steps = self.body == BodyKind::Tile;
            let has = if steps { Vec2::ZERO } else { self.agents.velocity(id) };
            (wanted - has) * (self.force_scale / most).min(self.stiffest)
        } else {
            Vec2::ZERO
        }
    }

    /// The force that takes a body into a direction, given as a unit vector: at full speed, or of a
    /// rigid body, which cannot choose its speed, a turn (as the book's rules turn it). No force
    /// into no direction.
    pub(crate) fn head(&self, id: usize, course: Vec2) -> Vec2 {
        if course == Vec2::ZERO {
            return Vec2::ZERO;
        }
        if self.body == BodyKind::Rigid {
            let unit = Units::<f32>::load(self.agents, id);
            let push = turn_toward(&unit, course.x, course.y, self.force_scale);
            return self.agents.forward(id).perp() * push;
        }
        self.toward(id, course * self.max_speed(id))
    }

    /// Full speed along an offset; where it has no length, no speed is wanted.
    pub(crate) fn seek(&self, id: usize, offset: Vec2) -> Vec2 {
        self.toward(id, direction(offset) * self.max_speed(id))
    }

    /// The shortest slowing radius, u, with which a unit that comes at its top speed stops without
    /// overshooting: with [`toward`](Self::toward), the last of the way is a damped spring, and this
    /// is its critical damping. Bodies that cannot brake have [`SLOWING`] lengths.
    pub(crate) fn braking(&self, id: usize) -> f32 {
        if self.body != BodyKind::Point {
            return SLOWING * self.agents.length[id];
        }
        let most = self.max_speed(id);
        let gain = (self.force_scale / most).min(self.stiffest);
        (4.0 * DT) * most * (self.stiffest / gain)
    }

    /// Along an offset, slowing down within the slowing radius so as to stop at its end.
    pub(crate) fn arrive(&self, id: usize, offset: Vec2, slowing_radius: f32) -> Vec2 {
        let distance = offset.length();
        let share = if distance < slowing_radius { distance / slowing_radius } else { 1.0 };
        self.toward(id, direction(offset) * (self.max_speed(id) * share))
    }

    /// A push of a fixed size away from the middle of the units of one's role that are near.
    pub(crate) fn crowd_push(&self, id: usize, radius: f32, push: f32) -> Vec2 {
        let place = self.agents.position(id);
        let [x, y, ..] = self.sum_around(Whom::Role, place, radius, |met| {
            let (dx, dy, _) = self.apart(id, met);
            [dx, dy, splat(0.0), splat(0.0)]
        });
        -direction(Vec2::new(x, y)) * push
    }

    /// The offsets to other units, small ones to port or starboard where they are at the same place;
    /// and who is another, rather than the unit itself, to which the offset is 0.
    #[inline(always)]
    pub(crate) fn apart(
        &self,
        id: usize,
        met: &Met<Lanes>,
    ) -> (Lanes, Lanes, <Lanes as Lane>::Mask) {
        // By value: what the rare case is lent would lie in memory in all cases.
        let (dx, dy, ids, zero) = (met.dx, met.dy, met.id, splat(0.0));
        let here = Lanes::and(dx.eq(zero), dy.eq(zero));
        if Lanes::any(here) { self.part(id, (dx, dy), ids) } else { (dx, dy, zero.eq(zero)) }
    }

    #[cold]
    #[inline(never)]
    fn part(
        &self,
        id: usize,
        (dx, dy): (Lanes, Lanes),
        ids: &[u32],
    ) -> (Lanes, Lanes, <Lanes as Lane>::Mask) {
        let gap = COINCIDENT_GAP * self.agents.length[id];
        let aside = self.agents.forward(id).perp();
        let offset = |lane: usize| match (dx.get(lane), dy.get(lane), ids.get(lane)) {
            // The unit with the higher id goes to starboard, away from the other.
            (0.0, 0.0, Some(other)) if id > *other as usize => aside * -gap,
            (0.0, 0.0, Some(other)) if id < *other as usize => aside * gap,
            (dx, dy, _) => Vec2::new(dx, dy),
        };
        let itself = |lane: usize| ids.get(lane).is_some_and(|other| *other as usize == id);
        let others = Lanes::from_fn(|lane| if itself(lane) { 0.0 } else { 1.0 });
        let [x, y] = [Lanes::from_fn(|lane| offset(lane).x), Lanes::from_fn(|lane| offset(lane).y)];
        (x, y, others.gt(splat(0.0)))
    }
}
