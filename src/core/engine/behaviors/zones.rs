//! Zones: repulsion nearby, orientation farther out, attraction beyond (Couzin et al. 2002).
//!
//! If any neighbors are in the inner zone, only these count. Otherwise a unit takes on the headings
//! of the neighbors in the middle zone and heads for those in the outer one; neighbors in the blind
//! angle behind do not count. The width of the middle zone alone decides whether the units form a
//! swarm, a torus or a parallel group, and their earlier formation matters, too.

use super::{Behavior, BehaviorInfo, Scope, Steering, UnitFilter};
use crate::engine::math::{Lane, Lanes, sin_cos, splat, unit, wrap_angle};
use crate::engine::scope::{add_force_per_unit, unit_vector};
use crate::params;
use crate::schema::ParamSpec;
use glam::Vec2;
use std::f32::consts::TAU;
use std::ops::Range;

const SOURCE: &str = "Couzin et al. 2002";

params! {
    /// Behavior with repulsion, orientation and attraction in three zones around a unit.
    pub struct Zones in "Zones" {
        zones: f32 = ParamSpec::weight("Zones", 1.0)
            .words("couzin repulsion orientation attraction fish school line up keep apart stay together")
            .symbol("w_z")
            .doc("Weight of heading where the three zones tell.")
            .source(SOURCE);
        repulsion_factor: f32 = ParamSpec::float("Repulsion radius", "× L", 1.0, [0.0, 40.0], 0.1)
            .symbol("k_rep").shapes()
            .doc("From birds within this many lengths it moves away, and heeds nobody else.")
            .source(SOURCE);
        orientation_width: f32 =
            ParamSpec::float("Orientation width", "× L", 4.0, [0.0, 100.0], 0.1).symbol("k_ori").shapes()
                .doc("How far the zone reaches beyond the repulsion radius in which it takes on \
                      the headings of others. Narrow makes a swarm, wider a torus, wide a parallel \
                      group.")
                .source(SOURCE);
        attraction_width: f32 =
            ParamSpec::float("Attraction width", "× L", 14.0, [0.0, 200.0], 0.5).symbol("k_att").shapes()
                .doc("How far the zone reaches beyond the orientation zone in which it heads for \
                      others.")
                .source(SOURCE);
        view_angle: f32 = ParamSpec::float("View angle", "rad", 4.712_389, [0.0, TAU], 0.05)
            .symbol("φ_z")
            .doc("The whole angle in which birds of the two outer zones are seen, around the \
                  heading; the rest is the blind angle behind. The paper uses 270 degrees, \
                  4.71 rad.")
            .source(SOURCE);
    }
}

/// Force in the rule language, for display, and for a test of the hand-written `steer`. Ticks run
/// `steer`, because with the rule a tick of the scene `couzin` takes 2.90 times the instructions
/// (`tests/bench/rules.sh couzin zones`).
const RULE: &str = "
    near = repulsion_factor * L
    mid = (repulsion_factor + orientation_width) * L
    far = (repulsion_factor + orientation_width + attraction_width) * L
    least_cos = if view_angle >= 2 * pi then -2 else cos(0.5 * view_angle)
    away = -sum(j in mates(near): j.direction)
    headings = sum(j in mates(far) where j.distance > near and j.distance <= mid and dot(j.direction, h) >= least_cos: j.heading)
    middle = sum(j in mates(far) where j.distance > near and j.distance > mid and dot(j.direction, h) >= least_cos: j.direction)
    crowded = count(j in mates(near)) > 0
    way = unit(if crowded then away else headings + middle)
    steer head(if length(way) > 0 then way else h)
";

impl Zones {
    /// Radii of the zones of repulsion, orientation and attraction, body lengths.
    fn zone_radii(&self) -> [f32; 3] {
        let oriented = self.repulsion_factor + self.orientation_width;
        [self.repulsion_factor, oriented, oriented + self.attraction_width]
    }

    /// Cosine of half the field of view; negative infinity for a view all around, so that rounding
    /// excludes no neighbor.
    fn min_view_cosine(&self) -> f32 {
        if self.view_angle >= TAU {
            f32::NEG_INFINITY
        } else {
            sin_cos(wrap_angle(0.5 * self.view_angle)).1
        }
    }

    /// Unit vector of the wanted direction of a unit. `least`: cosine of half the field of view.
    #[inline(always)]
    fn wanted_direction(&self, scope: &Scope, id: usize, least: f32) -> Vec2 {
        let agents = scope.agents;
        let (place, forward, length) = (agents.position(id), agents.forward(id), agents.length[id]);
        let [near, oriented, attracted] = self.zone_radii().map(|radius| radius * length);
        let [x, y, many, _] = scope.sum_around(UnitFilter::Role, place, near, |met| {
            let (dx, dy, other) = scope.separate_coincident(id, met);
            let (ux, uy) = unit(dx, dy);
            [ux.keep_where(other), uy.keep_where(other), splat(1.0).keep_where(other), splat(0.0)]
        });
        // If any neighbors are in the inner zone, only these count.
        let wanted = if many > 0.0 {
            -Vec2::new(x, y)
        } else {
            let (near2, oriented2) = (splat(near * near), splat(oriented * oriented));
            let (fx, fy, least) = (splat(forward.x), splat(forward.y), splat(least));
            let [hx, hy, mx, my] = scope.sum_around(UnitFilter::Role, place, attracted, |met| {
                let (ux, uy) = unit(met.dx, met.dy);
                let seen = Lanes::and((ux * fx + uy * fy).ge(least), met.d2.gt(near2));
                let moved = Lanes::and(seen, met.d2.le(oriented2));
                let sought = Lanes::and(seen, met.d2.gt(oriented2));
                let of = |all: &[f32]| {
                    Lanes::from_lane_fn(|lane| {
                        met.ids.get(lane).map_or(0.0, |other| all[*other as usize])
                    })
                };
                let [hx, hy] = if Lanes::any(moved) {
                    [of(&agents.hx).keep_where(moved), of(&agents.hy).keep_where(moved)]
                } else {
                    [splat(0.0); 2]
                };
                [hx, hy, ux.keep_where(sought), uy.keep_where(sought)]
            });
            Vec2::new(hx, hy) + Vec2::new(mx, my)
        };
        let wanted = unit_vector(wanted);
        if wanted == Vec2::ZERO { forward } else { wanted }
    }
}

impl Behavior for Zones {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(
            Self::SPECS,
            "Keeps away from the near, moves as those farther out, heads for those beyond.",
        )
        .caused_by("those around it", "turn it")
        .with_rule(RULE)
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        let least = self.min_view_cosine();
        add_force_per_unit(range, out, |id| {
            scope.force_to_course(id, self.wanted_direction(scope, id, least))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::Role;
    use crate::engine::behaviors::testing::*;

    #[test]
    fn whoever_is_too_near_is_all_that_counts() {
        let mut world = field(vec![group(Role::Regular, 3, Zones::default())]);
        put(&mut world, 0, [200.0, 200.0], [60.0, 0.0]);
        put(&mut world, 1, [240.0, 200.0], [60.0, 0.0]);
        put(&mut world, 2, [200.0, 203.0], [60.0, 0.0]);
        // Straight away from the neighbor at 3 u, which is in the inner zone, at full speed.
        assert!((force(&world, 0) - Vec2::new(-120.0, -120.0)).length() < 1e-3);
    }

    #[test]
    fn nobody_is_seen_in_the_blind_angle() {
        let mut world = field(vec![group(Role::Regular, 2, Zones::default())]);
        put(&mut world, 0, [200.0, 200.0], [60.0, 0.0]);
        put(&mut world, 1, [190.0, 200.0], [0.0, 60.0]);
        assert!(force(&world, 0).length() < 1e-3, "the heading is kept");
        put(&mut world, 1, [200.0, 190.0], [0.0, 60.0]);
        assert!(force(&world, 0).length() > 100.0);
    }
}
