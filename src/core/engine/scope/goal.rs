//! Goals of units, for behaviors that seek or flee them; see [`crate::engine::goals`].

use super::{Scope, Spot, UnitFilter};
use crate::engine::goals::GoalKind;
use crate::engine::rng::{RandomStream, Rng};
use glam::Vec2;

/// Distance from its destination at which a roaming unit has arrived, body lengths.
const ARRIVAL_DISTANCE: f32 = 2.5;

/// Smallest distance of a roaming unit's destination from each edge, as a share of the world's
/// width or height.
const ROAM_MARGIN: f32 = 0.06;

/// Radius of the first search for the nearest unit of another role, body lengths.
const FIRST_SEARCH_RADIUS: f32 = 8.0;

impl Scope<'_> {
    /// Position and velocity of the target that a caller has set for the group, else of the held
    /// pointer if the goal responds to it, else of the unit's goal; `None` if there is none of
    /// these.
    pub fn goal_spot(&self, id: usize) -> Option<Spot> {
        if self.assigned_target.is_some() {
            return self.assigned_target;
        }
        let goal = self.goal_setting?;
        if goal.heeds_pointer && self.pointer.is_some() {
            return self.pointer;
        }
        match goal.goal {
            GoalKind::Target => self.hunted_target,
            GoalKind::Place | GoalKind::Between => {
                let size = Vec2::new(self.space.width, self.space.height);
                let order = self.goals.ordered_place(self.group, &goal);
                let position =
                    order.unwrap_or(self.goals.destination_share(self.group, &goal) * size);
                Some(Spot { position, velocity: Vec2::ZERO })
            }
            GoalKind::Site => {
                goal.site(self.sites).map(|position| Spot { position, velocity: Vec2::ZERO })
            }
            GoalKind::Roam | GoalKind::Nearest | GoalKind::Middle => {
                self.chosen_goals.spot(id, self.goals)
            }
        }
    }

    /// Position of the site with this name, with velocity 0; `None` if there is no such site.
    pub fn site(&self, name: &str) -> Option<Spot> {
        let site = self.sites.iter().find(|site| site.is_named(name))?;
        Some(Spot { position: site.place, velocity: Vec2::ZERO })
    }

    /// Whether the units of the group can have goals that differ from unit to unit.
    pub(crate) fn has_individual_goals(&self) -> bool {
        let chosen = self.goal_setting.is_some_and(|goal| {
            goal.is_chosen_by_each() && !(goal.heeds_pointer && self.pointer.is_some())
        });
        chosen && self.assigned_target.is_none()
    }

    /// Position and velocity of the nearest unit of another role within `reach` (u), or of a hunted
    /// group if the group hunts any.
    pub(crate) fn nearest_other(&self, id: usize, reach: f32) -> Option<Spot> {
        let center = self.agents.position(id);
        let mut radius = (FIRST_SEARCH_RADIUS * self.agents.length[id]).min(reach);
        // The radius doubles until a unit is found, so that a dense crowd is not searched entirely.
        loop {
            let mut nearest = (f32::INFINITY, usize::MAX);
            self.visit_around(UnitFilter::Hunted, center, radius, |other, offset| {
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

    /// Mean position and velocity of the units of other roles, or of hunted groups if the group
    /// hunts any, within `reach` (u); `None` if there are none. A unit's weight in the mean
    /// decreases linearly to 0 at `reach`, so that in a world that wraps the mean changes
    /// continuously.
    pub(crate) fn mean_of_others(&self, id: usize, reach: f32) -> Option<Spot> {
        let center = self.agents.position(id);
        let (mut place, mut velocity, mut total) = (Vec2::ZERO, Vec2::ZERO, 0.0);
        self.visit_around(UnitFilter::Hunted, center, reach, |other, offset| {
            let weight = 1.0 - offset.length() / reach;
            place += offset * weight;
            velocity += self.agents.velocity(other) * weight;
            total += weight;
        });
        (total > 0.0).then(|| Spot { position: center + place / total, velocity: velocity / total })
    }

    /// Destination of a roaming unit: its present one, `before`, or a new random one if the unit
    /// has arrived.
    pub(crate) fn roaming_destination(&self, id: usize, before: Option<Spot>) -> Spot {
        let there = |goal: &Spot| {
            self.offset_to(id, goal.position).length() > ARRIVAL_DISTANCE * self.agents.length[id]
        };
        before.filter(there).unwrap_or_else(|| {
            let mut rng = Rng::new(self.seed, RandomStream::Goal { unit: id, tick: self.tick });
            let x = rng.range(ROAM_MARGIN, 1.0 - ROAM_MARGIN) * self.space.width;
            let y = rng.range(ROAM_MARGIN, 1.0 - ROAM_MARGIN) * self.space.height;
            Spot { position: Vec2::new(x, y), velocity: Vec2::ZERO }
        })
    }
}
