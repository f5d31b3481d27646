//! What one can know of a run without changing it.

#[doc(hidden)]
pub mod ask;
pub mod diagnosis;
#[doc(hidden)]
pub mod effect;
#[doc(hidden)]
pub mod explain;
pub mod inspect;
pub mod measures;
pub mod observer;
#[doc(hidden)]
pub mod overlays;
#[doc(hidden)]
pub mod routes;
#[doc(hidden)]
pub mod tally;
#[doc(hidden)]
pub mod told;
