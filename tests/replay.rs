//! A recorded run replays to the same hash: random inputs, in whole ticks and in the middle of one.

mod support;

use flockwright::Run;
use flockwright::events::{Event, MAX_EVENTS, codec};
use flockwright::overlays::{Kind, Overlays};
use flockwright::replay::Recording;
use flockwright::rng::{Rng, Stream};
use flockwright::scenes::SCENES;
use flockwright::timeline::Timeline;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use support::threads::side_by_side;

/// A clock by which every look at it takes `step` ms: budgets in it are numbers of blocks.
fn clock(step: f64) -> impl FnMut() -> f64 {
    let mut time = 0.0;
    move || {
        time += step;
        time
    }
}

/// A layout that a person might draw; what a scene has no use for is left out.
fn random_geometry(run: &Run, rng: &mut Rng) -> String {
    let mut number = |most: f32| rng.range(1.0, most) as u32;
    let mut text = format!(
        "ob={}-{}-{}&wa={}-{}-{}-{}-3&path={}-{}_90-90&start={}-{}-40&tiles={}-{}-9",
        number(600.0),
        number(400.0),
        number(90.0),
        number(600.0),
        number(400.0),
        number(600.0),
        number(400.0),
        number(600.0),
        number(400.0),
        number(600.0),
        number(400.0),
        number(30.0),
        number(20.0),
    );
    let (mut other, _) = Run::open(&format!("scene={}&count=1", run.scene().key));
    other.set_geometry_text(&text);
    text = other.geometry_text();
    text
}

/// Something that a person might do.
fn random_event(run: &Run, rng: &mut Rng) -> Event {
    let pick = |rng: &mut Rng, count: usize| rng.range(0.0, count as f32) as usize;
    match pick(rng, 11) {
        10 => Event::Geometry { text: random_geometry(run, rng).into() },
        0..=2 => Event::PointerHold { x: rng.range(-50.0, 700.0), y: rng.range(-50.0, 500.0) },
        3 => Event::PointerRelease,
        4 => Event::Fly { bits: pick(rng, 16) as u8 },
        5 if !run.texts().is_empty() => {
            let id = pick(rng, run.texts().len());
            let presets = run.texts()[id].spec.presets;
            Event::Text { id, text: presets[pick(rng, presets.len())].text.into() }
        }
        _ => {
            let id = pick(rng, run.params().len());
            let spec = run.params()[id].spec;
            let most = if spec.key == "count" { 120.0 } else { spec.max };
            Event::Param { id, value: rng.range(spec.min, most) }
        }
    }
}

/// Somebody looks at a unit and at all of them, maybe in the middle of a tick.
fn look(run: &mut Run, timeline: &mut Timeline, rng: &mut Rng) {
    let mut overlays = Overlays::default();
    timeline.as_begun(run, |run| {
        let unit = rng.range(0.0, run.world.agents().len() as f32) as usize;
        run.world.inspect(unit);
        for kind in Kind::ALL {
            overlays.fill(&mut run.world, kind, 1000);
        }
    });
}

/// Plays with a run, and returns the hash at each tick, after the events that came in there.
fn play(run: &mut Run, timeline: &mut Timeline, ticks: u64, rng: &mut Rng) -> Vec<u64> {
    let mut hashes = Vec::new();
    while run.world.ticks() < ticks {
        for _ in 0..rng.range(0.0, 3.0) as usize {
            let event = random_event(run, rng);
            // A text may be one that this scene refuses; then it is not recorded either.
            let _ = timeline.input(run, event);
        }
        if rng.unit() < 0.3 {
            look(run, timeline, rng);
        }
        let before = run.world.ticks();
        let hash = run.world.hash();
        if rng.unit() < 0.5 {
            timeline.tick(run);
        } else {
            timeline.tick_part(run, rng.range(0.0, 6.0).into(), clock(0.3));
        }
        if run.world.ticks() > before {
            hashes.push(hash);
        }
    }
    hashes.push(run.world.hash());
    hashes
}

#[test]
fn whatever_is_done_to_a_scene_replays_to_the_same_hash_at_every_tick() {
    side_by_side(SCENES, |scene| {
        for round in 0..5 {
            let seed = 11 + round;
            let mut rng = Rng::new(seed, Stream::Scenery);
            let link = format!("scene={}&seed={seed}&count=60", scene.key);
            let (mut run, _) = Run::open(&link);
            let mut timeline = Timeline::new(&run);
            let hashes = play(&mut run, &mut timeline, 60, &mut rng);
            assert!(timeline.log().len() > 30, "scene '{}': little was done", scene.key);

            let (mut again, _) = Run::open(&link);
            let written = codec::write(timeline.log(), &run);
            let read = codec::read(&written, &again).expect("what was written is read");
            assert_eq!(read, *timeline.log(), "scene '{}', seed {seed}", scene.key);
            let mut replay = Timeline::replay(&mut again, read, timeline.end());
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
fn what_is_done_in_the_past_replaces_what_came_after_and_that_can_be_brought_back() {
    let mut rng = Rng::new(3, Stream::Scenery);
    let (mut run, _) = Run::open("scene=rts-group");
    let mut timeline = Timeline::new(&run);
    let hashes = play(&mut run, &mut timeline, 80, &mut rng);
    let log = timeline.log().clone();

    go(&mut timeline, &mut run, 20, &mut rng);
    assert!(timeline.is_replaying(&run));
    assert_eq!(timeline.replaced_at(), None);
    let find = |run: &Run, key| run.find(key).expect("units have a length");
    let length = find(&run, "length");
    let value = 40.0 - run.get(length);
    timeline.input(&mut run, Event::Param { id: length, value }).expect("a number");
    assert!(!timeline.is_replaying(&run));
    assert_eq!((timeline.end(), timeline.replaced_at()), (20, Some(20)));
    let others = play(&mut run, &mut timeline, 90, &mut rng);
    assert_ne!(run.world.hash(), hashes[80]);
    go(&mut timeline, &mut run, 50, &mut rng);
    assert_eq!(run.world.hash(), others[30]);

    timeline.bring_back(&mut run);
    while !timeline.seek_part(&mut run, 1e9, clock(0.3)) {}
    assert_eq!((run.world.ticks(), timeline.end()), (20, 80));
    assert_eq!(timeline.replacements(), 1);
    assert_eq!(*timeline.log(), log);
    for tick in [80, 21, 20, 79] {
        go(&mut timeline, &mut run, tick, &mut rng);
        assert_eq!(run.world.hash(), hashes[tick as usize], "tick {tick}");
    }
    // The other one waits in turn.
    timeline.bring_back(&mut run);
    while !timeline.seek_part(&mut run, 1e9, clock(0.3)) {}
    go(&mut timeline, &mut run, 90, &mut rng);
    assert_eq!(run.world.hash(), others[70]);
    // The same tick once more: another replacement.
    go(&mut timeline, &mut run, 20, &mut rng);
    let value = 30.0 - run.get(length);
    timeline.input(&mut run, Event::Param { id: length, value }).expect("a number");
    assert_eq!((timeline.replaced_at(), timeline.replacements()), (Some(20), 2));
}

#[test]
fn a_restart_is_a_new_run_and_the_old_one_can_be_brought_back() {
    let mut rng = Rng::new(5, Stream::Scenery);
    let (mut run, _) = Run::open("scene=flock-limited&count=40");
    let mut timeline = Timeline::new(&run);
    let hashes = play(&mut run, &mut timeline, 50, &mut rng);
    run.world.restart(9);
    timeline.begin(&run, 50);
    assert_eq!((timeline.end(), timeline.log().len()), (0, 0));
    assert!(timeline.link().contains("seed=9"), "{}", timeline.link());
    (0..10).for_each(|_| timeline.tick(&mut run));
    timeline.bring_back(&mut run);
    while !timeline.seek_part(&mut run, 1e9, clock(0.3)) {}
    assert_eq!(run.world.hash(), hashes[50]);
    assert_eq!(run.world.seed(), 1);
}

#[test]
fn what_came_in_during_a_tick_that_was_never_finished_belongs_to_the_run_that_is_brought_back() {
    for restarts in [false, true] {
        let (mut run, _) = Run::open("scene=flock-limited&count=40");
        let mut timeline = Timeline::new(&run);
        let hold = |x| Event::PointerHold { x, y: 90.0 };
        (0..20).for_each(|_| timeline.tick(&mut run));
        go(&mut timeline, &mut run, 10, &mut Rng::new(3, Stream::Scenery));
        timeline.input(&mut run, hold(50.0)).expect("a place");
        assert!(!timeline.tick_part(&mut run, 0.5, clock(0.3)), "a tick is under way");
        timeline.input(&mut run, hold(80.0)).expect("a place");
        // Another run in its place: a new one, or that which it has replaced.
        if restarts {
            run.world.restart(9);
            timeline.begin(&run, 10);
        } else {
            timeline.bring_back(&mut run);
        }
        timeline.bring_back(&mut run);
        while !timeline.seek_part(&mut run, 1e9, clock(0.3)) {}
        assert_eq!((run.world.ticks(), timeline.end()), (10, 10));
        assert!(!timeline.is_replaying(&run), "nothing is left to be done");
        let recording = Recording::of(&timeline, &run);
        let (mut again, mut replay) = recording.open().expect("it is well formed");
        while replay.is_replaying(&again) {
            replay.tick(&mut again);
        }
        assert_eq!((again.world.ticks(), again.world.hash()), (10, run.world.hash()));
    }
}

#[test]
fn a_tick_shows_its_own_forces_and_neighbors_whatever_was_shown_before() {
    let (mut run, _) = Run::open("scene=flock-limited&count=40");
    let mut timeline = Timeline::new(&run);
    let shown = |run: &Run| -> Vec<_> {
        let units = 0..run.world.agents().len();
        let of = |id| (run.world.steering().force(id), run.world.neighbors().of(id).count);
        units.map(of).collect()
    };
    let mut wanted = vec![shown(&run)];
    for _ in 0..200 {
        timeline.tick(&mut run);
        wanted.push(shown(&run));
    }
    let kept = timeline.keyframes().len();
    assert!(kept > 2, "{kept} keyframes");
    let mut rng = Rng::new(7, Stream::Scenery);
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
    timeline.stop_seeking(&run);
    assert!(timeline.seek_part(&mut run, 20.0, clock(1.0)));
    assert_eq!((run.world.ticks(), timeline.end()), (here, here));
}

/// A recording as the page saves it.
#[derive(Serialize, Deserialize)]
struct RunFile {
    format: String,
    version: u32,
    link: String,
    ticks: u64,
    hash: String,
    events: String,
}

/// Plays with a scene as a person might, and keeps the recording.
fn record(scene: &str) -> RunFile {
    let mut rng = Rng::new(2026, Stream::Scenery);
    let (mut run, _) = Run::open(&format!("scene={scene}&seed=6&count=70"));
    let mut timeline = Timeline::new(&run);
    play(&mut run, &mut timeline, 30, &mut rng);
    let Recording { link, events, ticks } = Recording::of(&timeline, &run);
    let hash = format!("{:016x}", run.world.hash());
    RunFile { format: "flockwright-run".to_string(), version: 1, link, ticks, hash, events }
}

/// The same file is checked in wasm under Node. `UPDATE=1` records anew: only where a change of
/// results is meant, for people have such files.
#[test]
fn recordings_of_every_scene_end_in_their_pinned_hashes() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/recordings.json");
    if std::env::var_os("UPDATE").is_some() {
        let files: Vec<RunFile> = SCENES.iter().map(|scene| record(scene.key)).collect();
        let text = serde_json::to_string_pretty(&files).expect("strings and numbers");
        std::fs::write(&path, text + "\n").expect("tests/recordings.json is writable");
    }
    let text = std::fs::read_to_string(&path).expect("tests/recordings.json");
    let files: Vec<RunFile> = serde_json::from_str(&text).expect("recordings");
    assert!(files.len() >= 15, "{} recordings", files.len());
    for RunFile { link, events, ticks, hash, .. } in files {
        let recording = Recording { link, events, ticks };
        let (mut run, mut timeline) = recording.open().expect("a sound recording");
        while timeline.is_replaying(&run) {
            timeline.tick(&mut run);
        }
        assert_eq!(run.world.ticks(), ticks, "{}", recording.link);
        assert_eq!(format!("{:016x}", run.world.hash()), hash, "{}", recording.link);
    }
}

#[test]
fn who_looks_during_a_slow_tick_after_a_change_does_not_change_the_run() {
    let link = "scene=flock-wide&count=3000&width=2000&height=2000&wide_radius_factor=10";
    let tuned = |run: &Run| {
        let id = run.find("wide_radius_factor").expect("a flock has it");
        Event::Param { id, value: 25.0 }
    };
    let ticks = |looks: bool| {
        let (mut run, _) = Run::open(link);
        let mut timeline = Timeline::new(&run);
        let mut rng = Rng::new(5, Stream::Scenery);
        while run.world.ticks() < 3 {
            // Less than a tick, so that the change comes in its middle.
            let done = timeline.tick_part(&mut run, 1.0, clock(0.3));
            if run.world.ticks() == 1 && !done {
                let event = tuned(&run);
                timeline.input(&mut run, event).expect("a number");
            }
            if looks {
                look(&mut run, &mut timeline, &mut rng);
            }
        }
        run.world.hash()
    };
    assert_eq!(ticks(true), ticks(false));
}

#[test]
fn what_comes_in_during_a_tick_stays_in_force_although_the_log_is_full() {
    let (mut run, _) = Run::open("scene=flock-limited&count=3");
    let id = run.find("cohesion").expect("a flock has it");
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
    // Whoever drags on and on during a slow tick does not keep it from coming to its end.
    let dragged = (0..100).find(|k| {
        let hold = Event::PointerHold { x: *k as f32, y: 90.0 };
        timeline.input(&mut run, hold).expect("a place");
        timeline.tick_part(&mut run, 1.0, clock(0.6))
    });
    assert!(dragged.is_some_and(|parts| parts > 2), "{dragged:?}");
    assert!(run.world.quarry().target().is_some_and(|it| it.position.y == 90.0));
}

#[test]
fn who_tunes_during_a_search_has_arrived_and_who_flies_has_not() {
    let (mut run, _) = Run::open("scene=flock-limited");
    let mut timeline = Timeline::new(&run);
    timeline.seek(&mut run, 500);
    assert!(!timeline.seek_part(&mut run, 20.0, clock(1.0)));
    timeline.input(&mut run, Event::Fly { bits: 1 }).expect("keys");
    assert_eq!((timeline.goal(), timeline.log().len()), (Some(500), 0));
    let id = run.find("cohesion").expect("a flock has it");
    timeline.input(&mut run, Event::Param { id, value: 2.5 }).expect("a number");
    assert_eq!((timeline.goal(), timeline.log().len(), run.get(id)), (None, 1, 2.5));
}

#[test]
fn a_start_radius_places_everybody_anew_while_the_run_stands_at_its_start() {
    for (scene, under_way) in
        [("flock-wide", false), ("flock-wide", true), ("zombie-horde", false), ("tile-chase", true)]
    {
        let what = format!("scene '{scene}', in the middle of a tick: {under_way}");
        let (mut run, _) = Run::open(&format!("scene={scene}"));
        let mut timeline = Timeline::new(&run);
        let held = Event::PointerHold { x: 90.0, y: 80.0 };
        timeline.input(&mut run, held).expect("a place");
        let id = run.find("start_radius").expect("a group has it");
        if under_way {
            assert!(!timeline.tick_part(&mut run, 0.5, clock(0.3)), "{what}");
        }
        for value in [0.6, 0.2] {
            timeline.input(&mut run, Event::Param { id, value }).expect("a number");
        }
        let (opened, _) = Run::open(&run.link());
        assert_eq!(run.world.hash(), opened.world.hash(), "{what}");

        (0..30).for_each(|_| timeline.tick(&mut run));
        let (mut again, mut replay) =
            Recording::of(&timeline, &run).open().expect("what was done can be done again");
        while replay.is_replaying(&again) {
            replay.tick(&mut again);
        }
        assert_eq!(run.world.hash(), again.world.hash(), "{what}");
        let (mut alone, _) = Run::open(&run.link());
        (0..30).for_each(|_| alone.world.tick());
        assert_ne!(run.world.hash(), alone.world.hash(), "{what}: the pointer was let go");

        let before = run.world.hash();
        timeline.input(&mut run, Event::Param { id, value: 0.9 }).expect("a number");
        assert_eq!(run.world.hash(), before, "{what}: a run under way was disturbed");
    }
}

#[test]
fn a_recording_that_places_crowds_without_end_opens_without_placing_them_all() {
    let link = "scene=flock-wide&player.count=0&count=500000&width=9000&height=9000".to_string();
    let mut events = "P0.count*500000".to_string();
    events.push_str(&"Q0.0Q0.500000".repeat(1000));
    let recording = Recording { link, events, ticks: 10 };
    let (mut run, mut timeline) = recording.open().expect("it is well formed");
    assert!(timeline.is_replaying(&run));
    // Nothing but the budget keeps the rest from being done in the first part.
    assert!(!timeline.tick_part(&mut run, 1.0, clock(1.0)));
    assert_eq!(run.world.ticks(), 0);
}
