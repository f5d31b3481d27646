//! The simulation and nothing else: the state of a world and the tick that moves it.
//!
//! A tick in one line: perceive (grid → neighborhood sums) → steer (each behavior adds its weighted
//! force) → move (bodies integrate, edges apply).

pub mod agents;
pub mod behaviors;
pub mod bodies;
#[doc(hidden)]
pub mod bullets;
pub mod controls;
pub(crate) mod crew;
pub(crate) mod disjoint;
#[doc(hidden)]
pub mod effort;
pub mod goals;
pub mod group;
#[doc(hidden)]
pub mod hash;
#[doc(hidden)]
pub mod layout;
#[doc(hidden)]
pub mod limits;
#[doc(hidden)]
pub mod math;
pub mod params;
pub mod perception;
pub mod pool;
#[doc(hidden)]
pub mod rng;
#[doc(hidden)]
pub mod rounds;
#[doc(hidden)]
pub mod rules;
pub mod scenery;
#[doc(hidden)]
pub mod scope;
pub mod sort;
#[doc(hidden)]
pub mod steering;
pub(crate) mod sync;
#[doc(hidden)]
pub mod ties;
#[doc(hidden)]
pub mod tiles;
pub mod world;
