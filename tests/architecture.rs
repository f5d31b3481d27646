//! What src/README.md says always holds of the core, held against its text.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A file of the core, without comments and tests.
struct Source {
    path: String,
    code: String,
}

impl Source {
    /// Its room: the folder at the top that it stands in.
    fn room(&self) -> &str {
        self.path.split('/').next().unwrap_or_default()
    }

    /// The modules that it names after `crate::`, each as a path from the top, alone or within
    /// braces.
    fn names(&self) -> BTreeSet<String> {
        let ends = |c: char| !(c.is_alphanumeric() || c == '_' || c == ':');
        let mut names = BTreeSet::new();
        for rest in self.code.split("crate::").skip(1) {
            let head = rest.split(ends).next().unwrap_or_default();
            if let Some((stem, list)) = rest.split_once('{').filter(|(stem, _)| *stem == head) {
                let listed = list.split(';').next().unwrap_or_default().split(['{', ',']);
                names.extend(listed.map(|part| {
                    format!("{stem}{}", part.trim_start().split(ends).next().unwrap_or_default())
                }));
            } else {
                names.insert(head.to_string());
            }
        }
        names
    }

    /// The types of the crate that it gives methods of their own.
    fn extends(&self) -> impl Iterator<Item = &str> {
        self.code
            .lines()
            .filter_map(|line| line.strip_prefix("impl "))
            .filter(|rest| !rest.contains(" for "))
            .filter_map(|rest| rest.split(['<', ' ', '{']).next())
    }
}

/// The code of a file up to its tests.
fn code_of(text: &str) -> String {
    let tests = text.lines().zip(text.lines().skip(1)).position(|(line, next)| {
        line.trim() == "#[cfg(test)]" && next.contains("mod ") && next.ends_with('{')
    });
    let code = text.lines().take(tests.unwrap_or(usize::MAX));
    code.filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn read(folder: &Path, within: &str, sources: &mut Vec<Source>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let within = format!("{within}{name}");
        if path.is_dir() {
            read(&path, &format!("{within}/"), sources);
        } else if name.ends_with(".rs") {
            let text = std::fs::read_to_string(&path).expect("a text");
            // A file of tests alone.
            if !text.lines().any(|line| line == "#[test]") {
                sources.push(Source { path: within, code: code_of(&text) });
            }
        }
    }
}

fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &mut sources);
    // Programs and the Python package use the core from outside.
    sources.retain(|source| !["bin/", "python/"].iter().any(|door| source.path.starts_with(door)));
    assert!(sources.len() > 100, "{} files", sources.len());
    sources
}

#[test]
fn only_the_door_to_the_page_names_javascript() {
    for Source { path, code } in sources() {
        let names = ["wasm_bindgen", "js_sys", "web_sys"].iter().any(|name| code.contains(name));
        assert!(!names || path.starts_with("wasm/"), "{path} does");
    }
}

#[test]
fn nothing_in_the_core_differs_between_machines_or_runs() {
    let forbidden = [
        ".sin()",
        ".cos()",
        ".tan()",
        ".sin_cos()",
        ".asin(",
        ".acos(",
        ".atan(",
        ".atan2(",
        ".sinh(",
        ".cosh(",
        ".tanh(",
        ".exp(",
        ".exp2(",
        ".exp_m1(",
        ".ln()",
        ".ln_1p(",
        ".log10(",
        ".log2(",
        ".powf(",
        ".powi(",
        ".cbrt(",
        ".hypot(",
        ".mul_add(",
        "HashMap",
        "HashSet",
        "std::time",
        "std::env",
        "thread_rng",
        "from_entropy",
    ];
    for Source { path, code } in sources() {
        let of_page = path.starts_with("wasm/");
        for name in forbidden {
            assert!(of_page || !code.contains(name), "{path} uses {name}");
        }
    }
}

#[test]
fn imports_are_found_alone_and_within_braces() {
    let path = "insight/response/stage.rs".to_string();
    let code = "use crate::engine::{agents::Agents, world::{World,\n Route}};\nuse crate::Run;\n";
    let source = Source { path, code: code.to_string() };
    assert_eq!(source.room(), "insight");
    let names = source.names();
    for name in ["engine::agents::Agents", "engine::world::", "Run"] {
        assert!(names.contains(name), "{name} is not among {names:?}");
    }
}

/// The rooms from the ground up: each may name those before it.
const ROOMS: [&str; 8] =
    ["schema", "rules", "engine", "scenes", "session", "insight", "study", "wasm"];

/// Imports against these ranks, each with its reason.
const AGAINST_THE_RANKS: [(&str, &str); 0] = [];

#[test]
fn no_room_names_one_above_it() {
    let sources = sources();
    let rank = |room: &str| ROOMS.iter().position(|other| *other == room);
    for source in sources.iter().filter(|source| source.path != "lib.rs") {
        let own = rank(source.room()).unwrap_or_else(|| panic!("{} is in no room", source.path));
        let above = source.names().into_iter().filter(|name| {
            let room = match name.split("::").next().unwrap_or_default() {
                "World" => "engine",
                "Run" => "session",
                room => room,
            };
            rank(room).is_some_and(|other| other > own)
                && !AGAINST_THE_RANKS.contains(&(source.path.as_str(), name))
        });
        assert_eq!(above.collect::<Vec<_>>(), [""; 0], "{}", source.path);
    }
}

#[test]
fn a_type_has_its_methods_in_its_own_room() {
    let sources = sources();
    let mut homes = BTreeMap::new();
    for source in &sources {
        for kind in ["struct ", "enum "] {
            for rest in source.code.split(kind).skip(1) {
                let name = rest.split(|c: char| !(c.is_alphanumeric() || c == '_')).next();
                homes
                    .entry(name.unwrap_or_default())
                    .or_insert_with(BTreeSet::new)
                    .insert(source.room());
            }
        }
    }
    assert_eq!(homes["World"], BTreeSet::from(["engine"]));
    for source in &sources {
        for name in source.extends() {
            let at_home = homes.get(name).is_none_or(|rooms| rooms.contains(source.room()));
            assert!(at_home, "{} has methods of {name}", source.path);
        }
    }
}

/// A way of imports from a module back to itself, if there is one.
fn circle<'s>(
    imports: &BTreeMap<&'s str, BTreeSet<&'s str>>,
    way: &mut Vec<&'s str>,
    done: &mut BTreeSet<&'s str>,
) -> Option<Vec<&'s str>> {
    let here = *way.last()?;
    for next in imports.get(here).into_iter().flatten().copied() {
        if let Some(start) = way.iter().position(|module| *module == next) {
            return Some(way[start..].to_vec());
        }
        if done.insert(next) {
            way.push(next);
            if let Some(found) = circle(imports, way, done) {
                return Some(found);
            }
            way.pop();
        }
    }
    None
}

#[test]
fn modules_do_not_import_each_other_in_a_circle() {
    let sources = sources();
    // Within the crate, and within each of its folders.
    let mut folders = BTreeMap::<String, BTreeMap<String, BTreeSet<String>>>::new();
    for source in sources.iter().filter(|source| source.path != "lib.rs") {
        let own = source.path.trim_end_matches(".rs").trim_end_matches("/mod");
        let own: Vec<&str> = own.split('/').collect();
        for name in source.names() {
            let name: Vec<&str> = name.split("::").collect();
            let shared = own.iter().zip(&name).take_while(|(a, b)| a == b).count();
            // What the folder's own file says is not an import of its children.
            if shared < own.len() && shared < name.len() {
                let siblings = folders.entry(own[..shared].join("/")).or_default();
                siblings.entry(own[shared].into()).or_default().insert(name[shared].into());
            }
        }
    }
    assert!(folders["engine"]["world"].contains("behaviors"), "imports are found");
    for (folder, imports) in &folders {
        let imports: BTreeMap<&str, BTreeSet<&str>> = imports
            .iter()
            .map(|(from, to)| (from.as_str(), to.iter().map(String::as_str).collect()))
            .collect();
        let mut done = BTreeSet::new();
        for module in imports.keys().copied() {
            if done.insert(module) {
                let found = circle(&imports, &mut vec![module], &mut done);
                assert_eq!(found, None, "these modules of {folder:?} import each other");
            }
        }
    }
}

#[test]
fn behaviors_do_not_know_each_other() {
    let sources = sources();
    let registry = sources.iter().find(|source| source.path == "engine/behaviors/mod.rs");
    let (_, listed) = registry.and_then(|source| source.code.split_once("REGISTRY")).expect("it");
    let known: BTreeSet<&str> = listed
        .split("Box::new(")
        .skip(1)
        .filter_map(|entry| entry.split("::default").next())
        .collect();
    let mut own = 0;
    for Source { path, code } in
        sources.iter().filter(|one| one.path.starts_with("engine/behaviors/"))
    {
        let is_own = |name: &str| code.contains(&format!("impl Behavior for {name} "));
        let imports = code.split("use ").skip(1).filter_map(|rest| rest.split(';').next());
        let paths = code.split("super::").skip(1).filter_map(|rest| rest.split([' ', '(']).next());
        let words: BTreeSet<&str> = imports
            .chain(paths)
            .flat_map(|names| names.split(|c: char| !(c.is_alphanumeric() || c == '_')))
            .collect();
        let (its, others): (Vec<&str>, Vec<&str>) = known.iter().partition(|name| is_own(name));
        let named: Vec<_> = others.into_iter().filter(|name| words.contains(name)).collect();
        assert!(its.is_empty() || named.is_empty(), "{path} names {named:?}");
        own += its.len();
    }
    assert_eq!(own, known.len(), "every behavior is found in a file of its own");
    assert!(own > 30, "{own} behaviors");
}
