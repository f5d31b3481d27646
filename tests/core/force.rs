//! The printed force is the core's: in JavaScript over the shared vectors of rules and the scenes, and in
//! all languages over random rules. `tests/deep/force.rs` has the other combinations.

use crate::support::force::{hold, random, scenes, vectors, words};
use crate::support::printed::{Runner, Script, runners};
use flockwright::Run;
use flockwright::rules::Language;
use flockwright::scenes::SCENES;

/// A file longer than this is not read before it is pasted.
const MOST_LINES: usize = 340;

#[test]
fn the_printed_force_is_the_core_s_in_javascript() {
    let runner = Script { typed: false };
    if let Some(what) = runner.missing() {
        println!("skipped: {what}");
        return;
    }
    let vectors = vectors();
    assert!(vectors.len() >= 280, "{} vectors", vectors.len());
    hold(&runner, &vectors, runner.tolerance());
}

#[test]
fn the_printed_force_is_the_core_s_in_the_scenes() {
    let runner = Script { typed: false };
    if let Some(what) = runner.missing() {
        println!("skipped: {what}");
        return;
    }
    let scenes = scenes();
    assert!(scenes.len() >= 18, "{} scenes", scenes.len());
    hold(&runner, &scenes, 1e-3);
    hold(&runner, &words(), 1e-3);
}

/// Parentheses, values that nothing uses, names that mean something in a language, and the plain meaning of each
/// word in 64 bits: 500 of them are in `tests/deep/force.rs`.
#[test]
fn random_rules_with_hostile_names_are_printed_as_the_core_has_them() {
    let random = random(300);
    for runner in runners() {
        match runner.missing() {
            Some(what) => println!("skipped: {what}"),
            None => hold(&*runner, &random, 1e-3),
        }
    }
}

#[test]
fn the_force_of_a_scene_is_short() {
    let mut long = Vec::new();
    for scene in SCENES {
        let (run, _) = Run::open(&format!("scene={}", scene.key));
        for language in Language::ALL {
            let lines = run.print_force(language).lines().count();
            if lines > MOST_LINES {
                long.push(format!("{} in {}: {lines} lines", scene.key, language.label()));
            }
        }
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
fn where_the_printed_force_is_not_the_run_s_its_head_says_so() {
    let head = |link: &str| {
        let text = Run::open(link).0.print_force(Language::JavaScript);
        text.replace("\n// ", " ")
    };
    let says = "looked for only every 6 ticks; this code looks for them at each call.";
    assert!(head("scene=flock-wide&look_every=6").contains(says));
    assert!(!head("scene=flock-wide").contains("looked for"));
}

#[test]
fn code_calls_a_group_what_a_person_calls_it() {
    let code = |name: &str| {
        let link = format!("scene=open-sky&groups=birds*falcon.n{name}");
        Run::open(&link).0.print_force(Language::JavaScript)
    };
    let text = code("Red_Hawk");
    for part in ["function steerRedHawk(", "me.group === \"red_hawk\"", "FEARED = [\"red_hawk\"]"] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    assert!(!text.contains("\"falcon\""));
    for name in ["birds", "7up", "Bussard_für_heute"] {
        assert!(code(name).contains("me.group === \"falcon\""), "{name}");
    }
}
