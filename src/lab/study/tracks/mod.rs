//! Tracks: positions of units by frame, of a run or of filmed animals, which are written, read and
//! measured in the same way.
//!
//! A file is read by its declared format, or by the columns that a person names. Frame rate, unit,
//! missing positions and periodic edges that a file does not declare must be given, and are never
//! guessed.

#[cfg(feature = "tracks")]
mod arrays;
#[cfg(feature = "tracks")]
mod formats;
mod from_contents;
mod leading;
mod measure;
mod noting;
#[cfg(feature = "tracks")]
mod npz;
#[cfg(feature = "tracks")]
mod read;
#[cfg(feature = "tracks")]
mod rows;
mod shape;
mod structure;
mod suspects;
#[cfg(feature = "tracks")]
mod tables;
#[cfg_attr(not(feature = "tracks"), allow(dead_code, reason = "readers of files call it"))]
mod times;
mod write;

#[cfg(feature = "tracks")]
pub use arrays::NamedArrays;
pub use leading::{DirectionDelays, MAX_DELAY};
pub use measure::{MeasureSummary, MeasuredBand, SampleTable, TrackParts};
pub use noting::TrackRecorder;
#[cfg(feature = "tracks")]
pub use read::{TrackFile, preview_file, read_contents, read_tracks};
pub use shape::{FrameShape, FrontRank};
pub use structure::{DistanceBins, ForceMap, MotionQuantity, VelocityCorrelation};
pub use suspects::{RepeatedPosition, most_repeated_position, read_placeholders, read_wrap};
#[cfg(feature = "tracks")]
pub use tables::{COLUMN_ROLES, ColumnChoice, TablePreview, read_column_choices};
#[cfg(feature = "tracks")]
pub use write::write_npz;
pub use write::{version_remarks, write_csv};

use flockwright::engine::agents::Role;
use flockwright::engine::params::DT;
use flockwright::engine::scenery::Space;
use flockwright::engine::world::World;
use flockwright::session::run::Run;
use std::ops::Range;

/// Columns of a table with one row per unit and frame, in order.
pub const COLUMNS: [&str; 10] =
    ["frame", "time", "id", "group", "role", "x", "y", "vx", "vy", "heading"];

/// Largest number of rows, or detections: about 10 hours of 100 animals at 30 frames per second.
pub(crate) const MAX_ROWS: usize = 100_000_000;

/// Positions and velocities of units: one array per quantity, with a row per detection, sorted by
/// frame and then by id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tracks {
    /// Frame rate: difference of the frame numbers of two moments one second apart.
    pub fps: f64,
    /// Name of the unit of lengths: `u` for recordings of runs.
    pub unit: String,
    /// Body length, in `unit`; `None` if it is not known.
    pub length: Option<f64>,
    /// Link of the recorded run; empty for tracks of animals.
    pub link: String,
    /// World of the run, or the periodic box of a person's options, in `unit`; else `None`.
    pub space: Option<Space>,
    pub groups: Vec<String>,
    /// Declared format of the files; empty for runs and if a person chose the columns.
    pub format: String,
    /// Whether y grew upward in the files. In the tracks, y grows downward.
    pub was_y_up: bool,
    /// Frame numbers, ascending; those of runs are ticks.
    frames: Vec<i64>,
    /// Index of the first row of each frame.
    first_rows: Vec<usize>,
    pub id: Vec<u32>,
    pub group: Vec<u8>,
    /// Role of the unit in each row, as an index in [`Role::ALL`].
    pub role: Vec<u8>,
    pub x: Vec<f32>,
    /// Vertical position in each row, in `unit`, growing downward.
    pub y: Vec<f32>,
    /// Horizontal velocity in each row, `unit`s per second; NaN if it is not known.
    pub vx: Vec<f32>,
    /// Vertical velocity in each row, growing downward, `unit`s per second; NaN if it is not known.
    pub vy: Vec<f32>,
    /// Heading in each row, rad; 0 points right, clockwise on screen; NaN if it is not known.
    pub heading: Vec<f32>,
    /// Remarks about the files, one sentence each.
    pub notes: Vec<String>,
}

/// One position of one unit, in the coordinates of its file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub frame: i64,
    pub id: u32,
    pub group: u8,
    /// Role of the unit, as an index in [`Role::ALL`].
    pub role: u8,
    pub place: [f64; 2],
    /// Velocity (x, y) of the unit, in the file's unit per second; `None` if the file has none.
    pub velocity: Option<[f64; 2]>,
    /// Heading of the unit, rad; `None` if the file has none.
    pub heading: Option<f64>,
    /// Line of the file from which the point was read, from 1; 0 for files without lines.
    pub line: u32,
}

/// Contents of track files, before a person's options are applied.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// Points of all units and frames, in any order.
    pub points: Vec<Point>,
    /// Frame numbers per second: declared, or proven by frames and times; else `None`.
    pub fps: Option<f64>,
    /// Whether the files declare `fps`.
    pub is_rate_declared: bool,
    /// Reason why frames and times of the files prove no rate; `None` if they do or are missing.
    pub no_rate: Option<String>,
    /// Time of each point, s, if the files have times instead of frames; else empty.
    pub seconds: Vec<f64>,
    /// Value of the last digit to which `seconds` are written, s; 0 if they are exact.
    pub time_resolution: f64,
    /// Name of the declared format; empty if a person chose the columns.
    pub format: String,
    /// Whether y grows upward in the declared format.
    pub is_y_up: bool,
    /// Remarks about the files, one sentence each.
    pub notes: Vec<String>,
    /// Unit of lengths; `None` if the files do not declare it.
    pub unit: Option<String>,
    pub length: Option<f64>,
    /// Link of the run that the files record; empty for animals.
    pub link: String,
    /// World of the recorded run; `None` for animals.
    pub space: Option<Space>,
    pub groups: Vec<String>,
}

/// A person's options for reading track files. They take precedence over what files declare.
#[derive(Clone, Debug, Default)]
pub struct TrackOptions {
    /// Frame rate: difference of the frame numbers of two moments one second apart.
    pub fps: Option<f64>,
    /// Factor by which lengths of the files are multiplied to get lengths in `unit`; `None`: 1.
    pub scale: Option<f64>,
    /// Name of the unit of lengths after multiplication by `scale`, such as `cm`; `None`: the unit
    /// that the file declares.
    pub unit: Option<String>,
    /// Body length, in `unit`; `None`: the length that the file declares.
    pub length: Option<f64>,
    /// Whether y grows upward in the files; `None`: as in the declared format, else downward.
    pub y_up: Option<bool>,
    /// Chosen columns of a table: role (quantity such as `x`), and name or number from 1.
    pub columns: Vec<(String, String)>,
    /// Positions (x, y) in the files that mean "not detected".
    pub missing: Vec<[f64; 2]>,
    /// Width and height of a box whose edges are periodic, in the unit of the files.
    pub wrap: Option<[f64; 2]>,
}

/// Summary of the frames in which units were not detected, between their first and last frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Missing {
    /// Share of all positions that are missing, 0 to 1.
    pub missing_share: f64,
    /// Number of units that occur in only one frame: their velocity is unknown, and no measure
    /// counts them.
    pub seen_once: usize,
}

impl Contents {
    /// Frames per second that the files declare or prove by times; `None` without times.
    pub fn frame_rate(&self) -> Result<Option<f64>, String> {
        match (self.fps, &self.no_rate) {
            (Some(fps), _) => Ok(Some(fps)),
            (None, Some(why)) => Err(why.clone()),
            (None, None) if self.seconds.is_empty() => Ok(None),
            (None, None) => times::regular_rate(&self.seconds, self.time_resolution).map(Some),
        }
    }
}

impl Tracks {
    /// Tracks of a run, without rows so far.
    pub fn of_run(run: &Run, link: String) -> Self {
        let world = &run.world;
        let agents = world.agents();
        let lengths = agents.length[..agents.len()].iter().map(|length| f64::from(*length));
        let length = lengths.sum::<f64>() / agents.len().max(1) as f64;
        Self {
            fps: (1.0 / f64::from(DT)).round(),
            unit: "u".into(),
            length: (length > 0.0).then_some(length),
            link,
            space: Some(world.space()),
            groups: world.groups().iter().map(|group| group.key.to_string()).collect(),
            ..Self::default()
        }
    }

    /// Appends a frame with the present state of all units of the run.
    pub fn add_frame(&mut self, world: &World) {
        let agents = world.agents();
        let n = agents.len();
        self.frames.push(world.ticks() as i64);
        self.first_rows.push(self.id.len());
        self.id.extend(0..n as u32);
        for (index, group) in world.groups().iter().enumerate() {
            self.group.extend(std::iter::repeat_n(index.min(255) as u8, group.ids.len()));
        }
        self.group.resize(self.id.len(), 0);
        self.role.extend(&agents.role[..n]);
        self.x.extend(&agents.x[..n]);
        self.y.extend(&agents.y[..n]);
        self.vx.extend(&agents.vx[..n]);
        self.vy.extend(&agents.vy[..n]);
        self.heading.extend(&agents.heading[..n]);
    }

    /// Drops all rows and keeps rate, units and link, for writing a long recording in parts.
    pub fn clear(&mut self) {
        let kept = Self { link: std::mem::take(&mut self.link), ..self.without_rows() };
        *self = kept;
    }

    fn without_rows(&self) -> Self {
        Self {
            fps: self.fps,
            unit: self.unit.clone(),
            length: self.length,
            link: self.link.clone(),
            space: self.space,
            groups: self.groups.clone(),
            ..Self::default()
        }
    }

    /// Copy with all lengths and velocities multiplied by a factor that converts them to u.
    pub fn scaled(&self, factor: f64) -> Self {
        let scale = |values: &[f32]| -> Vec<f32> {
            values.iter().map(|value| (f64::from(*value) * factor) as f32).collect()
        };
        let space = |space: Space| Space {
            width: (f64::from(space.width) * factor) as f32,
            height: (f64::from(space.height) * factor) as f32,
            ..space
        };
        Self {
            unit: "u".into(),
            length: self.length.map(|length| length * factor),
            space: self.space.map(space),
            x: scale(&self.x),
            y: scale(&self.y),
            vx: scale(&self.vx),
            vy: scale(&self.vy),
            ..self.clone()
        }
    }

    /// Copy of the tracks without the rows of one unit.
    pub fn without(&self, id: u32) -> Self {
        let mut rest = self.without_rows();
        for frame in 0..self.frames.len() {
            rest.frames.push(self.frames[frame]);
            rest.first_rows.push(rest.id.len());
            for row in self.rows(frame).filter(|row| self.id[*row] != id) {
                rest.id.push(self.id[row]);
                rest.group.push(self.group[row]);
                rest.role.push(self.role[row]);
                rest.x.push(self.x[row]);
                rest.y.push(self.y[row]);
                rest.vx.push(self.vx[row]);
                rest.vy.push(self.vy[row]);
                rest.heading.push(self.heading[row]);
            }
        }
        rest
    }

    /// Frame numbers, ascending.
    pub fn frames(&self) -> &[i64] {
        &self.frames
    }

    /// Share of missing detections, and number of units that are detected in only one frame.
    pub fn missing(&self) -> Missing {
        let mut seen = std::collections::BTreeMap::<u32, (i64, i64, usize)>::new();
        for frame in 0..self.frames.len() {
            let number = self.frames[frame];
            for row in self.rows(frame) {
                let unit = seen.entry(self.id[row]).or_insert((number, number, 0));
                (unit.1, unit.2) = (number, unit.2 + 1);
            }
        }
        // Frame numbers may be a constant number apart, such as ticks of a run at every tenth tick:
        // the greatest common divisor of their differences.
        let gcd = |a: i64, b: i64| {
            let (mut a, mut b) = (a, b);
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        let step = self.frames.windows(2).map(|two| two[1] - two[0]).fold(0, gcd).max(1);
        let expected: i64 = seen.values().map(|(first, last, _)| (last - first) / step + 1).sum();
        Missing {
            missing_share: 1.0 - self.id.len() as f64 / expected.max(1) as f64,
            seen_once: seen.values().filter(|(_, _, count)| *count == 1).count(),
        }
    }

    /// Ids of the units with a known velocity, which measures count, ascending.
    pub fn measured_ids(&self) -> Vec<u32> {
        let known = (0..self.id.len()).filter(|row| self.vx[*row].is_finite());
        let mut ids: Vec<u32> = known.map(|row| self.id[row]).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// Ids of all units, ascending.
    pub fn ids(&self) -> Vec<u32> {
        let mut ids = self.id.clone();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// Rows of a frame, by its index in [`frames`](Self::frames).
    pub fn rows(&self, frame: usize) -> Range<usize> {
        let end = self.first_rows.get(frame + 1).copied().unwrap_or(self.id.len());
        self.first_rows[frame]..end
    }

    pub fn time(&self, frame: usize) -> f64 {
        self.frames[frame] as f64 / self.fps
    }

    /// Key of the unit's [`Role`] in a row, as files write it.
    pub fn role_of(&self, row: usize) -> &'static str {
        Role::ALL.get(usize::from(self.role[row])).map_or("regular", |role| role.key())
    }

    pub fn group_of(&self, row: usize) -> &str {
        self.groups.get(usize::from(self.group[row])).map_or("units", String::as_str)
    }
}
