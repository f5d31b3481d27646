//! The force alone, for bodies that something else moves: here a loop of three lines, in a game its
//! physics engine. `cargo run --release --example force_only`

use flockwright::prelude::*;

/// A body of the game, in meters.
struct Ship {
    unit: Handle,
    place: Vec2,
    velocity: Vec2,
}

/// Units of the world to a meter.
const SCALE: f32 = 10.0;
const TICK: f32 = 1.0 / 60.0;

fn main() {
    let fleet = Group::point("fleet", "Fleet", Role::Regular, 60)
        .seeing(View::default())
        .with(Cohesion::default())
        .with(Alignment::default())
        .with(Separation::default());
    let params = WorldParams { target: TargetMode::Nobody, ..WorldParams::default() };
    let mut world = World::new(params, vec![fleet], 7);
    let mass = world.get("mass").expect("a point mass has one");
    let most = world.get("max_force").expect("and a largest force");
    let agents = world.agents();
    let mut ships: Vec<Ship> = (0..agents.len())
        .map(|id| Ship {
            unit: agents.handle(id).expect("it is there"),
            place: agents.position(id) / SCALE,
            velocity: agents.velocity(id) / SCALE,
        })
        .collect();
    for _ in 0..600 {
        for ship in &ships {
            let Some(id) = world.agents().id(ship.unit) else { continue };
            let (position, velocity) = (ship.place * SCALE, ship.velocity * SCALE);
            let heading = velocity.y.atan2(velocity.x);
            world.set_unit(id, UnitState { position, velocity, heading, omega: 0.0 });
        }
        world.steer();
        for ship in &mut ships {
            let Some(push) = world.push(ship.unit) else { continue };
            assert!(push.force.length() <= most * 1.0001);
            ship.velocity += push.force / mass / SCALE * TICK;
            ship.place += ship.velocity * TICK;
        }
    }
    let fleet: Vec2 = ships.iter().map(|ship| ship.velocity).sum();
    let speeds: f32 = ships.iter().map(|ship| ship.velocity.length()).sum();
    let order = fleet.length() / speeds;
    println!("after {} ticks, order {order:.2}", world.ticks());
    assert!(world.ticks() >= 599 && order.is_finite());
}
