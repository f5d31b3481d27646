//! Numbers as texts: read and written as the standard library does.
//!
//! It does so right for numbers of any length, with tables and arithmetic of 30 kB. What links and
//! panels have are short decimals, for which a number of twice the length is exact enough; whatever is
//! not is left to it, and so to the second part of the core.

use std::fmt;

/// Whole numbers and powers of ten up to here are exact at twice the length.
const MOST_WHOLE: u64 = 1 << 53;
const MOST_POWER: f64 = 1e18;

/// Whole numbers below this are exact, and nothing shorter reads back as one of them.
const MOST_OWN: f32 = (1 << 24) as f32;

/// Nothing that is written has more digits; a product that large is off by less than [`SURE`].
const MOST_DIGITS: f64 = 1e9;
const SURE: f64 = 1e-6;

/// Bounds of a range are at most this far from zero, so that widths, squares and products of two of
/// them are finite in 32 bits.
pub const LARGEST_BOUND: f32 = 1e18;

/// A range is at least this wide, and at least [`LEAST_SHARE`] of its larger bound: otherwise 32-bit
/// numbers leave a slider no steps between the two ends.
const LEAST_WIDTH: f32 = 1e-18;
const LEAST_SHARE: f32 = 1e-4;

/// Whether numbers may range from `low` to `high`.
///
/// # Errors
/// What is wrong with the range, as the end of a sentence.
pub fn admit_range(low: f32, high: f32) -> Result<(), String> {
    let largest = low.abs().max(high.abs());
    if !(largest <= LARGEST_BOUND) {
        return Err(format!(
            "a range reaches at most from -{LARGEST_BOUND:e} to {LARGEST_BOUND:e}, not {low:e}..{high:e}"
        ));
    }
    if low >= high {
        return Err(format!("the range goes from the least to the largest, not {low}..{high}"));
    }
    if high - low < LEAST_WIDTH.max(LEAST_SHARE * largest) {
        return Err(format!("the range {low:e}..{high:e} is too narrow to change anything in it"));
    }
    Ok(())
}

/// The step of a slider over an [admitted](admit_range) range: 1, 2 or 5 times a power of ten, at most
/// a two hundredth of its width.
pub fn step_of(low: f32, high: f32) -> f32 {
    // A little more, for powers of ten are not exact.
    let about = (f64::from(high) - f64::from(low)) / 200.0 * (1.0 + 1e-9);
    let mut step = 1e-24;
    // An admitted range takes at most 41 of these.
    while step * 10.0 <= about && step < f64::from(LARGEST_BOUND) {
        step *= 10.0;
    }
    let step = [5.0, 2.0, 1.0].map(|times| times * step).into_iter().find(|step| *step <= about);
    step.unwrap_or(1e-24) as f32
}

/// Reads a number.
pub fn read(text: &str) -> Option<f32> {
    plain(text).and_then(nearest).or_else(|| text.parse().ok())
}

/// Reads a number at twice the length.
pub(crate) fn read_wide(text: &str) -> Option<f64> {
    plain(text).or_else(|| text.parse().ok())
}

/// Digits with at most one point, where the number is the exact quotient, rounded once.
fn plain(text: &str) -> Option<f64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (mut whole, mut power, mut count, mut point) = (0, 1.0, 0, false);
    for byte in digits.bytes() {
        match byte {
            b'0'..=b'9' => {
                whole = 10 * whole + u64::from(byte - b'0');
                power *= if point { 10.0 } else { 1.0 };
                count += 1;
            }
            b'.' if !point => point = true,
            _ => return None,
        }
        if whole > MOST_WHOLE || power > MOST_POWER {
            return None;
        }
    }
    let value = whole as f64 / power;
    (count > 0).then_some(if digits.len() < text.len() { -value } else { value })
}

/// The nearest number, which is that of the text too, unless what was rounded once lies in the middle
/// between two, or so near to zero that there are fewer.
fn nearest(value: f64) -> Option<f32> {
    const CUT: u32 = f64::MANTISSA_DIGITS - f32::MANTISSA_DIGITS;
    let is_middle = value.to_bits() << (64 - CUT) == 1 << 63;
    let near = value as f32;
    let is_usual = value == 0.0 || value.abs() >= f64::from(f32::MIN_POSITIVE);
    (is_usual && near.is_finite() && !is_middle).then_some(near)
}

/// Writes the shortest decimal that reads back as the number: of several, the nearest.
#[derive(Clone, Copy, Debug)]
pub struct Shortest(pub f32);

impl fmt::Display for Shortest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((whole, decimals)) = digits(self.0.abs()) else { return self.0.fmt(f) };
        if self.0.is_sign_negative() {
            f.write_str("-")?;
        }
        let one = 10_u64.pow(decimals);
        write!(f, "{}", whole / one)?;
        match decimals as usize {
            0 => Ok(()),
            width => write!(f, ".{:0width$}", whole % one),
        }
    }
}

/// A whole number, and how many of its digits are decimals; `None` where that is for others to say.
fn digits(number: f32) -> Option<(u64, u32)> {
    if !number.is_finite() || number >= MOST_OWN {
        return None;
    }
    let mut power = 1.0;
    for decimals in 0.. {
        let scaled = f64::from(number) * power;
        if scaled > MOST_DIGITS || power > MOST_POWER {
            break;
        }
        let whole = (scaled + 0.5).floor();
        let reads_back = |whole: f64| nearest(whole / power).map(|read| read == number);
        if reads_back(whole)? {
            // Between two decimals, either is as near.
            let is_sure = (scaled - scaled.floor() - 0.5).abs() > SURE;
            return is_sure.then_some((whole as u64, decimals));
        }
        // Above a power of two there is more room than below it: one that is not as near may do.
        if reads_back(whole + 1.0)? {
            break;
        }
        power *= 10.0;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees(text: &str) {
        let bits = |value: Option<f32>| value.map(f32::to_bits);
        assert_eq!(bits(read(text)), bits(text.parse().ok()), "{text}");
        let bits = |value: Option<f64>| value.map(f64::to_bits);
        assert_eq!(bits(read_wide(text)), bits(text.parse().ok()), "{text}");
    }

    fn writes(value: f32) {
        assert_eq!(Shortest(value).to_string(), value.to_string());
    }

    /// Bits in no order.
    fn drawn(count: u32) -> impl Iterator<Item = u32> {
        (0..count).map(|at| {
            let mixed = at.wrapping_mul(0x9e37_79b9);
            (mixed ^ mixed >> 15).wrapping_mul(0x2c1b_3c6d) ^ mixed >> 13
        })
    }

    #[test]
    fn numbers_of_all_sizes_are_written_and_read_as_the_library_does() {
        for bits in drawn(200_000) {
            let value = f32::from_bits(bits);
            writes(value);
            agrees(&value.to_string());
        }
        for exponent in 0..=255 {
            for mantissa in [0, 1, 2, 0x7f_fffe, 0x7f_ffff] {
                writes(f32::from_bits(exponent << 23 | mantissa));
            }
        }
    }

    #[test]
    fn short_decimals_are_written_and_read_as_the_library_does_and_by_no_help_of_it() {
        for (at, bits) in drawn(200_000).enumerate() {
            let (decimals, whole) = (at as u32 % 7, f64::from(bits % 10_000_000));
            let value = (whole / 10_f64.powi(decimals as i32)) as f32;
            assert!(digits(value).is_some(), "{value} is left to the library");
            writes(value);
            writes(-value);
            let text = value.to_string();
            assert!(plain(&text).and_then(nearest).is_some(), "{text} is left to the library");
            agrees(&text);
        }
    }

    #[test]
    fn longer_decimals_are_read_as_the_library_does() {
        for (a, b) in drawn(200_000).zip(drawn(300_000).skip(100_000)) {
            agrees(&format!("{}.{b}", a % 1000));
            agrees(&format!("-0.{a}{b}"));
        }
        // In the middle between two numbers, and a little beside it.
        for text in ["16777217", "16777217.000000001", "0.00000000000000000000000000000000000001"] {
            agrees(text);
        }
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
            assert!(admit_range(low, high).is_err(), "{low:e}..{high:e}");
        }
        for (low, high, step) in [
            (0.0, 50.0, 0.2),
            (-1e18, 1e18, 1e16),
            (0.0, 1e-18, 5e-21),
            (0.5, 200.0, 0.5),
            (0.0, 1.0, 0.005),
        ] {
            assert_eq!(admit_range(low, high), Ok(()), "{low:e}..{high:e}");
            assert_eq!(step_of(low, high), step, "{low:e}..{high:e}");
        }
        // Whatever the range, the search for a step ends.
        for bits in drawn(20_000) {
            let high = f32::from_bits(bits);
            let step = step_of(-high, high);
            assert!(step.is_finite() && step > 0.0, "{high:e}: {step:e}");
        }
    }

    #[test]
    fn whatever_else_there_is_is_read_as_the_library_does() {
        for text in [
            "",
            "-",
            ".",
            "-.",
            "+1",
            "1.",
            ".5",
            "-0",
            "0",
            "1e3",
            "1E-3",
            "inf",
            "NaN",
            "1_000",
            "1.2.3",
            "--1",
            " 1",
            "0x10",
            "٣",
            "9007199254740993",
            "1e99",
            "00000000000000000001.50",
        ] {
            agrees(text);
        }
    }
}
