//! Intercept: turn toward where the target will be (book, ch. 2 and ex. 4-14).
//!
//! The time to close is the distance over the speed of approach, and the aim is the place that
//! the target reaches in that time if it goes straight on.

use super::{Behavior, Info, Scope, Steering, lateral};
use crate::math::Lane;
use crate::params;
use crate::params::Hunters;
use crate::schema::ParamSpec;
use std::ops::Range;
use wide::f32x4;

params! {
    /// Turn toward the predicted meeting point.
    pub struct Intercept in "Chase" {
        intercept: f32 = ParamSpec::weight("Intercept", 1.0)
            .doc("Weight of turning toward where the target will be when the distance is closed.")
            .source("AI for Game Developers, ch. 2 and ex. 4-14");
        interceptors: Hunters = ParamSpec::choice("Who intercepts", Hunters::CHOICES, 0)
            .doc("Which units of the group hunt the scene's own target.")
            .source("AI for Game Developers, ex. 4-13");
        turn_around: bool = ParamSpec::switch("Turn around", false)
            .doc("Hard to port while the target is behind, whatever the prediction says.")
            .source("AI for Game Developers, ch. 2");
    }
}

impl Behavior for Intercept {
    fn info(&self) -> Info {
        Info { key: "intercept", label: "Intercept" }
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        let Some(target) = scope.target else { return };
        let (tx, ty) = (target.velocity.x, target.velocity.y);
        lateral(scope, range, out, |units, _| {
            let (rx, ry) = scope.space.offset(
                f32x4::splat(target.position.x) - units.x,
                f32x4::splat(target.position.y) - units.y,
            );
            let (wx, wy) = (f32x4::splat(tx) - units.vx, f32x4::splat(ty) - units.vy);
            let closing = (wx * wx + wy * wy).sqrt();
            let time = ((rx * rx + ry * ry).sqrt() / closing).keep(closing.gt(f32x4::zero()));
            let (ax, ay) = (rx + f32x4::splat(tx) * time, ry + f32x4::splat(ty) * time);
            let side = units.side(ax, ay);
            let behind = (rx * units.hx + ry * units.hy).lt(f32x4::zero());
            let side = match self.turn_around {
                true => f32x4::select(behind, f32x4::splat(-1.0), side),
                false => side,
            };
            let force = side * f32x4::splat(scope.force_scale);
            scope.hunting(self.interceptors, units) * force
        });
    }
}
