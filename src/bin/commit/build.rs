//! Asks Git for the commit, again where it or the core's files have changed.

use std::path::Path;
use std::process::Command;

/// The folder of the project, seen from this package, where build scripts run.
const ROOT: &str = "../../..";

/// What the command line is made of.
const CORE: [&str; 3] = ["Cargo.toml", "Cargo.lock", "src"];

/// Where a checkout notes what is checked out.
const NOTED: [&str; 3] = ["HEAD", "logs/HEAD", "packed-refs"];

fn main() {
    for path in CORE {
        println!("cargo::rerun-if-changed={ROOT}/{path}");
    }
    for name in NOTED {
        let noted = git(&["rev-parse", "--git-path", name]).map(|path| Path::new(ROOT).join(path));
        // A file that is not there would count as changed at every build.
        if let Some(noted) = noted.filter(|noted| noted.exists()) {
            println!("cargo::rerun-if-changed={}", noted.display());
        }
    }
    println!("cargo::rustc-env=FLOCKWRIGHT_COMMIT={}", commit().unwrap_or_default());
}

fn commit() -> Option<String> {
    // Not that of another project, in whose checkout the files of this one lie.
    git(&["rev-parse", "--show-cdup"]).filter(|up| up.is_empty())?;
    let commit = git(&["rev-parse", "--verify", "HEAD"])?;
    let changed = git(&[&["status", "--porcelain", "--"], &CORE[..]].concat())?;
    Some(if changed.is_empty() { commit } else { format!("{commit}-dirty") })
}

/// What Git says, if it is there and has an answer.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(ROOT).args(arguments).output().ok()?;
    let told = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| told.trim_end().to_string())
}
