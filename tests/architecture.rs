//! What the README says always holds of the core, held against its text.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A file of the core, without comments and tests.
struct Source {
    path: String,
    code: String,
}

impl Source {
    /// The module at the top that it belongs to.
    fn module(&self) -> &str {
        let first = self.path.split('/').next().unwrap_or_default();
        first.strip_suffix(".rs").unwrap_or(first)
    }

    /// The modules at the top that it names, alone or within braces.
    fn names(&self) -> BTreeSet<&str> {
        let ends = |c: char| !(c.is_alphanumeric() || c == '_');
        let after = self.code.split("crate::").skip(1).flat_map(|rest| {
            let listed = rest.strip_prefix('{').and_then(|list| list.split(';').next());
            listed.unwrap_or_default().split(['{', ',']).chain([rest])
        });
        after
            .filter_map(|part| part.trim_start().split(ends).next())
            .filter(|name| !name.is_empty())
            .collect()
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
    sources.retain(|source| !source.path.starts_with("bin/"));
    assert!(sources.len() > 100, "{} files", sources.len());
    sources
}

#[test]
fn only_the_door_to_the_page_names_javascript() {
    for Source { path, code } in sources() {
        let names = ["wasm_bindgen", "js_sys", "web_sys"].iter().any(|name| code.contains(name));
        assert!(!names || path == "wasm.rs" || path.starts_with("wasm/"), "{path} does");
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
        let of_page = path == "wasm.rs" || path.starts_with("wasm/");
        for name in forbidden {
            assert!(of_page || !code.contains(name), "{path} uses {name}");
        }
    }
}

#[test]
fn imports_are_found_alone_and_within_braces() {
    let path = "probe/stage.rs".to_string();
    let code = "use crate::{agents::Agents, world::{World,\n Route}};\nuse crate::group::Group;\n";
    let source = Source { path, code: code.to_string() };
    assert_eq!(source.module(), "probe");
    assert!(["agents", "world", "group"].iter().all(|name| source.names().contains(name)));
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
    let modules: BTreeSet<&str> = sources.iter().map(Source::module).collect();
    let mut imports = BTreeMap::<&str, BTreeSet<&str>>::new();
    for source in sources.iter().filter(|source| source.module() != "lib") {
        let others = source.names().into_iter().filter(|name| *name != source.module());
        let others = others.filter(|name| modules.contains(name));
        imports.entry(source.module()).or_default().extend(others);
    }
    assert!(imports["world"].contains("behaviors"), "imports are found: {imports:?}");
    let mut done = BTreeSet::new();
    for module in imports.keys().copied() {
        if done.insert(module) {
            let found = circle(&imports, &mut vec![module], &mut done);
            assert_eq!(found, None, "these modules import each other");
        }
    }
}

#[test]
fn behaviors_do_not_know_each_other() {
    let sources = sources();
    let registry = sources.iter().find(|source| source.path == "behaviors/mod.rs");
    let (_, listed) = registry.and_then(|source| source.code.split_once("REGISTRY")).expect("it");
    let known: BTreeSet<&str> = listed
        .split("Box::new(")
        .skip(1)
        .filter_map(|entry| entry.split("::default").next())
        .collect();
    let mut own = 0;
    for Source { path, code } in sources.iter().filter(|one| one.path.starts_with("behaviors/")) {
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
