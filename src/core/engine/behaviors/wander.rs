//! Wander: move about without a goal (steering tutorial, part 4; Reynolds 1999).
//!
//! A unit seeks a point on a circle in front of it; the point moves along the circle by a random
//! step per tick. The unit then turns smoothly; a random force would only make it tremble. If the
//! radius of the circle is larger than its distance, the circle reaches behind the unit: when the
//! point is there, the unit brakes, turns about, and has the point behind it again.

use super::{
    AimKind, Behavior, BehaviorInfo, Memory, Scope, Steering, SteeringCue, own_memory, records,
};
use crate::engine::math::{sin_cos, wrap_angle};
use crate::engine::params::DT;
use crate::engine::rng::{RandomStream, Rng};
use crate::engine::scope::add_force_per_unit;
use crate::schema::{ParamSpec, Params, Trouble};
use crate::{numbers_of_field, params};
use glam::Vec2;
use std::ops::Range;

const SOURCE_PART: &str = "Understanding Steering Behaviors, part 4";

params! {
    /// Parameters of [`Wander`].
    pub struct WanderParams in "Wander" {
        wander: f32 = ParamSpec::weight("Wander", 1.0)
            .words("noise random restless jitter roam stroll drift idle").symbol("w_wan")
            .doc("Weight of strolling about.")
            .source(SOURCE_PART);
        wander_distance: f32 = ParamSpec::float("Circle distance", "× L", 6.0, [0.0, 40.0], 0.5)
            .symbol("k_cir")
            .words("CIRCLE_DISTANCE")
            .doc("How far ahead the circle lies, in body lengths. Farther is straighter. Nearer \
                  than its radius, the point can end up behind the bird, which then turns on the \
                  spot.")
            .source(SOURCE_PART);
        wander_radius: f32 = ParamSpec::float("Circle radius", "× L", 3.0, [0.0, 40.0], 0.5)
            .symbol("r_cir")
            .words("CIRCLE_RADIUS")
            .doc("Radius of the circle, in body lengths. Larger turns more sharply. Larger than \
                  its distance, the point can end up behind the bird, which then turns on the \
                  spot.")
            .source(SOURCE_PART);
        wander_rate: f32 = ParamSpec::float("Restlessness", "rad/s", 12.0, [0.0, 60.0], 0.5)
            .symbol("q_ψ")
            .words("ANGLE_CHANGE")
            .doc("How fast the point can creep along the circle.")
            .source(SOURCE_PART)
            .too_high(&[Trouble::Jitter]);
    }
}

/// Force in the rule language, for display, and for a test of the hand-written `steer`. Ticks run
/// `steer`, which keeps a memory of its own, because with the rule a tick of the scene
/// `zombie-horde` takes 1.03 times the instructions (`tests/bench/rules.sh zombie-horde wander`).
const RULE: &str = "
    step = wander_rate * dt
    keep angle = 0 then wrap(angle + random(-step, step))
    steer seek((h * wander_distance + rotate(h, angle) * wander_radius) * L)
";

/// Behavior that makes units move about without a goal.
///
/// ```
/// use flockwright::prelude::*;
///
/// let birds = Group::point("birds", "Birds", Role::Regular, 20).with(Wander::default());
/// let mut world = World::new(WorldParams::default(), vec![birds], 7);
/// world.tick();
/// assert_eq!(world.ticks(), 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Wander {
    /// Values of the behavior's parameters.
    pub params: WanderParams,
    /// Angle on the circle in front of each unit of the point that the unit seeks, rad; 0 is
    /// straight ahead.
    circle_angles: Vec<f32>,
}

impl Wander {
    /// Creates the behavior with this weight and default parameters.
    pub(crate) fn with_weight(wander: f32) -> Self {
        Self { params: WanderParams { wander, ..WanderParams::default() }, ..Self::default() }
    }

    /// Offset from a unit to the point on its circle that it seeks, u.
    fn circle_point_offset(&self, scope: &Scope, id: usize) -> Vec2 {
        let forward = scope.agents.forward(id);
        let (sine, cosine) = sin_cos(self.circle_angles[id - scope.first_id]);
        let on_circle = forward * cosine + forward.perp() * sine;
        let point = forward * self.params.wander_distance + on_circle * self.params.wander_radius;
        point * scope.agents.length[id]
    }
}

impl Params for Wander {
    numbers_of_field!(WanderParams);
}

impl Behavior for Wander {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(WanderParams::SPECS, "Strolls about without a goal.")
            .caused_by("its wandering", "turns it")
            .with_rule(RULE)
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        add_force_per_unit(range, out, |id| {
            scope.seek_force(id, self.circle_point_offset(scope, id))
        });
    }

    own_memory!();

    fn cues(&self, scope: &Scope, id: usize, out: &mut Vec<SteeringCue>) {
        out.push(scope.aim_at_offset(AimKind::To, id, self.circle_point_offset(scope, id)));
    }
}

impl Memory for Wander {
    fn advance(&mut self, scope: &Scope, range: Range<usize>) {
        let most = self.params.wander_rate * DT;
        for (id, angle) in range.zip(&mut self.circle_angles) {
            let mut rng =
                Rng::new(scope.seed, RandomStream::Behavior { unit: id, tick: scope.tick });
            *angle = wrap_angle(*angle + rng.range(-most, most));
        }
    }

    records!(circle_angles);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::Role;
    use crate::engine::group::Group;
    use crate::engine::params::WorldParams;
    use crate::engine::world::World;
    use glam::Vec2;

    #[test]
    fn strollers_turn_both_ways_and_keep_their_speed() {
        let group = Group::point("units", "Units", Role::Regular, 1).with(Wander::default());
        let mut world = World::new(WorldParams::default(), vec![group], 3);
        let mut turned = Vec2::ZERO;
        for _ in 0..1200 {
            let before = world.agents().forward(0);
            world.tick();
            let turn = before.perp_dot(world.agents().forward(0));
            turned += Vec2::new(turn.max(0.0), (-turn).max(0.0));
        }
        assert!(turned.min_element() > 1.0, "turned {turned} rad to starboard and port");
        assert!(world.agents().velocity(0).length() > 20.0);
    }
}
