//! Tracks for the page's workers: reads and measures files of recorded animals, and records tracks
//! of runs by running them again from their links.

use crate::{COMMIT, now, throw_error, to_js};
use flockwright::internals::layout::{MAX_POSES, Pose};
use flockwright_lab::insight::measures::{MEASURES, MeasureSample};
use flockwright_lab::study::tracks::{
    Contents, RepeatedPosition, SampleTable, TablePreview, TrackFile, TrackOptions, TrackParts,
    TrackRecorder, Tracks, most_repeated_position, preview_file, read_column_choices,
    read_contents, read_placeholders, write_csv, write_npz,
};
use glam::Vec2;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// Facts that the files of a recording declare; a person has to give those that are undefined.
#[derive(Serialize, Tsify)]
struct TrackFilesInfo {
    /// Name of the declared format; empty if a person chose the columns.
    format: String,
    /// Frames per second; undefined if neither the files nor the times in them say it.
    #[tsify(optional)]
    fps: Option<f64>,
    /// Link of the run whose tracks the files hold; empty for tracks of animals.
    link: String,
    /// Remarks for people about unreadable rows and about times.
    notes: Vec<String>,
    /// Coordinates that likely mean "not detected", such as "0,0", and the number of rows with
    /// them; undefined if no coordinates do.
    #[tsify(optional)]
    missing: Option<(String, usize)>,
    #[tsify(optional)]
    unit: Option<String>,
    #[tsify(optional)]
    length: Option<f64>,
    /// Whether y grows upward in the file's format.
    is_y_up: bool,
    /// Extent of the positions along x (`width`) and y, in the unit of length of the files.
    width: f64,
    height: f64,
    /// Number of positions in the files.
    rows: usize,
}

/// First lines of a table of positions, for a person who says which column is which.
#[derive(Serialize, Tsify)]
struct TrackPreview {
    /// Column names, in file order.
    names: Vec<String>,
    rows: Vec<Vec<String>>,
    /// Columns with a known name: its role, such as `frame`, and the column's number, from 1.
    found: Vec<(&'static str, usize)>,
}

fn files_from_page(names: Vec<String>, files: Vec<js_sys::Uint8Array>) -> Vec<TrackFile> {
    let file =
        |(name, bytes): (String, js_sys::Uint8Array)| TrackFile { name, bytes: bytes.to_vec() };
    names.into_iter().zip(files).map(file).collect()
}

/// Parsed files of one recording, before [`tracks`](Self::tracks) applies the given options.
#[wasm_bindgen]
pub struct TrackFiles {
    contents: Contents,
}

#[wasm_bindgen]
impl TrackFiles {
    /// Reads files of one recording. Throws an error with a message for people if a file is
    /// incomplete or has no known format.
    ///
    /// `columns`: roles of the columns, as in "frame=1,id=2,x=3,y=4"; empty for declared formats.
    #[wasm_bindgen(constructor)]
    pub fn new(
        names: Vec<String>,
        files: Vec<js_sys::Uint8Array>,
        columns: &str,
    ) -> Result<Self, JsValue> {
        let choice = throw_error(read_column_choices(columns))?;
        Ok(Self { contents: throw_error(read_contents(&files_from_page(names, files), &choice))? })
    }

    /// First lines of the first file, for choosing its columns; undefined if the file is no table.
    #[wasm_bindgen(unchecked_return_type = "TrackPreview | undefined")]
    pub fn preview(names: Vec<String>, files: Vec<js_sys::Uint8Array>) -> JsValue {
        let files = files_from_page(names, files);
        let Some(Ok(found)) = files.first().map(preview_file) else {
            return JsValue::UNDEFINED;
        };
        let TablePreview { column_names: names, rows, found_columns: found } = found;
        let found = found.into_iter().map(|(role, at)| (role, at + 1)).collect();
        to_js(&TrackPreview { names, rows, found })
    }

    /// Coordinates of all points of the first frame, as the files have them: x and y in turn.
    #[wasm_bindgen(js_name = firstFrame)]
    pub fn first_frame(&self) -> Vec<f64> {
        let points = &self.contents.points;
        // Points of a table with times have no frame numbers yet, so their times are compared
        // instead.
        let seconds = &self.contents.seconds;
        let instant = |at: usize| seconds.get(at).copied().unwrap_or(points[at].frame as f64);
        let first = (0..points.len()).map(instant).fold(f64::INFINITY, f64::min);
        let there = (0..points.len()).filter(|at| instant(*at) <= first);
        there.flat_map(|at| points[at].place).collect()
    }

    /// Facts that the files declare.
    #[wasm_bindgen(unchecked_return_type = "TrackFilesInfo")]
    pub fn info(&self) -> JsValue {
        let Contents { points, unit, length, link, format, is_y_up, .. } = &self.contents;
        let rate = self.contents.frame_rate();
        let again = most_repeated_position(points).filter(|_| link.is_empty());
        let notes = self.contents.notes.iter().chain(rate.as_ref().err());
        let extent = |axis: usize| {
            let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
            for point in points {
                (low, high) = (low.min(point.place[axis]), high.max(point.place[axis]));
            }
            (high - low).max(0.0)
        };
        to_js(&TrackFilesInfo {
            format: format.clone(),
            is_y_up: *is_y_up,
            fps: rate.as_ref().ok().copied().flatten(),
            link: link.clone(),
            notes: notes.cloned().collect(),
            missing: again
                .map(|RepeatedPosition { position: [x, y], count }| (format!("{x},{y}"), count)),
            unit: unit.clone(),
            length: *length,
            width: extent(0),
            height: extent(1),
            rows: points.len(),
        })
    }

    /// Tracks, with the options that a person has given. Throws an error with a message for people
    /// if the options do not suffice.
    ///
    /// `fps`: frame numbers per second; `scale`: number of `unit`s in a length of the files;
    /// `length`: body length in `unit`s; 0 for an option that is not given, "" for the unit.
    /// `missing`: coordinates that mean "not detected"; `wrap`: width and height of a periodic box
    /// in lengths of the files, or empty.
    #[expect(clippy::too_many_arguments, reason = "one per field of the dialog")]
    pub fn tracks(
        &self,
        fps: f64,
        scale: f64,
        unit: String,
        length: f64,
        y_up: bool,
        missing: &str,
        wrap: &[f64],
    ) -> Result<TrackSet, JsValue> {
        let some = |value: f64| (value != 0.0).then_some(value);
        let unit = (!unit.is_empty()).then_some(unit);
        let given = TrackOptions {
            fps: some(fps),
            scale: some(scale),
            unit,
            length: some(length),
            y_up: Some(y_up),
            columns: Vec::new(),
            missing: throw_error(read_placeholders(missing))?,
            wrap: <[f64; 2]>::try_from(wrap).ok(),
        };
        Ok(TrackSet::from_tracks(throw_error(Tracks::new(self.contents.clone(), &given))?))
    }
}

/// Summary of the loaded tracks.
#[derive(Serialize, Tsify)]
struct TrackInfo {
    /// Name of the declared format; empty if a person chose the columns.
    format: String,
    fps: f64,
    unit: String,
    /// Body length of the units, in `unit`; undefined if it is not known.
    #[tsify(optional)]
    length: Option<f64>,
    /// Link of the run whose tracks these are; empty for tracks of animals.
    link: String,
    /// Remarks for people about the files, for example about unreadable rows.
    notes: Vec<String>,
    /// Number of different units whose motion is known.
    units: usize,
    /// Share of the positions that are missing between each unit's first and last frame, 0..=1.
    missing: f64,
    frames: usize,
    seconds: f64,
    /// Whether the edges are periodic; `width` and `height` are then those of the periodic box.
    wraps: bool,
    left: f32,
    top: f32,
    width: f32,
    height: f32,
}

/// Statistics of one measure over the measured frames.
#[derive(Serialize, Tsify)]
struct TrackMeasured {
    measure: &'static str,
    mean: f64,
    /// Standard error of the mean over time, from block averages.
    error: f64,
    /// Mean number of units with known motion in the frames in which the measure has a value.
    units: f64,
}

/// Range (`low` to `high`) of a measure in four eighths of the tracks, which a search has to meet;
/// `unseen`: means in the other four eighths, on which the fitted run is tested.
#[derive(Serialize, Tsify)]
struct TrackBand {
    measure: &'static str,
    low: f64,
    high: f64,
    /// Measuring time of a run whose mean is to be compared with `low` and `high`, s.
    seconds: f64,
    unseen: Vec<f64>,
}

/// Tracks of animals or of the units of a run, with one row per unit and frame.
#[wasm_bindgen]
pub struct TrackSet {
    tracks: Tracks,
    samples: Vec<MeasureSample>,
}

impl TrackSet {
    fn from_tracks(tracks: Tracks) -> Self {
        Self { tracks, samples: Vec::new() }
    }
}

#[wasm_bindgen]
impl TrackSet {
    /// Summary of the tracks.
    #[wasm_bindgen(unchecked_return_type = "TrackInfo")]
    pub fn info(&self) -> JsValue {
        let tracks = &self.tracks;
        let frames = tracks.frames();
        let (first, last) = (frames.first().copied(), frames.last().copied());
        let (low, high) = tracks.bounding_corners();
        to_js(&TrackInfo {
            format: tracks.format.clone(),
            missing: tracks.missing().missing_share,
            wraps: tracks.space.is_some_and(|space| space.is_torus),
            fps: tracks.fps,
            unit: tracks.unit.clone(),
            length: tracks.length,
            link: tracks.link.clone(),
            notes: tracks.notes.clone(),
            units: tracks.measured_ids().len(),
            frames: frames.len(),
            seconds: (last.unwrap_or(0) - first.unwrap_or(0)) as f64 / tracks.fps,
            left: low.x,
            top: low.y,
            width: high.x - low.x,
            height: high.y - low.y,
        })
    }

    /// Copy with all lengths multiplied by a factor, after which their unit is u.
    pub fn scaled(&self, factor: f64) -> TrackSet {
        Self::from_tracks(self.tracks.scaled(factor))
    }

    /// Time of each frame, s since the first frame.
    pub fn times(&self) -> Vec<f64> {
        let first = self.tracks.frames().first().copied().unwrap_or(0);
        let since = |frame: &i64| (frame - first) as f64 / self.tracks.fps;
        self.tracks.frames().iter().map(since).collect()
    }

    /// Index of the first row of each frame, then the number of all rows.
    pub fn starts(&self) -> Vec<u32> {
        let frames = self.tracks.frames().len();
        let starts = (0..frames).map(|frame| self.tracks.rows(frame).start as u32);
        starts.chain([self.tracks.id.len() as u32]).collect()
    }

    /// Id of the unit of each row.
    pub fn ids(&self) -> Vec<u32> {
        self.tracks.id.clone()
    }

    /// Concatenated arrays with one value per row: x, y, velocity to the right and downward (per
    /// second), heading (rad).
    pub fn motion(&self) -> Vec<f32> {
        let Tracks { x, y, vx, vy, heading, .. } = &self.tracks;
        [x, y, vx, vy, heading].into_iter().flatten().copied().collect()
    }

    /// Start poses of the units in a frame, by its index, in the notation of links. They are moved
    /// so that the smallest coordinates are 0; there are at most as many as a link can hold.
    pub fn poses(&self, frame: usize) -> String {
        let tracks = &self.tracks;
        let (low, _) = tracks.bounding_corners();
        let pose = |row: usize| Pose {
            place: Vec2::new(tracks.x[row], tracks.y[row]) - low,
            heading: if tracks.heading[row].is_finite() {
                tracks.heading[row].to_degrees()
            } else {
                0.0
            },
            speed: Vec2::new(tracks.vx[row], tracks.vy[row]).length(),
        };
        let poses: Vec<Pose> = tracks.rows(frame).take(MAX_POSES).map(pose).collect();
        flockwright::internals::layout::poses_text(&poses)
    }

    /// Measures every `every`th frame, in the unit of length of these tracks.
    #[wasm_bindgen(unchecked_return_type = "SampleTable")]
    pub fn measure(&mut self, every: usize) -> JsValue {
        self.samples = self.tracks.measure_frames(every);
        to_js(&SampleTable::new(&self.samples))
    }

    /// Statistics of each measure over the frames that [`measure`](Self::measure) measured last.
    #[wasm_bindgen(unchecked_return_type = "TrackMeasured[]")]
    pub fn summary(&self) -> JsValue {
        let all = Tracks::summarize(&self.samples);
        let of = all.iter().zip(MEASURES).filter_map(|(measured, measure)| {
            let measured = measured.as_ref()?;
            Some(TrackMeasured {
                measure: measure.key,
                mean: measured.mean,
                error: measured.error.standard_error,
                units: measured.mean_units,
            })
        });
        to_js(&of.collect::<Vec<_>>())
    }

    /// Ranges of measures as goals of a search; empty if too few frames were measured.
    #[wasm_bindgen(unchecked_return_type = "TrackBand[]")]
    pub fn bands(&self) -> JsValue {
        let bands = self.tracks.measured_bands(&self.samples, TrackParts::Fitted);
        let band = |band: &flockwright_lab::study::tracks::MeasuredBand| {
            let goal = flockwright_lab::objectives::Objective::read(&band.goal).ok()?;
            let measure = &MEASURES[goal.measure_index];
            let unseen =
                Tracks::time_means_of_parts(&self.samples, goal.measure_index, TrackParts::HeldOut);
            let (low, high, seconds) = (goal.low, goal.high, band.run_seconds);
            Some(TrackBand { measure: measure.key, low, high, seconds, unseen })
        };
        to_js(&bands.iter().filter_map(band).collect::<Vec<_>>())
    }

    /// CSV with one line per unit and frame.
    pub fn csv(&self) -> String {
        write_csv(&self.tracks, COMMIT)
    }

    /// NPZ file with the arrays of all rows, for NumPy.
    pub fn npz(&self) -> Vec<u8> {
        write_npz(&self.tracks, COMMIT)
    }
}

/// Recorder of the tracks of a run, which it runs again from its link.
#[wasm_bindgen]
pub struct TrackNoting(TrackRecorder);

#[wasm_bindgen]
impl TrackNoting {
    /// Opens a link with its recorded inputs, to record every `every`th tick from `from` to `to`.
    /// Throws an error with a message for people if the range of ticks is invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(link: &str, from: f64, to: f64, every: f64) -> Result<Self, JsValue> {
        Ok(Self(throw_error(TrackRecorder::new(link, from as u64, to as u64, every as u64))?))
    }

    /// Continues to run and record for about `budget` ms; returns true when the last tick is
    /// recorded. Throws an error if the tracks have too many rows.
    pub fn part(&mut self, budget: f64) -> Result<bool, JsValue> {
        let end = now() + budget;
        throw_error(self.0.run_part(|| now() >= end))
    }

    /// Share of the ticks that have been run, 0..=1.
    pub fn share(&self) -> f64 {
        self.0.done_share()
    }

    /// Returns the recorded tracks.
    pub fn finish(self) -> TrackSet {
        TrackSet::from_tracks(self.0.into_tracks())
    }
}
