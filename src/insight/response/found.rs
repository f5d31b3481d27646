//! What a diagram of a rule shows most by, found out by trying the rule.

use super::Setup;
use super::stage::Stage;
use crate::engine::behaviors::{Answer, Axis, Behavior, Need, Reading, Stimulus};
use crate::rules::tree::{Function, Op, Rule, Type};
use crate::rules::{Aim, AimAt};

/// So many distances are tried, from the first one on, each farther by this factor.
const TRIED: usize = 48;
const FIRST: f32 = 0.3;
const FARTHER: f32 = 1.15;

/// What is less than this share of the largest answer makes no difference.
const FAINT: f32 = 0.01;

/// How long time goes by where nothing outside matters, s.
const SECONDS: f32 = 6.0;

/// What a diagram of a behavior shows; `None` of what is no rule. The answer goes over the distance
/// where that makes a difference, else over the bearing. A push to the side that is as large
/// wherever the other is, or is seen, goes over the bearing, too.
pub(super) fn answer(setup: &Setup, behavior: &dyn Behavior) -> Option<Answer> {
    let rule = behavior.ruling()?.rule();
    let Some(to) = behavior.heeds().first().copied() else {
        return Some(Answer::by_time(Stimulus::Nothing, Reading::Side, SECONDS));
    };
    let reads = reading(rule);
    let places = std::iter::successors(Some(FIRST), |place| Some(place * FARTHER));
    let places: Vec<f32> = places.take(TRIED).collect();
    let far = Answer { to, over: Axis::Distance, reads, reach: places[TRIED - 1] };
    let mut stage = Stage::new(setup, behavior.key(), far);
    let tried: Vec<f32> = places.iter().map(|place| stage.at(*place)).collect();
    let most = tried.iter().fold(0.0, |most: f32, value| most.max(value.abs()));
    let differs = |a: f32, b: f32| (a - b).abs() > FAINT * most;
    let end = tried[TRIED - 1];
    let Some(last) = tried.iter().rposition(|value| differs(*value, end)) else {
        return Some(Answer::by_bearing(to));
    };
    let step = !tried[..last].iter().any(|value| differs(*value, tried[last]));
    let has_radius =
        matches!(to, Stimulus::Neighbor | Stimulus::Course) && !behavior.needs(Need::View);
    if reads == Reading::Side && step && !has_radius {
        return Some(Answer::by_bearing(to));
    }
    let farthest = if differs(end, 0.0) { end } else { tried[last] };
    let reads = match reads {
        Reading::Toward if farthest < 0.0 => Reading::Away,
        reads => reads,
    };
    Some(Answer::by_distance(to, reads, places[last + 1]))
}

/// How the answer of a rule is read: as a force toward what it answers to where it is not plainly
/// something else.
fn reading(rule: &Rule) -> Reading {
    let mut turns = rule.steer.ty == Type::Number;
    rule.walk(|expr| turns |= matches!(expr.is, Op::Call(Function::Head, _)));
    match rule.aims().first() {
        _ if rule.thrust.is_some() => Reading::Thrust,
        _ if rule.brake.is_some() => Reading::Along,
        _ if turns => Reading::Side,
        Some(Aim { is: AimAt::Velocity | AimAt::Direction, .. }) => Reading::Side,
        _ => Reading::Toward,
    }
}
