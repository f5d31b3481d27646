//! A behavior in Rust: fish swirl around the middle of the world. `cargo run --release --example own_behavior`

use flockwright::prelude::*;

fn swirling(seed: u32) -> World {
    let middle = Vec2::new(300.0, 225.0);
    let swirl = function_behavior("swirl", move |scope, id| {
        let inward = scope.space.offset_between(scope.agents.position(id), middle);
        // Turned by 90°, and a little inward. Only the scope and constants: each machine gets the same run.
        (inward.perp() + 0.3 * inward).normalize_or_zero() * scope.force_scale
    });
    let fish =
        Group::point("fish", "Fish", Role::Regular, 80).with(Separation::default()).with(swirl);
    World::new(WorldParams::default(), vec![fish], seed)
}

fn main() -> Result<(), Refusal> {
    let (mut world, mut again) = (swirling(7), swirling(7));
    world.set("swirl", 2.0)?;
    again.set("swirl", 2.0)?;
    again.set_threads(2);
    for _ in 0..600 {
        world.tick();
        again.tick();
    }
    assert_eq!(world.hash(), again.hash(), "any number of threads gives the same run");

    let fish = world.agents();
    let middle = Vec2::new(300.0, 225.0);
    let turns = |id: &usize| (middle - fish.position(*id)).perp_dot(fish.velocity(*id)) > 0.0;
    let share = (0..fish.len()).filter(turns).count() as f32 / fish.len() as f32;
    println!("{:.0} % of the fish swirl. {}", 100.0 * share, world.notices().join(" "));
    assert!(share > 0.9, "{share}");
    Ok(())
}
