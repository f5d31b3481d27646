//! Rows: one per run, in the order of the plan or of the input, with any number of threads.
//!
//! Rows are appended in order and as a whole, so an unfinished file is the beginning of the
//! complete one and can be continued after its last complete row. Rows that are finished early wait
//! in memory.

pub mod batch;
mod file;
mod format;
mod make;
mod options;
pub mod sweep;
mod table;

pub use flockwright_lab::study::rows::csv_cell;
pub use format::ChosenMeasures;
