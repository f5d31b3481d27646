//! Recordings, as links and files carry them, open as the runs that they were made of.

use crate::support::play::{clock, play, random_geometry, replayed};
use flockwright::Run;
use flockwright::engine::bodies::BodyKind;
use flockwright::internals::math::{RandomStream, Rng};
use flockwright::scenes::SCENES;
use flockwright::session::events::Event;
use flockwright::session::replay::Recording;
use flockwright::session::timeline::Timeline;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A recording as the page saves it.
#[derive(Serialize, Deserialize)]
pub struct RunFile {
    format: String,
    version: u32,
    link: String,
    ticks: u64,
    hash: String,
    events: String,
}

/// Plays with a scene as a person might, and keeps the recording.
pub fn record(scene: &str) -> RunFile {
    let mut rng = Rng::new(2026, RandomStream::Scenery);
    let (mut run, _) = Run::open(&format!("scene={scene}&seed=6&count=70"));
    let mut timeline = Timeline::new(&run);
    play(&mut run, &mut timeline, 30, &mut rng);
    let Recording { link, events, ticks } = Recording::from_timeline(&timeline, &run);
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
    files.into_iter().for_each(ends_in_its_hash);
}

pub fn ends_in_its_hash(RunFile { link, events, ticks, hash, .. }: RunFile) {
    let recording = Recording { link, events, ticks };
    let (mut run, mut timeline) = recording.open().expect("a sound recording");
    while timeline.is_replaying(&run) {
        timeline.tick(&mut run);
    }
    assert_eq!(run.world.ticks(), ticks, "{}", recording.link);
    assert_eq!(format!("{:016x}", run.world.hash()), hash, "{}", recording.link);
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
        let id = run.find_param("start_radius").expect("a group has it");
        if under_way {
            assert!(!timeline.tick_part(&mut run, 0.5, clock(0.3)), "{what}");
        }
        for value in [0.6, 0.2] {
            timeline.input(&mut run, Event::Param { id, value }).expect("a number");
        }
        let (opened, _) = Run::open(&run.link());
        assert_eq!(run.world.hash(), opened.world.hash(), "{what}");

        (0..30).for_each(|_| timeline.tick(&mut run));
        let again = replayed(&run, &timeline);
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
fn what_lies_outside_of_a_world_that_was_made_smaller_is_recorded_and_opened_again() {
    let (mut run, _) = Run::open("v=8&scene=flock-limited&ob=600-300-10");
    let width = run.find_param("width").expect("a width");
    run.set(width, 300.0);
    let recording = Recording { link: run.link(), events: String::new(), ticks: 0 };
    let (again, _) = recording.open().expect("the obstacle stays, for a larger world");
    assert_eq!(again.link(), run.link());
    assert!(again.link().contains("ob=600-300-10"));
}

#[test]
fn a_layout_is_recorded_as_far_as_the_scene_has_a_use_for_it() {
    let (mut run, mut timeline, _) = Timeline::open("v=8&scene=vicsek&count=40");
    let mut composition = run.composition();
    composition.groups[0].body = BodyKind::Tile;
    timeline.input(&mut run, Event::Compose(composition.into())).expect("a body");
    let layout = random_geometry(&run, &mut Rng::new(0, RandomStream::Scenery));
    timeline.input(&mut run, Event::Layout(layout.into())).expect("a layout");
    assert_eq!(replayed(&run, &timeline).link(), run.link());
}

#[test]
fn a_recording_that_places_crowds_without_end_opens_without_placing_them_all() {
    let link = "scene=flock-wide&player.count=0&count=100000&width=9000&height=9000".to_string();
    let mut events = "P0.count*100000".to_string();
    events.push_str(&"Q0.0Q0.100000".repeat(1000));
    let recording = Recording { link, events, ticks: 10 };
    let mut now = clock(1.0);
    let (mut run, mut timeline) =
        recording.open_until(&mut || now() >= 3.0).expect("it is well formed");
    assert!(timeline.is_replaying(&run));
    assert_eq!(timeline.seek_goal(), Some(0), "it is on the way");
    // Nothing but the budget keeps the rest from being done in the first part.
    assert!(!timeline.tick_part(&mut run, 1.0, clock(1.0)));
    assert_eq!(run.world.ticks(), 0);
}
