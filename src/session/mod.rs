//! One run over time: a scene with changed parameters, its link, what comes in, and its timeline.

pub mod compose;
pub mod events;
mod keys;
pub mod layout_text;
pub mod link;
pub mod named;
pub mod replay;
pub mod rule_code;
pub mod run;
pub mod timeline;
pub mod trying;
