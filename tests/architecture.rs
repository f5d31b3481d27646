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

    /// The module that it is, as a path from the top.
    fn module(&self) -> Vec<&str> {
        let path = self.path.trim_end_matches(".rs").trim_end_matches("/mod");
        path.split('/').collect()
    }

    /// Whether another module is in a file below its own.
    fn declares(&self, name: &str) -> bool {
        let line = format!("mod {name};");
        self.code.lines().any(|other| {
            let before = other.trim_start().strip_suffix(&line);
            before.is_some_and(|before| before.is_empty() || before.starts_with("pub"))
        })
    }

    /// What it names of the crate, each as a path from the top: after `crate::`, `super::` and
    /// `self::`, and of modules below its own; alone or within braces.
    fn names(&self) -> BTreeSet<String> {
        let module = self.module();
        let resolved = paths(&self.code).into_iter().filter_map(|path| {
            let from = match path[0] {
                "crate" => &[],
                "self" | "super" => &module[..],
                child if self.declares(child) => &module[..],
                _ => return None,
            };
            let above = path.iter().take_while(|part| **part == "super").count();
            let from = &from[..from.len().saturating_sub(above)];
            let rest = path.iter().filter(|part| !matches!(**part, "crate" | "self" | "super"));
            Some(from.iter().chain(rest).copied().collect::<Vec<_>>().join("::"))
        });
        resolved.collect()
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

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// All paths of a text, part by part: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn paths(code: &str) -> Vec<Vec<&str>> {
    let mut found = Vec::new();
    let mut rest = code;
    let mut before = ' ';
    while let Some(first) = rest.chars().next() {
        let word = &rest[..rest.find(|c| !is_of_word(c)).unwrap_or(rest.len())];
        if !word.is_empty() && before != '.' && rest[word.len()..].starts_with("::") {
            let mut way = Vec::new();
            rest = follow(rest, &mut way, &mut found);
            before = ' ';
        } else {
            let length = word.len().max(first.len_utf8());
            before = rest[..length].chars().next_back().unwrap_or(' ');
            rest = &rest[length..];
        }
    }
    found
}

/// Follows a path on from `way`; returns what comes behind it.
fn follow<'c>(text: &'c str, way: &mut Vec<&'c str>, found: &mut Vec<Vec<&'c str>>) -> &'c str {
    let length = way.len();
    let mut rest = text;
    loop {
        let word = &rest[..rest.find(|c| !is_of_word(c)).unwrap_or(rest.len())];
        if word.is_empty() {
            break;
        }
        way.push(word);
        rest = &rest[word.len()..];
        let Some(after) = rest.strip_prefix("::") else { break };
        rest = after;
    }
    match rest.strip_prefix('{') {
        Some(list) if text.len() > rest.len() => {
            rest = list.trim_start();
            while !rest.is_empty() && !rest.starts_with('}') {
                rest = follow(rest, way, found);
                // Another name after `as` is of no account.
                rest = rest[rest.find([',', '}']).unwrap_or(rest.len())..].trim_start_matches(',');
                rest = rest.trim_start();
            }
            rest = rest.strip_prefix('}').unwrap_or(rest);
        }
        _ => found.push(way.clone()),
    }
    way.truncate(length);
    rest
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
        let of_door = path.starts_with("wasm/") || path.starts_with("c/");
        for name in forbidden {
            assert!(of_door || !code.contains(name), "{path} uses {name}");
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
    for name in ["engine::agents::Agents", "engine::world::Route", "Run"] {
        assert!(names.contains(name), "{name} is not among {names:?}");
    }
}

#[test]
fn paths_go_up_down_and_on_within_braces() {
    let path = "insight/inspect/mod.rs".to_string();
    let code = "mod stage;\npub(crate) mod line;\nuse super::{a::{self, B}, super::c as d, *};\n                use stage::Stage;\nfn f() { self::g(line::h::<u8>(other::x), t.self::no) }";
    let names = Source { path, code: code.to_string() }.names();
    let wanted = [
        "c",
        "insight",
        "insight::a",
        "insight::a::B",
        "insight::inspect::g",
        "insight::inspect::line::h",
        "insight::inspect::stage::Stage",
    ];
    assert_eq!(names.iter().map(String::as_str).collect::<Vec<_>>(), wanted);
}

/// What may sort by the standard library, each with its reason.
const SORTED_BY_STD: [(&str, &str); 1] =
    [("study/tracks/", "of the artifact that comes with a file of tracks")];

#[test]
fn what_the_page_fetches_sorts_by_one_heap() {
    let sorts = [
        ".sort()",
        ".sort_by(",
        ".sort_by_key(",
        ".sort_by_cached_key(",
        ".sort_unstable",
        ".select_nth_unstable",
    ];
    for Source { path, code } in sources() {
        if SORTED_BY_STD.iter().any(|(other, _)| path.starts_with(other)) {
            continue;
        }
        for sort in sorts {
            assert!(!code.contains(sort), "{path} has {sort}");
        }
        // So do these when they are collected, and not when they are extended.
        for statement in code.split([';', '{']).filter(|one| one.contains("BTree")) {
            let collects = [".collect", "::from(", "::from_iter("];
            let collects = collects.iter().any(|way| statement.contains(way));
            assert!(!collects, "{path}: {statement}");
        }
    }
}

/// The rooms from the ground up: each may name those before it.
const ROOMS: [&str; 10] =
    ["schema", "rules", "engine", "scenes", "session", "insight", "study", "course", "wasm", "c"];

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

/// All that files name of the crate, each with the module that names it; what a folder passes on
/// from a file counts as that file's.
fn imports(sources: &[Source]) -> Vec<(Vec<&str>, Vec<String>)> {
    let named: BTreeMap<String, BTreeSet<String>> =
        sources.iter().map(|source| (source.module().join("::"), source.names())).collect();
    let at_home = |name: String| {
        let ends = name.match_indices("::").map(|(end, _)| end);
        let home = ends.filter(|end| named.contains_key(&name[..*end])).last();
        let Some(home) = home.filter(|_| !named.contains_key(&name)) else { return name };
        let (module, rest) = (&name[..home], &name[home + 2..]);
        let (item, more) = rest.split_once("::").unwrap_or((rest, ""));
        let below = |other: &&String| {
            let rest = other.strip_prefix(module).and_then(|rest| rest.strip_prefix("::"));
            rest.is_some_and(|rest| rest.len() > item.len())
                && other.ends_with(&format!("::{item}"))
        };
        match named[module].iter().find(below) {
            Some(passed_on) => format!("{passed_on}::{more}"),
            None => name,
        }
    };
    let parts = |name: String| name.split("::").map(str::to_string).collect();
    let of = |source: &Source| source.names().into_iter().map(at_home).map(parts).collect();
    let all = sources.iter().map(|source| (source.module(), of(source)));
    all.flat_map(|(own, names): (_, Vec<_>)| names.into_iter().map(move |name| (own.clone(), name)))
        .collect()
}

/// The modules of a folder that import each other in a circle, by folder.
fn circles(sources: &[Source]) -> Vec<(String, Vec<String>)> {
    let mut folders = BTreeMap::<String, BTreeMap<String, BTreeSet<String>>>::new();
    for (own, name) in imports(sources) {
        let shared = own.iter().zip(&name).take_while(|(a, b)| *a == b).count();
        // The folder's own file and its children are one.
        if shared < own.len() && shared < name.len() {
            let siblings = folders.entry(own[..shared].join("/")).or_default();
            siblings.entry(own[shared].into()).or_default().insert(name[shared].clone());
        }
    }
    let mut found = Vec::new();
    for (folder, mut reaches) in folders {
        let modules: Vec<String> = reaches.keys().cloned().collect();
        for via in &modules {
            let onward = reaches[via].clone();
            for from in reaches.values_mut().filter(|from| from.contains(via)) {
                from.extend(onward.iter().cloned());
            }
        }
        for module in &modules {
            let both = |other: &&String| {
                reaches[module].contains(*other) && reaches[*other].contains(module)
            };
            let with: Vec<String> = modules.iter().filter(both).cloned().collect();
            if with.first() == Some(module) {
                found.push((folder.clone(), with));
            }
        }
    }
    found
}

#[test]
fn modules_do_not_import_each_other_in_a_circle() {
    let core: Vec<Source> = sources().into_iter().filter(|one| one.path != "lib.rs").collect();
    assert!(imports(&core).len() > 1000, "{} imports are found", imports(&core).len());
    assert_eq!(circles(&core), []);
    let mut program = Vec::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli");
    read(&folder, "", &mut program);
    program.retain(|one| one.path != "main.rs");
    assert!(imports(&program).len() > 50, "{} imports are found", imports(&program).len());
    assert_eq!(circles(&program), []);
    // A folder of the program passes on what its files have: they need nothing of it.
    let modules: BTreeSet<String> = program.iter().map(|one| one.module().join("::")).collect();
    for (own, name) in imports(&program) {
        let mut prefixes = (1..=name.len()).rev().map(|parts| name[..parts].join("::"));
        let home = prefixes.find(|prefix| modules.contains(prefix)).unwrap_or_default();
        assert!(!own.join("::").starts_with(&format!("{home}::")), "{own:?} names {name:?}");
    }
}

#[test]
fn a_circle_is_found_whichever_way_it_goes() {
    let source = |path: &str, code: &str| Source { path: path.into(), code: code.into() };
    let sources = [
        source("a/mod.rs", "mod b;\npub mod c;\nuse c::C;\npub use b::B;"),
        source("a/b.rs", "use super::{c::C, super::e::E};"),
        source("a/c.rs", "fn f() { super::B::new() }"),
        source("d.rs", "fn f() { crate::a::b::f() }"),
        source("e.rs", "use crate::{d::D};"),
        source("f.rs", "use crate::{a::A, d::D};"),
    ];
    let wanted = [("", vec!["a", "d", "e"]), ("a", vec!["b", "c"])];
    let wanted = wanted
        .map(|(folder, with)| (folder.to_string(), with.into_iter().map(str::to_string).collect()));
    assert_eq!(circles(&sources), wanted);
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
