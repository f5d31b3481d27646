//! Tables of planned runs.

use flockwright_lab::study::rows::Planned;
use std::path::PathBuf;

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
