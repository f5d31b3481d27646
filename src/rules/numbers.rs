//! Limits of numeric ranges, and the step of a slider.

/// Maximum absolute value of the bounds of a parameter's range. Widths, squares and products of two
/// bounds are then finite in 32 bits.
pub const MAX_RANGE_BOUND: f32 = 1e18;

/// Minimum width of a parameter's range.
const MIN_RANGE_WIDTH: f32 = 1e-18;
/// Minimum width of a parameter's range as a share of its larger absolute bound. In a narrower
/// range, 32-bit floats have too few values between the bounds for the steps of a slider.
const MIN_RELATIVE_WIDTH: f32 = 1e-4;

/// Checks that a parameter can have the range `low..high`.
///
/// # Errors
///
/// The reason why it cannot, as the end of a sentence.
pub fn check_range(low: f32, high: f32) -> Result<(), String> {
    let largest = low.abs().max(high.abs());
    if low.is_nan() || high.is_nan() || largest > MAX_RANGE_BOUND {
        return Err(format!(
            "a range reaches at most from -{MAX_RANGE_BOUND:e} to {MAX_RANGE_BOUND:e}, not {low:e}..{high:e}"
        ));
    }
    if low >= high {
        return Err(format!("the range goes from the least to the largest, not {low}..{high}"));
    }
    if high - low < MIN_RANGE_WIDTH.max(MIN_RELATIVE_WIDTH * largest) {
        return Err(format!("the range {low:e}..{high:e} is too narrow to change anything in it"));
    }
    Ok(())
}

/// Minimum of rates, scales and sizes that a person gives for a recording of animals. Together with
/// [`MAX_FACTOR`] it keeps their products with positions of up to [`MAX_RANGE_BOUND`] finite and
/// nonzero.
pub const MIN_FACTOR: f64 = 1e-9;
/// Maximum of rates, scales and sizes that a person gives for a recording; see [`MIN_FACTOR`].
pub const MAX_FACTOR: f64 = 1e9;

/// Checks that a rate, a scale or a size named `what` is from [`MIN_FACTOR`] to [`MAX_FACTOR`].
///
/// # Errors
///
/// A sentence with these limits.
pub fn check_factor(what: &str, value: f64) -> Result<f64, String> {
    match (MIN_FACTOR..=MAX_FACTOR).contains(&value) {
        true => Ok(value),
        false => Err(format!("{what} is from {MIN_FACTOR:e} to {MAX_FACTOR:e}, not {value:e}.")),
    }
}

/// Step of a slider for a range that [`check_range`] accepts: 1, 2 or 5 times a power of ten, at
/// most 1/200 of the width of the range.
pub fn slider_step(low: f32, high: f32) -> f32 {
    // The factor 1 + 1e-6 allows for rounding of the bounds and of powers of ten.
    let about = (f64::from(high) - f64::from(low)) / 200.0 * (1.0 + 1e-6);
    let mut step = 1e-24;
    // A range that is accepted takes at most 41 iterations.
    while step * 10.0 <= about && step < f64::from(MAX_RANGE_BOUND) {
        step *= 10.0;
    }
    let step = [5.0, 2.0, 1.0].map(|times| times * step).into_iter().find(|step| *step <= about);
    step.unwrap_or(1e-24) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pseudorandom bits.
    fn drawn(count: u32) -> impl Iterator<Item = u32> {
        (0..count).map(|at| {
            let mixed = at.wrapping_mul(0x9e37_79b9);
            (mixed ^ mixed >> 15).wrapping_mul(0x2c1b_3c6d) ^ mixed >> 13
        })
    }

    #[test]
    fn a_range_is_finite_wide_enough_and_has_a_round_step() {
        let max = f32::MAX;
        let tiny = f32::from_bits(1);
        for (low, high) in [
            (-3e38, 3e38),
            (-max, max),
            (0.0, max),
            (0.0, 1e19),
            (f32::NAN, 1.0),
            (0.0, f32::INFINITY),
            (0.0, tiny),
            (-tiny, tiny),
            (1.0, 1.0),
            (0.0, -0.0),
            (1e8, 1e8 + 8.0),
        ] {
            assert!(check_range(low, high).is_err(), "{low:e}..{high:e}");
        }
        for (low, high, step) in [
            (0.0, 50.0, 0.2),
            (-1e18, 1e18, 1e16),
            (0.0, 1e-18, 5e-21),
            (0.5, 200.0, 0.5),
            (0.0, 1.0, 0.005),
        ] {
            assert_eq!(check_range(low, high), Ok(()), "{low:e}..{high:e}");
            assert_eq!(slider_step(low, high), step, "{low:e}..{high:e}");
        }
        // The search for a step ends for any range.
        for bits in drawn(20_000) {
            let high = f32::from_bits(bits);
            let step = slider_step(-high, high);
            assert!(step.is_finite() && step > 0.0, "{high:e}: {step:e}");
        }
    }
}
