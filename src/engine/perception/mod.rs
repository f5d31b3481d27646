//! Who sees whom: fields of view, the grid, and the neighborhood sums of every unit.

mod around;
mod block;
mod frame;
mod gather;
pub mod grid;
mod look;
mod nearest;
pub mod neighborhood;
mod outline;
pub mod pass;
mod ranked;
mod rows;
pub mod scan;
mod spans;
mod total;
pub mod view;

pub use neighborhood::{Neighborhood, Neighborhoods, Sight, Sums};
pub use view::{NearestOf, Sector, View, ViewModel};
