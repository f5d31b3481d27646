//! Nothing freezes: what a link can ask for is bounded, and no uncut piece of work takes long.

use crate::support::play::clock;
use crate::support::processor::timed_below;
use flockwright::internals::layout::MAX_UNITS;
use flockwright::prelude::*;
use flockwright::scenes::SCENES;
use flockwright::session::events::Event;
use flockwright::session::timeline::Timeline;

/// Placing the largest crowd of a link takes at most this long, ms.
const MAX_PLACING: f64 = 150.0;

fn counts(world: &World) -> Vec<usize> {
    world.groups().iter().map(|group| group.ids.len()).collect()
}

#[test]
fn the_largest_crowd_of_a_link_is_placed_at_once_in_every_scene() {
    for scene in SCENES {
        let key = scene.key;
        let link = format!("scene={key}&count={MAX_UNITS}&seed=3");
        // A written rule is limited by its cost as well.
        let groups = (scene.build_setup)().groups;
        let mut rulings = groups
            .iter()
            .flat_map(|group| &group.pipeline)
            .filter_map(|one| one.compiled_behavior());
        if rulings.any(|compiled_behavior| compiled_behavior.is_user_rule()) {
            continue;
        }
        let ((mut run, _), took) = timed_below(MAX_PLACING, || Run::open(&link));
        assert!(run.world.agents().len() > MAX_UNITS - 200, "{key}");
        assert!(took < MAX_PLACING, "{key}: {took} ms to open");
        let id = run.find_param("width").expect("a world has it");
        let (_, took) = timed_below(MAX_PLACING, || run.set(id, 0.9 * run.get(id)));
        assert!(took < MAX_PLACING, "{key}: {took} ms for another width");
    }
}

#[test]
fn a_link_that_asks_for_more_units_is_cut_and_says_so() {
    let (run, notices) = Run::open("scene=flock-limited&count=500000");
    assert_eq!(run.world.agents().len(), MAX_UNITS);
    assert_eq!(notices, ["count = “500000” was changed to 100000 (allowed: 0 to 100000)."]);
    let link = "scene=leaders-pincer&count=100000&interceptors.count=80000";
    let (run, notices) = Run::open(link);
    let found = counts(&run.world);
    assert!(found.iter().sum::<usize>() <= MAX_UNITS && found[0] > 49_000, "{found:?}");
    assert_eq!(notices.len(), 2, "{notices:?}");
    assert!(notices[0].contains("of 100000 are there"), "{notices:?}");
    // The link says what it said.
    assert_eq!(run.link(), format!("v=8&{link}"));
}

#[test]
fn a_world_of_ones_own_has_as_many_units_as_its_groups_say() {
    let many = MAX_UNITS as u32 + 50_000;
    let birds = Group::point("birds", "Birds", Role::Regular, many).with(Wander::default());
    let mut world = World::new(WorldParams::default(), vec![birds], 7);
    world.tick();
    assert_eq!(counts(&world), [150_000]);
    world.restart(8);
    world.put_obstacles(vec![Obstacle { center: Vec2::new(50.0, 50.0), radius: 20.0 }]);
    assert_eq!(counts(&world), [150_000]);
}

#[test]
fn a_program_adds_more_units_to_a_run_than_its_link_can_ask_for() {
    let (mut run, _) = Run::open(&format!("scene=flock-limited&count={MAX_UNITS}"));
    let unit = run.world.agents().state(0);
    for _ in 0..3 {
        run.world.add(0, unit).expect("there is room");
    }
    run.set_key("width", 900.0).expect("a width");
    assert_eq!(counts(&run.world), [MAX_UNITS + 3]);
    let bytes = run.snapshot();
    run.world.restart(1);
    assert_eq!(counts(&run.world), [MAX_UNITS + 3]);
    let (mut other, _) = Run::open("scene=flock-limited&count=5");
    other.restore(&bytes).expect("sound");
    assert_eq!(counts(&other.world), [MAX_UNITS + 3]);
}

#[test]
fn what_comes_in_during_a_tick_is_what_comes_in_behind_it() {
    let link = "scene=flock-wide&count=2000&width=2000&height=2000&wide_radius_factor=10";
    let (mut run, mut parts, _) = Timeline::open(link);
    let (mut other, mut whole, _) = Timeline::open(link);
    let [cohesion, alignment] =
        ["cohesion", "alignment"].map(|key| run.find_param(key).expect("a flock has it"));
    let before = run.get(cohesion);
    let events = [
        Event::Param { id: cohesion, value: 2.5 },
        Event::PointerHold { x: 30.0, y: 40.0 },
        Event::Param { id: cohesion, value: 2.75 },
        Event::Ramp { id: alignment, from: 0.0, to: 3.0, ticks: 9 },
        Event::PointerHold { x: 60.0, y: 40.0 },
        // As it was before, but not as it will be.
        Event::Param { id: cohesion, value: before },
        Event::PointerRelease,
        Event::PointerHold { x: 70.0, y: 50.0 },
        Event::Param { id: cohesion, value: 1.25 },
    ];
    assert!(!parts.tick_part(&mut run, 1.0, clock(0.3)), "a tick is under way");
    for event in &events {
        parts.input(&mut run, event.clone()).expect("no text");
    }
    assert!(parts.has_waiting_inputs() && parts.log().is_empty());
    assert_eq!(run.get(cohesion), before, "the tick goes on with the value that it began with");
    while !parts.tick_part(&mut run, 1.0, clock(0.3)) {}
    whole.tick(&mut other);
    for event in events {
        whole.input(&mut other, event).expect("no text");
    }
    assert!(!parts.has_waiting_inputs());
    assert_eq!(parts.log(), whole.log());
    assert_eq!(run.get(cohesion), 1.25);
    for _ in 0..12 {
        assert_eq!(run.world.hash(), other.world.hash());
        whole.tick(&mut other);
        while !parts.tick_part(&mut run, 1.0, clock(0.3)) {}
    }
}

#[test]
fn a_change_of_who_is_there_drops_the_tick_under_way_and_comes_behind_what_waits() {
    let link = "scene=flock-wide&count=2000&width=2000&height=2000&wide_radius_factor=10";
    let (mut run, mut parts, _) = Timeline::open(link);
    let (mut other, mut whole, _) = Timeline::open(link);
    let [cohesion, count] =
        ["cohesion", "count"].map(|key| run.find_param(key).expect("a flock has it"));
    let events =
        [Event::Param { id: cohesion, value: 2.5 }, Event::Param { id: count, value: 70.0 }];
    assert!(!parts.tick_part(&mut run, 1.0, clock(0.3)), "a tick is under way");
    for event in events {
        parts.input(&mut run, event.clone()).expect("a number");
        whole.input(&mut other, event).expect("a number");
    }
    assert!(!parts.has_waiting_inputs() && !run.world.is_under_way());
    assert_eq!(parts.log(), whole.log());
    assert_eq!(run.link(), other.link());
    parts.tick(&mut run);
    whole.tick(&mut other);
    assert_eq!(run.world.hash(), other.world.hash());
}

#[test]
fn what_waits_is_in_force_at_once_where_someone_needs_to_know() {
    let (mut run, mut timeline, _) =
        Timeline::open("scene=flock-wide&count=2000&width=2000&height=2000");
    let id = run.find_param("cohesion").expect("a flock has it");
    timeline.apply_waiting_inputs(&mut run);
    assert!(!timeline.tick_part(&mut run, 1.0, clock(0.3)), "a tick is under way");
    timeline.input(&mut run, Event::Param { id, value: 2.5 }).expect("a number");
    assert!(!run.link().contains("cohesion"));
    timeline.apply_waiting_inputs(&mut run);
    assert!(run.link().contains("cohesion=2.5") && !timeline.has_waiting_inputs());
    assert_eq!(timeline.log().events()[0].tick, 0);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn a_large_crowd_is_moved_in_parts_and_nobody_before_the_last() {
    let walls: Vec<String> = (1..30).map(|k| format!("0-{0}-90-{0}-2", 20 * k)).collect();
    let link = format!("scene=evade&count={MAX_UNITS}&view=off&wa={}", walls.join("_"));
    let (mut whole, _) = Run::open(&link);
    let (mut run, mut timeline, _) = Timeline::open(&link);
    for _ in 0..3 {
        let before = run.world.hash();
        let mut parts = 0;
        loop {
            assert_eq!(run.world.hash(), before, "somebody has moved before the last part");
            parts += 1;
            if timeline.tick_part(&mut run, 1.0, clock(0.25)) {
                break;
            }
        }
        assert!(parts > 10, "{parts} parts");
        whole.world.tick();
        assert_eq!(run.world.hash(), whole.world.hash());
    }
}
