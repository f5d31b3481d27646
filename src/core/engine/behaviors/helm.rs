//! Helm: the arrow keys fly the player's craft (book, ch. 2 and 4).
//!
//! The keys for port and starboard fire a bow thruster with half of the steering force S. The keys
//! for faster and slower move the throttle, which stays at its position when they are released.

use super::{
    Behavior, BehaviorInfo, BodyKind, Memory, Scope, Steering, add_lateral_forces, own_memory,
    records,
};
use crate::engine::math::splat;
use crate::engine::params::DT;
use crate::schema::{ParamSpec, Params};
use crate::{numbers_of_field, params};
use std::ops::Range;

/// Force of a bow thruster as a share of the steering force S.
const BOW_THRUST_SHARE: f32 = 0.5;

/// Time in which the throttle goes from zero to full while its key is held, s.
const THROTTLE_TIME: f32 = 1.0;

params! {
    /// Parameters of [`Helm`].
    pub struct HelmParams in "Helm" {
        helm: f32 = ParamSpec::weight("Bow thrusters", 1.0)
            .formula("w_hel", "F = ±½·w_hel·S")
            .doc("Weight of the bow thrusters under the left and right arrow keys.")
            .source("AI for Game Developers, ch. 2");
        full_thrust: f32 = ParamSpec::float("Full thrust", "", 1000.0, [0.0, 2000.0], 10.0)
            .formula("T_max", "T′ = T ± T_max·t; 0 ≤ T′ ≤ T_max")
            .doc("Propeller force at full throttle (arrow up opens it, arrow down closes it).")
            .source("AI for Game Developers, ch. 2");
    }
}

/// Behavior that flies a craft by the arrow keys.
#[derive(Clone, Debug, Default)]
pub struct Helm {
    params: HelmParams,
    /// Throttle of each unit: a force that is added to the thrust of its body.
    throttle: Vec<f32>,
}

impl Params for Helm {
    numbers_of_field!(HelmParams);
}

impl Behavior for Helm {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(HelmParams::SPECS, "Lets the arrow keys fly the craft.")
            .caused_by("the arrow keys", "steer it")
            .required_bodies(&[BodyKind::Rigid])
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        let rudder = f32::from(u8::from(scope.controls.starboard))
            - f32::from(u8::from(scope.controls.port));
        let push = splat(rudder * BOW_THRUST_SHARE * scope.force_scale);
        add_lateral_forces(scope, range.clone(), out, |_, _| push);
        for id in range {
            let thrust = out.thrust_mut(id);
            let wanted = *thrust + self.throttle[id - scope.first_id];
            *thrust = wanted.clamp(0.0, self.params.full_thrust);
        }
    }

    own_memory!();
}

impl Memory for Helm {
    fn advance(&mut self, scope: &Scope, _range: Range<usize>) {
        let lever =
            f32::from(u8::from(scope.controls.faster)) - f32::from(u8::from(scope.controls.slower));
        let full = self.params.full_thrust;
        for extra in &mut self.throttle {
            *extra = (*extra + lever * full * DT / THROTTLE_TIME).clamp(-full, full);
        }
    }

    records!(throttle);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::Role;
    use crate::engine::behaviors::Controls;
    use crate::engine::behaviors::testing::*;
    use crate::engine::group::Group;
    use crate::engine::world::World;
    use glam::Vec2;

    /// A craft that heads to the right; its steering force and its own thrust are 500.
    fn craft() -> World {
        field(vec![Group::rigid("player", "Player", Role::Player, 1).with(Helm::default())])
    }

    #[test]
    fn an_arrow_key_pushes_the_bow_to_its_side_with_half_of_the_steering_force() {
        let mut world = craft();
        for (port, starboard, push) in
            [(true, false, -250.0), (false, true, 250.0), (true, true, 0.0), (false, false, 0.0)]
        {
            world.set_controls(Controls { port, starboard, ..Controls::default() });
            assert_eq!(force(&world, 0), Vec2::new(0.0, push));
        }
    }

    #[test]
    fn the_throttle_stays_where_it_is_left_and_never_runs_backward() {
        let mut world = craft();
        let mut thrust_after = |faster: bool, slower: bool, ticks: usize| {
            world.set_controls(Controls { faster, slower, ..Controls::default() });
            (0..ticks).for_each(|_| world.tick());
            // The keys of a tick move the throttle after the steering of that tick.
            world.set_controls(Controls::default());
            world.tick();
            world.steering().thrust[0]
        };
        assert!((thrust_after(true, false, 15) - 750.0).abs() < 0.1);
        assert!((thrust_after(false, false, 60) - 750.0).abs() < 0.1);
        assert_eq!(thrust_after(true, false, 60), 1000.0);
        assert_eq!(thrust_after(false, true, 240), 0.0);
    }
}
