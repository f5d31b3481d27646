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
//!
//! // What a link can say can be set in a run, too, and a target held where a game has one.
//! assert_eq!(run.set_key("cohesion", 3.0), Some(3.0));
//! run.world.hold_pointer(flockwright::glam::Vec2::new(100.0, 80.0));
//! run.world.tick();
//! ```

#![warn(missing_docs)]

pub mod engine;
pub mod insight;
pub mod scenes;
pub mod schema;
pub mod session;
pub mod study;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use engine::world::World;
/// The vectors of positions and velocities, in the version that the core uses.
pub use glam;
pub use session::run::Run;
