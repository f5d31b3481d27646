//! Intercept: turn toward where the target will be (book, ch. 2 and ex. 4-14).
//!
//! The time to close is the distance to the target divided by the speed of approach. The unit aims
//! at the place that the target reaches in that time if it keeps its velocity.

use super::{Behavior, BehaviorInfo, Scope, Steering, add_lateral_forces};
use crate::engine::math::{Lane, Lanes, splat};
use crate::engine::params::Hunters;
use crate::params;
use crate::schema::ParamSpec;
use std::ops::Range;

params! {
    /// Behavior that turns units toward the predicted meeting point with their target.
    pub struct Intercept in "Chase" {
        intercept: f32 = ParamSpec::weight("Intercept", 1.0)
            .words("hunt attack catch ahead predict cut off head off lead target prey predator")
            .symbol("w_int")
            .doc("Weight of turning toward where the target will be when the distance is closed.")
            .source("AI for Game Developers, ch. 2 and ex. 4-14");
        interceptors: Hunters = ParamSpec::choice("Who intercepts", Hunters::CHOICES, 0)
            .formula("hunters_i", "F = w_int·S·side(a); \"for\" hunters_i")
            .doc("Which birds of the group hunt the scene's own target.")
            .source("AI for Game Developers, ex. 4-13");
        turn_around: bool = ParamSpec::switch("Turn around", false).symbol("turn")
            .doc("Hard to the left while the target is behind, whatever the prediction says.")
            .source("AI for Game Developers, ch. 2");
    }
}

/// Force in the rule language, for display, and for a test of the hand-written `steer`. Ticks run
/// `steer`, because with the rule a tick of the scene `duel` takes 1.41 times the instructions
/// (`tests/bench/rules.sh duel intercept`).
const RULE: &str = "
    closing = length(target.velocity - v)
    t = if closing > 0 then target.distance / closing else 0
    about = turn_around is on and ahead(target.offset) < 0
    way = if about then -1 else side(target.offset + target.velocity * t)
    steer if hunts then way else 0
";

/// Offset from a hunter to the predicted place of its target, after the time in which the hunter
/// closes the distance. `[rx, ry]`: offset to the target now, u; `[tx, ty]`: velocity of the
/// target; `[vx, vy]`: velocity of the hunter, u/s.
#[inline(always)]
fn intercept_point<L: Lane>([rx, ry]: [L; 2], [tx, ty]: [L; 2], [vx, vy]: [L; 2]) -> (L, L) {
    let (wx, wy) = (tx - vx, ty - vy);
    let closing = (wx * wx + wy * wy).sqrt();
    let time = ((rx * rx + ry * ry).sqrt() / closing).keep_where(closing.gt(L::zero()));
    (rx + tx * time, ry + ty * time)
}

impl Behavior for Intercept {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(Self::SPECS, "Turns toward the place where the target will be met.")
            .caused_by("the spot where it will meet its prey", "pulls it")
            .with_rule(RULE)
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        let Some(target) = scope.hunted_target else { return };
        let (tx, ty) = (target.velocity.x, target.velocity.y);
        add_lateral_forces(scope, range, out, |units, _| {
            let (rx, ry) = units.offset_to(target.position, &scope.space);
            let (ax, ay) = intercept_point([rx, ry], [tx, ty].map(splat), [units.vx, units.vy]);
            let side = units.side_of(ax, ay);
            let behind = (rx * units.hx + ry * units.hy).lt(Lanes::zero());
            let side = match self.turn_around {
                true => Lanes::select(behind, splat(-1.0), side),
                false => side,
            };
            let force = side * splat(scope.force_scale);
            scope.hunting_mask(self.interceptors, units) * force
        });
    }
}
