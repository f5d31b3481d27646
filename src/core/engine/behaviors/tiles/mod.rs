//! Behaviors of units on tiles (book, ch. 2 and 3). The tile world itself is in
//! [`crate::engine::tiles`].

mod chase;
mod patrol;
mod program;
mod sight;

pub use chase::{TileAim, TileChase};
pub use patrol::TilePatrol;
pub use program::TileProgram;
pub use sight::TileSight;
