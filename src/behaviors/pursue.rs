//! Pursue: seek the place where the goal will be (steering tutorial, part 5).
//!
//! The look-ahead is the time in which the unit would cover the distance to where the goal is now.
//! A far goal that turns makes the guess a bad one, though it improves as the distance shrinks.

use super::wanted::each;
use super::{Behavior, Info, Scope, Steering};
use crate::params;
use crate::schema::ParamSpec;
use std::ops::Range;

params! {
    /// Head for where the goal will be.
    pub struct Pursue in "Seek and arrive" {
        pursue: f32 = ParamSpec::weight("Pursue", 1.0)
            .doc("Weight of heading for where a moving goal will be.")
            .source("Understanding Steering Behaviors, part 5");
    }
}

impl Behavior for Pursue {
    fn info(&self) -> Info {
        Info { key: "pursue", label: "Pursue" }
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        each(range, out, |id| {
            scope
                .goal(id)
                .map_or_else(Default::default, |goal| scope.seek(id, scope.ahead_of(id, goal)))
        });
    }
}
