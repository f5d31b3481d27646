//! Command `measure`: measures recorded tracks of animals, people or runs like a run.

use crate::failure::{CommandFailure, check_written, print_text};
use crate::input::{MAX_TRACKS_BYTES, read_bytes};
use crate::manifest::build_commit;
use crate::output::{OutputFile, OutputFiles};
use crate::rows::ChosenMeasures;
use crate::rules::MeasureArguments;
use clap::Args;
use flockwright_lab::insight::measures::time_series::MeanWithError;
use flockwright_lab::insight::measures::{Measure, MeasureSample, all_measures};
use flockwright_lab::objectives::Objective;
use flockwright_lab::study::tracks;
use flockwright_lab::study::tracks::{
    ColumnChoice, DistanceBins, MeasureSummary, MeasuredBand, Missing, SampleTable, TrackFile,
    TrackOptions, TrackParts, Tracks, read_tracks, version_remarks,
};
use serde_json::{Map, Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Measure tracks of animals, people or runs like a run: mean, standard deviation and standard
/// error (from blocks) of every measure.
///
/// Recognized formats: files of `run --tracks` (and tables with the same column names: frame or
/// time, id, x, y), idtracker.ai (with its attributes.json beside it), TRex (CSV or npz, one per
/// individual), trackpy, text files of the Juelich archive, TrajNet++ (ndjson), and wide tables
/// x1,y1,x2,y2. For any other table, --columns assigns the columns. Frame rate and unit must be
/// given if the files do not declare them.
#[derive(Args)]
pub struct MeasureOptions {
    /// The files of one recording.
    #[arg(value_name = "TRACKS", required = true)]
    files: Vec<PathBuf>,
    /// Frames per second, if the files do not declare it.
    #[arg(long, value_name = "N")]
    fps: Option<f64>,
    /// Size of a length 1 in the files, in --unit: 0.05 if a pixel is 0.05 cm.
    #[arg(long, value_name = "N")]
    scale: Option<f64>,
    /// Unit of lengths, after --scale: cm, m, px.
    #[arg(long, value_name = "UNIT")]
    unit: Option<String>,
    /// Length of a body, in --unit; without it, measures in body lengths are undefined.
    #[arg(long, value_name = "N")]
    length: Option<f64>,
    /// Direction in which y grows in the files [default: that of the format (Juelich and TrajNet++:
    /// up), else down].
    #[arg(long, value_name = "WAY", value_parser = ["down", "up"])]
    y: Option<String>,
    /// Columns of a table by number or name: frame=1,id=2,x=3,y=4. Times are `time` (s), `time_ms`,
    /// `time_us`, `time_ns`, `time_min` or `time_h`. With `w,h` or `x2,y2` the position is the
    /// center of a box. `wide` reads x1,y1,x2,y2 as two animals.
    #[arg(long, value_name = "COLUMNS", value_parser = read_columns)]
    columns: Option<ColumnChoices>,
    /// Coordinates that mean "not detected", such as 0,0.
    #[arg(long, value_name = "X,Y", value_parser = read_missing_coordinates, allow_hyphen_values = true)]
    missing: Option<MissingCoordinates>,
    /// Width and height of a world with periodic edges, in lengths of the files: velocities,
    /// neighbors and clusters are computed across the edges.
    #[arg(long, value_name = "W,H", value_parser = read_periodic_box, allow_hyphen_values = true)]
    wrap: Option<PeriodicBox>,
    /// Measure every N-th frame.
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,
    /// Only these measures, separated by commas; `flockwright measures` lists them.
    #[arg(long, value_name = "MEASURES", value_parser = ChosenMeasures::read)]
    measures: Option<ChosenMeasures>,
    #[command(flatten)]
    measure_files: MeasureArguments,
    /// Write the measures of each frame to this file.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write distributions and correlations to this file as arrays (.npz or .csv): g(r),
    /// correlation of velocities, distributions, force maps, shape, front positions, delays of
    /// directions, and positions of neighbors.
    #[arg(long, value_name = "FILE")]
    arrays: Option<PathBuf>,
    /// Replace existing files.
    #[arg(long)]
    force: bool,
    /// Number of bins of these arrays.
    #[arg(long, value_name = "N", default_value_t = 40)]
    bins: usize,
    /// Largest distance in these arrays [default: 25 body lengths, or a quarter of the extent].
    #[arg(long, value_name = "R")]
    reach: Option<f64>,
    /// Also print each measure without the unit on which it depends most, and the standard error
    /// from leaving out each unit (jackknife).
    #[arg(long)]
    leave_one_out: bool,
    /// Print the goals, for `tune --goal`, that a run like this recording meets.
    #[arg(long)]
    goals: bool,
    /// Fit the goals to every second eighth of the recording, and print how many of the other
    /// eighths meet them.
    #[arg(long, requires = "goals")]
    held_out: bool,
    /// Print JSON on one line.
    #[arg(long)]
    json: bool,
}

/// Value of `--columns`: meanings of the columns of a table.
#[derive(Clone, Debug)]
struct ColumnChoices(Vec<ColumnChoice>);

fn read_columns(text: &str) -> Result<ColumnChoices, String> {
    tracks::read_column_choices(text).map(ColumnChoices)
}

/// Value of `--missing`: coordinates that mean "not detected".
#[derive(Clone, Debug)]
struct MissingCoordinates(Vec<[f64; 2]>);

fn read_missing_coordinates(text: &str) -> Result<MissingCoordinates, String> {
    tracks::read_placeholders(text).map(MissingCoordinates)
}

/// Value of `--wrap`: width and height of a periodic world, in lengths of the files.
#[derive(Clone, Copy, Debug)]
struct PeriodicBox([f64; 2]);

fn read_periodic_box(text: &str) -> Result<PeriodicBox, String> {
    tracks::read_wrap(text).map(PeriodicBox)
}

pub fn run_measure(options: MeasureOptions) -> Result<bool, CommandFailure> {
    if options.every == 0 {
        return Err("Measured frames are at least one apart.".into());
    }
    let inputs: Vec<&Path> = options.files.iter().map(PathBuf::as_path).collect();
    let mut outputs = OutputFiles::new(&inputs, options.force);
    let files =
        inputs.iter().map(|path| read_file(path)).collect::<Result<Vec<TrackFile>, String>>()?;
    let tracks = read_tracks(&files, &track_options(&options))?;
    let samples = tracks.measure_frames(options.every);
    // Both files are created first: if one cannot be, none is written.
    let series =
        options.csv.as_deref().map(|path| Ok::<_, String>((outputs.create_output(path)?, path)));
    let series = series.transpose()?;
    let arrays =
        options.arrays.as_deref().map(|path| Ok::<_, String>((outputs.create_output(path)?, path)));
    let arrays = arrays.transpose()?;
    if let Some((file, path)) = series {
        write_series(&tracks, &samples, file, path)?;
    }
    if let Some((file, path)) = arrays {
        write_arrays(&tracks, options.bins, options.reach, options.every, file, path)?;
    }
    let chosen = options.measures.clone().unwrap_or_default();
    let report = MeasureReport {
        goals: fit_goals(&tracks, &samples, &chosen, &options)?,
        left_out: options.leave_one_out.then(|| measure_without_units(&tracks, options.every)),
        measured: Tracks::summarize(&samples),
        missing: tracks.missing(),
        tracks: &tracks,
        chosen,
    };
    let text = if options.json { format!("{}\n", report.json()) } else { report.text() };
    print_text(&text)?;
    Ok(true)
}

fn read_file(path: &Path) -> Result<TrackFile, String> {
    let name = path.display().to_string();
    let file = std::fs::File::open(path).map_err(|error| error.to_string());
    let bytes = file.and_then(|file| read_bytes(file, MAX_TRACKS_BYTES));
    let bytes = bytes.map_err(|why| format!("{name}: {why}"))?;
    Ok(TrackFile { name, bytes })
}

fn track_options(options: &MeasureOptions) -> TrackOptions {
    let columns = options.columns.clone().map(|ColumnChoices(columns)| columns);
    let missing = options.missing.clone().map(|MissingCoordinates(places)| places);
    TrackOptions {
        fps: options.fps,
        scale: options.scale,
        unit: options.unit.clone(),
        length: options.length,
        y_up: options.y.as_ref().map(|way| way == "up"),
        columns: columns.unwrap_or_default(),
        missing: missing.unwrap_or_default(),
        wrap: options.wrap.map(|PeriodicBox(size)| size),
    }
}

/// Goal, for `tune`, that a run like the recording meets.
struct FittedGoal {
    band: MeasuredBand,
    /// With `--held-out`: numbers of held-out parts that meet the goal, and of all such parts.
    held_out: Option<[usize; 2]>,
}

/// Goals for the chosen measures, fitted to the recording; empty without `--goals`.
fn fit_goals(
    tracks: &Tracks,
    samples: &[MeasureSample],
    chosen: &ChosenMeasures,
    options: &MeasureOptions,
) -> Result<Vec<FittedGoal>, CommandFailure> {
    if !options.goals {
        return Ok(Vec::new());
    }
    let parts = if options.held_out { TrackParts::Fitted } else { TrackParts::All };
    let bands = tracks.measured_bands(samples, parts);
    if bands.is_empty() {
        return Err("There are too few frames for bands: 16 measured ones are needed.".into());
    }
    let fit = |band: MeasuredBand| {
        let goal =
            Objective::read(&band.goal).ok().filter(|goal| chosen.includes(goal.measure_index))?;
        let held_out = options.held_out.then(|| {
            let means =
                Tracks::time_means_of_parts(samples, goal.measure_index, TrackParts::HeldOut);
            let within = means.iter().filter(|mean| goal.low <= **mean && **mean <= goal.high);
            [within.count(), means.len()]
        });
        Some(FittedGoal { band, held_out })
    };
    Ok(bands.into_iter().filter_map(fit).collect())
}

/// Results of measuring a recording, to be printed.
struct MeasureReport<'a> {
    tracks: &'a Tracks,
    chosen: ChosenMeasures,
    /// Summary of each measure, by the measure's index; `None` if the tracks do not allow the
    /// measure.
    measured: Vec<Option<MeasureSummary>>,
    /// With `--leave-one-out`: result of each measure without its most influential unit, by the
    /// measure's index.
    left_out: Option<Vec<LeaveOneOut>>,
    goals: Vec<FittedGoal>,
    missing: Missing,
}

impl MeasureReport<'_> {
    /// The chosen measures that the tracks allow, each with its results.
    fn rows(
        &self,
    ) -> impl Iterator<Item = (&'static Measure, &MeasureSummary, Option<LeaveOneOut>)> {
        let rows = all_measures().into_iter().zip(&self.measured).enumerate();
        rows.filter(|(index, _)| self.chosen.includes(*index)).filter_map(
            |(index, (measure, row))| {
                Some((measure, row.as_ref()?, self.left_out.as_ref().map(|all| all[index])))
            },
        )
    }

    /// Time between the first and the last frame, s.
    fn seconds(&self) -> f64 {
        let frames = self.tracks.frames();
        let [first, last] = [frames.first(), frames.last()].map(|at| at.copied().unwrap_or(0));
        (last - first) as f64 / self.tracks.fps
    }

    fn json(&self) -> Value {
        let tracks = self.tracks;
        let finite = |number: f64| number.is_finite().then_some(number);
        let row =
            |(measure, summary, left_out): (&Measure, &MeasureSummary, Option<LeaveOneOut>)| {
                let MeanWithError {
                    standard_error: error,
                    effective_count: effective,
                    is_settled: settled,
                } = summary.error;
                let mut row = json!({
                    "mean": summary.mean, "sd": summary.sd, "error": finite(error),
                    "effective_samples": finite(effective), "settled": settled,
                    "samples": summary.sample_count, "units": summary.mean_units,
                });
                if let Some(LeaveOneOut { id, mean, jackknife_error: error }) = left_out {
                    row["leave_one_out"] =
                        json!({ "unit": id, "mean": mean, "error": finite(error) });
                }
                (measure.key.to_string(), row)
            };
        let mut all = json!({
            "version": env!("CARGO_PKG_VERSION"), "commit": build_commit(),
            "units": tracks.measured_ids().len(), "frames": tracks.frames().len(),
            "fps": tracks.fps, "seconds": self.seconds(), "read_as": tracks.format,
            "missing": self.missing.missing_share, "seen_once": self.missing.seen_once,
            "unit": tracks.unit, "length": tracks.length, "link": tracks.link,
            "notes": tracks.notes,
            "measures": self.rows().map(row).collect::<Map<String, Value>>(),
        });
        if let Some(FittedGoal { band, held_out }) = self.goals.first() {
            let goals = self.goals.iter().map(|goal| &goal.band.goal);
            all["goals"] = json!(goals.collect::<Vec<_>>());
            all["goals_seconds"] = json!(band.run_seconds);
            if held_out.is_some() {
                let held_out = self.goals.iter().filter_map(|goal| goal.held_out);
                all["held_out"] = json!(held_out.collect::<Vec<_>>());
            }
        }
        all
    }

    fn text(&self) -> String {
        let tracks = self.tracks;
        let mut text = self.heading();
        tracks.notes.iter().for_each(|note| text += &format!("Note: {note}\n"));
        for (measure, summary, left_out) in self.rows() {
            text += &self.measure_lines(measure, summary, left_out);
        }
        if tracks.length.is_none() {
            text += "Measures in lengths of a body are left out: --length says how long one is.\n";
        }
        for FittedGoal { band, held_out } in &self.goals {
            text += &format!("--goal {}", band.goal);
            if let Some([within, of]) = held_out {
                text += &format!("   # {within} of {of} other parts lie within");
            }
            text.push('\n');
        }
        if let Some(FittedGoal { band, .. }) = self.goals.first() {
            text +=
                &format!("These are for runs that are measured over {:.2} s.\n", band.run_seconds);
        }
        text
    }

    fn heading(&self) -> String {
        let tracks = self.tracks;
        let format = match tracks.format.as_str() {
            "" => "read by the columns that were chosen".to_string(),
            format => format!("read as {format}"),
        };
        format!(
            "{format}: {} units, {} frames, {:.2} s at {} per second, in {}, y {} in the file\n\
             missing: {:.0} % of the places between each unit's first and last frame\n",
            tracks.measured_ids().len(),
            tracks.frames().len(),
            self.seconds(),
            tracks.fps,
            tracks.unit,
            if tracks.was_y_up { "up" } else { "down" },
            100.0 * self.missing.missing_share,
        )
    }

    fn measure_lines(
        &self,
        measure: &Measure,
        summary: &MeasureSummary,
        left_out: Option<LeaveOneOut>,
    ) -> String {
        let unit = unit_of_measure(measure, self.tracks);
        let MeanWithError { standard_error: error, is_settled: settled, .. } = summary.error;
        let number = if error.is_finite() { format!("{error:.4}") } else { "-".into() };
        let standing = if settled { "standard error" } else { "not settled: likely more" };
        let mut lines = format!(
            "{:<24} {:.4} ± {number} ({standing}), sd {:.4} {unit}, over {:.1} units a frame\n",
            measure.label.to_lowercase(),
            summary.mean,
            summary.sd,
            summary.mean_units
        );
        if let Some(LeaveOneOut { id, mean, jackknife_error: error }) =
            left_out.filter(|left_out| left_out.mean.is_finite())
        {
            lines += &format!(
                "{:<24} {mean:.4} without unit {id}, on which it depends most; jackknife error \
                 {error:.4}\n",
                ""
            );
        }
        lines
    }
}

/// Mean of a measure without unit `id`, which is the one that changes the mean most.
#[derive(Clone, Copy)]
struct LeaveOneOut {
    id: u32,
    mean: f64,
    /// Standard error of the mean over all units (Tukey 1958).
    jackknife_error: f64,
}

/// Leave-one-out result of each measure, by the measure's index. `every`: number of frames from one
/// measured frame to the next.
fn measure_without_units(tracks: &Tracks, every: usize) -> Vec<LeaveOneOut> {
    let means = |tracks: &Tracks| -> Vec<f64> {
        let summaries = Tracks::summarize(&tracks.measure_frames(every));
        summaries.into_iter().map(|one| one.map_or(f64::NAN, |one| one.mean)).collect()
    };
    let (whole, ids) = (means(tracks), tracks.ids());
    let without: Vec<Vec<f64>> = ids.iter().map(|id| means(&tracks.without(*id))).collect();
    let of = |measure: usize| {
        let values = || without.iter().map(|means| means[measure]);
        let n = ids.len() as f64;
        let mean = values().sum::<f64>() / n;
        let squares = values().map(|value| (value - mean) * (value - mean)).sum::<f64>();
        let away = |value: f64| (value - whole[measure]).abs();
        let farthest = values().zip(&ids).fold((f64::NAN, 0), |most, (value, id)| {
            if most.0.is_nan() || away(value) > away(most.0) { (value, *id) } else { most }
        });
        LeaveOneOut {
            id: farthest.1,
            mean: farthest.0,
            jackknife_error: ((n - 1.0) / n * squares).sqrt(),
        }
    };
    (0..whole.len()).map(of).collect()
}

fn write_arrays(
    tracks: &Tracks,
    bins: usize,
    reach: Option<f64>,
    every: usize,
    mut file: OutputFile,
    path: &Path,
) -> Result<(), CommandFailure> {
    let as_table = match path.extension().and_then(|extension| extension.to_str()) {
        Some("csv") => true,
        Some("npz") => false,
        _ => {
            return Err(format!("{}: arrays are written as .npz or .csv.", path.display()).into());
        }
    };
    let (low, high) = tracks.bounding_corners();
    let usual = || tracks.length.map(|length| 25.0 * length);
    let quarter = 0.25 * f64::from((high - low).max_element());
    let arrays = tracks
        .structure_arrays(DistanceBins::new(bins, reach.or_else(usual).unwrap_or(quarter))?, every);
    let bytes = if as_table { arrays.to_csv().into_bytes() } else { arrays.npz_bytes() };
    check_written(&path.display().to_string(), file.write_all(&bytes))?;
    Ok(file.move_into_place()?)
}

/// Unit of a measure, with the tracks' unit of length (such as cm) in place of u.
fn unit_of_measure(measure: &Measure, tracks: &Tracks) -> String {
    match measure.unit {
        "u" => tracks.unit.clone(),
        "u/s" => format!("{}/s", tracks.unit),
        other => other.to_string(),
    }
}

fn write_series(
    tracks: &Tracks,
    samples: &[MeasureSample],
    mut file: OutputFile,
    path: &Path,
) -> Result<(), CommandFailure> {
    let SampleTable { keys, values } = SampleTable::new(samples);
    let mut text = format!(
        "# Flockwright, measures of tracks\n{}# unit {}\nframe,time_s,{}\n",
        version_remarks(build_commit()),
        tracks.unit,
        keys.join(",")
    );
    for (sample, row) in samples.iter().zip(values.chunks(keys.len())) {
        text += &format!("{},{:.6}", sample.tick, sample.tick as f64 / tracks.fps);
        for value in row {
            text.push(',');
            if value.is_finite() {
                text += &value.to_string();
            }
        }
        text.push('\n');
    }
    check_written(&path.display().to_string(), file.write_all(text.as_bytes()))?;
    Ok(file.move_into_place()?)
}
