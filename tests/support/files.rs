//! Where the cases of the vectors are: which files, and how those group them.

use serde_json::Value;
use std::path::{Path, PathBuf};

/// Whether there is data under a key, not only a note.
fn has(value: &Value, key: &str) -> bool {
    value.get(key).is_some_and(|part| part.is_object() || part.is_array())
}

/// The kind of a case, by what it holds; `None` where this is no case.
pub fn kind_of(value: &Value) -> Option<&'static str> {
    let kinds = [
        ("text", "rule"),
        ("units", "book_flock"),
        ("behavior", "steering"),
        ("bow_force", "rigid_body"),
        ("force", "point_mass"),
    ];
    if !has(value, "expect") {
        return None;
    }
    kinds.iter().find_map(|(key, kind)| value.get(key).map(|_| *kind))
}

/// Calls `visit(kind, case, where)` for every case in a file, and returns how many there are.
///
/// Cases stand in lists, or in objects of lists under any names; beside them may be notes, as texts
/// or numbers. What could be a case and is not known as one is an error: none is passed over.
pub fn each_case(
    value: &Value,
    place: &str,
    visit: &mut impl FnMut(&'static str, &Value, &str),
) -> usize {
    if let Some(kind) = kind_of(value) {
        visit(kind, value, place);
        return 1;
    }
    match value {
        Value::Array(parts) => parts
            .iter()
            .enumerate()
            .map(|(k, part)| {
                let place = format!("{place}, case {k}");
                let found = each_case(part, &place, visit);
                assert!(found > 0 || !part.is_object(), "{place}: no test for cases of this kind");
                found
            })
            .sum(),
        Value::Object(parts) => {
            let lost = ["expect", "agent", "body"].iter().any(|key| has(value, key));
            assert!(!lost, "{place}: no test for cases of this kind");
            parts.iter().map(|(key, part)| each_case(part, &format!("{place}, {key}"), visit)).sum()
        }
        _ => 0,
    }
}

/// The same without the entries that are null: they say as much as those that are not there.
pub fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Array(parts) => parts.iter().map(without_nulls).collect(),
        Value::Object(parts) => {
            let report = parts.iter().filter(|(_, part)| !part.is_null());
            report.map(|(key, part)| (key.clone(), without_nulls(part))).collect()
        }
        other => other.clone(),
    }
}

/// The files of vectors in a folder and those below it, sorted; or the one file that is named.
pub fn files_in(folder: &Path) -> Vec<PathBuf> {
    if folder.is_file() {
        return vec![folder.to_path_buf()];
    }
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            files.extend(files_in(&path));
        } else if path.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("json")) {
            files.push(path);
        }
    }
    files.sort();
    files
}
