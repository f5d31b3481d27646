//! The example of the README runs, and tells what it should.

use std::path::Path;
use std::process::Command;

/// A file of the project.
fn read(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect(name)
}

#[test]
fn the_readme_shows_the_example_that_is_compiled() {
    let shown = format!("```rust\n{}```\n", read("tests/examples/native.rs"));
    assert!(read("README.md").contains(&shown), "the README shows tests/examples/native.rs");
    let test = std::env::current_exe().expect("a path");
    let profile = test.parent().and_then(Path::parent).expect("target/<profile>/deps/<test>");
    let example = profile.join("examples").join("native");
    let output = Command::new(example).output().expect("it runs");
    assert!(
        output.status.success()
            && String::from_utf8_lossy(&output.stdout).contains("polarization 0.")
    );
}
