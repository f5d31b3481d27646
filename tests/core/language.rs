//! One language: whoever flies is called what the scene calls it, and each thing has one name, in all that
//! the page shows of the core and the lab. `tests/node/language.test.ts` reads the page's own texts.

use crate::registry::all_specs;
use flockwright::Run;
use flockwright::engine::behaviors::REGISTRY;
use flockwright::rules::words;
use flockwright::scenes::{SCENES, SuggestedChange};
use flockwright::schema::{FORMULA_SYMBOLS, ValueKind, noun_of};
use flockwright::session::run::DEFAULT_SEED;
use flockwright_lab::course;
use flockwright_lab::insight::diagnosis;
use flockwright_lab::insight::measures::MEASURES;
use std::collections::BTreeSet;

/// Words that the vocabulary replaces by others.
fn replaced_words() -> impl Iterator<Item = &'static str> {
    let rows = include_str!("../../src/core/schema/VOCABULARY.md")
        .lines()
        .skip_while(|line| *line != "|---|---|---|");
    let last = |row: &'static str| row.trim_end_matches('|').rsplit('|').next().unwrap_or_default();
    rows.skip(1).flat_map(move |row| last(row).split(',').map(str::trim))
}

/// Phrases in which such a word is right: a measure of length, a kind of body, the name of a shape, a word of the rules.
const ALLOWED: [&str; 14] = [
    "disc in disorder", "nearest image", "rigid body", "rigid bodies", "body length",
    "gaps of ten bodies", "the unit of length", "rules and bodies", "range and unit", "\"unit\"",
    "unit(", "unit(vector)", "`unit", "off a body",
];

/// The words of a text that must not be there.
fn wrong(text: &str) -> Vec<String> {
    let mut rest = text.to_lowercase();
    for allowed in ALLOWED {
        rest = rest.replace(allowed, " ");
    }
    let words = rest.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '=' && c != '.');
    let words: Vec<_> = words.map(|word| word.trim_end_matches('.')).collect();
    let spaced = format!(" {} ", words.join(" "));
    replaced_words()
        .filter(|word| spaced.contains(&format!(" {word} ")))
        .map(String::from)
        .collect()
}

/// Everything that a person reads, and where it stands.
fn texts() -> Vec<(String, String)> {
    let mut all = Vec::new();
    let mut put = |at: &str, text: &str| all.push((at.to_string(), text.to_string()));
    for spec in all_specs() {
        let at = format!("parameter {}", spec.key);
        let plain = spec.plain_control.map_or("", |plain| plain.label());
        for text in [spec.label, spec.section, spec.unit, spec.doc, spec.source, plain] {
            put(&at, text);
        }
        if let ValueKind::Choice(choices) = spec.kind {
            choices.iter().for_each(|one| put(&at, &format!("{}: {}", one.label, one.description)));
        }
    }
    for make in REGISTRY {
        let about = make().about();
        let at = format!("behavior {}", about.label());
        let cause = about.cause.map_or([""; 2], |words| [words.subject, words.verb]);
        [about.label(), about.sentence].iter().chain(&cause).for_each(|text| put(&at, text));
    }
    for (symbol, means) in FORMULA_SYMBOLS {
        put(&format!("symbol {symbol}"), means);
    }
    for scene in SCENES {
        let at = format!("scene {}", scene.key);
        for text in [
            scene.title, scene.visible_effect, scene.suggestion, scene.drag_invitation,
            scene.source, scene.constants_source,
        ] {
            put(&at, text);
        }
        put(&at, scene.source_run.as_ref().map_or("", |original| original.visible_effect));
        for one in scene.suggested_changes {
            if let SuggestedChange::Compose { label: does, .. } = one {
                put(&at, does);
            }
        }
        let run = Run::new(scene, DEFAULT_SEED);
        run.world.groups().iter().for_each(|group| put(&at, group.label));
        run.texts()
            .iter()
            .for_each(|text| put(&at, &format!("{}: {}", text.spec.label, text.spec.doc)));
    }
    for measure in MEASURES {
        let at = format!("measure {}", measure.key);
        [measure.label, measure.description, measure.definition]
            .iter()
            .for_each(|text| put(&at, text));
    }
    for detector in diagnosis::DETECTORS {
        let info = detector().info();
        put(info.key, info.title);
        put(info.key, info.sentence);
    }
    for step in course::read_steps().expect("every step makes sense") {
        let at = format!("step {}", step.key);
        let predict = step.prediction.iter();
        let asked = predict.flat_map(|one| {
            let said = [one.question.clone(), one.explanation.clone()];
            said.into_iter().chain(one.choices.clone())
        });
        let hints = step.hints.iter().map(|(_, _, hint)| hint.clone());
        let own =
            [step.title.clone(), step.chapter.clone(), step.source.clone(), step.task.clone()];
        own.into_iter()
            .chain(asked)
            .chain(hints)
            .chain(step.paragraphs)
            .for_each(|text| put(&at, &text));
    }
    words::for_each_word(&mut |_, name, doc| put(&format!("word {name}"), doc));
    words::MEASURE_WORDS.iter().for_each(|word| put(word.name, word.doc));
    all
}

#[test]
fn each_thing_has_the_one_word_of_the_vocabulary() {
    let found: Vec<String> = texts()
        .iter()
        .flat_map(|(at, text)| {
            wrong(text).into_iter().map(move |word| format!("{at}: '{word}' in: {text}"))
        })
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_group_tells_what_one_and_what_several_of_it_are_called() {
    for scene in SCENES {
        for group in Run::new(scene, DEFAULT_SEED).world.groups() {
            let noun = noun_of(group.label);
            let at = format!("scene {}, {}: {noun:?}", scene.key, group.label);
            assert!(replaced_words().all(|word| word != noun.singular), "{at}");
            let same = ["fish", "craft", "prey"].contains(&noun.singular.as_str());
            assert!(
                same || noun.plural != noun.singular && noun.plural.ends_with('s')
                    || noun.singular == "way out",
                "{at}"
            );
        }
    }
}

#[test]
fn what_stands_above_the_list_and_what_stands_in_it_is_called_alike() {
    // Where they differ, the list says both: "Agility (steering force S)".
    let spoken = ["Agility", "Personal space", "Sight"];
    for spec in all_specs() {
        let Some(plain) = spec.plain_control else { continue };
        assert!(
            spec.label.to_lowercase().contains(&plain.label().to_lowercase())
                || spoken.contains(&plain.label()),
            "'{}' is called {} and {}",
            spec.key,
            spec.label,
            plain.label()
        );
    }
    let labels: BTreeSet<_> = REGISTRY.iter().map(|make| make().about().label()).collect();
    assert!(labels.contains("Cohesion"));
}
