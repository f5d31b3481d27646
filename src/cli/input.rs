//! Input of a command: a link, a recording saved by the page, or the standard input.

use crate::failure::CommandFailure;
use clap::Args;
use flockwright::Run;
use flockwright::rules::quote::quote;
use flockwright::session::link::{first_fault, promised_hash, query_of};
use flockwright::session::replay::Recording;
use flockwright::session::timeline::Timeline;
use flockwright_lab::insight::measures::declare_measures_of;
use serde_json::Value;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;

/// Largest size of links, recordings, plans and lists of links, bytes: about 100,000 long links.
const MAX_TEXT_BYTES: u64 = 64 << 20;

/// Largest size of a file of tracks, in bytes: more does not fit into the memory of usual machines.
pub const MAX_TRACKS_BYTES: u64 = 4 << 30;

/// Largest size of a line of a file of rows, in bytes.
const MAX_LINE_BYTES: u64 = MAX_TEXT_BYTES;

/// Run at tick 0, and what its input says about its end.
pub struct OpenedRun {
    pub run: Run,
    pub timeline: Timeline,
    /// Length of the run in ticks, if the input says it.
    pub ticks: Option<u64>,
    /// Hash of the world at the end of the run, if the input promises one.
    pub hash: Option<PromisedHash>,
    pub notices: Vec<String>,
}

/// Hash of the last tick that was saved with a recording or with a link.
pub struct PromisedHash {
    /// All hexadecimal digits of the promised hash, or the first ones.
    pub hex_digits: String,
    /// Noun for the input: "recording" or "link".
    input_noun: &'static str,
}

impl PromisedHash {
    /// Whether the hash of a run equals the promised one, and a sentence that says so.
    pub fn compare_hash(&self, hash: &str) -> (bool, String) {
        let Self { hex_digits, input_noun } = self;
        match hash.starts_with(hex_digits) {
            true => (true, format!("The same hash as in the {input_noun}.")),
            false => (false, format!("The {input_noun} has another hash: {hex_digits}.")),
        }
    }
}

/// Opens a link, a file, or the standard input (`-`).
pub fn open_input(what: &OsStr) -> Result<OpenedRun, String> {
    if what == "-" {
        let text = read_standard_input()?;
        let text = without_byte_order_mark(&text).trim();
        return match text.starts_with('{') {
            true => read_recording(text).map_err(|why| format!("standard input: {why}")),
            false => open_link(text),
        };
    }
    if Path::new(what).is_file() {
        let name = what.to_string_lossy();
        let text = read_file(Path::new(what))?;
        return read_recording(without_byte_order_mark(&text))
            .map_err(|why| format!("{name}: {why}"));
    }
    let text = what.to_str().ok_or_else(|| format!("{what:?} is neither a file nor a link."))?;
    open_link(without_byte_order_mark(text))
}

/// Opens a link as a run at tick 0 with a timeline that replays the recorded events.
pub fn open_link(link: &str) -> Result<OpenedRun, String> {
    if !query_of(link).contains('=') {
        return Err(format!("{} is neither a file nor a link.", quote(link)));
    }
    let (mut run, mut timeline, notices) = Timeline::open(link);
    let ticks = timeline.seek_goal();
    timeline.stop_seeking(&mut run);
    declare_measures_of(&run)?;
    let hash =
        promised_hash(link).map(|digits| PromisedHash { hex_digits: digits, input_noun: "link" });
    Ok(OpenedRun { run, timeline, ticks, hash, notices })
}

/// Fails with the first notice about an invalid part of a link, if there is one.
pub fn refuse_notices(notices: &[String]) -> Result<(), CommandFailure> {
    first_fault(notices).map_or(Ok(()), |notice| Err(CommandFailure::InvalidLink(notice.clone())))
}

/// Handling of links with invalid parts.
#[derive(Args, Clone, Debug)]
pub struct Strictness {
    /// Refuse a link with an invalid part (the default).
    #[arg(long, overrides_with = "no_strict")]
    strict: bool,
    /// Run the rest of a link with an invalid part; rows list the ignored or changed parts as
    /// notices.
    #[arg(long)]
    no_strict: bool,
}

/// Link without the parts that were ignored, and facts about its run.
pub struct EffectiveLink {
    pub link: String,
    pub seed: u32,
    /// Tick at which the run of the link starts, if the link says one.
    pub start_tick: Option<u64>,
    pub notices: Vec<String>,
}

impl Strictness {
    /// Fails if the link had invalid parts, in strict mode.
    pub fn check_notices(&self, notices: &[String]) -> Result<(), CommandFailure> {
        if self.no_strict && !self.strict { Ok(()) } else { refuse_notices(notices) }
    }

    /// Opens a link, registers the measures that it defines, and returns it without the parts that
    /// were ignored. Fails in strict mode if a part is invalid.
    pub fn read_link(&self, link: &str) -> Result<EffectiveLink, CommandFailure> {
        let (run, timeline, notices) = Timeline::open(link);
        declare_measures_of(&run)?;
        self.check_notices(&notices)?;
        let at = timeline.seek_goal();
        let recording = Recording::from_timeline(&timeline, &run);
        // Without recorded events, the tick at which the page starts has no influence on the run,
        // so the link leaves it out.
        let link = match recording.events.is_empty() {
            true => recording.link,
            false => recording.to_link(at),
        };
        Ok(EffectiveLink { link, seed: run.world.seed(), start_tick: at, notices })
    }
}

/// Reads the text of a file, or of the standard input (`-`), without a byte order mark.
pub fn read_text(path: &Path) -> Result<String, String> {
    let text = if path == Path::new("-") { read_standard_input()? } else { read_file(path)? };
    Ok(without_byte_order_mark(&text).to_string())
}

fn read_standard_input() -> Result<String, String> {
    read_limited_text(io::stdin().lock()).map_err(|why| format!("standard input: {why}"))
}

fn read_file(path: &Path) -> Result<String, String> {
    let file = File::open(path).map_err(|error| error.to_string());
    let text = file.and_then(read_limited_text);
    text.map_err(|why| format!("{}: {why}", path.display()))
}

/// Reads the next line into `line` and returns its length in bytes. The line ends with its line
/// break, except at the end of the file and if it is too long.
///
/// # Errors
/// Those of reading.
pub fn read_line(from: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    line.clear();
    from.take(MAX_LINE_BYTES).read_until(b'\n', line)
}

/// Reads a text; fails if it is longer than [`MAX_TEXT_BYTES`].
fn read_limited_text(from: impl Read) -> Result<String, String> {
    let bytes = read_bytes(from, MAX_TEXT_BYTES)?;
    String::from_utf8(bytes).map_err(|_| "this is no text in UTF-8.".to_string())
}

/// Reads all bytes; fails if there are more than `most`.
pub fn read_bytes(from: impl Read, most: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    from.take(most + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    match bytes.len() as u64 > most {
        true => Err(format!("there is more than {} MB to read.", most >> 20)),
        false => Ok(bytes),
    }
}

/// Removes the byte order mark that some editors write.
fn without_byte_order_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Opens a recording, which is JSON that the page has saved.
fn read_recording(text: &str) -> Result<OpenedRun, String> {
    let file: Value =
        serde_json::from_str(text).map_err(|error| format!("this is no recording: {error}"))?;
    if file["format"] != "flockwright-run" || file["version"] != 1 {
        return Err("this is no recording of a version that is known here.".to_string());
    }
    let part = |key: &str| file[key].as_str().map(String::from);
    let recording = Recording {
        link: part("link").ok_or("the recording names no scene.")?,
        events: part("events").ok_or("the recording does not say what was done.")?,
        ticks: file["ticks"].as_u64().ok_or("the recording does not say how long it is.")?,
    };
    let hash = part("hash");
    let is_digit = |c: char| matches!(c, '0'..='9' | 'a'..='f');
    let sound = |hash: &String| hash.len() == 16 && hash.chars().all(is_digit);
    // A recording need not have a hash, but a hash that it has must be valid.
    if !file["hash"].is_null() && !hash.as_ref().is_some_and(sound) {
        return Err("the hash of the recording is not valid.".to_string());
    }
    let (run, timeline) = recording.open()?;
    let hash = hash.map(|digits| PromisedHash { hex_digits: digits, input_noun: "recording" });
    Ok(OpenedRun { run, timeline, ticks: Some(recording.ticks), hash, notices: Vec::new() })
}
