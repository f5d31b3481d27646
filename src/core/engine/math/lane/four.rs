//! [`Lane`] for four lanes in one SIMD register.

use super::{LANES, Lane};
use wide::{f32x4, i32x4};

/// Combines the values of all lanes by a commutative and associative operation, without branches.
#[inline(always)]
fn combine_lanes(lanes: f32x4, both: impl Fn(f32x4, f32x4) -> f32x4) -> f32 {
    let [a, b, c, d] = lanes.to_array();
    let pairs = both(lanes, f32x4::from([c, d, a, b]));
    let [a, b, c, d] = pairs.to_array();
    both(pairs, f32x4::from([b, a, d, c])).to_array()[0]
}

impl Lane for f32x4 {
    type Mask = f32x4;
    type Counters = i32x4;
    const NO_COUNTS: i32x4 = i32x4::ZERO;
    const ZERO: Self = f32x4::ZERO;
    const LANE_COUNT: usize = LANES;

    #[inline(always)]
    fn splat(value: f32) -> Self {
        f32x4::splat(value)
    }
    #[inline(always)]
    fn last_two(record: &[f32; 4]) -> [Self; 2] {
        // Shuffles are used on purpose: the compiler treats a scalar that is only masked later as
        // an integer, and moves it between register files twice.
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
    fn store(self, to: &mut [f32], at: usize, valid_count: usize) {
        let four = self.to_array();
        if valid_count == LANES {
            to[at..at + LANES].copy_from_slice(&four);
        } else {
            to[at..at + valid_count].copy_from_slice(&four[..valid_count]);
        }
    }
    #[inline(always)]
    fn from_lane_fn(f: impl FnMut(usize) -> f32) -> Self {
        f32x4::from(std::array::from_fn::<f32, LANES, _>(f))
    }
    #[inline(always)]
    fn get(self, lane: usize) -> f32 {
        self.to_array()[lane]
    }
    #[inline(always)]
    fn records_to_fields(records: [[f32; 4]; LANES]) -> [Self; 4] {
        f32x4::transpose(records.map(f32x4::from))
    }
    #[inline(always)]
    fn fields_to_records(fields: [Self; 4]) -> [f32x4; LANES] {
        f32x4::transpose(fields)
    }
    #[inline(always)]
    fn increment_where(tally: i32x4, mask: Self) -> i32x4 {
        // All bits of a set mask are 1, which is the integer -1, so subtracting the mask counts up.
        tally - bytemuck::cast::<f32x4, i32x4>(mask)
    }
    #[inline(always)]
    fn counts_to_lanes(tally: i32x4) -> Self {
        tally.round_float()
    }
    #[inline(always)]
    fn clamped_indices(self, limit: f32) -> [i32; LANES] {
        self.clamp_to(0.0, limit).fast_trunc_int().to_array()
    }
    #[inline(always)]
    fn with_sign_of(self, other: Self) -> Self {
        self | (other & f32x4::splat(-0.0))
    }
    #[inline(always)]
    fn reduce_min(self) -> f32 {
        combine_lanes(self, Lane::min)
    }
    #[inline(always)]
    fn reduce_max(self) -> f32 {
        combine_lanes(self, Lane::max)
    }
    #[inline(always)]
    fn lane_indices() -> Self {
        f32x4::from([0.0, 1.0, 2.0, 3.0])
    }
    // Native minimum and maximum instructions are fast; on each target, the order of their operands
    // is the one that gives the trait's results for equal numbers and for NaN.
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
    fn keep_where(self, mask: Self) -> Self {
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
    fn to_bitmask(mask: Self) -> u32 {
        f32x4::to_bitmask(mask)
    }
}
