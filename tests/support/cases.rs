//! How cases of the vectors are set up and compared.

use flockwright::params::{Edges, WorldParams};

/// Allowed error, relative to the expected value or to the force scale.
pub const TOLERANCE: f64 = 2e-3;

/// Cases are moved here, away from the edges of a large world.
pub const SHIFT: f32 = 256.0;

pub fn open_world() -> WorldParams {
    WorldParams { width: 8000.0, height: 8000.0, edges: Edges::Bounce, ..WorldParams::default() }
}

pub fn assert_close(got: f64, want: f64, scale: f64, what: &str) {
    let allowed = TOLERANCE * want.abs().max(scale);
    assert!((got - want).abs() <= allowed, "{what}: got {got}, expected {want} within {allowed}");
}
