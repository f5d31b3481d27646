//! Cohesion: steer toward the mean position of the neighbors (book, ex. 4-8).
//!
//! The farther the velocity points away from that position, the stronger the turn. The distance of
//! neighbors does not matter: one at the rim of the view pulls like one close by.

use super::{Behavior, BehaviorInfo};
use crate::params;
use crate::schema::{ParamSpec, PlainControl, Trouble};

params! {
    /// Behavior that steers units toward the middle of their neighbors.
    ///
    /// ```
    /// use flockwright::prelude::*;
    ///
    /// let birds = Group::rigid("birds", "Birds", Role::Regular, 20).seeing(View::default()).with(Cohesion::default());
    /// let mut world = World::new(WorldParams::default(), vec![birds], 7);
    /// world.tick();
    /// assert!(world.push_of(0).force.is_finite());
    /// ```
    pub struct Cohesion in "Flocking" {
        cohesion: f32 = ParamSpec::weight("Cohesion", 1.0)
            .words("stick together stay near gather group flock clump join").up_to(40.0)
            .plain(PlainControl::Cohesion).symbol("w_coh")
            .doc("Weight of steering toward the mean position of the neighbors. Where that is dead \
                  behind, a bird turns to the right; in the book's example it flies on.")
            .source("AI for Game Developers, ex. 4-8")
            .too_high(&[Trouble::Collapse]);
    }
}

/// Force in the rule language. Ticks run the program that is compiled from this text.
const RULE: &str = "steer turn(sum(j in view: j.offset))";

impl Behavior for Cohesion {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(Self::SPECS, "Turns toward the middle of the neighbors in view.")
            .caused_by("the flock's center", "pulls it")
            .with_rule(RULE)
    }
}
