//! Operating points: where on its diagram a unit of the run is now.

use super::stage::{Stage, read};
use super::{Question, ask, asked_group};
use crate::engine::agents::Agents;
use crate::engine::behaviors::{Answer, Axis, Cue, Reading, Scope, Stimulus};
use crate::engine::scenery::Obstacle;
use crate::engine::sort::sort_by_number;
use crate::engine::world::World;
use crate::insight::inspect::{Inspection, inspect};
use crate::insight::observer::Observer;
use crate::session::run::Run;
use glam::Vec2;

/// At most this many points, those of the nearest.
const MOST: usize = 24;

/// Where a unit is on the diagram of a parameter: place on the axis and answer of each
/// neighbor, target or obstacle that counts, the nearest first. Empty for units of other
/// groups.
///
/// What adds up over neighbors or obstacles is told apart: a point is the answer to one of them
/// alone. Else it is the answer that the coming tick gives.
pub fn operating_points(
    run: &Run,
    observer: &mut Observer,
    id: usize,
    unit: usize,
) -> Vec<[f32; 2]> {
    let (Some(asked), Some((setup, question))) = (asked_group(run, id), ask(run, id)) else {
        return Vec::new();
    };
    let found = inspect(&run.world, observer, unit).filter(|found| found.group == asked);
    let Some(found) = found else { return Vec::new() };
    let Question { behavior: Some(key), answer } = question else {
        return of_body(&run.world, &found, question.answer);
    };
    let (world, scope) = (&run.world, run.world.scope_in(observer.sorted(), asked));
    let agents = world.agents();
    let length = agents.length[unit];
    let place = |offset: Vec2| place_of(agents, unit, offset, answer.over);
    match each_alone(world, &scope, &found, key, answer) {
        None => {
            let point = point_of(world, &scope, &found, key, answer.to).map(|offset| {
                let x = place(offset);
                [x, read(world, &found, key, answer.reads, offset)]
            });
            point.into_iter().collect()
        }
        Some(mut others) => {
            sort_by_number(&mut others, |other| other.offset().length());
            others.truncate(MOST);
            let mut stage = Stage::new(&setup, key, answer);
            stage.meet(agents.state(unit), agents.pace[unit]);
            let mut points = Vec::new();
            for other in others {
                let force = match other {
                    Other::Unit(other, offset) => {
                        stage.world.set_unit_length(0, length);
                        stage.answer_to_unit(offset, agents.state(other))
                    }
                    Other::Obstacle(offset, radius) => stage.answer_to_obstacle(offset, radius),
                };
                if force != 0.0 {
                    points.push([place(other.offset()), force]);
                }
            }
            points
        }
    }
}

/// Where its body is.
fn of_body(world: &World, found: &Inspection, answer: Answer) -> Vec<[f32; 2]> {
    let agents = world.agents();
    match (answer.over, answer.reads) {
        (Axis::Force, _) => vec![[found.sum.length(), found.force.length()]],
        (Axis::Speed, Reading::Turn) => {
            vec![[agents.velocity(found.id).length(), found.turn.abs()]]
        }
        _ => Vec::new(),
    }
}

/// Those whose answers add up, for a behavior of which that holds.
fn each_alone(
    world: &World,
    scope: &Scope,
    found: &Inspection,
    key: &str,
    answer: Answer,
) -> Option<Vec<Other>> {
    let social = matches!(answer.to, Stimulus::Neighbor | Stimulus::Course);
    if social && answer.over == Axis::Distance && answer.reads != Reading::Along {
        let group = &world.groups()[found.group];
        let behavior = group.pipeline.iter().find(|part| part.key() == key)?;
        let mut cues = Vec::new();
        behavior.cues(scope, found.id, &mut cues);
        let separates = group.view.zip(behavior.features().separation);
        let separates = separates.is_some_and(|(view, apart)| !apart.sector(&view).is_empty());
        let circle = cues.iter().find_map(|cue| match *cue {
            Cue::Circle { whom, center, radius } => Some((whom, center, radius)),
            Cue::Aim { .. } | Cue::Feeler { .. } => None,
        });
        let ids: Vec<usize> = match circle {
            _ if separates => found.crowd.clone(),
            Some((whom, center, radius)) => {
                scope.within(found.id, whom, center, radius).iter().map(|(id, _)| *id).collect()
            }
            None => found.neighbors.clone(),
        };
        let other = |id: usize| Other::Unit(id, world.offset(found.id, id));
        return Some(ids.into_iter().map(other).collect());
    }
    (answer.to == Stimulus::Obstacle).then(|| {
        let offset = |o: &Obstacle| Other::Obstacle(scope.offset_to(found.id, o.center), o.radius);
        scope.obstacles.iter().map(offset).collect()
    })
}

/// The offset to the one thing that a unit answers to.
fn point_of(
    world: &World,
    scope: &Scope,
    found: &Inspection,
    key: &str,
    to: Stimulus,
) -> Option<Vec2> {
    let id = found.id;
    let at = match to {
        Stimulus::Target => scope.target?.position,
        Stimulus::Goal => scope.goal(id)?.position,
        Stimulus::Leader => scope.leader?.position,
        Stimulus::Neighbor | Stimulus::Course | Stimulus::Node => {
            let part = found.contributions.iter().find(|part| part.key == key)?;
            let nearest = |whom, center, radius| {
                let found = scope.within(id, whom, center, radius).into_iter();
                let found = found.map(|(other, _)| world.offset(id, other));
                found.min_by(|a, b| a.length().total_cmp(&b.length()))
            };
            let place = scope.agents.position(id);
            part.cues.iter().find_map(|cue| match *cue {
                Cue::Aim { point, .. } => Some(point),
                Cue::Circle { whom, center, radius } => {
                    nearest(whom, center, radius).map(|offset| place + offset)
                }
                Cue::Feeler { .. } => None,
            })?
        }
        _ => return None,
    };
    Some(scope.offset_to(id, at))
}

/// Something that a unit answers to: its offset, and what else there is to it.
#[derive(Clone, Copy)]
enum Other {
    Unit(usize, Vec2),
    Obstacle(Vec2, f32),
}

impl Other {
    fn offset(self) -> Vec2 {
        match self {
            Self::Unit(_, offset) | Self::Obstacle(offset, _) => offset,
        }
    }
}

/// The place of an offset on an axis.
fn place_of(agents: &Agents, id: usize, offset: Vec2, over: Axis) -> f32 {
    let forward = agents.forward(id);
    match over {
        Axis::Angle => libm::atan2f(forward.perp_dot(offset), forward.dot(offset)),
        _ => offset.length() / agents.length[id],
    }
}
