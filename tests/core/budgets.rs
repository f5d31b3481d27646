//! Nothing freezes: no uncut piece of work is above its budget, counted in looks and not in time.

use flockwright::internals::effort::spent;
use flockwright::internals::layout::MOST_UNITS;
use flockwright::scenes::SCENES;
use flockwright::session::events::Event;
use flockwright::session::timeline::Timeline;
use flockwright::{Run, World};

/// What a part of some work is asked to keep to, and what one may take, in looks at units.
const ASKED: u64 = 20_000;
const MAX_LOOKS: u64 = 5_000_000;

/// Does some work in parts, and tells how many there were and the looks of the largest.
fn in_parts(mut part: impl FnMut(&mut dyn FnMut() -> f64) -> bool) -> (usize, u64) {
    let (mut parts, mut largest) = (0, 0);
    loop {
        let before = spent();
        let done = part(&mut || (spent() - before) as f64);
        (parts, largest) = (parts + 1, largest.max(spent() - before));
        if done {
            return (parts, largest);
        }
    }
}

fn place(run: &mut Run, timeline: &mut Timeline) -> (usize, u64) {
    in_parts(|looks| timeline.go_on(run, &mut || looks() >= ASKED as f64))
}

fn tick(run: &mut Run, timeline: &mut Timeline) -> (usize, u64) {
    in_parts(|looks| timeline.tick_part(run, ASKED as f64, looks))
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn half_a_million_units_that_are_placed_in_parts_are_the_same_in_every_scene() {
    for scene in SCENES {
        let key = scene.key;
        let link = format!("scene={key}&count=500000&seed=3");
        let (whole, _, notices) = Timeline::open(&link);
        assert!(notices.is_empty(), "{notices:?}");
        // Left at any time, it leaves nothing behind.
        let (mut run, mut timeline, _) = Timeline::open_in_parts(&link);
        let begun = spent();
        timeline.go_on(&mut run, &mut || spent() - begun >= 3 * ASKED);
        drop((run, timeline));
        let before = spent();
        let (mut run, mut timeline, _) = Timeline::open_in_parts(&link);
        let opened = spent() - before;
        assert!(opened < MAX_LOOKS, "{key}: {opened} looks to open");
        assert!(run.world.agents().is_empty(), "{key}: nobody is there yet");
        let share = timeline.placing(&run);
        assert!(share.is_some_and(|share| share < 1.0), "{key}: {share:?}");
        let (parts, largest) = place(&mut run, &mut timeline);
        assert!(parts > 1 && largest < MAX_LOOKS, "{key}: {parts} parts, {largest} looks");
        assert_eq!(run.world.hash(), whole.world.hash(), "{key}");
        assert_eq!(run.link(), whole.link(), "{key}");
    }
}

#[test]
fn a_change_that_takes_long_can_be_taken_back() {
    let link = "scene=flock-wide&count=300&seed=5";
    let (mut run, mut timeline, _) = Timeline::open_in_parts(link);
    let (mut other, mut unchanged, _) = Timeline::open(link);
    let count = run.find("count").expect("a flock has it");
    let width = run.find("width").expect("a world has it");
    assert!(!timeline.take_back(&mut run), "nothing is being placed");
    for _ in 0..37 {
        timeline.tick(&mut run);
        unchanged.tick(&mut other);
    }
    let narrow = Event::Param { id: width, value: 500.0 };
    timeline.input(&mut run, narrow.clone()).expect("a number");
    unchanged.input(&mut other, narrow).expect("a number");
    let before = (run.world.hash(), timeline.log().clone());
    timeline.input(&mut run, Event::Param { id: count, value: 80_000.0 }).expect("a number");
    timeline.input(&mut run, Event::Param { id: width, value: 900.0 }).expect("a number");
    assert!(timeline.placing(&run).is_some() && run.get(count) == 80_000.0);
    assert!(timeline.take_back(&mut run));
    while !timeline.seek_part(&mut run, 1e5, || spent() as f64) {}
    assert_eq!((run.world.hash(), timeline.log().clone()), before);
    assert_eq!((run.get(count), run.get(width)), (300.0, 500.0));
    for _ in 0..9 {
        timeline.tick(&mut run);
        unchanged.tick(&mut other);
        assert_eq!(run.world.hash(), other.world.hash());
    }
}

#[test]
fn what_comes_in_while_a_crowd_is_placed_waits_for_it() {
    let start = "scene=flock-wide&view=off&leaders=off&count=40000";
    let (mut patient, mut patiently, _) = Timeline::open_in_parts(start);
    let (mut plain, mut at_once, _) = Timeline::open(start);
    let find = |key| plain.find(key).expect("a flock has it");
    let (count, width, cohesion) = (find("count"), find("width"), find("cohesion"));
    let set = |id, value| Event::Param { id, value };
    // A slider that is drawn on is where it ends.
    for value in [30_000.0, 45_000.0, 60_000.0] {
        patiently.input(&mut patient, set(count, value)).expect("a number");
        assert_eq!(patient.get(count), value);
    }
    at_once.input(&mut plain, set(count, 60_000.0)).expect("a number");
    for (id, value) in [(cohesion, 2.5), (width, 900.0)] {
        patiently.input(&mut patient, set(id, value)).expect("a number");
        at_once.input(&mut plain, set(id, value)).expect("a number");
        assert_eq!(patient.get(id), value);
    }
    assert_eq!(patient.world.agents().len(), 0);
    place(&mut patient, &mut patiently);
    assert_eq!(patient.world.hash(), plain.world.hash());
    let hold = Event::PointerHold { x: 30.0, y: 40.0 };
    for _ in 0..3 {
        patiently.input(&mut patient, set(count, 70_000.0)).expect("a number");
        at_once.input(&mut plain, set(count, 70_000.0)).expect("a number");
        patiently.input(&mut patient, hold.clone()).expect("a place");
        at_once.input(&mut plain, hold.clone()).expect("a place");
        let (_, largest) = tick(&mut patient, &mut patiently);
        assert!(largest < MAX_LOOKS, "{largest} looks");
        at_once.tick(&mut plain);
        assert_eq!(patient.world.hash(), plain.world.hash());
    }
    assert_eq!(patiently.log(), at_once.log());
}

#[test]
fn another_run_can_be_begun_while_a_crowd_is_placed() {
    let link = "scene=duel&count=90000&at=2";
    let (mut run, mut timeline, _) = Timeline::open_in_parts(link);
    timeline.restart(&mut run, 8);
    timeline.seek(&mut run, 1);
    assert_eq!((run.world.agents().len(), timeline.goal()), (0, Some(1)));
    while !timeline.seek_part(&mut run, 1e5, || spent() as f64) {}
    let (mut other, _) = Run::open("scene=duel&count=90000&seed=8");
    other.world.tick();
    assert_eq!(run.world.hash(), other.world.hash());
}

#[test]
fn all_groups_together_have_no_more_units_than_there_is_room_for() {
    let link = "scene=leaders-pincer&count=500000&interceptors.count=400000";
    let (run, notices) = Run::open(link);
    let counts = |world: &World| -> Vec<usize> {
        world.groups().iter().map(|group| group.range.len()).collect()
    };
    let found = counts(&run.world);
    assert!(found.iter().sum::<usize>() <= MOST_UNITS && found[0] > 370_000, "{found:?}");
    assert_eq!(notices.len(), 2, "{notices:?}");
    assert!(notices[0].contains("of 500000 units are there"), "{notices:?}");
    // The link says what it said.
    assert_eq!(run.link(), format!("v=8&{link}"));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn a_large_crowd_is_moved_in_parts_and_nobody_before_the_last() {
    let walls: Vec<String> = (1..20).map(|k| format!("0-{0}-90-{0}-2", 40 * k)).collect();
    let link = format!("scene=evade&count=150000&view=off&wa={}", walls.join("_"));
    let (mut whole, _) = Run::open(&link);
    let (mut run, mut timeline, _) = Timeline::open(&link);
    for _ in 0..3 {
        let before = run.world.hash();
        let mut still = 0;
        let (parts, largest) = in_parts(|looks| {
            still += usize::from(run.world.hash() == before);
            timeline.tick_part(&mut run, ASKED as f64, looks)
        });
        assert_eq!(still, parts, "somebody has moved before the last part");
        assert!(parts > 10 && largest < MAX_LOOKS, "{parts} parts, {largest} looks");
        whole.world.tick();
        assert_eq!(run.world.hash(), whole.world.hash());
    }
}
