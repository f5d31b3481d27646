//! Everything in the world besides the units: edges, obstacles, walls, paths, and areas in which
//! units start.

pub(crate) mod area;
pub(crate) mod discs;
pub(crate) mod edges;
pub(crate) mod obstacles;
pub(crate) mod path;
pub(crate) mod space;
mod wall_grid;
pub(crate) mod walls;

pub use area::Area;
pub(crate) use discs::ObstacleIndex;
pub use obstacles::Obstacle;
pub use path::{Path, PathEnd};
pub use space::Space;
pub(crate) use wall_grid::WallGrid;
pub use walls::{Wall, walls_from_tiles};
