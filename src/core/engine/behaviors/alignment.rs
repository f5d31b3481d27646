//! Alignment: steer toward the mean velocity of the neighbors (book, ex. 4-9).
//!
//! Only the direction is matched; speeds follow from thrust and drag.

use super::{Behavior, BehaviorInfo};
use crate::params;
use crate::schema::{ParamSpec, PlainControl};

params! {
    /// Behavior that steers units the way their neighbors move.
    ///
    /// ```
    /// use flockwright::prelude::*;
    ///
    /// let birds = Group::rigid("birds", "Birds", Role::Regular, 20).seeing(View::default()).with(Alignment::default());
    /// let mut world = World::new(WorldParams::default(), vec![birds], 7);
    /// world.tick();
    /// assert!(world.push_of(0).force.is_finite());
    /// ```
    pub struct Alignment in "Flocking" {
        alignment: f32 = ParamSpec::weight("Alignment", 1.0)
            .words("line up same direction heading match velocity align polarize").up_to(40.0)
            .plain(PlainControl::Alignment).symbol("w_ali")
            .doc("Weight of steering in the mean direction in which the neighbors move.")
            .source("AI for Game Developers, ex. 4-9");
    }
}

/// Force in the rule language. Ticks run the program that is compiled from this text.
const RULE: &str = "steer turn(sum(j in view: j.velocity))";

impl Behavior for Alignment {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(Self::SPECS, "Turns the way the neighbors in view move.")
            .caused_by("its neighbors' heading", "turns it")
            .with_rule(RULE)
    }
}
