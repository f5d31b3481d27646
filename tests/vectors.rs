//! Expected results that an independent program computed from the sources' formulas in float64: every case goes
//! through the code that the tick runs.

mod support;

use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::Path;
use support::bodies::{point, rigid};
use support::flocks::flock;
use support::rules::rule;
use support::science::science;
use support::steering::steering;

/// What a file holds.
fn read(file: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors").join(file);
    let text = std::fs::read_to_string(path).expect(file);
    serde_json::from_str(&text).expect(file)
}

/// Runs the cases of a list, each of which panics where it does not agree.
fn hold<T: DeserializeOwned>(what: &str, cases: &Value, run: impl Fn(&T, &str)) {
    let cases = cases.as_array().expect(what);
    assert!(cases.len() >= 20, "{what}: {} cases", cases.len());
    for (number, case) in cases.iter().enumerate() {
        let what = format!("{what}, case {number}");
        let case = T::deserialize(case).unwrap_or_else(|error| panic!("{what}: {error}"));
        run(&case, &what);
    }
}

#[test]
fn bodies_move_as_the_book_and_the_tutorial_have_it() {
    let bodies = read("bodies.json");
    hold("rigid bodies", &bodies["rigid_body"], rigid);
    hold("point masses", &bodies["point_mass"], point);
}

#[test]
fn the_flock_of_the_book_sees_and_steers_as_it_says() {
    hold("the book's flock", &read("book_flock.json"), flock);
}

#[test]
fn behaviors_of_the_tutorials_steer_as_they_say() {
    hold("steering", &read("steering.json"), steering);
}

#[test]
fn models_of_collective_motion_are_those_of_the_papers() {
    hold("science", &read("science.json"), science);
    hold("anticipate", &read("anticipate.json"), science);
}

#[test]
fn each_word_of_a_rule_means_what_is_said_of_it() {
    hold("rules", &read("rules.json"), rule);
    hold("words", &read("rules_words.json"), rule);
}
