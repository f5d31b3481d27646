//! Numeric type of the tick's inner loops: one `f32`, or four in a SIMD register.

mod four;
mod one;

use std::ops::{Add, Div, Mul, Neg, Sub};
use wide::f32x4;

/// Number of units that the tick's inner loops process at once.
pub(crate) const LANES: usize = 4;

/// Numeric type of the tick's inner loops: four `f32` lanes in a SIMD register.
pub type Lanes = f32x4;

/// Returns `value` in all lanes.
#[inline(always)]
pub fn splat(value: f32) -> Lanes {
    Lane::splat(value)
}

/// One or several `f32` values that are computed in parallel lanes.
///
/// Inner loops are generic over this trait, so that the scalar and the SIMD version share their
/// source. Both versions give bit-identical results in each lane.
pub trait Lane:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// Result of a lane-wise comparison: one flag per lane.
    type Mask: Copy;
    /// Integer counters, one per lane.
    type Counters: Copy;
    /// Counters that are 0 in all lanes.
    const NO_COUNTS: Self::Counters;
    /// The number 0 in all lanes.
    const ZERO: Self;
    /// Number of lanes of the type.
    const LANE_COUNT: usize;

    /// Returns `value` in all lanes.
    fn splat(value: f32) -> Self;
    /// Third and fourth number of a record, each in all lanes.
    fn last_two(record: &[f32; 4]) -> [Self; 2];
    /// Reads the lanes from `from[at..]`.
    fn load(from: &[f32], at: usize) -> Self;
    /// Writes the first `valid_count` lanes to `to[at..]`.
    fn store(self, to: &mut [f32], at: usize, valid_count: usize);
    /// Creates lanes from a function that receives the index of each lane.
    fn from_lane_fn(f: impl FnMut(usize) -> f32) -> Self;
    /// Value in the lane with this index.
    fn get(self, lane: usize) -> f32;
    /// Creates lanes that contain their own index: 0, 1, 2, ...
    fn lane_indices() -> Self;
    /// Smallest value of all lanes.
    fn reduce_min(self) -> f32;
    /// Largest value of all lanes.
    fn reduce_max(self) -> f32;
    /// Transposes four records: field k of the result has the k-th number of record i in lane i.
    fn records_to_fields(records: [[f32; 4]; LANES]) -> [Self; 4];
    /// Inverse of [`records_to_fields`](Self::records_to_fields): record i is from lane i.
    fn fields_to_records(fields: [Self; 4]) -> [f32x4; LANES];

    /// Returns counters that are one higher in the lanes whose mask is set.
    fn increment_where(tally: Self::Counters, mask: Self::Mask) -> Self::Counters;
    /// Converts counters to floating-point numbers, exact up to 2^24.
    fn counts_to_lanes(tally: Self::Counters) -> Self;
    /// Value of each lane as an integer, clamped to `0.0..=limit` and rounded toward 0.
    fn clamped_indices(self, limit: f32) -> [i32; LANES];
    /// Returns `self`, which must not be negative, with the sign of `other`.
    fn with_sign_of(self, other: Self) -> Self;

    /// Square root of each lane.
    fn sqrt(self) -> Self;
    /// Absolute value of each lane.
    fn abs(self) -> Self;

    /// Lane-wise `self < other`.
    fn lt(self, other: Self) -> Self::Mask;
    /// Lane-wise `self <= other`.
    fn le(self, other: Self) -> Self::Mask;
    /// Lane-wise `self > other`.
    fn gt(self, other: Self) -> Self::Mask;
    /// Lane-wise `self >= other`.
    fn ge(self, other: Self) -> Self::Mask;
    /// Lane-wise `self == other`.
    fn eq(self, other: Self) -> Self::Mask;

    /// Lane-wise choice: `a` where the mask is set, else `b`.
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self;
    /// Lane-wise logical and.
    fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Lane-wise logical or.
    fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Whether the mask is set in any lane.
    fn any(mask: Self::Mask) -> bool;
    /// Whether the mask is set in all lanes.
    fn all(mask: Self::Mask) -> bool;
    /// Mask as a number with one bit per lane, 1 where the mask is set; the first lane is bit 0.
    fn to_bitmask(mask: Self::Mask) -> u32;

    /// The number 0 in all lanes.
    #[inline(always)]
    fn zero() -> Self {
        Self::ZERO
    }
    /// Value of `self` in the lanes whose mask is set, else 0.
    #[inline(always)]
    fn keep_where(self, mask: Self::Mask) -> Self {
        Self::select(mask, self, Self::zero())
    }
    /// Lane-wise minimum of `self` and `other`; `other` where either is NaN.
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self::select(self.lt(other), self, other)
    }
    /// Lane-wise maximum of `self` and `other`; `other` where either is NaN.
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self::select(self.gt(other), self, other)
    }
    /// Clamps each lane to `low..=high`.
    #[inline(always)]
    fn clamp_to(self, low: f32, high: f32) -> Self {
        self.max(Self::splat(low)).min(Self::splat(high))
    }
}
