//! Behaviors: each adds a force per unit to the steering of its group.
//!
//! A behavior is computed for a whole range of units. It reads the state of the last tick, the
//! neighborhoods and the scenery through a [`Scope`], and adds forces in world coordinates; a rigid
//! body receives them at the bow, a point mass at its center. Behaviors do not depend on each
//! other. To add one, write its file, name it below and give it an entry in [`REGISTRY`].

mod about;
mod alignment;
mod anticipate;
mod arrive;
mod chase;
mod cohesion;
mod collision_avoidance;
mod crowd_separation;
mod evade_ahead;
mod flee;
mod fright;
mod function_behavior;
mod helm;
mod intercept;
mod leader_following;
mod mean_heading;
mod obstacle_avoidance;
mod orbit;
mod path_following;
mod pattern;
mod potential;
mod pursue;
mod queue;
mod recipes;
mod roost;
mod rts_alignment;
mod rts_cohesion;
mod rts_separation;
mod rule;
mod seek;
mod separation;
mod steps;
mod thrust_modulation;
mod tiles;
mod turn_away;
mod unrest;
mod wander;
pub(crate) mod written;
mod zones;

pub use about::{
    BehaviorFeatures, BehaviorNeed, FeelerShape, SeparationSetting, SeparationView, SteeringPurpose,
};
pub use about::{BehaviorInfo, CauseWords};
pub use alignment::Alignment;
pub use anticipate::Anticipate;
pub use arrive::Arrive;
pub use chase::Chase;
pub use cohesion::Cohesion;
pub use collision_avoidance::CollisionAvoidance;
pub use crowd_separation::CrowdSeparation;
pub use evade_ahead::EvadeAhead;
pub use flee::Flee;
pub use fright::Fright;
pub use function_behavior::{FunctionBehavior, function_behavior};
pub use helm::Helm;
pub use intercept::Intercept;
pub use leader_following::LeaderFollowing;
pub use mean_heading::MeanHeading;
pub use obstacle_avoidance::{FeelerCount, ObstacleAvoidance};
pub use orbit::{Chirality, Orbit};
pub use path_following::PathFollowing;
pub use pattern::Pattern;
pub use potential::{Potential, PotentialHunt, PotentialObstacles};
pub use pursue::Pursue;
pub use queue::Queue;
pub use recipes::{Recipe, recipe, recipe_text, recipes, unknown_behavior, unknown_recipe};
pub use roost::Roost;
pub use rts_alignment::RtsAlignment;
pub use rts_cohesion::RtsCohesion;
pub use rts_separation::RtsSeparation;
pub use rule::CompiledBehavior;
pub use rule::RuleBehavior;
pub use seek::Seek;
pub use separation::Separation;
pub use thrust_modulation::ThrustModulation;
pub use tiles::{TileAim, TileChase, TilePatrol, TileProgram, TileSight};
pub use turn_away::TurnAway;
pub use unrest::Unrest;
pub use wander::Wander;
pub(crate) use written::key_of_rule;
pub use written::rule;
pub use zones::Zones;

pub use crate::engine::bodies::BodyKind;
pub(crate) use crate::engine::scope::add_lateral_forces;
pub use crate::engine::scope::{
    AimKind, Controls, PlannedRoute, Scope, Spot, SteeringCue, Stimulus, UnitBlock, UnitFilter,
};
pub use crate::engine::steering::Steering;

use crate::engine::codec::StateCodec;
use crate::engine::hash::StateHash;
use crate::engine::rules::RuleTrace;
use crate::rules::tree::ValueType;
use crate::schema::Params;
use glam::Vec2;
use std::ops::Range;
use std::sync::Arc;

/// Supertrait of [`Behavior`], for all `Clone` types: copies and borrows it as a trait object.
pub trait CloneBehavior {
    /// Copies the behavior with its memory; the keyframes of a run contain such copies.
    fn boxed_clone(&self) -> Box<dyn Behavior>;

    /// Borrows the behavior as a trait object, from a value of any type.
    fn as_dyn(&self) -> &dyn Behavior;
}

impl<T: Behavior + Clone + 'static> CloneBehavior for T {
    fn boxed_clone(&self) -> Box<dyn Behavior> {
        Box::new(self.clone())
    }

    fn as_dyn(&self) -> &dyn Behavior {
        self
    }
}

impl Clone for Box<dyn Behavior> {
    fn clone(&self) -> Self {
        self.as_ref().boxed_clone()
    }
}

/// One weighted force in the steering of a group; the weight is the first parameter. This module
/// has the built-in ones; [`rule()`] makes others of texts, [`function_behavior()`] of functions.
///
/// Programs can implement the trait for types of their own: [`Params`] declares the weight and the
/// parameters, [`about`](Self::about) describes them, and [`steer`](Self::steer) adds the forces,
/// which must be finite. [`function_behavior()`] lists the conditions for a reproducible run.
/// Values that units remember from tick to tick belong in a [`Memory`], which snapshots save. Links
/// cannot contain behaviors of a program's own types.
pub trait Behavior: Params + CloneBehavior + Send + Sync {
    /// Static description of the behavior: label, sentence, weight, rule, needs.
    fn about(&self) -> BehaviorInfo;

    /// Compiled rule of the behavior; `None` if no rule can express it.
    fn compiled_behavior(&self) -> Option<&Arc<CompiledBehavior>> {
        rule::built_in(self.as_dyn())
    }

    /// Values that the units remember under the name `_name` in the rule's text: one column per
    /// component, indexed by unit within the group; `None` if the rule remembers no value of this
    /// name and type.
    #[doc(hidden)]
    fn remembered(&self, _name: &str, _ty: ValueType) -> Option<&[Vec<f32>]> {
        None
    }

    /// Whether a unit, by its index in the group, fires its gun straight ahead in this tick.
    #[doc(hidden)]
    fn is_firing(&self, _unit: usize) -> bool {
        false
    }

    /// Adds the unweighted force of the behavior for the units with ids in `range`; `out`
    /// multiplies it by the weight. The default runs the behavior's rule.
    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        rule::steer(self.as_dyn(), scope, range, out);
    }

    /// Value of each line of the rule for one unit; `None` without a rule. `_so_far`: sum of the
    /// forces of the behaviors earlier in the group's list.
    fn trace(&self, _scope: &Scope, _id: usize, _so_far: Vec2) -> Option<RuleTrace> {
        None
    }

    /// Whether the behavior computes values that units remember, which it also does at weight 0.
    fn has_memory(&self) -> bool {
        false
    }

    /// Memory of the units; `None` if the behavior has none.
    fn memory(&self) -> Option<&dyn Memory> {
        None
    }

    /// Mutable memory of the units; `None` if the behavior has none.
    fn memory_mut(&mut self) -> Option<&mut dyn Memory> {
        None
    }

    /// Properties of the behavior at its present parameter values, for other parts of the program.
    fn features(&self) -> BehaviorFeatures {
        rule::features(self.as_dyn())
    }

    /// Stimuli to which the behavior responds, the most important one first.
    fn stimuli(&self) -> &[Stimulus] {
        rule::stimuli(self.as_dyn())
    }

    /// Radius within which the behavior makes a unit look for others, u; infinite if unlimited.
    fn reach_radius(&self, scope: &Scope, id: usize) -> f32 {
        rule::reach(self.as_dyn(), scope, id)
    }

    /// Strength of the push away from a unit at the position `_place` (u) by this behavior's
    /// potential, negative where it attracts; `None` for a behavior without a potential. Only for
    /// drawing: in a large crowd, a sample of the units stands for all.
    fn potential_force_at(&self, _scope: &Scope, _id: usize, _place: Vec2) -> Option<f32> {
        None
    }

    /// Adds to `out` the points, circles and feelers that steer one unit, for drawing, computed
    /// with the arithmetic of [`steer`](Self::steer).
    fn cues(&self, scope: &Scope, id: usize, out: &mut Vec<SteeringCue>) {
        rule::cues(self.as_dyn(), scope, id, out);
    }

    /// Heading (rad; 0 points right, clockwise on screen) that a unit holds while it flies a
    /// straight step of a pattern; `None` otherwise. `_unit`: index in the group.
    fn pattern_course(&self, _unit: usize) -> Option<f32> {
        None
    }

    /// Distance between start and end of one repetition of the behavior's list of steps, and length
    /// of its path, in a field without obstacles, u; `None` for a behavior without such a list.
    fn round_trip(&self) -> Option<[f32; 2]> {
        None
    }

    /// Sentences for the program that runs the behavior: links cannot contain it, or calls of its
    /// function failed. Empty if neither is true.
    fn notices(&self) -> Vec<String> {
        rule::notices(self.as_dyn())
    }

    /// Route that a unit plans to take, for drawing; `None` if it plans none.
    fn planned_route(&self, _scope: &Scope, _id: usize) -> Option<PlannedRoute> {
        None
    }
}

/// Data that a behavior remembers from tick to tick, with one record per unit of the group.
pub trait Memory {
    /// Updates the records of the units with ids in `range` at the end of a tick.
    fn advance(&mut self, scope: &Scope, range: Range<usize>);

    /// Resizes the memory to `count` units: existing records stay, new ones have initial values.
    fn resize(&mut self, count: usize);

    /// Draws initial values for new units' records. `_handles`: handles of the group's units.
    fn draw_initial_values(&mut self, _seed: u32, _handles: &[u32]) {}

    /// Swaps the records of two units, by their indices in the group.
    fn swap(&mut self, a: usize, b: usize);

    /// Adds the records to the hash of the state.
    fn hash(&self, hash: &mut StateHash);

    /// Writes the records to the codec or, if the codec is reading, replaces them.
    fn encode_or_decode(&mut self, codec: &mut StateCodec);

    /// Whether the records are valid for the behavior, after
    /// [`encode_or_decode`](Self::encode_or_decode) has read them.
    fn is_sound(&self) -> bool {
        true
    }

    /// Size of the records on the heap, bytes.
    fn heap_bytes(&self) -> usize;

    /// Adapts the records to a path of the group that was changed to `_len` nodes.
    fn adapt_to_path(&mut self, _len: usize) {}
}

/// Implements `resize`, `swap`, `hash`, `encode_or_decode` and `heap_bytes` of a [`Memory`] for the
/// listed fields of a type, lists with one record per unit. Fields after the semicolon only add to
/// `heap_bytes`.
macro_rules! records {
    ($($list:ident),+ $(; $($other:ident),+)?) => {
        fn resize(&mut self, count: usize) {
            $(self.$list.resize(count, Default::default());)+
        }

        fn swap(&mut self, a: usize, b: usize) {
            $(self.$list.swap(a, b);)+
        }

        fn hash(&self, hash: &mut $crate::engine::hash::StateHash) {
            $(self.$list.iter().for_each(|record| {
                $crate::engine::hash::Hashed::hash(record, hash);
            });)+
        }

        fn encode_or_decode(&mut self, codec: &mut $crate::engine::codec::StateCodec) {
            $($crate::engine::codec::Coded::encode_or_decode(&mut self.$list[..], codec);)+
        }

        fn heap_bytes(&self) -> usize {
            0 $(+ size_of_val(&*self.$list))+ $($(+ size_of_val(&*self.$other))+)?
        }
    };
}
pub(crate) use records;

/// Implements `memory` and `memory_mut` of [`Behavior`] for a type that is its own [`Memory`].
macro_rules! own_memory {
    () => {
        fn memory(&self) -> Option<&dyn $crate::engine::behaviors::Memory> {
            Some(self)
        }

        fn memory_mut(&mut self) -> Option<&mut dyn $crate::engine::behaviors::Memory> {
            Some(self)
        }
    };
}
pub(crate) use own_memory;

impl dyn Behavior + '_ {
    /// Key of the behavior in links, which is also the key of its weight.
    pub fn key(&self) -> &'static str {
        self.about().key()
    }

    /// Kinds of bodies that the behavior can steer. Walkers on tiles need a force vector in world
    /// axes without braking; a lateral push would turn them by 90 degrees.
    pub fn bodies(&self) -> &'static [BodyKind] {
        match self.about().exclusive_bodies {
            Some(bodies) => bodies,
            None if self
                .compiled_behavior()
                .is_some_and(|compiled_behavior| compiled_behavior.can_steer_walkers()) =>
            {
                &BodyKind::ALL
            }
            None => &[BodyKind::Rigid, BodyKind::Point, BodyKind::Particle],
        }
    }

    /// Factor on the force of the behavior; 0 switches the force off.
    pub fn weight(&self) -> f32 {
        self.get(0)
    }

    /// Whether the behavior responds to the stimulus `what`.
    pub fn responds_to(&self, what: Stimulus) -> bool {
        self.stimuli().contains(&what)
    }

    /// Whether a group must have `what` for the behavior to act on it at all.
    pub fn needs(&self, what: BehaviorNeed) -> bool {
        self.compiled_behavior()
            .is_some_and(|compiled_behavior| compiled_behavior.needs().contains(&what))
    }
}

/// Function that creates a behavior with its default parameters.
type BehaviorConstructor = fn() -> Box<dyn Behavior>;

/// Constructors of all built-in behaviors, in the order in which the page offers them.
pub const REGISTRY: &[BehaviorConstructor] = &[
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
    || Box::new(Anticipate::default()),
    || Box::new(RtsSeparation::default()),
    || Box::new(RtsCohesion::default()),
    || Box::new(RtsAlignment::default()),
    || Box::new(Queue::default()),
    || Box::new(MeanHeading::default()),
    || Box::new(Zones::default()),
    || Box::new(Orbit::default()),
    || Box::new(Fright::default()),
    || Box::new(Unrest::default()),
    || Box::new(Roost::default()),
];

/// Creates the behavior or [recipe] with this key and default parameters; `None` for other keys.
pub fn behavior_from_key(key: &str) -> Option<Box<dyn Behavior>> {
    let built_in = REGISTRY.iter().map(|make| make()).find(|behavior| behavior.key() == key);
    built_in.or_else(|| Some(Box::new(recipe(key)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weight_of_a_behavior_is_its_first_parameter_and_has_its_key() {
        for make in REGISTRY {
            let behavior = make();
            let (key, first) = (behavior.key(), behavior.specs()[0]);
            assert_eq!(first.key, key, "behavior '{key}' has no weight of its name");
            assert!(first.unit == "×", "the first parameter of '{key}' is no weight");
        }
    }
}

/// World for the tests of behaviors.
#[cfg(test)]
pub(crate) mod testing {
    use crate::engine::agents::{Role, UnitState};
    use crate::engine::behaviors::Behavior;
    use crate::engine::goals::{Goal, GoalKind};
    use crate::engine::group::Group;
    use crate::engine::params::{Edges, WorldParams};
    use crate::engine::steering::UnitForces;
    use crate::engine::world::{Workspace, World};
    use glam::Vec2;

    /// Point masses with one behavior: at most 60 u/s fast, 120 of force, 4 u long; their goal is
    /// the middle of a field of 400 x 400 u.
    pub fn group(role: Role, count: u32, behavior: impl Behavior + 'static) -> Group {
        let goal = Goal { goal: GoalKind::Place, heeds_pointer: false, ..Goal::default() };
        Group::point("units", "Units", role, count).with(behavior).with_goal(goal)
    }

    /// World with these groups; the units stand in a column, far from each other.
    pub fn field(groups: Vec<Group>) -> World {
        let params = WorldParams {
            width: 400.0,
            height: 400.0,
            edges: Edges::Bounce,
            ..WorldParams::default()
        };
        let mut world = World::new(params, groups, 1);
        for id in 0..world.agents().len() {
            put(&mut world, id, [10.0, 10.0 + 60.0 * id as f32], [0.0, 0.0]);
        }
        world
    }

    pub fn put(world: &mut World, id: usize, position: [f32; 2], velocity: [f32; 2]) {
        let velocity = Vec2::from(velocity);
        let heading = libm::atan2f(velocity.y, velocity.x);
        let state = UnitState { position: position.into(), velocity, heading, omega: 0.0 };
        world.set_unit(id, state);
    }

    /// Force of the first behavior on a unit.
    pub fn force(world: &World, id: usize) -> Vec2 {
        let group = world.group_of(id).expect("the unit exists");
        let mut work = Workspace::default();
        work.sort_units(world);
        work.perceive_unit(world, group, id);
        work.choose_goals(world, group, id..id + 1);
        work.end_choosing();
        let (scope, mut force) = (world.scope_during_tick(&work, group), UnitForces::default());
        let mut steering = force.view_from(id);
        steering.reset(id..id + 1, 0.0, None);
        steering.set_weight(1.0);
        world.groups()[group].pipeline[0].steer(&scope, id..id + 1, &mut steering);
        steering.force(id)
    }

    pub fn run(world: &mut World, seconds: usize) {
        (0..60 * seconds).for_each(|_| world.tick());
    }
}
