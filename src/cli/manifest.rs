//! Manifest: a JSON file beside a file of rows that says how and where the rows were made.

use crate::failure::CommandFailure;
use crate::output::OutputFiles;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Commit that the program was built from; `None` or empty if `build.sh` did not build it.
const COMMIT: Option<&str> = option_env!("FLOCKWRIGHT_COMMIT");

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Facts for the manifest of a file of rows.
pub struct RowsManifest {
    path: PathBuf,
    plan: Value,
    row_count: usize,
    started: Instant,
    start_time: u64,
}

impl RowsManifest {
    /// Prepares the manifest at `path` of a file that is to have `rows` rows.
    pub fn for_rows(path: PathBuf, plan: &Value, rows: usize) -> Self {
        let at = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        Self { path, plan: plan.clone(), row_count: rows, started: Instant::now(), start_time: at }
    }

    /// Writes the manifest: at the start, and again when the rows are `complete`.
    pub fn write_manifest(&self, complete: bool) -> Result<(), CommandFailure> {
        let command: Vec<String> =
            std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
        let manifest = json!({
            "format": "flockwright-rows",
            "complete": complete,
            "rows": self.row_count,
            "command": command,
            "plan": self.plan,
            "version": VERSION,
            "commit": build_commit(),
            "machine": {
                "os": std::env::consts::OS,
                "arch": std::env::consts::ARCH,
                "processors": crate::pool::default_threads(),
                "processor": processor_name(),
                "host": host_name(),
            },
            "began_unix_s": self.start_time,
            "took_s": complete.then(|| self.started.elapsed().as_secs_f64()),
        });
        let text = serde_json::to_string_pretty(&manifest).unwrap_or_default();
        let mut file = OutputFiles::new(&[], true).create_output(&self.path)?;
        let put = writeln!(file, "{text}");
        put.map_err(|error| format!("{}: {error}", self.path.display()))?;
        Ok(file.move_into_place()?)
    }
}

/// Commit that the program was built from; `None` if it is unknown.
pub fn build_commit() -> Option<&'static str> {
    COMMIT.filter(|commit| !commit.is_empty())
}

/// Name of the processor; `None` on systems without `/proc/cpuinfo`.
fn processor_name() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_string())
}

fn host_name() -> Option<String> {
    let text = std::fs::read_to_string("/proc/sys/kernel/hostname").ok()?;
    Some(text.trim().to_string())
}
