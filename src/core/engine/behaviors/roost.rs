//! Roost: fly freely within a distance of the goal and turn back beyond it.
//!
//! Unlike seeking, roosting does not act on units near the goal, so a flock is not drawn into one
//! point: the units in front turn first, and alignment passes the turn on through the flock.

use super::{Behavior, BehaviorInfo};
use crate::params;
use crate::schema::ParamSpec;

const SOURCE: &str = "After the roost of Hildenbrandt et al. 2010";

params! {
    /// Behavior that turns units back when they are far from their goal.
    pub struct Roost in "Seek and arrive" {
        roost: f32 = ParamSpec::weight("Roost", 1.0)
            .words("stay near home leash tether territory nest around return wander bound").symbol("w_roo")
            .doc("Weight of turning back toward the goal from farther away than the roost distance.")
            .source(SOURCE);
        roost_distance: f32 = ParamSpec::float("Roost distance", "× L", 40.0, [0.0, 400.0], 1.0)
            .symbol("k_roo")
            .doc("Within this many lengths of the goal, it draws nobody.")
            .source(SOURCE);
        roost_softness: f32 = ParamSpec::float("Roost softness", "× L", 20.0, [0.1, 400.0], 1.0)
            .symbol("s_roo")
            .doc("So many lengths beyond the roost distance, it draws with its whole weight.")
            .source(SOURCE);
    }
}

/// Force in the rule language. Ticks run the program that is compiled from this text.
const RULE: &str = "
    far = clamp((goal.distance - roost_distance * L) / (roost_softness * L), 0, 1)
    steer head(goal.direction) * far
";

impl Behavior for Roost {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(Self::SPECS, "Turns back where the goal is far, and flies free near it.")
            .caused_by("its home", "calls it")
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
    fn it_leaves_alone_whoever_is_near_and_draws_the_harder_the_farther() {
        let roost = Roost { roost_distance: 10.0, roost_softness: 5.0, ..Roost::default() };
        let mut world = field(vec![group(Role::Regular, 1, roost)]);
        let mut drawn = |lengths: f32| {
            put(&mut world, 0, [200.0 - 4.0 * lengths, 200.0], [0.0, 0.0]);
            force(&world, 0)
        };
        assert_eq!(drawn(9.0), Vec2::ZERO);
        let [half, whole, beyond] = [12.5, 15.0, 30.0].map(&mut drawn);
        assert!((whole - 2.0 * half).length() < 1e-3 && half.x > 0.0, "{half}, {whole}");
        assert_eq!(whole, beyond);
    }
}
