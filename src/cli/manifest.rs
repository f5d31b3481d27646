//! The manifest beside a file of rows: what made it, and where.

use crate::failure::Failure;
use crate::input::read_if_there;
use crate::output::{Output, beside};
use serde_json::{Map, Value, json};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The commit that the program is built from, as `build.sh` tells it; any other build is of none.
const COMMIT: Option<&str> = option_env!("FLOCKWRIGHT_COMMIT");

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Where and how a command runs.
pub struct Manifest {
    path: PathBuf,
    plan: Value,
    rows: usize,
    fingerprint: String,
    began: Instant,
    at: u64,
    /// The commands before this one that made some of the rows, each with when it began and how long it
    /// was at work, s.
    before: Vec<Value>,
}

impl Manifest {
    /// Of a file that is to stand at `place`. The fingerprint is that of all of its rows.
    pub fn begin(place: &Path, plan: &Value, rows: usize, fingerprint: String) -> Self {
        let at = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let path = beside(place, "manifest.json");
        let (began, before) = (Instant::now(), Vec::new());
        Self { path, plan: plan.clone(), rows, fingerprint, began, at, before }
    }

    /// Where it stands.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the rows that are there were begun by the same plan, and are whole; `None` where
    /// there is no manifest.
    ///
    /// # Errors
    /// One sentence on what differs.
    pub fn begun(&self) -> Result<Option<bool>, String> {
        let name = self.path.display();
        let Some(text) = read_if_there(&self.path)? else { return Ok(None) };
        let refused = |why: String| Err(format!("{name} {why} --force begins anew."));
        let then: Value = serde_json::from_str(&text).unwrap_or_default();
        if then["format"] != "flockwright-rows" {
            return refused("is no manifest of rows.".to_string());
        }
        let Some(fingerprint) = then["fingerprint"].as_str() else {
            return refused(
                "is of an older version, whose rows cannot be checked: finish them with that one."
                    .to_string(),
            );
        };
        let (other, own) = (then["commit"].as_str(), commit());
        if other != own {
            let of = |commit: Option<&str>| {
                commit.map_or("no known commit".into(), |of| format!("commit {of}"))
            };
            let (other, own) = (of(other), of(own));
            return refused(format!("is of a program built from {other}; this one is of {own}."));
        }
        if fingerprint != self.fingerprint {
            return refused(format!("is not of this plan: {}.", self.difference(&then)));
        }
        Ok(Some(then["complete"] == true))
    }

    /// Takes over what the manifest that is there says of the commands before. They were at work until
    /// they last wrote to `part`.
    pub fn goes_on(&mut self, part: &Path) {
        let Ok(Some(text)) = read_if_there(&self.path) else { return };
        let Ok(mut then) = serde_json::from_str::<Value>(&text) else { return };
        let wrote = fs::metadata(part).and_then(|part| part.modified()).ok();
        let until = wrote.and_then(|at| at.duration_since(UNIX_EPOCH).ok());
        let began = then["began_unix_s"].as_u64();
        let took = until.zip(began).map(|(until, began)| until.as_secs().saturating_sub(began));
        self.before = then["resumed"].as_array().cloned().unwrap_or_default();
        self.before.push(json!({
            "command": then["command"].take(), "began_unix_s": began, "took_s": took,
        }));
    }

    /// The first thing that another plan says otherwise.
    fn difference(&self, then: &Value) -> String {
        if then["version"] != VERSION {
            return format!("it is of version {}", then["version"]);
        }
        let none = Map::new();
        let of = |plan: &'_ Value| plan.as_object().unwrap_or(&none).clone();
        let (other, own) = (of(&then["plan"]), of(&self.plan));
        let mut keys = own.keys().chain(other.keys());
        let value = |plan: &Map<String, Value>, key| plan.get(key).cloned().unwrap_or_default();
        match keys.find(|key| other.get(*key) != own.get(*key)) {
            Some(key) => format!("{key} was {} and is {}", value(&other, key), value(&own, key)),
            None => "its rows have other links, windows, parts or columns".to_string(),
        }
    }

    /// Writes it, at the beginning and when the file is whole.
    pub fn write(&self, complete: bool) -> Result<(), Failure> {
        let command: Vec<String> =
            std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
        let manifest = json!({
            "format": "flockwright-rows",
            "complete": complete,
            "rows": self.rows,
            "fingerprint": self.fingerprint,
            "command": command,
            "plan": self.plan,
            "version": VERSION,
            "commit": commit(),
            "machine": {
                "os": std::env::consts::OS,
                "arch": std::env::consts::ARCH,
                "processors": crate::pool::processors(),
                "processor": processor(),
                "host": host(),
            },
            "began_unix_s": self.at,
            "took_s": complete.then(|| self.began.elapsed().as_secs_f64()),
            "resumed": self.before,
        });
        let text = serde_json::to_string_pretty(&manifest).unwrap_or_default();
        let mut file = Output::create(&self.path, &[])?;
        let put = writeln!(file, "{text}");
        put.map_err(|error| format!("{}: {error}", self.path.display()))?;
        Ok(file.finish()?)
    }
}

/// The commit that the program is built from, where it is known.
pub fn commit() -> Option<&'static str> {
    COMMIT.filter(|commit| !commit.is_empty())
}

/// The processor's name, where the system tells it in a file.
fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_string())
}

fn host() -> Option<String> {
    let text = std::fs::read_to_string("/proc/sys/kernel/hostname").ok()?;
    Some(text.trim().to_string())
}
