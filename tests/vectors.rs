//! Expected results that an independent program computed from the sources' formulas in float64.
//!
//! Every case goes through the code that the tick runs. `VECTORS` names another folder, or
//! file, to read.

mod support;

use flockwright::engine::agents::UnitState;
use glam::Vec2;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use support::bodies::{Moving, point, rigid};
use support::cases::START;
use support::files::{each_case, files_in, without_nulls};
use support::flocks::flock;
use support::rules::rule;
use support::science::{KINDS, science};
use support::steering::steering;

fn parse<T: serde::de::DeserializeOwned>(value: &Value, what: &str) -> T {
    serde_json::from_value(without_nulls(value)).unwrap_or_else(|e| panic!("{what}: {e}"))
}

/// Runs one case; panics where it does not agree.
fn run(kind: &str, case: &Value, what: &str) {
    match kind {
        "rule" => rule(&parse(case, what), what),
        "rigid_body" => rigid(parse(case, what), what),
        "point_mass" => point(parse(case, what), what),
        "steering" if is_science(case) => science(&parse(case, what), what),
        "book_flock" => flock(&parse(case, what), what),
        _ => steering(&parse(case, what), what),
    }
}

/// Whether it is a case of the models of collective motion.
fn is_science(case: &Value) -> bool {
    case["behavior"].as_str().is_some_and(|behavior| KINDS.contains(&behavior))
}

/// The name under which a case counts.
fn label_of(kind: &str, case: &Value) -> String {
    if kind == "rule" {
        return format!("the rule {}", case["name"].as_str().unwrap_or("without a name"));
    }
    let behavior = case["behavior"].as_str().filter(|_| kind == "steering");
    behavior.unwrap_or(kind).to_string()
}

/// How the cases of one name turned out.
#[derive(Default)]
struct Tally {
    all: usize,
    /// What those that do not agree say.
    against: Vec<String>,
}

impl Tally {
    /// Runs one more; the others go on, whatever becomes of it.
    fn add(&mut self, kind: &str, case: &Value, what: &str) {
        self.all += 1;
        if let Err(reason) = catch_unwind(|| run(kind, case, what)) {
            let said = reason.downcast_ref::<String>().map(String::as_str);
            let said = said.or_else(|| reason.downcast_ref::<&str>().copied());
            self.against.push(said.unwrap_or(what).to_string());
        }
    }

    fn says(&self, label: &str) -> String {
        match self.against.len() {
            0 => format!("{:5} cases of {label} agree", self.all),
            many => format!("{:5} of {} cases of {label} agree", self.all - many, self.all),
        }
    }
}

/// What a file is called: by its place in the folder that was named, or by its own name.
fn name_of(file: &Path, named: &Path) -> String {
    let within = file.strip_prefix(named).ok().filter(|rest| *rest != Path::new(""));
    within.or_else(|| file.file_name().map(Path::new)).unwrap_or(file).display().to_string()
}

#[test]
fn every_case_agrees() {
    let named = std::env::var_os("VECTORS").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/vectors"),
        PathBuf::from,
    );
    let files = files_in(&named);
    assert!(!files.is_empty(), "no vectors in {}", named.display());
    let mut tallies = BTreeMap::<String, Tally>::new();
    for file in files {
        let name = name_of(&file, &named);
        let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{name}: {e}"));
        let cases = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        let found = each_case(&cases, &name, &mut |kind, case, what| {
            tallies.entry(label_of(kind, case)).or_default().add(kind, case, what);
        });
        if found == 0 {
            writeln!(std::io::stdout(), "      no case in {name}").expect("standard output");
        }
    }
    assert!(!tallies.is_empty(), "no cases in {}", named.display());
    for (label, tally) in &tallies {
        // Past the test harness, which would keep what `println` prints of a test that passes.
        writeln!(std::io::stdout(), "{}", tally.says(label)).expect("standard output");
    }
    let against: Vec<_> = tallies.into_values().flat_map(|tally| tally.against).collect();
    assert_eq!(against.len(), 0, "cases do not agree:\n{}", against.join("\n"));
}

#[test]
fn a_case_that_does_not_agree_is_told_and_the_others_go_on() {
    let case = |vx: f64| {
        json!({
            "body": {"x": 0, "y": 0, "vx": 60, "vy": 0, "heading": 0},
            "params": {"max_force": 100, "max_speed": 60},
            "force": [0, 0],
            "expect": {"x": 1, "y": 0, "vx": vx, "vy": 0, "heading": 0}
        })
    };
    let mut tally = Tally::default();
    for (k, vx) in [60.0, 50.0, 60.0].into_iter().enumerate() {
        tally.add("point_mass", &case(vx), &format!("case {k}"));
    }
    assert_eq!(tally.says("point_mass"), "    2 of 3 cases of point_mass agree");
    assert_eq!(tally.against.len(), 1);
    assert!(tally.against[0].starts_with("case 1: gain of vx"), "{:?}", tally.against);
}

/// A craft that coasts to the right, gains 1 u/s in a tick by the case, and in fact as much.
fn compare_with_gain(gain: f32) {
    let moving = |x: f64, vx: f64| Moving { x, y: 0.0, vx, vy: 0.0, heading: 0.0, omega: 0.0 };
    let (before, after) = (moving(0.0, 30.0), moving(31.0 / 60.0, 31.0));
    let velocity = Vec2::new(30.0 + gain, 0.0);
    let position = START + velocity / 60.0;
    let got = UnitState { position, velocity, heading: 0.0, omega: 0.0 };
    after.assert_matches(&before, &got, 30.0, "a craft");
}

#[test]
fn a_body_that_gains_what_the_case_says_agrees() {
    compare_with_gain(1.001);
}

#[test]
#[should_panic(expected = "a craft: gain of vx")]
fn a_body_that_gains_a_twentieth_too_much_does_not_agree() {
    compare_with_gain(1.05);
}

#[test]
fn cases_are_found_however_a_file_groups_them() {
    let file = json!({
        "note": "Cases of three kinds, and an empty list.",
        "units": "u, s, rad",
        "expect": "fx and fy are the force before weight and limit",
        "seeds": [1, 2, [3, null]],
        "bodies": [{"force": [0, 0], "expect": {}}, {"bow_force": [0, 0], "expect": {}}],
        "more": {"notes": ["all of one behavior"], "cases": [{"behavior": "seek", "expect": {}}]},
        "none": []
    });
    let mut kinds = Vec::new();
    let found = each_case(&file, "file", &mut |kind, _, _| kinds.push(kind));
    assert_eq!((found, kinds), (3, vec!["point_mass", "rigid_body", "steering"]));
}

#[test]
#[should_panic(expected = "file, lost: no test for cases of this kind")]
fn a_case_that_expects_nothing_known_is_not_passed_over_under_a_name_either() {
    let case = json!({"behavior": "seek", "agent": {}, "args": {}, "expected": {"fx": 1}});
    each_case(&json!({"lost": case}), "file", &mut |_, _, _| {});
}

#[test]
#[should_panic(expected = "file, case 1: no test for cases of this kind")]
fn a_case_of_an_unknown_kind_is_not_passed_over() {
    let file = json!([{"units": [], "expect": []}, {"tiles": [], "expect": []}]);
    each_case(&file, "file", &mut |_, _, _| {});
}

/// Runs cases that a file could hold.
fn run_all(file: &Value) -> usize {
    each_case(file, "file", &mut |kind, case, what| {
        run(kind, case, what);
    })
}

#[test]
fn a_body_has_no_edges_around_it_wherever_it_starts() {
    for [x, y] in [[-5000.0, -300.0], [9000.0, 7900.0]] {
        let case = json!({
            "body": {"x": x, "y": y, "vx": 60.0, "vy": 0, "heading": 0},
            "params": {"mass": 1, "max_force": 100, "max_speed": 60},
            "force": [0, 0],
            "dt": 1.0 / 60.0,
            "expect": {"x": x + 1.0, "y": y, "vx": 60, "vy": 0, "heading": 0}
        });
        assert_eq!(run_all(&case), 1);
    }
}

#[test]
fn a_short_way_counts_in_full_far_from_the_origin() {
    // 0.03 and 0.04 u to go, some 20,000 u from the origin.
    let agent = json!({
        "p": [12_000.0, 16_000.0], "v": [0, 0], "max_speed": 60, "max_force": 100, "mass": 1
    });
    let target = json!([12_000.03, 16_000.04]);
    let steering = json!({
        "behavior": "seek", "agent": agent, "args": {"target": target},
        "expect": {"fx": 60, "fy": 80}
    });
    assert_eq!(run_all(&steering), 1);
}

#[test]
fn what_a_case_leaves_out_is_as_the_models_have_it() {
    // T 500 moves 10 of mass from a standstill.
    let (speed, way) = (50.0 / 60.0, 50.0 / 3600.0);
    let craft = json!({
        "body": {"x": 0, "y": 0, "vx": 0, "vy": 0, "heading": 0},
        "bow_force": [0, 0],
        "expect": {"x": way, "y": 0, "vx": speed, "vy": 0, "heading": 0}
    });
    // A wide view that reaches to 800 u, S 500, L 4, and three regular units.
    let unit = |x: f64, y: f64| json!({"x": x, "y": y, "vx": 9, "vy": 0, "heading": 0});
    let beside = |side: f64| {
        json!({
            "neighbors": [if side > 0.0 { 2 } else { 1 }], "leader": true, "cohesion": 250.0 * side,
            "alignment": 0, "separation": 0, "chase": 500.0 * side, "obstacle_avoidance": 0
        })
    };
    let flock = json!({
        "params": {"view": "wide"},
        "units": [unit(400.0, 350.0), unit(0.0, 0.0), unit(0.0, 700.0)],
        "expect": [null, beside(1.0), beside(-1.0)]
    });
    // Of the other, only its place is given.
    let push = json!({
        "behavior": "crowd_separation",
        "agent": {"p": [0, 0], "v": [30, 0], "max_speed": 60, "max_force": 100},
        "args": {"others": [{"p": [9, 0]}], "radius": 10, "max_separation": 80},
        "expect": {"fx": -80, "fy": 0}
    });
    assert_eq!(run_all(&json!([craft, flock, push])), 3);
}

#[test]
#[should_panic(expected = "file: one expectation per unit")]
fn a_flock_of_which_nothing_is_expected_does_not_agree() {
    let unit = json!({"x": 0, "y": 0, "vx": 9, "vy": 0, "heading": 0});
    run_all(&json!({"params": {"view": "wide"}, "units": [unit], "expect": []}));
}

#[test]
fn a_single_file_can_be_named_instead_of_a_folder() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/bodies.json");
    assert_eq!(files_in(&file), std::slice::from_ref(&file));
    assert_eq!(name_of(&file, &file), "bodies.json");
    let folder = file.parent().expect("its folder");
    assert_eq!(name_of(&file, folder), "bodies.json");
}
