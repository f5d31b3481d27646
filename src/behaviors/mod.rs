//! Behaviors: each adds a force per unit to the steering of its group.
//!
//! A behavior is a pass over a whole range of units. It reads the last tick's state, the
//! neighborhoods and the scenery, and adds world-space forces; a rigid body receives them at the
//! bow, a point mass at its center. Behaviors do not know each other. To add one, write its file,
//! name it below and give it an entry in [`REGISTRY`].

mod alignment;
mod answer;
mod arrive;
mod chase;
mod cohesion;
mod collision_avoidance;
mod containment;
mod crowd_separation;
mod cues;
mod evade_ahead;
mod flee;
mod helm;
mod intercept;
mod leader_following;
mod lennard_jones;
mod obstacle_avoidance;
mod path_following;
mod pattern;
mod potential;
mod potential_hunt;
mod potential_obstacles;
mod pursue;
mod queue;
mod rts_alignment;
mod rts_cohesion;
mod rts_separation;
mod scope;
mod seek;
mod separation;
mod thrust_modulation;
mod turn_away;
mod wander;
mod wanted;

pub use alignment::Alignment;
pub use answer::{Answer, Axis, Reading, Stimulus};
pub use arrive::Arrive;
pub use chase::Chase;
pub use cohesion::Cohesion;
pub use collision_avoidance::CollisionAvoidance;
pub(crate) use containment::contain;
pub use crowd_separation::CrowdSeparation;
pub use cues::{AimKind, Cue};
pub use evade_ahead::EvadeAhead;
pub use flee::Flee;
pub use helm::Helm;
pub use intercept::Intercept;
pub use leader_following::LeaderFollowing;
pub use obstacle_avoidance::{Feelers, ObstacleAvoidance};
pub use path_following::{AtEnd, PathFollowing, PathParams, Progress};
pub use pattern::{Limit, Pattern, Step};
pub use potential::Potential;
pub use potential_hunt::PotentialHunt;
pub use potential_obstacles::PotentialObstacles;
pub use pursue::Pursue;
pub use queue::Queue;
pub use rts_alignment::RtsAlignment;
pub use rts_cohesion::RtsCohesion;
pub use rts_separation::RtsSeparation;
pub use scope::{Scope, Whom};
pub use seek::Seek;
pub use separation::{Separation, SeparationView};
pub use thrust_modulation::ThrustModulation;
pub use turn_away::TurnAway;
pub use wander::{Wander, WanderParams};

use crate::agents::Agents;
use crate::hash::StateHash;
use crate::math::{LANES, Lane, Lanes, acos, direction, side};
use crate::perception::{Sector, View};
use crate::schema::Params;
use crate::tiles::{TileChase, TilePatrol, TileProgram, TileSight};
use glam::Vec2;
use std::ops::Range;

/// What a behavior is, for the page, the README and the tests.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// Also the key of its weight parameter.
    pub key: &'static str,
    /// What the page calls it.
    pub label: &'static str,
}

/// The way that a unit means to go.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// It leads back to its start.
    pub closed: bool,
    /// World units.
    pub points: Vec<Vec2>,
}

/// Something that can be hunted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Where it is, u.
    pub position: Vec2,
    /// u/s
    pub velocity: Vec2,
}

/// The keys held down now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Controls {
    /// Arrow left: turns to port.
    pub port: bool,
    /// Arrow right: turns to starboard.
    pub starboard: bool,
    /// Arrow up: opens the throttle.
    pub faster: bool,
    /// Arrow down: closes it.
    pub slower: bool,
}

/// Copies a behavior of any kind, memory included: keyframes of a run keep copies.
pub trait CloneBehavior {
    /// The copy.
    fn boxed(&self) -> Box<dyn Behavior>;
}

impl<T: Behavior + Clone + 'static> CloneBehavior for T {
    fn boxed(&self) -> Box<dyn Behavior> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Behavior> {
    fn clone(&self) -> Self {
        self.as_ref().boxed()
    }
}

/// One term of a group's pipeline. Its first parameter is its weight.
pub trait Behavior: Params + CloneBehavior + Send + Sync {
    /// What it is.
    fn info(&self) -> Info;

    /// Adds this behavior's unweighted force for the units of `range`; `out` applies the weight.
    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering);

    /// Where this behavior counts units that are too near, given the group's view.
    fn separation_sector(&self, _view: &View) -> Sector {
        Sector::NOTHING
    }

    /// Reacts to the finished tick, for behaviors with a memory.
    fn advance(&mut self, _scope: &Scope, _range: Range<usize>) {}

    /// Makes room for a memory of `count` units: the first ones keep theirs, what is added is at its
    /// initial state.
    fn resize(&mut self, _count: usize) {}

    /// Adds the memory to the state hash.
    fn hash(&self, _hash: &mut StateHash) {}

    /// Bytes that its memory takes on the heap.
    fn memory(&self) -> usize {
        0
    }

    /// The way that a unit means to go, for drawing.
    fn plan(&self, _scope: &Scope, _id: usize) -> Option<Plan> {
        None
    }

    /// How near a node of the group's path counts as reached, in lengths, and what comes at its
    /// end, for those who draw it.
    fn route(&self) -> Option<(f32, AtEnd)> {
        None
    }

    /// The group's path has another number of nodes now.
    fn reroute(&mut self, _len: usize) {}

    /// Whether it heeds the round obstacles.
    fn minds_obstacles(&self) -> bool {
        false
    }

    /// Adds what it goes by for one unit, with the arithmetic of [`steer`](Self::steer).
    fn cues(&self, _scope: &Scope, _id: usize, _out: &mut Vec<Cue>) {}

    /// What it answers to, and over what a diagram of that says most.
    fn answers(&self) -> Option<Answer> {
        None
    }

    /// The factor on its force; 0 switches it off.
    fn weight(&self) -> f32 {
        self.get(0)
    }
}

/// Makes a behavior with its default parameters.
type Make = fn() -> Box<dyn Behavior>;

/// All behaviors there are.
pub const REGISTRY: &[Make] = &[
    || Box::new(Cohesion::default()),
    || Box::new(Alignment::default()),
    || Box::new(Separation::default()),
    || Box::new(ObstacleAvoidance::default()),
    || Box::new(Chase::default()),
    || Box::new(Intercept::default()),
    || Box::new(TurnAway::default()),
    || Box::new(ThrustModulation::default()),
    || Box::new(Helm::default()),
    || Box::new(Pattern::default()),
    || Box::new(Potential::default()),
    || Box::new(PotentialHunt::default()),
    || Box::new(PotentialObstacles::default()),
    || Box::new(TileChase::default()),
    || Box::new(TileSight::default()),
    || Box::new(TilePatrol::default()),
    || Box::new(TileProgram::default()),
    || Box::new(Seek::default()),
    || Box::new(Flee::default()),
    || Box::new(Arrive::default()),
    || Box::new(Pursue::default()),
    || Box::new(EvadeAhead::default()),
    || Box::new(Wander::default()),
    || Box::new(CollisionAvoidance::default()),
    || Box::new(PathFollowing::default()),
    || Box::new(LeaderFollowing::default()),
    || Box::new(CrowdSeparation::default()),
    || Box::new(RtsSeparation::default()),
    || Box::new(RtsCohesion::default()),
    || Box::new(RtsAlignment::default()),
    || Box::new(Queue::default()),
];

/// The steering of all units, summed over their behaviors, by unit id.
#[derive(Clone, Debug, Default)]
pub struct Steering {
    /// World-space force.
    pub fx: Vec<f32>,
    /// See `fx`; down.
    pub fy: Vec<f32>,
    /// Forward force of the propeller (rigid bodies).
    pub thrust: Vec<f32>,
    /// Factor on the velocity after the tick; 1 = none.
    pub brake: Vec<f32>,
    /// The most force that all behaviors may take together, where the first come first.
    pub budget: Option<f32>,
    /// The forces before the behavior that has its turn, where there is a budget.
    before: [Vec<f32>; 2],
    weight: f32,
}

impl Steering {
    /// Makes room for `count` units.
    pub fn resize(&mut self, count: usize) {
        let [x, y] = &mut self.before;
        for array in [&mut self.fx, &mut self.fy, &mut self.thrust, x, y] {
            array.clear();
            array.resize(count + LANES, 0.0);
        }
        self.brake.clear();
        self.brake.resize(count + LANES, 1.0);
    }

    /// No steering for the units of `range`, and the propeller at `thrust`.
    pub fn begin(&mut self, range: Range<usize>, thrust: f32) {
        self.fx[range.clone()].fill(0.0);
        self.fy[range.clone()].fill(0.0);
        self.thrust[range.clone()].fill(thrust);
        self.brake[range].fill(1.0);
        self.budget = None;
    }

    /// Notes what a behavior has before it, where there is a budget.
    pub(crate) fn keep(&mut self, range: Range<usize>) {
        if self.budget.is_some() {
            let [x, y] = &mut self.before;
            x[range.clone()].copy_from_slice(&self.fx[range.clone()]);
            y[range.clone()].copy_from_slice(&self.fy[range]);
        }
    }

    /// Cuts what a behavior has added to what is left of the budget: its amount less the length of
    /// the sum so far (Buckland, Programming Game AI by Example, ch. 3).
    pub(crate) fn spend(&mut self, range: Range<usize>) {
        let Some(budget) = self.budget else { return };
        for id in range {
            let before = Vec2::new(self.before[0][id], self.before[1][id]);
            let added = self.force(id) - before;
            let left = (budget - before.length()).max(0.0);
            if added.length() > left {
                let sum = before + added * (left / added.length());
                (self.fx[id], self.fy[id]) = (sum.x, sum.y);
            }
        }
    }

    /// What a behavior adds to a unit takes back this share of the sum so far, which is then to be
    /// spent again.
    pub(crate) fn refund(&mut self, id: usize, share: f32) {
        if self.budget.is_some() {
            let left = 1.0 - self.weight * share;
            self.before.iter_mut().for_each(|part| part[id] *= left);
        }
    }

    /// Takes on what another has summed for one unit.
    pub(crate) fn copy_unit(&mut self, id: usize, other: &Self) {
        (self.fx[id], self.fy[id]) = (other.fx[id], other.fy[id]);
        (self.thrust[id], self.brake[id]) = (other.thrust[id], other.brake[id]);
    }

    /// The factor on all forces that are added from now on.
    pub fn set_weight(&mut self, weight: f32) {
        self.weight = weight;
    }

    /// Adds a world-space force to the block of units at `at`.
    #[inline(always)]
    pub fn add<L: Lane>(&mut self, at: usize, valid: usize, fx: L, fy: L) {
        let weight = L::splat(self.weight);
        let x = L::load(&self.fx, at) + weight * fx;
        let y = L::load(&self.fy, at) + weight * fy;
        x.store(&mut self.fx, at, valid);
        y.store(&mut self.fy, at, valid);
    }

    /// The force on one unit so far.
    pub fn force(&self, id: usize) -> Vec2 {
        Vec2::new(self.fx[id], self.fy[id])
    }
}

/// Splits a range of units into blocks of lanes: (first unit, number of lanes in use).
pub fn blocks(range: Range<usize>) -> impl Iterator<Item = (usize, usize)> {
    let end = range.end;
    range.step_by(Lanes::N).map(move |at| (at, (end - at).min(Lanes::N)))
}

/// A block of units as the book's rules need it: places, directions and local frames.
pub struct Units<L> {
    at: usize,
    /// Position, u.
    pub x: L,
    /// Position, u; down.
    pub y: L,
    /// Velocity, u/s.
    pub vx: L,
    /// Velocity, u/s; down.
    pub vy: L,
    /// Heading as a unit vector.
    pub hx: L,
    /// See `hx`; down.
    pub hy: L,
    /// Length L, u.
    pub length: L,
}

impl<L: Lane> Units<L> {
    /// Those from `at` on. Lanes after the last unit hold padding.
    #[inline(always)]
    pub fn load(agents: &Agents, at: usize) -> Self {
        let load = |from: &[f32]| L::load(from, at);
        Self {
            at,
            x: load(&agents.x),
            y: load(&agents.y),
            vx: load(&agents.vx),
            vy: load(&agents.vy),
            hx: load(&agents.hx),
            hy: load(&agents.hy),
            length: load(&agents.length),
        }
    }

    /// The side on which a world-space direction lies: see [`side`].
    #[inline(always)]
    pub fn side(&self, dx: L, dy: L) -> L {
        side(dx * self.hx + dy * self.hy, dy * self.hx - dx * self.hy)
    }

    /// 1 for leaders, else 0.
    #[inline(always)]
    pub fn leading(&self, agents: &Agents) -> L {
        L::from_fn(|lane| if agents.is_leader(self.at + lane) { 1.0 } else { 0.0 })
    }
}

/// Runs a rule that yields one lateral force per unit, positive to starboard, at the bow.
pub(crate) fn lateral(
    scope: &Scope,
    range: Range<usize>,
    out: &mut Steering,
    rule: impl Fn(&Units<Lanes>, usize) -> Lanes,
) {
    for (at, valid) in blocks(range) {
        let units = Units::load(scope.agents, at);
        let force = rule(&units, at);
        out.add(at, valid, -units.hy * force, units.hx * force);
    }
}

/// The book's turn toward a direction: the side it lies on, times S, times the share of a half
/// turn between it and the velocity. 0 where either has no length.
#[inline(always)]
pub(crate) fn turn_toward<L: Lane>(units: &Units<L>, dx: L, dy: L, force_scale: f32) -> L {
    let (ux, uy, wanted) = direction(dx, dy);
    let (wx, wy, moving) = direction(units.vx, units.vy);
    let angle = acos(ux * wx + uy * wy);
    let share = (angle * L::splat(std::f32::consts::FRAC_1_PI)).keep(L::and(wanted, moving));
    units.side(ux, uy) * L::splat(force_scale) * share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_cover_a_range_once() {
        let covered: Vec<usize> = blocks(3..12).flat_map(|(at, valid)| at..at + valid).collect();
        assert_eq!(covered, (3..12).collect::<Vec<_>>());
    }

    #[test]
    fn the_weight_of_a_behavior_is_its_first_parameter_and_has_its_key() {
        for make in REGISTRY {
            let behavior = make();
            let key = behavior.info().key;
            assert_eq!(behavior.specs()[0].key, key, "behavior '{key}' has no weight of its name");
        }
    }
}
