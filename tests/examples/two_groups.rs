//! A school and a hunter, made in Rust, without a link: values by their keys, targets, units that come
//! and go. `cargo run --release --example two_groups`

use flockwright::prelude::*;

fn main() -> Result<(), Refusal> {
    let school = Group::rigid("school", "School", Role::Regular, 80)
        .seeing(View::default())
        .with(Cohesion::default())
        .with(Alignment::default())
        .with(Separation::default());
    let hunter = Group::point("hunter", "Hunter", Role::Monster, 1).with(Pursue::default());
    let params = WorldParams { target: TargetMode::Nobody, ..WorldParams::default() };
    let mut world = World::new(params, vec![school, hunter], 7);
    world.set("cohesion", 2.0)?;
    world.set("hunter.max_speed", 60.0)?;

    // Handles stay as units come and go.
    let prey = world.agents().handle(20).expect("there are eighty");
    let hunter = world.agents().handle(80).expect("it is the last");
    // The hunter goes for its prey, wherever that is.
    world.set_target(1, Target::Unit(prey))?;
    for _ in 0..600 {
        // The game takes what is caught out of the world.
        let (Some(at), Some(id)) = (world.agents().id(prey), world.agents().id(hunter)) else {
            break;
        };
        world.tick();
        let away = world.agents().position(at).distance(world.agents().position(id));
        if away < 3.0 {
            world.remove(prey);
        }
    }
    let left = world.agents().len() - 1;
    println!("{left} are left after {} ticks", world.ticks());
    assert!(left == 79 || left == 80);
    assert_eq!(world.agents().id(hunter), Some(left), "its handle is its own");
    Ok(())
}
