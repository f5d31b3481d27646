//! Tracks: where units were, frame by frame. Of a run, or of animals that were filmed: both are
//! written, read and measured alike.
//!
//! What a file does not say is asked for, never guessed: the frame rate, and what a length in it is.

#[cfg(feature = "tracks")]
mod arrays;
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
#[cfg_attr(not(feature = "tracks"), allow(dead_code, reason = "who reads files calls it"))]
mod times;
mod write;

#[cfg(feature = "tracks")]
pub use arrays::Arrays;
pub use leading::{Delays, LONGEST_DELAY};
pub use measure::{Band, Measured, Parts};
pub use noting::Noting;
#[cfg(feature = "tracks")]
pub use read::{File, preview, read, read_all};
pub use shape::{Front, Shape};
pub use structure::{Bins, Correlation, ForceMap, Quantity};
pub use suspects::{Again, place_again, read_missing};
#[cfg(feature = "tracks")]
pub use tables::{Preview, read_choice};
pub use times::Doubt;
#[cfg(feature = "tracks")]
pub use write::write_npz;
pub use write::{remarks, write_csv};

use flockwright::engine::agents::Role;
use flockwright::engine::params::DT;
use flockwright::engine::scenery::Space;
use flockwright::engine::world::World;
use flockwright::internals::math::wrap_angle;
use flockwright::rules::numbers::{LARGEST_BOUND, admit_factor};
use flockwright::session::run::Run;
use std::f64::consts::TAU;
use std::ops::Range;

/// The columns of a long table, in their order.
pub const COLUMNS: [&str; 10] =
    ["frame", "time", "id", "group", "role", "x", "y", "vx", "vy", "heading"];

/// More rows than this are not read: some 10 hours of 100 animals at 30 frames per second.
pub(crate) const MOST_ROWS: usize = 100_000_000;

/// Where units were, as one array per quantity, sorted by frame and then by id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tracks {
    /// Frame numbers per second.
    pub fps: f64,
    /// What lengths are measured in: `u` of a run.
    pub unit: String,
    /// Length of a body, in these; `None` where it is not known.
    pub length: Option<f64>,
    /// The link of the run; empty of animals.
    pub link: String,
    /// The world of a run; `None` of animals.
    pub space: Option<Space>,
    pub groups: Vec<String>,
    /// Frame numbers, ascending: of a run, its ticks.
    frames: Vec<i64>,
    /// By frame: where its rows begin.
    starts: Vec<usize>,
    pub id: Vec<u32>,
    pub group: Vec<u8>,
    /// [`Role`] as a number.
    pub role: Vec<u8>,
    pub x: Vec<f32>,
    /// Place; down.
    pub y: Vec<f32>,
    /// Velocity per second; NaN where it is not known.
    pub vx: Vec<f32>,
    /// Velocity per second; down.
    pub vy: Vec<f32>,
    /// Radians, growing clockwise where y points down; NaN where it is not known.
    pub heading: Vec<f32>,
    /// What is to be said of what the files say, in a sentence each.
    pub notes: Vec<String>,
}

/// One place of one unit, as a file has it.
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
    /// The line of the file; 0 where there are none.
    pub line: u32,
}

/// What a file says.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// In any order.
    pub points: Vec<Point>,
    /// Frame numbers per second, where it says.
    pub fps: Option<f64>,
    /// Whether it says them as such; else they are what its times are like.
    pub is_said: bool,
    /// Why a person has to say them nevertheless.
    pub doubt: Option<Doubt>,
    /// What is to be said of its times.
    pub notes: Vec<String>,
    /// What its lengths are measured in, where it says.
    pub unit: Option<String>,
    pub length: Option<f64>,
    /// The link of the run that it is of.
    pub link: String,
    /// The world of that run.
    pub space: Option<Space>,
    pub groups: Vec<String>,
}

/// What a person adds where the files do not say it.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// Frame numbers per second.
    pub fps: Option<f64>,
    /// How many `unit`s a length of the file is.
    pub scale: Option<f64>,
    /// What lengths are measured in after that.
    pub unit: Option<String>,
    /// Length of a body, in `unit`s.
    pub length: Option<f64>,
    /// Whether y grows upward in the files; here it grows downward.
    pub y_up: bool,
    /// Which column of a table is which: our name, and that in the file.
    pub columns: Vec<(String, String)>,
    /// Places, as the files have them, that stand for an animal that was not seen.
    pub missing: Vec<[f64; 2]>,
}

impl Contents {
    /// The same at a rate that is said, on which the frames of coarse times depend.
    fn at_rate(mut self, fps: f64) -> Result<Self, String> {
        if let Some(doubt) = self.doubt.take()
            && let Some(frames) = doubt.frames(fps)?
        {
            for (point, frame) in self.points.iter_mut().zip(frames) {
                point.frame = frame;
            }
            if doubt.is_coarse(fps) {
                self.notes.push(
                    "Several frames have one time, which is too coarse to tell them apart where one is missing: \
                     places may be a frame off. Save more decimals, or a column frame."
                        .into(),
                );
            }
        }
        Ok(Self { fps: Some(fps), is_said: true, ..self })
    }
}

impl Tracks {
    /// Of a run, before anything is noted.
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

    /// Notes where the units of its run are now.
    pub fn add_frame(&mut self, world: &World) {
        let agents = world.agents();
        let n = agents.len();
        self.frames.push(world.ticks() as i64);
        self.starts.push(self.id.len());
        self.id.extend(0..n as u32);
        for (index, group) in world.groups().iter().enumerate() {
            self.group.extend(std::iter::repeat_n(index.min(255) as u8, group.range.len()));
        }
        self.group.resize(self.id.len(), 0);
        self.role.extend(&agents.role[..n]);
        self.x.extend(&agents.x[..n]);
        self.y.extend(&agents.y[..n]);
        self.vx.extend(&agents.vx[..n]);
        self.vy.extend(&agents.vy[..n]);
        self.heading.extend(&agents.heading[..n]);
    }

    /// Drops all rows, and keeps what is said of them: for who writes them as they come.
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

    /// The same with every length this many times as large, in another unit: as a run has them, for
    /// instance.
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

    /// The same without one of the units.
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

    /// Makes tracks of the contents of files, and what was given beside them, which counts before what they
    /// say.
    ///
    /// Missing velocities are computed from the frames before and after, missing headings from the
    /// velocity.
    pub fn new(contents: Contents, given: &Given) -> Result<Self, String> {
        let (said, is_said) = (contents.fps.filter(|_| contents.doubt.is_none()), contents.is_said);
        let contents = match (given.fps, contents.doubt) {
            (Some(fps), doubt) => Contents { doubt, ..contents }.at_rate(fps)?,
            (None, Some(doubt)) => return Err(doubt.why),
            (None, None) => Contents { doubt: None, ..contents },
        };
        let fps = contents.fps.ok_or(
            "The frame rate is missing: the file does not say it, so say it, as in --fps 25.",
        )?;
        let (mut points, mut notes) = (contents.points, contents.notes);
        let fps = admit_factor("A frame rate", fps)?;
        if let Some(other) = said.filter(|other| (other - fps).abs() > 1e-3 * fps) {
            let said = if is_said { "The file says" } else { "By its times, the file has" };
            notes.push(format!("{said} {other} frames per second; {fps} counts, as you say."));
        }
        let scale = admit_factor("A scale", given.scale.unwrap_or(1.0))?;
        let unit = match (&contents.unit, given.scale, &given.unit) {
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
        let length = match (contents.length.map(|length| length * scale), given.length) {
            (_, Some(given)) => Some(given),
            (contents, None) => contents,
        };
        length.map_or(Ok(0.0), |length| admit_factor("The length of a body", length))?;
        points.retain(|point| !given.missing.contains(&point.place));
        if points.is_empty() {
            return Err("The file has no units.".into());
        }
        let farthest = f64::from(LARGEST_BOUND);
        let is_far =
            |point: &&Point| point.place.iter().any(|part| (part * scale).abs() > farthest);
        if let Some(Point { place: [x, y], frame, .. }) = points.iter().find(is_far) {
            return Err(format!("In frame {frame} a unit is at {x:e}, {y:e}: that is too far."));
        }
        if given.y_up {
            for point in &mut points {
                point.place[1] = -point.place[1];
                point.velocity = point.velocity.map(|[x, y]| [x, -y]);
                point.heading = point.heading.map(|heading| -heading);
            }
        }
        points.sort_by_key(|point| (point.frame, point.id));
        // The same row twice is one row.
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
            notes.extend(suspects::said(&points));
        }
        let mut tracks = Self {
            fps,
            unit,
            length,
            notes,
            link: contents.link,
            space: contents.space,
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
        let once = tracks.vx.iter().filter(|way| way.is_nan()).count();
        if once > 0 {
            tracks.notes.push(format!(
                "Left out are {once} places of animals that are seen in one frame alone: how they move is not \
                 known."
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
        let between = |from: f64, to: f64, extent: Option<f32>| {
            let way = to - from;
            // The shorter way across an edge that wraps.
            extent.map_or(way, |extent| way - f64::from(extent) * (way / f64::from(extent)).round())
        };
        let torus = self.space.filter(|space| space.torus);
        for (row, point) in points.iter().enumerate() {
            let from = before[row].unwrap_or(row);
            let to = after[row].unwrap_or(row);
            let frames = points[to].frame - points[from].frame;
            let velocity = point.velocity.map(|way| way.map(|part| part * scale)).or_else(|| {
                let seconds = frames as f64 / self.fps;
                let [a, b] = [points[from].place, points[to].place];
                let x = between(a[0], b[0], torus.map(|space| space.width));
                let y = between(a[1], b[1], torus.map(|space| space.height));
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

    /// The ids of all units, once each.
    pub fn ids(&self) -> Vec<u32> {
        let mut ids = self.id.clone();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// The rows of a frame, by its place among [`frames`](Self::frames).
    pub fn rows(&self, frame: usize) -> Range<usize> {
        let end = self.starts.get(frame + 1).copied().unwrap_or(self.id.len());
        self.starts[frame]..end
    }

    pub fn time(&self, frame: usize) -> f64 {
        self.frames[frame] as f64 / self.fps
    }

    /// What a unit is called in files.
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

    fn given() -> Given {
        Given { fps: Some(10.0), scale: Some(0.5), unit: Some("cm".into()), ..Given::default() }
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
        let why = |contents: Contents, given: Given| {
            Tracks::new(contents, &given).expect_err("it is refused")
        };
        assert!(why(one(), Given { fps: None, ..given() }).contains("--fps"));
        let bare = Given { scale: None, unit: None, ..given() };
        assert!(why(one(), bare.clone()).contains("--scale"));
        assert!(why(one(), Given { unit: None, ..given() }).contains("--unit"));
        let cm = || Contents { unit: Some("cm".into()), fps: Some(25.0), ..one() };
        let fps = None;
        assert!(Tracks::new(cm(), &Given { fps, ..bare.clone() }).is_ok());
        let said = Given { unit: Some("mm".into()), ..bare };
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
