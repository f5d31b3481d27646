//! The tick allocates nothing, and neither does who watches it: counted by the allocator itself.

use super::calls;
use flockwright::Run;
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
            meter.measure(&run.world);
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
    let before = calls();
    drop(Run::new(&SCENES[0], DEFAULT_SEED));
    assert_ne!(calls(), before, "the count counts");
}
