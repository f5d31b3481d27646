//! How the tests of the command line run it.

#![allow(dead_code, reason = "each test binary uses its own part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

pub fn flockwright() -> Command {
    Command::new(env!("CARGO_BIN_EXE_flockwright"))
}

pub fn run(arguments: &[&str]) -> Output {
    flockwright().args(arguments).output().expect("it runs")
}

/// What a command prints, which must end well.
pub fn stdout_of(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// Why a command is refused, in one line and with exit code 2. A command that does not refuse within half a
/// minute does not refuse.
pub fn refused(command: &mut Command) -> String {
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut running = command.spawn().expect("it runs");
    let end = Instant::now() + Duration::from_secs(30);
    while running.try_wait().expect("a process").is_none() {
        if Instant::now() > end {
            running.kill().expect("it runs");
            panic!("{command:?} goes on and on");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = running.wait_with_output().expect("it has ended");
    let why = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{command:?}: {why}");
    assert!(why.starts_with("flockwright: ") && why.lines().count() == 1, "{command:?}: {why}");
    why
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder of its own for one test, empty.
pub fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a place for a folder");
    path
}

pub fn name(path: &Path) -> &str {
    path.to_str().expect("a path")
}

/// A text of the project.
pub fn read(name: &str) -> String {
    fs::read_to_string(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(name))
        .expect(name)
}
