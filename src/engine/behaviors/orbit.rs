//! Orbit: keep a distance from the goal and circle it.
//!
//! Far outside it heads for the goal, far inside away from it, and at the distance along the
//! circle; in between it turns smoothly from one to the other, so that it never rams what it
//! circles. A body that is too fast for its steering flies wider circles than it is told.

use super::{About, AimKind, Answer, Behavior, Cue, Need, Reading, Scope, Stimulus};
use crate::engine::math::sin_cos;
use crate::engine::scope::direction;
use crate::schema::ParamSpec;
use crate::{choices, params};
use glam::Vec2;
use std::f32::consts::FRAC_PI_2;

choices! {
    /// Which way around.
    pub enum Chirality {
        Port = "port", "The goal on the left", "Counterclockwise on the screen.";
        Starboard = "starboard", "The goal on the right", "Clockwise on the screen.";
    }
}

params! {
    /// Keep a distance from the goal and circle it.
    pub struct Orbit in "Orbit" {
        orbit: f32 = ParamSpec::weight("Orbit", 1.0)
            .formula("w_orb", "F = w_orb·head(u); u = \"from\" u_c \"to\" u_g \"by\" e")
            .doc("Weight of circling the goal at a distance.")
            .source("Ours");
        orbit_distance: f32 = ParamSpec::float("Orbit distance", "× L", 20.0, [0.5, 200.0], 0.5)
            .formula("k_orb", "e = clip((d_g − k_orb·L)/(s_orb·L))")
            .doc("How far from the goal the circle is, in unit lengths.")
            .source("Ours");
        orbit_softness: f32 = ParamSpec::float("Orbit softness", "× L", 10.0, [0.1, 200.0], 0.5)
            .formula("s_orb", "e = clip((d_g − k_orb·L)/(s_orb·L))")
            .doc("Within this many lengths of the circle the course bends from straight in or out \
                  to along it.")
            .source("Ours");
        chirality: Chirality = ParamSpec::choice("Which way around", Chirality::CHOICES, 0)
            .formula("χ", "u_c = χ·\"u_g, a quarter turn to the right\"")
            .doc("On which side the goal lies while a unit circles it.")
            .source("Ours");
    }
}

/// What it does: this runs.
const RULE: &str = "
    u = goal.direction
    e = clamp((goal.distance - orbit_distance * L) / (orbit_softness * L), -1, 1) * (pi / 2)
    around = if chirality is port then starboard(u) else -starboard(u)
    steer head(unit(around * cos(e) + u * sin(e)))
";

impl Orbit {
    /// The direction for a unit of this length, given the offset to the goal: a unit vector, or 0
    /// at the very goal.
    fn course(&self, offset: Vec2, length: f32) -> Vec2 {
        let toward = direction(offset);
        let off = (offset.length() - self.orbit_distance * length) / (self.orbit_softness * length);
        let (sine, cosine) = sin_cos(off.clamp(-1.0, 1.0) * FRAC_PI_2);
        let tangent = match self.chirality {
            Chirality::Starboard => -toward.perp(),
            Chirality::Port => toward.perp(),
        };
        direction(tangent * cosine + toward * sine)
    }

    fn course_of(&self, scope: &Scope, id: usize) -> Option<Vec2> {
        let goal = scope.goal(id)?;
        Some(self.course(scope.offset_to(id, goal.position), scope.agents.length[id]))
    }
}

impl Behavior for Orbit {
    fn about(&self) -> About {
        About::new(Self::SPECS, "Circles the goal at a distance.").ruled(RULE).needing(Need::Goal)
    }

    fn cues(&self, scope: &Scope, id: usize, out: &mut Vec<Cue>) {
        if let Some(course) = self.course_of(scope, id) {
            out.push(scope.aim(AimKind::Course, id, course * scope.max_speed(id)));
        }
    }

    fn answer(&self) -> Option<Answer> {
        let matters = self.orbit_distance + self.orbit_softness;
        Some(Answer::by_distance(Stimulus::Goal, Reading::Side, matters))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::Role;
    use crate::engine::behaviors::testing::*;

    #[test]
    fn at_the_distance_it_moves_along_the_circle_and_beyond_it_straight_in_or_out() {
        let orbit = Orbit { orbit_distance: 20.0, orbit_softness: 5.0, ..Orbit::default() };
        let course = |distance: f32| orbit.course(Vec2::X * distance, 1.0);
        assert!((course(20.0) - Vec2::Y).length() < 1e-6);
        assert!((course(30.0) - Vec2::X).length() < 1e-6);
        assert!((course(12.0) + Vec2::X).length() < 1e-6);
        let back = Orbit { chirality: Chirality::Starboard, ..orbit };
        assert!((back.course(Vec2::X * 20.0, 1.0) + Vec2::Y).length() < 1e-6);
        assert_eq!(orbit.course(Vec2::ZERO, 1.0), Vec2::ZERO);
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
