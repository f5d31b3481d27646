//! What a behavior goes by for one unit: the points that it aims at, the circles in which units
//! count, the feelers. For the inspector and for drawing, never for the tick.

use super::{Scope, Whom};
use glam::Vec2;

/// The way that a unit means to go.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// It leads back to its start.
    pub closed: bool,
    /// World units. Where it enters on the other side of a world that wraps, the next point is far
    /// from the one before.
    pub points: Vec<Vec2>,
}

/// Something that a behavior goes by for one unit. Points are in world units, as near to the unit
/// as perception puts them: across a wrapping edge they lie outside the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cue {
    /// A point that it goes by.
    Aim {
        /// What it does about it.
        kind: AimKind,
        /// Where it is, u.
        point: Vec2,
    },
    /// The units within this circle count.
    Circle {
        /// Which units count.
        whom: Whom,
        /// Its middle, u.
        center: Vec2,
        /// Infinite where all units count.
        radius: f32,
    },
    /// A look from the unit to a point, and the index of the first obstacle on the way.
    Feeler {
        /// The point, u.
        end: Vec2,
        /// `None` where the way is clear.
        hit: Option<usize>,
    },
}

crate::words! {
    /// What a unit does about a point.
    pub enum AimKind {
        /// Goes or turns there.
        To = "to",
        /// Goes or turns away from it.
        From = "from",
        /// Takes on this course: the point is where it leads within a second.
        Course = "course",
    }
}

impl Scope<'_> {
    /// The aim at an offset from a unit.
    pub(crate) fn aim(&self, kind: AimKind, id: usize, offset: Vec2) -> Cue {
        Cue::Aim { kind, point: self.agents.position(id) + offset }
    }

    /// The aim at the target, where there is one.
    pub(crate) fn aim_at_target(&self, kind: AimKind, id: usize) -> Option<Cue> {
        Some(self.aim(kind, id, self.offset_to(id, self.target?.position)))
    }

    /// The circle of this radius around a unit.
    pub(crate) fn circle(&self, whom: Whom, id: usize, radius: f32) -> Cue {
        Cue::Circle { whom, center: self.agents.position(id), radius }
    }

    /// The other units that count within a circle; offsets are from its center.
    pub fn within(&self, id: usize, whom: Whom, center: Vec2, radius: f32) -> Vec<(usize, Vec2)> {
        let mut found = Vec::new();
        let visit = |other: usize, offset: Vec2| {
            if other != id {
                found.push((other, offset));
            }
        };
        if radius.is_finite() {
            self.around(whom, center, radius, visit);
        } else {
            self.everyone(whom, center, visit);
        }
        found
    }
}
