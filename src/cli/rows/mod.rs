//! Rows: one per run, in the order of the plan or of the input, with any number of threads.
//!
//! A file of rows grows as `NAME.part` and comes to stand at its place when it is whole. Rows are
//! written in order, so that a file that was left unfinished is always the beginning of the whole
//! one: it goes on from its last whole row. What ends before its turn waits in `NAME.ahead`, from which
//! a resumed command takes it.

pub mod batch;
mod file;
mod format;
mod make;
mod options;
pub mod sweep;
mod table;

pub use format::Chosen;

pub use format::{cell, is_sound_json};
