//! The folders of released versions, `tests/released/`, and the one that is still being prepared.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs;
use std::path::{Path, PathBuf};

/// The top folder of the project: packages of tests have their manifests at different depths.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.ancestors().find(|folder| folder.join("CHANGELOG.md").exists());
    root.expect("CHANGELOG.md stands at the top").to_path_buf()
}

/// Whether pinned values of this version may still change: `UPDATE` is set, and the changelog
/// says that the version is not released.
pub fn is_renewed() -> bool {
    let heading = format!("## {} (not released yet)", env!("CARGO_PKG_VERSION"));
    let changes = fs::read_to_string(root().join("CHANGELOG.md")).expect("CHANGELOG.md");
    std::env::var_os("UPDATE").is_some() && changes.contains(&heading)
}

/// The folders of all released versions. With `UPDATE`, `write` first renews that of this version.
pub fn folders(write: impl Fn(&Path)) -> Vec<PathBuf> {
    let all = root().join("tests/released");
    if is_renewed() {
        write(&all.join(env!("CARGO_PKG_VERSION")));
    }
    let folders = fs::read_dir(all).expect("tests/released").map(|entry| entry.expect("it").path());
    let folders: Vec<_> = folders.filter(|path| path.is_dir()).collect();
    assert!(!folders.is_empty(), "no version has a folder");
    folders
}

pub fn save(path: &Path, what: &impl Serialize) {
    let text = serde_json::to_string_pretty(what).expect("plain data");
    fs::write(path, text + "\n").expect("tests/released is writable");
}

pub fn open<T: DeserializeOwned>(path: &Path) -> T {
    let text = fs::read_to_string(path).unwrap_or_else(|why| panic!("{path:?}: {why}"));
    serde_json::from_str(&text).unwrap_or_else(|why| panic!("{path:?}: {why}"))
}
