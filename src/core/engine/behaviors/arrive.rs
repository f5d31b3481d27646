//! Arrive: move to the goal and stop there (steering tutorial, part 3).
//!
//! Outside the slowing radius a unit seeks its goal; inside, its speed is in proportion to the
//! remaining distance. If the force is too weak for the radius, the unit overshoots and comes back.
//! If the radius is 0, the unit takes the smallest radius with which it does not overshoot.
//!
//! Where many units share a goal, most never reach it: they would press against those that have. A
//! unit that comes no nearer, and is as near as a crowd of this size allows, has arrived: it rests
//! until the goal moves.

use super::{
    Behavior, BehaviorInfo, BodyKind, Memory, Scope, Steering, SteeringCue, SteeringPurpose,
    own_memory, records,
};
use crate::engine::codec::{Coded, StateCodec};
use crate::engine::hash::{Hashed, StateHash};
use crate::engine::scope::AimKind;
use crate::numbers_of_field;
use crate::params;
use crate::schema::{ParamSpec, Params};
use glam::Vec2;
use std::ops::Range;

params! {
    /// Parameters of [`Arrive`].
    pub struct ArriveParams in "Seek and arrive" {
        arrive: f32 = ParamSpec::weight("Arrive", 1.0)
            .words("stop at slow down brake goal go to destination reach park land").symbol("w_arr")
            .doc("Weight of heading for the goal and stopping there.")
            .source("Understanding Steering Behaviors, part 3");
        slowing_factor: f32 = ParamSpec::float("Slowing radius", "× L", 0.0, [0.0, 200.0], 0.5)
            .symbol("k_slo")
            .words("slowingRadius")
            .doc("Birds begin to slow down this many lengths before the goal. 0: as far before it \
                  as they need in order not to overshoot, by their top speed, mass and force.")
            .source("Understanding Steering Behaviors, part 3");
    }
}

/// Force in the rule language. The resting of units that have arrived is computed outside it.
const RULE: &str = "
    radius = if slowing_factor > 0 then slowing_factor * L else braking
    steer arrive(goal.offset, radius)
";

/// Distance by which a goal must move to count as a new goal, body lengths.
const NEW_GOAL_DISTANCE: f32 = 0.5;

/// Number of ticks without progress after which a unit near its goal rests. Progress means that the
/// unit's smallest distance from the goal shrinks by a twentieth.
const STALLED_TICKS: u32 = 60;

/// Radius of a crowd around its goal, body lengths, divided by the square root of the number of its
/// units. Units of a crowd keep about five lengths apart.
const CROWD_RADIUS_FACTOR: f32 = 4.0;

/// Factor on the velocity of a resting unit in each tick, so that a push moves it only slowly.
const REST_FACTOR: f32 = 0.25;

/// Behavior that makes units head for their goal and stop there.
///
/// ```
/// use flockwright::prelude::*;
///
/// let birds = Group::point("birds", "Birds", Role::Regular, 20).with(Arrive::within(10.0));
/// let mut world = World::new(WorldParams::default(), vec![birds], 7);
/// world.set_target(0, Target::Place(Vec2::new(300.0, 200.0)))?;
/// world.tick();
/// assert_eq!(world.ticks(), 1);
/// # Ok::<(), Refusal>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Arrive {
    /// Values of the behavior's parameters.
    pub params: ArriveParams,
    progress: Vec<ArrivalProgress>,
}

/// Progress of a unit toward its goal.
#[derive(Clone, Copy, Debug)]
struct ArrivalProgress {
    /// Position of the goal when this record last began: at a new goal, or outside the crowd's
    /// radius, u.
    goal: Vec2,
    /// Smallest distance of the unit from the goal since this record began, u; a smaller distance
    /// replaces it only if it is smaller by a twentieth.
    least_distance: f32,
    /// Number of ticks since the last update of `least_distance`.
    ticks_since_least: u32,
}

impl Coded for ArrivalProgress {
    fn encode_or_decode(&mut self, codec: &mut StateCodec) {
        let Self { goal, least_distance, ticks_since_least } = self;
        // Until there is a goal, `goal` and `least_distance` are infinite, so any float is valid.
        [&mut goal.x, &mut goal.y, least_distance]
            .into_iter()
            .for_each(|part| codec.any_float(part));
        ticks_since_least.encode_or_decode(codec);
    }
}

impl Hashed for ArrivalProgress {
    fn hash(&self, hash: &mut StateHash) {
        hash.add_floats(&[self.goal.x, self.goal.y, self.least_distance]);
        hash.add_word(u64::from(self.ticks_since_least));
    }
}

impl Default for ArrivalProgress {
    fn default() -> Self {
        Self { goal: Vec2::INFINITY, least_distance: f32::INFINITY, ticks_since_least: 0 }
    }
}

impl ArrivalProgress {
    fn is_resting(&self) -> bool {
        self.ticks_since_least >= STALLED_TICKS
    }

    /// Updates the progress of a unit at the end of a tick. `crowd_radius`: distance from the goal
    /// within which a unit can come to rest, u.
    fn advance(&mut self, scope: &Scope, id: usize, crowd_radius: f32) {
        let Some(goal) = scope.goal_spot(id) else { return *self = Self::default() };
        let distance = scope.offset_to(id, goal.position).length();
        let length = scope.agents.length[id];
        let moved = scope.space.offset_between(self.goal, goal.position).length()
            > NEW_GOAL_DISTANCE * length;
        // A resting unit gets a wider radius, so that a small push by others does not end its rest.
        let crowd_radius = if self.is_resting() { 1.5 * crowd_radius } else { crowd_radius };
        if !self.goal.is_finite() || moved || distance > crowd_radius {
            *self = Self { goal: goal.position, least_distance: distance, ticks_since_least: 0 };
        } else if distance < 0.95 * self.least_distance && !self.is_resting() {
            (self.least_distance, self.ticks_since_least) = (distance, 0);
        } else {
            self.ticks_since_least = (self.ticks_since_least + 1).min(STALLED_TICKS);
        }
    }
}

impl Arrive {
    /// Creates the behavior with this slowing radius, body lengths; 0: the least without overshoot.
    pub fn within(slowing_factor: f32) -> Self {
        Self {
            params: ArriveParams { slowing_factor, ..ArriveParams::default() },
            progress: Vec::new(),
        }
    }
}

impl Params for Arrive {
    numbers_of_field!(ArriveParams);
}

impl Behavior for Arrive {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(ArriveParams::SPECS, "Heads for the goal and stops there.")
            .with_rule(RULE)
            .with_purpose(SteeringPurpose::Arrives)
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        for id in range {
            let Some(goal) = scope.goal_spot(id) else { continue };
            let rests =
                self.progress.get(id - scope.first_id).is_some_and(ArrivalProgress::is_resting);
            let force = if rests {
                *out.brake_factor_mut(id) *= REST_FACTOR;
                Vec2::ZERO
            } else {
                let factor = self.params.slowing_factor;
                let own = factor * scope.agents.length[id];
                let radius = if factor > 0.0 { own } else { scope.braking_radius(id) };
                scope.arrive_force(id, scope.offset_to(id, goal.position), radius)
            };
            out.add_force::<f32>(id, 1, force.x, force.y);
        }
    }

    own_memory!();

    fn cues(&self, scope: &Scope, id: usize, out: &mut Vec<SteeringCue>) {
        let goal = scope.goal_spot(id);
        out.extend(
            goal.map(|at| scope.aim_at_offset(AimKind::To, id, scope.offset_to(id, at.position))),
        );
    }
}

impl Memory for Arrive {
    fn advance(&mut self, scope: &Scope, range: Range<usize>) {
        // Only a point mass can stand still, so units with other bodies never rest.
        if scope.body_kind == BodyKind::Point {
            let units = scope.group_identities[scope.group].ids.len() as f32;
            for (id, way) in range.zip(&mut self.progress) {
                way.advance(
                    scope,
                    id,
                    CROWD_RADIUS_FACTOR * scope.agents.length[id] * units.sqrt(),
                );
            }
        }
    }

    records!(progress);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::Role;
    use crate::engine::behaviors::testing::*;
    use glam::Vec2;

    #[test]
    fn one_who_arrives_stops_there() {
        let mut world = field(vec![group(Role::Regular, 1, Arrive::default())]);
        run(&mut world, 15);
        assert!(world.agents().position(0).distance(Vec2::splat(200.0)) < 1.0);
        assert!(world.agents().velocity(0).length() < 1.0);
    }
}
