//! Arithmetic with bit-identical results natively and in WebAssembly, with one lane or four.
//!
//! All functions of this module consist of `+ - * /`, `sqrt`, comparisons and selections, which
//! IEEE 754 defines exactly. The functions of `std` (`sin`, `acos`, `powf`) differ between
//! platforms, and fused multiply-add exists on some platforms only, so a tick uses neither.

mod lane;

pub(crate) use lane::LANES;
pub use lane::{Lane, Lanes, splat};
use wide::i32x4;

/// Arc cosine (rad) of a value that is first clamped to -1..=1; absolute error below 1e-6 rad.
///
/// Polynomial 4.4.46 of Abramowitz & Stegun, *Handbook of Mathematical Functions*.
#[inline(always)]
pub fn acos<L: Lane>(x: L) -> L {
    #[expect(clippy::approx_constant, reason = "the table's first coefficient, nearly pi / 2")]
    const COEFFICIENTS: [f32; 8] = [
        1.570_796_3, -0.214_598_8, 0.088_978_99, -0.050_174_305, 0.030_891_88, -0.017_088_126,
        0.006_670_09, -0.001_262_491_1,
    ];
    let x = x.clamp_to(-1.0, 1.0);
    let a = x.abs();
    let mut p = L::splat(COEFFICIENTS[7]);
    for c in COEFFICIENTS[..7].iter().rev() {
        p = p * a + L::splat(*c);
    }
    let r = (L::splat(1.0) - a).sqrt() * p;
    L::select(x.lt(L::zero()), L::splat(std::f32::consts::PI) - r, r)
}

/// The number 1.5 * 2^23. Adding this number to a small one shifts the fraction out of the
/// mantissa, whose low bits then are the rounded integer; subtracting it leaves the rounded value.
/// The result is exact in IEEE 754 arithmetic on every target.
const ROUNDING_MAGIC: f32 = 12_582_912.0;

/// Rounds to the nearest integer, ties to even, for |x| < 2^22.
#[inline(always)]
fn round_to_even<L: Lane>(x: L) -> L {
    let magic = L::splat(ROUNDING_MAGIC);
    (x + magic) - magic
}

/// Exponential function for x <= 0; relative error below 3e-7. Arguments are clamped to -87..=0.
///
/// Computed as the nearest power of two, whose bits are assembled directly, times the Taylor
/// polynomial of degree 6.
#[inline(always)]
pub fn exp_below_0(x: Lanes) -> Lanes {
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    let x = x.clamp_to(-87.0, 0.0);
    let shifted = x * splat(std::f32::consts::LOG2_E) + splat(ROUNDING_MAGIC);
    let power = shifted - splat(ROUNDING_MAGIC);
    let rest = x - power * splat(LN_2_HIGH) - power * splat(LN_2_LOW);
    let taylor = [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];
    let small = taylor.into_iter().fold(Lanes::ZERO, |sum, c| sum * rest + splat(c));
    let exponent: i32x4 = bytemuck::cast::<Lanes, i32x4>(shifted) << 23;
    small * bytemuck::cast::<i32x4, Lanes>(exponent + i32x4::splat(0x3f80_0000))
}

/// Angle in -pi..=pi (rad) that is equivalent to `angle`, for angles of up to a few thousand turns.
#[inline(always)]
pub fn wrap_angle<L: Lane>(angle: L) -> L {
    let turns = round_to_even(angle * L::splat(1.0 / std::f32::consts::TAU));
    angle - turns * L::splat(TAU_HIGH) - turns * L::splat(TAU_LOW)
}

// 2 pi and pi / 2, each as a sum of two parts, so that subtracting a small multiple of the sum
// keeps full precision.
const TAU_HIGH: f32 = 6.281_25;
const TAU_LOW: f32 = 0.001_935_307_2;
const HALF_PI_HIGH: f32 = 1.570_312_5;
const HALF_PI_LOW: f32 = 0.000_483_826_8;

/// Sine and cosine of an angle in -pi..=pi (rad); absolute error below 1e-6.
///
/// The angle is reduced to -pi/4..=pi/4, where Taylor polynomials of degree 9 and 8 are evaluated.
#[inline(always)]
pub fn sin_cos<L: Lane>(angle: L) -> (L, L) {
    let quadrant = round_to_even(angle * L::splat(std::f32::consts::FRAC_2_PI));
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
    // (sine, cosine) by quadrant: 0: (s, c); 1: (c, -s); -1: (-c, s); 2 and -2: (-s, -c).
    let negative = quadrant.lt(L::zero());
    let sine = L::select(L::and(odd, negative), -sine, sine);
    let cosine = L::select(L::and(odd, quadrant.gt(L::zero())), -cosine, cosine);
    (L::select(half_turn, -sine, sine), L::select(half_turn, -cosine, cosine))
}

/// Largest absolute component of vectors whose squared length is finite in `f32`, with a margin.
const MAX_COMPONENT: f32 = 1e18;

/// Scales a vector down, if necessary, so that its squared length is finite. Forces become that
/// large where thousands of units crowd at one point.
#[inline(always)]
pub(crate) fn limit_for_squaring<L: Lane>(x: L, y: L) -> (L, L) {
    let (most, longest) = (L::splat(MAX_COMPONENT), x.abs().max(y.abs()));
    let scale = L::select(longest.gt(most), most / longest, L::splat(1.0));
    (x * scale, y * scale)
}

/// Unit vector along (x, y), or (0, 0) for the zero vector.
#[inline(always)]
pub fn unit<L: Lane>(x: L, y: L) -> (L, L) {
    let (x, y, _) = unit_and_mask(x, y);
    (x, y)
}

/// Unit vector along (x, y), and a mask of the lanes where (x, y) is not zero. In the other lanes,
/// the vector is (0, 0).
#[inline(always)]
pub fn unit_and_mask<L: Lane>(x: L, y: L) -> (L, L, L::Mask) {
    let length = (x * x + y * y).sqrt();
    let present = length.gt(L::zero());
    let inverse = (L::splat(1.0) / length).keep_where(present);
    (x * inverse, y * inverse, present)
}

/// Side of a direction, from its forward and starboard components: 1 for starboard, -1 for port.
///
/// Straight ahead, and for the zero vector, the result is 0. Dead astern it is 1, because with 0 a
/// unit that heads directly away from its goal would never turn.
#[inline(always)]
pub fn side_sign<L: Lane>(forward: L, starboard: L) -> L {
    let zero = L::zero();
    let aside = L::or(starboard.abs().gt(zero), forward.lt(zero));
    // Adding zero turns a negative zero, which would give -1 dead astern, into a positive one.
    L::splat(1.0).keep_where(aside).with_sign_of(starboard + zero)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wide::f32x4;

    fn angles() -> impl Iterator<Item = f32> {
        (-4000..=4000).map(|k| k as f32 / 4000.0 * std::f32::consts::PI)
    }

    #[test]
    fn exp_below_0_agrees_with_the_exact_function() {
        for step in 0..87_000 {
            let x = -0.001 * step as f32;
            let (exp, exact) = (f64::from(exp_below_0(splat(x)).get(1)), f64::from(x).exp());
            assert!((exp / exact - 1.0).abs() < 3e-7, "exp {x} = {exp}");
        }
        assert_eq!(exp_below_0(splat(0.0)).get(0), 1.0);
        assert!(exp_below_0(splat(f32::NEG_INFINITY)).get(0) < 2e-38);
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
        assert_eq!(side_sign(-1.0f32, 0.0), 1.0);
        assert_eq!(side_sign(1.0f32, 0.0), 0.0);
        assert_eq!(side_sign(0.0f32, 0.0), 0.0);
        assert_eq!(side_sign(1.0f32, -0.1), -1.0);
        assert_eq!(side_sign(-1.0f32, 0.1), 1.0);
    }
}
