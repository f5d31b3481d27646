//! Splits the turn of a unit among the forces on it.
//!
//! Bodies respond to forces differently: a point mass turns at once, a rigid body keeps turning. So
//! the turn of the body is computed with all forces and without forces. The difference is split in
//! proportion to the sideways part of each force; where a body keeps part of its rotation in the
//! next tick, it keeps that part of each force's share.

use crate::insight::inspect::{BehaviorContribution, contributions, turn_by};
use flockwright::engine::params::DT;
use flockwright::engine::world::{State, World};
use flockwright::internals::math::wrap_angle;
use flockwright::internals::steering::UnitForces;
use glam::Vec2;

/// Source of a unit's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnSource {
    /// A behavior by its index in the pipeline; the pipeline's length stands for the world's edge.
    Behavior(usize),
    /// Random swerving of the unit.
    Noise,
    /// Rotation that the unit already had when the observation began.
    InitialRotation,
    /// Contact with walls, obstacles or the world's edge; or the turn of a unit with a gun to aim.
    Contact,
}

/// Turn of a unit that one source (a behavior, noise ...) causes.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceTurn {
    pub source: TurnSource,
    /// Key of the behavior; `chance`, `swing` or `contact` for the other sources.
    pub key: &'static str,
    /// Label of the source on the page.
    pub label: &'static str,
    /// Turn caused by the source, degrees per second; positive to the right.
    pub turn: f32,
    /// Mean weighted force of the behavior, as components ahead and to the right of the unit; 0 for
    /// other sources.
    pub mean_force: [f32; 2],
    /// Whether the source slows the unit down, so that its braking is explained, not its turn.
    pub is_braking: bool,
}

/// Sources of turns that are not behaviors, with key and label. Lists of turns have them after the
/// behaviors and the world's edge.
pub(super) const OTHER_SOURCES: [(TurnSource, &str, &str); 3] = [
    (TurnSource::Noise, "chance", "Chance"),
    (TurnSource::InitialRotation, "swing", "Momentum"),
    (TurnSource::Contact, "contact", "Contact"),
];

/// If the net sideways force is below this share of the magnitudes' sum, the turn per force is
/// computed with the forces to the right only, since it cannot be derived from a net force near 0.
const CANCELED_SHARE: f32 = 0.02;

/// Turn of one tick, rad, that a body can only make on the spot. A larger turn is split by each
/// force's part along the sum of forces instead of its sideways part.
const ABRUPT_TURN: f32 = 0.5;

/// Steering of a unit in the coming tick.
pub(super) struct SteeredUnit {
    /// Sums over the behaviors: force (x, y), thrust, brake factor and turn by noise.
    pub steering_sums: [f32; 5],
    /// Key and label of each behavior, then of the world's edge.
    pub source_names: Vec<(&'static str, &'static str)>,
    /// Weighted force of each of `source_names`, as components ahead and to the right of the unit.
    pub behavior_forces: Vec<[f32; 2]>,
}

/// Splits a unit's turn among its sources tick by tick; a rotation that continues keeps its shares.
#[derive(Clone, Debug, Default)]
pub(super) struct TurnSplitter {
    /// Turn caused by each behavior, the edge, and [`OTHER_SOURCES`] in this tick, rad.
    turn_shares: Vec<f32>,
    /// Turn of the body in this tick as computed without contacts, rad.
    turn_without_contact: f32,
}

impl TurnSplitter {
    /// Records the forces on a unit in the coming tick, without the behavior `left_out`, and
    /// returns the steering that they add up to.
    pub fn record_forces(
        &mut self,
        world: &World,
        group: usize,
        id: usize,
        left_out: Option<usize>,
    ) -> SteeredUnit {
        let mut force = UnitForces::default();
        let scope = world.scope_for(world.workspace(), group, id);
        let (parts, steering) = contributions(world, &scope, id, &mut force, left_out, false);
        let summed = steering.unit_sum(id);
        self.split_turn(world, group, id, &parts, summed);
        let forward = world.agents().forward(id);
        let push = |part: &BehaviorContribution| {
            [forward.dot(part.weighted_force), forward.perp_dot(part.weighted_force)]
        };
        SteeredUnit {
            steering_sums: summed,
            source_names: parts.iter().map(|part| (part.key, part.label)).collect(),
            behavior_forces: parts.iter().map(push).collect(),
        }
    }

    fn split_turn(
        &mut self,
        state: &State,
        group: usize,
        id: usize,
        contributions: &[BehaviorContribution],
        steering_sums: [f32; 5],
    ) {
        let count = contributions.len();
        let omega = state.agents().omega[id] * DT;
        if self.turn_shares.len() != count + OTHER_SOURCES.len() {
            self.turn_shares = vec![0.0; count + OTHER_SOURCES.len()];
        }
        let forward = state.agents().forward(id);
        let turn = |force: Vec2, noise_turn: f32| {
            turn_by(
                state,
                group,
                id,
                [force.x, force.y, steering_sums[2], steering_sums[3], noise_turn],
            )
        };
        let sum = Vec2::new(steering_sums[0], steering_sums[1]);
        let all = turn(sum, steering_sums[4]);
        let still = turn(Vec2::ZERO, steering_sums[4]);
        let coasting = if steering_sums[4] == 0.0 { still } else { turn(Vec2::ZERO, 0.0) };
        let kept = if omega == 0.0 { 0.0 } else { (coasting / omega).clamp(0.0, 1.0) };
        let (forces, others) = self.turn_shares.split_at_mut(count);
        forces.iter_mut().for_each(|share| *share *= kept);
        let sides: Vec<f32> =
            contributions.iter().map(|part| forward.perp_dot(part.weighted_force)).collect();
        let (side, amount) =
            (sides.iter().sum::<f32>(), sides.iter().map(|s| s.abs()).sum::<f32>());
        let by_forces = all - still;
        if by_forces.abs() > ABRUPT_TURN {
            let along = |part: &BehaviorContribution| part.weighted_force.dot(sum).max(0.0);
            let total: f32 = contributions.iter().map(along).sum();
            for (share, part) in forces.iter_mut().zip(contributions) {
                *share += if total > 0.0 { by_forces * along(part) / total } else { 0.0 };
            }
        } else if amount > 0.0 {
            let gain = if side.abs() >= CANCELED_SHARE * amount {
                by_forces / side
            } else {
                let push: f32 = sides.iter().map(|side| side.max(0.0)).sum();
                (turn(forward.perp() * push, steering_sums[4]) - still)
                    / push.max(f32::MIN_POSITIVE)
            };
            for (share, side) in forces.iter_mut().zip(&sides) {
                *share += gain * side;
            }
        }
        let chance = still - coasting;
        let rest = all - chance - forces.iter().sum::<f32>();
        // The part of the turn that neither forces nor noise explain is momentum if the body was
        // rotating. Otherwise, or if its heading was reflected (an abrupt turn), it is contact.
        let swings = (omega != 0.0 || others[1] != 0.0) && coasting.abs() < ABRUPT_TURN;
        others.copy_from_slice(if swings { &[0.0, 1.0, 0.0] } else { &[0.0, 0.0, 1.0] });
        others.iter_mut().for_each(|share| *share *= rest);
        others[0] = chance;
        self.turn_without_contact = all;
    }

    /// Ends a tick in which the unit turned by `turned` rad, and returns the turn caused by each
    /// source, rad.
    pub fn finish_tick(&mut self, turned: f32) -> &[f32] {
        if let Some(contact) = self.turn_shares.last_mut() {
            *contact += wrap_angle(turned - self.turn_without_contact);
        }
        &self.turn_shares
    }
}
