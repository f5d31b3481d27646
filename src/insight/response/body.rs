//! What a body makes of a force: speed over time, rate of turn, and the limit.

use crate::engine::agents::{Agents, UnitState};
use crate::engine::behaviors::{Axis, Reading};
use crate::engine::bodies::{Body, Bounds, Noise};
use crate::engine::group::Group;
use crate::engine::math::wrap_angle;
use crate::engine::params::{DT, Edges};
use crate::engine::steering::OneForce;
use crate::engine::tiles::Blocked;
use glam::Vec2;

/// Seconds that a diagram of turning takes.
pub(super) const TURN_TIME: f32 = 0.5;

/// A diagram of a limit goes this much farther than the limit.
const BEYOND_LIMIT: f32 = 1.5;

/// Where nothing limits the force, a diagram goes up to this many S.
const NO_LIMIT: f32 = 12.0;

/// A field without an end, u.
const FIELD: f32 = 1e6;

/// The ticks that a time takes.
pub(super) fn ticks_in(seconds: f32) -> u32 {
    (seconds / DT).round() as u32
}

/// Seconds in which a unit comes near to its speed; `None` for those that have none.
pub(super) fn time_to_speed(group: &Group) -> Option<f32> {
    let speed = group.body.max_speed(group.crowd.length);
    let (mass, push) = match group.body {
        Body::Rigid(body) => (body.mass, body.thrust),
        Body::Point(body) => (body.mass, body.max_force),
        Body::Particle(_) | Body::Tile(_) => return None,
    };
    // Powers of two: the axis moves in steps.
    let seconds = 2.0 * mass * speed / push.max(1.0);
    (0..10).map(|k| 0.25 * f32::from(1u16 << k)).find(|longer| *longer >= seconds).or(Some(128.0))
}

/// How much force a diagram of the limit asks for.
pub(super) fn force_to_show(group: &Group) -> f32 {
    match group.body.force_limit() {
        most if most.is_finite() => BEYOND_LIMIT * most,
        _ => NO_LIMIT * group.body.force_scale(),
    }
}

/// The answers of a group's body at some places on an axis.
pub(super) fn answers(group: &Group, over: Axis, reads: Reading, xs: &[f32]) -> Vec<f32> {
    match (over, reads) {
        (Axis::Force, _) => xs.iter().map(|x| group.body.limit(Vec2::X * *x).length()).collect(),
        (Axis::Speed, _) => xs.iter().map(|x| Bench::new(group, *x).turn()).collect(),
        (_, Reading::Turn) => {
            let speed = group.body.start_speed(group.crowd.length);
            let mut bench = Bench::new(group, speed);
            let mut rate = 0.0;
            over_time(xs, |seconds| {
                if bench.run(seconds, |bench| bench.turn()) {
                    rate = bench.agents.omega[0];
                }
                rate
            })
        }
        _ => {
            let mut bench = Bench::new(group, 0.0);
            over_time(xs, |seconds| {
                bench.run(seconds, Bench::drive);
                bench.agents.velocity(0).length()
            })
        }
    }
}

fn over_time(xs: &[f32], read: impl FnMut(f32) -> f32) -> Vec<f32> {
    xs.iter().copied().map(read).collect()
}

/// One unit of a group on an endless field.
struct Bench<'a> {
    group: &'a Group,
    agents: Agents,
    force: OneForce,
    ticks: u32,
}

impl<'a> Bench<'a> {
    fn new(group: &'a Group, speed: f32) -> Self {
        let mut agents = Agents::with_len(1);
        let (position, velocity) = (Vec2::splat(0.5 * FIELD), Vec2::new(speed, 0.0));
        agents.set_state(0, UnitState { position, velocity, heading: 0.0, omega: 0.0 });
        agents.lengths_mut()[0] = group.crowd.length;
        Self { group, agents, force: OneForce::default(), ticks: 0 }
    }

    /// Goes on to a time, tick by tick; whether there was one.
    fn run<T>(&mut self, seconds: f32, mut tick: impl FnMut(&mut Self) -> T) -> bool {
        let before = self.ticks;
        while self.ticks < ticks_in(seconds) {
            tick(self);
            self.ticks += 1;
            // The place does not matter, and far away numbers get coarse.
            (self.agents.x[0], self.agents.y[0]) = (0.5 * FIELD, 0.5 * FIELD);
        }
        self.ticks > before
    }

    /// A tick ahead: the propeller, or the largest force.
    fn drive(&mut self) {
        let forward = match self.group.body {
            Body::Point(body) => self.agents.forward(0) * body.max_force,
            Body::Rigid(_) | Body::Particle(_) | Body::Tile(_) => Vec2::ZERO,
        };
        self.push(forward);
    }

    /// A tick with the whole steering force to starboard; the rate of turn, radians per second.
    fn turn(&mut self) -> f32 {
        let before = self.agents.heading[0];
        self.push(self.agents.forward(0).perp() * self.group.body.force_scale());
        wrap_angle(self.agents.heading[0] - before) / DT
    }

    fn push(&mut self, force: Vec2) {
        let blocked = Blocked::default();
        let (width, height) = (FIELD, FIELD);
        let bounds = Bounds { edges: Edges::Bounce, width, height, tick: 0, blocked: &blocked };
        let mut steering = self.force.from(0);
        steering.begin(0..1, self.group.body.cruise_thrust(), None);
        (steering.fx[0], steering.fy[0]) = (force.x, force.y);
        let (agents, quiet) = (&mut self.agents.moving(), Noise::default());
        self.group.body.integrate(agents, 0..1, &steering, &quiet, bounds);
    }
}
