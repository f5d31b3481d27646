//! Suspicious positions: placeholders for animals that were not detected, and jumps.

use super::Point;
use flockwright::internals::math::{sort_by_number, sort_by_numbers};
use flockwright::rules::quote::quote;

/// Least ratio of the length of a jump to the [`COMPARED_QUANTILE`] of the lengths of steps.
const JUMP_RATIO: f64 = 10.0;
/// Quantile of the lengths of steps with which the length of a jump is compared.
const COMPARED_QUANTILE: f64 = 0.8;
/// Least number of steps (between successive detections of a unit) for finding jumps and
/// placeholders.
const MIN_STEPS: usize = 10;

/// Position that occurs repeatedly and far from the positions before and after.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RepeatedPosition {
    /// Repeated position, in the coordinates of the files.
    pub position: [f64; 2],
    pub count: usize,
}

/// Parses placeholder positions such as `0,0 -1,-1` (or `;` between them); `-1` means `-1,-1`.
pub fn read_placeholders(text: &str) -> Result<Vec<[f64; 2]>, String> {
    let place = |part: &str| {
        let (x, y) = part.split_once(',').unwrap_or((part, part));
        let both = x.trim().parse::<f64>().ok().zip(y.trim().parse::<f64>().ok());
        both.map(|(x, y)| [x, y])
            .ok_or_else(|| format!("{} is no place: x and y are wanted, as in 0,0.", quote(part)))
    };
    text.split([';', ' ']).filter(|part| !part.is_empty()).map(place).collect()
}

/// Parses width and height of a periodic box, as in `600,400`.
pub fn read_wrap(text: &str) -> Result<[f64; 2], String> {
    let (w, h) = text.split_once([',', 'x']).unwrap_or((text, text));
    let both = w.trim().parse::<f64>().ok().zip(h.trim().parse::<f64>().ok());
    let is_size = |side: f64| side > 0.0 && side.is_finite();
    both.filter(|(w, h)| is_size(*w) && is_size(*h)).map(|(w, h)| [w, h]).ok_or_else(|| {
        format!(
            "{} is no periodic box: width and height above 0 are wanted, in lengths of the file, as in 600,400.",
            quote(text)
        )
    })
}

/// Moves points by whole box sizes into a periodic box from 0 to `size`, if they fit into it.
pub(super) fn wrap_points(points: &mut [Point], size: [f64; 2]) -> Result<(), String> {
    if !size.iter().all(|side| *side > 0.0 && side.is_finite()) {
        return Err(format!(
            "A periodic box is wider and higher than 0, not {} by {}.",
            size[0], size[1]
        ));
    }
    for (axis, side) in size.into_iter().enumerate() {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for point in points.iter() {
            (low, high) = (low.min(point.place[axis]), high.max(point.place[axis]));
        }
        if high - low > side * (1.0 + 1e-6) {
            return Err(format!(
                "The periodic box of {} by {} is smaller than the data, which extends over {} in {}.",
                size[0],
                size[1],
                high - low,
                ["x", "y"][axis]
            ));
        }
        for point in points.iter_mut() {
            let inside = point.place[axis].rem_euclid(side);
            point.place[axis] = if inside < side { inside } else { 0.0 };
        }
    }
    Ok(())
}

/// Step between two successive detections of a unit: length per frame, and indices of the points.
struct TrackStep {
    length: f64,
    rows: [usize; 2],
}

fn track_steps(points: &[Point], wrap: Option<[f64; 2]>) -> Vec<TrackStep> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    sort_by_numbers(&mut order, |row| (f64::from(points[*row].id), points[*row].frame as f64));
    let pairs = order.windows(2).map(|two| [two[0], two[1]]);
    let step = |rows: [usize; 2]| {
        let [a, b] = rows.map(|row| &points[row]);
        let frames = (b.frame - a.frame) as f64;
        let way = [0, 1].map(|axis| {
            let way = b.place[axis] - a.place[axis];
            wrap.map_or(way, |size| way - size[axis] * (way / size[axis]).round())
        });
        let length = libm::hypot(way[0], way[1]) / frames.max(1.0);
        (a.id == b.id).then_some(TrackStep { length, rows })
    };
    pairs.filter_map(step).collect()
}

/// Quantile of numbers without interpolation; NaN without numbers.
fn quantile(mut values: Vec<f64>, share: f64) -> f64 {
    sort_by_number(&mut values, |value| *value);
    values.get((share * values.len() as f64) as usize).copied().unwrap_or(f64::NAN)
}

/// Most frequent position that looks like a placeholder for animals that were not detected.
pub fn most_repeated_position(points: &[Point]) -> Option<RepeatedPosition> {
    repeated_position(points, &track_steps(points, None))
}

fn repeated_position(points: &[Point], steps: &[TrackStep]) -> Option<RepeatedPosition> {
    const MIN_REPETITIONS: usize = 2;
    const MAX_CHECKED_POSITIONS: usize = 3;
    let mut places: Vec<[f64; 2]> = points.iter().map(|point| point.place).collect();
    sort_by_numbers(&mut places, |place| (place[0], place[1]));
    let mut met: Vec<RepeatedPosition> = Vec::new();
    for place in places {
        match met.last_mut() {
            Some(last) if last.position == place => last.count += 1,
            _ => met.push(RepeatedPosition { position: place, count: 1 }),
        }
    }
    sort_by_number(&mut met, |one| -(one.count as f64));
    met.into_iter().filter(|one| one.count >= MIN_REPETITIONS).take(MAX_CHECKED_POSITIONS).find(
        |one| {
            let at = |row: usize| points[row].place == one.position;
            let lengths = |ends: usize| -> Vec<f64> {
                let with = steps.iter().filter(|step| {
                    usize::from(at(step.rows[0])) + usize::from(at(step.rows[1])) == ends
                });
                with.map(|step| step.length).collect()
            };
            let (there, usual) = (lengths(1), lengths(0));
            usual.len() >= MIN_STEPS
                && quantile(there, 0.5) > JUMP_RATIO * quantile(usual, COMPARED_QUANTILE)
        },
    )
}

/// Sentences about suspicious positions. `wrap`: size of a periodic box, in lengths of the files.
pub(super) fn position_remarks(points: &[Point], wrap: Option<[f64; 2]>) -> Vec<String> {
    let mut notes = Vec::new();
    let mut steps = track_steps(points, wrap);
    if let Some(RepeatedPosition { position: [x, y], count }) = repeated_position(points, &steps) {
        notes.push(format!(
            "{count} places are {x}, {y}, far from those before and after, as where an animal is not seen: \
             --missing {x},{y} leaves them out."
        ));
        steps.retain(|step| step.rows.iter().all(|row| points[*row].place != [x, y]));
    }
    if steps.len() < MIN_STEPS {
        return notes;
    }
    let usual = quantile(steps.iter().map(|step| step.length).collect(), COMPARED_QUANTILE);
    let jumps: Vec<&TrackStep> =
        steps.iter().filter(|step| step.length > JUMP_RATIO * usual).collect();
    if let Some(first) = jumps.first().filter(|_| usual > 0.0) {
        let Point { id, frame, line, .. } = points[first.rows[1]];
        let line = if line > 0 { format!(", line {line}") } else { String::new() };
        let (some, are) = if jumps.len() == 1 { ("step", "is") } else { ("steps", "are") };
        let advice = match wrap {
            Some(_) => "",
            None => " If the edges of the world are periodic, say so: --wrap W,H.",
        };
        notes.push(format!(
            "{} {some} of one frame {are} more than {JUMP_RATIO} times as long as nearly all others, the first of unit \
             {id} to frame {frame}{line}.{advice}",
            jumps.len()
        ));
    }
    notes
}
