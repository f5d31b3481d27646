//! Operations on columns of values: one value per unit, or one per member of a set (such as the
//! neighbors in view). A slot of a column is one SIMD vector, with a value in each lane.

use super::program::{Instruction, OpCode};
use super::views::ViewChoice;
use crate::engine::math::{Lane, Lanes, acos, side_sign, sin_cos, wrap_angle};
use crate::engine::params::DT;
use crate::engine::rng::{RandomStream, Rng};
use crate::engine::scope::Scope;
use std::ops::Range;

/// Number of slots (SIMD vectors) in a column of units.
pub(super) const SLOTS_PER_BLOCK: usize = 16;

/// Number of slots (SIMD vectors) in a column of members.
pub(super) const MEMBER_SLOTS: usize = 32;

/// Column with one value per unit of a block.
pub(super) type UnitColumn = [Lanes; SLOTS_PER_BLOCK];

/// Column with one value per member of a pack.
pub(super) type MemberColumn = [Lanes; MEMBER_SLOTS];

/// Computes an instruction whose result is the same for all units, and writes it to the first
/// `slots` slots (SIMD vectors) of the instruction's result column.
pub(super) fn compute_fixed(
    step: &Instruction,
    columns: &mut [UnitColumn],
    slots: usize,
    params: &[f32],
    scope: Option<&Scope>,
) {
    let param = |at: usize| params.get(at).copied().unwrap_or(0.0);
    let of = |value: &dyn Fn(&Scope) -> f32| scope.map_or(0.0, value);
    let signs = |scope: &Scope, view: ViewChoice| view.sector(scope.view).border_signs();
    let value = match step.op {
        OpCode::Number(bits) => f32::from_bits(bits),
        OpCode::Param(at) => param(at),
        OpCode::IsOption { param_index, option_index } => {
            f32::from(param(param_index) == option_index as f32)
        }
        OpCode::Force => of(&|scope| scope.force_scale),
        OpCode::MaxGain => of(&|scope| scope.max_gain),
        OpCode::Mass => of(&|scope| scope.mass),
        OpCode::ViewSign(view) => of(&|scope| signs(scope, view)[0]),
        OpCode::ViewFull(view) => of(&|scope| signs(scope, view)[1]),
        OpCode::Time => of(&|scope| scope.tick as f32 * DT),
        OpCode::GroupSize => of(&|scope| scope.group_size() as f32),
        _ => return compute_instruction(step, columns, 0..slots),
    };
    columns[usize::from(step.result)][..slots].fill(Lanes::splat(value));
}

/// Random number generator for one draw of a unit in a tick. `place`: number of the draw in the
/// rule, from 0 in the order of the text.
pub(super) fn draw_rng(scope: &Scope, unit: usize, place: u32) -> Rng {
    let tick = scope.tick;
    let stream = match place {
        0 => RandomStream::Behavior { unit, tick },
        place => RandomStream::RuleDraw { place, unit, tick },
    };
    Rng::new(scope.seed, stream)
}

/// Random rank of a member, in 0..1, for a unit in a tick. A draw selects the member with the
/// lowest rank, so the order in which members are found does not matter. `place`: number of the
/// draw in the rule, from 0.
pub(super) fn random_rank(scope: &Scope, unit: usize, place: u32, member: u32) -> f32 {
    Rng::new(scope.seed, RandomStream::RandomRank { place, unit, member, tick: scope.tick })
        .uniform()
}

/// Natural logarithm; NaN for 0 and for negative numbers.
fn logarithm(x: f32) -> f32 {
    if x > 0.0 { libm::logf(x) } else { f32::NAN }
}

/// Random number in -1..1 that changes smoothly with time. It passes through a new independent
/// random value every `seconds` seconds. `place`: number of the draw in the rule, from 0.
pub(super) fn smooth_noise(scope: &Scope, unit: usize, place: u32, seconds: f32) -> f32 {
    let draw = |knot: u64| {
        let stream = match place {
            0 => RandomStream::NoiseChange { unit, knot },
            place => RandomStream::SmoothNoise { place, unit, knot },
        };
        Rng::new(scope.seed, stream)
    };
    // Each unit reaches its independent values at other times than the others; otherwise the entire
    // flock would turn at once.
    let offset = draw(u64::MAX).uniform();
    let time = offset + scope.tick as f32 * DT / seconds;
    let whole = time.floor();
    let share = time - whole;
    let smooth = share * share * (3.0 - 2.0 * share);
    let knot = |knot: u64| draw(knot).range(-1.0, 1.0);
    let (from, to) = (knot(whole as u64), knot((whole as u64).saturating_add(1)));
    from + (to - from) * smooth
}

/// Largest whole exponent for which a power is computed by repeated multiplication.
const MAX_WHOLE_EXPONENT: f32 = 16.0;

/// Whether a power with this exponent is computed by repeated multiplication.
pub(super) fn is_whole_exponent(exponent: f32) -> bool {
    (1.0..=MAX_WHOLE_EXPONENT).contains(&exponent) && exponent == exponent.floor()
}

fn whole_power<L: Lane>(base: L, exponent: u32) -> L {
    (1..exponent).fold(base, |power, _| power * base)
}

fn power(base: f32, exponent: f32) -> f32 {
    if is_whole_exponent(exponent) {
        whole_power(base, exponent as u32)
    } else {
        libm::powf(base, exponent)
    }
}

/// Force that turns a unit toward `direction`: `max_force` times the side of the direction (1
/// starboard, -1 port), times the angle between `direction` and the velocity as a share of a half
/// turn. Operations and order are those of the separate instructions in [`compute_instruction`].
#[inline(always)]
pub(super) fn turn_force(
    direction: [Lanes; 2],
    velocity: [Lanes; 2],
    [hx, hy]: [Lanes; 2],
    max_force: Lanes,
) -> Lanes {
    let (zero, one) = (Lanes::ZERO, Lanes::splat(1.0));
    let length = |[x, y]: [Lanes; 2]| (x * x + y * y).sqrt();
    let (distance, speed) = (length(direction), length(velocity));
    let inverse = |length: Lanes| (one / length).keep_where(length.gt(zero));
    let (near, slow) = (inverse(distance), inverse(speed));
    let ([ux, uy], [wx, wy]) =
        (direction.map(|part| part * near), velocity.map(|part| part * slow));
    let share = acos(ux * wx + uy * wy) * Lanes::splat(std::f32::consts::FRAC_1_PI);
    let share = share.keep_where(Lanes::and(zero.lt(distance), zero.lt(speed)));
    side_sign(ux * hx + uy * hy, hx * uy - hy * ux) * max_force * share
}

/// Computes an instruction in these slots (SIMD vectors) of its columns, which contain values of
/// units or of members. Other kinds of operations are ignored.
#[inline(always)]
pub(super) fn compute_instruction<const N: usize>(
    step: &Instruction,
    columns: &mut [[Lanes; N]],
    slots: Range<usize>,
) {
    let slots = slots.start.min(N)..slots.end.min(N);
    let [a, b, c, d] = step.operands.map(usize::from);
    let to = usize::from(step.result);
    // Asserting the column indices here leaves one bounds check for all slots.
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
        OpCode::Add => each!(|x = a, y = b| x + y),
        OpCode::Sub => each!(|x = a, y = b| x - y),
        OpCode::Mul => each!(|x = a, y = b| x * y),
        OpCode::Div => each!(|x = a, y = b| x / y),
        OpCode::Min => each!(|x = a, y = b| x.min(y)),
        OpCode::Max => each!(|x = a, y = b| x.max(y)),
        OpCode::Neg => each!(|x = a| -x),
        OpCode::Abs => each!(|x = a| x.abs()),
        OpCode::Sign => {
            each!(|x = a| Lanes::select(x.gt(zero), one, (-one).keep_where(x.lt(zero))));
        }
        OpCode::Sqrt => each!(|x = a| x.sqrt().keep_where(x.gt(zero))),
        OpCode::Floor => each!(|x = a| Lanes::from_lane_fn(|lane| x.get(lane).floor())),
        OpCode::Exp => each!(|x = a| Lanes::from_lane_fn(|lane| libm::expf(x.get(lane)))),
        OpCode::Log => each!(|x = a| Lanes::from_lane_fn(|lane| logarithm(x.get(lane)))),
        OpCode::Tanh => each!(|x = a| Lanes::from_lane_fn(|lane| libm::tanhf(x.get(lane)))),
        OpCode::Sin => each!(|x = a| sin_cos(wrap_angle(x)).0),
        OpCode::Cos => each!(|x = a| sin_cos(wrap_angle(x)).1),
        OpCode::Acos => each!(|x = a| acos(x)),
        OpCode::Wrap => each!(|x = a| wrap_angle(x)),
        OpCode::Pow => {
            each!(|x = a, y = b| Lanes::from_lane_fn(|lane| power(x.get(lane), y.get(lane))));
        }
        OpCode::WholePower(exponent) => each!(|x = a| whole_power(x, exponent)),
        OpCode::Dot => each!(|x = a, y = b, u = c, v = d| x * u + y * v),
        OpCode::Cross => each!(|x = a, y = b, u = c, v = d| x * v - y * u),
        OpCode::Hypot => each!(|x = a, y = b| (x * x + y * y).sqrt()),
        OpCode::Inverse => each!(|x = a| (one / x).keep_where(x.gt(zero))),
        OpCode::Side => each!(|x = a, y = b| side_sign(x, y)),
        OpCode::Less => each!(|x = a, y = b| one.keep_where(x.lt(y))),
        OpCode::AtMost => each!(|x = a, y = b| one.keep_where(x.le(y))),
        OpCode::Equal => each!(|x = a, y = b| one.keep_where(x.eq(y))),
        // If one operand is false, the other may not have been computed: the result is 0 whatever
        // its column contains.
        OpCode::And => each!(|x = a, y = b| y.keep_where(x.gt(zero))),
        OpCode::Or => each!(|x = a, y = b| x.max(y)),
        OpCode::Not => each!(|x = a| one - x),
        OpCode::Select => each!(|x = a, y = b, z = c| Lanes::select(x.gt(zero), y, z)),
        OpCode::KeepIf => each!(|x = a, y = b| x.keep_where(y.gt(zero))),
        _ => {}
    }
}
