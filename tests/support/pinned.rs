//! Files of the project that are made from the code.

use super::released::root;
use serde::Serialize;
use std::fs;

/// Holds a file against what it should be; `UPDATE=1` writes it anew.
pub fn assert_current(path: &str, text: &str) {
    let file = root().join(path);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&file, text).expect(path);
    }
    let there = fs::read_to_string(&file).unwrap_or_default();
    let differs = text.lines().zip(there.lines()).find(|(now, was)| now != was);
    assert!(there == text, "{path} has not {differs:?}: UPDATE=1 writes it anew");
}

/// The same of plain data.
pub fn assert_pinned(path: &str, data: &impl Serialize) {
    assert_current(path, &(serde_json::to_string_pretty(data).expect("plain data") + "\n"));
}
