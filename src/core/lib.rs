//! Flockwright's core: flocking and steering behaviors, deterministic to the bit.
//!
//! The tick in one line: perceive (grid → neighborhood sums) → steer (each behavior adds its
//! weighted force) → move (bodies integrate, edges apply). See [`World::tick`].
//!
//! A game needs the [`prelude`]. A [`World`] is made of [`Group`]s and the
//! [behaviors](engine::behaviors) of each. A game reads and sets parameters by their keys, adds and
//! removes units, and can give each group a target:
//!
//! ```
//! use flockwright::prelude::*;
//!
//! let flock = Group::rigid("flock", "Flock", Role::Regular, 60)
//!     .seeing(View::default())
//!     .with(Cohesion::default())
//!     .with(Alignment::default())
//!     .with(Separation::default());
//! let mut world = World::new(WorldParams::default(), vec![flock], 7);
//! world.set("cohesion", 2.0)?;
//! if let Some(bird) = world.agents().handle(3) {
//!     world.remove(bird);
//! }
//! world.tick();
//! assert_eq!(world.agents().len(), 59);
//! # Ok::<(), Refusal>(())
//! ```
//!
//! A [`Run`] is a world that a link opens, with its parameters listed:
//!
//! ```
//! use flockwright::Run;
//!
//! let (mut run, notices) = Run::open("v=8&scene=flock-limited&seed=7&cohesion=2");
//! assert!(notices.is_empty());
//! for _ in 0..60 {
//!     run.world.tick();
//! }
//! println!("{:016x}", run.world.hash());
//! ```
//!
//! For bodies that a physics engine moves, [`World::steer`] perceives and steers without moving
//! anything; [`World::push`] returns the force on a unit. See the examples `two_groups` and
//! `force_only`, and the crates in `tests/examples/rapier` and `tests/examples/macroquad`.
//!
//! [`internals`] is not part of the public interface.

#![forbid(unsafe_code)]
#![warn(missing_docs)]
// Denied because slicing a string by bytes panics inside a letter of several bytes. Use split_at,
// strip_prefix, get.
#![cfg_attr(not(test), deny(clippy::string_slice))]

pub mod engine;
pub mod internals;
pub mod scenes;
pub mod schema;
pub mod session;

pub(crate) use engine::codec::coded;
pub(crate) use schema::macros::{choices, numbers_of_field, params};

pub use engine::agents::{Handle, Role, Spot, Target, UnitState};
pub use engine::behaviors::{recipe, rule};
pub use engine::group::Group;
pub use engine::params::WorldParams;
pub use engine::perception::View;
pub use engine::world::World;
/// Language in which the force of a behavior is written as text: parser, checker and printers.
pub use flockwright_rules as rules;
/// The vectors of positions and velocities, in the version that the core uses.
pub use glam;
pub use session::run::{Run, WrittenMeasure};

/// Items that a game needs: `use flockwright::prelude::*;`.
pub mod prelude {
    pub use crate::engine::behaviors::{
        Alignment, Arrive, Behavior, BehaviorInfo, Chase, Cohesion, Flee, ObstacleAvoidance,
        PathFollowing, Pursue, Scope, Seek, Separation, Steering, Wander, function_behavior,
        recipe, rule,
    };
    pub use crate::engine::params::{Hunters, TargetMode};
    pub use crate::engine::rounds::Caught;
    pub use crate::engine::scenery::{Obstacle, Wall};
    pub use crate::engine::world::{
        Between, Happening, Happenings, Push, Pushes, Refusal, UnitSetting,
    };
    pub use crate::glam::Vec2;
    pub use crate::schema::{ParamSpec, Params};
    pub use crate::{Group, Handle, Role, Run, Spot, Target, UnitState, View, World, WorldParams};
}

/// Compiles and runs the code examples of README.md and FORMATS.md as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
#[doc = include_str!("session/FORMATS.md")]
struct Readme;
