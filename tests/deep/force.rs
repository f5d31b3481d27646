//! The printed force is the core's in every language that this machine has: over the shared vectors of
//! rules, over states of every scene, and with words and names that no scene has.

use crate::support::force::{hold, printed, random, scenes, vectors, words};
use crate::support::printed::{lint, runners};
use flockwright::Run;
use flockwright::rules::Language;
use flockwright::scenes::SCENES;

#[test]
fn the_printed_force_is_the_core_s_in_every_language() {
    let (vectors, scenes, words) = (vectors(), scenes(), words());
    for runner in runners() {
        match runner.missing() {
            Some(what) => println!("{}: skipped, {what}", runner.language().label()),
            None => {
                hold(&*runner, &vectors, runner.tolerance());
                hold(&*runner, &scenes, 1e-3);
                hold(&*runner, &words, 1e-3);
            }
        }
    }
}

#[test]
fn random_rules_with_hostile_names_are_printed_as_the_core_has_them() {
    let random = random(500);
    for runner in runners() {
        match runner.missing() {
            Some(what) => println!("{}: skipped, {what}", runner.language().label()),
            None => hold(&*runner, &random, 1e-3),
        }
    }
    let found = lint(Language::GDScript, &printed(&random, Language::GDScript));
    assert!(found.is_ok(), "{}", found.unwrap_err());
}

#[test]
fn the_parser_of_godot_4_finds_nothing_in_the_force_of_a_scene() {
    let print = |link: String| Run::open(&link).0.print_force(Language::GDScript);
    let files = SCENES.iter().map(|scene| print(format!("scene={}", scene.key)));
    let found = lint(Language::GDScript, &files.collect::<Vec<_>>());
    assert!(found.is_ok(), "{}", found.unwrap_err());
}
