//! RTS cohesion: stay with near units of the same group (HowToRTS, "Flocking").
//!
//! A unit seeks the mean position of these units and itself at full speed, so the weight should be
//! small. Other groups, which go elsewhere, do not count.

use super::{Behavior, BehaviorInfo, Scope, Steering, UnitFilter};
use crate::engine::math::splat;
use crate::engine::scope::add_force_per_unit;
use crate::params;
use crate::schema::{ParamSpec, PlainControl, Trouble};
use glam::Vec2;
use std::ops::Range;

params! {
    /// Behavior that keeps units with the near units of their group.
    pub struct RtsCohesion in "RTS flocking" {
        rts_cohesion: f32 = ParamSpec::weight("RTS cohesion", 0.1)
            .words("stick together stay near gather group clump").up_to(40.0)
            .plain(PlainControl::Cohesion).symbol("w_rc")
            .doc("Weight of staying with nearby birds of the same group.")
            .source("HowToRTS, Flocking")
            .too_high(&[Trouble::Collapse]);
        max_cohesion: f32 = ParamSpec::float("Cohesion radius", "× L", 15.0, [0.0, 100.0], 0.5)
            .symbol("k_coh")
            .words("maxCohesion")
            .doc("Cohesion counts birds within this many lengths.")
            .source("HowToRTS, Flocking");
    }
}

/// Force in the rule language, for display, and for a test of the hand-written `steer`. Ticks run
/// `steer`, which counts a unit at the same position at offset 0, because with the rule a tick of
/// the scene `rts-group` takes 1.22 times the instructions (`tests/bench/rules.sh rts-group
/// rts_cohesion`).
const RULE: &str = "
    r = max_cohesion * L
    alone = count(j in fellows(r)) == 0
    steer if alone then vec(0, 0) else seek(sum(j in fellows(r): j.offset))
";

impl Behavior for RtsCohesion {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(Self::SPECS, "Heads for the middle of the group around it.")
            .caused_by("its group's center", "pulls it")
            .with_rule(RULE)
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        add_force_per_unit(range, out, |id| {
            let place = scope.agents.position(id);
            let radius = self.max_cohesion * scope.agents.length[id];
            // The sum includes the unit itself, at offset 0.
            let [x, y, count, _] = scope.sum_around(UnitFilter::Group, place, radius, |met| {
                [met.dx, met.dy, splat(1.0), splat(0.0)]
            });
            if count > 1.0 { scope.seek_force(id, Vec2::new(x, y) / count) } else { Vec2::ZERO }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::Role;
    use crate::engine::behaviors::testing::*;

    #[test]
    fn only_those_with_the_same_destination_count() {
        let units = group(Role::Regular, 2, RtsCohesion::default());
        let others = crate::engine::group::Group::point("others", "Others", Role::Regular, 1);
        let mut world = field(vec![units, others]);
        put(&mut world, 0, [200.0, 200.0], [0.0, 0.0]);
        put(&mut world, 2, [200.0, 180.0], [0.0, 0.0]);
        assert_eq!(force(&world, 0), Vec2::ZERO, "alone, though another group is near");
        put(&mut world, 1, [230.0, 200.0], [0.0, 0.0]);
        assert_eq!(force(&world, 0), Vec2::new(120.0, 0.0));
    }
}
