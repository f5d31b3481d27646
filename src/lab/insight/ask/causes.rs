//! Positions of the causes that turn a unit.
//!
//! A force may point in another direction than its cause (a body that can only turn uses only the
//! sideways part), so the position is not derived from the force. A cause is what the behavior's
//! rule refers to: the object that the rule names, the center of the units whose offsets it sums,
//! or the unit with the largest contribution.

use super::turning::{SourceTurn, TurnSource};
use crate::insight::inspect::{BehaviorContribution, inspect_unit};
use crate::insight::observer::ObserverWorkspace;
use crate::insight::trace::trace_rule;
use flockwright::engine::behaviors::{AimKind, SteeringCue};
use flockwright::engine::params::Edges;
use flockwright::engine::world::World;
use flockwright::internals::math::sort_by_numbers;
use flockwright::internals::spawn::tank_circle;
use flockwright::rules::Span;
use flockwright::rules::tree::{ExprKind, FoldFunction, Property, Rule, SetKind, Thing, ValueType};
use glam::Vec2;

/// Largest relative error at which a value that a rule sums over a set counts as the offset to the
/// set's member.
const OFFSET_TOLERANCE: f32 = 1e-3;

flockwright::words! {
    /// Kind of object or place that causes a turn.
    pub enum CauseKind {
        Unit = "unit",
        /// Center of several units.
        Center = "center",
        /// A point without a body: a goal, a path node, a predicted position.
        Place = "place",
        /// Point of an obstacle that is nearest to the unit.
        Obstacle = "obstacle",
        /// Point of a wall or of the world's edge that is nearest to the unit.
        Wall = "wall",
    }
}

/// Position of a cause of a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CausePosition {
    pub kind: CauseKind,
    /// Position of the cause, u: the periodic image nearest to the unit, which may be outside the
    /// world.
    pub position: Vec2,
    pub unit: Option<usize>,
}

impl CausePosition {
    fn of_place(kind: CauseKind, at: Vec2) -> Self {
        Self { kind, position: at, unit: None }
    }
}

/// Positions of the causes of these parts of a turn, in the same order; `None` for parts without a
/// position: noise, momentum, programs, keys.
pub fn cause_positions(
    world: &World,
    observer: &mut ObserverWorkspace,
    id: usize,
    parts: &[SourceTurn],
) -> Vec<Option<CausePosition>> {
    let Some(found) = inspect_unit(world, observer, id) else { return vec![None; parts.len()] };
    let pipeline = world.groups()[found.group].pipeline.len();
    let mut of = |part: &SourceTurn| match part.source {
        TurnSource::Behavior(index) if index < pipeline => {
            cause_of_behavior(world, observer, id, index, &found.contributions[index])
        }
        TurnSource::Behavior(_) => nearest_edge_point(world, id),
        TurnSource::Contact => nearest_contact(world, id),
        TurnSource::Noise | TurnSource::InitialRotation => None,
    };
    parts.iter().map(&mut of).collect()
}

/// Units that make a behavior brake, nearest first; empty if the behavior has no brake.
pub(super) fn blockers(
    world: &World,
    observer: &mut ObserverWorkspace,
    id: usize,
    index: usize,
) -> Vec<usize> {
    let group = world.group_of(id).map(|group| &world.groups()[group]);
    let Some(behavior) = group.and_then(|group| group.pipeline.get(index)) else {
        return Vec::new();
    };
    let rule = behavior
        .compiled_behavior()
        .map(|compiled_behavior| compiled_behavior.rule())
        .filter(|rule| rule.brake.is_some());
    let Some((rule, trace)) = rule.zip(trace_rule(world, observer, id, behavior.key())) else {
        return Vec::new();
    };
    let sets = trace.members.iter();
    let conditions = sets.filter(|(span, _)| {
        aggregate_at(rule, *span)
            .is_some_and(|(fold, ..)| matches!(fold, FoldFunction::Any | FoldFunction::Count))
    });
    let mut ahead: Vec<usize> =
        conditions.flat_map(|(_, all)| all.iter().filter_map(|m| m.id)).collect();
    let nearest = |other: &usize| (world.offset(id, *other).length(), *other as u32);
    sort_by_numbers(&mut ahead, nearest);
    ahead.dedup();
    ahead
}

fn unit_cause(world: &World, id: usize, other: usize) -> CausePosition {
    let at = world.agents().position(id) + world.offset(id, other);
    CausePosition { kind: CauseKind::Unit, position: at, unit: Some(other) }
}

fn cause_of_behavior(
    world: &World,
    observer: &mut ObserverWorkspace,
    id: usize,
    index: usize,
    contribution: &BehaviorContribution,
) -> Option<CausePosition> {
    let group = world.group_of(id)?;
    let behavior = &world.groups()[group].pipeline[index];
    let here = world.agents().position(id);
    let felt = contribution.cues.iter().find_map(|cue| match cue {
        SteeringCue::Feeler { hit: Some(obstacle), .. } => Some(*obstacle),
        _ => None,
    });
    if let Some(obstacle) = felt {
        return nearest_obstacle_point(world, id, obstacle);
    }
    if let Some(rule) =
        behavior.compiled_behavior().map(|compiled_behavior| compiled_behavior.rule())
    {
        if let Some(thing) = rule_thing(rule)
            && let Some(at) = thing_position(world, observer, id, thing, contribution)
        {
            let kind = match thing {
                Thing::Wall | Thing::Barrier => CauseKind::Wall,
                _ => CauseKind::Place,
            };
            return Some(CausePosition::of_place(
                kind,
                here + world.space().offset_between(here, at),
            ));
        }
        if let Some(first) = blockers(world, observer, id, index).first() {
            return Some(unit_cause(world, id, *first));
        }
        if let Some(of) = cause_of_members(world, observer, id, rule, contribution.key) {
            return Some(of);
        }
    }
    if let Some(at) = steered_place(contribution) {
        return Some(CausePosition::of_place(CauseKind::Place, at));
    }
    nearest_of_kind(world, id, behavior.compiled_behavior()?.rule())
}

/// Point that a behavior steers to or away from, u; `None` if it has no such point.
fn steered_place(part: &BehaviorContribution) -> Option<Vec2> {
    part.cues.iter().find_map(|cue| match *cue {
        SteeringCue::Aim { kind: AimKind::To | AimKind::From, point } => Some(point),
        _ => None,
    })
}

/// Nearest of the obstacles or units that a rule searches. Used for a rule to which none of them
/// contributes yet, but will within the averaged half second.
fn nearest_of_kind(world: &World, id: usize, rule: &Rule) -> Option<CausePosition> {
    let mut looks_at = None;
    rule.walk_exprs(|expr| match &expr.kind {
        ExprKind::Fold(over) => _ = looks_at.get_or_insert(over.set.kind),
        ExprKind::Thing(Thing::Goal | Thing::Target | Thing::Leader, _) => {
            looks_at.get_or_insert(SetKind::Others);
        }
        _ => {}
    });
    let here = world.agents().position(id);
    let kind = looks_at?;
    if kind == SetKind::Obstacles {
        let all =
            (0..world.obstacles().len()).filter_map(|one| nearest_obstacle_point(world, id, one));
        return all.min_by(|a, b| a.position.distance(here).total_cmp(&b.position.distance(here)));
    }
    let own = world.group_of(id);
    let counts = |other: &usize| {
        let is_own = world.group_of(*other) == own;
        *other != id
            && match kind {
                SetKind::Everyone => true,
                SetKind::Others | SetKind::Hunted | SetKind::Menaces => !is_own,
                _ => is_own,
            }
    };
    let away = |other: &usize| world.offset(id, *other).length();
    let all = (0..world.agents().len()).filter(counts);
    all.min_by(|a, b| away(a).total_cmp(&away(b))).map(|other| unit_cause(world, id, other))
}

/// First object (goal, target, leader, wall ...) whose offset, direction or distance a rule uses.
fn rule_thing(rule: &Rule) -> Option<Thing> {
    let mut named = None;
    rule.walk_exprs(|expr| {
        if let ExprKind::Thing(thing, Property::Offset | Property::Direction | Property::Distance) =
            expr.kind
        {
            named.get_or_insert(thing);
        }
    });
    named
}

/// Position of an object that a rule names, u; of a moving one to intercept, the meeting point.
fn thing_position(
    world: &World,
    observer: &mut ObserverWorkspace,
    id: usize,
    thing: Thing,
    contribution: &BehaviorContribution,
) -> Option<Vec2> {
    if let Some(at) = steered_place(contribution) {
        return Some(at);
    }
    let group = world.group_of(id)?;
    let work = observer.workspace_for(world);
    work.perceive_unit(world, group, id);
    let scope = world.scope_for(work, group, id);
    let spot = match thing {
        Thing::Wall | Thing::Barrier => {
            let offset = scope.barrier_offset(id, thing == Thing::Wall)?;
            return Some(world.agents().position(id) + offset);
        }
        Thing::Goal => scope.goal_spot(id),
        Thing::Target => scope.hunted_target,
        Thing::Leader => scope.leader,
        Thing::Pointer => scope.pointer,
        Thing::Site(name) => scope.site(name.text()),
        Thing::Node => None,
    };
    spot.map(|spot| spot.position)
}

/// Aggregate function at a source position of a rule, its set, and whether it yields a vector.
fn aggregate_at(rule: &Rule, span: Span) -> Option<(FoldFunction, SetKind, bool)> {
    let mut found = None;
    rule.walk_exprs(|expr| match &expr.kind {
        ExprKind::Fold(over) if expr.span == span => {
            let yields = over.value.as_ref().map(|value| value.ty);
            found = Some((over.fold, over.set.kind, yields == Some(ValueType::Vector)));
        }
        _ => {}
    });
    found
}

/// Cause of a rule that aggregates over a set: the members' center if the rule sums their offsets,
/// else the member with the largest contribution.
fn cause_of_members(
    world: &World,
    observer: &mut ObserverWorkspace,
    id: usize,
    rule: &Rule,
    key: &str,
) -> Option<CausePosition> {
    let trace = trace_rule(world, observer, id, key).filter(|trace| trace.is_active)?;
    let here = world.agents().position(id);
    for (span, members) in &trace.members {
        let Some((fold, kind, is_vector)) = aggregate_at(rule, *span) else { continue };
        if !matches!(
            fold,
            FoldFunction::Sum
                | FoldFunction::Mean
                | FoldFunction::Nearest
                | FoldFunction::Least
                | FoldFunction::Most
        ) {
            continue;
        }
        let part = |yields: [f32; 2]| Vec2::new(yields[0], if is_vector { yields[1] } else { 0.0 });
        let sum: Vec2 = members.iter().map(|one| part(one.member_value)).sum();
        let most = members
            .iter()
            .max_by(|a, b| part(a.member_value).dot(sum).total_cmp(&part(b.member_value).dot(sum)));
        let Some(most) = most.filter(|most| part(most.member_value) != Vec2::ZERO) else {
            continue;
        };
        if kind == SetKind::Obstacles {
            return nearest_obstacle_point(world, id, most.id?);
        }
        // A member without an id is the pointer, which counts as a feared unit.
        let Some(other) = most.id else {
            let at = pointer_position(world, observer, id)?;
            return Some(CausePosition::of_place(
                CauseKind::Place,
                here + world.space().offset_between(here, at),
            ));
        };
        let is_place = is_vector
            && matches!(fold, FoldFunction::Sum | FoldFunction::Mean)
            && members.iter().all(|one| {
                one.id.is_some_and(|other| {
                    let offset = world.offset(id, other);
                    part(one.member_value).distance(offset)
                        <= OFFSET_TOLERANCE * offset.length().max(OFFSET_TOLERANCE)
                })
            });
        if is_place {
            return Some(CausePosition::of_place(
                CauseKind::Center,
                here + sum / members.len() as f32,
            ));
        }
        return Some(unit_cause(world, id, other));
    }
    None
}

fn pointer_position(world: &World, observer: &mut ObserverWorkspace, id: usize) -> Option<Vec2> {
    let group = world.group_of(id)?;
    let scope = world.scope_during_tick(observer.workspace_for(world), group);
    scope.pointer.map(|pointer| pointer.position)
}

/// Point on an obstacle's rim that is nearest to the unit `id`.
fn nearest_obstacle_point(world: &World, id: usize, obstacle: usize) -> Option<CausePosition> {
    let obstacle = world.obstacles().get(obstacle)?;
    let here = world.agents().position(id);
    let way = world.space().offset_between(here, obstacle.center);
    let at = here + way - way.normalize_or_zero() * obstacle.radius;
    Some(CausePosition::of_place(CauseKind::Obstacle, at))
}

/// Point of the world's edge that is nearest to a unit; `None` if the edge wraps.
fn nearest_edge_point(world: &World, id: usize) -> Option<CausePosition> {
    let here = world.agents().position(id);
    let params = &world.params;
    let size = Vec2::new(params.width, params.height);
    if params.edges == Edges::Tank {
        let (middle, radius) = tank_circle(size.x, size.y);
        let out = (here - middle).normalize_or(Vec2::X);
        return Some(CausePosition::of_place(CauseKind::Wall, middle + out * radius));
    }
    if params.edges == Edges::Wrap {
        return None;
    }
    let sides = [
        Vec2::new(0.0, here.y),
        Vec2::new(size.x, here.y),
        Vec2::new(here.x, 0.0),
        Vec2::new(here.x, size.y),
    ];
    let nearest = sides.into_iter().min_by(|a, b| a.distance(here).total_cmp(&b.distance(here)));
    nearest.map(|at| CausePosition::of_place(CauseKind::Wall, at))
}

/// Nearest wall, obstacle or edge within ten body lengths of a unit; `None` if there is none.
fn nearest_contact(world: &World, id: usize) -> Option<CausePosition> {
    let here = world.agents().position(id);
    let walls = world.walls().iter().map(|wall| {
        let middle = wall.nearest_point(here);
        let out = (here - middle).normalize_or_zero();
        CausePosition::of_place(CauseKind::Wall, middle + out * wall.radius)
    });
    let obstacles =
        (0..world.obstacles().len()).filter_map(|one| nearest_obstacle_point(world, id, one));
    let all = walls.chain(obstacles).chain(nearest_edge_point(world, id));
    let reach = 10.0 * world.agents().length[id];
    let near = all.filter(|cause| cause.position.distance(here) <= reach);
    near.min_by(|a, b| a.position.distance(here).total_cmp(&b.position.distance(here)))
}
