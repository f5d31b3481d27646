//! RTS separation: keep a distance from units of every group (HowToRTS, "Flocking").
//!
//! The force is the mean of pushes that grow as a unit comes nearer. Because it is a mean and not a
//! sum, three neighbors push no harder than one. In the code of HowToRTS the push shrinks as units
//! come nearer; this behavior follows the text of HowToRTS instead.

use super::{Behavior, BehaviorInfo, SteeringPurpose};
use crate::params;
use crate::schema::{ParamSpec, PlainControl, Trouble};

params! {
    /// Behavior that keeps units at a distance from units of all groups.
    pub struct RtsSeparation in "RTS flocking" {
        rts_separation: f32 = ParamSpec::weight("RTS separation", 1.0)
            .words("keep apart distance spread avoid others").symbol("w_rs").shapes()
            .doc("Weight of keeping away from nearby birds of every group. The push grows as they \
                  near, as the text of the source has it; its code lets it shrink.")
            .source("HowToRTS, Flocking")
            .too_low(&[Trouble::Collapse])
            .raised_against(Trouble::Collapse);
        min_separation: f32 = ParamSpec::float("Least distance", "× L", 3.0, [0.0, 40.0], 0.1)
            .logarithmic().plain(PlainControl::PersonalSpace).symbol("k_min")
            .words("minSeparation")
            .doc("Birds nearer than this many lengths push away.")
            .source("HowToRTS, Flocking")
            .too_low(&[Trouble::Collapse]);
    }
}

/// Force in the rule language. Ticks run the program that is compiled from this text.
const RULE: &str = "
    r = min_separation * L
    steer -mean(j in everyone(r): j.direction * (1 - j.distance / r))
";

impl Behavior for RtsSeparation {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(
            Self::SPECS,
            "Pushes away from every bird that is too near, the harder the nearer.",
        )
        .caused_by("close neighbors", "push it")
        .with_rule(RULE)
        .with_purpose(SteeringPurpose::HoldsBack)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::Role;
    use crate::engine::behaviors::testing::*;

    #[test]
    fn the_push_grows_as_a_unit_of_any_group_nears() {
        let units = group(Role::Regular, 1, RtsSeparation::default());
        let others = crate::engine::group::Group::point("others", "Others", Role::Interceptor, 1);
        let mut world = field(vec![units, others]);
        put(&mut world, 0, [200.0, 200.0], [0.0, 0.0]);
        let mut at = |x: f32| {
            put(&mut world, 1, [x, 200.0], [0.0, 0.0]);
            force(&world, 0).x
        };
        assert_eq!(at(213.0), 0.0);
        assert!((at(209.0) + 30.0).abs() < 1e-3);
        assert!((at(203.0) + 90.0).abs() < 1e-3);
    }
}
