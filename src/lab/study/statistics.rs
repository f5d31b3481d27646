//! Statistics over runs: mean, deviation, standard error and quantiles.

use super::evaluate::StudyWindow;
pub(crate) use crate::insight::measures::time_series::{Moments, TimeSeries};
use flockwright::internals::math::sort_by_number;
use serde::{Deserialize, Serialize};

/// Summary of one number over several runs. `sd` of a single run is NaN, and so is the confidence
/// interval of fewer than three runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StudySummary {
    /// Number of runs that have a value.
    pub n: u64,
    pub mean: f64,
    pub sd: f64,
    /// Standard error of the mean: from the spread between runs or from the errors within runs,
    /// whichever is larger; NaN for a single run without an error of its own.
    pub se: f64,
    /// Lower end of the 95 % confidence interval of the mean (Student's t); NaN for fewer than
    /// three runs.
    pub low: f64,
    /// Upper end of the 95 % confidence interval of the mean; NaN for fewer than three runs.
    pub high: f64,
    pub min: f64,
    pub q25: f64,
    pub median: f64,
    pub q75: f64,
    pub max: f64,
}

/// Time mean of a measure in one run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunTimeMean {
    pub mean: f64,
    /// Standard error of the mean over time; NaN if unknown.
    pub standard_error: f64,
    /// Number of independent samples whose mean would have the same error.
    pub effective_samples: f64,
    /// Whether this run alone is long enough for its error to be reliable.
    pub is_settled: bool,
}

impl From<StudyWindow> for RunTimeMean {
    fn from(StudyWindow { mean, error, effective, settled, .. }: StudyWindow) -> Self {
        Self { mean, standard_error: error, effective_samples: effective, is_settled: settled }
    }
}

/// Least number of independent samples that all runs of a point must have together to count as long
/// enough.
const MIN_SETTLED_SAMPLES: f64 = 24.0;

/// Largest excess of the standard deviation between runs over the errors within runs at which the
/// runs count as long enough, in standard errors of that deviation.
const MAX_EXCESS_SPREAD: f64 = 2.0;

/// Standard deviation between runs, as a share of the mean, up to which it is due to rounding.
const ROUNDING_SHARE: f64 = 1e-6;

/// Whether the runs of one point, which differ in their seed, are long enough: together they have
/// at least 24 independent samples, and their means differ by no more than the errors within the
/// runs explain. A single run has to be settled by itself. False if no run has a value.
pub fn are_settled_together(runs: impl IntoIterator<Item = RunTimeMean>) -> bool {
    let (mut means, mut squares, mut samples) = (Moments::default(), Moments::default(), 0.0);
    let mut all_settled = true;
    for RunTimeMean { mean, standard_error, effective_samples, is_settled } in runs {
        if mean.is_nan() {
            continue;
        }
        if standard_error.is_nan() {
            return false;
        }
        means.add_value(mean);
        squares.add_value(standard_error * standard_error);
        samples += effective_samples;
        all_settled &= is_settled;
    }
    if means.count() < 2 {
        return means.count() == 1 && all_settled;
    }
    let uncertainty = 1.0 / (2.0 * (means.count() - 1) as f64).sqrt();
    let explained = (1.0 + MAX_EXCESS_SPREAD * uncertainty) * squares.mean().sqrt();
    samples >= MIN_SETTLED_SAMPLES
        && means.standard_deviation() <= explained.max(ROUNDING_SHARE * means.mean().abs())
}

/// Minimum number of runs for a confidence interval of the mean.
const MIN_RUNS: u64 = 3;

impl StudySummary {
    /// Summarizes numbers without standard errors; `None` if all of them are NaN.
    pub fn from_values(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        Self::from_means(values.into_iter().map(|value| (value, f64::NAN)))
    }

    /// Summarizes time means of runs, each with its standard error over time (NaN if unknown);
    /// `None` if no mean is a number.
    pub fn from_means(means: impl IntoIterator<Item = (f64, f64)>) -> Option<Self> {
        let (mut sorted, mut errors) = (Vec::new(), Moments::default());
        for (mean, error) in means.into_iter().filter(|(mean, _)| !mean.is_nan()) {
            sorted.push(mean);
            errors.add_value(error * error);
        }
        sort_by_number(&mut sorted, |value| *value);
        let (min, max) = (*sorted.first()?, *sorted.last()?);
        let mut moments = Moments::default();
        sorted.iter().for_each(|value| moments.add_value(*value));
        let (n, mean, sd) = (moments.count(), moments.mean(), moments.standard_deviation());
        // If the deviation or the error is NaN, `f64::max` returns the other one.
        let se = sd.max(errors.mean().sqrt()) / (n as f64).sqrt();
        let reach = if n >= MIN_RUNS { student_t_975(n - 1) * se } else { f64::NAN };
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

/// 97.5 % quantile of Student's t distribution by degrees of freedom: from a table up to 30, beyond
/// 30 from the expansion of Cornish and Fisher (error below 0.001).
fn student_t_975(freedom: u64) -> f64 {
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
    use super::super::dice::StudyRng;
    use super::*;
    use crate::insight::measures::time_series::MeanWithError;

    #[test]
    fn a_summary_has_the_interval_of_students_t() {
        // Student's t with 4 degrees of freedom is 2.776.
        let summary =
            StudySummary::from_values([1.0, 2.0, 3.0, 4.0, 5.0, f64::NAN]).expect("five numbers");
        assert_eq!((summary.n, summary.mean, summary.median), (5, 3.0, 3.0));
        assert_eq!((summary.q25, summary.q75, summary.min, summary.max), (2.0, 4.0, 1.0, 5.0));
        assert!((summary.se - 0.5f64.sqrt()).abs() < 1e-12);
        assert!((summary.high - 3.0 - 2.776 * summary.se).abs() < 1e-9);
        assert_eq!(StudySummary::from_values([f64::NAN]), None);
    }

    #[test]
    fn the_error_is_the_larger_of_that_between_runs_and_that_within_them() {
        let [two, near] = [&[(0.6380, 0.0035), (0.6378, 0.0035)][..], &[(1.0, 0.1); 4]]
            .map(|runs| StudySummary::from_means(runs.iter().copied()).expect("numbers"));
        assert!((two.se - 0.0035 / 2f64.sqrt()).abs() < 1e-12, "{two:?}");
        assert!(two.low.is_nan() && two.high.is_nan(), "two runs have no interval");
        assert!((near.high - 1.0 - 3.182 * 0.05).abs() < 1e-9, "{near:?}");
        let apart = StudySummary::from_means([(1.0, 0.01), (2.0, f64::NAN), (3.0, 0.01)]);
        assert!((apart.expect("numbers").se - 1.0 / 3f64.sqrt()).abs() < 1e-12);
    }

    /// Autoregressive series with a correlation of .95 per sample, which takes 39 samples for an
    /// independent one: points of five seeds, each with this many samples per run.
    #[test]
    fn seeds_settle_together_before_one_of_them_does_and_their_interval_is_right() {
        let mut dice = StudyRng::new(5, 0);
        let mut share = |samples: usize| {
            let (mut alone, mut together, mut right) = (0, 0, 0);
            for _ in 0..200 {
                let runs: Vec<RunTimeMean> = (0..5)
                    .map(|_| {
                        let mut value = 0.0;
                        let mut next = || {
                            let push: f64 = (0..12).map(|_| dice.uniform() - 0.5).sum();
                            value = 0.95 * value + push;
                            value
                        };
                        (0..200).for_each(|_| _ = next());
                        let values: Vec<f64> = (0..samples).map(|_| next()).collect();
                        let series = TimeSeries::from_values(&values);
                        let MeanWithError {
                            standard_error: error,
                            effective_count: effective,
                            is_settled: settled,
                        } = series.mean_error();
                        RunTimeMean {
                            mean: series.mean(),
                            standard_error: error,
                            effective_samples: effective,
                            is_settled: settled,
                        }
                    })
                    .collect();
                alone += u32::from(runs.iter().all(|run| run.is_settled));
                if are_settled_together(runs.iter().copied()) {
                    together += 1;
                    let means = runs.iter().map(|run| (run.mean, run.standard_error));
                    let summary = StudySummary::from_means(means).expect("numbers");
                    right += u32::from((summary.low..=summary.high).contains(&0.0));
                }
            }
            println!("{samples} samples: {alone} alone, {together} together, {right} right");
            (alone, together, right)
        };
        let found = [20, 80, 320, 640, 20_000].map(&mut share);
        // Of these lengths the first is below the correlation; the last is what each run takes
        // alone.
        assert!(found[0].1 < 20 && found[3].0 < 20, "{found:?}");
        assert!(found[3].1 > 170 && found[4].0 > 150 && found[4].1 > 170, "{found:?}");
        let (together, right) =
            found.iter().fold((0, 0), |sum, one| (sum.0 + one.1, sum.1 + one.2));
        assert!(right * 100 >= 92 * together, "{right} of {together} intervals are right");
        let same = RunTimeMean {
            mean: 1.0,
            standard_error: 0.0,
            effective_samples: 80.0,
            is_settled: true,
        };
        assert!(
            are_settled_together([same; 3])
                && are_settled_together([same])
                && !are_settled_together([])
        );
        let apart = RunTimeMean { mean: 2.0, ..same };
        assert!(!are_settled_together([same, apart, same]), "each constant, at different values");
    }

    #[test]
    fn a_single_run_has_no_deviation_no_error_and_no_interval() {
        let summary = StudySummary::from_values([0.7, f64::NAN]).expect("one number");
        assert_eq!((summary.n, summary.mean, summary.min, summary.max), (1, 0.7, 0.7, 0.7));
        assert!([summary.sd, summary.se, summary.low, summary.high].iter().all(|of| of.is_nan()));
        let mut moments = Moments::default();
        moments.add_value(0.7);
        assert!(moments.standard_deviation().is_nan());
    }

    #[test]
    fn students_t_goes_on_smoothly_beyond_its_table() {
        assert!((student_t_975(31) - 2.0395).abs() < 1e-3);
        assert!((student_t_975(100) - 1.9840).abs() < 1e-3);
        assert!((student_t_975(1_000_000) - 1.96).abs() < 1e-3);
    }

    #[test]
    fn quantiles_are_linear_between_two_values() {
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.75), 3.0);
        assert!(quantile(&[], 0.5).is_nan());
    }
}
