//! Mean heading: turn to the mean direction of a unit and its neighbors (Vicsek et al. 1995).
//!
//! The behavior has no separation and no cohesion. With noise, for particles in a periodic world,
//! it is the Vicsek model, whose order breaks down as the noise grows. Faster units count more,
//! because velocities are added and not headings.

use super::{Behavior, BehaviorInfo, Scope, Steering, UnitFilter};
use crate::engine::math::splat;
use crate::engine::scope::{add_force_per_unit, unit_vector};
use crate::params;
use crate::schema::{PaperUnit, ParamSpec};
use glam::Vec2;
use std::ops::Range;

params! {
    /// Behavior that turns units to the mean direction of their neighbors and themselves.
    pub struct MeanHeading in "Mean heading" {
        mean_heading: f32 = ParamSpec::weight("Mean heading", 1.0)
            .words("line up align same direction vicsek average match").symbol("w_mh")
            .doc("Weight of taking on the mean direction of all birds around, its own included.")
            .source("Vicsek et al. 1995");
        mean_heading_factor: f32 =
            ParamSpec::float("Mean heading radius", "× L", 10.0, [0.0, 200.0], 0.5).symbol("k_mh")
                .with_paper_name("r", PaperUnit::Length).shapes()
                .doc("Birds within this many lengths count, all around.")
                .source("Vicsek et al. 1995: the unit of length");
    }
}

/// Force in the rule language, for display, and for a test of the hand-written `steer`. Ticks run
/// `steer`, which adds the neighbors in another order, because with the rule a tick of the scene
/// `vicsek` takes 1.79 times the instructions (`tests/bench/rules.sh vicsek mean_heading`).
const RULE: &str = "steer head(unit(v + sum(j in mates(mean_heading_factor * L): j.velocity)))";

impl MeanHeading {
    /// Sum of the velocities of the units within the radius, the unit itself included, u/s.
    fn sum_of_velocities(&self, scope: &Scope, id: usize) -> Vec2 {
        let radius = self.mean_heading_factor * scope.agents.length[id];
        let [x, y, ..] =
            scope.sum_around(UnitFilter::Role, scope.agents.position(id), radius, |met| {
                [met.vx, met.vy, splat(0.0), splat(0.0)]
            });
        Vec2::new(x, y)
    }
}

impl Behavior for MeanHeading {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(
            Self::SPECS,
            "Takes on the mean direction of all around, its own included.",
        )
        .caused_by("the heading of those around it", "turns it")
        .with_rule(RULE)
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        add_force_per_unit(range, out, |id| {
            scope.force_to_course(id, unit_vector(self.sum_of_velocities(scope, id)))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::Role;
    use crate::engine::behaviors::testing::*;

    #[test]
    fn the_own_velocity_counts_and_who_is_beyond_the_radius_does_not() {
        let mut world = field(vec![group(Role::Regular, 3, MeanHeading::default())]);
        // Neighbors stand within the radius of 10 body lengths of 4 u.
        put(&mut world, 0, [200.0, 200.0], [60.0, 0.0]);
        put(&mut world, 1, [200.0, 239.0], [0.0, 60.0]);
        put(&mut world, 2, [200.0, 159.0], [-60.0, 0.0]);
        let half = 60.0 * std::f32::consts::FRAC_1_SQRT_2;
        let wanted = (Vec2::new(half, half) - Vec2::new(60.0, 0.0)) * 2.0;
        assert!((force(&world, 0) - wanted).length() < 1e-2);
    }
}
