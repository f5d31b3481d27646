//! Tracks, for the page's worker: files of recorded animals are read, measured and compared there,
//! and so are runs, whose tracks are worked out anew from their links.

use crate::{COMMIT, now, or_throw, to_js};
use flockwright::internals::layout::{MOST_POSES, Pose};
use flockwright_lab::insight::measures::{MEASURES, Sample};
use flockwright_lab::study::tracks::{
    Again, Bins, Contents, File, Given, Noting, Parts, Preview, Quantity, Tracks, place_again,
    preview, read_all, read_choice, read_missing, write_csv, write_npz,
};
use glam::Vec2;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// Pairs of units that a statistic looks at, at most: what takes a second or two.
const MOST_PAIRS: usize = 60_000_000;

/// What files say of themselves, and what has to be asked for.
#[derive(Serialize, Tsify)]
struct TrackFilesInfo {
    /// Undefined where neither they nor their times say it.
    #[tsify(optional)]
    fps: Option<f64>,
    /// Of the run that they are of; empty of animals.
    link: String,
    /// What is to be said of their times.
    notes: Vec<String>,
    /// A place that likely stands for an animal that was not seen, and how often it is there.
    #[tsify(optional)]
    missing: Option<(String, usize)>,
    #[tsify(optional)]
    unit: Option<String>,
    #[tsify(optional)]
    length: Option<f64>,
    /// From the least to the greatest place, in what the files measure in.
    width: f64,
    height: f64,
    /// How many places there are.
    rows: usize,
}

/// The first lines of a table.
#[derive(Serialize, Tsify)]
struct TrackPreview {
    /// Of the columns.
    names: Vec<String>,
    rows: Vec<Vec<String>>,
    /// Our names, and the columns that were found for them.
    found: Vec<(&'static str, String)>,
}

fn of_page(names: Vec<String>, files: Vec<js_sys::Uint8Array>) -> Vec<File> {
    let file = |(name, bytes): (String, js_sys::Uint8Array)| File { name, bytes: bytes.to_vec() };
    names.into_iter().zip(files).map(file).collect()
}

/// Files of tracks that have been read.
#[wasm_bindgen]
pub struct TrackFiles {
    contents: Contents,
}

#[wasm_bindgen]
impl TrackFiles {
    /// Reads files of one recording, by their names. Throws a sentence where one is torn or of
    /// another kind.
    ///
    /// `columns`: which column of a table is which, as in "id=ant,x=px"; empty where their names say it.
    #[wasm_bindgen(constructor)]
    pub fn new(
        names: Vec<String>,
        files: Vec<js_sys::Uint8Array>,
        columns: &str,
    ) -> Result<Self, JsValue> {
        let choice = or_throw(read_choice(columns))?;
        Ok(Self { contents: or_throw(read_all(&of_page(names, files), &choice))? })
    }

    /// The first lines of the first file, for who chooses its columns; undefined of one that is no
    /// table.
    #[wasm_bindgen(unchecked_return_type = "TrackPreview | undefined")]
    pub fn preview(names: Vec<String>, files: Vec<js_sys::Uint8Array>) -> JsValue {
        let files = of_page(names, files);
        let Some(Ok(found)) = files.first().map(|file| preview(file, &[])) else {
            return JsValue::UNDEFINED;
        };
        let Preview { names, rows, found } = found;
        let found = found.into_iter().map(|(role, at)| (role, names[at].clone())).collect();
        to_js(&TrackPreview { names, rows, found })
    }

    /// Places in the first frame: x and y in turn, as the files have them.
    #[wasm_bindgen(js_name = firstFrame)]
    pub fn first_frame(&self) -> Vec<f64> {
        let points = &self.contents.points;
        let first = points.iter().map(|point| point.frame).min();
        let there = points.iter().filter(|point| Some(point.frame) == first);
        there.flat_map(|point| point.place).collect()
    }

    /// What they say.
    #[wasm_bindgen(unchecked_return_type = "TrackFilesInfo")]
    pub fn info(&self) -> JsValue {
        let Contents { points, fps, unit, length, link, doubt, .. } = &self.contents;
        let again = place_again(points).filter(|_| link.is_empty());
        let notes = self.contents.notes.iter().chain(doubt.as_ref().map(|doubt| &doubt.why));
        let extent = |axis: usize| {
            let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
            for point in points {
                (low, high) = (low.min(point.place[axis]), high.max(point.place[axis]));
            }
            (high - low).max(0.0)
        };
        to_js(&TrackFilesInfo {
            fps: fps.filter(|_| doubt.is_none()),
            link: link.clone(),
            notes: notes.cloned().collect(),
            missing: again.map(|Again { place: [x, y], count }| (format!("{x},{y}"), count)),
            unit: unit.clone(),
            length: *length,
            width: extent(0),
            height: extent(1),
            rows: points.len(),
        })
    }

    /// The tracks, with what is given beside the files; 0 and "" where nothing is. `missing`: the place that stands
    /// for an animal that was not seen. Throws a sentence where that is not enough.
    pub fn tracks(
        &self,
        fps: f64,
        scale: f64,
        unit: String,
        length: f64,
        y_up: bool,
        missing: &str,
    ) -> Result<TrackSet, JsValue> {
        let some = |value: f64| (value != 0.0).then_some(value);
        let unit = (!unit.is_empty()).then_some(unit);
        let given = Given {
            fps: some(fps),
            scale: some(scale),
            unit,
            length: some(length),
            y_up,
            columns: Vec::new(),
            missing: or_throw(read_missing(missing))?,
        };
        Ok(TrackSet::of(or_throw(Tracks::new(self.contents.clone(), &given))?))
    }
}

/// What tracks are.
#[derive(Serialize, Tsify)]
struct TrackInfo {
    fps: f64,
    unit: String,
    /// Of a body, in these.
    #[tsify(optional)]
    length: Option<f64>,
    /// Of the run that they are of; empty of animals.
    link: String,
    /// What is to be said of them.
    notes: Vec<String>,
    /// How many different units are in them.
    units: usize,
    frames: usize,
    seconds: f64,
    left: f32,
    top: f32,
    width: f32,
    height: f32,
}

/// What they say of a measure.
#[derive(Serialize, Tsify)]
struct TrackMeasured {
    measure: &'static str,
    mean: f64,
    sd: f64,
    /// Standard error of the mean, from blocks.
    error: f64,
}

/// A band in which a run like the tracks lies, from the parts that a search may see, and the means of
/// the parts that it does not.
#[derive(Serialize, Tsify)]
struct TrackBand {
    measure: &'static str,
    low: f64,
    high: f64,
    /// Length, s.
    seconds: f64,
    unseen: Vec<f64>,
}

/// The correlation of velocities by distance.
#[derive(Serialize, Tsify)]
struct TrackCorrelation {
    values: Vec<f64>,
    /// Where it crosses zero; NaN where it does not.
    length: f64,
}

/// What units do by where a neighbor is: rows from behind to ahead, each from left to right.
#[derive(Serialize, Tsify)]
struct TrackForceMap {
    side: usize,
    count: Vec<f64>,
    speeding: Vec<f64>,
    turning: Vec<f64>,
}

/// The shape of the group, on average.
#[derive(Serialize, Tsify)]
struct TrackShape {
    /// Standard deviations of the places along the way and across it.
    along: f64,
    across: f64,
    /// Mean of cos 2θ of the nearest, the second and so on.
    anisotropy: Vec<f64>,
}

/// Tracks of animals, or of a run.
#[wasm_bindgen]
pub struct TrackSet {
    tracks: Tracks,
    samples: Vec<Sample>,
}

impl TrackSet {
    fn of(tracks: Tracks) -> Self {
        Self { tracks, samples: Vec::new() }
    }

    /// Frames from one that is looked at to the next, so that it does not take long.
    fn every(&self) -> usize {
        let (rows, frames) = (self.tracks.id.len(), self.tracks.frames().len().max(1));
        (rows.saturating_mul(rows / frames) / MOST_PAIRS).max(1)
    }
}

#[wasm_bindgen]
impl TrackSet {
    /// What they are.
    #[wasm_bindgen(unchecked_return_type = "TrackInfo")]
    pub fn info(&self) -> JsValue {
        let tracks = &self.tracks;
        let frames = tracks.frames();
        let (first, last) = (frames.first().copied(), frames.last().copied());
        let (low, high) = tracks.extent();
        to_js(&TrackInfo {
            fps: tracks.fps,
            unit: tracks.unit.clone(),
            length: tracks.length,
            link: tracks.link.clone(),
            notes: tracks.notes.clone(),
            units: tracks.ids().len(),
            frames: frames.len(),
            seconds: (last.unwrap_or(0) - first.unwrap_or(0)) as f64 / tracks.fps,
            left: low.x,
            top: low.y,
            width: high.x - low.x,
            height: high.y - low.y,
        })
    }

    /// The same with all lengths multiplied by a factor, in u.
    pub fn scaled(&self, factor: f64) -> TrackSet {
        Self::of(self.tracks.scaled(factor, "u"))
    }

    /// By frame: seconds since the first.
    pub fn times(&self) -> Vec<f64> {
        let first = self.tracks.frames().first().copied().unwrap_or(0);
        let since = |frame: &i64| (frame - first) as f64 / self.tracks.fps;
        self.tracks.frames().iter().map(since).collect()
    }

    /// By frame: where its rows begin, and where the last ends.
    pub fn starts(&self) -> Vec<u32> {
        let frames = self.tracks.frames().len();
        let starts = (0..frames).map(|frame| self.tracks.rows(frame).start as u32);
        starts.chain([self.tracks.id.len() as u32]).collect()
    }

    /// By row: who it is.
    pub fn ids(&self) -> Vec<u32> {
        self.tracks.id.clone()
    }

    /// By row: place and velocity per second and heading, one array behind the other.
    pub fn motion(&self) -> Vec<f32> {
        let Tracks { x, y, vx, vy, heading, .. } = &self.tracks;
        [x, y, vx, vy, heading].into_iter().flatten().copied().collect()
    }

    /// How a group starts that takes over from here: the units of a frame as links write them, moved
    /// so that the least place is at 0. At most the number that a link takes.
    pub fn poses(&self, frame: usize) -> String {
        let tracks = &self.tracks;
        let (low, _) = tracks.extent();
        let pose = |row: usize| Pose {
            place: Vec2::new(tracks.x[row], tracks.y[row]) - low,
            heading: if tracks.heading[row].is_finite() {
                tracks.heading[row].to_degrees()
            } else {
                0.0
            },
            speed: Vec2::new(tracks.vx[row], tracks.vy[row]).length(),
        };
        let poses: Vec<Pose> = tracks.rows(frame).take(MOST_POSES).map(pose).collect();
        flockwright::internals::layout::poses_text(&poses)
    }

    /// Measures every `every` frames: by frame all measures of the registry, NaN where the tracks do
    /// not say it.
    pub fn measure(&mut self, every: usize) -> Vec<f64> {
        self.samples = self.tracks.measure(every);
        self.samples.iter().flat_map(|sample| sample.values).collect()
    }

    /// What the measured frames say.
    #[wasm_bindgen(unchecked_return_type = "TrackMeasured[]")]
    pub fn summary(&self) -> JsValue {
        let all = Tracks::summarize(&self.samples);
        let of = all.iter().zip(MEASURES).filter_map(|(measured, measure)| {
            let measured = measured.as_ref()?;
            let (mean, sd, error) = (measured.mean, measured.sd, measured.error.error);
            Some(TrackMeasured { measure: measure.key, mean, sd, error })
        });
        to_js(&of.collect::<Vec<_>>())
    }

    /// Bands for a search; none where too few frames were measured.
    #[wasm_bindgen(unchecked_return_type = "TrackBand[]")]
    pub fn bands(&self) -> JsValue {
        let bands = self.tracks.bands(&self.samples, Parts::Fitted);
        let band = |band: &flockwright_lab::study::tracks::Band| {
            let goal = flockwright_lab::objectives::Objective::read(&band.goal).ok()?;
            let measure = &MEASURES[goal.measure];
            let unseen = Tracks::part_means(&self.samples, goal.measure, Parts::HeldOut);
            let (low, high, seconds) = (goal.low, goal.high, band.seconds);
            Some(TrackBand { measure: measure.key, low, high, seconds, unseen })
        };
        to_js(&bands.iter().filter_map(band).collect::<Vec<_>>())
    }

    /// The pair correlation g(r); NaN where it is not known.
    #[wasm_bindgen(js_name = pairCorrelation)]
    pub fn pair_correlation(&self, bins: usize, reach: f64) -> Result<Vec<f64>, JsValue> {
        Ok(self.tracks.pair_correlation(or_throw(Bins::new(bins, reach))?, self.every()))
    }

    /// The correlation of velocities C(r).
    #[wasm_bindgen(js_name = velocityCorrelation, unchecked_return_type = "TrackCorrelation")]
    pub fn velocity_correlation(&self, bins: usize, reach: f64) -> Result<JsValue, JsValue> {
        let found =
            self.tracks.velocity_correlation(or_throw(Bins::new(bins, reach))?, self.every());
        Ok(to_js(&TrackCorrelation { values: found.values, length: found.length }))
    }

    /// The values of "speed", "turning", "acceleration", "nearest" or "bearing".
    pub fn values(&self, of: &str) -> Vec<f64> {
        let found = Quantity::ALL.iter().find(|(name, _)| *name == of);
        found.map_or(Vec::new(), |(_, quantity)| self.tracks.values(*quantity, self.every()))
    }

    /// What units do by where their neighbors are, with `bins` along half a side.
    #[wasm_bindgen(js_name = forceMap, unchecked_return_type = "TrackForceMap")]
    pub fn force_map(&self, bins: usize, reach: f64) -> Result<JsValue, JsValue> {
        let map = self.tracks.force_map(or_throw(Bins::new(bins, reach))?, false, self.every());
        let (side, count) = (map.side, map.count);
        Ok(to_js(&TrackForceMap { side, count, speeding: map.speeding, turning: map.turning }))
    }

    /// The shape of the group, and how the nearest neighbors lie around a unit.
    #[wasm_bindgen(unchecked_return_type = "TrackShape")]
    pub fn shape(&self, neighbors: usize) -> JsValue {
        let shapes = self.tracks.shapes(self.every());
        let mean = |of: &dyn Fn(&flockwright_lab::study::tracks::Shape) -> f64| {
            let known = shapes.iter().map(of).filter(|value| value.is_finite());
            let (sum, n) = known.fold((0.0, 0.0), |(sum, n), value| (sum + value, n + 1.0));
            sum / n
        };
        to_js(&TrackShape {
            along: mean(&|shape| shape.along),
            across: mean(&|shape| shape.across),
            anisotropy: self.tracks.anisotropy(neighbors, self.every()),
        })
    }

    /// The whole as a long table.
    pub fn csv(&self) -> String {
        write_csv(&self.tracks, COMMIT)
    }

    /// The same as arrays that NumPy reads.
    pub fn npz(&self) -> Vec<u8> {
        write_npz(&self.tracks, COMMIT)
    }
}

/// Tracks of a run that are being worked out.
#[wasm_bindgen]
pub struct TrackNoting(Noting);

#[wasm_bindgen]
impl TrackNoting {
    /// Opens a link with all that comes into its run. Throws a sentence where the ticks make no sense.
    #[wasm_bindgen(constructor)]
    pub fn new(link: &str, from: f64, to: f64, every: f64) -> Result<Self, JsValue> {
        Ok(Self(or_throw(Noting::new(link, from as u64, to as u64, every as u64))?))
    }

    /// Goes on for about `budget` ms; true when all is noted. Throws where there are too many rows.
    pub fn part(&mut self, budget: f64) -> Result<bool, JsValue> {
        let end = now() + budget;
        or_throw(self.0.part(|| now() >= end))
    }

    /// How much is done, 0 to 1.
    pub fn share(&self) -> f64 {
        self.0.share()
    }

    /// What has been noted; it can go on no longer.
    pub fn finish(self) -> TrackSet {
        TrackSet::of(self.0.finish())
    }
}
