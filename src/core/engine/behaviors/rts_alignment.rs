//! RTS alignment: take on the mean heading of near units of the same group (HowToRTS, "Flocking").
//!
//! The mean is of headings, not of velocities: slow units count as much as fast ones, and a group
//! whose headings cancel out brakes. Units at rest do not count.

use super::{Behavior, BehaviorInfo, Scope, Steering, UnitFilter};
use crate::engine::math::{Lane, splat, unit_and_mask};
use crate::engine::scope::add_force_per_unit;
use crate::params;
use crate::schema::{ParamSpec, PlainControl};
use glam::Vec2;
use std::ops::Range;

params! {
    /// Behavior that turns units to the mean heading of the near units of their group.
    pub struct RtsAlignment in "RTS flocking" {
        rts_alignment: f32 = ParamSpec::weight("RTS alignment", 0.1)
            .words("line up align same direction match heading").up_to(40.0)
            .plain(PlainControl::Alignment).symbol("w_ra").shapes()
            .doc("Weight of moving the way nearby birds of the same group do.")
            .source("HowToRTS, Flocking, where it is 1");
        align_factor: f32 = ParamSpec::float("Alignment radius", "× L", 15.0, [0.0, 100.0], 0.5)
            .symbol("k_ali")
            .doc("Alignment counts birds within this many lengths.")
            .source("HowToRTS, Flocking, uses the cohesion radius");
    }
}

/// Force in the rule language, for display, and for a test of the hand-written `steer`. Ticks run
/// `steer`, which adds the neighbors in another order, because with the rule a tick of the scene
/// `rts-group` takes 1.24 times the instructions (`tests/bench/rules.sh rts-group rts_alignment`).
const RULE: &str = "
    r = align_factor * L
    moving = count(j in fellows(r) where j.speed > 0) + (if speed > 0 then 1 else 0)
    headings = unit(v) + sum(j in fellows(r): unit(j.velocity))
    steer if moving > 0 then toward(headings * (V / moving)) else vec(0, 0)
";

impl Behavior for RtsAlignment {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(Self::SPECS, "Moves as the group around it does.")
            .caused_by("its group's heading", "turns it")
            .with_rule(RULE)
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        add_force_per_unit(range, out, |id| {
            let place = scope.agents.position(id);
            let radius = self.align_factor * scope.agents.length[id];
            let [x, y, moving, _] = scope.sum_around(UnitFilter::Group, place, radius, |met| {
                let (ux, uy, moves) = unit_and_mask(met.vx, met.vy);
                [ux, uy, splat(1.0).keep_where(moves), splat(0.0)]
            });
            if moving > 0.0 {
                scope.force_to_velocity(id, Vec2::new(x, y) * (scope.max_speed(id) / moving))
            } else {
                Vec2::ZERO
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::Role;
    use crate::engine::behaviors::testing::*;

    #[test]
    fn headings_count_not_speeds_and_those_at_rest_not_at_all() {
        let mut world = field(vec![group(Role::Regular, 4, RtsAlignment::default())]);
        put(&mut world, 0, [200.0, 200.0], [0.0, 0.0]);
        put(&mut world, 1, [210.0, 200.0], [0.0, 0.0]);
        assert_eq!(force(&world, 0), Vec2::ZERO);
        put(&mut world, 2, [210.0, 210.0], [60.0, 0.0]);
        put(&mut world, 3, [200.0, 210.0], [0.0, 1.0]);
        assert!((force(&world, 0) - Vec2::new(60.0, 60.0)).length() < 1e-3);
    }
}
