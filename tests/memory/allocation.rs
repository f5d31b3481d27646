//! The tick allocates nothing, and neither does who watches it: counted by the allocator itself.

use super::calls;
use flockwright::Run;
use flockwright::engine::params::DT;
use flockwright::engine::world::{Between, Happenings};
use flockwright::prelude::{
    Alignment, Chase, Cohesion, Group, Hunters, Obstacle, ObstacleAvoidance, Role, Separation,
    Target, TargetMode, UnitState, View, World, WorldParams,
};
use flockwright::scenes::SCENES;
use flockwright::session::run::DEFAULT_SEED;
use flockwright_lab::insight::diagnosis::Diagnosis;
use flockwright_lab::insight::measures::Meter;
use glam::Vec2;

fn allocations_of_a_run(mut run: Run) -> usize {
    run.world.hold_pointer(Vec2::new(100.0, 100.0));
    run.world.tick();
    let before = calls();
    for _ in 0..120 {
        run.world.tick();
    }
    calls() - before
}

fn allocations_under_watch(mut run: Run) -> usize {
    let (mut diagnosis, mut meter) = (Diagnosis::default(), Meter::default());
    let mut watch = |run: &mut Run, ticks: usize| {
        for _ in 0..ticks {
            run.world.tick();
            diagnosis.observe(run);
            meter.measure_all(&run.world);
        }
    };
    // Room is made for the crowd at the first look, and for each kind of look at the first of it.
    watch(&mut run, 45);
    let before = calls();
    watch(&mut run, 45);
    calls() - before
}

#[test]
fn a_tick_allocates_nothing_in_any_scene() {
    let edited =
        "ob=100-80-20_200&wa=50-50-50-150-3&path=10-10_90-90&start=250-200-300-250&tiles=12-8-9";
    for (scene, layout) in SCENES.iter().flat_map(|scene| [(scene, ""), (scene, edited)]) {
        let nothing = {
            let mut run = Run::new(scene, DEFAULT_SEED);
            // What a scene has no use for is left out.
            run.set_layout_text(layout);
            allocations_of_a_run(run) == 0
        };
        assert!(nothing, "allocations in 120 ticks of scene '{}' {layout}", scene.key);
    }
    for scene in SCENES {
        let nothing = allocations_under_watch(Run::new(scene, DEFAULT_SEED)) == 0;
        assert!(nothing, "allocations under watch in scene '{}'", scene.key);
    }
    // Rules that a person wrote.
    let versions: serde_json::Value =
        serde_json::from_str(include_str!("../links.json")).expect("examples by version");
    let examples = versions.as_object().expect("an object").values();
    let links = examples.flat_map(|list| list.as_array().expect("a list"));
    let links = links.filter_map(|one| one["link"].as_str().filter(|link| link.contains("-R")));
    let links: Vec<&str> = links.collect();
    assert!(links.len() >= 3);
    for link in links {
        let nothing = allocations_of_a_run(Run::open(link).0) == 0;
        assert!(nothing, "allocations in 120 ticks of {link}");
        let nothing = allocations_under_watch(Run::open(link).0) == 0;
        assert!(nothing, "allocations under watch of {link}");
    }
    let (mut run, _) = Run::open("scene=empty&sites=coral-120-80_north-300-200");
    let rule = "rule home\nsteer seek(site(\"North\").offset)";
    run.set_rule("units", rule).expect("a sound rule");
    assert_eq!(allocations_of_a_run(run), 0, "allocations of a rule that looks for a site");
    let before = calls();
    drop(Run::new(&SCENES[0], DEFAULT_SEED));
    assert_ne!(calls(), before, "the count counts");
}

/// A game at frame rates from 144 to 30: 300 fish and a shark; fish die and are born, and rocks fall into
/// the water.
#[test]
fn a_game_allocates_only_where_something_comes_or_goes() {
    let fish = Group::rigid("fish", "Fish", Role::Regular, 300)
        .seeing(View::default())
        .with(Cohesion::default())
        .with(Alignment::default())
        .with(Separation::default())
        .with(ObstacleAvoidance::default());
    let shark = Group::rigid("shark", "Shark", Role::Interceptor, 1)
        .with(Chase { chasers: Hunters::Everyone, ..Chase::default() });
    let size = WorldParams { target: TargetMode::Nobody, ..WorldParams::default() };
    let mut world = World::new(size, vec![fish, shark], 7);
    world.set_target(1, Target::Group(0)).expect("there are fish");
    let (mut between, mut happenings) = (Between::default(), Happenings::starting_at(&world));
    let (mut due, mut happened, mut quiet, mut lively) = (0.0, 0, 0, 0);
    for frame in 0..2_000 {
        let changes = frame % 40 == 20;
        let before = calls();
        if changes {
            let oldest = world.agents().handle(0).expect("a fish");
            assert!(world.remove(oldest));
            let (position, velocity) = (Vec2::new(10.0, 60.0), Vec2::new(30.0, 0.0));
            let unit = UnitState { position, velocity, heading: 0.0, omega: 0.0 };
            world.add(0, unit).expect("there is room");
            if frame % 200 == 20 {
                let rock = Obstacle { center: Vec2::new(frame as f32 / 4.0, 99.0), radius: 12.0 };
                world.set_obstacles([world.obstacles(), &[rock]].concat());
            }
        }
        due += 1.0 / (30.0 + (frame * 37 % 115) as f32);
        while due >= DT {
            between.store_before(&world);
            world.tick();
            happenings.collect(&world);
            due -= DT;
        }
        between.interpolate(&world, due / DT);
        happened += happenings.take_events().count();
        let made = calls() - before;
        // The first frames make room.
        match changes || frame < 100 || frame % 40 < 24 && frame % 40 > 20 {
            true => lively += made,
            false => quiet += made,
        }
    }
    assert_eq!((quiet, world.agents().len()), (0, 301));
    // Each time, one goes and one comes.
    assert!((100..300).contains(&happened), "{happened}");
    assert!(lively < 50 * 60, "{lively} allocations for 50 changes");
    println!("{quiet} allocations in quiet frames, {lively} for 50 changes, {happened} events");
}
