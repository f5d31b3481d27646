//! Behaviors of the tile world (book, ch. 2 and 3); [`crate::engine::tiles`] has the tiles
//! themselves.

mod chase;
mod patrol;
mod program;
mod sight;

pub use chase::{TileAim, TileChase};
pub use patrol::TilePatrol;
pub use program::TileProgram;
pub use sight::TileSight;
