//! Random numbers for studies, equal on every machine.

use flockwright::internals::math::{RandomStream, Rng};

/// Random number generator for one step of a study, such as a generation of a search.
pub struct StudyRng {
    rng: Rng,
    /// Second normal deviate of the last generated pair, if it is not used yet.
    spare_normal: Option<f64>,
}

impl StudyRng {
    /// Generator for one step; equal seeds and steps give equal numbers.
    pub fn new(seed: u32, step: u64) -> Self {
        Self { rng: Rng::new(seed, RandomStream::Study { step }), spare_normal: None }
    }

    /// A uniform number in 0..1, in steps of 2^-48.
    pub fn uniform(&mut self) -> f64 {
        let high = f64::from(self.rng.uniform());
        high + f64::from(self.rng.uniform()) * (1.0 / 16_777_216.0)
    }

    /// A uniform whole number in 0..n; 0 if `n` is 0.
    fn uniform_below(&mut self, n: usize) -> usize {
        ((self.uniform() * n as f64) as usize).min(n.saturating_sub(1))
    }

    /// A normal deviate with mean 0 and variance 1, by the polar method (Marsaglia & Bray 1964).
    pub fn standard_normal(&mut self) -> f64 {
        if let Some(spare) = self.spare_normal.take() {
            return spare;
        }
        loop {
            let (x, y) = (2.0 * self.uniform() - 1.0, 2.0 * self.uniform() - 1.0);
            let s = x * x + y * y;
            if s > 0.0 && s < 1.0 {
                let scale = (-2.0 * libm::log(s) / s).sqrt();
                self.spare_normal = Some(y * scale);
                return x * scale;
            }
        }
    }

    /// The indices 0..n in random order (Fisher & Yates).
    pub fn shuffled_indices(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            order.swap(i, self.uniform_below(i + 1));
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_deviates_have_mean_zero_and_variance_one() {
        let mut dice = StudyRng::new(1, 0);
        let drawn: Vec<f64> = (0..20_000).map(|_| dice.standard_normal()).collect();
        let n = drawn.len() as f64;
        let mean = drawn.iter().sum::<f64>() / n;
        let variance = drawn.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n;
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.04, "{mean} {variance}");
    }

    #[test]
    fn a_shuffle_keeps_every_number() {
        let mut order = StudyRng::new(3, 1).shuffled_indices(50);
        assert_ne!(order, (0..50).collect::<Vec<_>>());
        order.sort_unstable();
        assert_eq!(order, (0..50).collect::<Vec<_>>());
    }
}
