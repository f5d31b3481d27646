//! Evade ahead: flee the place where the danger will be (steering tutorial, part 5).
//!
//! Pursue, reversed. Not the book's evade, which turns the bow away from where the hunter is now.

use super::wanted::each;
use super::{Behavior, Info, Scope, Steering};
use crate::params;
use crate::schema::ParamSpec;
use std::ops::Range;

params! {
    /// Run away from where the goal will be.
    pub struct EvadeAhead in "Flight" {
        evade_ahead: f32 = ParamSpec::weight("Evade ahead", 1.0)
            .doc("Weight of running from where a moving danger will be.")
            .source("Understanding Steering Behaviors, part 5");
    }
}

impl Behavior for EvadeAhead {
    fn info(&self) -> Info {
        Info { key: "evade_ahead", label: "Evade ahead" }
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        each(range, out, |id| {
            scope
                .goal(id)
                .map_or_else(Default::default, |danger| scope.seek(id, -scope.ahead_of(id, danger)))
        });
    }
}
