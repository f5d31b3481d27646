//! Runs a shared link, or a recording saved by the page, without a page; prints measures and hash.
//!
//! ```sh
//! cargo run --release --example headless -- "<link or file>" --ticks 600 --csv measures.csv
//! ```

use flockwright::engine::params::DT;
use flockwright::insight::measures::{Sample, Series};
use flockwright::session::replay::Recording;
use flockwright::session::timeline::Timeline;
use flockwright::{Run, insight::measures};
use std::fmt::Display;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::process::ExitCode;
use std::time::Instant;

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
    what: String,
    ticks: Option<u64>,
    csv: Option<String>,
}

fn main() -> ExitCode {
    match arguments().and_then(show) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("headless: {error}");
            ExitCode::from(2)
        }
    }
}

fn arguments() -> Result<Arguments, String> {
    let (mut what, mut ticks, mut csv) = (None, None, None);
    let mut rest = std::env::args().skip(1);
    while let Some(argument) = rest.next() {
        if argument == "--ticks" {
            let number = rest.next().and_then(|number| number.parse().ok());
            ticks = Some(number.ok_or("--ticks wants a whole number.")?);
        } else if argument == "--csv" {
            csv = Some(rest.next().ok_or("--csv wants the name of a file.")?);
        } else if what.is_none() && !argument.starts_with("--") {
            what = Some(argument);
        } else {
            return Err(format!("what is {argument:?}?\n\n{USAGE}"));
        }
    }
    let what = what.ok_or(USAGE)?;
    if csv.as_ref() == Some(&what) {
        return Err(format!("--csv would write over {what}."));
    }
    Ok(Arguments { what, ticks, csv })
}

/// Opens what the page has shared.
fn open(what: &str) -> Result<Opened, String> {
    if std::path::Path::new(what).is_file() {
        let text = std::fs::read_to_string(what).map_err(|error| format!("{what}: {error}"))?;
        return read(&text).map_err(|why| format!("{what}: {why}"));
    }
    let query = what.split_once('?').map_or(what, |(_, query)| query);
    let query = query.split('#').next().unwrap_or_default();
    if !query.contains('=') {
        return Err(format!("{what:?} is neither a file nor a link."));
    }
    let (run, mut timeline, notices) = Timeline::open(query);
    notices.iter().for_each(|notice| eprintln!("headless: {notice}"));
    let ticks = timeline.goal();
    timeline.stop_seeking(&run);
    Ok(Opened { run, timeline, ticks, hash: None })
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
    name: String,
    series: Series,
    file: BufWriter<File>,
}

impl Csv {
    const COLUMNS: &str = "tick,time_s,polarization,milling,nearest_neighbor_u,overlaps_pairs,\
                           flocks,largest_flock,flock_radius_u,leaders,mean_speed_u_per_s,\
                           closest_hunter_u";

    fn create(name: String, what: &str) -> Result<Self, String> {
        let file = File::create(&name).map_err(|error| format!("{name}: {error}"))?;
        let mut csv = Self { name, series: Series::default(), file: BufWriter::new(file) };
        csv.write(&format!("# Flockwright, measures of a run\n# {what}\n{}", Self::COLUMNS))?;
        Ok(csv)
    }

    /// A row for the state after a tick, where it is time.
    fn note(&mut self, run: &Run) -> Result<(), String> {
        self.series.note(&run.world);
        let sample = self.series.take().next();
        sample.map_or(Ok(()), |sample| self.write(&row(&sample)))
    }

    fn write(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.file, "{line}").map_err(|error| format!("{}: {error}", self.name))
    }

    fn close(mut self) -> Result<(), String> {
        self.file.flush().map_err(|error| format!("{}: {error}", self.name))
    }
}

/// The cells of a sample; of what cannot be measured, an empty one.
fn row(sample: &Sample) -> String {
    // Seven digits, which is what the core's numbers have.
    let digits = |value: f32| format!("{value:.6e}").parse::<f64>().unwrap_or(f64::NAN);
    let real = |value: f32| match value.is_nan() {
        true => String::new(),
        false => digits(value).to_string(),
    };
    let cells: [&dyn Display; 12] = [
        &sample.tick,
        &format!("{:.3}", sample.tick as f64 / f64::from(1.0 / DT)),
        &real(sample.polarization),
        &real(sample.milling),
        &real(sample.nearest_neighbor),
        &real(sample.overlaps),
        &sample.flocks,
        &real(sample.largest_flock),
        &real(sample.flock_radius),
        &sample.leaders,
        &real(sample.mean_speed),
        &sample.closest_hunter.map_or(String::new(), real),
    ];
    cells.map(|cell| cell.to_string()).join(",")
}

fn show(Arguments { what, ticks: wanted, csv }: Arguments) -> Result<ExitCode, String> {
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
        csv.close()?;
    }
    let took = start.elapsed().as_secs_f64() * 1e3;

    let world = &run.world;
    let radius = measures::flock_radius(world);
    let flocks = measures::flocks(world, radius);
    let hash = format!("{:016x}", world.hash());
    let print = |name: &str, value: String| println!("{name:<18} {value}");
    print("scene", run.scene().key.to_string());
    print("seed", world.seed().to_string());
    print("units", world.agents().len().to_string());
    print("ticks", format!("{} in {took:.0} ms", world.ticks()));
    print("polarization", format!("{:.4}", measures::polarization(world)));
    print("milling", format!("{:.4}", measures::milling(world)));
    print("nearest neighbor", format!("{:.3} u", measures::nearest_neighbor_distance(world)));
    print("overlaps", measures::overlaps(world).to_string());
    print("flocks", format!("{}, the largest {:.1} %", flocks.count, 100.0 * flocks.largest));
    print("leaders", measures::leaders(world).to_string());
    print("mean speed", format!("{:.3} u/s", measures::mean_speed(world)));
    if let Some(distance) = measures::closest_hunter(world) {
        print("closest hunter", format!("{distance:.2} u"));
    }
    print("hash", hash.clone());
    match recorded.filter(|_| Some(ticks) == known) {
        Some(recorded) if recorded == hash => println!("The same hash as in the recording."),
        Some(recorded) => {
            println!("The recording has another hash: {recorded}.");
            return Ok(ExitCode::FAILURE);
        }
        None => {}
    }
    Ok(ExitCode::SUCCESS)
}
