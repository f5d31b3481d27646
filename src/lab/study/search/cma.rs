//! CMA-ES: the covariance matrix adaptation evolution strategy (Hansen, *The CMA Evolution
//! Strategy: A Tutorial*, 2016), within the unit cube.
//!
//! A point outside the cube is replaced by the nearest point inside. The best point of an initial
//! Latin hypercube becomes the first mean. When the normal distribution has become too narrow, the
//! search restarts with generations twice as large (Auger & Hansen 2005).
//!
//! This is our own code because every operation must give the same bits natively and in a browser:
//! `+ - * /`, `sqrt`, and `log` and `exp` of `libm`.

use super::super::dice::StudyRng;
use super::{PointSearch, latin_hypercube};
use flockwright::internals::math::sort_by_number;

/// Initial standard deviation of the distribution along every axis, as a share of the cube's edge.
const FIRST_DEVIATION: f64 = 0.2;

/// Standard deviation, as a share of the cube's edge, below which (on every axis) a search
/// restarts.
const MIN_DEVIATION: f64 = 2e-3;

/// Number of points in the initial Latin hypercube, as a multiple of a generation's size.
const INITIAL_GENERATIONS: usize = 3;

pub struct CmaSearch {
    axis_count: usize,
    seed: u32,
    generation: u64,
    /// Number of points in a generation.
    generation_size: usize,
    distribution: Option<SearchDistribution>,
    asked_points: Vec<Vec<f64>>,
}

/// Normal distribution from which the points of a generation are drawn.
struct SearchDistribution {
    mean: Vec<f64>,
    step_size: f64,
    covariance: Vec<Vec<f64>>,
    /// Principal axes of the covariance, as columns.
    basis: Vec<Vec<f64>>,
    /// Standard deviations along the principal axes.
    axis_extents: Vec<f64>,
    /// Evolution path (decaying sum of moves) of the step size.
    step_path: Vec<f64>,
    /// Evolution path (decaying sum of moves) of the covariance.
    covariance_path: Vec<f64>,
    generation: u64,
}

impl SearchDistribution {
    fn around_mean(mean: Vec<f64>) -> Self {
        let n = mean.len();
        let identity: Vec<Vec<f64>> =
            (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
        Self {
            mean,
            step_size: FIRST_DEVIATION,
            covariance: identity.clone(),
            basis: identity,
            axis_extents: vec![1.0; n],
            step_path: vec![0.0; n],
            covariance_path: vec![0.0; n],
            generation: 0,
        }
    }

    fn draw_point(&self, dice: &mut StudyRng) -> Vec<f64> {
        let along: Vec<f64> =
            self.axis_extents.iter().map(|extent| extent * dice.standard_normal()).collect();
        let add = |(row, mean): (&Vec<f64>, &f64)| {
            (mean + self.step_size * dot_product(row, &along)).clamp(0.0, 1.0)
        };
        self.basis.iter().zip(&self.mean).map(add).collect()
    }

    /// Multiplies a vector by the inverse square root of the covariance.
    fn whiten(&self, vector: &[f64]) -> Vec<f64> {
        let n = vector.len();
        let along: Vec<f64> = (0..n)
            .map(|k| {
                (0..n).map(|i| self.basis[i][k] * vector[i]).sum::<f64>() / self.axis_extents[k]
            })
            .collect();
        self.basis.iter().map(|row| dot_product(row, &along)).collect()
    }

    /// Updates the distribution by the better half of a generation, the best point first. Local
    /// names are those of Hansen's tutorial (see the top of this file).
    fn update_distribution(&mut self, best: &[&[f64]]) {
        let n = self.mean.len() as f64;
        let mu = best.len();
        let raw: Vec<f64> =
            (0..mu).map(|i| libm::log(mu as f64 + 0.5) - libm::log(i as f64 + 1.0)).collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let mu_eff = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let c_sigma = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        let damping = 1.0 + 2.0 * (((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma;
        let c_c = (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n);
        let c_1 = 2.0 / ((n + 1.3) * (n + 1.3) + mu_eff);
        let c_mu =
            (1.0 - c_1).min(2.0 * (mu_eff - 2.0 + 1.0 / mu_eff) / ((n + 2.0) * (n + 2.0) + mu_eff));
        let chi = n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));

        let steps: Vec<Vec<f64>> = best
            .iter()
            .map(|point| {
                point.iter().zip(&self.mean).map(|(x, mean)| (x - mean) / self.step_size).collect()
            })
            .collect();
        let weighted = |axis: usize| -> f64 {
            steps.iter().zip(&weights).map(|(step, weight)| weight * step[axis]).sum()
        };
        let moved: Vec<f64> = (0..self.mean.len()).map(weighted).collect();
        for (mean, moved) in self.mean.iter_mut().zip(&moved) {
            *mean = (*mean + self.step_size * moved).clamp(0.0, 1.0);
        }

        self.generation += 1;
        let reach = (c_sigma * (2.0 - c_sigma) * mu_eff).sqrt();
        let white = self.whiten(&moved);
        for (path, white) in self.step_path.iter_mut().zip(&white) {
            *path = (1.0 - c_sigma) * *path + reach * white;
        }
        let length = dot_product(&self.step_path, &self.step_path).sqrt();
        let faded = 1.0 - libm::pow(1.0 - c_sigma, 2.0 * self.generation as f64);
        let stalls = length / faded.sqrt() < (1.4 + 2.0 / (n + 1.0)) * chi;
        let reach = if stalls { (c_c * (2.0 - c_c) * mu_eff).sqrt() } else { 0.0 };
        for (path, moved) in self.covariance_path.iter_mut().zip(&moved) {
            *path = (1.0 - c_c) * *path + reach * moved;
        }
        let lost = if stalls { 0.0 } else { c_c * (2.0 - c_c) };
        for i in 0..self.mean.len() {
            for j in 0..=i {
                let of_rank: f64 = steps
                    .iter()
                    .zip(&weights)
                    .map(|(step, weight)| weight * step[i] * step[j])
                    .sum();
                let value = (1.0 - c_1 - c_mu + c_1 * lost) * self.covariance[i][j]
                    + c_1 * self.covariance_path[i] * self.covariance_path[j]
                    + c_mu * of_rank;
                self.covariance[i][j] = value;
                self.covariance[j][i] = value;
            }
        }
        self.step_size *= libm::exp((c_sigma / damping) * (length / chi - 1.0)).min(2.0);
        self.step_size = self.step_size.min(2.0 * FIRST_DEVIATION);
        (self.basis, self.axis_extents) = principal_axes(&self.covariance);
    }

    fn has_shrunk(&self) -> bool {
        let widest = self.axis_extents.iter().copied().fold(0.0, f64::max);
        self.step_size * widest < MIN_DEVIATION
    }
}

impl CmaSearch {
    pub fn new(axes: usize, seed: u32) -> Self {
        Self {
            axis_count: axes,
            seed,
            generation: 0,
            generation_size: 8 + (3.0 * libm::log(axes.max(1) as f64)) as usize,
            distribution: None,
            asked_points: Vec::new(),
        }
    }
}

impl PointSearch for CmaSearch {
    fn next_points(&mut self) -> Vec<Vec<f64>> {
        let mut dice = StudyRng::new(self.seed, self.generation);
        self.generation += 1;
        self.asked_points = match &self.distribution {
            None => latin_hypercube(
                &mut dice,
                self.axis_count,
                INITIAL_GENERATIONS * self.generation_size,
            ),
            Some(state) => (0..self.generation_size).map(|_| state.draw_point(&mut dice)).collect(),
        };
        self.asked_points.clone()
    }

    fn report_losses(&mut self, losses: &[f64]) {
        let mut order: Vec<usize> = (0..self.asked_points.len().min(losses.len())).collect();
        sort_by_number(&mut order, |at| losses[*at]);
        let Some(first) = order.first() else { return };
        match &mut self.distribution {
            None => {
                self.distribution =
                    Some(SearchDistribution::around_mean(self.asked_points[*first].clone()))
            }
            Some(state) => {
                let half = (order.len() / 2).max(1);
                let best: Vec<&[f64]> =
                    order[..half].iter().map(|at| self.asked_points[*at].as_slice()).collect();
                state.update_distribution(&best);
                if state.has_shrunk() {
                    self.distribution = None;
                    self.generation_size *= 2;
                }
            }
        }
    }

    fn best_estimate(&self) -> Option<Vec<f64>> {
        self.distribution
            .as_ref()
            .filter(|state| state.generation > 0)
            .map(|state| state.mean.clone())
    }
}

fn dot_product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Principal axes of a covariance matrix, as columns, and the standard deviations along them: its
/// eigenvectors, and the square roots of its eigenvalues (cyclic Jacobi rotations).
fn principal_axes(covariance: &[Vec<f64>]) -> (Vec<Vec<f64>>, Vec<f64>) {
    let n = covariance.len();
    let mut a = covariance.to_vec();
    let mut basis = SearchDistribution::around_mean(vec![0.0; n]).basis;
    for _ in 0..32 {
        let off: f64 = (0..n).map(|i| (0..i).map(|j| a[i][j] * a[i][j]).sum::<f64>()).sum();
        if off < 1e-22 {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                if a[p][q] == 0.0 {
                    continue;
                }
                let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                let c = 1.0 / (t * t + 1.0).sqrt();
                let s = t * c;
                for row in &mut a {
                    (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
                }
                // The loop changes two rows at once, which iterators cannot.
                #[allow(clippy::needless_range_loop)]
                for k in 0..n {
                    (a[p][k], a[q][k]) = (c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]);
                }
                for row in &mut basis {
                    (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
                }
            }
        }
    }
    let extents = (0..n).map(|i| a[i][i].max(1e-12).sqrt()).collect();
    (basis, extents)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::search::RandomSearch;

    /// Smallest loss that a search finds within this many points.
    fn best(search: &mut dyn PointSearch, points: usize, loss: impl Fn(&[f64]) -> f64) -> f64 {
        let (mut best, mut asked) = (f64::INFINITY, 0);
        while asked < points {
            let generation = search.next_points();
            assert!(generation.iter().flatten().all(|x| (0.0..=1.0).contains(x)));
            let losses: Vec<f64> = generation.iter().map(|point| loss(point)).collect();
            asked += losses.len();
            best = losses.iter().copied().fold(best, f64::min);
            search.report_losses(&losses);
        }
        best
    }

    /// Loss with a narrow valley oblique to all axes.
    fn valley(point: &[f64]) -> f64 {
        let x: Vec<f64> = point.iter().map(|x| 4.0 * (x - 0.35)).collect();
        let sum: f64 = x.iter().sum();
        dot_product(&x, &x) + 100.0 * sum * sum
    }

    #[test]
    fn the_bottom_of_a_narrow_valley_is_found_where_random_search_does_not() {
        let found = best(&mut CmaSearch::new(6, 1), 2000, valley);
        let drawn = best(&mut RandomSearch::new(6, 1), 2000, valley);
        assert!(found < 1e-2 && drawn > 0.5, "{found} against {drawn}");
    }

    #[test]
    fn a_minimum_in_a_corner_of_the_cube_is_reached() {
        let corner = |point: &[f64]| point.iter().map(|x| 1.0 - x).sum::<f64>();
        let found = best(&mut CmaSearch::new(5, 3), 1500, corner);
        assert!(found < 0.05, "{found}");
    }

    #[test]
    fn a_search_is_a_function_of_its_seed() {
        let run = |seed| {
            let mut search = CmaSearch::new(3, seed);
            for _ in 0..5 {
                let losses: Vec<f64> =
                    search.next_points().iter().map(|point| valley(point)).collect();
                search.report_losses(&losses);
            }
            search.next_points()
        };
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
    }

    #[test]
    fn the_axes_of_a_distribution_give_its_covariance_back() {
        let covariance = vec![vec![4.0, 1.0, 0.5], vec![1.0, 3.0, -0.7], vec![0.5, -0.7, 2.0]];
        let (basis, extents) = principal_axes(&covariance);
        for i in 0..3 {
            for j in 0..3 {
                let made: f64 =
                    (0..3).map(|k| basis[i][k] * extents[k] * extents[k] * basis[j][k]).sum();
                assert!((made - covariance[i][j]).abs() < 1e-9, "{i} {j}: {made}");
            }
        }
    }
}
