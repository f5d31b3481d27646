//! Splits the turn of a unit among the forces on it.
//!
//! Bodies respond to forces differently: a point mass turns at once, a rigid body continues to
//! turn. So the body itself is asked for its turn with all forces and with none. The difference is
//! split in proportion to the sideways part of each force, and where a body carries on with its
//! turn, each force carries on with its share.

use crate::insight::inspect::{BehaviorContribution, contributions, turn_by};
use flockwright::engine::params::DT;
use flockwright::engine::world::{State, World};
use flockwright::internals::math::wrap_angle;
use flockwright::internals::steering::UnitForces;
use glam::Vec2;

/// A source of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnSource {
    /// A behavior by its index in the pipeline; one past the last is the edge that contains units.
    Behavior(usize),
    /// Noise.
    Noise,
    /// Rotation that the unit already had when the observation began.
    InitialRotation,
    /// Contact while moving: walls, obstacles, the world's edge, or turning to shoot.
    Contact,
}

/// Turn caused by one source.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceTurn {
    pub source: TurnSource,
    /// Key of the behavior; other sources have a word that is no behavior's key.
    pub key: &'static str,
    /// Label of the source on the page.
    pub label: &'static str,
    /// Turn caused by the source, degrees per second; positive to the right.
    pub turn: f32,
    /// Mean force of the behavior ahead and to the right of the unit; 0 for other sources.
    pub mean_force: [f32; 2],
    /// Whether the source brakes the unit instead of turning it.
    pub is_braking: bool,
}

/// Sources of turns that are not forces, with key and label. In lists of turns, they follow the
/// behaviors.
pub(super) const OTHER_SOURCES: [(TurnSource, &str, &str); 3] = [
    (TurnSource::Noise, "chance", "Chance"),
    (TurnSource::InitialRotation, "swing", "Momentum"),
    (TurnSource::Contact, "contact", "Contact"),
];

/// If sideways forces cancel to less than this share of their sum, they do not show how the body
/// responds.
const CANCELED_SHARE: f32 = 0.02;

/// Turn of one tick above which it is split by the magnitude of forces instead of their sideways
/// part, rad: the body turned on the spot.
const ABRUPT_TURN: f32 = 0.5;

/// Steering of a unit in a tick.
pub(super) struct SteeredUnit {
    /// Sums of the behaviors' force (x, y), thrust, brake and swerve.
    pub steering_sums: [f32; 5],
    /// Key and label of each behavior, and of the edge.
    pub source_names: Vec<(&'static str, &'static str)>,
    /// Force of each behavior ahead and to the right of the unit.
    pub behavior_forces: Vec<[f32; 2]>,
}

/// Shares of a rotation that continues from tick to tick, rad per tick.
#[derive(Clone, Debug, Default)]
pub(super) struct TurnSplitter {
    /// Turn in this tick caused by each behavior, then by each of [`OTHER_SOURCES`], rad.
    turn_shares: Vec<f32>,
    /// Turn of the body without forces in this tick, rad.
    turn_without_forces: f32,
}

impl TurnSplitter {
    /// Records the forces on a unit in the coming tick, without the behavior `left_out`, and
    /// returns the resulting steering.
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
        parts: &[BehaviorContribution],
        summed: [f32; 5],
    ) {
        let count = parts.len();
        let omega = state.agents().omega[id] * DT;
        if self.turn_shares.len() != count + OTHER_SOURCES.len() {
            self.turn_shares = vec![0.0; count + OTHER_SOURCES.len()];
        }
        let forward = state.agents().forward(id);
        let turn = |force: Vec2, swerve: f32| {
            turn_by(state, group, id, [force.x, force.y, summed[2], summed[3], swerve])
        };
        let sum = Vec2::new(summed[0], summed[1]);
        let all = turn(sum, summed[4]);
        let still = turn(Vec2::ZERO, summed[4]);
        let coasting = if summed[4] == 0.0 { still } else { turn(Vec2::ZERO, 0.0) };
        let kept = if omega == 0.0 { 0.0 } else { (coasting / omega).clamp(0.0, 1.0) };
        let (forces, others) = self.turn_shares.split_at_mut(count);
        forces.iter_mut().for_each(|share| *share *= kept);
        let sides: Vec<f32> =
            parts.iter().map(|part| forward.perp_dot(part.weighted_force)).collect();
        let (side, amount) =
            (sides.iter().sum::<f32>(), sides.iter().map(|s| s.abs()).sum::<f32>());
        let by_forces = all - still;
        if by_forces.abs() > ABRUPT_TURN {
            let along = |part: &BehaviorContribution| part.weighted_force.dot(sum).max(0.0);
            let total: f32 = parts.iter().map(along).sum();
            for (share, part) in forces.iter_mut().zip(parts) {
                *share += if total > 0.0 { by_forces * along(part) / total } else { 0.0 };
            }
        } else if amount > 0.0 {
            let gain = if side.abs() >= CANCELED_SHARE * amount {
                by_forces / side
            } else {
                let push: f32 = sides.iter().map(|side| side.max(0.0)).sum();
                (turn(forward.perp() * push, summed[4]) - still) / push.max(f32::MIN_POSITIVE)
            };
            for (share, side) in forces.iter_mut().zip(&sides) {
                *share += gain * side;
            }
        }
        let chance = still - coasting;
        let rest = all - chance - forces.iter().sum::<f32>();
        // A rigid body keeps rotating and turns into its direction of motion; a reflected heading
        // is neither.
        let swings = (omega != 0.0 || others[1] != 0.0) && coasting.abs() < ABRUPT_TURN;
        others.copy_from_slice(if swings { &[0.0, 1.0, 0.0] } else { &[0.0, 0.0, 1.0] });
        others.iter_mut().for_each(|share| *share *= rest);
        others[0] = chance;
        self.turn_without_forces = all;
    }

    /// Ends a tick in which the unit turned by `turned` rad, and returns the turn caused by each
    /// source, rad.
    pub fn finish_tick(&mut self, turned: f32) -> &[f32] {
        if let Some(contact) = self.turn_shares.last_mut() {
            *contact += wrap_angle(turned - self.turn_without_forces);
        }
        &self.turn_shares
    }
}
