//! Walls: segments that no unit passes, whatever its steering asks for.

use crate::engine::agents::Moving;
use crate::engine::params::{DT, WallPlan, WorldParams};
use glam::Vec2;
use std::ops::Range;

/// A straight wall with rounded ends.
///
/// ```
/// use flockwright::prelude::*;
///
/// let mut world = World::new(WorldParams::default(), vec![], 7);
/// world.set_walls(vec![Wall { from: Vec2::new(300.0, 0.0), to: Vec2::new(300.0, 180.0), radius: 2.0 }]);
/// assert_eq!(world.walls().len(), 1);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wall {
    /// One end of its middle line, u.
    pub from: Vec2,
    /// The other end.
    pub to: Vec2,
    /// Half its thickness, u.
    pub radius: f32,
}

crate::taped!(Wall { from, to, radius });

/// Half the thickness of a wall, u.
const HALF_THICKNESS: f32 = 3.0;

/// Where the wall with the door stands, as a share of the world's height.
pub(crate) const DOOR_AT: f32 = 0.6;

/// A unit's hull reaches this many lengths to each side.
const HULL: f32 = 0.25;

/// The walls of a world, a function of its parameters alone.
pub fn build(world: &WorldParams) -> Vec<Wall> {
    match world.walls {
        WallPlan::None => Vec::new(),
        WallPlan::Door => {
            let y = DOOR_AT * world.height;
            let gap = 0.5 * world.door_width.min(world.width) + HALF_THICKNESS;
            let middle = 0.5 * world.width;
            let wall = |from: f32, to: f32| Wall {
                from: Vec2::new(from, y),
                to: Vec2::new(to, y),
                radius: HALF_THICKNESS,
            };
            vec![wall(0.0, middle - gap), wall(middle + gap, world.width)]
        }
    }
}

/// Puts units back that have run into a wall on this tick, and takes the speed that led them there.
/// No unit is put out of a world of this size.
pub fn hold(walls: &[Wall], agents: &mut Moving, range: Range<usize>, size: Vec2) {
    if walls.is_empty() {
        return;
    }
    for id in range {
        for wall in walls {
            let (position, velocity) = (agents.position(id), agents.velocity(id));
            let clearance = wall.radius + HULL * agents.length[id];
            let Some(normal) = wall.normal(position - velocity * DT, position, clearance) else {
                continue;
            };
            let place = wall.nearest(position) + normal * clearance;
            let place = place.clamp(Vec2::ZERO, size);
            let inward = velocity.dot(normal).min(0.0);
            let velocity = velocity - normal * inward;
            (agents.x[id], agents.y[id]) = (place.x, place.y);
            (agents.vx[id], agents.vy[id]) = (velocity.x, velocity.y);
        }
    }
}

impl Wall {
    /// The point of its middle line that is nearest.
    pub fn nearest(&self, point: Vec2) -> Vec2 {
        let along = self.to - self.from;
        let length = along.length_squared();
        let share = if length > 0.0 { (point - self.from).dot(along) / length } else { 0.0 };
        self.from + along * share.clamp(0.0, 1.0)
    }

    /// Which way is out, for a unit that has come too near or through; `None` where it has not.
    fn normal(&self, before: Vec2, now: Vec2, clearance: f32) -> Option<Vec2> {
        let out = now - self.nearest(now);
        let crossed = self.crossed(before, now);
        if out.length_squared() >= clearance * clearance && !crossed {
            return None;
        }
        let out = if crossed { before - self.nearest(before) } else { out };
        // One who stands on the very line is put out to one side.
        let across = (self.to - self.from).perp().normalize_or(Vec2::Y);
        Some(out.normalize_or(across))
    }

    /// Whether a step leads through the middle line.
    fn crossed(&self, before: Vec2, now: Vec2) -> bool {
        let apart = |a: Vec2, b: Vec2, p: Vec2, q: Vec2| {
            let side = |x: Vec2| (b - a).perp_dot(x - a);
            side(p) * side(q) < 0.0
        };
        apart(self.from, self.to, before, now) && apart(before, now, self.from, self.to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::{Agents, UnitState};

    fn after(position: Vec2, velocity: Vec2) -> UnitState {
        let wall = Wall { from: Vec2::new(0.0, 50.0), to: Vec2::new(100.0, 50.0), radius: 3.0 };
        let mut agents = Agents::with_len(1);
        agents.lengths_mut()[0] = 4.0;
        agents.set_state(0, UnitState { position, velocity, heading: 0.0, omega: 0.0 });
        hold(&[wall], &mut agents.moving(), 0..1, Vec2::new(200.0, 100.0));
        agents.state(0)
    }

    #[test]
    fn a_unit_that_runs_into_a_wall_slides_along_it() {
        let state = after(Vec2::new(40.0, 48.0), Vec2::new(20.0, 30.0));
        assert_eq!(state.position, Vec2::new(40.0, 46.0));
        assert_eq!(state.velocity, Vec2::new(20.0, 0.0));
    }

    #[test]
    fn a_unit_that_jumped_through_within_a_tick_is_put_back() {
        let state = after(Vec2::new(40.0, 58.0), Vec2::new(0.0, 1200.0));
        assert_eq!(state.position, Vec2::new(40.0, 46.0));
        assert_eq!(state.velocity, Vec2::ZERO);
    }

    #[test]
    fn a_unit_beside_the_wall_is_left_alone() {
        let state = after(Vec2::new(140.0, 50.5), Vec2::new(0.0, 60.0));
        assert_eq!(state.position, Vec2::new(140.0, 50.5));
    }
}
