//! Rows: one per run, in the order of the plan or of the input, with any number of threads.
//!
//! Rows are appended in order, each as a whole, so that a file that was left unfinished is the beginning of
//! the whole one: it goes on behind its last whole row. What ends before its turn waits in memory.

pub mod batch;
mod file;
mod format;
mod make;
mod options;
pub mod sweep;
mod table;

pub use flockwright_lab::study::rows::cell;
pub use format::Chosen;
