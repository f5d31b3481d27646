//! The point mass of the steering tutorial, with a limited force and a limited speed.
//!
//! The force acts at the center. The heading follows the velocity and stays unchanged at rest.

use super::WorldBounds;
use crate::engine::agents::MovingUnits;
use crate::engine::math::{Lane, limit_for_squaring};
use crate::engine::params::DT;
use crate::engine::scenery::edges::BlockMotion;
use crate::engine::steering::Steering;
use crate::params;
use crate::schema::{ParamSpec, PlainControl, Trouble};

const SOURCE: &str = "Understanding Steering Behaviors, part 1";

params! {
    /// Parameters of the point-mass body model.
    pub struct PointMass in "Movement" {
        max_speed: f32 = ParamSpec::float("Max speed", "u/s", 60.0, [1.0, 400.0], 1.0)
            .logarithmic().plain(PlainControl::Speed).words("MAX_VELOCITY")
            .formula("V", "|v| ≤ V·(1 + p_V·z)")
            .doc("No bird moves faster than this, unless mixed speeds let it.")
            .source(SOURCE);
        max_force: f32 = ParamSpec::float("Max force", "", 120.0, [1.0, 2000.0], 1.0)
            .logarithmic().plain(PlainControl::Agility)
            .formula("F_max", "|F_all| ≤ F_max")
            .doc("The summed steering force is cut to this length: how sharply a bird can turn.")
            .source(SOURCE)
            .too_high(&[Trouble::Jitter]);
        mass: f32 = ParamSpec::float("Mass", "", 1.0, [0.1, 50.0], 0.1).logarithmic()
            .formula("M", "v → v + F_all/M·dt")
            .doc("Heavier birds answer forces more slowly.")
            .source(SOURCE)
            .too_low(&[Trouble::Jitter]);
        pace_spread: f32 = ParamSpec::float("Mixed speeds", "", 0.0, [0.0, 0.9], 0.05)
            .formula("p_V", "|v| ≤ V·(1 + p_V·z)")
            .doc("How much the birds' largest speeds differ: 0.3 is from 70 % to 130 %. The seed \
                  decides which birds are fast.")
            .source("Ours; zombies of mixed speeds");
    }
}

/// Share of a unit's top speed below which the unit keeps its heading, since a small force would
/// turn it around.
const MIN_TURNING_SPEED_SHARE: f32 = 0.02;

/// Speed below which a unit counts as at rest and keeps its heading, u/s. Braking produces speeds
/// so small that their squares underflow to 0, so that no direction can be computed.
const REST_SPEED: f32 = 1e-9;

impl PointMass {
    /// Moves `valid_count` units with consecutive ids from `first` on by one tick, one unit per
    /// SIMD lane.
    #[inline(always)]
    pub(super) fn integrate<L: Lane>(
        &self,
        agents: &mut MovingUnits,
        first: usize,
        valid_count: usize,
        steering: &Steering,
        bounds: WorldBounds,
    ) {
        let load = |from: &[f32]| L::load(from, first);
        let dt = L::splat(DT);
        let most = L::splat(self.max_force);
        let (fx, fy) = limit_for_squaring(load(steering.fx), load(steering.fy));
        let (fx, fy) = limit_length(fx, fy, most);
        let per_mass = L::splat(DT / self.mass);
        let pace = L::splat(1.0) + L::splat(self.pace_spread) * load(agents.pace);
        let (vx, vy) = limit_length(
            load(agents.vx) + fx * per_mass,
            load(agents.vy) + fy * per_mass,
            L::splat(self.max_speed) * pace,
        );
        let brake = load(steering.brake_factors);
        let (vx, vy) = (vx * brake, vy * brake);

        let mut motion = BlockMotion {
            x: load(agents.x) + vx * dt,
            y: load(agents.y) + vy * dt,
            vx,
            vy,
            heading: L::zero(),
        };
        bounds.edges.apply_edges(&mut motion, bounds.width, bounds.height);

        let speed = (motion.vx * motion.vx + motion.vy * motion.vy).sqrt();
        let moving = speed.gt(L::splat(REST_SPEED));
        let slowest =
            (L::splat(self.max_speed * MIN_TURNING_SPEED_SHARE) * pace).max(L::splat(REST_SPEED));
        let steers = speed.gt(slowest);
        let hx = L::select(steers, motion.vx / speed, load(agents.hx));
        let hy = L::select(steers, motion.vy / speed, load(agents.hy));
        motion.x.store(agents.x, first, valid_count);
        motion.y.store(agents.y, first, valid_count);
        motion.vx.keep_where(moving).store(agents.vx, first, valid_count);
        motion.vy.keep_where(moving).store(agents.vy, first, valid_count);
        hx.store(agents.hx, first, valid_count);
        hy.store(agents.hy, first, valid_count);
        for id in first..first + valid_count {
            agents.heading[id] = libm::atan2f(agents.hy[id], agents.hx[id]);
        }
    }
}

/// Shortens the vector (x, y) to the length `most` if it is longer.
#[inline(always)]
fn limit_length<L: Lane>(x: L, y: L, most: L) -> (L, L) {
    let size = (x * x + y * y).sqrt();
    let scale = L::select(size.gt(most), most / size, L::splat(1.0));
    (x * scale, y * scale)
}
