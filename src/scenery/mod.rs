//! What stands in the world besides the units.

pub mod edges;
pub mod obstacles;

pub use obstacles::Obstacle;
