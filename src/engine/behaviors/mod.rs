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
mod goal;
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
mod search;
mod seek;
mod separation;
mod thrust_modulation;
mod tiles;
mod turn_away;
mod units;
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
pub use path_following::{PathFollowing, PathParams, Progress};
pub use pattern::{Limit, Pattern, Step};
pub use potential::Potential;
pub use potential_hunt::PotentialHunt;
pub use potential_obstacles::PotentialObstacles;
pub use pursue::Pursue;
pub use queue::Queue;
pub use rts_alignment::RtsAlignment;
pub use rts_cohesion::RtsCohesion;
pub use rts_separation::RtsSeparation;
pub use scope::Scope;
pub use search::Whom;
pub use seek::Seek;
pub use separation::{Separation, SeparationView};
pub use thrust_modulation::ThrustModulation;
pub use tiles::{TileAim, TileChase, TilePatrol, TileProgram, TileSight};
pub use turn_away::TurnAway;
pub use units::Units;
pub(crate) use units::{lateral, turn_toward};
pub use wander::{Wander, WanderParams};

pub use crate::engine::agents::Target;
use crate::engine::hash::StateHash;
use crate::engine::params::Hunters;
use crate::engine::perception::{Sector, View};
use crate::engine::scenery::AtEnd;
pub use crate::engine::steering::{Steering, blocks};
use crate::schema::Params;
use glam::Vec2;
use std::ops::Range;

/// What a behavior is, for the page and the tests.
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
    /// World units. Where it enters on the other side of a world that wraps, the next point is far
    /// from the one before.
    pub points: Vec<Vec2>,
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

impl Controls {
    /// Port 1, starboard 2, faster 4, slower 8.
    pub fn bits(self) -> u8 {
        let Self { port, starboard, faster, slower } = self;
        [port, starboard, faster, slower]
            .iter()
            .rev()
            .fold(0, |bits, key| 2 * bits + u8::from(*key))
    }

    /// The reverse of [`bits`](Self::bits); higher bits mean nothing.
    pub fn from_bits(bits: u8) -> Self {
        let key = |bit: u8| bits & bit != 0;
        Self { port: key(1), starboard: key(2), faster: key(4), slower: key(8) }
    }
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

    /// Makes room for a memory of `count` units: the first ones keep theirs, what is added is at
    /// its initial state.
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

    /// The feelers of its units, for those who draw them.
    fn feelers(&self) -> Option<&ObstacleAvoidance> {
        None
    }

    /// The group's path has another number of nodes now.
    fn reroute(&mut self, _len: usize) {}

    /// Whether it heeds such a thing.
    fn minds(&self, what: Stimulus) -> bool {
        self.answers().is_some_and(|answer| answer.to == what)
    }

    /// Which units of the group hunt the scene's own target, where a behavior leaves that open.
    fn hunters(&self) -> Option<Hunters> {
        None
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weight_of_a_behavior_is_its_first_parameter_and_has_its_key() {
        for make in REGISTRY {
            let behavior = make();
            let key = behavior.info().key;
            assert_eq!(behavior.specs()[0].key, key, "behavior '{key}' has no weight of its name");
        }
    }
}
