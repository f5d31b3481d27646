//! What a released version promises of the command line: `tests/released/` has its commands with their flags,
//! and rows. `UPDATE=1 cargo test -p flockwright-cli --test cli released` renews them until then.

use crate::command::{name, stdout_of};
use crate::released_files::{folders, open, save};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// The flags of each command.
type Commands = BTreeMap<String, BTreeSet<String>>;

fn flags(command: &str) -> BTreeSet<String> {
    let help = stdout_of(&["help", command]);
    let words = help.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    words.filter(|word| word.starts_with("--") && word.len() > 2).map(str::to_string).collect()
}

fn commands() -> Commands {
    let help = stdout_of(&["help"]);
    let lines = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let lines = lines.take_while(|line| line.starts_with("  "));
    let names = lines.filter_map(|line| line.strip_prefix("  ")).filter(|l| !l.starts_with(' '));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(|name| (name.to_string(), flags(name))).collect()
}

#[test]
fn every_command_and_flag_that_was_released_is_still_there() {
    let commands = commands();
    for folder in folders(|folder| save(&folder.join("commands.json"), &commands)) {
        let released: Commands = open(&folder.join("commands.json"));
        assert!(released.len() > 10, "{folder:?}");
        for (name, flags) in released {
            let now = commands.get(&name).unwrap_or_else(|| panic!("{folder:?} has '{name}'"));
            let missing: Vec<_> = flags.difference(now).collect();
            assert!(missing.is_empty(), "{folder:?}: '{name}' has {missing:?}");
        }
    }
}

const SWEEP: [&str; 10] = [
    "sweep",
    "scene=flock-limited&count=30",
    "--axis",
    "cohesion=0.5,2",
    "--seeds",
    "2",
    "--ticks",
    "120",
    "--every",
    "30",
];

#[test]
fn rows_that_were_released_are_read_and_their_links_give_their_hashes() {
    for folder in
        folders(|folder| fs::write(folder.join("rows.jsonl"), stdout_of(&SWEEP)).expect("it"))
    {
        let file = folder.join("rows.jsonl");
        let points = stdout_of(&["summary", name(&file)]);
        assert_eq!(points.lines().count(), 2, "{points}");
        let released = fs::read_to_string(&file).expect("rows");
        let now = stdout_of(&SWEEP);
        for (released, now) in released.lines().zip(now.lines()) {
            let read = |line| serde_json::from_str::<Value>(line).expect("a row is JSON");
            let (released, now) = (read(released), read(now));
            for (key, value) in released.as_object().expect("an object") {
                match key.as_str() {
                    "version" | "commit" => assert!(now.get(key).is_some(), "'{key}'"),
                    "measures" => value.as_object().expect("it").keys().for_each(|measure| {
                        assert!(now[key].get(measure).is_some(), "measure '{measure}'");
                    }),
                    _ => assert_eq!(now[key], *value, "'{key}'"),
                }
            }
            let link = released["link"].as_str().expect("a link");
            let alone: Value =
                serde_json::from_str(&stdout_of(&["run", link, "--ticks", "120", "--json"]))
                    .expect("it");
            assert_eq!(alone["hash"], released["hash"], "{link}");
        }
    }
}
