//! Points, circles and feelers that a behavior uses to steer one unit: for the inspector and for
//! drawing, never for the tick.

use super::{Scope, UnitFilter};
use glam::Vec2;

/// Route that a unit plans to take; used only for drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedRoute {
    /// Whether the route leads back to its first point.
    pub is_closed: bool,
    /// Points of the route in order, u. Where the route crosses a wrapping edge, the next point is
    /// on the other side of the world.
    pub points: Vec<Vec2>,
}

/// Point, circle or feeler that a behavior uses for one unit. Positions are in u, at the image
/// nearest to the unit: across a wrapping edge they are outside the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SteeringCue {
    /// Point toward or away from which the unit steers.
    Aim {
        /// How the unit steers with respect to the point.
        kind: AimKind,
        /// Position of the point, u.
        point: Vec2,
    },
    /// Circle; the units inside affect the steering.
    Circle {
        /// Units that affect the steering if they are inside the circle.
        filter: UnitFilter,
        /// Center of the circle, u.
        center: Vec2,
        /// Radius of the circle, u; infinite if units at any distance affect the steering.
        radius: f32,
    },
    /// Feeler: a straight line from the unit that ends at the first obstacle in its way.
    Feeler {
        /// End point of the feeler, u.
        end: Vec2,
        /// Index of the obstacle that the feeler meets; `None` if it meets none.
        hit: Option<usize>,
    },
}

crate::words! {
    /// How a unit steers with respect to a point.
    pub enum AimKind {
        /// The unit moves or turns toward the point.
        To = "to",
        /// The unit moves or turns away from the point.
        From = "from",
        /// The unit adopts a course; the point is where the course leads within one second.
        Course = "course",
    }
}

impl Scope<'_> {
    /// Creates an aim at the point with this offset (u) from a unit.
    pub(crate) fn aim_at_offset(&self, kind: AimKind, id: usize, offset: Vec2) -> SteeringCue {
        SteeringCue::Aim { kind, point: self.agents.position(id) + offset }
    }

    /// Creates an aim at the target of the hunt; `None` if there is no target.
    pub(crate) fn aim_at_target(&self, kind: AimKind, id: usize) -> Option<SteeringCue> {
        Some(self.aim_at_offset(kind, id, self.offset_to(id, self.hunted_target?.position)))
    }

    /// Creates a circle around a unit, with a radius in u.
    pub(crate) fn circle_around(&self, filter: UnitFilter, id: usize, radius: f32) -> SteeringCue {
        SteeringCue::Circle { filter, center: self.agents.position(id), radius }
    }

    /// Ids of the units of the filter within a circle (u), and their offsets from its center
    /// (u). The unit `id` itself is left out.
    pub fn units_within(
        &self,
        id: usize,
        filter: UnitFilter,
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
            self.visit_around(filter, center, radius, visit);
        } else {
            self.visit_all(filter, center, visit);
        }
        found
    }
}
