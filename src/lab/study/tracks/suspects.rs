//! Places that are likely none: where programs write that they did not see an animal, and jumps.

use super::Point;
use flockwright::internals::math::{sort_by_number, sort_by_numbers};
use flockwright::rules::quote::quote;

/// A jump is this many times as long as nearly all steps are.
const JUMP: f64 = 10.0;
/// The share of the steps that are no longer than nearly all.
const NEARLY_ALL: f64 = 0.8;
/// Fewer steps tell of no jumps.
const LEAST_STEPS: usize = 10;

/// One place that is met again and again, far from the places before and after.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Again {
    /// As the files have it.
    pub place: [f64; 2],
    pub count: usize,
}

/// Reads `0,0` or `-1,-1`, several between blanks or semicolons; `-1` stands for `-1,-1`.
pub fn read_missing(text: &str) -> Result<Vec<[f64; 2]>, String> {
    let place = |part: &str| {
        let (x, y) = part.split_once(',').unwrap_or((part, part));
        let both = x.trim().parse::<f64>().ok().zip(y.trim().parse::<f64>().ok());
        both.map(|(x, y)| [x, y])
            .ok_or_else(|| format!("{} is no place: x and y are wanted, as in 0,0.", quote(part)))
    };
    text.split([';', ' ']).filter(|part| !part.is_empty()).map(place).collect()
}

/// A step of one unit: its length per frame, and the two rows.
struct Step {
    length: f64,
    rows: [usize; 2],
}

fn steps(points: &[Point]) -> Vec<Step> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    sort_by_numbers(&mut order, |row| (f64::from(points[*row].id), points[*row].frame as f64));
    let pairs = order.windows(2).map(|two| [two[0], two[1]]);
    let step = |rows: [usize; 2]| {
        let [a, b] = rows.map(|row| &points[row]);
        let frames = (b.frame - a.frame) as f64;
        let length =
            libm::hypot(b.place[0] - a.place[0], b.place[1] - a.place[1]) / frames.max(1.0);
        (a.id == b.id).then_some(Step { length, rows })
    };
    pairs.filter_map(step).collect()
}

/// The value below which a share of the numbers is.
fn quantile(mut values: Vec<f64>, share: f64) -> f64 {
    sort_by_number(&mut values, |value| *value);
    values.get((share * values.len() as f64) as usize).copied().unwrap_or(f64::NAN)
}

/// The place that most often stands for nobody.
pub fn place_again(points: &[Point]) -> Option<Again> {
    again(points, &steps(points))
}

fn again(points: &[Point], steps: &[Step]) -> Option<Again> {
    const LEAST: usize = 2;
    const LOOKED_AT: usize = 3;
    let mut places: Vec<[f64; 2]> = points.iter().map(|point| point.place).collect();
    sort_by_numbers(&mut places, |place| (place[0], place[1]));
    let mut met: Vec<Again> = Vec::new();
    for place in places {
        match met.last_mut() {
            Some(last) if last.place == place => last.count += 1,
            _ => met.push(Again { place, count: 1 }),
        }
    }
    sort_by_number(&mut met, |one| -(one.count as f64));
    met.into_iter().filter(|one| one.count >= LEAST).take(LOOKED_AT).find(|one| {
        let at = |row: usize| points[row].place == one.place;
        let lengths = |ends: usize| -> Vec<f64> {
            let with = steps.iter().filter(|step| {
                usize::from(at(step.rows[0])) + usize::from(at(step.rows[1])) == ends
            });
            with.map(|step| step.length).collect()
        };
        let (there, usual) = (lengths(1), lengths(0));
        usual.len() >= LEAST_STEPS && quantile(there, 0.5) > JUMP * quantile(usual, NEARLY_ALL)
    })
}

/// What is to be said of places, in a sentence each.
pub(super) fn said(points: &[Point]) -> Vec<String> {
    let mut notes = Vec::new();
    let mut steps = steps(points);
    if let Some(Again { place: [x, y], count }) = again(points, &steps) {
        notes.push(format!(
            "{count} places are {x}, {y}, far from those before and after, as where an animal is not seen: \
             --missing {x},{y} leaves them out."
        ));
        steps.retain(|step| step.rows.iter().all(|row| points[*row].place != [x, y]));
    }
    if steps.len() < LEAST_STEPS {
        return notes;
    }
    let usual = quantile(steps.iter().map(|step| step.length).collect(), NEARLY_ALL);
    let jumps: Vec<&Step> = steps.iter().filter(|step| step.length > JUMP * usual).collect();
    if let Some(first) = jumps.first().filter(|_| usual > 0.0) {
        let Point { id, frame, line, .. } = points[first.rows[1]];
        let line = if line > 0 { format!(", line {line}") } else { String::new() };
        let (some, are) = if jumps.len() == 1 { ("step", "is") } else { ("steps", "are") };
        notes.push(format!(
            "{} {some} of one frame {are} more than {JUMP} times as long as nearly all others, the first of unit \
             {id} to frame {frame}{line}.",
            jumps.len()
        ));
    }
    notes
}
