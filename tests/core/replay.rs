//! A recorded run replays to the same hash: random inputs, in whole ticks and in the middle of one.

use crate::support::play::{clock, play};
use crate::support::threads::side_by_side;
use flockwright::Run;
use flockwright::internals::math::{RandomStream, Rng};
use flockwright::scenes::SCENES;
use flockwright::session::events::{Event, MAX_EVENTS};
use flockwright::session::link::inputs;
use flockwright::session::replay::Recording;
use flockwright::session::timeline::Timeline;

#[test]
fn whatever_is_done_to_a_scene_replays_to_the_same_hash_at_every_tick() {
    side_by_side(SCENES, |scene| {
        for round in 0..5 {
            let seed = 11 + round;
            let mut rng = Rng::new(seed, RandomStream::Scenery);
            let link = format!("scene={}&seed={seed}&count=60", scene.key);
            let (mut run, _) = Run::open(&link);
            let mut timeline = Timeline::new(&run);
            let hashes = play(&mut run, &mut timeline, 60, &mut rng);
            assert!(timeline.log().len() > 30, "scene '{}': little was done", scene.key);

            let (mut again, _) = Run::open(&link);
            let written = inputs::write(timeline.log(), &run);
            let read = inputs::read(&written, &mut again).expect("what was written is read");
            assert_eq!(read, *timeline.log(), "scene '{}', seed {seed}", scene.key);
            let mut replay =
                Timeline::replay(&mut again, read, timeline.last_tick(), &mut || false);
            for (tick, hash) in hashes.iter().enumerate() {
                let place = format!("scene '{}', seed {seed}, tick {tick}", scene.key);
                assert_eq!(again.world.hash(), *hash, "{place}");
                replay.tick(&mut again);
            }
            // Back and forth, with what the keyframes hold.
            for _ in 0..12 {
                let tick = rng.range(0.0, hashes.len() as f32) as u64;
                go(&mut timeline, &mut run, tick, &mut rng);
                let place = format!("scene '{}', seed {seed}, tick {tick}", scene.key);
                assert_eq!(run.world.hash(), hashes[tick as usize], "{place}, after a jump");
            }
        }
    });
}

/// Jumps to a tick, in parts of any size.
fn go(timeline: &mut Timeline, run: &mut Run, tick: u64, rng: &mut Rng) {
    timeline.seek(run, tick);
    while !timeline.seek_part(run, rng.range(0.0, 9.0).into(), clock(0.3)) {}
    assert_eq!(run.world.ticks(), tick);
}

#[test]
fn what_is_done_in_the_past_replaces_what_came_after() {
    let mut rng = Rng::new(3, RandomStream::Scenery);
    let (mut run, _) = Run::open("scene=rts-group");
    let mut timeline = Timeline::new(&run);
    let hashes = play(&mut run, &mut timeline, 80, &mut rng);
    go(&mut timeline, &mut run, 20, &mut rng);
    assert!(timeline.is_replaying(&run));
    let find = |run: &Run, key| run.find_param(key).expect("units have a length");
    let length = find(&run, "length");
    let value = 40.0 - run.get(length);
    timeline.input(&mut run, Event::Param { id: length, value }).expect("a number");
    assert!(!timeline.is_replaying(&run));
    assert_eq!(timeline.last_tick(), 20);
    let others = play(&mut run, &mut timeline, 90, &mut rng);
    assert_ne!(run.world.hash(), hashes[80]);
    go(&mut timeline, &mut run, 50, &mut rng);
    assert_eq!(run.world.hash(), others[30]);
}

#[test]
fn a_restart_is_a_new_run() {
    let (mut run, _) = Run::open("scene=flock-limited&count=40");
    let mut timeline = Timeline::new(&run);
    play(&mut run, &mut timeline, 50, &mut Rng::new(5, RandomStream::Scenery));
    timeline.restart(&mut run, 9);
    assert_eq!((timeline.last_tick(), timeline.log().len()), (0, 0));
    assert!(timeline.link().contains("seed=9"), "{}", timeline.link());
}

#[test]
fn a_tick_shows_its_own_forces_and_neighbors_whatever_was_shown_before() {
    let (mut run, _) = Run::open("scene=flock-limited&count=40");
    let mut timeline = Timeline::new(&run);
    let shown = |run: &Run| -> Vec<_> {
        let units = 0..run.world.agents().len();
        let of = |id| (run.world.steering().force(id), run.world.neighbors().around(id).count);
        units.map(of).collect()
    };
    let mut wanted = vec![shown(&run)];
    for _ in 0..200 {
        timeline.tick(&mut run);
        wanted.push(shown(&run));
    }
    let kept = timeline.keyframes().len();
    assert!(kept > 2, "{kept} keyframes");
    let mut rng = Rng::new(7, RandomStream::Scenery);
    for tick in (0..=200).rev() {
        go(&mut timeline, &mut run, tick, &mut rng);
        assert!(shown(&run) == wanted[tick as usize], "tick {tick}");
    }
}

#[test]
fn a_search_can_go_beyond_the_end_and_be_stopped() {
    let (mut run, _) = Run::open("scene=flock-limited&count=40");
    let mut timeline = Timeline::new(&run);
    timeline.seek(&mut run, 1000);
    assert!(!timeline.seek_part(&mut run, 60.0, clock(0.3)));
    let here = run.world.ticks();
    assert!(0 < here && here < 1000, "{here}");
    timeline.input(&mut run, Event::PointerHold { x: 1.0, y: 1.0 }).expect("a place");
    assert!(timeline.log().is_empty(), "nothing comes in on the way");
    timeline.stop_seeking(&mut run);
    assert!(timeline.seek_part(&mut run, 20.0, clock(1.0)));
    assert_eq!((run.world.ticks(), timeline.last_tick()), (here, here));
}

#[test]
fn a_search_that_is_stopped_stands_at_its_tick_with_all_that_came_in_there() {
    let (mut run, _) = Run::open("scene=flock-limited&count=40");
    let mut timeline = Timeline::new(&run);
    let set = |run: &mut Run, timeline: &mut Timeline, key: &str, value: f32| {
        let id = run.find_param(key).expect("a flock has it");
        timeline.input(run, Event::Param { id, value }).expect("a number");
    };
    set(&mut run, &mut timeline, "count", 30.0);
    let begun = (run.link(), run.world.hash());
    (0..16).for_each(|_| timeline.tick(&mut run));
    set(&mut run, &mut timeline, "cohesion", 2.0);
    let later = run.link();
    (0..16).for_each(|_| timeline.tick(&mut run));
    timeline.seek(&mut run, 3);
    timeline.stop_seeking(&mut run);
    assert_eq!((run.world.ticks(), run.link(), run.world.hash()), (0, begun.0, begun.1));
    timeline.seek(&mut run, 20);
    while run.world.ticks() < 16 {
        timeline.seek_part(&mut run, 1.0, clock(0.3));
    }
    // Tuning there stops the search, too, and loses nothing of what came in before.
    timeline.seek(&mut run, 20);
    set(&mut run, &mut timeline, "alignment", 3.0);
    let both = run.link();
    assert!(both.contains("cohesion=2") && both.contains("alignment=3"), "{both} after {later}");
    assert_eq!(timeline.log().len(), 3);
}

#[test]
fn what_comes_in_during_a_tick_stays_in_force_although_the_log_is_full() {
    let (mut run, _) = Run::open("scene=flock-limited&count=5");
    let id = run.find_param("cohesion").expect("a flock has it");
    let event = |value| Event::Param { id, value };
    let mut timeline = Timeline::new(&run);
    while !timeline.log().is_full() {
        let value = 1.0 + (run.world.ticks() % 2) as f32;
        timeline.input(&mut run, event(value)).expect("a number");
        timeline.tick(&mut run);
    }
    assert!(!timeline.tick_part(&mut run, 1.0, clock(0.6)), "a tick is under way");
    timeline.input(&mut run, event(4.5)).expect("a number");
    while !timeline.tick_part(&mut run, 1.0, clock(0.6)) {}
    assert_eq!((run.get(id), timeline.log().len()), (4.5, MAX_EVENTS));
    // A drag that goes on during a slow tick does not keep the tick from ending.
    let dragged = (0..100).find(|k| {
        let hold = Event::PointerHold { x: *k as f32, y: 90.0 };
        timeline.input(&mut run, hold).expect("a place");
        timeline.tick_part(&mut run, 1.0, clock(0.6))
    });
    assert!(dragged.is_some_and(|parts| parts > 2), "{dragged:?}");
    assert!(run.world.hunt_target().target_spot().is_some_and(|it| it.position.y == 90.0));
}

#[test]
fn who_tunes_during_a_search_has_arrived_and_who_flies_has_not() {
    let (mut run, _) = Run::open("scene=flock-limited");
    let mut timeline = Timeline::new(&run);
    timeline.seek(&mut run, 500);
    assert!(!timeline.seek_part(&mut run, 20.0, clock(1.0)));
    timeline.input(&mut run, Event::Fly { key_bits: 1 }).expect("keys");
    assert_eq!((timeline.seek_goal(), timeline.log().len()), (Some(500), 0));
    let id = run.find_param("cohesion").expect("a flock has it");
    timeline.input(&mut run, Event::Param { id, value: 2.5 }).expect("a number");
    assert_eq!((timeline.seek_goal(), timeline.log().len(), run.get(id)), (None, 1, 2.5));
}

#[test]
fn a_replay_tells_of_what_it_edits_and_not_of_what_is_flown() {
    let (mut run, _) = Run::open("scene=flock-limited");
    let mut timeline = Timeline::new(&run);
    let id = run.find_param("cohesion").expect("a flock has it");
    let events = [
        Event::Param { id, value: 1.5 },
        Event::PointerHold { x: 300.0, y: 200.0 },
        Event::Param { id, value: 1.7 },
        Event::PointerRelease,
    ];
    for event in events {
        timeline.input(&mut run, event).expect("no text");
        timeline.tick(&mut run);
    }
    assert_eq!(timeline.change_count(), 0, "who does something knows of it");
    timeline.seek(&mut run, 0);
    while !timeline.seek_part(&mut run, 1.0, clock(0.3)) {}
    let mut report = vec![timeline.change_count()];
    for _ in 0..4 {
        timeline.tick(&mut run);
        report.push(timeline.change_count());
    }
    // Once for the jump and the first value, once more for the second.
    assert_eq!(report, [2, 2, 3, 3, 3]);
}

#[test]
fn a_jump_starts_from_the_last_keyframe_before() {
    let (mut run, _) = Run::open("scene=flock-limited&count=20");
    let mut timeline = Timeline::new(&run);
    (0..100).for_each(|_| timeline.tick(&mut run));
    timeline.seek(&mut run, 50);
    assert_eq!(run.world.ticks(), 48);
}

#[test]
fn what_was_done_at_the_start_takes_effect_in_parts_however_few_units_there_are() {
    let events = "X0.corners*0_0*2c_999_999".repeat(1000);
    let link = "v=8&scene=tile-patrol".to_string();
    let recording = Recording { link, events, ticks: 2 };
    let mut now = clock(1.0);
    let (mut run, mut timeline) =
        recording.open_until(&mut || now() >= 100.0).expect("a recording");
    assert!(timeline.change_count() <= 101, "{} at once", timeline.change_count());
    while timeline.is_replaying(&run) {
        timeline.tick(&mut run);
    }
    assert_eq!((timeline.change_count(), run.world.ticks()), (1000, 2));
}
