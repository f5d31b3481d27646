//! Arithmetic that gives the same bits everywhere: natively, in wasm, in one lane or in four.
//!
//! Everything here is built from `+ - * /`, `sqrt`, comparisons and selections, which IEEE 754
//! defines exactly. The functions of `std` (`sin`, `acos`, `powf`) differ between platforms, and
//! fused multiply-add exists only on some, so neither is used inside a tick.

use std::ops::{Add, Div, Mul, Neg, Sub};
use wide::f32x4;

/// How many units the tick handles at once.
pub const LANES: usize = 4;

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
    /// Number of values held.
    const N: usize;

    fn splat(value: f32) -> Self;
    /// Reads `N` values from `from[at..]`.
    fn load(from: &[f32], at: usize) -> Self;
    /// Writes the first `valid` lanes to `to[at..]`.
    fn store(self, to: &mut [f32], at: usize, valid: usize);
    fn from_fn(f: impl FnMut(usize) -> f32) -> Self;
    fn get(self, lane: usize) -> f32;

    fn sqrt(self) -> Self;
    fn abs(self) -> Self;

    fn lt(self, other: Self) -> Self::Mask;
    fn le(self, other: Self) -> Self::Mask;
    fn gt(self, other: Self) -> Self::Mask;
    fn ge(self, other: Self) -> Self::Mask;
    fn eq(self, other: Self) -> Self::Mask;

    /// `a` where the mask is set, else `b`.
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self;
    fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    fn any(mask: Self::Mask) -> bool;
    fn all(mask: Self::Mask) -> bool;

    #[inline(always)]
    fn zero() -> Self {
        Self::splat(0.0)
    }
    /// `self` where the mask is set, else 0.
    #[inline(always)]
    fn keep(self, mask: Self::Mask) -> Self {
        Self::select(mask, self, Self::zero())
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self::select(self.lt(other), self, other)
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self::select(self.gt(other), self, other)
    }
    /// The smallest of the lanes.
    #[inline(always)]
    fn lowest(self) -> f32 {
        (1..Self::N)
            .fold(self.get(0), |low, lane| if self.get(lane) < low { self.get(lane) } else { low })
    }
    /// The largest of the lanes.
    #[inline(always)]
    fn highest(self) -> f32 {
        (1..Self::N).fold(
            self.get(0),
            |high, lane| if self.get(lane) > high { self.get(lane) } else { high },
        )
    }
    /// The value, limited to a range.
    #[inline(always)]
    fn within(self, low: f32, high: f32) -> Self {
        self.max(Self::splat(low)).min(Self::splat(high))
    }
}

impl Lane for f32 {
    type Mask = bool;
    const N: usize = 1;

    #[inline(always)]
    fn splat(value: f32) -> Self {
        value
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
}

impl Lane for f32x4 {
    type Mask = f32x4;
    const N: usize = LANES;

    #[inline(always)]
    fn splat(value: f32) -> Self {
        f32x4::splat(value)
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
}

/// Arc cosine of a value that is first clamped to -1..=1; absolute error below 1e-6 rad.
///
/// Polynomial 4.4.46 of Abramowitz & Stegun, *Handbook of Mathematical Functions*.
#[inline(always)]
pub fn acos<L: Lane>(x: L) -> L {
    #[expect(clippy::approx_constant, reason = "the table's first coefficient, nearly pi / 2")]
    const C: [f32; 8] = [
        1.570_796_3,
        -0.214_598_8,
        0.088_978_99,
        -0.050_174_305,
        0.030_891_88,
        -0.017_088_126,
        0.006_670_09,
        -0.001_262_491_1,
    ];
    let x = x.within(-1.0, 1.0);
    let a = x.abs();
    let mut p = L::splat(C[7]);
    for c in C[..7].iter().rev() {
        p = p * a + L::splat(*c);
    }
    let r = (L::splat(1.0) - a).sqrt() * p;
    L::select(x.lt(L::zero()), L::splat(std::f32::consts::PI) - r, r)
}

/// Nearest whole number (ties to even) for |x| < 2^22.
#[inline(always)]
fn round<L: Lane>(x: L) -> L {
    // Adding 1.5 * 2^23 pushes the fraction out of the mantissa; taking it off again leaves the
    // rounded value. Exact in IEEE arithmetic, the same in every lane and on every target.
    let magic = L::splat(12_582_912.0);
    (x + magic) - magic
}

/// The equivalent angle in -pi..=pi, for |angle| up to a few thousand turns.
#[inline(always)]
pub fn wrap_angle<L: Lane>(angle: L) -> L {
    let turns = round(angle * L::splat(1.0 / std::f32::consts::TAU));
    angle - turns * L::splat(TAU_HIGH) - turns * L::splat(TAU_LOW)
}

// 2 pi and pi / 2 split in two parts, so that subtracting a small multiple keeps full precision.
const TAU_HIGH: f32 = 6.281_25;
const TAU_LOW: f32 = 0.001_935_307_2;
const HALF_PI_HIGH: f32 = 1.570_312_5;
const HALF_PI_LOW: f32 = 0.000_483_826_8;

/// Sine and cosine of an angle in -pi..=pi; absolute error below 1e-6.
///
/// Reduced to -pi/4..=pi/4 and evaluated with the Taylor polynomials of degree 9 and 8.
#[inline(always)]
pub fn sin_cos<L: Lane>(angle: L) -> (L, L) {
    let quadrant = round(angle * L::splat(std::f32::consts::FRAC_2_PI));
    let x = angle - quadrant * L::splat(HALF_PI_HIGH) - quadrant * L::splat(HALF_PI_LOW);
    let x2 = x * x;
    let s = x
        * (((L::splat(2.755_731_9e-6) * x2 - L::splat(1.984_127e-4)) * x2
            + L::splat(8.333_334e-3))
            * x2
            - L::splat(1.666_666_7e-1))
        * x2
        + x;
    let c = (((L::splat(2.480_158_7e-5) * x2 - L::splat(1.388_888_9e-3)) * x2
        + L::splat(4.166_666_7e-2))
        * x2
        - L::splat(0.5))
        * x2
        + L::splat(1.0);
    let q = quadrant.abs();
    let odd = q.eq(L::splat(1.0));
    let half_turn = q.eq(L::splat(2.0));
    let sine = L::select(odd, c, s);
    let cosine = L::select(odd, s, c);
    // Quadrant 1: (c, -s); -1: (-c, s); +-2: (-s, -c).
    let negative = quadrant.lt(L::zero());
    let sine = L::select(L::and(odd, negative), -sine, sine);
    let cosine = L::select(L::and(odd, quadrant.gt(L::zero())), -cosine, cosine);
    (L::select(half_turn, -sine, sine), L::select(half_turn, -cosine, cosine))
}

/// The unit vector along (x, y), or (0, 0) for a zero-length vector.
#[inline(always)]
pub fn unit<L: Lane>(x: L, y: L) -> (L, L) {
    let length = (x * x + y * y).sqrt();
    let present = length.gt(L::zero());
    let inverse = (L::splat(1.0) / length).keep(present);
    (x * inverse, y * inverse)
}

/// Which side a direction lies on, from its forward and starboard parts: 1 starboard, -1 port.
///
/// Exactly ahead (or nowhere) gives 0; dead astern gives 1, so that a unit heading straight away
/// turns at all.
#[inline(always)]
pub fn side<L: Lane>(forward: L, starboard: L) -> L {
    let zero = L::zero();
    let one = L::splat(1.0);
    let astern = one.keep(forward.lt(zero));
    let port = L::select(starboard.lt(zero), -one, astern);
    L::select(starboard.gt(zero), one, port)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn angles() -> impl Iterator<Item = f32> {
        (-4000..=4000).map(|k| k as f32 / 4000.0 * std::f32::consts::PI)
    }

    #[test]
    fn sin_cos_agrees_with_the_exact_functions() {
        for t in angles() {
            let (s, c) = sin_cos(t);
            assert!((f64::from(s) - f64::from(t).sin()).abs() < 1e-6, "sin {t} = {s}");
            assert!((f64::from(c) - f64::from(t).cos()).abs() < 1e-6, "cos {t} = {c}");
        }
    }

    #[test]
    fn acos_agrees_with_the_exact_function_and_clamps() {
        for k in -1000..=1000 {
            let x = k as f32 / 1000.0;
            let got = f64::from(acos(x));
            assert!((got - f64::from(x).acos()).abs() < 1e-6, "acos {x} = {got}");
        }
        assert_eq!(acos(1.5f32), 0.0);
        assert_eq!(acos(-7.0f32), std::f32::consts::PI);
    }

    #[test]
    fn four_lanes_give_the_bits_of_one() {
        for t in angles() {
            let (s, c) = sin_cos(f32x4::splat(t));
            assert_eq!((s.get(2), c.get(1)), sin_cos(t));
            assert_eq!(acos(f32x4::splat(t / 3.2)).get(3), acos(t / 3.2));
            assert_eq!(wrap_angle(f32x4::splat(9.0 * t)).get(0), wrap_angle(9.0 * t));
        }
    }

    #[test]
    fn a_wrapped_angle_points_the_same_way() {
        for t in angles() {
            for turns in -3i16..=3 {
                let there = t + f32::from(turns) * std::f32::consts::TAU;
                let back = wrap_angle(there);
                assert!(back.abs() <= std::f32::consts::PI + 1e-5);
                let off = (f64::from(back) - f64::from(there)) / std::f64::consts::TAU;
                assert!((off - off.round()).abs() < 1e-6, "{there} became {back}");
            }
        }
    }

    #[test]
    fn a_direction_dead_astern_counts_as_starboard_and_dead_ahead_as_no_side() {
        assert_eq!(side(-1.0f32, 0.0), 1.0);
        assert_eq!(side(1.0f32, 0.0), 0.0);
        assert_eq!(side(0.0f32, 0.0), 0.0);
        assert_eq!(side(1.0f32, -0.1), -1.0);
        assert_eq!(side(-1.0f32, 0.1), 1.0);
    }
}
