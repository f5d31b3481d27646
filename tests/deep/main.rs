//! What takes longer than a person waits: `./build.sh deep` runs it.

#[path = "../support/mod.rs"]
mod support;

/// Runs of each crowd in `foresee`.
const SEEDS: u32 = 20;

mod c;
mod force;
#[path = "../core/foresee.rs"]
mod foresee;
mod hostile;
mod layouts;
mod properties;
mod replications;
mod whole;
