//! What Python does with the command line: a map drawn from the rows of a sweep.
//!
//! It needs `python3`, or what PYTHON names, with `matplotlib`. Where that is not at hand, the test is
//! reported as ignored, which only a file without a harness can do.

#[path = "../support/command.rs"]
mod command_line;

use command_line::folder;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_flockwright");

/// A name, the module that it needs, and the test.
type Test = (&'static str, &'static str, fn());

const TESTS: [Test; 1] = [("the_page_of_the_command_line_draws_a_map", "matplotlib", map)];

fn main() -> ExitCode {
    println!("\nrunning {} tests", TESTS.len());
    let (mut passed, mut failed, mut ignored) = (0, 0, 0);
    for (name, module, test) in TESTS {
        let message = if !has(module) {
            ignored += 1;
            format!("ignored, there is no Python with {module}")
        } else if std::panic::catch_unwind(test).is_ok() {
            passed += 1;
            "ok".to_string()
        } else {
            failed += 1;
            "FAILED".to_string()
        };
        println!("test {name} ... {message}");
    }
    let verdict = if failed == 0 { "ok" } else { "FAILED" };
    println!(
        "\ntest result: {verdict}. {passed} passed; {failed} failed; {ignored} ignored; 0 measured; \
         0 filtered out\n"
    );
    ExitCode::from(u8::from(failed > 0))
}

fn python() -> Command {
    Command::new(std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into()))
}

/// Whether there is a Python that has this module.
fn has(module: &str) -> bool {
    let found = python().args(["-c", &format!("import {module}")]).output();
    found.is_ok_and(|output| output.status.success())
}

/// A file of the project.
fn file(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(name)
}

fn ended_well(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

const PLAN: &str = "base = \"scene=flock-limited&count=20\"\n\
                    axes = [\"cohesion=0..4/4\", \"separation=0.5..4/4\"]\nseeds = 2\nticks = 120\n";

/// The sweep of [`PLAN`] by one process, as `map.jsonl` in a folder.
fn sweep(folder: &Path) -> String {
    fs::write(folder.join("map.toml"), PLAN).expect("a file");
    let mut command = Command::new(PROGRAM);
    let arguments = ["sweep", "map.toml", "--jobs", "1", "--out", "map.jsonl"];
    ended_well(&command.args(arguments).current_dir(folder).output().expect("it runs"));
    fs::read_to_string(folder.join("map.jsonl")).expect("rows")
}

fn map() {
    let folder = folder("map");
    sweep(&folder);
    let page = fs::read_to_string(file("src/cli/README.md")).expect("a page");
    let code = page.split("```python\n").nth(1).and_then(|rest| rest.split("```").next());
    let mut drawing = python();
    drawing.args(["-c", code.expect("lines of Python")]);
    ended_well(&drawing.env("MPLBACKEND", "Agg").current_dir(&folder).output().expect("it runs"));
    let drawn = fs::read(folder.join("map.png")).expect("a picture");
    assert!(drawn.starts_with(b"\x89PNG") && drawn.len() > 10_000, "{} bytes", drawn.len());
}
