//! Inspection of one unit: its neighbors and forces.

mod motion;
mod others;

pub use others::SearchRegion;

use super::observer::ObserverWorkspace;
use flockwright::engine::behaviors::{Scope, Steering, SteeringCue};
use flockwright::engine::world::{State, World, add_force};
use flockwright::internals::steering::UnitForces;
use glam::Vec2;
pub(super) use motion::turn_by;
pub(super) use others::{regions_of, visit_counted_units};

/// One unit's neighbors and forces in the state from which the next tick starts.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitInspection {
    pub id: usize,
    pub group: usize,
    /// Ids of the neighbors that flocking counts, ascending; of a group without a view, the units
    /// within the largest search radius of its behaviors.
    pub neighbor_ids: Vec<usize>,
    /// One entry per behavior in pipeline order, then one for a world's edge that pushes back.
    pub contributions: Vec<BehaviorContribution>,
    /// Sum of the contributions of all behaviors and of the edge, in world axes.
    pub steering_sum: Vec2,
    /// Force on the body, in world axes: `steering_sum`, limited by the body.
    pub limited_force: Vec2,
    /// Largest length of `limited_force`; infinite without a limit.
    pub force_limit: f32,
}

/// Contribution of one behavior to a unit's steering.
#[derive(Clone, Debug, PartialEq)]
pub struct BehaviorContribution {
    pub key: &'static str,
    /// Label of the behavior on the page.
    pub label: &'static str,
    pub weight: f32,
    /// Force of the behavior at weight 1, in world axes.
    pub raw_force: Vec2,
    /// Contribution to the unit's steering force, in world axes: weighted, within the group's
    /// steering budget.
    pub weighted_force: Vec2,
    /// Points, circles, feelers and other things that the behavior responds to.
    pub cues: Vec<SteeringCue>,
}

/// Key and label of the contribution of a world's edge that pushes units back.
const EDGE_NAMES: (&str, &str) = ("edge", "Edge of the world");

/// Computes the coming tick's steering of one unit, without changing the world.
///
/// The forces are those with which the next [`tick`](World::tick) will move the unit. `None` if
/// there is no such unit. Allocates; not for use inside a tick.
pub fn inspect_unit(
    world: &World,
    observer: &mut ObserverWorkspace,
    id: usize,
) -> Option<UnitInspection> {
    let group = world.group_of(id)?;
    let work = observer.workspace_for(world);
    work.perceive_unit(world, group, id);
    work.choose_goals(world, group, id..id + 1);
    work.end_choosing();
    let here = &world.groups()[group];
    let scope = world.scope_for(work, group, id);
    let mut force = UnitForces::default();
    let (contributions, steering) = contributions(world, &scope, id, &mut force, None, true);
    let sum = steering.force(id);
    Some(UnitInspection {
        id,
        group,
        neighbor_ids: others::neighbor_ids(world, &scope, id),
        contributions,
        steering_sum: sum,
        limited_force: here.body.limit_force(sum),
        force_limit: here.body.force_limit(),
    })
}

/// Regions in which a unit perceives others; empty if there is no such unit.
pub fn search_regions(
    world: &World,
    observer: &mut ObserverWorkspace,
    id: usize,
) -> Vec<SearchRegion> {
    let Some(group) = world.group_of(id) else { return Vec::new() };
    let work = observer.workspace_for(world);
    regions_of(world, &world.scope_for(work, group, id), id)
}

/// Contributions of the behaviors and of the edge to a unit's steering, and their sum with noise.
/// The behavior at index `left_out` (the pipeline's length for the edge) contributes nothing.
/// `with_cues`: also collects [`BehaviorContribution::cues`].
pub(super) fn contributions<'a>(
    state: &State,
    scope: &Scope,
    id: usize,
    force: &'a mut UnitForces,
    left_out: Option<usize>,
    with_cues: bool,
) -> (Vec<BehaviorContribution>, Steering<'a>) {
    let here = &state.groups()[scope.group];
    let only = id..id + 1;
    let mut other = UnitForces::default();
    let (mut sum, mut alone) = (force.view_from(id), other.view_from(id));
    sum.reset(only.clone(), scope.default_thrust, here.priority_budget());
    here.noise.draw_noise(scope.seed, scope.tick, only.clone(), &mut sum);
    let mut contributions = Vec::with_capacity(here.pipeline.len() + 1);
    for (index, behavior) in here.pipeline.iter().enumerate() {
        let before = sum.force(id);
        let (key, label) = (behavior.key(), behavior.about().label());
        if left_out == Some(index) {
            contributions.push(BehaviorContribution {
                key,
                label,
                weight: 0.0,
                raw_force: Vec2::ZERO,
                weighted_force: Vec2::ZERO,
                cues: vec![],
            });
            continue;
        }
        alone.set_unit_sum(id, sum.unit_sum(id));
        alone.set_weight(1.0);
        behavior.steer(scope, only.clone(), &mut alone);
        add_force(behavior.as_ref(), scope, only.clone(), &mut sum);
        let mut cues = Vec::new();
        if with_cues && behavior.weight() != 0.0 {
            behavior.cues(scope, id, &mut cues);
        }
        contributions.push(BehaviorContribution {
            key,
            label,
            weight: behavior.weight(),
            raw_force: alone.force(id) - before,
            weighted_force: sum.force(id) - before,
            cues,
        });
    }
    let (before, kept) = (sum.force(id), sum.unit_sum(id));
    if state.add_containment_force(scope, only, &mut sum) {
        if left_out == Some(here.pipeline.len()) {
            sum.set_unit_sum(id, kept);
        }
        let added = sum.force(id) - before;
        let ((key, label), cues) = (EDGE_NAMES, Vec::new());
        contributions.push(BehaviorContribution {
            key,
            label,
            weight: 1.0,
            raw_force: added,
            weighted_force: added,
            cues,
        });
    }
    (contributions, sum)
}
