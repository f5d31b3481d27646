//! Fright: move away from every threat nearby, the harder the nearer it is.
//!
//! A threat is a unit of a group that is feared, or the pointer. [`Flee`](super::Flee) flees a
//! single goal, with the same force near and far; fright responds to all threats within a radius.
//! A threat at the unit's own position has no direction and does not count.

use super::{Behavior, BehaviorInfo, Scope, Steering};
use crate::engine::scope::{add_force_per_unit, unit_vector};
use crate::params;
use crate::schema::ParamSpec;
use glam::Vec2;
use std::ops::Range;

params! {
    /// Behavior that moves units away from every threat nearby.
    pub struct Fright in "Fright" {
        fright: f32 = ParamSpec::weight("Fright", 1.0)
            .words("fear afraid flee panic predator escape run away scare avoid hunter").symbol("w_fri")
            .doc("Weight of running from those that are feared. The nearest of them makes it as \
                  strong as it is.")
            .source("Ours; flight zones as in Reynolds 1987 and Inada & Kawachi 2002");
        fright_factor: f32 = ParamSpec::float("Fright distance", "× L", 40.0, [1.0, 400.0], 1.0)
            .symbol("k_fri")
            .doc("Menaces within this many lengths frighten.")
            .source("Ours");
        fears_pointer: bool = ParamSpec::switch("Fears the pointer", false)
            .formula("fears", "j \"is the pointer too if\" fears")
            .doc("While the pointer is held, it is a menace like any other.")
            .source("Ours");
    }
}

/// Force in the rule language, for display, and for a test of the hand-written `steer`. Ticks run
/// `steer`, because with the rule a tick of the scene `path-patrol` takes 1.39 times the
/// instructions (`tests/bench/rules.sh path-patrol fright`).
const RULE: &str = "
    r = fright_factor * L
    away = -unit(sum(m in menaces(r): m.direction * (1 - m.distance / r)))
    strength = most(m in menaces(r) where m.distance > 0: 1 - m.distance / r)
    steer head(away) * strength
";

impl Fright {
    /// Unit vector away from the threats of a unit, zero if there are none, and strength of the
    /// fright: 0 at the edge of the radius, 1 at the threat.
    fn flight_direction_and_strength(&self, scope: &Scope, id: usize) -> (Vec2, f32) {
        let radius = self.fright_factor * scope.agents.length[id];
        let (mut sum, mut strongest) = (Vec2::ZERO, 0.0f32);
        let mut heed = |offset: Vec2| {
            let share = 1.0 - offset.length() / radius;
            if offset != Vec2::ZERO && share > 0.0 {
                sum += unit_vector(offset) * share;
                strongest = strongest.max(share);
            }
        };
        scope.visit_menaces_around(id, radius, &mut heed);
        if let Some(pointer) = scope.pointer.filter(|_| self.fears_pointer) {
            heed(scope.offset_to(id, pointer.position));
        }
        (-unit_vector(sum), strongest)
    }
}

impl Behavior for Fright {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(
            Self::SPECS,
            "Runs from those that it fears, the harder the nearer they are.",
        )
        .caused_by("what it fears", "drives it")
        .with_rule(RULE)
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        if scope.feared_groups.is_empty() && !(self.fears_pointer && scope.pointer.is_some()) {
            return;
        }
        add_force_per_unit(range, out, |id| {
            let (away, strength) = self.flight_direction_and_strength(scope, id);
            if strength > 0.0 { scope.force_to_course(id, away) * strength } else { Vec2::ZERO }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::Role;
    use crate::engine::behaviors::testing::*;
    use crate::engine::group::Group;

    #[test]
    fn it_runs_from_a_menace_within_its_radius_and_from_none_beyond() {
        let mut sheep = group(Role::Regular, 1, Fright::default());
        sheep.ties.fears = 0b10;
        let wolf = Group::point("wolf", "Wolf", Role::Monster, 1);
        let mut world = field(vec![sheep, wolf]);
        put(&mut world, 0, [200.0, 200.0], [0.0, 0.0]);
        // The unit is at half of its radius of 40 body lengths of 4 u.
        put(&mut world, 1, [280.0, 200.0], [0.0, 0.0]);
        assert!((force(&world, 0) - Vec2::new(-60.0, 0.0)).length() < 1e-3);
        put(&mut world, 1, [361.0, 200.0], [0.0, 0.0]);
        assert_eq!(force(&world, 0), Vec2::ZERO);
    }

    #[test]
    fn it_turns_a_rigid_body_and_brakes_a_point_mass() {
        let along = |mut sheep: Group| {
            sheep.ties.fears = 0b10;
            let wolf = Group::point("wolf", "Wolf", Role::Monster, 1);
            let mut world = field(vec![sheep, wolf]);
            put(&mut world, 0, [200.0, 200.0], [30.0, 0.0]);
            put(&mut world, 1, [240.0, 210.0], [0.0, 0.0]);
            let force = force(&world, 0);
            assert!(force.y < 0.0, "{force}");
            force.x
        };
        assert!(along(group(Role::Regular, 1, Fright::default())) < -1.0);
        let rigid = Group::rigid("sheep", "Sheep", Role::Regular, 1).with(Fright::default());
        assert_eq!(along(rigid), 0.0);
    }
}
