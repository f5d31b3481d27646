//! Search in the unit cube, one axis per parameter: ask for points, tell how they did.

mod cma;
mod random;

pub use cma::Cma;
pub use random::Random;

use super::dice::Dice;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(type_prefix = "Study"))]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Covariance matrix adaptation: learns from each generation where the next should lie, and how
    /// parameters hang together.
    #[default]
    Cma,
    /// Points drawn evenly: the baseline that a search must beat.
    Random,
}

pub trait Search {
    /// The next generation, each number of a point within 0..=1.
    fn ask(&mut self) -> Vec<Vec<f64>>;

    /// How far off each point of the last generation was, in its order.
    fn tell(&mut self, losses: &[f64]);

    /// Where it believes the best to be, beyond the points that it has asked for.
    fn belief(&self) -> Option<Vec<f64>>;
}

impl Method {
    /// Begins a search over this many axes.
    pub fn begin(self, axes: usize, seed: u32) -> Box<dyn Search> {
        match self {
            Self::Cma => Box::new(Cma::new(axes, seed)),
            Self::Random => Box::new(Random::new(axes, seed)),
        }
    }
}

/// Points of a Latin hypercube: one in every slice of every axis.
pub(super) fn latin(dice: &mut Dice, axes: usize, points: usize) -> Vec<Vec<f64>> {
    let mut made = vec![vec![0.0; axes]; points];
    for axis in 0..axes {
        for (point, slice) in made.iter_mut().zip(dice.shuffled(points)) {
            point[axis] = (slice as f64 + dice.unit()) / points as f64;
        }
    }
    made
}
