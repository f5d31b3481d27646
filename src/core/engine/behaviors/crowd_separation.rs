//! Crowd separation: keep away from the units nearby (steering tutorial, part 8).
//!
//! The force is one push of a fixed size away from the mean position of the units within the
//! radius. It is equally strong for one neighbor at the edge of the radius and for ten close by,
//! and it cancels out inside a crowd.

use super::{Behavior, BehaviorInfo, SteeringPurpose};
use crate::params;
use crate::schema::{ParamSpec, PlainControl, Trouble};

const SOURCE: &str = "Understanding Steering Behaviors, part 8";

params! {
    /// Behavior that keeps units away from the mean position of near units with the same role.
    pub struct CrowdSeparation in "Crowd separation" {
        crowd_separation: f32 = ParamSpec::weight("Crowd separation", 1.0)
            .words("keep apart distance spread personal space avoid others").symbol("w_cro")
            .doc("Weight of keeping away from birds of the same role.")
            .source(SOURCE)
            .too_low(&[Trouble::Collapse])
            .raised_against(Trouble::Collapse);
        crowd_factor: f32 = ParamSpec::float("Crowd radius", "× L", 2.5, [0.0, 40.0], 0.1)
            .logarithmic().plain(PlainControl::PersonalSpace).symbol("k_cro")
            .words("SEPARATION_RADIUS")
            .doc("Birds nearer than this many lengths push away.")
            .source(SOURCE)
            .too_low(&[Trouble::Collapse]);
        max_separation: f32 = ParamSpec::float("Crowd push", "× max", 0.7, [0.0, 10.0], 0.05)
            .symbol("k_max")
            .words("MAX_SEPARATION")
            .doc("Size of the push, relative to the bird's largest steering force.")
            .source(SOURCE)
            .too_low(&[Trouble::Collapse]);
    }
}

/// Force in the rule language. Ticks run the program that is compiled from this text.
const RULE: &str = "steer -unit(sum(j in mates(crowd_factor * L): j.offset)) * max_separation";

impl Behavior for CrowdSeparation {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(
            Self::SPECS,
            "Pushes away from the middle of those who are near, with a fixed force.",
        )
        .caused_by("the crowd around it", "pushes it")
        .with_rule(RULE)
        .with_purpose(SteeringPurpose::HoldsBack)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::Role;
    use crate::engine::behaviors::testing::*;
    use glam::Vec2;

    #[test]
    fn the_push_is_of_one_size_and_cancels_out_in_the_middle() {
        let mut world = field(vec![group(Role::Regular, 3, CrowdSeparation::default())]);
        put(&mut world, 0, [200.0, 200.0], [0.0, 0.0]);
        put(&mut world, 1, [203.0, 200.0], [0.0, 0.0]);
        assert!((force(&world, 0) - Vec2::new(-84.0, 0.0)).length() < 1e-3);
        put(&mut world, 2, [197.0, 200.0], [0.0, 0.0]);
        assert_eq!(force(&world, 0), Vec2::ZERO);
    }

    #[test]
    fn coincident_units_part_the_higher_id_to_starboard() {
        let mut world = field(vec![group(Role::Regular, 2, CrowdSeparation::default())]);
        put(&mut world, 0, [200.0, 200.0], [0.0, 0.0]);
        put(&mut world, 1, [200.0, 200.0], [0.0, 0.0]);
        assert!(force(&world, 0).y < 0.0);
        assert!(force(&world, 1).y > 0.0);
    }
}
