//! Bodies that Rapier moves, and a flock that only steers them: `cargo run --release` in this folder.
//! Says how far the bodies keep apart, how well they fly in order, and what both cost.

use flockwright::prelude::{Group, *};
use rapier2d::prelude::*;
use std::time::{Duration, Instant};

/// Units of the world to a meter.
const SCALE: f32 = 10.0;
/// The radius of a body, m: a quarter of a unit's length.
const RADIUS: f32 = 0.1;
const TICKS: u32 = 1200;

fn main() {
    let fleet = Group::point("fleet", "Fleet", Role::Regular, 200)
        .seeing(View::default())
        .with(Cohesion::default())
        .with(Alignment::default())
        .with(Separation::default())
        .with(ObstacleAvoidance::default());
    let params = WorldParams { target: TargetMode::Nobody, ..WorldParams::default() };
    let mut world = World::new(params, vec![fleet], 7);
    let mass = world.get("mass").expect("a point mass has one");
    let pillar = Obstacle { center: Vec2::new(320.0, 200.0), radius: 40.0 };
    world.set_obstacles(vec![pillar]);

    let (mut bodies, mut colliders) = (RigidBodySet::new(), ColliderSet::new());
    let stone = ColliderBuilder::ball(pillar.radius / SCALE)
        .translation(vector![pillar.center.x / SCALE, pillar.center.y / SCALE]);
    colliders.insert(stone);
    let agents = world.agents();
    let fleet: Vec<_> = (0..agents.len())
        .map(|id| {
            let (at, velocity) = (agents.position(id) / SCALE, agents.velocity(id) / SCALE);
            let body = RigidBodyBuilder::dynamic()
                .translation(vector![at.x, at.y])
                .linvel(vector![velocity.x, velocity.y])
                .lock_rotations();
            let body = bodies.insert(body);
            let density = mass / (std::f32::consts::PI * RADIUS * RADIUS);
            let ball = ColliderBuilder::ball(RADIUS).density(density).restitution(0.2);
            colliders.insert_with_parent(ball, body, &mut bodies);
            (agents.handle(id).expect("it is there"), body)
        })
        .collect();

    let parameters = IntegrationParameters::default();
    let (mut pipeline, mut islands) = (PhysicsPipeline::new(), IslandManager::new());
    let (mut broad, mut narrow) = (DefaultBroadPhase::new(), NarrowPhase::new());
    let (mut joints, mut multibody) = (ImpulseJointSet::new(), MultibodyJointSet::new());
    let mut solver = CCDSolver::new();
    let (mut steering, mut physics) = (Duration::ZERO, Duration::ZERO);
    for _ in 0..TICKS {
        let begun = Instant::now();
        for (unit, body) in &fleet {
            let Some(id) = world.agents().id(*unit) else { continue };
            let (at, velocity) = (bodies[*body].translation(), bodies[*body].linvel());
            let position = Vec2::new(at.x, at.y) * SCALE;
            let velocity = Vec2::new(velocity.x, velocity.y) * SCALE;
            let heading = velocity.y.atan2(velocity.x);
            world.set_unit(id, UnitState { position, velocity, heading, omega: 0.0 });
        }
        world.steer();
        for (unit, body) in &fleet {
            let Some(push) = world.push(*unit) else { continue };
            let force = push.force / SCALE;
            bodies[*body].reset_forces(false);
            bodies[*body].add_force(vector![force.x, force.y], true);
        }
        steering += begun.elapsed();
        let begun = Instant::now();
        pipeline.step(
            &vector![0.0, 0.0],
            &parameters,
            &mut islands,
            &mut broad,
            &mut narrow,
            &mut bodies,
            &mut colliders,
            &mut joints,
            &mut multibody,
            &mut solver,
            None,
            &(),
            &(),
        );
        physics += begun.elapsed();
    }

    let places: Vec<_> = fleet.iter().map(|(_, body)| *bodies[*body].translation()).collect();
    let apart = |(at, place): (usize, &Vector<f32>)| {
        places[at + 1..].iter().map(|other| (other - place).norm()).fold(f32::INFINITY, f32::min)
    };
    let nearest = places.iter().enumerate().map(apart).fold(f32::INFINITY, f32::min);
    let velocities = || fleet.iter().map(|(_, body)| *bodies[*body].linvel());
    let sum = velocities().fold(vector![0.0, 0.0], |sum, one| sum + one);
    let order = sum.norm() / velocities().map(|one| one.norm()).sum::<f32>();
    let middle = vector![pillar.center.x / SCALE, pillar.center.y / SCALE];
    let off = places.iter().map(|place| (place - middle).norm()).fold(f32::INFINITY, f32::min);
    let each = |time: Duration| time.as_secs_f64() * 1e3 / f64::from(TICKS);
    println!(
        "{} bodies, {TICKS} ticks: order {order:.2}, nearest two {nearest:.2} m apart, {off:.2} m from the pillar's middle; \
         steering {:.3} ms and Rapier {:.3} ms per tick",
        fleet.len(),
        each(steering),
        each(physics),
    );
    assert!(places.iter().all(|place| place.x.is_finite() && place.y.is_finite()));
    assert!(off > 0.9 * pillar.radius / SCALE, "nobody is in the pillar");
    assert!(nearest > RADIUS, "bodies do not run through each other");
}
