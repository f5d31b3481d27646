//! Random search, the baseline for other methods.

use super::super::dice::StudyRng;
use super::PointSearch;

/// Number of points in a generation.
const GENERATION_SIZE: usize = 12;

/// Search that draws every point independently and learns nothing from losses.
pub struct RandomSearch {
    axis_count: usize,
    seed: u32,
    generation: u64,
}

impl RandomSearch {
    pub fn new(axes: usize, seed: u32) -> Self {
        Self { axis_count: axes, seed, generation: 0 }
    }
}

impl PointSearch for RandomSearch {
    fn next_points(&mut self) -> Vec<Vec<f64>> {
        let mut dice = StudyRng::new(self.seed, self.generation);
        self.generation += 1;
        (0..GENERATION_SIZE)
            .map(|_| (0..self.axis_count).map(|_| dice.uniform()).collect())
            .collect()
    }

    fn report_losses(&mut self, _losses: &[f64]) {}

    fn best_estimate(&self) -> Option<Vec<f64>> {
        None
    }
}
