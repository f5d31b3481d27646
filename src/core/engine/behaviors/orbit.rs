//! Orbit: keep a distance from the goal and circle it.
//!
//! The course leads toward the goal far outside the circle, away from it far inside, and along the
//! circle at the wanted distance; in between it turns smoothly, so that the unit never rams the
//! goal. A body that is too fast for its steering flies wider circles than the parameter asks for.

use super::{Behavior, BehaviorInfo};
use crate::schema::ParamSpec;
use crate::{choices, params};

choices! {
    /// Direction in which units circle their goal.
    pub enum Chirality {
        Port = "port", "The goal on the left", "Counterclockwise on the screen.";
        Starboard = "starboard", "The goal on the right", "Clockwise on the screen.";
    }
}

params! {
    /// Behavior that makes units keep a distance from their goal and circle it.
    pub struct Orbit in "Orbit" {
        orbit: f32 = ParamSpec::weight("Orbit", 1.0)
            .words("circle around goal round loiter ring").symbol("w_orb")
            .doc("Weight of circling the goal at a distance.")
            .source("Ours");
        orbit_distance: f32 = ParamSpec::float("Orbit distance", "× L", 20.0, [0.5, 200.0], 0.5)
            .symbol("k_orb").shapes()
            .doc("How far from the goal the circle is, in body lengths.")
            .source("Ours");
        orbit_softness: f32 = ParamSpec::float("Orbit softness", "× L", 10.0, [0.1, 200.0], 0.5)
            .symbol("s_orb")
            .doc("Within this many lengths of the circle the course bends from straight in or out \
                  to along it.")
            .source("Ours");
        chirality: Chirality = ParamSpec::choice("Which way around", Chirality::CHOICES, 0)
            .symbol("χ")
            .doc("On which side the goal lies while a bird circles it.")
            .source("Ours");
    }
}

/// Force in the rule language. Ticks run the program that is compiled from this text.
const RULE: &str = "
    u = goal.direction
    e = clamp((goal.distance - orbit_distance * L) / (orbit_softness * L), -1, 1) * (pi / 2)
    around = if chirality is port then starboard(u) else -starboard(u)
    steer head(unit(around * cos(e) + u * sin(e)))
";

impl Behavior for Orbit {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(Self::SPECS, "Circles the goal at a distance.")
            .caused_by("its circle around the goal", "turns it")
            .with_rule(RULE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::Role;
    use crate::engine::behaviors::testing::*;
    use glam::Vec2;

    #[test]
    fn at_the_distance_it_moves_along_the_circle_and_beyond_it_straight_in_or_out() {
        let orbit = Orbit { orbit_distance: 20.0, orbit_softness: 5.0, ..Orbit::default() };
        let course = |orbit: Orbit, lengths: f32| {
            let mut world = field(vec![group(Role::Regular, 1, orbit)]);
            put(&mut world, 0, [200.0 - 4.0 * lengths, 200.0], [0.0, 0.0]);
            force(&world, 0).normalize_or_zero()
        };
        assert!((course(orbit, 20.0) - Vec2::Y).length() < 1e-6);
        assert!((course(orbit, 30.0) - Vec2::X).length() < 1e-6);
        assert!((course(orbit, 12.0) + Vec2::X).length() < 1e-6);
        let back = Orbit { chirality: Chirality::Starboard, ..orbit };
        assert!((course(back, 20.0) + Vec2::Y).length() < 1e-6);
        assert_eq!(course(orbit, 0.0), Vec2::ZERO);
    }

    #[test]
    fn a_unit_settles_on_the_circle_and_stays_there() {
        let orbit = Orbit { orbit_distance: 15.0, ..Orbit::default() };
        let mut world = field(vec![group(Role::Regular, 1, orbit)]);
        run(&mut world, 20);
        for _ in 0..600 {
            world.tick();
            let distance = world.agents().position(0).distance(Vec2::splat(200.0));
            assert!((distance - 60.0).abs() < 15.0, "{distance} u instead of 60");
        }
    }
}
