//! Links: old ones keep working, and new ones stay short.
//!
//! `tests/links.json` holds links of every released version of the format, each with the state hash
//! after 120 ticks. Entries are only ever added: put the link in with an empty hash, and
//! `UPDATE=1 cargo test --release --test links` fills that in. From the first release on, a hash that
//! is there is not to change: a link that was sent promises that very run.

use flockwright::Run;
use flockwright::engine::layout::Layout;
use flockwright::engine::scenery::Obstacle;
use flockwright::scenes::{SCENES, Scene};
use flockwright::schema::ParamSpec;
use flockwright::session::link::VERSION;
use glam::{IVec2, Vec2};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

const TICKS: usize = 120;

/// The promise: links of any scene with 10 changed parameters and 12 edited obstacles are shorter.
const PROMISED: usize = 1_500;

/// What the address of the page and the view (the camera, the selected unit) may add.
const AROUND: usize = 100;

#[derive(Serialize, Deserialize)]
struct Example {
    link: String,
    /// What it shows.
    about: String,
    /// The state after 120 ticks.
    hash: String,
}

fn hash_of(link: &str) -> String {
    let (mut run, notices) = Run::open(link);
    assert!(notices.is_empty(), "{link}: {notices:?}");
    for _ in 0..TICKS {
        run.world.tick();
    }
    format!("{:016x}", run.world.hash())
}

#[test]
fn links_of_every_version_give_the_runs_that_they_gave() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/links.json");
    let text = std::fs::read_to_string(&path).expect("tests/links.json");
    let mut versions: BTreeMap<String, Vec<Example>> =
        serde_json::from_str(&text).expect("lists of examples by version");
    if std::env::var_os("UPDATE").is_some() {
        for example in versions.values_mut().flatten().filter(|example| example.hash.is_empty()) {
            example.hash = hash_of(&example.link);
        }
        let text = serde_json::to_string_pretty(&versions).expect("strings");
        std::fs::write(&path, text + "\n").expect("tests/links.json is writable");
    }
    let examples = &versions[&VERSION.to_string()];
    for scene in SCENES {
        assert!(examples.iter().any(|example| example.link == scene.link()), "{}", scene.key);
    }
    for (version, examples) in &versions {
        for Example { link, about, hash } in examples {
            assert_eq!(hash_of(link), *hash, "version {version}, {about}: {link}");
        }
    }
}

#[test]
fn a_link_of_another_version_opens_as_todays_and_says_so_in_one_sentence() {
    let now = Run::open("scene=flock-obstacles&count=30");
    assert!(now.1.is_empty(), "{:?}", now.1);
    for (version, says) in [
        (
            "1",
            "This link is of version 1, from before the first release; it opens as version 8 and may run differently.",
        ),
        (
            "7",
            "This link is of version 7, from before the first release; it opens as version 8 and may run differently.",
        ),
        (
            "9",
            "This link is of version 9, which is newer; it opens as version 8, and parts of it may be missing.",
        ),
        ("0", "This link has version “0”, which does not exist; it opens as version 8."),
        ("one", "This link has version “one”, which does not exist; it opens as version 8."),
    ] {
        let (run, notices) = Run::open(&format!("v={version}&scene=flock-obstacles&count=30"));
        assert_eq!(notices, [says]);
        assert_eq!((run.link(), run.world.hash()), (now.0.link(), now.0.world.hash()));
    }
}

#[test]
fn a_link_without_a_version_is_the_scene_as_it_is_today() {
    for scene in SCENES {
        let (bare, notices) = Run::open(&format!("scene={}", scene.key));
        assert!(notices.is_empty(), "{notices:?}");
        assert_eq!(bare.link(), scene.link());
        assert_eq!(bare.link(), format!("v={VERSION}&scene={}", scene.key));
        assert_eq!(bare.world.hash(), Run::new(scene, 1).world.hash(), "{}", scene.key);
    }
}

#[test]
fn a_link_reads_back_as_itself() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/links.json");
    let text = std::fs::read_to_string(&path).expect("tests/links.json");
    let versions: BTreeMap<String, Vec<Example>> = serde_json::from_str(&text).expect("a table");
    for Example { link, .. } in versions.values().flatten() {
        let written = Run::open(link).0.link();
        assert_eq!(Run::open(&written).0.link(), written, "{link}");
    }
}

/// The value whose text is longest, of some awkward ones.
fn longest_value(spec: &ParamSpec) -> f32 {
    let shares = [0.0, 1.0, 0.123_456_79, 0.333_333_34, 0.777_777_8, 0.987_654_3, 0.000_012_345];
    let values = shares.map(|share| spec.validate(spec.min + share * (spec.max - spec.min)));
    let longest = values.into_iter().flatten().max_by_key(|value| spec.write(*value).len());
    longest.expect("a range has values")
}

/// The scene with its ten longest changes.
fn with_ten_changes(scene: &'static Scene) -> Run {
    let mut run = Run::new(scene, u32::MAX);
    let mut left = 10;
    for id in 0..run.texts().len() {
        let longest = run.texts()[id].spec.presets.iter().map(|preset| preset.text);
        let longest = longest.max_by_key(|text| text.len()).expect("a preset").to_string();
        // As a person would have changed it.
        let first = longest.split(',').next().expect("an item").to_string();
        run.set_text(id, &format!("{longest}, {first}")).expect("a text like the presets");
        left -= 1;
    }
    let mut ids: Vec<usize> = (0..run.params().len()).collect();
    let length = |run: &Run, id: usize| {
        let param = &run.params()[id];
        param.key.len() + param.spec.write(longest_value(param.spec)).len()
    };
    ids.sort_by_key(|id| std::cmp::Reverse(length(&run, *id)));
    for id in ids {
        let spec = run.params()[id].spec;
        // The sizes of crowds and worlds are short, and would take this test long.
        if left == 0 || matches!(spec.key, "count" | "width" | "height") {
            continue;
        }
        run.set(id, longest_value(spec));
        left -= usize::from(run.get(id) != run.params()[id].default);
    }
    assert_eq!(left, 0, "scene '{}' has ten parameters", scene.key);
    run
}

/// The scene's own obstacles, twelve of them moved and resized to the longest numbers.
fn with_twelve_obstacles(scene: &'static Scene) -> Vec<Obstacle> {
    let mut obstacles = Run::new(scene, u32::MAX).world.obstacles().to_vec();
    let step = (obstacles.len() / 12).max(1);
    for k in 0..12 {
        let center = Vec2::new(1_111.1 + 10.3 * k as f32, 2_222.2 + 20.7 * k as f32);
        let edited = Obstacle { center, radius: 101.1 + k as f32 };
        match obstacles.get_mut(k * step) {
            Some(obstacle) => *obstacle = edited,
            None => obstacles.push(edited),
        }
    }
    obstacles
}

#[test]
fn any_scene_with_ten_changes_and_twelve_edited_obstacles_fits_into_a_short_link() {
    let mut longest = 0;
    for scene in SCENES {
        let mut run = with_ten_changes(scene);
        let tiles = run.world.groups().iter().all(|group| group.body.is_tile());
        run.set_layout(Layout {
            obstacles: (!tiles).then(|| with_twelve_obstacles(scene)),
            tiles: tiles.then(|| (0..12).map(|k| IVec2::new(11 + 2 * k, 24 - k)).collect()),
            ..Layout::default()
        });
        let link = run.link();
        let count = run.layout().obstacles.as_ref().map_or(12, Vec::len);
        println!("{:5} characters, {count} obstacles: {}", link.len(), scene.key);
        assert!(link.len() + AROUND <= PROMISED, "{} characters: {link}", link.len());
        let safe = |byte: u8| byte.is_ascii_alphanumeric() || b"-._=&%+".contains(&byte);
        assert!(link.bytes().all(safe), "{link}");
        let (again, notices) = Run::open(&link);
        assert!(notices.is_empty(), "{notices:?}");
        assert_eq!(again.link(), link);
        longest = longest.max(link.len());
    }
    assert!(longest > 500, "the test means something: {longest}");
}

#[test]
fn the_largest_layout_fits_into_what_is_read_of_a_link() {
    let (mut run, _) = Run::open("scene=tile-chase&width=4000&height=4000");
    let mut text = String::from("tiles=");
    for k in 0..4096 {
        let sign = if k == 0 { "" } else { "_" };
        text += &format!("{sign}{}-{}-1", 100 + (k * 37) % 140, 100 + k / 30);
    }
    run.set_layout_text(&text);
    let written = run.layout_text();
    let (again, notices) = Run::open(&run.link());
    assert!(notices.is_empty(), "{notices:?}");
    assert_eq!(again.layout_text(), written);
    assert!(run.link().len() > 16_384, "{} characters only", run.link().len());
}

#[test]
fn what_was_done_does_not_count_for_the_length_of_a_link() {
    let events = "H.1.1".repeat(20_000);
    let (_, notices) = Run::open(&format!("scene=flock-wide&ev={events}&cohesion=2"));
    assert!(notices.is_empty(), "{notices:?}");
}
