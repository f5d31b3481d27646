//! Search for the least loss in the unit cube, which has an axis per varied parameter.

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
    /// Covariance matrix adaptation, which learns from each generation where losses are small and
    /// how parameters are correlated.
    #[default]
    Cma,
    /// Points drawn from a uniform distribution: the baseline that other methods must beat.
    Random,
}

pub trait PointSearch {
    /// Points of the next generation, whose losses are wanted; each coordinate is within 0..=1.
    fn next_points(&mut self) -> Vec<Vec<f64>>;

    /// Reports the losses of the points of the last generation, in the same order.
    fn report_losses(&mut self, losses: &[f64]);

    /// Estimate of the best point, which need not be one of those evaluated; `None` without an
    /// estimate.
    fn best_estimate(&self) -> Option<Vec<f64>>;
}

impl StudyMethod {
    /// Begins a search by this method over a number of axes.
    pub fn begin_search(self, axes: usize, seed: u32) -> Box<dyn PointSearch> {
        match self {
            Self::Cma => Box::new(CmaSearch::new(axes, seed)),
            Self::Random => Box::new(RandomSearch::new(axes, seed)),
        }
    }
}

/// Points of a Latin hypercube: every axis has as many slices as points, with a point in each.
pub(super) fn latin_hypercube(dice: &mut StudyRng, axes: usize, points: usize) -> Vec<Vec<f64>> {
    let mut made = vec![vec![0.0; axes]; points];
    for axis in 0..axes {
        for (point, slice) in made.iter_mut().zip(dice.shuffled_indices(points)) {
            point[axis] = (slice as f64 + dice.uniform()) / points as f64;
        }
    }
    made
}
