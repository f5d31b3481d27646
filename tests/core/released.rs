//! What a released version promises, later versions keep: `tests/released/` has a folder for each,
//! `tests/links.json` its links. The promises are listed in `src/README.md`.
//!
//! Until a version is released, `UPDATE=1 cargo test --test core` writes its folder anew; afterwards
//! nothing does.

use super::recordings::{RunFile, ends_in_its_hash, record};
use crate::support::released::{folders, open, root, save};
use flockwright::Run;
use flockwright::engine::behaviors::REGISTRY;
use flockwright::rules::{Rule, words};
use flockwright::scenes::SCENES;
use flockwright::session::run::DEFAULT_SEED;
use flockwright_lab::course::read_steps;
use flockwright_lab::insight::measures::all_measures;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Names that links, tables and programs use, by what they belong to.
type Names = BTreeMap<String, BTreeSet<String>>;

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect(path)
}

/// The names behind `before` in each line of a text, up to what cannot be part of a name.
fn names_after(text: &str, before: &[&str]) -> BTreeSet<String> {
    let name = |rest: &str| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        rest.split_at(end.unwrap_or(rest.len())).0.to_string()
    };
    let names = text.lines().flat_map(|line| {
        before.iter().filter_map(move |before| line.strip_prefix(before)).map(name)
    });
    names.filter(|name| !name.is_empty() && !name.starts_with('_')).collect()
}

/// The methods, getters and fields in a text of TypeScript.
fn members(text: &str) -> BTreeSet<String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("  "));
    let lines = lines.map(|line| line.strip_prefix("get ").unwrap_or(line));
    let names =
        lines.filter_map(|line| line.split_once(['(', ':', '?', '<'])).map(|(name, _)| name);
    let is_name = |name: &&str| name.starts_with(|c: char| c.is_ascii_lowercase());
    let plain = |name: &&str| name.chars().all(|c| c.is_ascii_alphanumeric());
    let own = |name: &&str| !["constructor", "if", "for"].contains(name);
    names.filter(is_name).filter(plain).filter(own).map(str::to_string).collect()
}

/// The words in a text that begin with one of these.
fn words_with(text: &str, starts: &[&str]) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let ours = words.filter(|word| starts.iter().any(|start| word.starts_with(start)));
    ours.map(str::to_string).collect()
}

fn names() -> Names {
    fn own<'a>(names: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
        names.into_iter().map(str::to_string).collect()
    }
    let mut parameters = BTreeSet::new();
    for scene in SCENES {
        let run = Run::new(scene, DEFAULT_SEED);
        parameters.extend(run.params().iter().map(|param| param.key.clone()));
        parameters.extend(run.texts().iter().map(|text| text.key.clone()));
    }
    let behaviors = REGISTRY.iter().map(|make| make().key().to_string()).collect();
    let rule_words = (words::KEYWORDS.iter().map(|word| word.name))
        .chain(words::OWN_WORDS.iter().map(|word| word.name))
        .chain(words::THING_WORDS.iter().map(|word| word.name))
        .chain(words::PROPERTY_WORDS.iter().map(|word| word.name))
        .chain(words::SET_WORDS.iter().map(|word| word.name))
        .chain(words::FOLD_WORDS.iter().map(|word| word.name))
        .chain(words::FUNCTION_WORDS.iter().map(|word| word.name));
    let prelude = read("src/core/lib.rs");
    let prelude = prelude.split("pub mod prelude {").nth(1).expect("a prelude");
    let prelude = prelude.split('}').take_while(|part| !part.contains("cfg(doctest)"));
    let prelude: String = prelude.collect();
    let capital = |word: &String| word.starts_with(|c: char| c.is_ascii_uppercase());
    let python = ["world", "tracks", "views"].map(|file| {
        names_after(
            &read(&format!("src/python/flockwright/{file}.py")),
            &["    def ", "class ", "def "],
        )
    });
    let all = read("src/python/flockwright/__init__.py");
    let all = all.split("__all__ = [").nth(1).expect("a list");
    let npm = read("www/npm/flock.ts");
    let exported = ["function", "class", "const", "interface", "type"];
    let exported = exported.map(|what| names_after(&npm, &[&format!("export {what} ")]));
    Names::from([
        ("scenes".into(), own(SCENES.iter().map(|scene| scene.key))),
        ("parameters".into(), parameters),
        ("behaviors".into(), behaviors),
        ("measures".into(), own(all_measures().into_iter().map(|measure| measure.key))),
        (
            "steps".into(),
            read_steps().expect("sound steps").into_iter().map(|step| step.key).collect(),
        ),
        ("words of rules".into(), own(rule_words)),
        ("crate".into(), words_with(&prelude, &[""]).into_iter().filter(capital).collect()),
        ("C".into(), words_with(&read("src/c/flockwright.h"), &["fw_", "FW_", "Fw"])),
        (
            "Python".into(),
            python.into_iter().flatten().chain(names_after(all, &["    \""])).collect(),
        ),
        ("npm".into(), exported.into_iter().flatten().chain(members(&npm)).collect()),
    ])
}

#[test]
fn every_name_that_was_released_is_still_there() {
    let names = names();
    for folder in folders(|folder| save(&folder.join("names.json"), &names)) {
        for (what, released) in open::<Names>(&folder.join("names.json")) {
            assert!(released.len() > 10, "{folder:?}: {what}");
            let missing: Vec<_> = released.difference(&names[&what]).collect();
            assert!(missing.is_empty(), "{folder:?} has these {what}: {missing:?}");
        }
    }
}

#[test]
fn recordings_that_were_released_end_in_their_hashes() {
    let renew = |folder: &Path| {
        let scenes = ["flock-obstacles", "zombie-horde", "tile-patrol"];
        save(&folder.join("recordings.json"), &scenes.map(record));
    };
    for folder in folders(renew) {
        let files: Vec<RunFile> = open(&folder.join("recordings.json"));
        assert_eq!(files.len(), 3);
        files.into_iter().for_each(ends_in_its_hash);
    }
}

#[test]
fn rules_that_were_released_mean_what_they_meant() {
    for folder in folders(|_| ()) {
        let text = fs::read_to_string(folder.join("rule.txt")).expect("a rule");
        let rule = Rule::parse(&text).unwrap_or_else(|why| panic!("{folder:?}: {why}"));
        assert_eq!(rule.text().trim_end(), text.trim_end(), "{folder:?}");
    }
}

#[test]
fn presets_that_were_released_open_without_a_notice() {
    for folder in folders(|_| ()) {
        let file: serde_json::Value = open(&folder.join("presets.json"));
        for preset in file["presets"].as_array().expect("a list") {
            let link = preset["link"].as_str().expect("a link");
            let (run, notices) = Run::open(link);
            assert!(notices.is_empty(), "{link}: {notices:?}");
            let again = Run::open(&run.link()).0;
            assert_eq!(again.world.hash(), run.world.hash(), "{folder:?}: {link}");
        }
    }
}

#[test]
fn what_is_published_has_the_texts_of_both_licenses() {
    for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
        for package in ["src/core", "src/rules", "src/python"] {
            assert_eq!(read(&format!("{package}/{license}")), read(license), "{package}");
        }
    }
}
