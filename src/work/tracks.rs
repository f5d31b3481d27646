//! Tracks for the page's worker: reads and measures files of recorded animals, and repeats runs
//! from their links to note their tracks.

use crate::{COMMIT, now, throw_error, to_js};
use flockwright::internals::layout::{MAX_POSES, Pose};
use flockwright_lab::insight::measures::{MEASURES, MeasureSample};
use flockwright_lab::study::tracks::{
    Contents, Missing, RepeatedPosition, SampleTable, TablePreview, TrackFile, TrackOptions,
    TrackParts, TrackRecorder, Tracks, most_repeated_position, preview_file, read_column_choices,
    read_contents, read_placeholders, write_csv, write_npz,
};
use glam::Vec2;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// Facts that the files of a recording declare, and the options that a person has to give.
#[derive(Serialize, Tsify)]
struct TrackFilesInfo {
    /// Declared format; empty where a person chose the columns.
    format: String,
    /// Frames per second; undefined where neither the files nor their times say it.
    #[tsify(optional)]
    fps: Option<f64>,
    /// Link of the run; empty for animals.
    link: String,
    /// Remarks about rows and times.
    notes: Vec<String>,
    /// Coordinates that likely mean "not detected", and the number of rows that have them.
    #[tsify(optional)]
    missing: Option<(String, usize)>,
    #[tsify(optional)]
    unit: Option<String>,
    #[tsify(optional)]
    length: Option<f64>,
    /// Whether y grows upward in the file's format.
    is_y_up: bool,
    /// Extent of the positions, in lengths of the files.
    width: f64,
    height: f64,
    /// Number of positions in the files.
    rows: usize,
}

/// First lines of a table.
#[derive(Serialize, Tsify)]
struct TrackPreview {
    /// Column names, in file order.
    names: Vec<String>,
    rows: Vec<Vec<String>>,
    /// Roles whose names stand in the table, and their columns, from 1.
    found: Vec<(&'static str, usize)>,
}

fn files_from_page(names: Vec<String>, files: Vec<js_sys::Uint8Array>) -> Vec<TrackFile> {
    let file =
        |(name, bytes): (String, js_sys::Uint8Array)| TrackFile { name, bytes: bytes.to_vec() };
    names.into_iter().zip(files).map(file).collect()
}

/// Parsed files of one recording, before scale, frame rate and the other options are applied;
/// `tracks` applies them.
#[wasm_bindgen]
pub struct TrackFiles {
    contents: Contents,
}

#[wasm_bindgen]
impl TrackFiles {
    /// Reads files of one recording. Throws an error whose message can be shown where one is torn
    /// or of another kind.
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

    /// First lines of the first file, for a person who chooses its columns; undefined where it is
    /// no table.
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

    /// Coordinates in the first frame, as the files have them: x and y in turn.
    #[wasm_bindgen(js_name = firstFrame)]
    pub fn first_frame(&self) -> Vec<f64> {
        let points = &self.contents.points;
        // Tables with times have their frames later.
        let seconds = &self.contents.seconds;
        let instant = |at: usize| seconds.get(at).copied().unwrap_or(points[at].frame as f64);
        let first = (0..points.len()).map(instant).fold(f64::INFINITY, f64::min);
        let there = (0..points.len()).filter(|at| instant(*at) <= first);
        there.flat_map(|at| points[at].place).collect()
    }

    /// Declarations of the files.
    #[wasm_bindgen(unchecked_return_type = "TrackFilesInfo")]
    pub fn info(&self) -> JsValue {
        let Contents { points, unit, length, link, format, is_y_up, .. } = &self.contents;
        let rate = self.contents.rate();
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

    /// Tracks with the options of a person. Throws an error whose message can be shown where they
    /// are not enough.
    ///
    /// `fps`, `scale`, `length`: 0 for nothing; `unit`: "" for nothing; `missing`: place that
    /// stands for an animal that was not seen; `wrap`: width and height of a periodic box in
    /// lengths of the files, or nothing.
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
    /// Declared format; empty where a person chose the columns.
    format: String,
    fps: f64,
    unit: String,
    /// Length of a body, in `unit`.
    #[tsify(optional)]
    length: Option<f64>,
    /// Link of the run; empty for animals.
    link: String,
    /// Remarks about the files.
    notes: Vec<String>,
    /// Number of different units whose motion is known.
    units: usize,
    /// Share of the places that are missing between the first and last frame of each unit, 0..=1.
    missing: f64,
    frames: usize,
    seconds: f64,
    /// Whether the edges are periodic: `width` and `height` are those of the box.
    wraps: bool,
    left: f32,
    top: f32,
    width: f32,
    height: f32,
}

/// Summary of one measure.
#[derive(Serialize, Tsify)]
struct TrackMeasured {
    measure: &'static str,
    mean: f64,
    sd: f64,
    /// Standard error of the mean over time, from block averages.
    error: f64,
    /// Mean number of units in a frame that it is over.
    units: f64,
}

/// Band of a measure in the parts of the tracks that a search may see, and means of the other
/// parts.
#[derive(Serialize, Tsify)]
struct TrackBand {
    measure: &'static str,
    low: f64,
    high: f64,
    /// Time over which a run should be measured to compare with the band, s.
    seconds: f64,
    unseen: Vec<f64>,
}

/// Tracks of animals, or of a run.
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
        let Missing { share, .. } = tracks.missing();
        to_js(&TrackInfo {
            format: tracks.format.clone(),
            missing: share,
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

    /// Copy with all lengths multiplied by a factor, in u afterwards.
    pub fn scaled(&self, factor: f64) -> TrackSet {
        Self::from_tracks(self.tracks.scaled(factor, "u"))
    }

    /// Time of each frame, s since the first frame.
    pub fn times(&self) -> Vec<f64> {
        let first = self.tracks.frames().first().copied().unwrap_or(0);
        let since = |frame: &i64| (frame - first) as f64 / self.tracks.fps;
        self.tracks.frames().iter().map(since).collect()
    }

    /// First row of each frame, and the end of the last.
    pub fn starts(&self) -> Vec<u32> {
        let frames = self.tracks.frames().len();
        let starts = (0..frames).map(|frame| self.tracks.rows(frame).start as u32);
        starts.chain([self.tracks.id.len() as u32]).collect()
    }

    /// Id of each row.
    pub fn ids(&self) -> Vec<u32> {
        self.tracks.id.clone()
    }

    /// Concatenated arrays with one value per row: x, y, velocity to the right, velocity downward
    /// (per second), heading (rad).
    pub fn motion(&self) -> Vec<f32> {
        let Tracks { x, y, vx, vy, heading, .. } = &self.tracks;
        [x, y, vx, vy, heading].into_iter().flatten().copied().collect()
    }

    /// Start poses of the units of a frame in the notation of links, moved so that the smallest
    /// coordinates are 0; at most as many as a link can hold.
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

    /// Measures every `every` frames, in lengths of these tracks.
    #[wasm_bindgen(unchecked_return_type = "SampleTable")]
    pub fn measure(&mut self, every: usize) -> JsValue {
        self.samples = self.tracks.measure_frames(every);
        to_js(&SampleTable::new(&self.samples))
    }

    /// Summaries of the measured frames.
    #[wasm_bindgen(unchecked_return_type = "TrackMeasured[]")]
    pub fn summary(&self) -> JsValue {
        let all = Tracks::summarize(&self.samples);
        let of = all.iter().zip(MEASURES).filter_map(|(measured, measure)| {
            let measured = measured.as_ref()?;
            let (mean, sd, error) = (measured.mean, measured.sd, measured.error.standard_error);
            Some(TrackMeasured {
                measure: measure.key,
                mean,
                sd,
                error,
                units: measured.mean_units,
            })
        });
        to_js(&of.collect::<Vec<_>>())
    }

    /// Bands for a search; none where too few frames were measured.
    #[wasm_bindgen(unchecked_return_type = "TrackBand[]")]
    pub fn bands(&self) -> JsValue {
        let bands = self.tracks.measured_bands(&self.samples, TrackParts::Fitted);
        let band = |band: &flockwright_lab::study::tracks::MeasuredBand| {
            let goal = flockwright_lab::objectives::Objective::read(&band.goal).ok()?;
            let measure = &MEASURES[goal.measure_index];
            let unseen =
                Tracks::time_means_of_parts(&self.samples, goal.measure_index, TrackParts::HeldOut);
            let (low, high, seconds) = (goal.low, goal.high, band.seconds);
            Some(TrackBand { measure: measure.key, low, high, seconds, unseen })
        };
        to_js(&bands.iter().filter_map(band).collect::<Vec<_>>())
    }

    /// Long table of all rows.
    pub fn csv(&self) -> String {
        write_csv(&self.tracks, COMMIT)
    }

    /// Arrays that NumPy reads.
    pub fn npz(&self) -> Vec<u8> {
        write_npz(&self.tracks, COMMIT)
    }
}

/// Records the tracks of a run by running it again from its link.
#[wasm_bindgen]
pub struct TrackNoting(TrackRecorder);

#[wasm_bindgen]
impl TrackNoting {
    /// Opens a link with its recorded inputs. Throws an error whose message can be shown if the
    /// range of ticks is invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(link: &str, from: f64, to: f64, every: f64) -> Result<Self, JsValue> {
        Ok(Self(throw_error(TrackRecorder::new(link, from as u64, to as u64, every as u64))?))
    }

    /// Runs for about `budget` ms; returns true at the end. Throws if there are too many rows.
    pub fn part(&mut self, budget: f64) -> Result<bool, JsValue> {
        let end = now() + budget;
        throw_error(self.0.run_part(|| now() >= end))
    }

    /// Share of the ticks that are done, 0..=1.
    pub fn share(&self) -> f64 {
        self.0.done_share()
    }

    /// Returns the recorded tracks.
    pub fn finish(self) -> TrackSet {
        TrackSet::from_tracks(self.0.into_tracks())
    }
}
