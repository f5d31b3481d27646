//! Why one unit steers as it does.

mod motion;
mod others;

pub use others::Region;

use super::observer::Observer;
use flockwright::engine::behaviors::{Cue, Scope, Steering};
use flockwright::engine::world::{State, World, add_force};
use flockwright::internals::steering::OneForce;
use glam::Vec2;
pub(super) use motion::turn_by;
pub(super) use others::{counted, regions_of};

/// One unit's neighbors and forces, from the state that the next tick will read.
#[derive(Clone, Debug, PartialEq)]
pub struct Inspection {
    pub id: usize,
    pub group: usize,
    /// Ids that the flocking rules count, ascending; without a view, those in the widest
    /// circle in which a behavior searches.
    pub neighbors: Vec<usize>,
    /// One entry per behavior, in pipeline order, and one for the edge where that contains.
    pub contributions: Vec<Contribution>,
    /// The sum of all contributions, world space.
    pub sum: Vec2,
    /// The steering that reaches the body: the sum, limited.
    pub force: Vec2,
    /// The largest length of `force`; infinite where nothing limits it.
    pub limit: f32,
}

/// One behavior's share in a unit's steering.
#[derive(Clone, Debug, PartialEq)]
pub struct Contribution {
    pub key: &'static str,
    /// What the page calls it.
    pub label: &'static str,
    pub weight: f32,
    /// World-space force before the weight.
    pub raw: Vec2,
    /// What it adds to the sum: `raw` times the weight, less what a budget leaves no room for.
    pub weighted: Vec2,
    /// What it goes by.
    pub cues: Vec<Cue>,
}

/// The force that holds units inside containing edges, among the contributions.
pub(super) const EDGE: (&str, &str) = ("edge", "Edge of the world");

/// Runs the stages of the coming tick for one unit and keeps each behavior's part.
///
/// The numbers are those with which the next [`tick`](World::tick) will move the unit. `None` where
/// there is no such unit. Allocates; not for the inside of a tick.
pub fn inspect(world: &World, observer: &mut Observer, id: usize) -> Option<Inspection> {
    let group = world.group_of(id)?;
    let work = observer.sort(world);
    work.look_of(world, group, id);
    work.choose(world, group, id..id + 1);
    work.end_choosing();
    let here = &world.groups()[group];
    let scope = world.scope_in(work, group);
    let mut force = OneForce::default();
    let (contributions, steering) = contributions(world, &scope, id, &mut force, None, true);
    let sum = steering.force(id);
    Some(Inspection {
        id,
        group,
        neighbors: others::neighbors(world, &scope, id),
        contributions,
        sum,
        force: here.body.limit(sum),
        limit: here.body.force_limit(),
    })
}

/// The regions in which a unit looks for others; empty where there is no such unit.
pub fn regions(world: &World, observer: &mut Observer, id: usize) -> Vec<Region> {
    let Some(group) = world.group_of(id) else { return Vec::new() };
    let work = observer.sort(world);
    regions_of(world, &world.scope_in(work, group), id)
}

/// Each behavior's part in the steering of a unit, and the sum. The behavior at `left_out` adds
/// nothing; behind the last one that is the edge. `cues`: also what each goes by.
pub(super) fn contributions<'a>(
    state: &State,
    scope: &Scope,
    id: usize,
    force: &'a mut OneForce,
    left_out: Option<usize>,
    with_cues: bool,
) -> (Vec<Contribution>, Steering<'a>) {
    let here = &state.groups()[scope.group];
    let only = id..id + 1;
    let mut other = OneForce::default();
    let (mut sum, mut alone) = (force.from(id), other.from(id));
    sum.begin(only.clone(), here.body.cruise_thrust(), here.budget());
    here.noise.draw(scope.seed, scope.tick, only.clone(), &mut sum);
    let mut contributions = Vec::with_capacity(here.pipeline.len() + 1);
    for (index, behavior) in here.pipeline.iter().enumerate() {
        let before = sum.force(id);
        let (key, label) = (behavior.key(), behavior.about().label());
        if left_out == Some(index) {
            let (raw, weighted, weight) = (Vec2::ZERO, Vec2::ZERO, 0.0);
            contributions.push(Contribution { key, label, weight, raw, weighted, cues: vec![] });
            continue;
        }
        alone.set_unit(id, sum.unit(id));
        alone.set_weight(1.0);
        behavior.steer(scope, only.clone(), &mut alone);
        add_force(behavior.as_ref(), scope, only.clone(), &mut sum);
        let mut cues = Vec::new();
        if with_cues && behavior.weight() != 0.0 {
            behavior.cues(scope, id, &mut cues);
        }
        contributions.push(Contribution {
            key,
            label,
            weight: behavior.weight(),
            raw: alone.force(id) - before,
            weighted: sum.force(id) - before,
            cues,
        });
    }
    let (before, kept) = (sum.force(id), sum.unit(id));
    if state.hold_inside(scope, only, &mut sum) {
        if left_out == Some(here.pipeline.len()) {
            sum.set_unit(id, kept);
        }
        let added = sum.force(id) - before;
        let ((key, label), cues) = (EDGE, Vec::new());
        contributions.push(Contribution {
            key,
            label,
            weight: 1.0,
            raw: added,
            weighted: added,
            cues,
        });
    }
    (contributions, sum)
}
