//! A scout and a straggler of a flock: a target and a top speed of single units, by their handles.
//! `cargo run --release --example single_units`

use flockwright::prelude::*;

fn main() -> Result<(), Refusal> {
    let flock = Group::point("flock", "Flock", Role::Regular, 40)
        .seeing(View::default())
        .with(Cohesion::default())
        .with(Separation::default())
        .with(Seek::default());
    let params = WorldParams { target: TargetMode::Nobody, ..WorldParams::default() };
    let mut world = World::new(params, vec![flock], 7);
    let (goal, outpost) = (Vec2::new(300.0, 200.0), Vec2::new(40.0, 30.0));
    world.set_target(0, Target::Place(goal))?;

    let [scout, straggler] = [3, 8].map(|id| world.agents().handle(id).expect("there are forty"));
    world.set_single(scout, UnitSetting::Target(Some(Target::Place(outpost))))?;
    world.set_single(straggler, UnitSetting::MaxSpeed(Some(5.0)))?;
    let mut nearest = f32::INFINITY;
    for _ in 0..1200 {
        world.tick();
        let spot = |unit| world.agents().spot(world.agents().id(unit).expect("nobody is removed"));
        nearest = nearest.min(spot(scout).position.distance(outpost));
        assert!(spot(straggler).velocity.length() <= 5.01);
    }
    println!("The scout came within {nearest:.1} u of the outpost.");
    assert!(nearest < 20.0);

    let refused = world.set_single(scout, UnitSetting::MaxSpeed(Some(f32::NAN)));
    println!("{}", refused.expect_err("it is no speed"));
    world.remove(scout);
    println!("{}", world.set_single(scout, UnitSetting::Target(None)).expect_err("it is gone"));
    Ok(())
}
