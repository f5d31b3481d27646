//! Flockwright's core: flocking and steering behaviors, deterministic to the bit.
//!
//! The tick in one line: perceive (grid → neighborhood sums) → steer (each behavior adds its
//! weighted force) → move (bodies integrate, edges apply). See [`World::tick`].
//!
//! ```
//! use flockwright::Run;
//!
//! let (mut run, notices) = Run::open("v=1&scene=flock-limited&seed=7&cohesion=2");
//! assert!(notices.is_empty());
//! for _ in 0..60 {
//!     run.world.tick();
//! }
//! println!("{:016x}", run.world.hash());
//! ```

#![warn(missing_docs)]

pub mod agents;
pub mod behaviors;
pub mod bodies;
pub mod bullets;
pub mod diagnosis;
pub mod events;
pub mod explain;
pub mod geometry;
pub mod goals;
pub mod group;
pub mod hash;
pub mod inspect;
pub mod link;
pub mod math;
pub mod measures;
mod order;
pub mod overlays;
pub mod params;
pub mod perception;
pub mod probe;
pub mod replay;
pub mod rng;
pub mod run;
pub mod scenery;
pub mod scenes;
pub mod schema;
pub mod slices;
pub mod steering;
pub mod texts;
pub mod tiles;
pub mod timeline;
#[cfg(target_arch = "wasm32")]
mod wasm;
pub mod world;

pub use run::Run;
pub use world::World;
