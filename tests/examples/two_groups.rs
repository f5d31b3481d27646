//! A school and a hunter, made in Rust, without a link: values by their keys, targets, and catches that
//! take units out of the world. `cargo run --release --example two_groups`

use flockwright::prelude::*;

fn main() -> Result<(), Refusal> {
    let school = Group::rigid("school", "School", Role::Regular, 80)
        .seeing(View::default())
        .with(Cohesion::default())
        .with(Alignment::default())
        .with(Separation::default());
    let hunter = Group::point("hunter", "Hunter", Role::Monster, 1)
        .with(Pursue::default())
        .catching(2.0, Caught::Remove);
    let params = WorldParams { target: TargetMode::Nobody, ..WorldParams::default() };
    let mut world = World::new(params, vec![school, hunter], 7);
    world.set("cohesion", 2.0)?;
    world.set("hunter.max_speed", 60.0)?;

    // Handles stay as units come and go.
    let hunter = world.agents().handle(80).expect("it is the last");
    // The hunter goes for the nearest of the school.
    world.set_target(1, Target::Group(0))?;
    let (mut happenings, mut caught) = (Happenings::starting_at(&world), 0);
    for _ in 0..1200 {
        world.tick();
        happenings.collect(&world);
        for happening in happenings.take_events() {
            if let Happening::Caught { unit, hunter, .. } = happening {
                println!("{:.1} s: {} caught {}", world.ticks() as f32 / 60.0, hunter.0, unit.0);
                caught += 1;
            }
        }
    }
    let left = world.agents().len() - 1;
    assert!(caught > 0 && left == 80 - caught);
    assert_eq!(world.agents().id(hunter), Some(left), "its handle is its own");
    Ok(())
}
