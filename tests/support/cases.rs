//! How cases of the vectors are set up and compared.

use flockwright::engine::params::{Edges, WorldParams};
use flockwright::engine::scenery::Obstacle;
use glam::Vec2;
use serde::Deserialize;

/// Allowed error, relative to the expected value or to the force scale.
pub const TOLERANCE: f64 = 2e-3;

/// Where what a case is about stands: away from the edges of a large world, and where a place is
/// known to 2^-15 u.
pub const START: Vec2 = Vec2::splat(256.0);

/// A place of a case, once the case is moved so that its origin is at [`START`]. In f64: far from
/// where a case counts from, a short way would be lost.
pub fn moved([x, y]: [f64; 2], [from_x, from_y]: [f64; 2]) -> Vec2 {
    START + Vec2::new((x - from_x) as f32, (y - from_y) as f32)
}

/// An obstacle of a case.
#[derive(Deserialize)]
pub struct Disc {
    pub x: f64,
    pub y: f64,
    pub radius: f32,
}

impl Disc {
    /// The same in the world, see [`moved`].
    pub fn obstacle(&self, origin: [f64; 2]) -> Obstacle {
        Obstacle { center: moved([self.x, self.y], origin), radius: self.radius }
    }
}

pub fn open_world() -> WorldParams {
    WorldParams { width: 8000.0, height: 8000.0, edges: Edges::Bounce, ..WorldParams::default() }
}

pub fn assert_close(got: f64, want: f64, scale: f64, what: &str) {
    let allowed = TOLERANCE * want.abs().max(scale);
    assert!((got - want).abs() <= allowed, "{what}: got {got}, expected {want} within {allowed}");
}
