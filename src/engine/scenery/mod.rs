//! What stands in the world besides the units.

pub mod area;
pub mod discs;
pub mod edges;
pub mod obstacles;
pub mod path;
pub mod space;
pub mod walls;

pub use area::Area;
pub use discs::Discs;
pub use obstacles::Obstacle;
pub use path::{AtEnd, Path};
pub use space::Space;
pub use walls::Wall;
