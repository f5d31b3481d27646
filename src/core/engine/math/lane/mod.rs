//! One or several numbers computed in step.

mod four;
mod one;

use std::ops::{Add, Div, Mul, Neg, Sub};
use wide::f32x4;

/// How many units the tick handles at once.
pub(crate) const LANES: usize = 4;

/// What the tick computes in.
pub type Lanes = f32x4;

/// The same number in all lanes.
#[inline(always)]
pub fn splat(value: f32) -> Lanes {
    Lane::splat(value)
}

/// One or several `f32` that are computed in step.
///
/// Kernels are generic over it, so that the scalar and the SIMD form of a kernel are one text.
/// Both forms give bit-identical results for each lane.
pub trait Lane:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// The result of a comparison, one flag per lane.
    type Mask: Copy;
    /// A count per lane.
    type Tally: Copy;
    /// All counts 0.
    const NO_TALLY: Self::Tally;
    /// 0 in all lanes.
    const ZERO: Self;
    /// Number of values held.
    const N: usize;

    /// The same number in all lanes.
    fn splat(value: f32) -> Self;
    /// The last two fields of a record, each in all lanes.
    fn last_two(record: &[f32; 4]) -> [Self; 2];
    /// Reads `N` values from `from[at..]`.
    fn load(from: &[f32], at: usize) -> Self;
    /// Writes the first `valid` lanes to `to[at..]`.
    fn store(self, to: &mut [f32], at: usize, valid: usize);
    /// A number per lane.
    fn from_fn(f: impl FnMut(usize) -> f32) -> Self;
    /// The number in one lane.
    fn get(self, lane: usize) -> f32;
    /// 0, 1, 2, ...: the numbers of the lanes.
    fn ramp() -> Self;
    /// The smallest of the lanes.
    fn lowest(self) -> f32;
    /// The largest of the lanes.
    fn highest(self) -> f32;
    /// The fields of records, one lane per record.
    fn fields(records: [[f32; 4]; LANES]) -> [Self; 4];
    /// The way back: a record per lane.
    fn records(fields: [Self; 4]) -> [f32x4; LANES];

    /// Counts one more where the mask is set.
    fn tally(tally: Self::Tally, mask: Self::Mask) -> Self::Tally;
    /// The counts as numbers: exact up to 2^24.
    fn tallied(tally: Self::Tally) -> Self;
    /// The whole numbers below `limit` next to zero of the lanes.
    fn indices(self, limit: f32) -> [i32; LANES];
    /// The amount of `self`, which is not negative, with the sign of `other`.
    fn with_sign_of(self, other: Self) -> Self;

    /// The square root of each lane.
    fn sqrt(self) -> Self;
    /// The amount of each lane.
    fn abs(self) -> Self;

    /// Whether each lane is less than the other.
    fn lt(self, other: Self) -> Self::Mask;
    /// Whether it is no more.
    fn le(self, other: Self) -> Self::Mask;
    /// Whether it is more.
    fn gt(self, other: Self) -> Self::Mask;
    /// Whether it is no less.
    fn ge(self, other: Self) -> Self::Mask;
    /// Whether both are the same number.
    fn eq(self, other: Self) -> Self::Mask;

    /// `a` where the mask is set, else `b`.
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self;
    /// Set where both are.
    fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Set where either is.
    fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Whether any lane is set.
    fn any(mask: Self::Mask) -> bool;
    /// Whether all are.
    fn all(mask: Self::Mask) -> bool;
    /// One bit per lane, the first lane's lowest.
    fn bits(mask: Self::Mask) -> u32;

    /// 0 in all lanes.
    #[inline(always)]
    fn zero() -> Self {
        Self::ZERO
    }
    /// `self` where the mask is set, else 0.
    #[inline(always)]
    fn keep(self, mask: Self::Mask) -> Self {
        Self::select(mask, self, Self::zero())
    }
    /// The lesser of both; `other` where either is NaN.
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self::select(self.lt(other), self, other)
    }
    /// The greater of both; `other` where either is NaN.
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self::select(self.gt(other), self, other)
    }
    /// The value, limited to a range.
    #[inline(always)]
    fn within(self, low: f32, high: f32) -> Self {
        self.max(Self::splat(low)).min(Self::splat(high))
    }
}
