//! What src/README.md says always holds, as far as the compiler does not keep to it: which crate knows
//! which stands in their manifests.

use std::collections::BTreeSet;
use std::path::Path;

/// A file of the project in Rust or TypeScript, without comments and tests.
struct Source {
    path: String,
    code: String,
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
        } else if name.ends_with(".ts") && !name.ends_with(".test.ts") {
            let text = std::fs::read_to_string(&path).expect("a text");
            let code = text.lines().filter(|line| !line.trim_start().starts_with(['/', '*']));
            sources.push(Source { path: within, code: code.collect::<Vec<_>>().join("\n") });
        }
    }
}

/// The crates below the doors.
fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    for name in ["rules", "core", "lab"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(name);
        read(&folder, &format!("{name}/"), &mut sources);
    }
    assert!(sources.len() > 100, "{} files", sources.len());
    sources
}

#[test]
fn nothing_in_the_core_differs_between_machines_or_runs() {
    let forbidden = [
        ".sin()", ".cos()", ".tan()", ".sin_cos()", ".asin(", ".acos(", ".atan(", ".atan2(",
        ".sinh(", ".cosh(", ".tanh(", ".exp(", ".exp2(", ".exp_m1(", ".ln()", ".ln_1p(", ".log10(",
        ".log2(", ".powf(", ".powi(", ".cbrt(", ".hypot(", ".mul_add(", "HashMap", "HashSet",
        "std::time", "std::env", "thread_rng", "from_entropy",
    ];
    for Source { path, code } in sources() {
        // Texts of other languages, which the core prints and never runs.
        if path.starts_with("rules/print/") {
            continue;
        }
        for name in forbidden {
            assert!(!code.contains(name), "{path} uses {name}");
        }
    }
}

/// The modules of a crate from the ground up: each may name those before it.
const RANKS: [(&str, &[&str]); 2] = [
    ("core", &["schema", "engine", "scenes", "session"]),
    ("lab", &["insight", "objectives", "study"]),
];

#[test]
fn no_module_of_a_crate_names_one_above_it() {
    let sources = sources();
    for (name, ranks) in RANKS {
        for (rank, room) in ranks.iter().enumerate() {
            let within = format!("{name}/{room}");
            let files: Vec<_> =
                sources.iter().filter(|file| file.path.starts_with(&within)).collect();
            assert!(!files.is_empty(), "{within}");
            for (file, above) in
                files.iter().flat_map(|file| ranks[rank + 1..].iter().map(move |one| (file, one)))
            {
                let names = file.code.contains(&format!("crate::{above}"));
                assert!(!names, "{} names {above}", file.path);
            }
        }
    }
    let course = sources.iter().filter(|file| file.path.starts_with("lab/course/"));
    for file in course {
        assert!(!file.code.contains("crate::study"), "{} needs the search", file.path);
    }
}

#[test]
fn behaviors_do_not_know_each_other() {
    let sources = sources();
    let registry = sources.iter().find(|source| source.path == "core/engine/behaviors/mod.rs");
    let (_, listed) = registry.and_then(|source| source.code.split_once("REGISTRY")).expect("it");
    let known: BTreeSet<&str> = listed
        .split("Box::new(")
        .skip(1)
        .filter_map(|entry| entry.split("::default").next())
        .filter(|name| name.chars().all(char::is_alphanumeric))
        .collect();
    let mut own = 0;
    for Source { path, code } in
        sources.iter().filter(|one| one.path.starts_with("core/engine/behaviors/"))
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

#[test]
fn the_paths_through_the_code_name_what_is_in_their_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = Vec::new();
    for folder in ["src/", "www/src/"] {
        read(&root.join(folder), folder, &mut sources);
    }
    let readme = std::fs::read_to_string(root.join("src/README.md")).expect("a text");
    let (_, paths) = readme.split_once("## Where to begin reading").expect("the section");
    let table = paths.lines().take_while(|line| !line.starts_with("## "));
    let table = table.filter(|line| line.starts_with("| "));
    let mut names = 0;
    for row in table {
        // Every second part is code: a folder, a file, or a name in the file before it.
        let mut file: Option<&Source> = None;
        let mut folder = "";
        for code in row.split('`').skip(1).step_by(2) {
            if code.ends_with(".rs") || code.ends_with(".ts") {
                let ends = [format!("/{folder}{code}"), format!("/{code}")];
                let found = ends.map(|end| {
                    let is_it = |one: &&Source| one.path == code || one.path.ends_with(&end);
                    sources.iter().filter(is_it).collect::<Vec<_>>()
                });
                let found = found.into_iter().find(|files| !files.is_empty()).unwrap_or_default();
                assert_eq!(found.len(), 1, "files {code}");
                file = found.first().copied();
                continue;
            }
            if code.ends_with('/') {
                folder = code;
                continue;
            }
            let is_name = |c: char| c.is_alphanumeric() || c == '_';
            let all: Vec<&str> = code.split("::").collect();
            let (Some(file), true) = (file, all.iter().all(|name| name.chars().all(is_name)))
            else {
                continue;
            };
            for name in all {
                let is_there = file.code.split(|c: char| !is_name(c)).any(|word| word == name);
                assert!(is_there, "{} has no {name} of {code}", file.path);
            }
            names += 1;
        }
    }
    assert!(names > 20, "{names} names");
}
