//! Means, deviations, standard errors and quantiles.

use flockwright::engine::sort::sort_by_number;
use serde::{Deserialize, Serialize};

/// Mean and deviation of numbers that come one by one (Welford 1962). NaN counts as nothing
/// measured and is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Moments {
    count: u64,
    mean: f64,
    squares: f64,
    last: Option<f64>,
}

impl Moments {
    /// Takes note of one more.
    pub fn note(&mut self, value: f64) {
        self.last = Some(value);
        if value.is_nan() {
            return;
        }
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
    }

    /// How many were numbers.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; NaN of none.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { f64::NAN } else { self.mean }
    }

    /// Their standard deviation, with n - 1; NaN of fewer than two, which say nothing about it.
    pub fn sd(&self) -> f64 {
        match self.count {
            0 | 1 => f64::NAN,
            n => (self.squares / (n - 1) as f64).sqrt(),
        }
    }

    /// The last that was noted; NaN of none.
    pub fn last(&self) -> f64 {
        self.last.unwrap_or(f64::NAN)
    }
}

/// What many runs say of one number. A single run has no deviation, no error and no interval: they
/// are NaN.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(type_prefix = "Study"))]
pub struct Summary {
    /// How many runs had it.
    pub n: u64,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation.
    pub sd: f64,
    /// Standard error of the mean.
    pub se: f64,
    /// Lower end of the 95 % confidence interval of the mean (Student's t).
    pub low: f64,
    /// Upper end of it.
    pub high: f64,
    /// Least value.
    pub min: f64,
    /// First quartile.
    pub q25: f64,
    /// Median.
    pub median: f64,
    /// Third quartile.
    pub q75: f64,
    /// Greatest value.
    pub max: f64,
}

impl Summary {
    /// Of these values; `None` where none of them is a number.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = values.into_iter().filter(|value| !value.is_nan()).collect();
        sort_by_number(&mut sorted, |value| *value);
        let (min, max) = (*sorted.first()?, *sorted.last()?);
        let mut moments = Moments::default();
        sorted.iter().for_each(|value| moments.note(*value));
        let (n, mean, sd) = (moments.count(), moments.mean(), moments.sd());
        let se = sd / (n as f64).sqrt();
        let reach = if n > 1 { student_975(n - 1) * se } else { f64::NAN };
        let quantile = |share| quantile(&sorted, share);
        Some(Self {
            n,
            mean,
            sd,
            se,
            low: mean - reach,
            high: mean + reach,
            min,
            q25: quantile(0.25),
            median: quantile(0.5),
            q75: quantile(0.75),
            max,
        })
    }
}

/// The quantile of sorted values, linear between two of them (type 7 of Hyndman & Fan 1996, the
/// default of NumPy and R); NaN of none.
pub fn quantile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    let at = share.clamp(0.0, 1.0) * last as f64;
    let below = at as usize;
    let above = (below + 1).min(last);
    sorted[below] + (at - below as f64) * (sorted[above] - sorted[below])
}

/// Fewer blocks of a time series say nothing of its error.
const LEAST_BLOCKS: u64 = 8;

/// Numbers of a time series, one by one, whose neighbors hang together: what their fluctuations say.
/// NaN is left out.
#[derive(Clone, Debug, Default)]
pub(crate) struct TimeSeries {
    /// By level: means of 2^level values each, and the one that waits for its partner.
    levels: Vec<(Moments, Option<f64>)>,
    squares: f64,
    fourths: f64,
}

impl TimeSeries {
    /// Takes note of the next one.
    pub fn note(&mut self, value: f64) {
        if value.is_nan() {
            return;
        }
        self.squares += value * value;
        self.fourths += value * value * value * value;
        let (mut level, mut block) = (0, value);
        loop {
            if level == self.levels.len() {
                self.levels.push((Moments::default(), None));
            }
            let (moments, waiting) = &mut self.levels[level];
            moments.note(block);
            let Some(before) = waiting.take() else {
                *waiting = Some(block);
                return;
            };
            block = 0.5 * (before + block);
            level += 1;
        }
    }

    fn count(&self) -> f64 {
        self.levels.first().map_or(0.0, |(moments, _)| moments.count() as f64)
    }

    /// The standard error of the mean: neighbors are averaged again and again, until so few blocks are
    /// left that their deviation says nothing; the largest error on the way is the one that holds
    /// (Flyvbjerg & Petersen 1989). NaN of fewer than eight values.
    pub fn error(&self) -> f64 {
        let counted = self.levels.iter().map(|(moments, _)| moments);
        let enough = counted.filter(|moments| moments.count() >= LEAST_BLOCKS);
        let errors = enough.map(|moments| moments.sd() / (moments.count() as f64).sqrt());
        errors.fold(f64::NAN, f64::max)
    }

    /// The susceptibility of an order parameter of so many units: N (⟨x²⟩ − ⟨x⟩²), which peaks where
    /// order begins. NaN of none.
    pub fn susceptibility(&self, units: f64) -> f64 {
        let mean = self.levels.first().map_or(f64::NAN, |(moments, _)| moments.mean());
        let variance = self.squares / self.count() - mean * mean;
        // Rounding can leave less than nothing.
        if variance < 0.0 { 0.0 } else { units * variance }
    }

    /// The Binder cumulant of an order parameter, 1 − ⟨x⁴⟩ / 3⟨x²⟩² (Binder 1981): 2/3 in order, and
    /// of a vector in the plane 1/3 without any. NaN of none.
    pub fn binder(&self) -> f64 {
        let (second, fourth) = (self.squares / self.count(), self.fourths / self.count());
        1.0 - fourth / (3.0 * second * second)
    }
}

/// The 97.5 % quantile of Student's t, by degrees of freedom: a table, and beyond it the expansion
/// of Cornish and Fisher (below 0.001 off).
fn student_975(freedom: u64) -> f64 {
    const TABLE: [f64; 30] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
        2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
        2.052, 2.048, 2.045, 2.042,
    ];
    let listed = (freedom as usize).checked_sub(1).and_then(|at| TABLE.get(at));
    let df = freedom as f64;
    listed.copied().unwrap_or(1.959_964 + 2.372_271 / df + 2.822_5 / (df * df))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_of_the_textbook() {
        let mut moments = Moments::default();
        let values = [2.0, 4.0, f64::NAN, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        values.iter().for_each(|value| moments.note(*value));
        assert_eq!((moments.count(), moments.mean(), moments.last()), (8, 5.0, 9.0));
        assert!((moments.sd() - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
        assert!(Moments::default().mean().is_nan(), "nothing has no mean");
    }

    #[test]
    fn a_summary_has_the_interval_of_students_t() {
        // t of 4 degrees of freedom is 2.776.
        let summary = Summary::of([1.0, 2.0, 3.0, 4.0, 5.0, f64::NAN]).expect("five numbers");
        assert_eq!((summary.n, summary.mean, summary.median), (5, 3.0, 3.0));
        assert_eq!((summary.q25, summary.q75, summary.min, summary.max), (2.0, 4.0, 1.0, 5.0));
        assert!((summary.se - 0.5f64.sqrt()).abs() < 1e-12);
        assert!((summary.high - 3.0 - 2.776 * summary.se).abs() < 1e-9);
        assert_eq!(Summary::of([f64::NAN]), None);
    }

    #[test]
    fn a_single_run_has_no_deviation_no_error_and_no_interval() {
        let summary = Summary::of([0.7, f64::NAN]).expect("one number");
        assert_eq!((summary.n, summary.mean, summary.min, summary.max), (1, 0.7, 0.7, 0.7));
        assert!([summary.sd, summary.se, summary.low, summary.high].iter().all(|of| of.is_nan()));
        let mut moments = Moments::default();
        moments.note(0.7);
        assert!(moments.sd().is_nan());
    }

    fn series(values: impl IntoIterator<Item = f64>) -> TimeSeries {
        let mut series = TimeSeries::default();
        values.into_iter().for_each(|value| series.note(value));
        series
    }

    #[test]
    fn the_error_of_a_series_counts_how_its_values_hang_together() {
        let mut dice = super::super::dice::Dice::new(1, 0);
        let error = series((0..4096).map(|_| dice.normal())).error();
        assert!((1.0 / 64.0..2.5 / 64.0).contains(&error), "{error}");
        // Of x' = a x + z, the error of the mean of n is sd sqrt((1 + a) / (1 - a) / n).
        let (mut x, a) = (0.0, 0.9);
        let chained = (0..4096).map(|_| {
            x = a * x + dice.normal();
            x
        });
        let error = series(chained).error();
        let wanted = (1.0f64 / (1.0 - a * a)).sqrt() * ((1.0f64 + a) / (1.0 - a) / 4096.0).sqrt();
        assert!((0.6 * wanted..2.0 * wanted).contains(&error), "{error} {wanted}");
        assert!(series([1.0; 7]).error().is_nan());
        assert_eq!(series([1.0, f64::NAN, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]).error(), 0.0);
    }

    #[test]
    fn fluctuations_of_an_order_parameter_are_those_of_the_textbook() {
        let half = series([0.5; 20]);
        assert_eq!(half.susceptibility(100.0), 0.0);
        assert!((half.binder() - 2.0 / 3.0).abs() < 1e-12);
        let two = series([1.0, 3.0]);
        assert_eq!(two.susceptibility(10.0), 10.0);
        assert!((two.binder() - (1.0 - 41.0 / 75.0)).abs() < 1e-12);
        // The length of a vector in the plane whose parts are normal: 1 - 8 / (3 4) = 1/3.
        let mut dice = super::super::dice::Dice::new(2, 0);
        let vector = (0..20_000).map(|_| dice.normal().hypot(dice.normal()));
        assert!((series(vector).binder() - 1.0 / 3.0).abs() < 0.01);
        assert!(series([]).binder().is_nan() && series([]).susceptibility(5.0).is_nan());
    }

    #[test]
    fn students_t_goes_on_smoothly_beyond_its_table() {
        assert!((student_975(31) - 2.0395).abs() < 1e-3);
        assert!((student_975(100) - 1.9840).abs() < 1e-3);
        assert!((student_975(1_000_000) - 1.96).abs() < 1e-3);
    }

    #[test]
    fn quantiles_are_linear_between_two_values() {
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.75), 3.0);
        assert!(quantile(&[], 0.5).is_nan());
    }
}
