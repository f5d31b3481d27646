//! Search in the unit cube with one axis per parameter: ask for points, then report their losses.

mod cma;
mod random;

pub use cma::CmaSearch;
pub use random::RandomSearch;

use super::dice::StudyRng;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum StudyMethod {
    /// Covariance matrix adaptation, which learns the best region and correlations between
    /// parameters from each generation.
    #[default]
    Cma,
    /// Points from a uniform distribution: the baseline that a search must beat.
    Random,
}

pub trait PointSearch {
    /// Points of the next generation, each coordinate within 0..=1.
    fn next_points(&mut self) -> Vec<Vec<f64>>;

    /// Reports the losses of the last generation, in its order.
    fn report_losses(&mut self, losses: &[f64]);

    /// Estimate of the best point, which need not be one of the points that were asked for.
    fn best_estimate(&self) -> Option<Vec<f64>>;
}

impl StudyMethod {
    /// Begins a search over this many axes.
    pub fn begin_search(self, axes: usize, seed: u32) -> Box<dyn PointSearch> {
        match self {
            Self::Cma => Box::new(CmaSearch::new(axes, seed)),
            Self::Random => Box::new(RandomSearch::new(axes, seed)),
        }
    }
}

/// Points of a Latin hypercube: one point in every slice of every axis.
pub(super) fn latin_hypercube(dice: &mut StudyRng, axes: usize, points: usize) -> Vec<Vec<f64>> {
    let mut made = vec![vec![0.0; axes]; points];
    for axis in 0..axes {
        for (point, slice) in made.iter_mut().zip(dice.shuffled_indices(points)) {
            point[axis] = (slice as f64 + dice.uniform()) / points as f64;
        }
    }
    made
}
