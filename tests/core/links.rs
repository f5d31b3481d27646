//! Links: old ones keep working, and new ones stay short.
//!
//! `tests/links.json` holds links of every released version of the format, each with the state hash
//! after 120 ticks. Entries are only ever added: put the link in with an empty hash, and
//! `UPDATE=1 cargo test --test core links` fills that in. Until the first release it writes all
//! hashes anew; from then on, a link that was sent promises that very run.

use crate::support::pinned::assert_current;
use crate::support::released::{is_renewed, root};
use crate::support::scenes::open_link;
use flockwright::Run;
use flockwright::engine::scenery::Obstacle;
use flockwright::internals::compose::RESERVED_LINK_KEYS;
use flockwright::internals::layout::Layout;
use flockwright::internals::session::{LinkField, field_tables};
use flockwright::scenes::{SCENES, Scene};
use flockwright::schema::ParamSpec;
use flockwright::session::link::{LINK_VERSION, query_of};
use flockwright::session::replay::Recording;
use flockwright::session::timeline::Timeline;
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
    let mut run = open_link(link);
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
        let all = is_renewed();
        for example in versions.values_mut().flatten() {
            if all || example.hash.is_empty() {
                example.hash = hash_of(&example.link);
            }
        }
        let text = serde_json::to_string_pretty(&versions).expect("strings");
        std::fs::write(&path, text + "\n").expect("tests/links.json is writable");
    }
    let examples = &versions[&LINK_VERSION.to_string()];
    for scene in SCENES {
        let has = |example: &Example| example.link.starts_with(&scene.link());
        assert!(examples.iter().any(has), "{}", scene.key);
    }
    for (version, examples) in &versions {
        for Example { link, about, hash } in examples {
            assert_eq!(hash_of(link), *hash, "version {version}, {about}: {link}");
        }
    }
}

/// Links as people paste them, by what they mean: the page reads the same file.
const PASTED: &str = include_str!("../pasted.json");

#[test]
fn what_chats_and_mails_leave_around_a_link_is_no_part_of_it() {
    let meant: BTreeMap<String, Vec<String>> =
        serde_json::from_str(PASTED).expect("lists of links");
    for (meant, pasted) in &meant {
        for pasted in pasted {
            assert_eq!(query_of(pasted), *meant, "{pasted}");
            for address in
                ["http://127.0.0.1:8080/?", "https://a.example/b=c/#?", "see <https://a.example/#"]
            {
                let address = format!("{address}{pasted}");
                assert_eq!(query_of(&address), *meant, "{address}");
            }
            let (run, timeline, notices) = Timeline::open(pasted);
            assert!(notices.is_empty(), "{pasted}: {notices:?}");
            let (wanted, inputs, _) = Timeline::open(meant);
            assert_eq!(run.link(), wanted.link(), "{pasted}");
            assert_eq!(timeline.log(), inputs.log(), "{pasted}");
        }
        assert_eq!(query_of(meant), *meant);
    }
    // Markdown knows no other way to write the key of a scene.
    let (run, notices) = Run::open("scene=flock\\_limited");
    assert_eq!((run.scene().key, notices.len()), ("flock-limited", 0));
}

#[test]
fn a_link_that_ends_with_the_inputs_that_take_all_back_may_lose_its_last_point() {
    let link = "v=8&scene=flock-wide&ev=Kf.boids.pcohesion*2aplayerKf.G5.ob*3d90-90-9G5.";
    let whole = Timeline::open(link);
    let pasted = Timeline::open(&format!("{link})."));
    assert!(pasted.2.is_empty() && whole.2.is_empty(), "{:?}", whole.2);
    assert_eq!(pasted.1.log(), whole.1.log());
}

/// What no part of a link ends with when it is written here: it would be cut off when it is pasted.
#[test]
fn no_link_that_is_written_here_ends_with_what_is_cut_off() {
    for scene in SCENES {
        let (mut run, _) = Run::open(&scene.link());
        for (id, text) in run.texts().to_vec().into_iter().enumerate() {
            for preset in text.spec.presets {
                let _ = run.set_text(id, preset.text);
            }
        }
        let link = run.link();
        assert_eq!(query_of(&link), link);
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
        let bare = open_link(&format!("scene={}", scene.key));
        assert_eq!(bare.link(), scene.link());
        assert_eq!(bare.link(), format!("v={LINK_VERSION}&scene={}", scene.key));
        assert_eq!(bare.world.hash(), Run::new(scene, 1).world.hash(), "{}", scene.key);
    }
}

/// The value whose text is longest, of some awkward ones.
fn longest_value(spec: &ParamSpec) -> f32 {
    let shares = [0.0, 1.0, 0.123_456_79, 0.333_333_34, 0.777_777_8, 0.987_654_3, 0.000_012_345];
    let values = shares.map(|share| spec.validate(spec.min + share * (spec.max - spec.min)));
    let longest = values.into_iter().flatten().max_by_key(|value| spec.format_value(*value).len());
    longest.expect("a range has values")
}

/// The scene with its ten longest changes.
fn with_ten_changes(scene: &'static Scene) -> Run {
    let mut run = Run::new(scene, u32::MAX);
    let mut left = 10;
    for id in 0..run.texts().len() {
        let longest = run.texts()[id].spec.presets.iter().map(|preset| preset.text);
        let Some(longest) = longest.max_by_key(|text| text.len()) else { continue };
        // As a person would have changed it.
        let first = longest.split(',').next().expect("an item").to_string();
        run.set_text(id, &format!("{longest}, {first}")).expect("a text like the presets");
        left -= 1;
    }
    let mut ids: Vec<usize> = (0..run.params().len()).collect();
    let length = |run: &Run, id: usize| {
        let param = &run.params()[id];
        param.key.len() + param.spec.format_value(longest_value(param.spec)).len()
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
        // The longest numbers lie outside most worlds.
        assert!(notices.iter().all(|line| line.starts_with("Outside the world")), "{notices:?}");
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
    let again = open_link(&run.link());
    assert_eq!(again.layout_text(), written);
    assert!(run.link().len() > 16_384, "{} characters only", run.link().len());
}

#[test]
fn the_example_of_every_field_is_read_and_written_alike() {
    let is_kept = |scene: &Scene, part: &str| {
        // A link has the inputs up to the tick at which it starts.
        let at = if part.starts_with("ev") { "at=999&" } else { "" };
        let link = format!("v={LINK_VERSION}&scene={}&{at}{part}", scene.key);
        let (run, timeline, notices) = Timeline::open(&link);
        let recording = Recording::from_timeline(&timeline, &run);
        notices.is_empty() && recording.to_link(timeline.seek_goal()) == link
    };
    for LinkField { example, .. } in field_tables().into_iter().flat_map(|(_, fields)| fields) {
        let is_kept = SCENES.iter().any(|scene| is_kept(scene, example));
        assert!(is_kept || example.is_empty(), "{example}");
    }
}

#[test]
fn the_reference_of_links_lists_the_fields() {
    const PATH: &str = "src/core/session/FORMATS.md";
    let mut text = std::fs::read_to_string(root().join(PATH)).expect(PATH);
    for (heading, fields) in field_tables() {
        let row = |LinkField { name, key, meaning: holds, example }: &LinkField| {
            let example = if example.is_empty() { "" } else { &format!("`{example}`") };
            format!("| `{key}` | {name} | {holds} | {example} |\n")
        };
        let table: String = fields.into_iter().map(row).collect();
        let start = text.find(&format!("\n{heading}\n")).expect(heading);
        let start = start + text[start..].find("|---|\n").expect("a table") + 6;
        let end = start + text[start..].find("\n\n").expect("the end of the table") + 1;
        text.replace_range(start..end, &table);
    }
    assert_current(PATH, &text);
    let keys: Vec<_> = field_tables()[0].1.iter().map(|field| field.key).collect();
    assert_eq!(keys, RESERVED_LINK_KEYS, "written rules have other keys");
}

#[test]
fn what_was_done_does_not_count_for_the_length_of_a_link() {
    let events = "H.1.1".repeat(20_000);
    let _ = open_link(&format!("scene=flock-wide&ev={events}&cohesion=2"));
}

#[test]
fn a_link_copied_out_of_html_or_hung_with_trackers_opens_what_was_meant_without_a_word() {
    let meant = Run::open("v=8&scene=duel&seed=3").0;
    for link in [
        "v=8&amp;scene=duel&amp;seed=3",
        "v=8&amp;amp;scene=duel&AMP;seed=3",
        "fbclid=IwAR0x&v=8&scene=duel&utm_source=mail&utm_campaign=a%26b&seed=3&gclid=",
        "v=8&amp;scene=duel&amp;seed=3&amp;msclkid=1&amp;ref=home",
    ] {
        let run = open_link(link);
        assert_eq!(run.link(), meant.link(), "{link}");
    }
    let (_, notices) = Run::open("scene=duel&utmsource=1&amp;nothing=2");
    assert_eq!(notices.len(), 2, "what is no tracker is told: {notices:?}");
}

#[test]
fn what_lies_outside_the_world_is_told() {
    for (link, says) in [
        (
            "scene=empty&count=1&poses=9000-9000-0-30",
            "Outside the world of 600 by 450 u: 1 of 1 places where Birds start, one by one; they start at its edge.",
        ),
        (
            "scene=empty&groups=units.ppath_following&path=9000-9000_10-10",
            "Outside the world of 600 by 450 u: 1 of 2 nodes of the path of Birds, which nobody can reach.",
        ),
        (
            "scene=empty&ob=100-100-20_700-100-20_610-100-20",
            "Outside the world of 600 by 450 u: 1 of 3 rocks, which nobody meets.",
        ),
        (
            "scene=empty&wa=700-10-900-10-3_500-10-900-10-3",
            "Outside the world of 600 by 450 u: 1 of 2 walls, which nobody meets.",
        ),
        (
            "scene=empty&start=900-900-10",
            "Outside the world of 600 by 450 u: 1 of 1 areas where Birds start; they start at its edge.",
        ),
        (
            "scene=tile-chase&tiles=1-1-1_200",
            "Outside the world of 640 by 400 u: 1 of 2 blocked tiles, which nobody meets.",
        ),
    ] {
        assert_eq!(Run::open(link).1, [says], "{link}");
    }
    let inside = "scene=empty&width=1000&height=1000&poses=900-900-0-30&ob=0-0-5&start=1000-1000-9";
    assert_eq!(Run::open(inside).1, [] as [&str; 0]);
}

#[test]
fn bodies_of_constant_speed_start_at_their_speed_whatever_a_link_gives_them() {
    let link = "scene=vicsek&count=2&noise=0&poses=50-50-0-400_52-52-90-400";
    let mut run = open_link(link);
    let agents = run.world.agents();
    for id in 0..2 {
        assert!((agents.velocity(id).length() - 18.0).abs() < 1e-3, "{}", agents.velocity(id));
    }
    run.world.tick();
    for id in 0..2 {
        let degrees = run.world.agents().heading[id].to_degrees();
        assert!((degrees - 45.0).abs() < 0.1, "the mean of 0 and 90 degrees is 45, not {degrees}");
    }
}

#[test]
fn units_of_a_swarm_on_one_spot_part() {
    for (link, apart) in [
        ("scene=swarm&count=2&poses=120-80-90-0_120-80-90-0", 4.0),
        ("scene=swarm&count=2&potential_cutoff=20&poses=120-80-90-0_120-80-90-0", 4.0),
        ("scene=swarm&count=3&lure=0&poses=120-80-90-0_120-80-90-0_120-80-90-0", 2.0),
        ("scene=couzin&count=2&poses=120-80-90-0_120-80-90-0", 1.0),
        ("scene=empty&count=2&groups=units.prts_separation&poses=120-80-90-0_120-80-90-0", 4.0),
        ("scene=empty&count=2&groups=units.pcrowd_separation&poses=120-80-90-0_120-80-270-0", 4.0),
        ("scene=empty&count=2&groups=units.pseparation&poses=120-80-90-0_120-80-90-0", 4.0),
        ("scene=empty&count=2&groups=units.brigid.pseparation&poses=120-80-90-0_120-80-90-0", 4.0),
    ] {
        let mut run = open_link(link);
        (0..300).for_each(|_| run.world.tick());
        let agents = run.world.agents();
        let count = run.world.groups()[0].ids.len();
        for (a, b) in (0..count).flat_map(|a| (0..a).map(move |b| (a, b))) {
            let gap = agents.position(a).distance(agents.position(b));
            assert!(gap > apart, "{link}: units {b} and {a} are {gap} u apart");
        }
    }
}
