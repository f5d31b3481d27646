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

pub mod engine;
pub mod insight;
pub mod scenes;
pub mod schema;
pub mod session;
pub mod study;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use engine::world::World;
pub use session::run::Run;
