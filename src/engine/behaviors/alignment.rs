//! Alignment: steer toward the mean velocity of the neighbors (book, ex. 4-9).
//!
//! It matches the direction only; speeds are left to thrust and drag.

use super::{
    About, AimKind, Answer, Behavior, Cue, Need, Scope, Steering, Stimulus, lateral, turn_toward,
};
use crate::engine::perception::Sums;
use crate::params;
use crate::schema::{ParamSpec, Plain};
use glam::Vec2;
use std::ops::Range;

params! {
    /// Steer the way the neighbors move.
    pub struct Alignment in "Flocking" {
        alignment: f32 = ParamSpec::weight("Alignment", 1.0).up_to(40.0)
            .plain(Plain::Alignment)
            .formula("w_ali", "F = w_ali·S·side(u_v)·θ/π")
            .doc("Weight of steering in the mean direction in which the neighbors move.")
            .source("AI for Game Developers, ex. 4-9");
    }
}

/// What it does. The pass below does the same faster: the rule takes 2.3 times as long.
const RULE: &str = "steer turn(sum(j in view: j.velocity))";

impl Behavior for Alignment {
    fn about(&self) -> About {
        About::new(Self::SPECS, "Turns the way the neighbors in view move.")
            .ruled(RULE)
            .needing(Need::View)
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        let near = scope.neighbors;
        lateral(scope, range, out, |units, at| {
            let Sums { vx, vy, .. } = near.load(at);
            turn_toward(units, vx, vy, scope.force_scale)
        });
    }

    fn cues(&self, scope: &Scope, id: usize, out: &mut Vec<Cue>) {
        let found = scope.neighbors.of(id);
        if found.count > 0.0 {
            let course = Vec2::new(found.vx, found.vy) / found.count;
            out.push(scope.aim(AimKind::Course, id, course));
        }
    }

    fn answer(&self) -> Option<Answer> {
        Some(Answer::by_bearing(Stimulus::Course))
    }
}
