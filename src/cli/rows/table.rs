//! Tables of planned runs.

use flockwright_lab::study::rows::PlannedRun;
use std::path::PathBuf;

/// Planned runs of a command, or of the part that `--shard` selects, in the order of their rows.
pub struct PlannedTable {
    /// Keys of the axes, in the order of the columns.
    pub axes: Vec<String>,
    pub rows: Vec<PlannedRun>,
    /// Files that the plan was read from.
    pub input_files: Vec<PathBuf>,
    /// Plan of the table as JSON, for the manifest.
    pub plan: serde_json::Value,
}
