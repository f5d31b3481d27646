//! What one can know of a run without changing it.

pub mod ask;
pub mod diagnosis;
pub mod explain;
pub mod inspect;
pub mod measures;
pub mod observer;
pub mod overlays;
pub mod routes;
pub mod tally;
pub mod trace;
