//! Tracks: positions of units by frame, of a run or of animals that were filmed. Both are written, read
//! and measured alike.
//!
//! A file is read by its declared format, or by the columns that a person names. Frame rate, unit, missing
//! places and periodic edges that it does not declare are asked for, never guessed.

#[cfg(feature = "tracks")]
mod arrays;
#[cfg(feature = "tracks")]
mod formats;
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
pub use arrays::Arrays;
pub use leading::{Delays, LONGEST_DELAY};
pub use measure::{Band, Measured, Parts, SampleTable};
pub use noting::Noting;
#[cfg(feature = "tracks")]
pub use read::{File, preview, read, read_all};
pub use shape::{Front, Shape};
pub use structure::{Bins, Correlation, ForceMap, Quantity};
pub use suspects::{Again, place_again, read_placeholders, read_wrap};
#[cfg(feature = "tracks")]
pub use tables::{ColumnChoice, Preview, ROLES, read_choice};
#[cfg(feature = "tracks")]
pub use write::write_npz;
pub use write::{remarks, write_csv};

use flockwright::engine::agents::Role;
use flockwright::engine::params::DT;
use flockwright::engine::scenery::Space;
use flockwright::engine::world::World;
use flockwright::internals::math::wrap_angle;
use flockwright::rules::numbers::{LARGEST_BOUND, check_factor};
use flockwright::session::run::Run;
use std::f64::consts::TAU;
use std::ops::Range;

/// Columns of a long table, in their order.
pub const COLUMNS: [&str; 10] =
    ["frame", "time", "id", "group", "role", "x", "y", "vx", "vy", "heading"];

/// Largest number of rows: about 10 hours of 100 animals at 30 frames per second.
pub(crate) const MOST_ROWS: usize = 100_000_000;

/// Positions and velocities of units, as one array per quantity, sorted by frame and then by id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tracks {
    /// Frame numbers per second.
    pub fps: f64,
    /// Unit of lengths: `u` for runs.
    pub unit: String,
    /// Length of a body, in `unit`; `None` where it is not known.
    pub length: Option<f64>,
    /// Link of the run; empty for animals.
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
    /// First row of each frame.
    starts: Vec<usize>,
    pub id: Vec<u32>,
    pub group: Vec<u8>,
    /// [`Role`] as a number.
    pub role: Vec<u8>,
    pub x: Vec<f32>,
    /// Position; down.
    pub y: Vec<f32>,
    /// Velocity per second; NaN where it is not known.
    pub vx: Vec<f32>,
    /// Velocity per second; down.
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
    /// [`Role`] as a number.
    pub role: u8,
    pub place: [f64; 2],
    /// Velocity per second, where the file has one.
    pub velocity: Option<[f64; 2]>,
    /// Radians, where the file has it.
    pub heading: Option<f64>,
    /// Line of the file; 0 where there are none.
    pub line: u32,
}

/// Contents of files, before the options of a person are applied.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// In any order.
    pub points: Vec<Point>,
    /// Frame numbers per second: declared, or proven by frames and times.
    pub fps: Option<f64>,
    /// Whether the files declare the rate.
    pub is_rate_declared: bool,
    /// Reason for which times give no rate.
    pub no_rate: Option<String>,
    /// Time of each point, s, where the files have times instead of frames; else empty.
    pub seconds: Vec<f64>,
    /// Last digit of these times, s.
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
    /// Link of the run that the files are of.
    pub link: String,
    /// World of that run.
    pub space: Option<Space>,
    pub groups: Vec<String>,
}

/// Options of a person, which count before what files declare.
#[derive(Clone, Debug, Default)]
pub struct TrackOptions {
    /// Frame numbers per second.
    pub fps: Option<f64>,
    /// Number of `unit`s in a length of the file.
    pub scale: Option<f64>,
    /// Unit of lengths after the scale.
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
    /// Share of the places that are missing, 0..=1.
    pub share: f64,
    /// Units in one frame alone: their velocity is not known, and no measure counts them.
    pub seen_once: usize,
}

impl Contents {
    /// Rate that the files declare or prove.
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
    /// Empty tracks of a run.
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

    /// Copy without one of the units.
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

    /// Makes tracks of the contents of files and the options of a person, which count first.
    ///
    /// Missing velocities are computed from the frames before and after, missing headings from the
    /// velocity.
    pub fn new(contents: Contents, options: &TrackOptions) -> Result<Self, String> {
        let declared = contents.fps;
        let fps = match options.fps {
            Some(fps) => fps,
            None => contents.rate()?.ok_or(
                "The frame rate is missing: the file does not say it, so say it, as in --fps 25.",
            )?,
        };
        let (mut points, mut notes) = (contents.points, contents.notes);
        let fps = check_factor("A frame rate", fps)?;
        if let Some(other) = declared.filter(|other| (other - fps).abs() > 1e-3 * fps) {
            let said = if contents.is_rate_declared {
                "The file says"
            } else {
                "By its times, the file has"
            };
            notes.push(format!("{said} {other} frames per second; {fps} counts, as you say."));
        }
        if !contents.seconds.is_empty() {
            let (frames, note) = times::frames_at(&contents.seconds, fps)?;
            points.iter_mut().zip(frames).for_each(|(point, frame)| point.frame = frame);
            notes.extend(note);
        }
        let scale = check_factor("A scale", options.scale.unwrap_or(1.0))?;
        let unit = match (&contents.unit, options.scale, &options.unit) {
            (_, Some(_), None) => {
                return Err("A scale needs the unit that it leads to, as in --scale 0.05 --unit \
                            cm."
                .into());
            }
            // A unit alone is that of the file's numbers.
            (own, scale, Some(unit)) => {
                if let (Some(own), None) = (own, scale)
                    && own != unit
                {
                    notes.push(format!(
                        "The file says {own}; its numbers count as {unit}, as you say."
                    ));
                }
                unit.clone()
            }
            (Some(unit), None, None) => unit.clone(),
            (None, None, None) => {
                return Err("What a length in the file is, it does not say: say it, as in \
                            --unit cm, or --scale 0.05 --unit cm where one in the file is 0.05 cm."
                    .into());
            }
        };
        let length = options.length.or(contents.length.map(|length| length * scale));
        length.map_or(Ok(0.0), |length| check_factor("The length of a body", length))?;
        points.retain(|point| !options.missing.contains(&point.place));
        if points.is_empty() {
            return Err("The file has no units.".into());
        }
        let farthest = f64::from(LARGEST_BOUND);
        let is_far =
            |point: &&Point| point.place.iter().any(|part| (part * scale).abs() > farthest);
        if let Some(Point { place: [x, y], frame, .. }) = points.iter().find(is_far) {
            return Err(format!("In frame {frame} a unit is at {x:e}, {y:e}: that is too far."));
        }
        let is_y_up = options.y_up.unwrap_or(contents.is_y_up);
        if is_y_up {
            for point in &mut points {
                point.place[1] = -point.place[1];
                point.velocity = point.velocity.map(|[x, y]| [x, -y]);
                point.heading = point.heading.map(|heading| -heading);
            }
        }
        let mut space = contents.space.map(|space| Space {
            width: (f64::from(space.width) * scale) as f32,
            height: (f64::from(space.height) * scale) as f32,
            ..space
        });
        if let Some(size) = options.wrap {
            suspects::wrap_into(&mut points, size)?;
            let [width, height] = size.map(|side| (side * scale) as f32);
            space = Some(Space { width, height, is_torus: true });
        }
        points.sort_by_key(|point| (point.frame, point.id));
        // A repeated row is one row.
        points.dedup_by(|b, a| {
            let place = |point: &Point| (point.frame, point.id, point.place.map(f64::to_bits));
            place(a) == place(b)
        });
        if let Some(two) =
            points.windows(2).find(|two| (two[0].frame, two[0].id) == (two[1].frame, two[1].id))
        {
            let lines = match [two[0].line, two[1].line] {
                [0, _] | [_, 0] => String::new(),
                [a, b] => format!(" (lines {a} and {b})"),
            };
            return Err(format!(
                "Unit {} stands twice in frame {}{lines}, in different places: is the id another column?",
                two[0].id, two[0].frame
            ));
        }
        if contents.link.is_empty() {
            let wrap = space.filter(|space| space.is_torus);
            notes.extend(suspects::position_remarks(
                &points,
                wrap.map(|space| [space.width, space.height].map(|side| f64::from(side) / scale)),
            ));
        }
        let mut tracks = Self {
            fps,
            unit,
            length,
            notes,
            link: contents.link,
            space,
            format: contents.format,
            was_y_up: is_y_up,
            groups: if contents.groups.is_empty() { vec!["units".into()] } else { contents.groups },
            ..Self::default()
        };
        for point in &points {
            if tracks.frames.last() != Some(&point.frame) {
                tracks.frames.push(point.frame);
                tracks.starts.push(tracks.id.len());
            }
            tracks.id.push(point.id);
            tracks.group.push(point.group);
            tracks.role.push(point.role);
            tracks.x.push((point.place[0] * scale) as f32);
            tracks.y.push((point.place[1] * scale) as f32);
        }
        tracks.derive(&points, scale);
        let is_fast = |row: &usize| {
            [tracks.vx[*row], tracks.vy[*row]].iter().any(|part| part.abs() > LARGEST_BOUND)
        };
        if let Some(row) = (0..points.len()).find(is_fast) {
            return Err(format!(
                "In frame {} a unit moves at {:e}, {:e} per second: that is too fast.",
                points[row].frame, tracks.vx[row], tracks.vy[row]
            ));
        }
        if tracks.vx.iter().all(|way| way.is_nan()) {
            return Err(match tracks.frames.len() {
                1 => "There is one frame alone: nothing moves in it.".into(),
                _ => "Every unit is in one frame alone: is the id another column?".into(),
            });
        }
        let Missing { share, seen_once } = tracks.missing();
        if seen_once > 0 {
            tracks.notes.push(format!(
                "Left out are {seen_once} animals that are seen in one frame alone: how they move is not known."
            ));
        }
        if share >= 0.005 {
            tracks.notes.push(format!(
                "Missing: {:.0} % of the places between the first and the last frame of each animal. Measures are over \
                 those that are there.",
                100.0 * share
            ));
        }
        Ok(tracks)
    }

    fn derive(&mut self, points: &[Point], scale: f64) {
        let n = points.len();
        let (mut before, mut after) = (vec![None; n], vec![None; n]);
        let mut last = std::collections::BTreeMap::<u32, usize>::new();
        for (row, point) in points.iter().enumerate() {
            if let Some(earlier) = last.insert(point.id, row) {
                before[row] = Some(earlier);
                after[earlier] = Some(row);
            }
        }
        // Periodic edges: each of the two steps goes to the nearest image, so that it may be up to half the box.
        let between = |[from, middle, to]: [f64; 3], extent: Option<f64>| match extent {
            None => to - from,
            Some(extent) => {
                let nearest = |way: f64| way - extent * (way / extent).round();
                nearest(middle - from) + nearest(to - middle)
            }
        };
        let torus = self.space.filter(|space| space.is_torus);
        for (row, point) in points.iter().enumerate() {
            let from = before[row].unwrap_or(row);
            let to = after[row].unwrap_or(row);
            let frames = points[to].frame - points[from].frame;
            let velocity = point.velocity.map(|way| way.map(|part| part * scale)).or_else(|| {
                let seconds = frames as f64 / self.fps;
                let ends = |axis: usize| [from, row, to].map(|row| points[row].place[axis]);
                let side = |side: f32| f64::from(side) / scale;
                let x = between(ends(0), torus.map(|space| side(space.width)));
                let y = between(ends(1), torus.map(|space| side(space.height)));
                (frames > 0).then(|| [x, y].map(|part| part * scale / seconds))
            });
            let [vx, vy] = velocity.unwrap_or([f64::NAN; 2]).map(|part| part as f32);
            self.vx.push(vx);
            self.vy.push(vy);
            let heading = point.heading.map(|heading| wrap_angle((heading % TAU) as f32));
            let moves = vx != 0.0 || vy != 0.0;
            let by_way = if moves { libm::atan2f(vy, vx) } else { f32::NAN };
            self.heading.push(heading.unwrap_or(by_way));
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn point(frame: i64, id: u32, x: f64, y: f64) -> Point {
        let (group, role, velocity, heading) = (0, 0, None, None);
        Point { frame, id, group, role, place: [x, y], velocity, heading, line: 0 }
    }

    fn contents(points: Vec<Point>) -> Contents {
        Contents { points, ..Contents::default() }
    }

    fn given() -> TrackOptions {
        TrackOptions {
            fps: Some(10.0),
            scale: Some(0.5),
            unit: Some("cm".into()),
            ..TrackOptions::default()
        }
    }

    #[test]
    fn velocities_are_those_between_the_frames_before_and_after() {
        let points = vec![point(2, 7, 8.0, 0.0), point(0, 7, 0.0, 0.0), point(1, 7, 2.0, 0.0)];
        let tracks = Tracks::new(contents(points), &given()).expect("tracks");
        assert_eq!((tracks.frames(), &tracks.x[..]), (&[0, 1, 2][..], &[0.0, 1.0, 4.0][..]));
        assert_eq!(tracks.vx, [10.0, 20.0, 30.0]);
        assert_eq!(tracks.heading, [0.0; 3]);
        // Frames in which it was not seen count.
        let points = vec![point(0, 1, 0.0, 0.0), point(4, 1, 0.0, 8.0), point(4, 2, 1.0, 1.0)];
        let tracks = Tracks::new(contents(points), &given()).expect("tracks");
        assert_eq!(tracks.vy[..2], [10.0, 10.0]);
        assert!(tracks.vy[2].is_nan() && tracks.heading[2].is_nan());
        assert_eq!(tracks.rows(1), 1..3);
    }

    #[test]
    fn what_is_missing_is_asked_for_and_what_contradicts_is_told() {
        let one = || contents(vec![point(0, 1, 0.0, 0.0), point(1, 1, 1.0, 0.0)]);
        let why = |contents: Contents, given: TrackOptions| {
            Tracks::new(contents, &given).expect_err("it is refused")
        };
        assert!(why(one(), TrackOptions { fps: None, ..given() }).contains("--fps"));
        let bare = TrackOptions { scale: None, unit: None, ..given() };
        assert!(why(one(), bare.clone()).contains("--scale"));
        assert!(why(one(), TrackOptions { unit: None, ..given() }).contains("--unit"));
        let cm = || Contents { unit: Some("cm".into()), fps: Some(25.0), ..one() };
        let fps = None;
        assert!(Tracks::new(cm(), &TrackOptions { fps, ..bare.clone() }).is_ok());
        let said = TrackOptions { unit: Some("mm".into()), ..bare };
        let tracks = Tracks::new(cm(), &said).expect("what is given counts");
        assert_eq!((tracks.fps, &*tracks.unit, tracks.vx[0]), (10.0, "mm", 10.0));
        assert!(tracks.notes[0].contains("25 frames per second; 10 counts"), "{:?}", tracks.notes);
        assert!(tracks.notes[1].contains("says cm; its numbers count as mm"), "{:?}", tracks.notes);
        assert!(why(contents(vec![point(0, 1, 0.0, 0.0)]), given()).contains("one frame alone"));
        assert!(why(contents(Vec::new()), given()).contains("no units"));
        let twice = contents(vec![point(3, 1, 0.0, 0.0), point(3, 1, 1.0, 0.0)]);
        assert_eq!(
            why(twice, given()),
            "Unit 1 stands twice in frame 3, in different places: is the id another column?"
        );
    }
}
