//! Command `run`: runs one link or recording to its end, and prints the measures and the hash.

use crate::failure::{CommandFailure, check_written, print_text};
use crate::input::{OpenedRun, Strictness, open_input};
use crate::manifest::build_commit;
use crate::output::{OutputFile, OutputFiles};
use crate::pool::{default_threads, read_thread_count};
use crate::rules::RuleArguments;
use crate::tracks::TracksOutput;
use clap::Args;
use flockwright::Run;
use flockwright::engine::params::DT;
use flockwright::rules::quote::quote;
use flockwright::session::link::inputs::MAX_RUN_TICKS;
use flockwright::session::link::query_of;
use flockwright::session::replay::Recording;
use flockwright_lab::insight::measures::{
    Measure, MeasureSample, Meter, SampleSeries, all_measures,
};
use flockwright_lab::study::plan::DEFAULT_TICKS;
use flockwright_lab::study::tracks::version_remarks;
use form_urlencoded::Serializer;
use serde_json::{Map, Value, json};
use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Run a link, or a recording saved by the page, and print the measures and the hash at its end.
///
/// Without --ticks, a recording runs to its end, and a link to the tick at which it starts, or for
/// 1,200 ticks. Exit code 1 if the hash differs from that of the recording, or from the one in the
/// link (`h=`).
#[derive(Args)]
pub struct RunOptions {
    /// The page's address or its part after the question mark, a file, or `-` for the standard
    /// input.
    #[arg(value_name = "LINK|FILE|-")]
    what: OsString,
    /// Length of the run, in ticks of 1/60 s.
    #[arg(long, value_name = "N")]
    ticks: Option<u64>,
    /// Seed to use instead of the link's.
    #[arg(long, value_name = "N")]
    seed: Option<u32>,
    /// Value of a parameter to use instead of the link's, as in `--set cohesion=2`. Can be
    /// repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    rules: RuleArguments,
    /// Write the series of measures to this file, as the page saves it.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the position of every unit to this file: a table (.csv) or arrays for NumPy (.npz).
    #[arg(long, value_name = "FILE")]
    tracks: Option<PathBuf>,
    /// Ticks between two frames of the tracks.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "tracks")]
    every: u64,
    /// Threads that share a large crowd [default: all processors]. The run is equal for any number.
    #[arg(long, value_name = "N", value_parser = read_thread_count)]
    threads: Option<usize>,
    /// Replace existing files.
    #[arg(long)]
    force: bool,
    /// Print JSON on one line.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    strictness: Strictness,
}

pub fn run_link(
    RunOptions {
        what,
        ticks: wanted,
        seed,
        set,
        rules,
        csv,
        tracks,
        every,
        threads,
        force,
        json: as_json,
        strictness,
    }: RunOptions,
) -> Result<bool, CommandFailure> {
    let files = rules.rule_files();
    let is_changed = seed.is_some() || !set.is_empty() || !files.is_empty();
    let what = change_link(what, seed, &set, &rules)?;
    let OpenedRun { mut run, mut timeline, ticks: known, hash: promised, notices } =
        open_input(&what)?;
    // If options change the run, the hash that its input promises does not apply to it.
    let promised = promised.filter(|_| !is_changed);
    strictness.check_notices(&notices)?;
    for notice in &notices {
        let _ = writeln!(io::stderr(), "flockwright: {notice}");
    }
    let ticks = wanted.or(known).unwrap_or(DEFAULT_TICKS);
    if ticks > MAX_RUN_TICKS {
        return Err(format!("A run is no longer than {MAX_RUN_TICKS} ticks, not {ticks}.").into());
    }
    let inputs: Vec<&Path> = [Path::new(&what)].into_iter().chain(files).collect();
    let mut outputs = OutputFiles::new(&inputs, force);
    let mut csv =
        csv.map(|name| MeasuresCsv::create(name, &what, &mut outputs, &run)).transpose()?;
    let link = || Recording::from_timeline(&timeline, &run).to_link(None);
    let mut tracks = tracks
        .map(|name| TracksOutput::create(name, &mut outputs, &run, link(), every))
        .transpose()?;
    run.world.set_threads(threads.unwrap_or_else(default_threads));
    let start = Instant::now();
    while run.world.ticks() < ticks {
        timeline.tick(&mut run);
        if let Some(csv) = &mut csv {
            csv.sample_if_due(&run)?;
        }
        if let Some(tracks) = &mut tracks {
            tracks.add_frame(&run)?;
        }
    }
    if let Some(tracks) = tracks {
        tracks.finish()?;
    }
    if let Some(csv) = csv {
        csv.file.move_into_place()?;
    }
    let hash = format!("{:016x}", run.world.hash());
    // The hash that the input promises is that of one tick, so it is compared only at that tick.
    let compared =
        promised.as_ref().filter(|_| Some(ticks) == known).map(|it| it.compare_hash(&hash));
    let report = RunReport {
        elapsed: start.elapsed(),
        values: Meter::exact().with_own_measures(&run).measure_all(&run.world).values.to_vec(),
        run: &run,
        hash,
        notices: &notices,
    };
    let text = if as_json {
        format!("{}\n", report.json(promised.map(|it| it.hex_digits)))
    } else {
        report.text(compared.as_ref().map(|(_, sentence)| sentence.as_str()))
    };
    print_text(&text)?;
    Ok(compared.is_none_or(|(is_same, _)| is_same))
}

/// State of a run at its last tick, to be printed.
struct RunReport<'a> {
    run: &'a Run,
    elapsed: Duration,
    hash: String,
    /// Value of each measure at the end of the run.
    values: Vec<f64>,
    notices: &'a [String],
}

impl RunReport<'_> {
    /// The report as JSON. `recorded_hash`: digits of the promised hash.
    fn json(&self, recorded_hash: Option<String>) -> Value {
        let world = &self.run.world;
        let number = |value: f64| if value.is_finite() { json!(value) } else { Value::Null };
        let values = all_measures().into_iter().zip(&self.values);
        let measures: Map<String, Value> =
            values.map(|(measure, value)| (measure.key.to_string(), number(*value))).collect();
        json!({
            "scene": self.run.scene().key, "seed": world.seed(), "link": self.run.link(),
            "version": env!("CARGO_PKG_VERSION"), "commit": build_commit(), "units": world.agents().len(),
            "ticks": world.ticks(), "hash": self.hash, "recorded_hash": recorded_hash,
            "measures": measures, "notices": self.notices,
        })
    }

    /// The report as lines of text. `comparison`: sentence about the hash that was promised.
    fn text(&self, comparison: Option<&str>) -> String {
        let world = &self.run.world;
        let mut text = String::new();
        let mut add = |name: &str, value: String| text += &format!("{name:<18} {value}\n");
        add("scene", self.run.scene().key.to_string());
        add("seed", world.seed().to_string());
        let craft: Vec<&str> = (world.groups().iter())
            .filter(|group| !group.role.counts_as_neighbor() && !group.ids.is_empty())
            .map(|group| group.label)
            .collect();
        let left_out = match &*craft {
            [] => String::new(),
            craft => format!(", {} not measured", craft.join(", ")),
        };
        add("units", format!("{}{left_out}", world.agents().len()));
        add("ticks", format!("{} in {:.0} ms", world.ticks(), self.elapsed.as_secs_f64() * 1e3));
        for (measure, value) in all_measures().into_iter().zip(&self.values) {
            add(&measure.label.to_lowercase(), measure.format_value(*value));
        }
        add("hash", self.hash.clone());
        if let Some(sentence) = comparison {
            text += &format!("{sentence}\n");
        }
        text
    }
}

/// Appends another seed, values of parameters and rules to a link; the last value of a key counts.
/// Without changes, `what` can also be a file or `-`.
fn change_link(
    what: OsString,
    seed: Option<u32>,
    set: &[String],
    rules: &RuleArguments,
) -> Result<OsString, String> {
    if seed.is_none() && set.is_empty() && rules.rule_files().is_empty() {
        return Ok(what);
    }
    let link = what.to_str().filter(|what| *what != "-" && !Path::new(what).is_file());
    let link = link.ok_or("--seed, --set and --rule change links, and no recordings.")?;
    let with = |query: String, key: &str, value: &str| {
        Serializer::new(query).append_pair(key, value).finish()
    };
    let mut query = query_of(&rules.add_to_link(link)?).into_owned();
    if let Some(seed) = seed {
        query = with(query, "seed", &seed.to_string());
    }
    Ok(with_param_values(query, set)?.into())
}

/// Appends values of parameters, each given as in `cohesion=2`, to the query of a link.
pub fn with_param_values(mut query: String, set: &[String]) -> Result<String, String> {
    for text in set {
        let (key, value) = text.split_once('=').ok_or_else(|| {
            format!("{} sets nothing: a key and a value are wanted, as in cohesion=2.", quote(text))
        })?;
        let (key, value) = key_and_value_of_link(&query, key.trim(), value.trim())?;
        query = Serializer::new(query).append_pair(&key, &value).finish();
    }
    Ok(query)
}

/// Converts a parameter and its value to the notation of links, if `key` is a paper's name; other
/// keys and their values stay as they are.
fn key_and_value_of_link(query: &str, key: &str, value: &str) -> Result<(String, String), String> {
    let run = Run::open(query).0;
    let Some(named) = run.find_named_param(key) else { return Ok((key.into(), value.into())) };
    let param = &run.params()[named.id];
    if param.key == key {
        return Ok((key.into(), value.into()));
    }
    match named.read_own_value(value) {
        Ok(reading) if !reading.was_clamped => {
            Ok((param.key.clone(), param.spec.format_value(reading.value)))
        }
        Ok(_) => {
            let (min, max) = (named.spec.min, named.spec.max);
            Err(format!("{key} = {value} is not a value from {min} to {max}."))
        }
        Err(why) => Err(format!("{key} = “{value}” {why}.")),
    }
}

/// CSV file of the measures over time, in the format in which the page saves it.
struct MeasuresCsv {
    series: SampleSeries,
    file: OutputFile,
    name: PathBuf,
}

impl MeasuresCsv {
    fn create(
        name: PathBuf,
        input: &OsStr,
        outputs: &mut OutputFiles,
        run: &Run,
    ) -> Result<Self, CommandFailure> {
        let file = outputs.create_output(&name)?;
        let mut csv = Self { name, series: SampleSeries::for_run(run), file };
        let source = percent_encode_control_characters(&input.to_string_lossy());
        let columns: Vec<String> = all_measures().into_iter().map(Measure::column_name).collect();
        let columns = columns.join(",");
        let built = version_remarks(build_commit());
        csv.write_line(&format!(
            "# Flockwright, measures of a run\n# {source}\n{built}tick,time_s,{columns}"
        ))?;
        Ok(csv)
    }

    /// Writes a row for the present state of the run, if a sample is due at its tick.
    fn sample_if_due(&mut self, run: &Run) -> Result<(), CommandFailure> {
        self.series.sample_if_due(&run.world);
        let sample = self.series.take_samples().next();
        sample.map_or(Ok(()), |sample| self.write_line(&csv_cells(&sample)))
    }

    fn write_line(&mut self, line: &str) -> Result<(), CommandFailure> {
        let put = writeln!(self.file, "{line}");
        check_written(&self.name.display().to_string(), put)
    }
}

/// Percent-encodes the control characters of a link, so that it is one line and opens the same run.
fn percent_encode_control_characters(link: &str) -> String {
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

/// CSV cells of a sample: tick, seconds and measures; empty where a measure has no value.
fn csv_cells(sample: &MeasureSample) -> String {
    // The core computes with `f32`, so a value has at most seven significant digits.
    let digits = |value: f64| format!("{value:.6e}").parse::<f64>().unwrap_or(f64::NAN);
    let cell = |value: &f64| match value.is_nan() {
        true => String::new(),
        false => digits(*value).to_string(),
    };
    let seconds = format!("{:.3}", sample.tick as f64 / f64::from(1.0 / DT));
    let cells = [sample.tick.to_string(), seconds].into_iter();
    let values = sample.values.iter().take(all_measures().len());
    cells.chain(values.map(cell)).collect::<Vec<_>>().join(",")
}
