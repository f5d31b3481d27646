//! Registry of the statistics of a measure's time series.

use super::ValueRange;
use super::time_series::TimeSeries;

/// A statistic of a measure's time series, such as the mean.
#[derive(Debug)]
pub struct SeriesStatistic {
    /// Name of the statistic in files.
    pub key: &'static str,
    /// Label of the statistic on the page.
    pub label: &'static str,
    /// Whether the statistic has the unit of its measure.
    pub has_measure_unit: bool,
    /// Whether the statistic is meant only for measures from 0 to 1 (order parameters).
    pub is_of_order_parameter: bool,
    pub description: &'static str,
    /// One sentence that says how the statistic is computed.
    pub definition: &'static str,
    /// Computes the statistic from the series and the number of units that the measure covers.
    function: fn(&TimeSeries, f64) -> f64,
}

impl SeriesStatistic {
    /// Computes the statistic for a series of a measure that covers this many units; NaN if there
    /// are too few values.
    pub fn compute(&self, series: &TimeSeries, units: f64) -> f64 {
        (self.function)(series, units)
    }

    /// Whether the statistic is meaningful for a measure with this range of values.
    pub fn is_meaningful_for(&self, span: ValueRange) -> bool {
        !self.is_of_order_parameter || span == ValueRange::Share
    }
}

/// All statistics, in the order in which they are listed.
pub static STATISTICS: &[SeriesStatistic] = &[
    SeriesStatistic {
        key: "mean",
        label: "Mean",
        has_measure_unit: true,
        is_of_order_parameter: false,
        description: "Average over the window.",
        definition: "⟨p⟩",
        function: |series, _| series.mean(),
    },
    SeriesStatistic {
        key: "standard_error",
        label: "Standard error",
        has_measure_unit: true,
        is_of_order_parameter: false,
        description: "How far the mean may be off, by chance.",
        definition: "from the means of blocks, whose length is doubled until it exceeds the correlation \
                     time (Flyvbjerg & Petersen 1989)",
        function: |series, _| series.mean_error().standard_error,
    },
    SeriesStatistic {
        key: "effective_samples",
        label: "Effective samples",
        has_measure_unit: false,
        is_of_order_parameter: false,
        description: "The number of independent samples with the same error.",
        definition: "n s₀² / s², at most n, s the standard error, s₀ the error without blocks",
        function: |series, _| series.mean_error().effective_count,
    },
    SeriesStatistic {
        key: "settled",
        label: "Settled",
        has_measure_unit: false,
        is_of_order_parameter: false,
        description: "1 where longer blocks would not change the error; 0 where it is likely too small, for \
              the window is too short.",
        definition: "1 if B³ > 2 n (s / s₀)⁴ for blocks of B of the n samples and at least 24 blocks (Lee et \
                     al. 2011), else 0",
        function: |series, _| f64::from(u8::from(series.mean_error().is_settled)),
    },
    SeriesStatistic {
        key: "susceptibility",
        label: "Susceptibility",
        has_measure_unit: false,
        is_of_order_parameter: true,
        description: "How strongly the order fluctuates: largest where it is about to be lost.",
        definition: "N (⟨p²⟩ - ⟨p⟩²), N the number of birds",
        function: TimeSeries::susceptibility,
    },
    SeriesStatistic {
        key: "binder",
        label: "Binder cumulant",
        has_measure_unit: false,
        is_of_order_parameter: true,
        description: "2/3 in order, 1/3 without any: curves of crowds of different size cross at the \
              transition.",
        definition: "1 - ⟨p⁴⟩ / (3 ⟨p²⟩²)",
        function: |series, _| series.binder_cumulant(),
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_is_left_out() {
        for statistic in STATISTICS {
            let of = |values: &[f64]| {
                statistic.compute(&TimeSeries::from_values(values), 10.0).to_bits()
            };
            let found = of(&[0.1, f64::NAN, 0.4, 0.2, 0.9]);
            assert_eq!(found, of(&[0.1, 0.4, 0.2, 0.9]), "{}", statistic.key);
        }
        let suited = STATISTICS
            .iter()
            .filter(|statistic| statistic.is_meaningful_for(ValueRange::Amount))
            .count();
        assert_eq!(suited + 2, STATISTICS.len(), "susceptibility and Binder cumulant are of order");
    }
}
