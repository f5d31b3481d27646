//! A run over time: a scene with changed parameters, its link, its events, and its timeline.

mod apply;
pub(crate) mod caption;
pub(crate) mod change;
pub(crate) mod compose;
mod edits;
pub mod embedded;
pub mod events;
mod force;
pub(crate) mod layout_doc;
pub mod link;
pub(crate) mod named;
mod names;
pub(crate) mod placing;
pub mod replay;
pub mod run;
mod snapshot;
pub mod timeline;
