//! Operations on columns, which contain one value per unit, or per member of a set that units
//! visit.

use super::program::{Instruction, OPTION_STRIDE, Op};
use super::views::ViewChoice;
use crate::engine::math::{Lane, Lanes, acos, side_sign, sin_cos, wrap_angle};
use crate::engine::params::DT;
use crate::engine::rng::{Rng, Stream};
use crate::engine::scope::Scope;
use std::ops::Range;

/// Number of lane blocks in a column of units.
pub(super) const SLOTS: usize = 16;

/// Number of lane blocks in a column of members.
pub(super) const PACK: usize = 32;

/// Column with one value per unit.
pub(super) type Units64 = [Lanes; SLOTS];

/// Column with one value per member.
pub(super) type Pack = [Lanes; PACK];

/// Computes a value that is the same for all units into the first `slots` slots of its column.
pub(super) fn fix(
    step: &Instruction,
    columns: &mut [Units64],
    slots: usize,
    params: &[f32],
    scope: Option<&Scope>,
) {
    let param = |at: usize| params.get(at).copied().unwrap_or(0.0);
    let of = |value: &dyn Fn(&Scope) -> f32| scope.map_or(0.0, value);
    let signs =
        |scope: &Scope| ViewChoice::ALL[step.k as usize % 4].sector(scope.view).border_signs();
    let value = match step.op {
        Op::Number => f32::from_bits(step.k),
        Op::Param => param(step.k as usize),
        Op::Is => {
            let (at, option) = (step.k / OPTION_STRIDE, step.k % OPTION_STRIDE);
            f32::from(u8::from(param(at as usize) == option as f32))
        }
        Op::Force => of(&|scope| scope.force_scale),
        Op::Stiffest => of(&|scope| scope.max_gain),
        Op::Mass => of(&|scope| scope.mass),
        Op::ViewSign => of(&|scope| signs(scope)[0]),
        Op::ViewFull => of(&|scope| signs(scope)[1]),
        Op::Time => of(&|scope| scope.tick as f32 * DT),
        Op::GroupSize => of(&|scope| scope.group_size() as f32),
        _ => return compute(step, columns, 0..slots),
    };
    columns[usize::from(step.to)][..slots].fill(Lanes::splat(value));
}

/// Random numbers of a unit in a tick, for the draw at `place` in the rule's text.
pub(super) fn draw_rng(scope: &Scope, unit: usize, place: u32) -> Rng {
    let tick = scope.tick;
    let stream = match place {
        0 => Stream::Behavior { unit, tick },
        place => Stream::Draw { place, unit, tick },
    };
    Rng::new(scope.seed, stream)
}

/// Random rank of a member in 0..1, for a unit in a tick. The member with the lowest rank is drawn,
/// in whatever order the members are found.
pub(super) fn random_rank(scope: &Scope, unit: usize, place: u32, member: u32) -> f32 {
    Rng::new(scope.seed, Stream::Lot { place, unit, member, tick: scope.tick }).unit()
}

/// Natural logarithm; NaN for 0 and negative numbers.
fn logarithm(x: f32) -> f32 {
    if x > 0.0 { libm::logf(x) } else { f32::NAN }
}

/// Random number in -1..1 that changes smoothly; independent values are `seconds` apart.
pub(super) fn smooth_noise(scope: &Scope, unit: usize, place: u32, seconds: f32) -> f32 {
    let draw = |knot: u64| {
        let stream = match place {
            0 => Stream::Unrest { unit, knot },
            place => Stream::Sway { place, unit, knot },
        };
        Rng::new(scope.seed, stream)
    };
    // The independent values of each unit are at different times; otherwise the entire flock would
    // turn in step.
    let offset = draw(u64::MAX).unit();
    let time = offset + scope.tick as f32 * DT / seconds;
    let whole = time.floor();
    let share = time - whole;
    let smooth = share * share * (3.0 - 2.0 * share);
    let knot = |knot: u64| draw(knot).range(-1.0, 1.0);
    let (from, to) = (knot(whole as u64), knot((whole as u64).saturating_add(1)));
    from + (to - from) * smooth
}

/// Largest whole exponent for which a power is computed by multiplication.
pub(super) const MOST_WHOLE: f32 = 16.0;

/// Whether the power with this exponent is computed by multiplication.
pub(super) fn is_whole(exponent: f32) -> bool {
    (1.0..=MOST_WHOLE).contains(&exponent) && exponent == exponent.floor()
}

fn whole_power<L: Lane>(base: L, exponent: u32) -> L {
    (1..exponent).fold(base, |power, _| power * base)
}

fn power(base: f32, exponent: f32) -> f32 {
    if is_whole(exponent) { whole_power(base, exponent as u32) } else { libm::powf(base, exponent) }
}

/// Turn that makes a unit move in a direction: the side on which the direction lies, times the
/// angle from the velocity as a share of a half turn, times `force`. The operations and their order
/// are those of the separate steps in [`compute`].
#[inline(always)]
pub(super) fn turn(
    way: [Lanes; 2],
    velocity: [Lanes; 2],
    [hx, hy]: [Lanes; 2],
    force: Lanes,
) -> Lanes {
    let (zero, one) = (Lanes::ZERO, Lanes::splat(1.0));
    let length = |[x, y]: [Lanes; 2]| (x * x + y * y).sqrt();
    let (distance, speed) = (length(way), length(velocity));
    let inverse = |length: Lanes| (one / length).keep(length.gt(zero));
    let (near, slow) = (inverse(distance), inverse(speed));
    let ([ux, uy], [wx, wy]) = (way.map(|part| part * near), velocity.map(|part| part * slow));
    let share = acos(ux * wx + uy * wy) * Lanes::splat(std::f32::consts::FRAC_1_PI);
    let share = share.keep(Lanes::and(zero.lt(distance), zero.lt(speed)));
    side_sign(ux * hx + uy * hy, hx * uy - hy * ux) * force * share
}

/// Computes a step that is the same for units and members.
#[inline(always)]
pub(super) fn compute<const N: usize>(
    step: &Instruction,
    columns: &mut [[Lanes; N]],
    slots: Range<usize>,
) {
    let slots = slots.start.min(N)..slots.end.min(N);
    let [a, b, c, d] = step.from.map(usize::from);
    let to = usize::from(step.to);
    // One bounds check for all slots.
    assert!([a, b, c, d, to].into_iter().all(|at| at < columns.len()));
    let zero = Lanes::ZERO;
    let one = Lanes::splat(1.0);
    macro_rules! each {
        (|$($name:ident = $at:ident),+| $value:expr) => {
            for slot in slots.clone() {
                $(let $name = columns[$at][slot];)+
                let value = $value;
                columns[to][slot] = value;
            }
        };
    }
    match step.op {
        Op::Add => each!(|x = a, y = b| x + y),
        Op::Sub => each!(|x = a, y = b| x - y),
        Op::Mul => each!(|x = a, y = b| x * y),
        Op::Div => each!(|x = a, y = b| x / y),
        Op::Min => each!(|x = a, y = b| x.min(y)),
        Op::Max => each!(|x = a, y = b| x.max(y)),
        Op::Neg => each!(|x = a| -x),
        Op::Abs => each!(|x = a| x.abs()),
        Op::Sign => {
            each!(|x = a| Lanes::select(x.gt(zero), one, (-one).keep(x.lt(zero))));
        }
        Op::Sqrt => each!(|x = a| x.sqrt().keep(x.gt(zero))),
        Op::Floor => each!(|x = a| Lanes::from_lane_fn(|lane| x.get(lane).floor())),
        Op::Exp => each!(|x = a| Lanes::from_lane_fn(|lane| libm::expf(x.get(lane)))),
        Op::Log => each!(|x = a| Lanes::from_lane_fn(|lane| logarithm(x.get(lane)))),
        Op::Tanh => each!(|x = a| Lanes::from_lane_fn(|lane| libm::tanhf(x.get(lane)))),
        Op::Sin => each!(|x = a| sin_cos(wrap_angle(x)).0),
        Op::Cos => each!(|x = a| sin_cos(wrap_angle(x)).1),
        Op::Acos => each!(|x = a| acos(x)),
        Op::Wrap => each!(|x = a| wrap_angle(x)),
        Op::Pow => {
            each!(|x = a, y = b| Lanes::from_lane_fn(|lane| power(x.get(lane), y.get(lane))));
        }
        Op::Whole => each!(|x = a| whole_power(x, step.k)),
        Op::Dot => each!(|x = a, y = b, u = c, v = d| x * u + y * v),
        Op::Cross => each!(|x = a, y = b, u = c, v = d| x * v - y * u),
        Op::Hypot => each!(|x = a, y = b| (x * x + y * y).sqrt()),
        Op::Inverse => each!(|x = a| (one / x).keep(x.gt(zero))),
        Op::Side => each!(|x = a, y = b| side_sign(x, y)),
        Op::Less => each!(|x = a, y = b| one.keep(x.lt(y))),
        Op::AtMost => each!(|x = a, y = b| one.keep(x.le(y))),
        Op::Same => each!(|x = a, y = b| one.keep(x.eq(y))),
        // An operand that was left out can have any value if the other one is false.
        Op::And => each!(|x = a, y = b| y.keep(x.gt(zero))),
        Op::Or => each!(|x = a, y = b| x.max(y)),
        Op::Not => each!(|x = a| one - x),
        Op::Select => each!(|x = a, y = b, z = c| Lanes::select(x.gt(zero), y, z)),
        Op::Where => each!(|x = a, y = b| x.keep(y.gt(zero))),
        _ => {}
    }
}
