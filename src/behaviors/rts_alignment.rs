//! RTS alignment: move as those do who go to the same place (HowToRTS, "Flocking").
//!
//! The mean of the headings, not of the velocities: slow units count as much as fast ones, and a
//! group whose headings cancel out brakes. Units at rest do not count.

use super::wanted::{direction, each};
use super::{Behavior, Info, Scope, Steering, Whom};
use crate::params;
use crate::schema::ParamSpec;
use glam::Vec2;
use std::ops::Range;

params! {
    /// Move as the group does.
    pub struct RtsAlignment in "RTS flocking" {
        rts_alignment: f32 = ParamSpec::weight("RTS alignment", 0.1)
            .doc("Weight of moving as the near units of one's own group do.")
            .source("HowToRTS, Flocking");
        align_factor: f32 = ParamSpec::float("Alignment radius", "× L", 15.0, [0.0, 100.0], 0.5)
            .doc("Alignment counts units within this many lengths.")
            .source("HowToRTS, Flocking, uses the cohesion radius");
    }
}

impl Behavior for RtsAlignment {
    fn info(&self) -> Info {
        Info { key: "rts_alignment", label: "RTS alignment" }
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        each(range, out, |id| {
            let radius = self.align_factor * scope.agents.length[id];
            let (mut sum, mut count) = (Vec2::ZERO, 0.0);
            scope.around(Whom::Group, scope.agents.position(id), radius, |other, _| {
                let way = direction(scope.agents.velocity(other));
                if way != Vec2::ZERO {
                    sum += way;
                    count += 1.0;
                }
            });
            if count > 0.0 {
                scope.toward(id, sum * (scope.max_speed(id) / count))
            } else {
                Vec2::ZERO
            }
        });
    }
}
