//! The examples of the README run, and tell what they should.

use flockwright::Run;
use flockwright::insight::measures::{EVERY, Meter};
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

/// A file of the project.
fn read(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect(name)
}

fn recordings() -> Vec<serde_json::Value> {
    serde_json::from_str(&read("tests/recordings.json")).expect("recordings")
}

#[test]
fn a_link_runs_headless_to_its_pinned_hash() {
    let pinned: serde_json::Value =
        serde_json::from_str(&read("tests/hashes.json")).expect("an object");
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

/// The rows of a file with measures, the header first, without what is told above it.
fn table(path: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(path).expect("a file");
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| row.split(',').map(String::from).collect()).collect()
}

#[test]
fn a_series_of_measures_is_written_in_the_columns_that_its_page_lists() {
    let path = file("series.csv", "an older one");
    let csv = path.to_str().expect("a path");
    let link = "scene=duel&count=70";
    let output = headless(&[link, "--ticks", "130", "--csv", csv]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let above = std::fs::read_to_string(&path).expect("a file");
    assert_eq!(above.lines().nth(1), Some(&*format!("# {link}")));
    let rows = table(&path);

    let page = read("src/insight/MEASURES.md");
    let listed = page.lines().skip_while(|line| *line != "| column | meaning |").skip(2);
    let listed = listed.map_while(|line| line.strip_prefix("| ")?.split(" | ").next());
    let listed = listed.flat_map(|cell| cell.split(", ")).map(|name| name.trim_matches('`'));
    let listed: Vec<_> = listed.filter(|name| *name != "change").collect();
    assert_eq!(rows[0], listed, "the page's columns, without what a person changes");

    let (mut run, _) = Run::open(link);
    let mut meter = Meter::default();
    assert_eq!(rows.len(), 1 + 10);
    for row in &rows[1..] {
        for _ in 0..EVERY {
            run.world.tick();
        }
        let wanted = meter.measure(&run.world);
        assert_eq!(row[1], format!("{:.3}", wanted.tick as f64 / 60.0));
        let wanted = [
            wanted.tick as f64,
            wanted.polarization.into(),
            wanted.milling.into(),
            wanted.nearest_neighbor.into(),
            wanted.overlaps.into(),
            wanted.flocks as f64,
            wanted.largest_flock.into(),
            wanted.flock_radius.into(),
            wanted.leaders as f64,
            wanted.mean_speed.into(),
            wanted.closest_hunter.expect("somebody is hunted").into(),
        ];
        let cells = [&row[..1], &row[2..]].concat();
        assert_eq!(cells.len(), wanted.len());
        for (cell, wanted) in cells.iter().zip(wanted) {
            let told: f64 = cell.parse().expect("a number");
            assert!((told - wanted).abs() <= 1e-6 * wanted.abs(), "{row:?}: {wanted}");
        }
    }
    // Nothing is hunted, and one that is alone has no neighbor.
    headless(&["scene=swarm&count=1", "--ticks", "12", "--csv", csv]);
    let empty = &table(&path)[1];
    assert_eq!((empty[4].as_str(), empty[11].as_str()), ("", ""), "{empty:?}");
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
        (vec!["scene=duel", "--csv"], "name of a file"),
        (vec!["scene=duel", "--csv", "no/such/folder/file"], "no/such/folder/file"),
        (
            vec![damaged.to_str().expect("a path"), "--csv", damaged.to_str().expect("a path")],
            "write over",
        ),
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
    let shown = format!("```rust\n{}```\n", read("tests/examples/native.rs"));
    assert!(read("README.md").contains(&shown), "the README shows tests/examples/native.rs");
    let output = example("native").output().expect("the example runs");
    assert!(output.status.success() && text(&output.stdout).contains("polarization 0."));
}
