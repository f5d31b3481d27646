//! Separation: steer away from units that are too near (book, ex. 4-10).
//!
//! Each unit within the separation distance pushes this one away, the harder the nearer it is:
//! units of every role count, not only flockmates. Separation may use a field of view of its own;
//! the book advises a wide one where the flock's view is narrow.

use super::{
    Behavior, BehaviorFeatures, BehaviorInfo, Scope, SeparationSetting, SeparationView, Steering,
    SteeringPurpose, add_lateral_forces,
};
use crate::engine::math::{Lanes, splat};
use crate::params;
use crate::schema::{ParamRegion, ParamSpec, PlainControl, Trouble};
use std::ops::Range;

params! {
    /// Behavior that steers units away from others that are too near.
    ///
    /// ```
    /// use flockwright::prelude::*;
    ///
    /// let birds = Group::rigid("birds", "Birds", Role::Regular, 20).seeing(View::default()).with(Separation::default());
    /// let mut world = World::new(WorldParams::default(), vec![birds], 7);
    /// world.tick();
    /// assert!(world.push_of(0).force.is_finite());
    /// ```
    pub struct Separation in "Flocking" {
        separation: f32 = ParamSpec::weight("Separation", 1.0)
            .words("keep apart distance spread avoid others neighbors space crowd").symbol("w_sep").shapes()
            .doc("Weight of steering away from birds within the separation distance.")
            .source("AI for Game Developers, ex. 4-10")
            .too_low(&[Trouble::Collapse])
            .raised_against(Trouble::Collapse);
        separation_factor: f32 =
            ParamSpec::float("Separation distance", "× L", 5.0, [0.0, 40.0], 0.1)
                .logarithmic().plain(PlainControl::PersonalSpace).symbol("k_sep")
                .words("_SEPARATION_FACTOR")
            .doc("Birds nearer than this many lengths push away.")
                .source("AI for Game Developers, ex. 4-10")
                .with_region(ParamRegion::Separation)
                .too_low(&[Trouble::Collapse]);
        separation_view: SeparationView =
            ParamSpec::choice("Separation view", SeparationView::CHOICES, 0).symbol("view_sep")
                .doc("The view through which separation looks. Wide avoids collisions that a \
                      narrow flock view does not see coming.")
                .source("AI for Game Developers, ch. 4")
                .with_region(ParamRegion::Separation)
                .when(&[("view", &["wide", "limited", "narrow", "full"])]);
    }
}

/// Force in the rule language, for display, and for a test of the hand-written `steer`. Ticks run
/// `steer`, which reads the sums of perception, because the rule searches for neighbors again: a
/// tick of the scene `flock-wide` takes 1.49 times the instructions (`tests/bench/rules.sh
/// flock-wide separation`).
const RULE: &str = "
    reach = separation_factor * L
    steer -sum(j in everyone(reach) where if separation_view is same then seen(j.offset)
        else if separation_view is wide then wide(j.offset)
        else if separation_view is limited then limited(j.offset)
        else if separation_view is narrow then narrow(j.offset)
        else full(j.offset): side(j.offset) * reach / j.distance)
";

impl Behavior for Separation {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(Self::SPECS, "Turns away from birds that are too near.")
            .caused_by("close neighbors", "push it")
            .with_rule(RULE)
            .with_purpose(SteeringPurpose::HoldsBack)
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        let reach = self.separation_factor * scope.force_scale;
        add_lateral_forces(scope, range, out, |units, at| {
            -scope.neighbors.load::<Lanes>(at).crowding * units.length * splat(reach)
        });
    }

    fn features(&self) -> BehaviorFeatures {
        BehaviorFeatures {
            separation: Some(SeparationSetting {
                view: self.separation_view,
                distance_factor: self.separation_factor,
            }),
            ..BehaviorFeatures::default()
        }
    }
}
