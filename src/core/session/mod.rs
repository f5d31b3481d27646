//! One run over time: a scene with changed parameters, its link, what comes in, and its timeline.

#[doc(hidden)]
pub mod caption;
#[doc(hidden)]
pub mod compose;
pub mod events;
mod force;
mod keys;
#[doc(hidden)]
pub mod layout_text;
pub mod link;
#[doc(hidden)]
pub mod named;
pub mod replay;
#[doc(hidden)]
pub mod rule_code;
pub mod run;
pub mod timeline;
