//! Unrest: a smooth random push to the side, which makes flight look less mechanical.
//!
//! Noise is new at every tick; unrest changes smoothly from one random value to the next. Unrest
//! follows from the seed and the time alone, so it needs no memory. [`Wander`](super::Wander), in
//! contrast, moves units about.

use super::{Behavior, BehaviorInfo};
use crate::params;
use crate::schema::ParamSpec;

params! {
    /// Behavior that pushes units to the side, randomly and smoothly.
    pub struct Unrest in "Unrest" {
        unrest: f32 = ParamSpec::weight("Unrest", 0.1)
            .words("noise random restless jitter wobble sway").symbol("w_unr").shapes()
            .doc("Weight of swaying from side to side at random.")
            .source("Ours; smooth noise as in Perlin 1985");
        unrest_time: f32 = ParamSpec::float("Unrest time", "s", 1.0, [0.1, 20.0], 0.1)
            .logarithmic().symbol("T_unr")
            .doc("How long it takes from one random push to the next.")
            .source("Ours");
    }
}

/// Force in the rule language. Ticks run the program that is compiled from this text.
const RULE: &str = "steer sway(unrest_time)";

impl Behavior for Unrest {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(Self::SPECS, "Sways smoothly from side to side at random.")
            .caused_by("restlessness", "turns it")
            .with_rule(RULE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::Role;
    use crate::engine::behaviors::testing::*;

    #[test]
    fn it_pushes_to_both_sides_without_a_jerk() {
        let mut world =
            field(vec![group(Role::Regular, 1, Unrest { unrest: 1.0, unrest_time: 1.0 })]);
        let (mut least, mut most, mut before) = (0.0f32, 0.0f32, None);
        for _ in 0..1800 {
            put(&mut world, 0, [200.0, 200.0], [1.0, 0.0]);
            let push = force(&world, 0).y;
            (least, most) = (least.min(push), most.max(push));
            // A second changes the push by at most 3/2 of the largest difference, 240.
            let change = before.map_or(0.0, |before: f32| (push - before).abs());
            assert!(change <= 6.1, "{change} in a tick");
            before = Some(push);
            world.tick();
        }
        assert!(least < -60.0 && most > 60.0, "{least}..{most}");
    }
}
