//! `measure`: tracks measured like a run.

use crate::failure::{Failure, print, written};
use crate::output::Output;
use clap::Args;
use flockwright::insight::measures::{MEASURES, Measure, Sample};
use flockwright::study::tracks::{File, Given, Tracks, read};
use serde_json::{Map, Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Measure tracks of animals, people or runs as a run is measured: mean, standard deviation and
/// standard error (from blocks) of every measure.
///
/// Read are long tables (CSV with frame, id, x, y), the tables of idtracker.ai (with its
/// attributes.json beside it), files of TRex (CSV or npz, one per individual), text files of the
/// Juelich archive, TrajNet++ (ndjson), and what `run --tracks` writes. What the files do not say
/// (frame rate, unit) has to be said here.
#[derive(Args)]
pub struct Options {
    /// The files of one recording.
    #[arg(value_name = "TRACKS", required = true)]
    files: Vec<PathBuf>,
    /// Frames per second, where the files do not say it.
    #[arg(long, value_name = "N")]
    fps: Option<f64>,
    /// How many units a length in the files is: 0.05 where a pixel is 0.05 cm.
    #[arg(long, value_name = "N")]
    scale: Option<f64>,
    /// What lengths are measured in, after the scale: cm, m, px.
    #[arg(long, value_name = "UNIT")]
    unit: Option<String>,
    /// Length of a body in units: without it, nothing is told in lengths.
    #[arg(long, value_name = "N")]
    length: Option<f64>,
    /// Measure only every so many frames.
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,
    /// Write the measures of each frame to this file.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Tell the bands that make a run like this recording, as `tune --goal` reads them.
    #[arg(long)]
    goals: bool,
    /// As JSON on one line.
    #[arg(long)]
    json: bool,
}

pub fn run(options: Options) -> Result<bool, Failure> {
    let Options { files: paths, fps, scale, unit, length, every, csv, goals, json: as_json } =
        options;
    if every == 0 {
        return Err("Measured frames are at least one apart.".into());
    }
    let read_file = |path: &PathBuf| {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|error| format!("{name}: {error}"))?;
        Ok::<File, String>(File { name, bytes })
    };
    let files = paths.iter().map(read_file).collect::<Result<Vec<File>, String>>()?;
    let tracks = read(&files, &Given { fps, scale, unit, length })?;
    let samples = tracks.measure(every);
    if let Some(path) = csv {
        write_series(&tracks, &samples, &path, &paths)?;
    }
    let bands = if goals { tracks.bands(&samples) } else { Vec::new() };
    if goals && bands.is_empty() {
        return Err("There are too few frames for bands: 16 measured ones are needed.".into());
    }
    let measured = Tracks::summarize(&samples);
    let told = MEASURES.iter().zip(&measured).filter_map(|(of, what)| Some((of, what.as_ref()?)));
    let units = tracks.id.iter().collect::<std::collections::BTreeSet<_>>().len();
    let frames = tracks.frames();
    let seconds = (frames.last().copied().unwrap_or(0) - frames.first().copied().unwrap_or(0))
        as f64
        / tracks.fps;
    if as_json {
        let measures: Map<String, Value> = told
            .map(|(measure, told)| {
                let error = told.error.is_finite().then_some(told.error);
                let told = json!({
                    "mean": told.mean, "sd": told.sd, "error": error, "samples": told.samples,
                });
                (measure.key.to_string(), told)
            })
            .collect();
        let mut all = json!({
            "units": units, "frames": frames.len(), "fps": tracks.fps, "seconds": seconds,
            "unit": tracks.unit, "length": tracks.length, "link": tracks.link, "measures": measures,
        });
        if let Some(first) = bands.first() {
            all["goals"] = json!(bands.iter().map(|band| &band.goal).collect::<Vec<_>>());
            all["goals_seconds"] = json!(first.seconds);
        }
        print(&format!("{all}\n"))?;
        return Ok(true);
    }
    let mut text = format!(
        "{units} units, {} frames, {seconds:.2} s at {} per second, in {}\n",
        frames.len(),
        tracks.fps,
        tracks.unit
    );
    for (measure, told) in told {
        let unit = unit_of(measure, &tracks);
        let error = if told.error.is_finite() { format!("{:.4}", told.error) } else { "-".into() };
        text += &format!(
            "{:<24} {:.4} ± {error} (standard error), sd {:.4} {unit}\n",
            measure.label.to_lowercase(),
            told.mean,
            told.sd
        );
    }
    if tracks.length.is_none() {
        text += "Nothing is told in lengths of a body: --length says how long one is.\n";
    }
    for band in &bands {
        text += &format!("--goal {}\n", band.goal);
    }
    if let Some(band) = bands.first() {
        text += &format!("These are for runs that are measured over {:.2} s.\n", band.seconds);
    }
    print(&text)?;
    Ok(true)
}

/// Lengths of a run are in u; those of tracks in what they are in.
fn unit_of(measure: &Measure, tracks: &Tracks) -> String {
    match measure.unit {
        "u" => tracks.unit.clone(),
        "u/s" => format!("{}/s", tracks.unit),
        other => other.to_string(),
    }
}

fn write_series(
    tracks: &Tracks,
    samples: &[Sample],
    path: &Path,
    inputs: &[PathBuf],
) -> Result<(), Failure> {
    let inputs: Vec<&Path> = inputs.iter().map(PathBuf::as_path).collect();
    let mut file = Output::create(path, &inputs)?;
    let keys: Vec<&str> = MEASURES.iter().map(|measure| measure.key).collect();
    let mut text = format!(
        "# Flockwright, measures of tracks\n# unit {}\nframe,time_s,{}\n",
        tracks.unit,
        keys.join(",")
    );
    for sample in samples {
        text += &format!("{},{:.6}", sample.tick, sample.tick as f64 / tracks.fps);
        for value in sample.values {
            text.push(',');
            if value.is_finite() {
                text += &value.to_string();
            }
        }
        text.push('\n');
    }
    written(&path.display().to_string(), file.write_all(text.as_bytes()))?;
    Ok(file.finish()?)
}
