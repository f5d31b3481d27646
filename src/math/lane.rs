//! One or several numbers computed in step.

use std::ops::{Add, Div, Mul, Neg, Sub};
use wide::{f32x4, i32x4};

/// How many units the tick handles at once.
pub const LANES: usize = 4;

/// What the tick computes in: four lanes, or a single one with the feature `scalar`, by which the
/// bench measures what the lanes bring.
#[cfg(not(feature = "scalar"))]
pub type Lanes = f32x4;
#[cfg(feature = "scalar")]
pub type Lanes = f32;

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
    /// The smallest of the lanes.
    fn lowest(self) -> f32;
    /// The largest of the lanes.
    fn highest(self) -> f32;
    /// 0, 1, 2, ...: the numbers of the lanes.
    fn ramp() -> Self;
    /// The value, limited to a range.
    #[inline(always)]
    fn within(self, low: f32, high: f32) -> Self {
        self.max(Self::splat(low)).min(Self::splat(high))
    }
}

impl Lane for f32 {
    type Mask = bool;
    type Tally = u32;
    const NO_TALLY: u32 = 0;
    const ZERO: Self = 0.0;
    const N: usize = 1;

    #[inline(always)]
    fn splat(value: f32) -> Self {
        value
    }
    #[inline(always)]
    fn last_two(record: &[f32; 4]) -> [Self; 2] {
        [record[2], record[3]]
    }
    #[inline(always)]
    fn load(from: &[f32], at: usize) -> Self {
        from[at]
    }
    #[inline(always)]
    fn store(self, to: &mut [f32], at: usize, _valid: usize) {
        to[at] = self;
    }
    #[inline(always)]
    fn from_fn(mut f: impl FnMut(usize) -> f32) -> Self {
        f(0)
    }
    #[inline(always)]
    fn get(self, _lane: usize) -> f32 {
        self
    }
    #[inline(always)]
    fn fields(records: [[f32; 4]; LANES]) -> [Self; 4] {
        records[0]
    }
    #[inline(always)]
    fn records(fields: [Self; 4]) -> [f32x4; LANES] {
        [f32x4::from(fields); LANES]
    }
    #[inline(always)]
    fn tally(tally: u32, mask: bool) -> u32 {
        tally + u32::from(mask)
    }
    #[inline(always)]
    fn tallied(tally: u32) -> Self {
        tally as f32
    }
    #[inline(always)]
    fn indices(self, limit: f32) -> [i32; LANES] {
        [self.within(0.0, limit) as i32; LANES]
    }
    #[inline(always)]
    fn with_sign_of(self, other: Self) -> Self {
        self.copysign(other)
    }
    #[inline(always)]
    fn lowest(self) -> f32 {
        self
    }
    #[inline(always)]
    fn highest(self) -> f32 {
        self
    }
    #[inline(always)]
    fn ramp() -> Self {
        0.0
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        f32::sqrt(self)
    }
    #[inline(always)]
    fn abs(self) -> Self {
        f32::abs(self)
    }
    #[inline(always)]
    fn lt(self, other: Self) -> bool {
        self < other
    }
    #[inline(always)]
    fn le(self, other: Self) -> bool {
        self <= other
    }
    #[inline(always)]
    fn gt(self, other: Self) -> bool {
        self > other
    }
    #[inline(always)]
    fn ge(self, other: Self) -> bool {
        self >= other
    }
    #[inline(always)]
    fn eq(self, other: Self) -> bool {
        self == other
    }
    #[inline(always)]
    fn select(mask: bool, a: Self, b: Self) -> Self {
        if mask { a } else { b }
    }
    #[inline(always)]
    fn and(a: bool, b: bool) -> bool {
        a & b
    }
    #[inline(always)]
    fn or(a: bool, b: bool) -> bool {
        a | b
    }
    #[inline(always)]
    fn any(mask: bool) -> bool {
        mask
    }
    #[inline(always)]
    fn all(mask: bool) -> bool {
        mask
    }
    #[inline(always)]
    fn bits(mask: bool) -> u32 {
        u32::from(mask)
    }
}

/// All lanes as one, without a branch.
#[inline(always)]
fn fold(lanes: f32x4, both: impl Fn(f32x4, f32x4) -> f32x4) -> f32 {
    let [a, b, c, d] = lanes.to_array();
    let pairs = both(lanes, f32x4::from([c, d, a, b]));
    let [a, b, c, d] = pairs.to_array();
    both(pairs, f32x4::from([b, a, d, c])).to_array()[0]
}

impl Lane for f32x4 {
    type Mask = f32x4;
    type Tally = i32x4;
    const NO_TALLY: i32x4 = i32x4::ZERO;
    const ZERO: Self = f32x4::ZERO;
    const N: usize = LANES;

    #[inline(always)]
    fn splat(value: f32) -> Self {
        f32x4::splat(value)
    }
    #[inline(always)]
    fn last_two(record: &[f32; 4]) -> [Self; 2] {
        // Of a single number that is only masked thereafter, the compiler would make an integer, and
        // move it between the registers of both kinds.
        let whole = f32x4::from(*record);
        let high = whole.unpack_hi(whole);
        [high.unpack_lo(high), high.unpack_hi(high)]
    }
    #[inline(always)]
    fn load(from: &[f32], at: usize) -> Self {
        let four: [f32; LANES] = from[at..at + LANES].try_into().expect("a slice of four");
        f32x4::from(four)
    }
    #[inline(always)]
    fn store(self, to: &mut [f32], at: usize, valid: usize) {
        let four = self.to_array();
        if valid == LANES {
            to[at..at + LANES].copy_from_slice(&four);
        } else {
            to[at..at + valid].copy_from_slice(&four[..valid]);
        }
    }
    #[inline(always)]
    fn from_fn(f: impl FnMut(usize) -> f32) -> Self {
        f32x4::from(std::array::from_fn::<f32, LANES, _>(f))
    }
    #[inline(always)]
    fn get(self, lane: usize) -> f32 {
        self.to_array()[lane]
    }
    #[inline(always)]
    fn fields(records: [[f32; 4]; LANES]) -> [Self; 4] {
        f32x4::transpose(records.map(f32x4::from))
    }
    #[inline(always)]
    fn records(fields: [Self; 4]) -> [f32x4; LANES] {
        f32x4::transpose(fields)
    }
    #[inline(always)]
    fn tally(tally: i32x4, mask: Self) -> i32x4 {
        // A set mask is all ones: -1.
        tally - bytemuck::cast::<f32x4, i32x4>(mask)
    }
    #[inline(always)]
    fn tallied(tally: i32x4) -> Self {
        tally.round_float()
    }
    #[inline(always)]
    fn indices(self, limit: f32) -> [i32; LANES] {
        self.within(0.0, limit).fast_trunc_int().to_array()
    }
    #[inline(always)]
    fn with_sign_of(self, other: Self) -> Self {
        self | (other & f32x4::splat(-0.0))
    }
    #[inline(always)]
    fn lowest(self) -> f32 {
        fold(self, Lane::min)
    }
    #[inline(always)]
    fn highest(self) -> f32 {
        fold(self, Lane::max)
    }
    #[inline(always)]
    fn ramp() -> Self {
        f32x4::from([0.0, 1.0, 2.0, 3.0])
    }
    // What the processor has for it, where that picks the same operand for equal ones.
    #[cfg(target_feature = "sse")]
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.fast_min(other)
    }
    #[cfg(target_feature = "sse")]
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.fast_max(other)
    }
    #[cfg(target_feature = "simd128")]
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        other.fast_min(self)
    }
    #[cfg(target_feature = "simd128")]
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        other.fast_max(self)
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        f32x4::sqrt(self)
    }
    #[inline(always)]
    fn abs(self) -> Self {
        f32x4::abs(self)
    }
    #[inline(always)]
    fn lt(self, other: Self) -> Self {
        self.simd_lt(other)
    }
    #[inline(always)]
    fn le(self, other: Self) -> Self {
        self.simd_le(other)
    }
    #[inline(always)]
    fn gt(self, other: Self) -> Self {
        self.simd_gt(other)
    }
    #[inline(always)]
    fn ge(self, other: Self) -> Self {
        self.simd_ge(other)
    }
    #[inline(always)]
    fn eq(self, other: Self) -> Self {
        self.simd_eq(other)
    }
    #[inline(always)]
    fn select(mask: Self, a: Self, b: Self) -> Self {
        mask.bitselect(a, b)
    }
    #[inline(always)]
    fn keep(self, mask: Self) -> Self {
        self & mask
    }
    #[inline(always)]
    fn and(a: Self, b: Self) -> Self {
        a & b
    }
    #[inline(always)]
    fn or(a: Self, b: Self) -> Self {
        a | b
    }
    #[inline(always)]
    fn any(mask: Self) -> bool {
        f32x4::any(mask)
    }
    #[inline(always)]
    fn all(mask: Self) -> bool {
        f32x4::all(mask)
    }
    #[inline(always)]
    fn bits(mask: Self) -> u32 {
        f32x4::to_bitmask(mask)
    }
}
