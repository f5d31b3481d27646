//! [`Lane`] for a single lane: plain `f32`.

use super::{LANES, Lane};
use wide::f32x4;

impl Lane for f32 {
    type Mask = bool;
    type Counters = u32;
    const NO_COUNTS: u32 = 0;
    const ZERO: Self = 0.0;
    const LANE_COUNT: usize = 1;

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
    fn store(self, to: &mut [f32], at: usize, _valid_count: usize) {
        to[at] = self;
    }
    #[inline(always)]
    fn from_lane_fn(mut f: impl FnMut(usize) -> f32) -> Self {
        f(0)
    }
    #[inline(always)]
    fn get(self, _lane: usize) -> f32 {
        self
    }
    #[inline(always)]
    fn records_to_fields(records: [[f32; 4]; LANES]) -> [Self; 4] {
        records[0]
    }
    #[inline(always)]
    fn fields_to_records(fields: [Self; 4]) -> [f32x4; LANES] {
        [f32x4::from(fields); LANES]
    }
    #[inline(always)]
    fn increment_where(tally: u32, mask: bool) -> u32 {
        tally + u32::from(mask)
    }
    #[inline(always)]
    fn counts_to_lanes(tally: u32) -> Self {
        tally as f32
    }
    #[inline(always)]
    fn clamped_indices(self, limit: f32) -> [i32; LANES] {
        [self.clamp_to(0.0, limit) as i32; LANES]
    }
    #[inline(always)]
    fn with_sign_of(self, other: Self) -> Self {
        self.copysign(other)
    }
    #[inline(always)]
    fn reduce_min(self) -> f32 {
        self
    }
    #[inline(always)]
    fn reduce_max(self) -> f32 {
        self
    }
    #[inline(always)]
    fn lane_indices() -> Self {
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
    fn to_bitmask(mask: bool) -> u32 {
        u32::from(mask)
    }
}
