//! Seek: at full speed to the goal (steering tutorial, part 1).
//!
//! It does not slow down: a seeking unit overshoots its goal and circles it. See
//! [`Arrive`](super::Arrive) for stopping there.

use super::wanted::each;
use super::{Behavior, Info, Scope, Steering};
use crate::params;
use crate::schema::ParamSpec;
use std::ops::Range;

params! {
    /// Head for the goal at full speed.
    pub struct Seek in "Seek and arrive" {
        seek: f32 = ParamSpec::weight("Seek", 1.0)
            .doc("Weight of heading for the goal at full speed.")
            .source("Understanding Steering Behaviors, part 1");
    }
}

impl Behavior for Seek {
    fn info(&self) -> Info {
        Info { key: "seek", label: "Seek" }
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        each(range, out, |id| {
            scope.goal(id).map_or_else(Default::default, |goal| {
                scope.seek(id, scope.offset_to(id, goal.position))
            })
        });
    }
}
