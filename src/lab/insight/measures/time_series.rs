//! Time series of one measure: the mean with its error, and fluctuations.
//!
//! Values of the burn-in, during which a run still depends on its start, must not be added.

/// Running mean and standard deviation (Welford 1962). NaN does not count.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Moments {
    count: u64,
    mean: f64,
    squared_deviations: f64,
    last_value: Option<f64>,
}

impl Moments {
    pub fn add_value(&mut self, value: f64) {
        self.last_value = Some(value);
        if value.is_nan() {
            return;
        }
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squared_deviations += before * (value - self.mean);
    }

    /// Number of values, without NaN.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Mean; NaN without values.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { f64::NAN } else { self.mean }
    }

    /// Standard deviation with n - 1; NaN for fewer than two values.
    pub fn standard_deviation(&self) -> f64 {
        match self.count {
            0 | 1 => f64::NAN,
            n => (self.squared_deviations / (n - 1) as f64).sqrt(),
        }
    }

    /// Value that was added last, even NaN; NaN without values.
    pub fn last_value(&self) -> f64 {
        self.last_value.unwrap_or(f64::NAN)
    }
}

/// Least number of blocks for a settled error: with 24, the error itself is uncertain by a seventh.
const SETTLED_BLOCKS: u64 = 24;

/// Largest increase of the error from a block length to longer ones that still is a plateau, in
/// standard deviations of the longer blocks' error.
const MAX_PLATEAU_INCREASE: f64 = 2.0;

/// Least number of blocks from which an error is computed.
const MIN_BLOCKS: u64 = 8;

/// Binder cumulant of a constant series, the largest possible value.
const LARGEST_BINDER: f64 = 1.0 - 1.0 / 3.0;

/// Standard error of the mean of a correlated series, and how reliable it is. The mean itself is
/// not included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanWithError {
    /// Standard error of the mean; NaN for fewer than eight values, and probably too small if not
    /// settled.
    pub standard_error: f64,
    /// Number of independent values whose mean would have this error, at most the number of values.
    pub effective_count: f64,
    /// Whether the error has reached a plateau: longer blocks would not change it.
    pub is_settled: bool,
}

/// Moments of a series of correlated values and of its block means; the values are not kept. NaN
/// does not count.
#[derive(Clone, Debug, Default)]
pub struct TimeSeries {
    /// For each level: moments of the means of blocks of 2^level values, and a block mean that
    /// waits for the next one to form a block of the next level.
    block_levels: Vec<(Moments, Option<f64>)>,
    square_sum: f64,
    fourth_power_sum: f64,
}

impl TimeSeries {
    pub fn from_values(values: &[f64]) -> Self {
        let mut series = Self::default();
        values.iter().for_each(|value| series.add_value(*value));
        series
    }

    pub fn add_value(&mut self, value: f64) {
        if value.is_nan() {
            return;
        }
        self.square_sum += value * value;
        self.fourth_power_sum += value * value * value * value;
        let (mut level, mut block) = (0, value);
        loop {
            if level == self.block_levels.len() {
                self.block_levels.push((Moments::default(), None));
            }
            let (moments, waiting) = &mut self.block_levels[level];
            moments.add_value(block);
            let Some(before) = waiting.take() else {
                *waiting = Some(block);
                return;
            };
            block = 0.5 * (before + block);
            level += 1;
        }
    }

    fn count(&self) -> f64 {
        self.block_levels.first().map_or(0.0, |(moments, _)| moments.count() as f64)
    }

    /// Mean; NaN without values.
    pub fn mean(&self) -> f64 {
        self.block_levels.first().map_or(f64::NAN, |(moments, _)| moments.mean())
    }

    /// Standard error of the mean, from blocks. Neighboring values are averaged again and again;
    /// the error that follows from the deviation of the block means grows until the blocks are
    /// longer than the correlation (Flyvbjerg & Petersen 1989). The error is settled at the first
    /// level whose blocks of B values satisfy B³ > 2 n (s / s₀)⁴, where n is the number of values,
    /// s the error at that level and s₀ the error without blocks (Wolff 2004; Lee et al. 2011), if
    /// that level has at least 24 blocks and longer blocks give the same error. If no level
    /// settles, the largest error is returned.
    pub fn mean_error(&self) -> MeanWithError {
        let levels = self.block_levels.iter().map(|(moments, _)| moments);
        let enough = levels.take_while(|moments| moments.count() >= MIN_BLOCKS);
        let errors: Vec<(u64, f64)> = enough
            .map(|moments| {
                (moments.count(), moments.standard_deviation() / (moments.count() as f64).sqrt())
            })
            .collect();
        let Some((count, first)) = errors.first().copied() else {
            return MeanWithError {
                standard_error: f64::NAN,
                effective_count: f64::NAN,
                is_settled: false,
            };
        };
        let n = count as f64;
        // A constant series has the error 0 and is settled; without this case, no level would
        // settle.
        if first == 0.0 {
            return MeanWithError { standard_error: 0.0, effective_count: n, is_settled: true };
        }
        let growth = |error: f64| (error / first) * (error / first);
        let plateau = errors.iter().enumerate().find(|(level, (blocks, error))| {
            let length = (1u64 << *level) as f64;
            let is_long = length * length * length > 2.0 * n * growth(*error) * growth(*error);
            let is_flat = errors[*level..].iter().all(|(blocks, later)| {
                let own = 1.0 / (2.0 * (*blocks - 1) as f64).sqrt();
                *later <= (1.0 + MAX_PLATEAU_INCREASE * own) * *error
            });
            is_long && is_flat && *blocks >= SETTLED_BLOCKS
        });
        let largest = errors.iter().map(|(_, error)| *error).fold(f64::NAN, f64::max);
        let error = plateau.map_or(largest, |(_, (_, error))| *error);
        // The error from blocks can by chance be below the error without blocks, so the effective
        // number of values is limited to n.
        let effective = (n / growth(error)).min(n);
        MeanWithError {
            standard_error: error,
            effective_count: effective,
            is_settled: plateau.is_some(),
        }
    }

    /// Susceptibility of an order parameter of `units` units: N (⟨x²⟩ − ⟨x⟩²), which peaks where
    /// order begins. NaN without values.
    pub fn susceptibility(&self, units: f64) -> f64 {
        let mean = self.mean();
        let variance = self.square_sum / self.count() - mean * mean;
        // Rounding can make the variance of a nearly constant series negative.
        if variance < 0.0 { 0.0 } else { units * variance }
    }

    /// Binder cumulant of an order parameter, 1 − ⟨x⁴⟩ / 3⟨x²⟩² (Binder 1981): 2/3 in the ordered
    /// state, 1/3 for a disordered vector in the plane. NaN without values.
    pub fn binder_cumulant(&self) -> f64 {
        let (second, fourth) =
            (self.square_sum / self.count(), self.fourth_power_sum / self.count());
        let binder = 1.0 - fourth / (3.0 * second * second);
        // Rounding can raise the value of a nearly constant series above the largest one.
        if binder > LARGEST_BINDER { LARGEST_BINDER } else { binder }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::dice::StudyRng;
    use flockwright::internals::math::{RandomStream, Rng};

    fn normal(rng: &mut Rng) -> f64 {
        (0..12).map(|_| f64::from(rng.range(-0.5, 0.5))).sum()
    }

    fn series(values: impl IntoIterator<Item = f64>) -> TimeSeries {
        TimeSeries::from_values(&values.into_iter().collect::<Vec<_>>())
    }

    #[test]
    fn moments_are_those_of_the_textbook() {
        let mut moments = Moments::default();
        let values = [2.0, 4.0, f64::NAN, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        values.iter().for_each(|value| moments.add_value(*value));
        assert_eq!((moments.count(), moments.mean(), moments.last_value()), (8, 5.0, 9.0));
        assert!((moments.standard_deviation() - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
        assert!(Moments::default().mean().is_nan(), "nothing has no mean");
    }

    /// x' = a x + z, from the steady state: of n values the error of the mean is
    /// sd(x) sqrt((1 + a) / (1 - a) / n).
    fn chained(rng: &mut Rng, a: f64, n: usize) -> (TimeSeries, f64) {
        let sd = (1.0 / (1.0 - a * a)).sqrt();
        let mut x = sd * normal(rng);
        let values = (0..n).map(|_| {
            x = a * x + normal(rng);
            x
        });
        (series(values), sd * ((1.0 + a) / (1.0 - a) / n as f64).sqrt())
    }

    #[test]
    fn the_error_of_a_correlated_series_is_right_or_not_settled() {
        let mut rng = Rng::new(5, RandomStream::Scenery);
        // By correlation and number of values: how many of 100 series are settled.
        for (a, n, least, most) in [
            (0.0, 512, 95, 100),
            (0.6, 2048, 95, 100),
            (0.9, 8192, 95, 100),
            (0.9, 2048, 0, 10),
            (0.98, 2048, 0, 10),
            (0.999, 2048, 0, 2),
        ] {
            let (mut settled, mut right, mut squares) = (0, 0, 0.0);
            for _ in 0..100 {
                let (series, wanted) = chained(&mut rng, a, n);
                let MeanWithError { standard_error: error, effective_count: effective, is_settled } =
                    series.mean_error();
                let ratio = error / wanted;
                let independent = n as f64 * (1.0 - a) / (1.0 + a);
                if is_settled {
                    settled += 1;
                    squares += ratio * ratio;
                    right += usize::from((0.7..1.4).contains(&ratio));
                    let share = effective / independent;
                    assert!((0.25..4.0).contains(&share), "{a} {n}: {effective} of {independent}");
                }
            }
            assert!((least..=most).contains(&settled), "{a} {n}: {settled} are settled");
            if least > 0 {
                let ratio = (squares / settled as f64).sqrt();
                assert!((0.85..1.15).contains(&ratio), "{a} {n}: {ratio}");
                assert!(right * 100 >= 88 * settled, "{a} {n}: {right} of {settled} are right");
            }
        }
    }

    #[test]
    fn values_that_are_repeated_make_a_mean_no_surer() {
        let mut rng = Rng::new(5, RandomStream::Scenery);
        let independent: Vec<f64> = (0..4000).map(|_| f64::from(rng.range(0.0, 1.0))).collect();
        let usual = (1.0f64 / 12.0 / 4000.0).sqrt();
        let repeated = independent.iter().flat_map(|x| [*x; 10]);
        for found in [series(independent.clone()).mean_error(), series(repeated).mean_error()] {
            assert!(
                found.is_settled && (0.7..1.4).contains(&(found.standard_error / usual)),
                "{found:?}"
            );
        }
    }

    #[test]
    fn no_statistic_leaves_its_range() {
        let mut rng = Rng::new(5, RandomStream::Scenery);
        for n in (8..600).step_by(7) {
            let constant = f64::from(rng.range(0.0, 1.0));
            let alternating = (0..n).map(|at| constant + 0.1 * f64::from(at % 2));
            let independent: Vec<f64> = (0..n).map(|_| normal(&mut rng)).collect();
            let repeated = (0..n).map(|_| constant);
            for series in [series(alternating), series(independent), series(repeated)] {
                let MeanWithError { standard_error: error, effective_count: effective, .. } =
                    series.mean_error();
                assert!(
                    error >= 0.0 && (0.0..=f64::from(n)).contains(&effective),
                    "{n}: {effective}"
                );
                assert!(
                    series.binder_cumulant() <= LARGEST_BINDER
                        && series.susceptibility(50.0) >= 0.0
                );
            }
        }
    }

    #[test]
    fn a_few_values_and_values_that_never_change_have_no_error_to_estimate() {
        assert!(
            series([1.0; 7]).mean_error().standard_error.is_nan()
                && !series([1.0; 7]).mean_error().is_settled
        );
        let same = series([1.0, f64::NAN, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]).mean_error();
        assert_eq!(
            same,
            MeanWithError { standard_error: 0.0, effective_count: 8.0, is_settled: true }
        );
    }

    #[test]
    fn fluctuations_of_an_order_parameter_are_those_of_the_textbook() {
        let half = series([0.5; 20]);
        assert_eq!(half.susceptibility(100.0), 0.0);
        assert!((half.binder_cumulant() - 2.0 / 3.0).abs() < 1e-12);
        let two = series([1.0, 3.0]);
        assert_eq!(two.susceptibility(10.0), 10.0);
        assert!((two.binder_cumulant() - (1.0 - 41.0 / 75.0)).abs() < 1e-12);
        // Length of a vector in the plane with normally distributed components: 1 - 8 / (3 4) =
        // 1/3.
        let mut dice = StudyRng::new(2, 0);
        let vector = (0..20_000).map(|_| dice.standard_normal().hypot(dice.standard_normal()));
        assert!((series(vector).binder_cumulant() - 1.0 / 3.0).abs() < 0.01);
        assert!(series([]).binder_cumulant().is_nan() && series([]).susceptibility(5.0).is_nan());
    }
}
