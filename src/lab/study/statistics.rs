//! Statistics over runs: mean, deviation, standard error and quantiles.

pub(crate) use crate::insight::measures::time_series::{Moments, TimeSeries};
use flockwright::internals::math::sort_by_number;
use serde::{Deserialize, Serialize};

/// Summary of one number over many runs. The deviation of a single run and the interval of fewer
/// than three runs are NaN.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(type_prefix = "Study"))]
pub struct Summary {
    /// Number of runs with a value.
    pub n: u64,
    pub mean: f64,
    pub sd: f64,
    /// Standard error of the mean: from the spread between runs or from the errors within runs,
    /// whichever is larger; NaN for a single run without an error of its own.
    pub se: f64,
    /// Lower end of the 95 % confidence interval of the mean (Student's t); NaN for fewer than
    /// three runs.
    pub low: f64,
    /// Upper end of the 95 % confidence interval.
    pub high: f64,
    pub min: f64,
    pub q25: f64,
    pub median: f64,
    pub q75: f64,
    pub max: f64,
}

/// Minimum number of runs for a confidence interval.
const MIN_RUNS: u64 = 3;

impl Summary {
    /// Summarizes numbers without errors of their own; `None` if none of them is a number.
    pub fn from_values(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        Self::from_means(values.into_iter().map(|value| (value, f64::NAN)))
    }

    /// Summarizes time means of runs, each with its standard error over time (NaN if unknown);
    /// `None` if no mean is a number.
    pub fn from_means(means: impl IntoIterator<Item = (f64, f64)>) -> Option<Self> {
        let (mut sorted, mut errors) = (Vec::new(), Moments::default());
        for (mean, error) in means.into_iter().filter(|(mean, _)| !mean.is_nan()) {
            sorted.push(mean);
            errors.push(error * error);
        }
        sort_by_number(&mut sorted, |value| *value);
        let (min, max) = (*sorted.first()?, *sorted.last()?);
        let mut moments = Moments::default();
        sorted.iter().for_each(|value| moments.push(*value));
        let (n, mean, sd) = (moments.count(), moments.mean(), moments.sd());
        // `f64::max` ignores NaN.
        let se = sd.max(errors.mean().sqrt()) / (n as f64).sqrt();
        let reach = if n >= MIN_RUNS { student_975(n - 1) * se } else { f64::NAN };
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

/// Quantile of sorted values, interpolated linearly (type 7 of Hyndman & Fan 1996, the default of
/// NumPy and R); NaN for an empty slice.
pub fn quantile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    let at = share.clamp(0.0, 1.0) * last as f64;
    let below = at as usize;
    let above = (below + 1).min(last);
    sorted[below] + (at - below as f64) * (sorted[above] - sorted[below])
}

/// 97.5 % quantile of Student's t by degrees of freedom: from a table, and beyond it from the
/// expansion of Cornish and Fisher (error below 0.001).
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
    fn a_summary_has_the_interval_of_students_t() {
        // Student's t with 4 degrees of freedom is 2.776.
        let summary =
            Summary::from_values([1.0, 2.0, 3.0, 4.0, 5.0, f64::NAN]).expect("five numbers");
        assert_eq!((summary.n, summary.mean, summary.median), (5, 3.0, 3.0));
        assert_eq!((summary.q25, summary.q75, summary.min, summary.max), (2.0, 4.0, 1.0, 5.0));
        assert!((summary.se - 0.5f64.sqrt()).abs() < 1e-12);
        assert!((summary.high - 3.0 - 2.776 * summary.se).abs() < 1e-9);
        assert_eq!(Summary::from_values([f64::NAN]), None);
    }

    #[test]
    fn the_error_is_the_larger_of_that_between_runs_and_that_within_them() {
        let [two, near] = [&[(0.6380, 0.0035), (0.6378, 0.0035)][..], &[(1.0, 0.1); 4]]
            .map(|runs| Summary::from_means(runs.iter().copied()).expect("numbers"));
        assert!((two.se - 0.0035 / 2f64.sqrt()).abs() < 1e-12, "{two:?}");
        assert!(two.low.is_nan() && two.high.is_nan(), "two runs have no interval");
        assert!((near.high - 1.0 - 3.182 * 0.05).abs() < 1e-9, "{near:?}");
        let apart = Summary::from_means([(1.0, 0.01), (2.0, f64::NAN), (3.0, 0.01)]);
        assert!((apart.expect("numbers").se - 1.0 / 3f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn a_single_run_has_no_deviation_no_error_and_no_interval() {
        let summary = Summary::from_values([0.7, f64::NAN]).expect("one number");
        assert_eq!((summary.n, summary.mean, summary.min, summary.max), (1, 0.7, 0.7, 0.7));
        assert!([summary.sd, summary.se, summary.low, summary.high].iter().all(|of| of.is_nan()));
        let mut moments = Moments::default();
        moments.push(0.7);
        assert!(moments.sd().is_nan());
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
