//! Geometry that a behavior uses for one unit: points it aims at, circles in which units count, and
//! feelers. For the inspector and for drawing, never for the tick.

use super::{Scope, UnitFilter};
use glam::Vec2;

/// Route that a unit plans to take; used only for drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedRoute {
    /// Whether it leads back to its start.
    pub is_closed: bool,
    /// Points in order, u. Where the route crosses a wrapping edge, the next point is on the other
    /// side of the world.
    pub points: Vec<Vec2>,
}

/// Element that a behavior uses for one unit. Points are in u, at the image nearest to the unit:
/// across a wrapping edge they are outside the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SteeringCue {
    /// A point toward or away from which the unit steers.
    Aim {
        /// Direction of the steering.
        kind: AimKind,
        /// Position, u.
        point: Vec2,
    },
    /// A circle; the units inside count.
    Circle {
        /// Which units inside count.
        whom: UnitFilter,
        /// Center, u.
        center: Vec2,
        /// Radius, u; infinite if all units count.
        radius: f32,
    },
    /// A feeler: a straight line from the unit that ends at the first obstacle in its way.
    Feeler {
        /// End point, u.
        end: Vec2,
        /// Index of the first obstacle on the line; `None` if there is none.
        hit: Option<usize>,
    },
}

crate::words! {
    /// How a unit steers with respect to a point.
    pub enum AimKind {
        /// Moves or turns toward the point.
        To = "to",
        /// Moves or turns away from the point.
        From = "from",
        /// Adopts a course; the point is where the course leads within one second.
        Course = "course",
    }
}

impl Scope<'_> {
    /// Creates an aim at an offset from a unit, u.
    pub(crate) fn aim_at_offset(&self, kind: AimKind, id: usize, offset: Vec2) -> SteeringCue {
        SteeringCue::Aim { kind, point: self.agents.position(id) + offset }
    }

    /// Creates an aim at the target; `None` without a target.
    pub(crate) fn aim_at_target(&self, kind: AimKind, id: usize) -> Option<SteeringCue> {
        Some(self.aim_at_offset(kind, id, self.offset_to(id, self.hunted_target?.position)))
    }

    /// Creates a circle around a unit, with a radius in u.
    pub(crate) fn circle_around(&self, whom: UnitFilter, id: usize, radius: f32) -> SteeringCue {
        SteeringCue::Circle { whom, center: self.agents.position(id), radius }
    }

    /// Other units that count within a circle: ids, and offsets from its center, u. `id` itself is
    /// left out.
    pub fn units_within(
        &self,
        id: usize,
        whom: UnitFilter,
        center: Vec2,
        radius: f32,
    ) -> Vec<(usize, Vec2)> {
        let mut found = Vec::new();
        let visit = |other: usize, offset: Vec2| {
            if other != id {
                found.push((other, offset));
            }
        };
        if radius.is_finite() {
            self.visit_around(whom, center, radius, visit);
        } else {
            self.visit_all(whom, center, visit);
        }
        found
    }
}
