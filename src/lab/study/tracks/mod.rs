//! Tracks: positions of units by frame, of a run or of animals that were filmed. Both are written,
//! read and measured alike.
//!
//! A file is read by its declared format, or by the columns that a person names. Frame rate, unit,
//! missing places and periodic edges that it does not declare are asked for, never guessed.

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

/// Columns of a long table, in their order.
pub const COLUMNS: [&str; 10] =
    ["frame", "time", "id", "group", "role", "x", "y", "vx", "vy", "heading"];

/// Largest number of rows: about 10 hours of 100 animals at 30 frames per second.
pub(crate) const MOST_ROWS: usize = 100_000_000;

/// Positions and velocities of units: one array per quantity, with rows sorted by frame and then by
/// id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tracks {
    /// Difference of the frame numbers of two moments one second apart.
    pub fps: f64,
    /// Name of the unit of lengths: `u` for recordings of runs.
    pub unit: String,
    /// Length of a body, in `unit`; `None` where it is not known.
    pub length: Option<f64>,
    /// Link of the recorded run; empty for animals.
    pub link: String,
    /// World of a run, or the periodic box of `--wrap`, in `unit`; `None` where there is neither.
    pub space: Option<Space>,
    pub groups: Vec<String>,
    /// Declared format of the files; empty where a person chose the columns, and for runs.
    pub format: String,
    /// Whether y grew upward in the files, and was turned.
    pub was_y_up: bool,
    /// Frame numbers, ascending; ticks of a run.
    frames: Vec<i64>,
    /// Index of the first row of each frame.
    starts: Vec<usize>,
    pub id: Vec<u32>,
    pub group: Vec<u8>,
    /// [`Role`] of the unit in each row, as a number.
    pub role: Vec<u8>,
    pub x: Vec<f32>,
    /// Vertical position in each row, growing downward.
    pub y: Vec<f32>,
    /// Horizontal velocity in each row, lengths per second; NaN where it is not known.
    pub vx: Vec<f32>,
    /// Vertical velocity in each row, growing downward, lengths per second; NaN where it is not
    /// known.
    pub vy: Vec<f32>,
    /// Radians, clockwise where y points down; NaN where it is not known.
    pub heading: Vec<f32>,
    /// Remarks about the files, a sentence each.
    pub notes: Vec<String>,
}

/// One position of one unit, as a file has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub frame: i64,
    pub id: u32,
    pub group: u8,
    /// [`Role`] of the unit, as a number.
    pub role: u8,
    pub place: [f64; 2],
    /// Velocity (x, y) of the unit, lengths per second, where the file has one.
    pub velocity: Option<[f64; 2]>,
    /// Heading of the unit, rad, where the file has one.
    pub heading: Option<f64>,
    /// Line of the file that has the point, from 1; 0 where there are no lines.
    pub line: u32,
}

/// Contents of files, before the options of a person are applied.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// Points of all units and frames, in any order.
    pub points: Vec<Point>,
    /// Frame numbers per second: declared, or proven by frames and times.
    pub fps: Option<f64>,
    /// Whether the files declare the rate.
    pub is_rate_declared: bool,
    /// Reason for which times give no rate.
    pub no_rate: Option<String>,
    /// Time of each point, s, where the files have times instead of frames; else empty.
    pub seconds: Vec<f64>,
    /// Value of the last digit of the times, s.
    pub digit: f64,
    /// Name of the declared format; empty where a person chose the columns.
    pub format: String,
    /// Whether y grows upward in the declared format.
    pub is_y_up: bool,
    /// Remarks about the files.
    pub notes: Vec<String>,
    /// Unit of lengths, where the files declare it.
    pub unit: Option<String>,
    pub length: Option<f64>,
    /// Link of the run that the files record.
    pub link: String,
    /// World of the recorded run.
    pub space: Option<Space>,
    pub groups: Vec<String>,
}

/// Options that a person gives. They take precedence over what files declare.
#[derive(Clone, Debug, Default)]
pub struct TrackOptions {
    /// Difference of the frame numbers of two moments one second apart, if given.
    pub fps: Option<f64>,
    /// Number of `unit`s in a length of the file.
    pub scale: Option<f64>,
    /// Name of the unit of lengths once they are multiplied by `scale`, such as `cm`; `None`: the
    /// unit that the file declares.
    pub unit: Option<String>,
    /// Length of a body, in `unit`s.
    pub length: Option<f64>,
    /// Whether y grows upward in the files; `None` is the format's own direction, or down.
    pub y_up: Option<bool>,
    /// Roles of columns in a table: role, and name or number from 1.
    pub columns: Vec<(String, String)>,
    /// Places, as the files have them, that stand for an animal that was not seen.
    pub missing: Vec<[f64; 2]>,
    /// Width and height of a box whose edges are periodic, in lengths of the files.
    pub wrap: Option<[f64; 2]>,
}

/// Detections that are missing between the first and the last frame of each unit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Missing {
    /// Share of the positions that are missing, 0 to 1.
    pub share: f64,
    /// Number of units that occur in only one frame: their velocity is unknown, and no measure
    /// counts them.
    pub seen_once: usize,
}

impl Contents {
    /// Number of frames per second that the files declare or that their times prove.
    pub fn rate(&self) -> Result<Option<f64>, String> {
        match (self.fps, &self.no_rate) {
            (Some(fps), _) => Ok(Some(fps)),
            (None, Some(why)) => Err(why.clone()),
            (None, None) if self.seconds.is_empty() => Ok(None),
            (None, None) => times::regular_rate(&self.seconds, self.digit).map(Some),
        }
    }
}

impl Tracks {
    /// Creates tracks of a run that have no rows yet.
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

    /// Appends a frame with the units of the run now.
    pub fn add_frame(&mut self, world: &World) {
        let agents = world.agents();
        let n = agents.len();
        self.frames.push(world.ticks() as i64);
        self.starts.push(self.id.len());
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

    /// Drops all rows and keeps the facts about them, for writing in parts.
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

    /// Copy with all lengths multiplied by a factor, in another unit.
    pub fn scaled(&self, factor: f64, unit: &str) -> Self {
        let scale = |values: &[f32]| -> Vec<f32> {
            values.iter().map(|value| (f64::from(*value) * factor) as f32).collect()
        };
        let space = |space: Space| Space {
            width: (f64::from(space.width) * factor) as f32,
            height: (f64::from(space.height) * factor) as f32,
            ..space
        };
        Self {
            unit: unit.into(),
            length: self.length.map(|length| length * factor),
            space: self.space.map(space),
            x: scale(&self.x),
            y: scale(&self.y),
            vx: scale(&self.vx),
            vy: scale(&self.vy),
            ..self.clone()
        }
    }

    /// Copy of the tracks without one of the units.
    pub fn without(&self, id: u32) -> Self {
        let mut rest = self.without_rows();
        for frame in 0..self.frames.len() {
            rest.frames.push(self.frames[frame]);
            rest.starts.push(rest.id.len());
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

    /// Share of missing detections, and units that are seen once.
    pub fn missing(&self) -> Missing {
        let mut seen = std::collections::BTreeMap::<u32, (i64, i64, usize)>::new();
        for frame in 0..self.frames.len() {
            let number = self.frames[frame];
            for row in self.rows(frame) {
                let unit = seen.entry(self.id[row]).or_insert((number, number, 0));
                (unit.1, unit.2) = (number, unit.2 + 1);
            }
        }
        // Frames may be a constant number of ticks apart.
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
            share: 1.0 - self.id.len() as f64 / expected.max(1) as f64,
            seen_once: seen.values().filter(|(_, _, count)| *count == 1).count(),
        }
    }

    /// Ids of units whose motion is known: those that measures count.
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
        let end = self.starts.get(frame + 1).copied().unwrap_or(self.id.len());
        self.starts[frame]..end
    }

    pub fn time(&self, frame: usize) -> f64 {
        self.frames[frame] as f64 / self.fps
    }

    /// Name of a row's role in files.
    pub fn role_of(&self, row: usize) -> &'static str {
        Role::ALL.get(usize::from(self.role[row])).map_or("regular", |role| role.key())
    }

    pub fn group_of(&self, row: usize) -> &str {
        self.groups.get(usize::from(self.group[row])).map_or("units", String::as_str)
    }
}
