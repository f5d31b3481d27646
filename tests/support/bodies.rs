//! Cases of the bodies: a state, a force, and the state after one tick.

use super::Push;
use super::cases::{START, TOLERANCE, assert_close, open_world};
use flockwright::engine::agents::{Role, UnitState};
use flockwright::engine::bodies::{Body, PointMass, RigidBody};
use flockwright::engine::group::Group;
use flockwright::engine::world::World;
use glam::Vec2;
use serde::Deserialize;

#[derive(Deserialize)]
pub struct Moving {
    pub x: f64,
    pub y: f64,
    pub vx: f64,
    pub vy: f64,
    pub heading: f64,
    #[serde(default)]
    pub omega: f64,
}

/// Changes of velocity smaller than this, u/s, are compared as if they were of this size: cases may
/// be rounded.
const SLIGHT_GAIN: f64 = 0.25;

impl Moving {
    /// As it moves, at a place of the world.
    pub fn state(&self, position: Vec2) -> UnitState {
        UnitState {
            position,
            velocity: Vec2::new(self.vx as f32, self.vy as f32),
            heading: self.heading as f32,
            omega: self.omega as f32,
        }
    }

    /// Compares the state after one tick from [`START`] with that before it; `scale` is the size of
    /// a usual speed.
    pub fn assert_matches(&self, before: &Self, got: &UnitState, scale: f64, what: &str) {
        let near = |got: f32, want: f64, scale: f64, name: &str| {
            assert_close(f64::from(got), want, scale, &format!("{what}: {name}"));
        };
        // The way of one tick: beside a whole place, any would be near enough. Places are known to
        // 2^-15 u, which is about 2e-3 of a tick's way at 1 u/s.
        let way = got.position - START;
        let usual = scale.max(2.0) / 60.0;
        near(way.x, self.x - before.x, usual, "way along x");
        near(way.y, self.y - before.y, usual, "way along y");
        // What the forces have done in the tick: beside a whole velocity, it is next to nothing.
        let gain = got.velocity - before.state(START).velocity;
        let (gain_x, gain_y) = (self.vx - before.vx, self.vy - before.vy);
        let usual = gain_x.hypot(gain_y).max(SLIGHT_GAIN);
        near(gain.x, gain_x, usual, "gain of vx");
        near(gain.y, gain_y, usual, "gain of vy");
        near(got.omega, self.omega, 1.0, "omega");
        let turn = (f64::from(got.heading) - self.heading) / std::f64::consts::TAU;
        let off = (turn - turn.round()).abs() * std::f64::consts::TAU;
        assert!(off <= TOLERANCE, "{what}: heading is off by {off} rad");
    }
}

#[derive(Deserialize)]
pub struct RigidCase {
    body: Moving,
    params: RigidParams,
    bow_force: [f64; 2],
    expect: Moving,
}

#[derive(Deserialize)]
struct RigidParams {
    mass: f32,
    inertia: f32,
    length: f32,
    width: f32,
    height: f32,
    thrust: f32,
    linear_drag: f32,
    angular_drag: f32,
}

pub fn rigid(case: &RigidCase, what: &str) {
    let p = &case.params;
    let mut group = Group::rigid("units", "Units", Role::Regular, 1);
    group.crowd.length = p.length;
    group.body = Body::Rigid(RigidBody {
        mass: p.mass,
        inertia: p.inertia,
        hull_width: p.width / p.length,
        hull_height: p.height / p.length,
        thrust: p.thrust,
        linear_drag: p.linear_drag,
        angular_drag: p.angular_drag,
        steering_limit: 0.0,
        ..RigidBody::default()
    });
    let force = Vec2::new(case.bow_force[0] as f32, case.bow_force[1] as f32);
    let group = group.with(Push::in_local_frame(force));
    let mut world = World::new(open_world(), vec![group], 1);
    world.set_unit(0, case.body.state(START));
    world.tick();
    case.expect.assert_matches(&case.body, &world.agents().state(0), 30.0, what);
}

#[derive(Deserialize)]
pub struct PointCase {
    body: Moving,
    params: PointParams,
    force: [f64; 2],
    expect: Moving,
}

#[derive(Deserialize)]
struct PointParams {
    mass: f32,
    max_force: f32,
    max_speed: f32,
}

pub fn point(case: &PointCase, what: &str) {
    let PointParams { mass, max_force, max_speed } = case.params;
    let mut group = Group::point("units", "Units", Role::Regular, 1);
    group.body = Body::Point(PointMass { max_speed, max_force, mass, pace_spread: 0.0 });
    let force = Vec2::new(case.force[0] as f32, case.force[1] as f32);
    let group = group.with(Push::in_world_frame(force));
    let mut world = World::new(open_world(), vec![group], 1);
    world.set_unit(0, case.body.state(START));
    world.tick();
    case.expect.assert_matches(&case.body, &world.agents().state(0), f64::from(max_speed), what);
}
