//! Obstacle avoidance with feelers (book, ex. 4-12).
//!
//! A feeler points along the velocity. An obstacle that it would run into pushes to the side away
//! from its center, the harder the nearer its center is. One feeler can thread a gap that is too
//! narrow for the unit; three, spread to the sides, see both rims of it.

use super::{Behavior, Info, Scope, Steering, lateral};
use crate::math::{Lane, sin_cos, unit};
use crate::schema::{ParamSpec, Region};
use crate::{choices, params};
use std::ops::Range;
use wide::f32x4;

choices! {
    /// How many feelers a unit has.
    pub enum Feelers {
        One = "one", "One", "Straight ahead along the velocity.";
        Three = "three", "Three", "One straight ahead and one to each side.";
    }
}

const BOOK: &str = "AI for Game Developers, ex. 4-12";

params! {
    /// Steer around round obstacles.
    pub struct ObstacleAvoidance in "Obstacles" {
        avoidance: f32 = ParamSpec::weight("Obstacle avoidance", 1.0)
            .doc("Weight of steering away from obstacles that a feeler touches.")
            .source(BOOK);
        feeler_factor: f32 = ParamSpec::float("Feeler reach", "× L", 25.0, [1.0, 100.0], 0.5)
            .doc("How far ahead a feeler reaches, in unit lengths.")
            .source(BOOK).shows(Region::Feelers);
        feelers: Feelers = ParamSpec::choice("Feelers", Feelers::CHOICES, 0)
            .doc("How many feelers a unit has.")
            .source("AI for Game Developers, ch. 4 suggests three").shows(Region::Feelers);
        feeler_spread: f32 = ParamSpec::float("Feeler spread", "rad", 0.35, [0.05, 1.5], 0.05)
            .doc("Angle between the middle feeler and each of the side ones.")
            .source("AI for Game Developers, ch. 4").shows(Region::Feelers)
            .when(&[("feelers", &["three"])]);
    }
}

impl Behavior for ObstacleAvoidance {
    fn info(&self) -> Info {
        Info { key: "avoidance", label: "Obstacle avoidance" }
    }

    fn minds_obstacles(&self) -> bool {
        true
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        if scope.obstacles.is_empty() {
            return;
        }
        let (sine, cosine) = sin_cos(self.feeler_spread);
        let (sine, cosine) = (f32x4::splat(sine), f32x4::splat(cosine));
        lateral(scope, range, out, |units, _| {
            let reach = units.length * f32x4::splat(self.feeler_factor);
            let (ux, uy) = unit(units.vx, units.vy);
            let mut force = f32x4::zero();
            for obstacle in scope.obstacles {
                let ax = f32x4::splat(obstacle.center.x) - units.x;
                let ay = f32x4::splat(obstacle.center.y) - units.y;
                let touches = |fx: f32x4, fy: f32x4| {
                    let along = ax * fx + ay * fy;
                    let (bx, by) = (ax - along * fx, ay - along * fy);
                    let inside =
                        (bx * bx + by * by).lt(f32x4::splat(obstacle.radius * obstacle.radius));
                    inside & along.gt(f32x4::zero()) & along.lt(reach)
                };
                let mut touched = touches(ux, uy);
                if self.feelers == Feelers::Three {
                    let port = (ux * cosine + uy * sine, uy * cosine - ux * sine);
                    let starboard = (ux * cosine - uy * sine, uy * cosine + ux * sine);
                    touched = touched | touches(port.0, port.1) | touches(starboard.0, starboard.1);
                }
                if touched.any() {
                    let distance = (ax * ax + ay * ay).sqrt();
                    let push = units.side(ax, ay) * f32x4::splat(scope.force_scale) * reach;
                    force -= (push / distance).keep(touched);
                }
            }
            force
        });
    }
}
