//! One run over time: a scene with changed parameters, its link, what comes in, and its timeline.

pub(crate) mod caption;
pub(crate) mod compose;
pub mod embedded;
pub mod events;
mod force;
pub(crate) mod layout_text;
pub mod link;
pub(crate) mod named;
pub(crate) mod placing;
mod query;
pub mod replay;
pub(crate) mod rule_in_link;
pub mod run;
mod snapshot;
pub mod timeline;
