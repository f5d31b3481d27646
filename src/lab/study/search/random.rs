//! Random search.

use super::super::dice::Dice;
use super::Search;

/// Number of points in a generation.
const GENERATION: usize = 12;

/// Draws every generation independently.
pub struct Random {
    axes: usize,
    seed: u32,
    generation: u64,
}

impl Random {
    pub fn new(axes: usize, seed: u32) -> Self {
        Self { axes, seed, generation: 0 }
    }
}

impl Search for Random {
    fn ask(&mut self) -> Vec<Vec<f64>> {
        let mut dice = Dice::new(self.seed, self.generation);
        self.generation += 1;
        (0..GENERATION).map(|_| (0..self.axes).map(|_| dice.unit()).collect()).collect()
    }

    fn tell(&mut self, _losses: &[f64]) {}

    fn belief(&self) -> Option<Vec<f64>> {
        None
    }
}
