//! The simulation alone: the state of a world, and the tick that advances it.
//!
//! The stages of a tick are: perceive (grid → neighborhood sums) → steer (each behavior adds its
//! weighted force) → move (bodies integrate, edges apply).

pub mod agents;
pub mod behaviors;
pub mod bodies;
pub(crate) mod bullets;
pub(crate) mod codec;
pub mod controls;
pub mod goals;
pub mod group;
pub(crate) mod hash;
pub(crate) mod layout;
pub(crate) mod limits;
pub(crate) mod math;
pub mod params;
pub mod perception;
pub(crate) mod rng;
pub(crate) mod rounds;
pub(crate) mod rules;
pub mod scenery;
pub(crate) mod scope;
pub(crate) mod sort;
pub(crate) mod steering;
pub(crate) mod threads;
pub(crate) mod ties;
pub(crate) mod tiles;
pub mod world;
