//! Observers: code that reads a run and never changes it, from inspection to diagnosis.

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
