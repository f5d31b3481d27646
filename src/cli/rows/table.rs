//! Tables of planned runs.

use flockwright_lab::study::rows::PlannedRun;
use std::path::PathBuf;

/// Rows of a command, or of the selected part.
pub struct PlannedTable {
    /// Keys of the axes, in the order of the columns.
    pub axes: Vec<String>,
    pub rows: Vec<PlannedRun>,
    /// Files that the table is made from.
    pub input_files: Vec<PathBuf>,
    /// Plan of the table as JSON, for the manifest.
    pub plan: serde_json::Value,
}
