//! Search in the unit cube with one axis per parameter: ask for points, then report their losses.

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
    /// Covariance matrix adaptation, which learns the best region and correlations between
    /// parameters from each generation.
    #[default]
    Cma,
    /// Points from a uniform distribution: the baseline that a search must beat.
    Random,
}

pub trait Search {
    /// Points of the next generation, each coordinate within 0..=1.
    fn ask(&mut self) -> Vec<Vec<f64>>;

    /// Reports the losses of the last generation, in its order.
    fn tell(&mut self, losses: &[f64]);

    /// Estimate of the best point, which need not be one of the points that were asked for.
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

/// Points of a Latin hypercube: one point in every slice of every axis.
pub(super) fn latin(dice: &mut Dice, axes: usize, points: usize) -> Vec<Vec<f64>> {
    let mut made = vec![vec![0.0; axes]; points];
    for axis in 0..axes {
        for (point, slice) in made.iter_mut().zip(dice.shuffled(points)) {
            point[axis] = (slice as f64 + dice.unit()) / points as f64;
        }
    }
    made
}
