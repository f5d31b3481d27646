//! How a force becomes motion. Any behavior works on either body.

pub(crate) mod noise;
pub(crate) mod particle;
pub(crate) mod point_mass;
pub(crate) mod rigid_body;
pub(crate) mod tile;

pub use noise::{Noise, NoiseKind};
pub use particle::{MovesWith, Particle};
pub use point_mass::PointMass;
pub use rigid_body::{AIR_DENSITY, RigidBody};
pub use tile::TileBody;

use crate::engine::agents::{Moving, UnitState};
use crate::engine::math::{Lanes, squarable};
use crate::engine::params::{DT, Edges};
use crate::engine::steering::{Steering, blocks};
use crate::engine::tiles::Blocked;
use crate::schema::Params;
use glam::Vec2;
use std::ops::Range;

/// The bounds of the world as a body meets them.
#[derive(Clone, Copy, Debug)]
pub struct Bounds<'a> {
    /// What happens at the edge.
    pub edges: Edges,
    /// Extent of the world, u.
    pub width: f32,
    /// Extent of the world, u.
    pub height: f32,
    /// Ticks since the start.
    pub tick: u64,
    /// Blocked tiles.
    pub blocked: &'a Blocked,
}

/// A group's body model with its parameters.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// The book's craft: thrust, drag, and a bow thruster.
    Rigid(RigidBody),
    /// The tutorial's: a force moves it, its speed is limited.
    Point(PointMass),
    /// Always moves at one speed; steering only turns it.
    Particle(Particle),
    /// Steps from tile to tile.
    Tile(TileBody),
}

crate::words! {
    /// The kinds of bodies.
    pub enum BodyKind {
        /// See [`Body::Rigid`].
        Rigid = "rigid body",
        /// See [`Body::Point`].
        Point = "point mass",
        /// See [`Body::Particle`].
        Particle = "particle",
        /// See [`Body::Tile`].
        Tile = "tile walker",
    }
}

impl Body {
    /// What kind of body it is.
    pub fn kind(&self) -> BodyKind {
        match self {
            Self::Rigid(_) => BodyKind::Rigid,
            Self::Point(_) => BodyKind::Point,
            Self::Particle(_) => BodyKind::Particle,
            Self::Tile(_) => BodyKind::Tile,
        }
    }

    /// The force that steering rules scale with: S of a rigid body, `max_force` of a point mass.
    pub fn force_scale(&self) -> f32 {
        match self {
            Body::Rigid(body) => body.steering_force,
            Body::Point(body) => body.max_force,
            Body::Particle(body) => body.max_force,
            Body::Tile(_) => 1.0,
        }
    }

    /// The force per u/s of a wanted change of velocity that brings it about within one tick: with
    /// more, a point mass overshoots. A rigid body turns before it goes elsewhere.
    pub(crate) fn stiffest(&self) -> f32 {
        match self {
            Body::Point(body) => body.mass / DT,
            Body::Rigid(_) | Body::Particle(_) | Body::Tile(_) => f32::INFINITY,
        }
    }

    /// How slowly it answers to a force: 0 for bodies without mass.
    pub(crate) fn mass(&self) -> f32 {
        match self {
            Body::Rigid(body) => body.mass,
            Body::Point(body) => body.mass,
            Body::Particle(_) | Body::Tile(_) => 0.0,
        }
    }

    /// The forward force with which a unit drives when nothing modulates it.
    pub fn cruise_thrust(&self) -> f32 {
        match self {
            Body::Rigid(body) => body.thrust,
            Body::Point(_) | Body::Particle(_) => 0.0,
            Body::Tile(_) => 1.0,
        }
    }

    /// The speed that a unit can reach, u/s.
    pub fn max_speed(&self, length: f32) -> f32 {
        match self {
            Body::Rigid(body) => body.terminal_speed(length),
            Body::Point(body) => body.max_speed,
            Body::Particle(body) => body.speed,
            Body::Tile(body) => body.speed(),
        }
    }

    /// The speed that a unit starts with, u/s: the propeller runs from the start, a point mass
    /// stands until something steers it.
    pub fn start_speed(&self, length: f32) -> f32 {
        match self {
            Body::Rigid(body) => body.terminal_speed(length),
            Body::Particle(body) => body.speed,
            Body::Point(_) | Body::Tile(_) => 0.0,
        }
    }

    /// How much the largest speeds of a group's units differ, as a share.
    pub(crate) fn pace_spread(&self) -> f32 {
        match self {
            Body::Rigid(_) | Body::Particle(_) | Body::Tile(_) => 0.0,
            Body::Point(body) => body.pace_spread,
        }
    }

    /// The parameters of the model.
    pub(crate) fn params(&self) -> &dyn Params {
        match self {
            Body::Rigid(body) => body,
            Body::Point(body) => body,
            Body::Particle(body) => body,
            Body::Tile(body) => body,
        }
    }

    /// The same, to change them.
    pub(crate) fn params_mut(&mut self) -> &mut dyn Params {
        match self {
            Body::Rigid(body) => body,
            Body::Point(body) => body,
            Body::Particle(body) => body,
            Body::Tile(body) => body,
        }
    }

    /// How a unit can start that is to start like this: on a tile, at the only speed that it has.
    pub(crate) fn settle(&self, state: UnitState, width: f32, height: f32) -> UnitState {
        match self {
            Body::Rigid(_) | Body::Point(_) => state,
            Body::Particle(body) => body.settle(state),
            Body::Tile(body) => body.settle(state, width, height),
        }
    }

    /// Whether units take a step at the end of this tick: always, but for the tile body.
    pub(crate) fn steps_at(&self, tick: u64) -> bool {
        match self {
            Body::Rigid(_) | Body::Point(_) | Body::Particle(_) => true,
            Body::Tile(body) => body.steps_at(tick),
        }
    }

    /// Whether units stand on tiles.
    pub fn is_tile(&self) -> bool {
        matches!(self, Body::Tile(_))
    }

    /// Moves the units of `range` by one tick under the steering that has been summed, with the
    /// noise that has been drawn.
    pub fn integrate(
        &self,
        agents: &mut Moving,
        range: Range<usize>,
        steering: &Steering,
        noise: &Noise,
        bounds: Bounds,
    ) {
        match self {
            Body::Rigid(body) => {
                for (at, valid) in blocks(range.clone()) {
                    body.integrate::<Lanes>(agents, at, valid, steering, bounds);
                }
                noise.turn(agents, range, steering);
            }
            Body::Point(body) => {
                for (at, valid) in blocks(range.clone()) {
                    body.integrate::<Lanes>(agents, at, valid, steering, bounds);
                }
                noise.turn(agents, range, steering);
            }
            Body::Particle(body) => body.integrate(agents, range, steering, bounds),
            Body::Tile(body) => body.integrate(agents, range, steering, bounds),
        }
    }

    /// The steering that the body accepts of a wanted force: limited in length.
    pub fn limit(&self, force: Vec2) -> Vec2 {
        Vec2::from(squarable(force.x, force.y)).clamp_length_max(self.force_limit())
    }

    /// The largest length of the summed steering that the body accepts.
    pub fn force_limit(&self) -> f32 {
        match self {
            Body::Rigid(body) => body.force_limit(),
            Body::Point(body) => body.max_force,
            Body::Particle(_) | Body::Tile(_) => f32::INFINITY,
        }
    }
}
