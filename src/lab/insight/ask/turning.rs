//! Which force turns a unit by how much.
//!
//! Bodies answer to forces in their own ways: a point mass turns at once, a rigid body goes on
//! turning. So the body itself is asked what it does with all forces and what with none; the
//! difference is shared out in proportion to how hard each force pushes to the side, and where a
//! body carries on with its turn, each force carries on with its share.

use crate::insight::inspect::{Contribution, contributions, turn_by};
use flockwright::engine::params::DT;
use flockwright::engine::world::{State, World};
use flockwright::internals::math::wrap_angle;
use flockwright::internals::steering::OneForce;
use glam::Vec2;

/// What turns a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A behavior by its place in the pipeline; behind the last one the edge that holds units inside.
    Behavior(usize),
    /// Noise.
    Chance,
    /// The turn in which it was already when one began to look.
    Swing,
    /// What turns it while it moves: walls, obstacles, the end of the world, a shot at another unit.
    Contact,
}

/// How far one thing turns a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    pub source: Source,
    /// The key of the behavior; of other sources a word that is no behavior's.
    pub key: &'static str,
    /// What the page calls it.
    pub label: &'static str,
    /// Degrees per second to the right.
    pub turn: f32,
    /// Its mean force ahead, and to the right; 0 of what is no behavior.
    pub push: [f32; 2],
    /// It holds the unit up: what it does is to brake, not to turn.
    pub holds: bool,
}

/// The sources that are no forces, behind the behaviors in a row of turns.
pub(super) const OTHERS: [(Source, &str, &str); 3] = [
    (Source::Chance, "chance", "Chance"),
    (Source::Swing, "swing", "Momentum"),
    (Source::Contact, "contact", "Contact"),
];

/// Sideways pushes that cancel to less than this share say nothing of how a body answers to them.
const CANCELED: f32 = 0.02;

/// A turn of one tick that is shared out by size instead of side, rad: a body that turned on the spot.
const ABRUPT: f32 = 0.5;

/// What steers a unit in a tick.
pub(super) struct Steered {
    /// Force, thrust, brake and swerve.
    pub summed: [f32; 5],
    /// Key and label of each behavior, and of the edge.
    pub names: Vec<(&'static str, &'static str)>,
    /// The force of each: ahead, and to the right.
    pub pushes: Vec<[f32; 2]>,
}

/// The shares of a turn that goes on from tick to tick, rad per tick.
#[derive(Clone, Debug, Default)]
pub(super) struct Turning {
    /// By behavior, then [`OTHERS`].
    shares: Vec<f32>,
    /// How far the body alone turns in the tick.
    all: f32,
}

impl Turning {
    /// Takes note of the coming tick's forces on a unit, without the behavior `left_out`, and gives
    /// the steering that they come to.
    pub fn steer(
        &mut self,
        world: &World,
        group: usize,
        id: usize,
        left_out: Option<usize>,
    ) -> Steered {
        let mut force = OneForce::default();
        let scope = world.scope_in(world.found(), group);
        let (parts, steering) = contributions(world, &scope, id, &mut force, left_out, false);
        let summed = steering.unit(id);
        self.share(world, group, id, &parts, summed);
        let forward = world.agents().forward(id);
        let push =
            |part: &Contribution| [forward.dot(part.weighted), forward.perp_dot(part.weighted)];
        Steered {
            summed,
            names: parts.iter().map(|part| (part.key, part.label)).collect(),
            pushes: parts.iter().map(push).collect(),
        }
    }

    fn share(
        &mut self,
        state: &State,
        group: usize,
        id: usize,
        parts: &[Contribution],
        summed: [f32; 5],
    ) {
        let count = parts.len();
        let omega = state.agents().omega[id] * DT;
        if self.shares.len() != count + OTHERS.len() {
            self.shares = vec![0.0; count + OTHERS.len()];
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
        let (forces, others) = self.shares.split_at_mut(count);
        forces.iter_mut().for_each(|share| *share *= kept);
        let sides: Vec<f32> = parts.iter().map(|part| forward.perp_dot(part.weighted)).collect();
        let (side, amount) =
            (sides.iter().sum::<f32>(), sides.iter().map(|s| s.abs()).sum::<f32>());
        let by_forces = all - still;
        if by_forces.abs() > ABRUPT {
            let along = |part: &Contribution| part.weighted.dot(sum).max(0.0);
            let total: f32 = parts.iter().map(along).sum();
            for (share, part) in forces.iter_mut().zip(parts) {
                *share += if total > 0.0 { by_forces * along(part) / total } else { 0.0 };
            }
        } else if amount > 0.0 {
            let gain = if side.abs() >= CANCELED * amount {
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
        // A rigid body swings on, and turns into its wind; a mirrored heading is neither.
        let swings = (omega != 0.0 || others[1] != 0.0) && coasting.abs() < ABRUPT;
        others.copy_from_slice(if swings { &[0.0, 1.0, 0.0] } else { &[0.0, 0.0, 1.0] });
        others.iter_mut().for_each(|share| *share *= rest);
        others[0] = chance;
        self.all = all;
    }

    /// The shares of the tick that is over, which has turned the unit by `turned` rad.
    pub fn shares(&mut self, turned: f32) -> &[f32] {
        if let Some(contact) = self.shares.last_mut() {
            *contact += wrap_angle(turned - self.all);
        }
        &self.shares
    }
}
