//! What a unit has in mind, for the behaviors that head for it or run from it; see
//! [`crate::engine::goals`].

use super::{Scope, Spot, Whom};
use crate::engine::goals::GoalKind;
use crate::engine::rng::{Rng, Stream};
use glam::Vec2;

/// Units that roam have arrived this many lengths from their place.
const ARRIVED: f32 = 2.5;

/// Places to roam to keep this share of the world's extent away from its edges.
const MARGIN: f32 = 0.06;

/// The first circle in which the nearest other is looked for, in lengths.
const FIRST_CIRCLE: f32 = 8.0;

impl Scope<'_> {
    /// What a unit has in mind; the target that its group was given comes first.
    pub fn goal(&self, id: usize) -> Option<Spot> {
        if self.assigned.is_some() {
            return self.assigned;
        }
        let goal = self.goal?;
        if goal.heeds_pointer && self.pointer.is_some() {
            return self.pointer;
        }
        match goal.goal {
            GoalKind::Target => self.target,
            GoalKind::Place | GoalKind::Between => {
                let size = Vec2::new(self.space.width, self.space.height);
                let order = self.goals.order(self.group, &goal);
                let position = order.unwrap_or(self.goals.place(self.group, &goal) * size);
                Some(Spot { position, velocity: Vec2::ZERO })
            }
            GoalKind::Roam | GoalKind::Nearest | GoalKind::Middle => {
                self.minds.spot(id, self.goals)
            }
        }
    }

    /// Whether units may have different things in mind.
    pub(crate) fn is_goal_of_each(&self) -> bool {
        let chosen = self.goal.is_some_and(|goal| {
            goal.is_chosen_by_each() && !(goal.heeds_pointer && self.pointer.is_some())
        });
        chosen && self.assigned.is_none()
    }

    /// The nearest unit of another role within a radius.
    pub(crate) fn nearest_other(&self, id: usize, reach: f32) -> Option<Spot> {
        let center = self.agents.position(id);
        let mut radius = (FIRST_CIRCLE * self.agents.length[id]).min(reach);
        // Search wider and wider, so that a crowd is not searched to its end.
        loop {
            let mut nearest = (f32::INFINITY, usize::MAX);
            self.around(Whom::Hunted, center, radius, |other, offset| {
                let candidate = (offset.length_squared(), other);
                if candidate < nearest {
                    nearest = candidate;
                }
            });
            let (_, other) = nearest;
            if other != usize::MAX {
                return Some(self.agents.spot(other));
            }
            if radius >= reach {
                return None;
            }
            radius = (radius * 2.0).min(reach);
        }
    }

    /// The middle of the units of other roles within a radius, and how it moves: each counts the
    /// less the farther it is, so that in a world that wraps there is no seam.
    pub(crate) fn middle_of_others(&self, id: usize, reach: f32) -> Option<Spot> {
        let center = self.agents.position(id);
        let (mut place, mut velocity, mut total) = (Vec2::ZERO, Vec2::ZERO, 0.0);
        self.around(Whom::Hunted, center, reach, |other, offset| {
            let weight = 1.0 - offset.length() / reach;
            place += offset * weight;
            velocity += self.agents.velocity(other) * weight;
            total += weight;
        });
        (total > 0.0).then(|| Spot { position: center + place / total, velocity: velocity / total })
    }

    /// Where a unit roams to now: its place, or another where it has arrived.
    pub(crate) fn roam(&self, id: usize, before: Option<Spot>) -> Spot {
        let there = |goal: &Spot| {
            self.offset_to(id, goal.position).length() > ARRIVED * self.agents.length[id]
        };
        before.filter(there).unwrap_or_else(|| {
            let mut rng = Rng::new(self.seed, Stream::Goal { unit: id, tick: self.tick });
            let x = rng.range(MARGIN, 1.0 - MARGIN) * self.space.width;
            let y = rng.range(MARGIN, 1.0 - MARGIN) * self.space.height;
            Spot { position: Vec2::new(x, y), velocity: Vec2::ZERO }
        })
    }
}
