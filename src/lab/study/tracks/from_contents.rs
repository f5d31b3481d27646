//! Makes tracks of the contents of files and a person's options.

use super::{Contents, Missing, Point, TrackOptions, Tracks, suspects, times};
use flockwright::engine::scenery::Space;
use flockwright::internals::math::wrap_angle;
use flockwright::rules::numbers::{MAX_RANGE_BOUND, check_factor};
use std::collections::BTreeMap;
use std::f64::consts::TAU;

/// Smallest share of missing detections that is mentioned in the notes.
const MIN_MISSING: f64 = 0.005;

impl Tracks {
    /// Makes tracks of the contents of files and a person's options, which take precedence.
    ///
    /// A missing velocity is computed from the previous and the next detection of the unit, a
    /// missing heading from the velocity.
    ///
    /// # Errors
    /// One sentence if something is missing or contradicts itself.
    pub fn new(mut contents: Contents, options: &TrackOptions) -> Result<Self, String> {
        let mut notes = std::mem::take(&mut contents.notes);
        let fps = choose_rate(&contents, options, &mut notes)?;
        if !contents.seconds.is_empty() {
            let (frames, note) = times::frames_at(&contents.seconds, fps)?;
            contents.points.iter_mut().zip(frames).for_each(|(point, frame)| point.frame = frame);
            notes.extend(note);
        }
        let scale = check_factor("A scale", options.scale.unwrap_or(1.0))?;
        let unit = choose_length_unit(&contents, options, &mut notes)?;
        let length = options.length.or(contents.length.map(|length| length * scale));
        length.map_or(Ok(0.0), |length| check_factor("The length of a body", length))?;
        let mut points = std::mem::take(&mut contents.points);
        points.retain(|point| !options.missing.contains(&point.place));
        check_places(&points, scale)?;
        let was_y_up = options.y_up.unwrap_or(contents.is_y_up);
        if was_y_up {
            points.iter_mut().for_each(turn_upside_down);
        }
        let mut space = contents
            .space
            .map(|space| space_of([space.width, space.height], scale, space.is_torus));
        if let Some(size) = options.wrap {
            suspects::wrap_points(&mut points, size)?;
            space = Some(space_of(size, scale, true));
        }
        sort_rows(&mut points)?;
        if contents.link.is_empty() {
            notes.extend(suspects::position_remarks(&points, torus_size(space, scale)));
        }
        let mut tracks = Self {
            fps,
            unit,
            length,
            notes,
            link: contents.link,
            space,
            format: contents.format,
            was_y_up,
            groups: if contents.groups.is_empty() { vec!["units".into()] } else { contents.groups },
            ..Self::default()
        };
        tracks.add_rows(&points, scale);
        tracks.add_motion(&points, scale);
        tracks.check_motion()?;
        tracks.note_missing();
        Ok(tracks)
    }

    /// Adds a row per sorted point, without motion. `scale`: factor of all positions.
    fn add_rows(&mut self, points: &[Point], scale: f64) {
        for point in points {
            if self.frames.last() != Some(&point.frame) {
                self.frames.push(point.frame);
                self.first_rows.push(self.id.len());
            }
            self.id.push(point.id);
            self.group.push(point.group);
            self.role.push(point.role);
            self.x.push((point.place[0] * scale) as f32);
            self.y.push((point.place[1] * scale) as f32);
        }
    }

    /// Adds velocities and headings to all rows: those of the file, else computed ones.
    fn add_motion(&mut self, points: &[Point], scale: f64) {
        let size = torus_size(self.space, scale);
        for (row, [before, after]) in neighboring_rows(points).into_iter().enumerate() {
            let point = &points[row];
            let rows = [before, row, after].map(|row| &points[row]);
            let declared = point.velocity.map(|way| way.map(|part| part * scale));
            let velocity = declared.or_else(|| self.mean_velocity(rows, scale, size));
            let [vx, vy] = velocity.unwrap_or([f64::NAN; 2]).map(|part| part as f32);
            self.vx.push(vx);
            self.vy.push(vy);
            let course = if vx != 0.0 || vy != 0.0 { libm::atan2f(vy, vx) } else { f32::NAN };
            let heading = point.heading.map(|heading| wrap_angle((heading % TAU) as f32));
            self.heading.push(heading.unwrap_or(course));
        }
    }

    /// Mean velocity between the first and the last of three rows of a unit, in the tracks' unit
    /// per second; `None` if they are in the same frame. In a periodic box of this `size`, each of
    /// the two steps leads to the nearest image, and so may be up to half the box.
    fn mean_velocity(
        &self,
        rows: [&Point; 3],
        scale: f64,
        size: Option<[f64; 2]>,
    ) -> Option<[f64; 2]> {
        let seconds = (rows[2].frame - rows[0].frame) as f64 / self.fps;
        let velocity = [0, 1].map(|axis| {
            let [from, middle, to] = rows.map(|point| point.place[axis]);
            let way = match size {
                None => to - from,
                Some(size) => {
                    let nearest = |way: f64| way - size[axis] * (way / size[axis]).round();
                    nearest(middle - from) + nearest(to - middle)
                }
            };
            way * scale / seconds
        });
        (seconds > 0.0).then_some(velocity)
    }

    /// Refuses tracks in which a unit is too fast to be computed with, or no velocity is known.
    fn check_motion(&self) -> Result<(), String> {
        let is_fast = |row: &usize| {
            [self.vx[*row], self.vy[*row]].iter().any(|part| part.abs() > MAX_RANGE_BOUND)
        };
        if let Some(row) = (0..self.id.len()).find(is_fast) {
            let frame = self.first_rows.partition_point(|start| *start <= row) - 1;
            return Err(format!(
                "In frame {} a unit moves at {:e}, {:e} per second: that is too fast.",
                self.frames[frame], self.vx[row], self.vy[row]
            ));
        }
        if self.vx.iter().all(|way| way.is_nan()) {
            return Err(match self.frames.len() {
                1 => "There is one frame alone: nothing moves in it.".into(),
                _ => "Every unit is in one frame alone: is the id another column?".into(),
            });
        }
        Ok(())
    }

    fn note_missing(&mut self) {
        let Missing { missing_share, seen_once } = self.missing();
        if seen_once > 0 {
            self.notes.push(format!(
                "Left out are {seen_once} animals that are seen in one frame alone: how they move is not known."
            ));
        }
        if missing_share >= MIN_MISSING {
            self.notes.push(format!(
                "Missing: {:.0} % of the places between the first and the last frame of each animal. Measures are over \
                 those that are there.",
                100.0 * missing_share
            ));
        }
    }
}

/// Frame rate: that of the options, else of the files; an error if neither has one.
fn choose_rate(
    contents: &Contents,
    options: &TrackOptions,
    notes: &mut Vec<String>,
) -> Result<f64, String> {
    let fps = match options.fps {
        Some(fps) => fps,
        None => contents.frame_rate()?.ok_or(
            "The frame rate is missing: the file does not say it, so say it, as in --fps 25.",
        )?,
    };
    let fps = check_factor("A frame rate", fps)?;
    if let Some(other) = contents.fps.filter(|other| (other - fps).abs() > 1e-3 * fps) {
        let source =
            if contents.is_rate_declared { "The file says" } else { "By its times, the file has" };
        notes.push(format!("{source} {other} frames per second; {fps} counts, as you say."));
    }
    Ok(fps)
}

/// Unit of lengths after scaling. With a unit but no scale, the unit is that of the file's numbers.
fn choose_length_unit(
    contents: &Contents,
    options: &TrackOptions,
    notes: &mut Vec<String>,
) -> Result<String, String> {
    match (&contents.unit, options.scale, &options.unit) {
        (_, Some(_), None) => {
            Err("A scale needs the unit that it leads to, as in --scale 0.05 --unit cm.".into())
        }
        (Some(own), None, Some(unit)) if own != unit => {
            notes.push(format!("The file says {own}; its numbers count as {unit}, as you say."));
            Ok(unit.clone())
        }
        (_, _, Some(unit)) | (Some(unit), None, None) => Ok(unit.clone()),
        (None, None, None) => Err("What a length in the file is, it does not say: say it, as in \
                                   --unit cm, or --scale 0.05 --unit cm where one in the file is \
                                   0.05 cm."
            .into()),
    }
}

/// Refuses files without points, and positions too far from the origin to be computed with.
fn check_places(points: &[Point], scale: f64) -> Result<(), String> {
    if points.is_empty() {
        return Err("The file has no units.".into());
    }
    let farthest = f64::from(MAX_RANGE_BOUND);
    let is_far = |point: &&Point| point.place.iter().any(|part| (part * scale).abs() > farthest);
    if let Some(Point { place: [x, y], frame, .. }) = points.iter().find(is_far) {
        return Err(format!("In frame {frame} a unit is at {x:e}, {y:e}: that is too far."));
    }
    Ok(())
}

/// Mirrors a point vertically, so that y grows downward.
fn turn_upside_down(point: &mut Point) {
    point.place[1] = -point.place[1];
    point.velocity = point.velocity.map(|[x, y]| [x, -y]);
    point.heading = point.heading.map(|heading| -heading);
}

fn space_of(size: [impl Into<f64>; 2], scale: f64, is_torus: bool) -> Space {
    let [width, height] = size.map(|side| (side.into() * scale) as f32);
    Space { width, height, is_torus }
}

/// Width and height of a world that wraps, in the unit of the files; `None` if it does not wrap.
/// `scale`: factor from the files' unit to the unit of `space`.
fn torus_size(space: Option<Space>, scale: f64) -> Option<[f64; 2]> {
    let torus = space.filter(|space| space.is_torus)?;
    Some([torus.width, torus.height].map(|side| f64::from(side) / scale))
}

/// Sorts points by frame and id, without repetitions; a unit twice in a frame is an error.
fn sort_rows(points: &mut Vec<Point>) -> Result<(), String> {
    points.sort_by_key(|point| (point.frame, point.id));
    points.dedup_by(|b, a| {
        let place = |point: &Point| (point.frame, point.id, point.place.map(f64::to_bits));
        place(a) == place(b)
    });
    let key = |point: &Point| (point.frame, point.id);
    let repeated = points.windows(2).find(|rows| key(&rows[0]) == key(&rows[1]));
    let Some([a, b]) = repeated else { return Ok(()) };
    let lines = match [a.line, b.line] {
        [0, _] | [_, 0] => String::new(),
        [a, b] => format!(" (lines {a} and {b})"),
    };
    Err(format!(
        "Unit {} stands twice in frame {}{lines}, in different places: is the id another column?",
        a.id, a.frame
    ))
}

/// For each point, indices of the previous and the next point of the same unit, or the point's own
/// index if there is none.
fn neighboring_rows(points: &[Point]) -> Vec<[usize; 2]> {
    let mut neighbors: Vec<[usize; 2]> = (0..points.len()).map(|row| [row; 2]).collect();
    let mut last = BTreeMap::<u32, usize>::new();
    for (row, point) in points.iter().enumerate() {
        if let Some(earlier) = last.insert(point.id, row) {
            neighbors[row][0] = earlier;
            neighbors[earlier][1] = row;
        }
    }
    neighbors
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
