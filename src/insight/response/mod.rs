//! Response curves: how one unit of a group answers to one thing, for the diagram of a parameter.
//!
//! A probe is a small world with one unit of the group and the thing that it answers to (another
//! unit, a target, an obstacle), which is put at one place after the other. The force is read by
//! [`inspect`](crate::insight::inspect::inspect), or from what the body makes of it: the very
//! code of the tick, so that there is no second formula. The run that is asked is not touched.

mod body;
mod found;
mod points;
mod stage;

pub use points::operating_points;

use crate::engine::behaviors::{Answer, Axis, Behavior, Reading, Stimulus};
use crate::engine::bodies::Body;
use crate::engine::group::{Group, Shape};
use crate::engine::params::{DT, Edges, Hunters, ObstaclePlan, TargetMode, WallPlan, WorldParams};
use crate::engine::perception::ViewModel;
use crate::engine::sort::sort_by_number;
use crate::schema::{ParamSpec, Params, Plot};
use crate::session::run::{Param, Run};
use stage::{AWAY, Stage};
use std::f32::consts::PI;

/// A parameter's diagram.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// What it goes over, and what it shows.
    pub answer: Answer,
    /// Where the curves were asked, ascending.
    pub xs: Vec<f32>,
    /// The answers with the values now.
    pub now: Vec<f32>,
    /// The answers with the parameter's own value of the scene; empty where that is the value now.
    pub base: Vec<f32>,
    /// The places on the axis that the parameter sets.
    pub marks: Vec<f32>,
}

/// What is asked: a behavior, and its answer. Where none is named, the body answers.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Question {
    behavior: Option<&'static str>,
    answer: Answer,
}

/// A group in a world without anything else.
#[derive(Clone)]
struct Setup {
    world: WorldParams,
    group: Group,
}

/// At each step, a curve is asked just before and just after, relative to it.
const ASIDE: f32 = 1e-3;

/// At most this many samples.
const MAX_SAMPLES: usize = 400;

/// The diagram of a parameter, of about `samples` samples; `None` where it shapes no force and
/// no motion.
pub fn response(run: &Run, id: usize, samples: usize) -> Option<Response> {
    let (setup, question) = ask(run, id)?;
    let param = run.params().get(id)?;
    let value = run.get(id);
    let samples = samples.clamp(2, MAX_SAMPLES);
    let plain = (value != param.default).then(|| setup.with(param, param.default));
    let plain = plain.and_then(|plain| Some((plain.question(param.spec, param.part)?, plain)));
    // Both curves on one axis, which stays where it is while a slider is moved to and fro.
    let others = plain.as_ref().map_or(0.0, |(question, _)| question.answer.reach);
    let mut answer = question.answer;
    answer.reach = match answer.over {
        Axis::Time if others > 0.0 => others,
        _ => answer.reach.max(others),
    };
    let marks = setup.marks(param.spec, value, answer);
    let mut steps = setup.steps(param.part, answer);
    steps.extend(plain.iter().flat_map(|(_, plain)| plain.steps(param.part, answer)));
    steps.extend(&marks);
    let xs = places(answer, &steps, samples);
    let ask = |setup: &Setup, question: &Question| {
        setup.answers(
            Question { answer: Answer { reach: answer.reach, ..question.answer }, ..*question },
            &xs,
        )
    };
    let now = ask(&setup, &question);
    let base = plain.map_or_else(Vec::new, |(question, setup)| ask(&setup, &question));
    Some(Response { answer, xs, now, base, marks })
}

/// What the diagram of a parameter is about.
fn ask(run: &Run, id: usize) -> Option<(Setup, Question)> {
    let param = run.params().get(id)?;
    if param.spec.plot == Plot::Nothing {
        return None;
    }
    let setup = Setup {
        world: run.world.params,
        group: run.world.groups().get(asked_group(run, id)?)?.clone(),
    };
    let question = setup.question(param.spec, param.part)?;
    Some((setup, question))
}

/// The group that the diagram of a parameter is about: its own; of the world's parameters, the
/// first that heeds obstacles.
fn asked_group(run: &Run, id: usize) -> Option<usize> {
    let param = run.params().get(id)?;
    param.group.or_else(|| {
        let heeds = |group: &Group| group.pipeline.iter().any(|b| b.minds(Stimulus::Obstacle));
        let first = run.world.groups().iter().position(heeds)?;
        (param.spec.plot == Plot::Obstacle).then_some(first)
    })
}

impl Setup {
    /// The same with another value of a parameter.
    fn with(&self, param: &Param, value: f32) -> Self {
        let mut other = self.clone();
        match param.group {
            None => other.world.set(param.index, value),
            Some(_) => {
                if let Some(part) = other.group.part_mut(param.part) {
                    part.set(param.index, value);
                }
            }
        }
        other
    }

    /// The first behavior that answers to one of these.
    #[inline(never)]
    fn first(&self, wanted: &[Stimulus]) -> Option<Question> {
        let mut active = self.group.pipeline.iter().filter(|behavior| behavior.weight() != 0.0);
        let first = active.find(|b| b.heeds().first().is_some_and(|to| wanted.contains(to)))?;
        self.about(first.as_ref())
    }

    /// What the diagram of a behavior shows.
    fn about(&self, behavior: &dyn Behavior) -> Option<Question> {
        let answer = behavior.answer().or_else(|| found::answer(self, behavior))?;
        Some(Question { behavior: Some(behavior.key()), answer })
    }

    fn question(&self, spec: &ParamSpec, part: usize) -> Option<Question> {
        let Self { group, .. } = self;
        let value = group.value(spec.key).unwrap_or(0.0);
        let first = |wanted: &[Stimulus]| self.first(wanted);
        let flock = || self.first(&[Stimulus::Neighbor, Stimulus::Course]);
        let by_bearing = |question: Question| Question {
            answer: Answer::by_bearing(question.answer.to),
            ..question
        };
        let far = |question: Question| Question {
            answer: question.answer.over_distance(if value > 0.0 { value } else { AWAY }),
            ..question
        };
        let hunt = |question: Question| Question {
            answer: Answer { to: Stimulus::Ahead, ..question.answer },
            ..question
        };
        let own = || group.behavior_at(part);
        let narrow = group.view.is_some_and(|view| view.view == ViewModel::Narrow);
        let body = |over, reads, reach| {
            let answer = Answer { to: Stimulus::Nothing, over, reads, reach };
            Some(Question { behavior: None, answer })
        };
        match spec.plot {
            Plot::Nothing => None,
            Plot::Auto | Plot::Standing => {
                let question = self.about(own()?)?;
                Some(match (spec.unit, question.answer.over) {
                    ("× L", Axis::Angle) => far(question),
                    ("rad", Axis::Distance) => by_bearing(question),
                    _ => question,
                })
            }
            Plot::Neighbor => flock().map(far),
            Plot::Bearing => flock().map(by_bearing),
            Plot::Ahead if narrow => flock().map(far),
            Plot::AheadBearing if narrow => flock().map(by_bearing),
            Plot::Ahead => first(&[Stimulus::Target]).map(hunt).map(far),
            Plot::AheadBearing => first(&[Stimulus::Target]).map(by_bearing).map(hunt),
            Plot::Goal => first(&[Stimulus::Goal]).map(far),
            Plot::Obstacle => first(&[Stimulus::Obstacle]),
            Plot::Hull if !matches!(group.body, Body::Rigid(_)) => None,
            Plot::Speed | Plot::Hull => {
                body(Axis::Time, Reading::Speed, body::time_to_speed(group)?)
            }
            Plot::Throttle => {
                let behavior = Some(own()?.key());
                let answer = Answer::by_time(Stimulus::Throttle, Reading::Speed, 8.0);
                Some(Question { behavior, answer })
            }
            Plot::Turn => body(Axis::Time, Reading::Turn, body::TURN_TIME),
            Plot::TurnBySpeed => {
                let fastest = 1.0 + group.body.pace_spread();
                let speed = group.body.max_speed(group.crowd.length) * fastest;
                body(Axis::Speed, Reading::Turn, speed)
            }
            Plot::Limit => body(Axis::Force, Reading::Force, body::force_to_show(group)),
        }
    }

    /// The answers at some places on the axis, ascending.
    #[inline(never)]
    fn answers(&self, question: Question, xs: &[f32]) -> Vec<f32> {
        match (question.behavior, question.answer.over) {
            (None, over) => body::answers(&self.group, over, question.answer.reads, xs),
            (Some(key), Axis::Time) => {
                let mut stage = Stage::new(self, key, question.answer);
                xs.iter().map(|x| stage.after(*x)).collect()
            }
            (Some(key), _) => {
                let mut stage = Stage::new(self, key, question.answer);
                xs.iter().map(|x| stage.at(*x)).collect()
            }
        }
    }

    /// The places on the axis where a block of parameters may have steps in its answer.
    fn steps(&self, part: usize, answer: Answer) -> Vec<f32> {
        if answer.over != Axis::Distance {
            return Vec::new();
        }
        let part = self.group.parts().nth(part);
        let lengths = part.into_iter().flat_map(|part| {
            let specs = part.specs().iter().enumerate();
            specs.filter(|(_, spec)| spec.unit == "× L").map(|(index, _)| part.get(index))
        });
        lengths.filter(|length| *length > 0.0).collect()
    }

    /// The places on the axis that a value sets.
    fn marks(&self, spec: &ParamSpec, value: f32, answer: Answer) -> Vec<f32> {
        let length = self.group.crowd.length;
        let half_angle = || match self.group.shape(spec) {
            Some(Shape::Sector { half_angle, .. }) => Some(half_angle),
            Some(Shape::Feelers { .. }) | None => None,
        };
        let sides = |angle: f32| vec![-angle, angle];
        match (answer.over, spec.unit) {
            (Axis::Distance, "× L") if value > 0.0 => vec![value],
            (Axis::Distance, "u") if value > 0.0 => vec![value / length],
            (Axis::Angle, "rad") => sides(value),
            (Axis::Angle, _) => {
                half_angle().filter(|angle| *angle < PI).map_or_else(Vec::new, sides)
            }
            (Axis::Force, _) => {
                let most = self.group.body.force_limit();
                if most.is_finite() { vec![most] } else { Vec::new() }
            }
            _ => Vec::new(),
        }
    }
}

/// Where to ask: evenly along the axis, and on both sides of the steps.
fn places(answer: Answer, steps: &[f32], samples: usize) -> Vec<f32> {
    let Answer { over, reach, .. } = answer;
    let from = if over == Axis::Angle { -reach } else { 0.0 };
    let at = |k: usize| {
        let x = from + (reach - from) * (k as f32 + 0.5) / samples as f32;
        // Between two ticks there is nothing to see.
        if over == Axis::Time { (x / DT).round() * DT } else { x }
    };
    let mut xs: Vec<f32> = (0..samples).map(at).collect();
    for step in steps {
        xs.extend([step * (1.0 - ASIDE), step * (1.0 + ASIDE)]);
    }
    if over == Axis::Angle {
        // A turn changes sides here.
        xs.extend([-ASIDE, ASIDE]);
    }
    xs.retain(|x| (from..=reach).contains(x));
    sort_by_number(&mut xs, |x| *x);
    xs.dedup();
    xs
}

/// The world that a setup needs, much larger than what happens in it.
fn room(setup: &Setup, size: f32) -> WorldParams {
    WorldParams {
        width: size,
        height: size,
        edges: Edges::Bounce,
        toroidal: false,
        target: TargetMode::Nobody,
        layout: ObstaclePlan::Scattered,
        pointer_hunters: Hunters::Everyone,
        obstacles: 0,
        walls: WallPlan::None,
        ..setup.world
    }
}
