//! What takes longer than a person waits: `./build.sh deep` runs it.

#[path = "../support/mod.rs"]
mod support;

/// Runs of each crowd in `foresee`.
const SEEDS: u32 = 20;
/// Tables in `tables`.
const TABLES: usize = 2000;

mod c;
mod force;
#[path = "../core/foresee.rs"]
mod foresee;
mod hostile;
mod layouts;
mod properties;
mod replications;
#[path = "../core/tables.rs"]
mod tables;
