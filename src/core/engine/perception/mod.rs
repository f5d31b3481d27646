//! Perception: which units see which others, and the sums over the neighbors of each unit that the
//! flocking rules need.
//!
//! In the order of use, each file builds on those before it: a [field of view](view); a `grid` with
//! the sorted units, which covers the `extent` of the world where they are; the spans of the grid
//! that contain `candidates` of a search; four `viewers` that search them together; and the
//! `neighbor_sums` over the units in view. Sums of large views are computed by rows (`row_sums`;
//! `wrapped_sums` for views of an entire torus) as differences of `running_sums`; only the units
//! along the borders of the view are tested one by one (`border_units`). If only the `nearest`
//! units count, a circle that contains just those is found first.

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
pub(crate) use neighborhood::PerceivedSum;
pub use neighborhood::{NeighborSums, Neighborhood, Neighborhoods, SightRegions};
pub(crate) use view::MAX_NEAREST;
pub use view::{NearestScope, Sector, View, ViewModel};
pub(crate) use viewers::NeighborSearch;
