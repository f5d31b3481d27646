//! Flee: at full speed away from the goal (steering tutorial, part 2).
//!
//! Seek, reversed. It looks at where the danger is now; [`EvadeAhead`](super::EvadeAhead) looks at
//! where it will be.

use super::{About, AimKind, Answer, Behavior, Cue, Need, Reading, Scope, Stimulus};
use crate::params;
use crate::schema::ParamSpec;

/// How far a diagram shows a flight from any distance, in lengths.
const ANY_DISTANCE: f32 = 20.0;

params! {
    /// Run away from the goal.
    pub struct Flee in "Flight" {
        flee: f32 = ParamSpec::weight("Flee", 1.0)
            .words("fear afraid panic predator")
            .formula("w_fle", "F = −w_fle·(V·u_g + v)·F_max/V")
            .doc("Weight of running straight away from the goal.")
            .source("Understanding Steering Behaviors, part 2");
        panic_factor: f32 = ParamSpec::float("Panic distance", "× L", 0.0, [0.0, 200.0], 1.0)
            .formula("k_pan", "F = 0 \"for\" d_g > k_pan·L")
            .doc("Units flee only within this many lengths of the goal. 0 means at any distance.")
            .source("OpenSteer's panic distance; the tutorial has none");
    }
}

/// What it does: this runs.
const RULE: &str = "
    calm = panic_factor > 0 and goal.distance > panic_factor * L
    steer if calm then vec(0, 0) else seek(-goal.offset)
";

impl Behavior for Flee {
    fn about(&self) -> About {
        About::new(Self::SPECS, "Runs straight away from the goal.").ruled(RULE).needing(Need::Goal)
    }

    fn cues(&self, scope: &Scope, id: usize, out: &mut Vec<Cue>) {
        out.extend(scope.aim_at_goal(AimKind::From, id));
    }

    fn answer(&self) -> Option<Answer> {
        let reach = if self.panic_factor > 0.0 { self.panic_factor } else { ANY_DISTANCE };
        Some(Answer::by_distance(Stimulus::Goal, Reading::Away, reach))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::Role;
    use crate::engine::behaviors::testing::*;
    use glam::Vec2;

    #[test]
    fn beyond_the_panic_distance_nobody_flees() {
        let timid = Flee { panic_factor: 10.0, ..Flee::default() };
        let mut world = field(vec![group(Role::Regular, 2, timid)]);
        put(&mut world, 0, [170.0, 200.0], [0.0, 0.0]);
        put(&mut world, 1, [150.0, 200.0], [0.0, 0.0]);
        assert_eq!(force(&world, 0), Vec2::new(-120.0, 0.0));
        assert_eq!(force(&world, 1), Vec2::ZERO);
    }

    #[test]
    fn the_diagram_of_a_flight_from_any_distance_shows_more_than_a_length() {
        let answer = Flee::default().answer().expect("a diagram");
        assert!(answer.reach > 10.0, "{}", answer.reach);
    }
}
