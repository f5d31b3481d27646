//! Tables of planned runs.

use flockwright_lab::study::Job;
use std::path::PathBuf;

/// Run that becomes a row.
pub struct Planned {
    /// Index in the whole table, from 0.
    pub row: usize,
    /// Index of its point.
    pub point: usize,
    /// Value for each axis, as links write it.
    pub values: Vec<String>,
    pub seed: u32,
    pub job: Job,
    /// Sentences about invalid parts of the link.
    pub notices: Vec<String>,
}

/// Rows of a command, or of the selected part.
pub struct Table {
    /// Keys of the axes.
    pub axes: Vec<String>,
    pub rows: Vec<Planned>,
    /// Files that the table is made from.
    pub inputs: Vec<PathBuf>,
    /// Plan, for the manifest.
    pub plan: serde_json::Value,
}
