//! Runs a shared link, or a recording saved by the page, without a page; prints measures and hash.
//!
//! ```sh
//! cargo run --release --example headless -- "<link or file>" --ticks 600 --csv measures.csv
//! ```

use flockwright::Run;
use flockwright::engine::params::DT;
use flockwright::insight::measures::{MEASURES, Measure, Meter, Sample, Series};
use flockwright::session::replay::Recording;
use flockwright::session::timeline::Timeline;
use output::Output;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

#[path = "../../src/bin/flockwright/output.rs"]
mod output;

const USAGE: &str = "usage: headless <link or file> [--ticks <number>] [--csv <file>]

A link is the page's address, or what follows its question mark. A file is a recording that the
page has saved. Without --ticks a recording runs to its end, a link to the tick that it starts at,
or for 600 ticks. With --csv the series of measures that the page saves is written to a file.";

/// Ticks of a link that says nothing else.
const USUAL: u64 = 600;

/// A run at tick 0, and what is known of its end.
struct Opened {
    run: Run,
    timeline: Timeline,
    ticks: Option<u64>,
    hash: Option<String>,
}

/// What is asked for.
struct Arguments {
    what: OsString,
    ticks: Option<u64>,
    csv: Option<PathBuf>,
}

fn main() -> ExitCode {
    let told = match arguments() {
        Ok(Some(arguments)) => show(arguments),
        Ok(None) => Ok((format!("{USAGE}\n"), ExitCode::SUCCESS)),
        Err(error) => Err(error),
    };
    // Whoever has closed the pipe does not want to know.
    match told {
        Ok((report, code)) => {
            let _ = io::stdout().write_all(report.as_bytes());
            code
        }
        Err(error) => {
            tell(&error);
            ExitCode::from(2)
        }
    }
}

fn tell(line: &str) {
    let _ = writeln!(io::stderr(), "headless: {line}");
}

/// `None` where help is asked for.
fn arguments() -> Result<Option<Arguments>, String> {
    let (mut what, mut ticks, mut csv) = (None, None, None);
    let mut rest = std::env::args_os().skip(1);
    while let Some(argument) = rest.next() {
        if argument == "--help" || argument == "-h" {
            return Ok(None);
        } else if argument == "--ticks" {
            let number = rest.next().and_then(|number| number.to_str()?.parse().ok());
            ticks = Some(number.ok_or("--ticks wants a whole number.")?);
        } else if argument == "--csv" {
            csv = Some(rest.next().ok_or("--csv wants the name of a file.")?.into());
        } else if what.is_none() && !argument.to_string_lossy().starts_with("--") {
            what = Some(argument);
        } else {
            return Err(format!("what is {argument:?}?\n\n{USAGE}"));
        }
    }
    Ok(Some(Arguments { what: what.ok_or(USAGE)?, ticks, csv }))
}

/// Opens what the page has shared.
fn open(what: &OsString) -> Result<Opened, String> {
    if Path::new(what).is_file() {
        let name = what.to_string_lossy();
        let text = std::fs::read_to_string(what).map_err(|error| format!("{name}: {error}"))?;
        return read(without_mark(&text)).map_err(|why| format!("{name}: {why}"));
    }
    let link = without_mark(what.to_str().unwrap_or_default());
    let query = link.split_once('?').map_or(link, |(_, query)| query);
    let query = query.split('#').next().unwrap_or_default();
    if !query.contains('=') {
        return Err(format!("{what:?} is neither a file nor a link."));
    }
    let (mut run, mut timeline, notices) = Timeline::open(query);
    notices.iter().for_each(|notice| tell(notice));
    let ticks = timeline.goal();
    timeline.stop_seeking(&mut run);
    Ok(Opened { run, timeline, ticks, hash: None })
}

/// Some editors write a mark before a text, which is no part of it.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Reads a recording.
fn read(text: &str) -> Result<Opened, String> {
    let file: serde_json::Value =
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
    // Not every file has it.
    if !file["hash"].is_null() && !hash.as_ref().is_some_and(sound) {
        return Err("the hash of the recording is not valid.".to_string());
    }
    let (run, timeline) = recording.open()?;
    Ok(Opened { run, timeline, ticks: Some(recording.ticks), hash })
}

/// The series of measures as the page saves it, as far as nobody touches the run.
struct Csv {
    series: Series,
    file: Output,
    name: PathBuf,
}

impl Csv {
    fn create(name: PathBuf, what: &OsString) -> Result<Self, String> {
        let file = Output::create(&name, &[Path::new(what)])?;
        let mut csv = Self { name, series: Series::default(), file };
        let source = on_one_line(&what.to_string_lossy());
        let columns: Vec<String> = MEASURES.iter().map(Measure::column).collect();
        let columns = columns.join(",");
        csv.write(&format!("# Flockwright, measures of a run\n# {source}\ntick,time_s,{columns}"))?;
        Ok(csv)
    }

    /// A row for the state after a tick, where it is time.
    fn note(&mut self, run: &Run) -> Result<(), String> {
        self.series.note(&run.world);
        let sample = self.series.take().next();
        sample.map_or(Ok(()), |sample| self.write(&row(&sample)))
    }

    fn write(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.file, "{line}").map_err(|error| format!("{}: {error}", self.name.display()))
    }
}

/// A link with its control characters escaped as links do, so that it still opens the same run.
fn on_one_line(link: &str) -> String {
    let mut line = String::new();
    for c in link.chars() {
        if c.is_control() {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                let _ = write!(line, "%{byte:02X}");
            }
        } else {
            line.push(c);
        }
    }
    line
}

/// The cells of a sample; of what cannot be measured, an empty one.
fn row(sample: &Sample) -> String {
    // Seven digits, which is what the core's numbers have.
    let digits = |value: f64| format!("{value:.6e}").parse::<f64>().unwrap_or(f64::NAN);
    let cell = |value: &f64| match value.is_nan() {
        true => String::new(),
        false => digits(*value).to_string(),
    };
    let seconds = format!("{:.3}", sample.tick as f64 / f64::from(1.0 / DT));
    let cells = [sample.tick.to_string(), seconds].into_iter();
    cells.chain(sample.values.iter().map(cell)).collect::<Vec<_>>().join(",")
}

/// Runs it; what is to be said of it, and how the program ends.
fn show(Arguments { what, ticks: wanted, csv }: Arguments) -> Result<(String, ExitCode), String> {
    let Opened { mut run, mut timeline, ticks: known, hash: recorded } = open(&what)?;
    let ticks = wanted.or(known).unwrap_or(USUAL);
    let mut csv = csv.map(|name| Csv::create(name, &what)).transpose()?;
    let start = Instant::now();
    while run.world.ticks() < ticks {
        timeline.tick(&mut run);
        if let Some(csv) = &mut csv {
            csv.note(&run)?;
        }
    }
    if let Some(csv) = csv {
        csv.file.finish()?;
    }
    let took = start.elapsed().as_secs_f64() * 1e3;

    let world = &run.world;
    let hash = format!("{:016x}", world.hash());
    let mut report = String::new();
    let mut print = |name: &str, value: String| report += &format!("{name:<18} {value}\n");
    print("scene", run.scene().key.to_string());
    print("seed", world.seed().to_string());
    print("units", world.agents().len().to_string());
    print("ticks", format!("{} in {took:.0} ms", world.ticks()));
    for (measure, value) in MEASURES.iter().zip(Meter::exact().measure(world).values) {
        print(&measure.label.to_lowercase(), measure.write(value));
    }
    print("hash", hash.clone());
    let mut code = ExitCode::SUCCESS;
    match recorded.filter(|_| Some(ticks) == known) {
        Some(recorded) if recorded == hash => report += "The same hash as in the recording.\n",
        Some(recorded) => {
            report += &format!("The recording has another hash: {recorded}.\n");
            code = ExitCode::FAILURE;
        }
        None => {}
    }
    Ok((report, code))
}
