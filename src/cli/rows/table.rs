//! What rows are made of.

use flockwright_lab::study::Job;
use std::path::PathBuf;

/// A run that becomes a row.
pub struct Planned {
    /// Its number in the whole, from 0 on.
    pub row: usize,
    /// The number of its point.
    pub point: usize,
    /// By axis: the value, as links write it.
    pub values: Vec<String>,
    pub seed: u32,
    pub job: Job,
    /// What the link says that makes no sense.
    pub notices: Vec<String>,
}

/// The rows of one command, or of its part.
pub struct Table {
    /// The keys of the axes.
    pub axes: Vec<String>,
    pub rows: Vec<Planned>,
    /// The files that it is made from.
    pub inputs: Vec<PathBuf>,
    /// What was planned, for the manifest.
    pub plan: serde_json::Value,
}
