//! Why one unit steers as it does.

mod around;
mod motion;

pub use around::{Reason, Region, Rejected};

use crate::engine::behaviors::{Cue, Scope, Steering};
use crate::engine::math::side;
use crate::engine::perception::Sight;
use crate::engine::perception::neighborhood::sees;
use crate::engine::perception::scan::COINCIDENT_GAP;
use crate::engine::sort::{sort_by_number, sort_by_numbers};
use crate::engine::world::World;
use crate::engine::world::slices::SEARCH_BLOCK;
use glam::Vec2;

/// One unit's neighbors and forces, from the state that the next tick will read.
#[derive(Clone, Debug, PartialEq)]
pub struct Inspection {
    /// Its id.
    pub id: usize,
    /// Index of its group.
    pub group: usize,
    /// Whether nobody is in its narrow view.
    pub leader: bool,
    /// Whether its group has leaders at all: nobody may be in their narrow view.
    pub can_lead: bool,
    /// Ids that the flocking rules count, ascending; where nobody has a view, those in the widest
    /// circle in which a behavior searches.
    pub neighbors: Vec<usize>,
    /// Ids that separation counts, ascending.
    pub crowd: Vec<usize>,
    /// Ids in its narrow view, ascending: they bar it from leading.
    pub ahead: Vec<usize>,
    /// Who is near and does not count.
    pub rejected: Rejected,
    /// Where it looks.
    pub regions: Vec<Region>,
    /// One entry per behavior, in pipeline order, and one for the edge where that contains.
    pub contributions: Vec<Contribution>,
    /// The sum of all contributions, world space.
    pub sum: Vec2,
    /// The steering that reaches the body: the sum, limited.
    pub force: Vec2,
    /// The largest length of `force`; infinite where nothing limits it.
    pub limit: f32,
    /// Forward force of the propeller (rigid bodies).
    pub thrust: f32,
    /// Factor on its velocity after the tick; 1 = none.
    pub brake: f32,
    /// How fast it will turn in the tick, radians per second to starboard.
    pub turn: f32,
}

/// One behavior's share in a unit's steering.
#[derive(Clone, Debug, PartialEq)]
pub struct Contribution {
    /// The behavior's key.
    pub key: &'static str,
    /// What the page calls it.
    pub label: &'static str,
    /// The factor on its force.
    pub weight: f32,
    /// World-space force before the weight.
    pub raw: Vec2,
    /// What it adds to the sum: `raw` times the weight, less what a budget leaves no room for.
    pub weighted: Vec2,
    /// What it goes by.
    pub cues: Vec<Cue>,
}

/// The force that holds units inside containing edges, among the contributions.
const EDGE: (&str, &str) = ("edge", "Edge of the world");

impl World {
    /// Runs the passes of the coming tick for one unit and keeps each behavior's part.
    ///
    /// The numbers are those with which the next [`tick`](World::tick) will move the unit. `None`
    /// where there is no such unit. Allocates; not for the inside of a tick.
    pub fn inspect(&mut self, id: usize) -> Option<Inspection> {
        let group = self.group_of(id)?;
        self.sort();
        self.forget_unseen();
        self.choose_goals();
        if let Some(slot) = self.slot_of(group, id) {
            // Its whole block: cut otherwise, a sum could round differently than in the tick.
            let first = slot - slot % SEARCH_BLOCK;
            let last = (first + SEARCH_BLOCK).min(self.groups()[group].range.len());
            self.perceive_slots(group, first..last);
        }
        let here = &self.groups()[group];
        let scope = self.scope(group);
        let (contributions, steering) = self.contributions(&scope, id);
        let sum = steering.force(id);
        let mut found = Inspection {
            id,
            group,
            leader: self.agents().is_leader(id),
            can_lead: !here.sight().leader.is_empty(),
            neighbors: self.neighbors_of(id, group, &scope),
            crowd: self.pushes(id, group, &scope).iter().map(|push| push.0).collect(),
            ahead: Vec::new(),
            rejected: Rejected::default(),
            regions: Vec::new(),
            contributions,
            sum,
            force: here.body.limit(sum),
            limit: here.body.force_limit(),
            thrust: steering.thrust[id],
            brake: steering.brake[id],
            turn: self.turn_rate(group, id, &steering),
        };
        self.look_about(&mut found);
        Some(found)
    }

    /// Each behavior's part in the steering of a unit, as [`World::steer`] would sum it now, and
    /// the sum.
    fn contributions(&self, scope: &Scope, id: usize) -> (Vec<Contribution>, Steering) {
        let here = &self.groups()[scope.group];
        let only = id..id + 1;
        let mut sum = Steering::default();
        let mut alone = Steering::default();
        sum.resize(self.agents().len());
        alone.resize(self.agents().len());
        sum.begin(only.clone(), here.body.cruise_thrust(), here.budget());
        let mut contributions = Vec::with_capacity(here.pipeline.len() + 1);
        for behavior in &here.pipeline {
            let before = sum.force(id);
            alone.set_unit(id, sum.unit(id));
            alone.set_weight(1.0);
            behavior.steer(scope, only.clone(), &mut alone);
            self.steer_with(behavior.as_ref(), scope, only.clone(), &mut sum);
            let mut cues = Vec::new();
            if behavior.weight() != 0.0 {
                behavior.cues(scope, id, &mut cues);
            }
            contributions.push(Contribution {
                key: behavior.key(),
                label: behavior.about().label(),
                weight: behavior.weight(),
                raw: alone.force(id) - before,
                weighted: sum.force(id) - before,
                cues,
            });
        }
        let before = sum.force(id);
        if self.contain(scope, only, &mut sum) {
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

    /// The offset from one unit to another as perception sees it, world units.
    pub fn offset(&self, from: usize, to: usize) -> Vec2 {
        self.space().between(self.agents().position(from), self.agents().position(to))
    }

    /// What the neighbor pass finds for a unit, found by looking at every other unit: the ids
    /// that flocking counts, the crowding sum, and whether nobody is in the narrow view.
    pub fn look_around(&self, id: usize) -> (Vec<usize>, f32, bool) {
        let Some(group) = self.group_of(id) else { return (Vec::new(), 0.0, true) };
        let scope = self.scope(group);
        let ahead = self.groups()[group].sight().leader;
        let leads =
            !self.noticed(id).any(|other| sees(scope.agents, id, other, &ahead, &scope.space));
        let crowding = self.pushes(id, group, &scope).iter().map(|push| push.1).sum();
        (self.neighbors_of(id, group, &scope), crowding, leads)
    }

    /// Whom separation counts for a unit, and how each pushes it: ids, ascending, and
    /// side/distance.
    fn pushes(&self, id: usize, group: usize, scope: &Scope) -> Vec<(usize, f32)> {
        let Sight { separation, nearest, .. } = self.groups()[group].sight();
        if separation.is_empty() {
            return Vec::new();
        }
        let (forward, length) = (self.agents().forward(id), self.agents().length[id]);
        let push = |other: usize| {
            let d = self.offset(id, other);
            if d == Vec2::ZERO {
                let away = if other > id { 1.0 } else { -1.0 };
                return Some((other, away / (length * COINCIDENT_GAP)));
            }
            let seen = sees(scope.agents, id, other, &separation, &scope.space);
            seen.then(|| (other, side(forward.dot(d), forward.perp_dot(d)) / d.length()))
        };
        let mut pushes: Vec<(usize, f32)> = self.noticed(id).filter_map(push).collect();
        if nearest > 0 {
            sort_by_numbers(&mut pushes, |push| self.nearness(id, push.0));
            pushes.truncate(nearest as usize);
            sort_by_number(&mut pushes, |push| push.0 as u32);
        }
        pushes
    }

    /// Flockmates in a unit's view that the flocking rules do not count, because its group heeds
    /// the nearest only and others are nearer: ids, the nearest first.
    pub fn over_the_cap(&self, id: usize) -> Vec<usize> {
        let Some(group) = self.group_of(id) else { return Vec::new() };
        let most = self.groups()[group].sight().nearest as usize;
        let mut seen = self.in_view(id, group, &self.scope(group));
        if most == 0 || seen.len() <= most {
            return Vec::new();
        }
        sort_by_numbers(&mut seen, |other| self.nearness(id, *other));
        seen.split_off(most)
    }

    /// What the units around one are ordered by, the nearest first: the squared distance, and of
    /// two that are equally near the lower id.
    fn nearness(&self, id: usize, other: usize) -> (f32, u32) {
        // In lanes of one: the very arithmetic of the pass.
        let Vec2 { x, y } = self.offset(id, other);
        (x * x + y * y, other as u32)
    }

    /// The ids that the flocking rules count for a unit, ascending.
    fn neighbors_of(&self, id: usize, group: usize, scope: &Scope) -> Vec<usize> {
        let mut seen = self.in_view(id, group, scope);
        let most = self.groups()[group].sight().nearest as usize;
        if most > 0 && seen.len() > most {
            sort_by_numbers(&mut seen, |other| self.nearness(id, *other));
            seen.truncate(most);
            sort_by_number(&mut seen, |other| *other as u32);
        }
        seen
    }

    /// The flockmates in a unit's view, near or far: ids, ascending.
    fn in_view(&self, id: usize, group: usize, scope: &Scope) -> Vec<usize> {
        let viewer = &self.groups()[group];
        let sector = viewer.sight().flock;
        self.groups()
            .iter()
            .filter(|other| other.role == viewer.role && other.role.counts_as_neighbor())
            .flat_map(|other| other.range.clone())
            .filter(|other| *other != id && sees(scope.agents, id, *other, &sector, &scope.space))
            .collect()
    }
}
