//! The examples of the README run, and tell what they should.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// An example that Cargo has built beside this test.
fn example(name: &str) -> Command {
    let test = std::env::current_exe().expect("a path");
    let profile = test.parent().and_then(Path::parent).expect("target/<profile>/deps/<test>");
    Command::new(profile.join("examples").join(name))
}

fn headless(arguments: &[&str]) -> Output {
    example("headless").args(arguments).output().expect("the example runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A file for one test, with this content.
fn file(name: &str, content: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).expect("a place for files");
    path
}

fn recordings() -> Vec<serde_json::Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings.json");
    let text = std::fs::read_to_string(path).expect("tests/recordings.json");
    serde_json::from_str(&text).expect("recordings")
}

#[test]
fn a_link_runs_headless_to_its_pinned_hash() {
    let pinned = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hashes.json");
    let pinned: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(pinned).expect("hashes")).expect("an object");
    let hash = pinned["flock-limited"].as_str().expect("a hash");
    for link in [
        "https://example.org/?v=1&scene=flock-limited#top",
        "?scene=flock-limited",
        "scene=flock-limited&at=600",
    ] {
        let output = headless(&[link]);
        let told = text(&output.stdout);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(told.contains(hash), "{link} gives\n{told}");
        assert!(told.contains("polarization"), "{told}");
    }
    let fewer = text(&headless(&["scene=flock-limited", "--ticks", "599"]).stdout);
    assert!(fewer.contains("ticks              599") && !fewer.contains(hash), "{fewer}");
}

#[test]
fn a_recording_runs_headless_to_the_hash_that_it_was_saved_with() {
    for (index, mut recording) in recordings().into_iter().enumerate() {
        let path = file(&format!("run-{index}.json"), &recording.to_string());
        let output = headless(&[&path.to_string_lossy()]);
        let told = text(&output.stdout);
        assert!(output.status.success(), "{told}{}", text(&output.stderr));
        assert!(told.contains("The same hash as in the recording."), "{told}");

        recording["hash"] = "0123456789abcdef".into();
        let path = file(&format!("other-{index}.json"), &recording.to_string());
        let output = headless(&[&path.to_string_lossy()]);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
    }
}

#[test]
fn what_makes_no_sense_is_told() {
    let broken = file("broken.json", "{\"format\": \"flockwright-run\"}");
    let damaged = {
        let mut recording = recordings().remove(0);
        recording["events"] = "M".into();
        file("damaged.json", &recording.to_string())
    };
    let [unproved, reworded] =
        [("hash", "hash.json", "0x12"), ("events", "text.json", "X0.steps*sideways")].map(
            |(part, name, text)| {
                let mut recording = recordings().remove(0);
                (recording[part], recording["link"]) = (text.into(), "scene=patrol".into());
                file(name, &recording.to_string())
            },
        );
    for (arguments, why) in [
        (vec![], "usage"),
        (vec!["nowhere"], "neither a file nor a link"),
        (vec!["scene=duel", "--ticks", "many"], "whole number"),
        (vec!["scene=duel", "--fast"], "--fast"),
        (vec![broken.to_str().expect("a path")], "no recording of a version"),
        (vec![damaged.to_str().expect("a path")], "Recorded input 1"),
        (vec![unproved.to_str().expect("a path")], "the hash of the recording is not valid"),
        (vec![reworded.to_str().expect("a path")], "the text makes no sense"),
    ] {
        let output = headless(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let told = text(&output.stderr);
        assert!(told.contains(why), "{arguments:?}: {told}");
    }
}

#[test]
fn the_readme_shows_the_example_that_is_compiled() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read_to_string(root.join(name)).expect(name);
    let shown = format!("```rust\n{}```\n", read("tests/examples/native.rs"));
    assert!(read("README.md").contains(&shown), "the README shows tests/examples/native.rs");
    let output = example("native").output().expect("the example runs");
    assert!(output.status.success() && text(&output.stdout).contains("polarization 0."));
}
