//! What Python does with the command line: a sweep on a Dask cluster, and a map drawn from its rows.
//!
//! These need `python3`, or what PYTHON names, with `distributed` or `matplotlib`. Where they are
//! not at hand, the tests are reported as ignored, which only a file without a harness can do.

#[path = "support/command.rs"]
mod command_line;

use command_line::folder;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_flockwright");

/// A name, the module that it needs, and the test.
type Test = (&'static str, &'static str, fn());

const TESTS: [Test; 4] = [
    ("a_sweep_under_dask_has_the_rows_of_one_process", "distributed", under_dask),
    ("the_page_says_how_a_sweep_runs_under_dask", "distributed", page_under_dask),
    ("a_plan_that_makes_no_sense_is_told_before_a_cluster_starts", "distributed", senseless),
    ("the_page_of_the_command_line_draws_a_map", "matplotlib", map),
];

fn main() -> ExitCode {
    println!("\nrunning {} tests", TESTS.len());
    let (mut passed, mut failed, mut ignored) = (0, 0, 0);
    for (name, module, test) in TESTS {
        let told = if !has(module) {
            ignored += 1;
            format!("ignored, there is no Python with {module}")
        } else if std::panic::catch_unwind(test).is_ok() {
            passed += 1;
            "ok".to_string()
        } else {
            failed += 1;
            "FAILED".to_string()
        };
        println!("test {name} ... {told}");
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
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
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

fn under_dask() {
    let folder = folder("dask");
    let alone = sweep(&folder);
    // The first try of one part breaks off in a row; that of another takes its worker with it.
    let faulty = folder.join("faulty");
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in\n\
         *\"--shard 2/5\"*) mkdir broken 2>/dev/null && {{ printf '{{\"row\":7,'; exit 1; }} ;;\n\
         *\"--shard 4/5\"*) mkdir killed 2>/dev/null && kill -9 $PPID ;;\n\
         esac\nexec '{PROGRAM}' \"$@\"\n"
    );
    fs::write(&faulty, script).expect("a file");
    ended_well(&Command::new("chmod").arg("+x").arg(&faulty).output().expect("it runs"));
    let output = python()
        .arg(file("src/bin/sweep_dask.py"))
        .args(["--workers", "2", "--shards", "5", "--out", "dask.jsonl", "--program"])
        .args([faulty.as_os_str(), "map.toml".as_ref()])
        .current_dir(&folder)
        .output()
        .expect("it runs");
    ended_well(&output);
    assert!(folder.join("broken").is_dir() && folder.join("killed").is_dir(), "nothing broke");
    let under_dask = fs::read_to_string(folder.join("dask.jsonl")).expect("rows");
    assert_eq!(under_dask.lines().count(), 32);
    for (row, (one, other)) in under_dask.lines().zip(alone.lines()).enumerate() {
        assert_eq!(one, other, "row {row}");
    }
    assert_eq!(under_dask, alone);
    let manifest = fs::read_to_string(folder.join("dask.jsonl.manifest.json")).expect("it");
    assert!(manifest.contains("\"complete\": true"), "{manifest}");
    assert!(!folder.join("dask.jsonl.part").exists());
}

/// The command of the page, on this machine instead of a cluster.
fn page_under_dask() {
    let folder = folder("dask-page");
    let alone = sweep(&folder);
    fs::remove_file(folder.join("map.jsonl")).expect("it");
    let page = fs::read_to_string(file("src/bin/README.md")).expect("a page");
    let script = "python3 src/bin/sweep_dask.py ";
    let line = page.lines().find_map(|line| line.trim().strip_prefix(script));
    let line = line.expect("a command");
    let cluster = "--scheduler tcp://10.0.0.1:8786 --shards 64";
    assert!(line.contains(cluster), "{line}");
    let line = line.replace(cluster, "--workers 2 --shards 6");
    let mut dask = python();
    dask.arg(file("src/bin/sweep_dask.py")).args(["--program", PROGRAM]).args(line.split(' '));
    ended_well(&dask.current_dir(&folder).output().expect("it runs"));
    assert_eq!(fs::read_to_string(folder.join("map.jsonl")).expect("rows"), alone);
}

fn senseless() {
    let output = python()
        .arg(file("src/bin/sweep_dask.py"))
        .args(["--program", PROGRAM, "--out", "rows.jsonl"])
        .args(["scene=flock-limited", "--axis", "cohesoin=1,2"])
        .current_dir(folder("dask-senseless"))
        .output()
        .expect("it runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(told.contains("cohesoin") && told.lines().count() == 1, "{told}");
}

fn map() {
    let folder = folder("map");
    sweep(&folder);
    let page = fs::read_to_string(file("src/bin/README.md")).expect("a page");
    let code = page.split("```python\n").nth(1).and_then(|rest| rest.split("```").next());
    let mut drawing = python();
    drawing.args(["-c", code.expect("lines of Python")]);
    ended_well(&drawing.env("MPLBACKEND", "Agg").current_dir(&folder).output().expect("it runs"));
    let drawn = fs::read(folder.join("map.png")).expect("a picture");
    assert!(drawn.starts_with(b"\x89PNG") && drawn.len() > 10_000, "{} bytes", drawn.len());
}
