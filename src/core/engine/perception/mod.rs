//! Who sees whom: the sums over every unit's neighbors that the flocking rules need.
//!
//! From top to bottom, each file uses those above it: a [field of view](view), the units sorted
//! into a `grid` that lies over the `extent` of the world where they are, the spans of the grid
//! that may hold `candidates` for a search, four `viewers` that search them together, and the
//! `neighbor_sums` over those whom they see. Large views are summed by rows (`row_sums`; `wrapped_sums`
//! where they take in all of a world that wraps) as differences of `running_sums`; only the units along
//! the view's borders are compared (`border_units`); the `nearest` ones by a circle that holds just those.

mod border_units;
mod candidates;
mod extent;
pub(crate) mod grid;
pub(crate) mod kept;
mod nearest;
mod neighbor_sums;
pub(crate) mod neighborhood;
mod row_sums;
mod running_sums;
pub mod view;
mod view_outline;
mod viewers;
mod wrapped_sums;

pub(crate) use neighbor_sums::find_neighbors;
pub(crate) use neighborhood::COINCIDENT_GAP;
pub use neighborhood::{Neighborhood, Neighborhoods, Sight, Sums};
pub(crate) use view::MOST_NEAREST;
pub use view::{NearestOf, Sector, View, ViewModel};
pub(crate) use viewers::NeighborSearch;
