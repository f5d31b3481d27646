//! Obstacle potential: each obstacle pushes away from its center (book, ch. 5).
//!
//! There are no feelers and no radius: the push B/d^m fades with the distance from the center, so
//! rows of small circles act as walls. A craft can come to rest where all forces balance:
//! potentials find no way out of a dead end.

use super::law::{PotentialLaw, SOURCE, exponent, strength};
use crate::engine::behaviors::{Behavior, BehaviorInfo, Scope, Steering};
use crate::params;
use crate::schema::ParamSpec;
use glam::Vec2;
use std::ops::Range;

params! {
    /// Behavior that repels units from obstacles.
    pub struct PotentialObstacles in "Obstacle potential" {
        ward: f32 = ParamSpec::weight("Obstacle potential", 1.0)
            .words("avoid rocks dodge obstacles repel").symbol("w_war")
            .doc("Weight of U(d) = B/d^m of every obstacle's center, d in body lengths.")
            .source(SOURCE);
        ward_b: f32 = strength("Obstacle repulsion B", 20_000.0).symbol("B_o")
            .doc("Strength of the push.");
        ward_m: f32 = exponent("Obstacle exponent m", 3.0).symbol("m_o")
            .doc("How fast the push fades with distance: high values make hard walls.");
    }
}

/// Force in the rule language, for display, and for a test of the hand-written `steer`. Ticks run
/// `steer`, because with the rule a tick of the scene `potential-maze` takes 7.60 times the
/// instructions (`tests/bench/rules.sh potential-maze ward`).
const RULE: &str = "
    steer -sum(o in obstacles where o.distance > 0:
        o.offset * (ward_b / max(o.distance / L, 0.05) ^ ward_m / o.distance)) / F_max
";

impl PotentialObstacles {
    fn law(&self) -> PotentialLaw {
        PotentialLaw::new(0.0, self.ward_b, 1.0, self.ward_m)
    }
}

impl Behavior for PotentialObstacles {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(Self::SPECS, "Pushes away from every rock, the harder the nearer.")
            .caused_by("rocks", "push it")
            .with_rule(RULE)
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        let law = self.law();
        for id in range {
            let length = scope.agents.length[id];
            let place = scope.agents.position(id);
            let mut force = Vec2::ZERO;
            for obstacle in scope.obstacles {
                force += law.force(scope.space.offset_between(place, obstacle.center), length);
            }
            out.add_force::<f32>(id, 1, force.x, force.y);
        }
    }

    fn potential_force_at(&self, scope: &Scope, id: usize, place: Vec2) -> Option<f32> {
        let (law, length) = (self.law(), scope.agents.length[id]);
        let push = |center: Vec2| {
            law.force_at(scope.space.offset_between(place, center).length() / length)
        };
        Some(scope.obstacles.iter().map(|obstacle| push(obstacle.center)).sum())
    }
}
