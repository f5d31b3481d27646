//! Crowd separation: keep off the units around (steering tutorial, part 8).
//!
//! One push of a fixed size away from the middle of those within the radius. It is the same for
//! one neighbor at the rim as for ten at arm's length, and it cancels out inside a crowd.

use super::wanted::each;
use super::{Behavior, Info, Scope, Steering};
use crate::params;
use crate::schema::ParamSpec;
use std::ops::Range;

const PART: &str = "Understanding Steering Behaviors, part 8";

params! {
    /// Keep off the units of one's role.
    pub struct CrowdSeparation in "Crowd separation" {
        crowd_separation: f32 = ParamSpec::weight("Crowd separation", 1.0)
            .doc("Weight of keeping off the units of one's role.")
            .source(PART);
        crowd_factor: f32 = ParamSpec::float("Crowd radius", "× L", 2.5, [0.0, 40.0], 0.1)
            .doc("Units nearer than this many lengths push away.")
            .source(PART);
        max_separation: f32 = ParamSpec::float("Crowd push", "× max", 0.7, [0.0, 10.0], 0.05)
            .doc("Size of the push, relative to the unit's largest steering force.")
            .source(PART);
    }
}

impl Behavior for CrowdSeparation {
    fn info(&self) -> Info {
        Info { key: "crowd_separation", label: "Crowd separation" }
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        let push = self.max_separation * scope.force_scale;
        each(range, out, |id| {
            scope.crowd_push(id, self.crowd_factor * scope.agents.length[id], push)
        });
    }
}
