//! Body models: how the sum of the steering forces on a unit becomes motion.

pub(crate) mod noise;
pub(crate) mod particle;
pub(crate) mod point_mass;
pub(crate) mod rigid_body;
pub(crate) mod tile;

pub use noise::{Noise, NoiseKind};
pub use particle::{MoveOrder, Particle};
pub use point_mass::PointMass;
pub use rigid_body::{AIR_DENSITY, RigidBody};
pub use tile::TileBody;

use crate::engine::agents::{MovingUnits, UnitState};
use crate::engine::math::{Lanes, limit_for_squaring};
use crate::engine::params::{DT, Edges};
use crate::engine::steering::{Steering, blocks};
use crate::engine::tiles::BlockedTiles;
use crate::schema::Params;
use glam::Vec2;
use std::ops::Range;

/// Properties of the world that body models need: size, edges, blocked tiles, and present tick.
#[derive(Clone, Copy, Debug)]
pub struct WorldBounds<'a> {
    /// What happens to units at the edges of the world.
    pub edges: Edges,
    /// Width of the world, u.
    pub width: f32,
    /// Height of the world, u.
    pub height: f32,
    /// Number of ticks since the start of the run.
    pub tick: u64,
    /// Blocked tiles of the world, which units with the tile body do not enter.
    pub blocked: &'a BlockedTiles,
}

/// Body model of a group's units, with its parameters.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// The book's hovercraft: thrust, drag, and a bow thruster.
    Rigid(RigidBody),
    /// The steering tutorial's point mass: accelerated by the force, limited in speed.
    Point(PointMass),
    /// A particle of constant speed, which steering only turns.
    Particle(Particle),
    /// A body that steps from tile to tile.
    Tile(TileBody),
}

crate::words! {
    /// Kind of body model, without parameters.
    pub enum BodyKind {
        /// Kind of [`Body::Rigid`].
        Rigid = "rigid body",
        /// Kind of [`Body::Point`].
        Point = "point mass",
        /// Kind of [`Body::Particle`].
        Particle = "particle",
        /// Kind of [`Body::Tile`].
        Tile = "tile walker",
    }
}

impl Body {
    /// Kind of this body model.
    pub fn kind(&self) -> BodyKind {
        match self {
            Self::Rigid(_) => BodyKind::Rigid,
            Self::Point(_) => BodyKind::Point,
            Self::Particle(_) => BodyKind::Particle,
            Self::Tile(_) => BodyKind::Tile,
        }
    }

    /// Reference magnitude of steering forces, by which behaviors multiply them: S of a rigid body,
    /// `max_force` of a point mass or particle, 1 on tiles.
    pub fn force_scale(&self) -> f32 {
        match self {
            Body::Rigid(body) => body.steering_force,
            Body::Point(body) => body.max_force,
            Body::Particle(body) => body.max_force,
            Body::Tile(_) => 1.0,
        }
    }

    /// Largest useful ratio of a force to a wanted change of velocity (u/s): with it, a point mass
    /// reaches the wanted velocity within one tick, and with more it overshoots. Infinite for the
    /// other bodies.
    pub(crate) fn max_gain(&self) -> f32 {
        match self {
            Body::Point(body) => body.mass / DT,
            Body::Rigid(_) | Body::Particle(_) | Body::Tile(_) => f32::INFINITY,
        }
    }

    /// Mass of a unit; 0 for particles and on tiles, which respond to a force at once.
    pub(crate) fn mass(&self) -> f32 {
        match self {
            Body::Rigid(body) => body.mass,
            Body::Point(body) => body.mass,
            Body::Particle(_) | Body::Tile(_) => 0.0,
        }
    }

    /// Forward force of a unit whose thrust no behavior changes; only its sign counts on tiles.
    pub fn default_thrust(&self) -> f32 {
        match self {
            Body::Rigid(body) => body.thrust,
            Body::Point(_) | Body::Particle(_) => 0.0,
            Body::Tile(_) => 1.0,
        }
    }

    /// Highest speed that a unit of this length (u) can reach, u/s.
    pub fn max_speed(&self, length: f32) -> f32 {
        match self {
            Body::Rigid(body) => body.terminal_speed(length),
            Body::Point(body) => body.max_speed,
            Body::Particle(body) => body.speed,
            Body::Tile(body) => body.speed(),
        }
    }

    /// Copy of this body with another top speed (u/s) for a unit of this length (u). Units on tiles
    /// keep their speed.
    pub(crate) fn with_max_speed(&self, speed: f32, length: f32) -> Self {
        match *self {
            Body::Rigid(body) => {
                Body::Rigid(RigidBody { thrust: body.thrust_for_speed(speed, length), ..body })
            }
            Body::Point(body) => {
                Body::Point(PointMass { max_speed: speed, pace_spread: 0.0, ..body })
            }
            Body::Particle(body) => Body::Particle(Particle { speed, ..body }),
            Body::Tile(_) => *self,
        }
    }

    /// Speed at the start of a run for a unit of this length (u), u/s: cruising speed for rigid
    /// bodies, whose propellers run from the start, and 0 for point masses and on tiles.
    pub fn start_speed(&self, length: f32) -> f32 {
        match self {
            Body::Rigid(body) => body.terminal_speed(length),
            Body::Particle(body) => body.speed,
            Body::Point(_) | Body::Tile(_) => 0.0,
        }
    }

    /// Largest deviation of a unit's top speed from its group's, as a share of the group's.
    pub(crate) fn pace_spread(&self) -> f32 {
        match self {
            Body::Rigid(_) | Body::Particle(_) | Body::Tile(_) => 0.0,
            Body::Point(body) => body.pace_spread,
        }
    }

    /// Parameters of the body model.
    pub(crate) fn params(&self) -> &dyn Params {
        match self {
            Body::Rigid(body) => body,
            Body::Point(body) => body,
            Body::Particle(body) => body,
            Body::Tile(body) => body,
        }
    }

    /// Mutable parameters of the body model.
    pub(crate) fn params_mut(&mut self) -> &mut dyn Params {
        match self {
            Body::Rigid(body) => body,
            Body::Point(body) => body,
            Body::Particle(body) => body,
            Body::Tile(body) => body,
        }
    }

    /// The state nearest to `state` that the body model allows: particles have a fixed speed, and
    /// units on tiles stand at the center of a tile.
    pub(crate) fn nearest_allowed_state(
        &self,
        state: UnitState,
        width: f32,
        height: f32,
    ) -> UnitState {
        match self {
            Body::Rigid(_) | Body::Point(_) => state,
            Body::Particle(body) => body.with_fixed_speed(state),
            Body::Tile(body) => body.at_tile_center(state, width, height),
        }
    }

    /// Whether units move at the end of the tick `tick`; units with the tile body skip ticks.
    pub(crate) fn moves_in_tick(&self, tick: u64) -> bool {
        match self {
            Body::Rigid(_) | Body::Point(_) | Body::Particle(_) => true,
            Body::Tile(body) => body.moves_in_tick(tick),
        }
    }

    /// Whether the body steps from tile to tile.
    pub fn is_tile(&self) -> bool {
        matches!(self, Body::Tile(_))
    }

    /// Moves the units with ids in `range` by one tick under their summed steering, and turns them
    /// by the random angles that `steering` contains.
    pub fn integrate_units(
        &self,
        agents: &mut MovingUnits,
        range: Range<usize>,
        steering: &Steering,
        noise: &Noise,
        bounds: WorldBounds,
    ) {
        match self {
            Body::Rigid(body) => {
                for (at, valid) in blocks(range.clone()) {
                    body.integrate::<Lanes>(agents, at, valid, steering, bounds);
                }
                noise.turn_units(agents, range, steering);
            }
            Body::Point(body) => {
                for (at, valid) in blocks(range.clone()) {
                    body.integrate::<Lanes>(agents, at, valid, steering, bounds);
                }
                noise.turn_units(agents, range, steering);
            }
            Body::Particle(body) => body.integrate(agents, range, steering, bounds),
            Body::Tile(body) => body.integrate(agents, range, steering, bounds),
        }
    }

    /// Shortens a steering force that is longer than [`force_limit`](Self::force_limit).
    pub fn limit_force(&self, force: Vec2) -> Vec2 {
        Vec2::from(limit_for_squaring(force.x, force.y)).clamp_length_max(self.force_limit())
    }

    /// Largest length of the summed steering force on a unit; infinite without a limit.
    pub fn force_limit(&self) -> f32 {
        match self {
            Body::Rigid(body) => body.force_limit(),
            Body::Point(body) => body.max_force,
            Body::Particle(_) | Body::Tile(_) => f32::INFINITY,
        }
    }
}
