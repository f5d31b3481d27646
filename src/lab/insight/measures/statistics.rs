//! What a series of values of one measure tells: its mean with an error, and how it fluctuates.
//!
//! Leave out the burn-in before: the time in which a run still remembers how it began.

use super::Span;

/// One number that can be computed from a series. Each is declared here, once, as measures are.
#[derive(Debug)]
pub struct Statistic {
    /// Its name in files.
    pub key: &'static str,
    /// What the page calls it.
    pub label: &'static str,
    /// Whether it has the unit of its measure.
    pub in_unit: bool,
    /// Whether it is only meant for order parameters, from 0 to 1.
    pub of_order: bool,
    /// What it tells.
    pub doc: &'static str,
    /// How it is computed.
    pub definition: &'static str,
    /// From the values, of which none is NaN, and the number of units.
    of: fn(&[f64], f64) -> f64,
}

impl Statistic {
    /// Of the values that are numbers; NaN where there are too few of them.
    pub fn of(&self, values: &[f64], units: f64) -> f64 {
        let values: Vec<f64> = values.iter().copied().filter(|x| !x.is_nan()).collect();
        (self.of)(&values, units)
    }

    /// Whether it tells something of a measure with such values.
    pub fn suits(&self, span: Span) -> bool {
        !self.of_order || span == Span::Share
    }
}

/// All statistics, in the order in which they are told.
pub static STATISTICS: &[Statistic] = &[
    Statistic {
        key: "mean",
        label: "Mean",
        in_unit: true,
        of_order: false,
        doc: "Average over the window.",
        definition: "⟨p⟩",
        of: |values, _| mean(values),
    },
    Statistic {
        key: "standard_error",
        label: "Standard error",
        in_unit: true,
        of_order: false,
        doc: "How far the mean may be off, by chance.",
        definition: "standard deviation of the means of √n blocks, over the root of their number",
        of: |values, _| standard_error(values),
    },
    Statistic {
        key: "susceptibility",
        label: "Susceptibility",
        in_unit: false,
        of_order: true,
        doc: "How strongly the order fluctuates: largest where it is about to be lost.",
        definition: "N (⟨p²⟩ - ⟨p⟩²), N the number of units",
        of: susceptibility,
    },
    Statistic {
        key: "binder",
        label: "Binder cumulant",
        in_unit: false,
        of_order: true,
        doc: "2/3 in order, 1/3 without any: curves of crowds of different size cross at the \
              transition.",
        definition: "1 - ⟨p⁴⟩ / (3 ⟨p²⟩²)",
        of: |values, _| binder(values),
    },
];

/// The mean; NaN of nothing.
pub fn mean(values: &[f64]) -> f64 {
    moment(values, |x| x)
}

/// The standard error of the mean, by the means of √n consecutive blocks: values that follow each
/// other resemble each other, and would count as too many if each counted alone. NaN of fewer than
/// four values.
pub fn standard_error(values: &[f64]) -> f64 {
    let blocks = (values.len() as f64).sqrt() as usize;
    if blocks < 2 {
        return f64::NAN;
    }
    let ends = |block: usize| block * values.len() / blocks;
    let means: Vec<f64> =
        (0..blocks).map(|block| mean(&values[ends(block)..ends(block + 1)])).collect();
    let middle = mean(&means);
    let squares: f64 = means.iter().map(|x| (x - middle) * (x - middle)).sum();
    (squares / ((blocks - 1) * blocks) as f64).sqrt()
}

/// Susceptibility of an order parameter p of `units` units: N (⟨p²⟩ - ⟨p⟩²).
pub fn susceptibility(values: &[f64], units: f64) -> f64 {
    let middle = mean(values);
    units * moment(values, |x| (x - middle) * (x - middle))
}

/// Binder cumulant of an order parameter p: 1 - ⟨p⁴⟩ / (3 ⟨p²⟩²).
pub fn binder(values: &[f64]) -> f64 {
    let (second, fourth) = (moment(values, |x| x * x), moment(values, |x| x * x * x * x));
    1.0 - fourth / (3.0 * second * second)
}

fn moment(values: &[f64], of: impl Fn(f64) -> f64) -> f64 {
    values.iter().map(|x| of(*x)).sum::<f64>() / values.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use flockwright::engine::rng::{Rng, Stream};

    fn near(found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 1e-12, "{found}, not {wanted}");
    }

    #[test]
    fn a_series_is_summed_up_as_by_hand() {
        let values = [0.5, 1.0, 0.5, 1.0];
        near(mean(&values), 0.75);
        near(susceptibility(&values, 100.0), 6.25);
        // ⟨p²⟩ = 0.625, ⟨p⁴⟩ = 0.53125.
        near(binder(&values), 1.0 - 0.53125 / (3.0 * 0.390625));
        // Two blocks, whose means are alike.
        near(standard_error(&values), 0.0);
        near(standard_error(&[0.5, 0.5, 1.0, 1.0]), 0.25);
        assert!(standard_error(&[1.0, 2.0, 3.0]).is_nan());
        assert!(mean(&[]).is_nan() && susceptibility(&[], 9.0).is_nan() && binder(&[]).is_nan());
    }

    #[test]
    fn the_binder_cumulant_is_two_thirds_in_order_and_a_third_of_a_random_plane_vector() {
        near(binder(&[0.9; 7]), 2.0 / 3.0);
        let mut rng = Rng::new(3, Stream::Scenery);
        let mut normal = || (0..12).map(|_| f64::from(rng.range(-0.5, 0.5))).sum::<f64>();
        let lengths: Vec<f64> = (0..40_000)
            .map(|_| {
                let (x, y) = (normal(), normal());
                (x * x + y * y).sqrt()
            })
            .collect();
        assert!((binder(&lengths) - 1.0 / 3.0).abs() < 0.02, "{}", binder(&lengths));
    }

    #[test]
    fn values_that_follow_each_other_and_are_alike_make_a_mean_no_surer() {
        let mut rng = Rng::new(5, Stream::Scenery);
        let independent: Vec<f64> = (0..400).map(|_| f64::from(rng.range(0.0, 1.0))).collect();
        // A uniform number has a deviation of √(1/12).
        let usual = (1.0f64 / 12.0).sqrt();
        let error = standard_error(&independent);
        assert!((0.6..1.6).contains(&(error / (usual / 20.0))), "{error}");
        // Each value ten times: no more is known of the mean than before.
        let repeated: Vec<f64> = independent.iter().flat_map(|x| [*x; 10]).collect();
        let error = standard_error(&repeated);
        assert!((0.6..1.6).contains(&(error / (usual / 20.0))), "{error}");
    }

    #[test]
    fn what_is_no_number_is_left_out() {
        for statistic in STATISTICS {
            let told = statistic.of(&[0.1, f64::NAN, 0.4, 0.2, 0.9], 10.0);
            assert_eq!(told, statistic.of(&[0.1, 0.4, 0.2, 0.9], 10.0), "{}", statistic.key);
        }
        let suited = STATISTICS.iter().filter(|statistic| statistic.suits(Span::Amount)).count();
        assert_eq!(suited, 2, "susceptibility and Binder cumulant are of order parameters");
    }
}
