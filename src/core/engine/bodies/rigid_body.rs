//! The rigid body of the book "AI for Game Developers": a hovercraft with a propeller astern and
//! steering jets at the bow.
//!
//! Thrust pushes forward. Drag opposes the flow at a center of drag a little astern of the middle,
//! which turns the craft into the flow like a weathervane. Steering forces act at the bow, so they
//! turn the craft too. Rotational drag is integrated implicitly: the book's time step is 1/400 s,
//! and at 1/60 s the explicit form diverges.

use super::WorldBounds;
use crate::engine::agents::MovingUnits;
use crate::engine::math::{Lane, limit_for_squaring, sin_cos, wrap_angle};
use crate::engine::params::DT;
use crate::engine::scenery::edges::BlockMotion;
use crate::engine::steering::Steering;
use crate::params;
use crate::schema::{ParamSpec, PlainControl, Trouble};

/// Density of air at sea level, slugs per cubic foot, as in the book.
pub const AIR_DENSITY: f32 = 0.0023769;

/// Position of the center of drag, body lengths ahead of the middle: negative, because it is 12 %
/// of the length astern.
const DRAG_CENTER: f32 = -0.12;

/// Ratio of the drag in forward motion to the drag in backward motion.
const FORWARD_DRAG_RATIO: f32 = 2.0;

const SOURCE: &str = "AI for Game Developers, ch. 4 (RigidBody2D)";

params! {
    /// Parameters of the rigid-body model.
    pub struct RigidBody in "Movement" {
        thrust: f32 = ParamSpec::float("Thrust", "", 500.0, [0.0, 20_000.0], 10.0)
            .logarithmic().plain(PlainControl::Thrust).square_root()
            .formula("T", "v → √(T/(ρ·C_d·A_L)) \"in time\"")
            .words("_THRUSTFORCE maxSpeed MAX_VELOCITY")
            .doc("Forward force of a propeller, which drag balances at the cruising speed: four times the thrust doubles \
                  the speed.")
            .source(SOURCE);
        steering_force: f32 = ParamSpec::float("Steering force S", "", 500.0, [0.0, 20_000.0], 10.0)
            .logarithmic().plain(PlainControl::Agility)
            .formula("S", "F = w·S·q")
            .words("_STEERINGFORCE")
            .doc("Force of the bow jets; every flocking rule pushes with a share of it.")
            .source(SOURCE)
            .too_high(&[Trouble::Jitter]);
        steering_limit: f32 = ParamSpec::float("Steering limit", "× S", 8.0, [0.0, 40.0], 0.5)
            .formula("k_S", "|F_all| ≤ k_S·S")
            .doc("Cap on the sum of all steering, so that one crowded moment does not fling a \
                  bird. 0 means no cap.")
            .source("Ours; the book has none");
        linear_drag: f32 = ParamSpec::float("Linear drag", "", 10.5, [0.5, 100.0], 0.5)
            .formula("C_d", "D = ρ·C_d·A_L·v^2")
            .doc("Drag coefficient Cd against moving through the air.")
            .source(SOURCE);
        angular_drag: f32 = ParamSpec::float("Angular drag", "", 2000.0, [10.0, 20_000.0], 10.0)
            .logarithmic()
            .formula("C_a", "D_ω = ½·ρ·C_a·A_L·ω^2")
            .doc("Drag coefficient Ca against turning. Lower values turn faster and overshoot.")
            .source(SOURCE)
            .too_low(&[Trouble::Jitter]);
        mass: f32 = ParamSpec::float("Mass", "", 10.0, [0.5, 200.0], 0.5).logarithmic()
            .formula("M", "v → v + (F_all + T·h − D)/M·dt")
            .doc("Heavier birds answer forces more slowly.")
            .source(SOURCE)
            .too_low(&[Trouble::Jitter]);
        inertia: f32 = ParamSpec::float("Inertia", "", 10.0, [0.5, 200.0], 0.5).logarithmic()
            .formula("I", "ω → ω + (½·L·F_s − D_ω)/I·dt")
            .doc("Moment of inertia: how hard the bird is to turn.")
            .source(SOURCE)
            .too_low(&[Trouble::Jitter]);
        hull_width: f32 = ParamSpec::float("Hull width", "× L", 0.5, [0.1, 4.0], 0.05)
            .formula("k_w", "A_L = L·(1 + k_w)·k_h·L")
            .doc("Width of the hull in body lengths; enters the projected area of drag.")
            .source(SOURCE);
        hull_height: f32 = ParamSpec::float("Hull height", "× L", 1.0, [0.1, 4.0], 0.05)
            .formula("k_h", "A_L = L·(1 + k_w)·k_h·L")
            .doc("Height of the hull in body lengths; enters the projected area of drag.")
            .source(SOURCE);
    }
}

impl RigidBody {
    /// Largest length of the summed steering force; infinite without a limit.
    pub fn force_limit(&self) -> f32 {
        if self.steering_limit > 0.0 {
            self.steering_limit * self.steering_force
        } else {
            f32::INFINITY
        }
    }

    /// Area of a unit of this length (u) in the formulas of linear and angular drag, u².
    fn drag_area<L: Lane>(&self, length: L) -> L {
        (length + length * L::splat(self.hull_width)) * (length * L::splat(self.hull_height))
    }

    /// Speed at which thrust and drag balance on a straight course, u/s, for a unit of this length
    /// (u).
    pub fn terminal_speed(&self, length: f32) -> f32 {
        (self.thrust / (AIR_DENSITY * self.drag_area(length) * self.linear_drag)).sqrt()
    }

    /// Thrust of a unit of this length (u) whose terminal speed is `speed`, u/s.
    pub(super) fn thrust_for_speed(&self, speed: f32, length: f32) -> f32 {
        speed * speed * AIR_DENSITY * self.drag_area(length) * self.linear_drag
    }

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
        let zero = L::zero();
        let one = L::splat(1.0);
        let (hx, hy) = (load(agents.hx), load(agents.hy));
        let (vx, vy) = (load(agents.vx), load(agents.vy));
        let omega = load(agents.omega);
        let length = load(agents.length);

        // The steering force, in the unit's frame and limited in length, acts at the bow.
        let (fx, fy) = limit_for_squaring(load(steering.fx), load(steering.fy));
        let size = (fx * fx + fy * fy).sqrt();
        let most = L::splat(self.force_limit());
        let scale = L::select(size.gt(most), most / size, one);
        let bow_forward = (fx * hx + fy * hy) * scale;
        let bow_starboard = (fy * hx - fx * hy) * scale;

        // Drag acts at the center of drag, against the flow there; backward motion halves it.
        let drag_arm = length * L::splat(DRAG_CENTER);
        let flow_forward = vx * hx + vy * hy;
        let flow_starboard = vy * hx - vx * hy + omega * drag_arm;
        let speed = (flow_forward * flow_forward + flow_starboard * flow_starboard).sqrt();
        let area = self.drag_area(length);
        let ahead = L::select(flow_forward.gt(zero), L::splat(FORWARD_DRAG_RATIO), one);
        let coefficient = L::splat(0.5 * AIR_DENSITY * self.linear_drag) * area * ahead;
        // `drag` is the force per unit of flow velocity. Its limit, which only extreme speeds
        // reach, stops the unit within the tick; beyond it, the explicit step would reverse motion.
        let drag = (coefficient * speed).min(L::splat(self.mass / DT));

        let force_forward = load(steering.thrust) + bow_forward - drag * flow_forward;
        let force_starboard = bow_starboard - drag * flow_starboard;
        let moment = length * L::splat(0.5) * bow_starboard - drag_arm * drag * flow_starboard;

        let per_mass = L::splat(1.0 / self.mass) * dt;
        let brake = load(steering.brake_factors);
        let vx = (vx + (force_forward * hx - force_starboard * hy) * per_mass) * brake;
        let vy = (vy + (force_forward * hy + force_starboard * hx) * per_mass) * brake;

        let omega = omega + moment * L::splat(DT / self.inertia);
        let turn_drag = L::splat(0.5 * AIR_DENSITY * self.angular_drag / self.inertia) * area;
        let omega = omega / (one + turn_drag * omega.abs() * dt);

        let mut motion = BlockMotion {
            x: load(agents.x) + vx * dt,
            y: load(agents.y) + vy * dt,
            vx,
            vy,
            heading: wrap_angle(load(agents.heading) + omega * dt),
        };
        bounds.edges.apply_edges(&mut motion, bounds.width, bounds.height);
        let (sine, cosine) = sin_cos(motion.heading);

        motion.x.store(agents.x, first, valid_count);
        motion.y.store(agents.y, first, valid_count);
        motion.vx.store(agents.vx, first, valid_count);
        motion.vy.store(agents.vy, first, valid_count);
        motion.heading.store(agents.heading, first, valid_count);
        omega.store(agents.omega, first, valid_count);
        cosine.store(agents.hx, first, valid_count);
        sine.store(agents.hy, first, valid_count);
    }
}
