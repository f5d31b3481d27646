//! What stands in the world besides the units.

#[doc(hidden)]
pub mod area;
#[doc(hidden)]
pub mod discs;
#[doc(hidden)]
pub mod edges;
#[doc(hidden)]
pub mod obstacles;
#[doc(hidden)]
pub mod path;
#[doc(hidden)]
pub mod space;
#[doc(hidden)]
pub mod walls;

pub use area::Area;
pub(crate) use discs::Discs;
pub use obstacles::Obstacle;
pub use path::{AtEnd, Path};
#[doc(hidden)]
pub use space::Space;
pub use walls::Wall;
