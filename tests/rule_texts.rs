//! Every built-in behavior says as a rule what it does, or why no rule can say it.

use flockwright::engine::behaviors::{Behavior, REGISTRY, Ruling};
use flockwright::rules::Rule;

/// What no rule can say, and why.
const UNSAID: &[(&str, &str)] = &[
    ("helm", "it is a person's keys"),
    ("pattern", "it is a program of steps"),
    ("tile_chase", "tile walkers take steps, not forces"),
    ("tile_sight", "tile walkers take steps, not forces"),
    ("tile_patrol", "tile walkers take steps, not forces"),
    ("tile_program", "tile walkers take steps, not forces"),
];

fn behaviors() -> impl Iterator<Item = Box<dyn Behavior>> {
    REGISTRY.iter().map(|make| make())
}

#[test]
fn a_behavior_has_a_rule_or_a_reason_why_not() {
    for behavior in behaviors() {
        let about = behavior.about();
        let reason = UNSAID.iter().find(|(key, _)| *key == about.key());
        let Some(text) = about.text else {
            assert!(reason.is_some(), "{} has no rule", about.key());
            continue;
        };
        assert!(reason.is_none(), "{} has a rule", about.key());
        let made = Ruling::new(about, behavior.specs(), text);
        assert!(made.is_ok(), "{}: {}", about.key(), made.err().expect("an error"));
        assert!(behavior.ruling().is_some(), "{}", about.key());
    }
}

/// `cargo test --release --test rule_texts -- --nocapture` shows them.
#[test]
fn a_rule_can_be_read_alone() {
    for behavior in behaviors() {
        let Some(ruling) = behavior.ruling() else { continue };
        let rule = ruling.rule();
        let text = rule.text();
        println!("{text}");
        let alone = Rule::parse(&text);
        assert!(alone.is_ok(), "{}\n{text}", alone.err().expect("an error"));
        let alone = alone.expect("it was parsed");
        assert_eq!(alone.text(), text);
        assert_eq!(alone.key, behavior.key());
        assert_eq!(alone.label, behavior.about().label());
        assert_eq!(alone.sentence(), behavior.about().says);
        assert_eq!(alone.params.len() + 1, behavior.specs().len());
    }
}
