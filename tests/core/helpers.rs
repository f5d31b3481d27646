//! With any number of helpers a run is the same run, to the bit.

use flockwright::Run;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

#[derive(Deserialize)]
struct Crowd {
    link: String,
    ticks: usize,
    hash: String,
}

/// The time in ms: by a clock by which every pass takes long enough to be worth sharing.
fn now() -> f64 {
    static CALLS: AtomicU32 = AtomicU32::new(0);
    f64::from(CALLS.fetch_add(1, Ordering::Relaxed))
}

fn open(link: &str, helpers: usize) -> Run {
    let (mut run, notices) = Run::open(link);
    assert!(notices.is_empty(), "{link}: {notices:?}");
    run.world.set_helpers(helpers, now);
    assert!((1..=helpers + 1).contains(&run.world.threads()));
    run
}

/// A clock by which every look at it takes `step` ms.
fn clock(step: f64) -> impl FnMut() -> f64 {
    let mut time = 0.0;
    move || {
        time += step;
        time
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn large_and_dense_crowds_have_their_pinned_hashes_with_one_to_four_helpers() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/crowds.json");
    let text = std::fs::read_to_string(path).expect("tests/crowds.json");
    let crowds: Vec<Crowd> = serde_json::from_str(&text).expect("a list of crowds");
    for Crowd { link, ticks, hash } in &crowds {
        for helpers in 1..=4 {
            let mut run = open(link, helpers);
            (0..*ticks).for_each(|_| run.world.tick());
            let found = format!("{:016x}", run.world.hash());
            assert_eq!(found, *hash, "{link}, {helpers} helpers");
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn crowds_of_all_sizes_and_kinds_are_the_same_with_helpers_at_once_and_in_parts() {
    // Rules that a person wrote, with what units remember.
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/crowds.json");
    let text = std::fs::read_to_string(path).expect("tests/crowds.json");
    let crowds: Vec<Crowd> = serde_json::from_str(&text).expect("a list of crowds");
    let ruled = crowds.iter().find(|crowd| crowd.link.contains("-R")).expect("such a crowd");
    for link in [
        &*ruled.link,
        "scene=murmuration&count=10000",
        "scene=murmuration&count=50003&width=4000&height=2600&toroidal=on",
        "scene=flock-limited&count=200000&width=21000&height=16000",
        "scene=leaders-pincer&count=9001&interceptors.count=4099&width=4000&height=4000&nearest_only=7&nearest_of=all",
        "scene=zombie-horde&count=5003&width=8000&height=8000",
        "scene=flock-obstacles&count=8190&width=4000&height=4000&edges=contain",
        "scene=path-patrol&count=6001&width=6000&height=4000&combination=priority",
    ] {
        let mut alone = open(link, 0);
        (0..4).for_each(|_| alone.world.tick());
        for helpers in 1..=4 {
            let (mut whole, mut parts) = (open(link, helpers), open(link, helpers));
            (0..4).for_each(|_| whole.world.tick());
            assert_eq!(whole.world.hash(), alone.world.hash(), "{link}, {helpers} helpers");
            (0..4).for_each(
                |tick| {
                    while !parts.world.tick_part(f64::from(7 * tick), clock(0.3)) {}
                },
            );
            assert_eq!(parts.world.hash(), alone.world.hash(), "{link}, {helpers}, in parts");
        }
    }
}

#[test]
fn every_scene_is_the_same_with_one_to_four_helpers() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/hashes.json");
    let text = std::fs::read_to_string(path).expect("tests/hashes.json");
    let pinned: BTreeMap<String, String> = serde_json::from_str(&text).expect("hashes by scene");
    for scene in pinned.keys() {
        let hash_with = |helpers| {
            let mut run = open(&format!("scene={scene}"), helpers);
            (0..24).for_each(|_| run.world.tick());
            run.world.hash()
        };
        let alone = hash_with(0);
        for helpers in 1..=4 {
            assert_eq!(hash_with(helpers), alone, "{scene}, {helpers} helpers");
        }
    }
}

#[test]
fn helpers_may_come_and_go_between_the_parts_of_a_tick() {
    let link = "scene=murmuration&count=12000";
    let (mut alone, mut shared) = (open(link, 0), open(link, 2));
    let mut parts = clock(0.3);
    for tick in 0..6 {
        alone.world.tick();
        while !shared.world.tick_part(2.0, &mut parts) {
            shared.world.set_helpers(tick % 4, now);
        }
        assert_eq!(shared.world.hash(), alone.world.hash(), "tick {tick}");
    }
}
