//! What takes longer than a person waits: `./build.sh deep` runs it.

#[path = "../support/mod.rs"]
mod support;

mod c;
mod hostile;
mod interleavings;
mod layouts;
mod properties;
mod whole;
