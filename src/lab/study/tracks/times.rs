//! Times in tables: parsing of cells, the frame rate that times prove, and frame numbers at a rate.

use super::Point;
use std::collections::BTreeMap;

/// Times of a table's rows, s, with the precision to which they are written.
#[derive(Clone, Debug, Default)]
pub struct TimeCells {
    seconds: Vec<f64>,
    /// Value of the last digit of the most precise cell, s; infinite if no cell was readable,
    /// `None` before the first cell.
    last_digit: Option<f64>,
    is_clock: bool,
}

/// Time of a cell, s; value of its last digit, s; whether it is a time of day without a date.
pub type ParsedTime = (f64, f64, bool);

/// Parses a time: a number (`number`, in units of `unit` seconds), a time of day (`12:00:01.5`), or
/// a date with a time of day (ISO 8601).
pub fn read_time(cell: &str, number: Option<f64>, unit: f64) -> Option<ParsedTime> {
    let Some(value) = number else { return parse_clock(cell) };
    let is_exact = cell.contains(['e', 'E']);
    let digits = cell.split_once(['.', ',']).map_or(0, |(_, part)| part.len());
    let digit = if is_exact { 0.0 } else { libm::pow(10.0, -(digits as f64)) };
    value.is_finite().then_some((value * unit, digit * unit, false))
}

fn parse_clock(cell: &str) -> Option<ParsedTime> {
    let (date, time) = match cell.split_once(['T', ' ']) {
        Some((date, time)) => (Some(date), time),
        None => (None, cell),
    };
    // A time zone is ignored, as if it were the same in all rows.
    let zone = time.rfind(['+', '-', 'Z']).unwrap_or(time.len());
    let time = time.get(..zone)?.replace(',', ".");
    let parts: Vec<f64> = time.split(':').map(str::parse).collect::<Result<_, _>>().ok()?;
    let seconds = match parts[..] {
        [minutes, seconds] => 60.0 * minutes + seconds,
        [hours, minutes, seconds] => 3600.0 * hours + 60.0 * minutes + seconds,
        _ => return None,
    };
    let days = match date {
        None => 0,
        Some(date) => {
            let parts: Vec<i64> =
                date.split(['-', '/']).map(str::parse).collect::<Result<_, _>>().ok()?;
            let [year, month, day] = parts[..] else { return None };
            if !(1000..=9999).contains(&year) {
                return None;
            }
            // Days since March 1 of the year 0 (Hinnant's algorithm).
            let (year, month) = if month < 3 { (year - 1, month + 9) } else { (year, month - 3) };
            365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day
        }
    };
    let digits = time.split_once('.').map_or(0, |(_, part)| part.len());
    let digit = libm::pow(10.0, -(digits as f64));
    Some((86_400.0 * days as f64 + seconds, digit, date.is_none()))
}

impl TimeCells {
    /// Adds the time of a row; `None` if the row has none.
    pub fn push(&mut self, cell: Option<ParsedTime>) {
        let (seconds, digit, is_clock) = cell.unwrap_or((f64::NAN, f64::INFINITY, false));
        self.seconds.push(seconds);
        self.last_digit = Some(self.last_digit.unwrap_or(f64::INFINITY).min(digit));
        self.is_clock |= is_clock;
    }

    /// Times of an array, which are exact.
    pub fn from_seconds(seconds: Vec<f64>) -> Self {
        Self { seconds, last_digit: Some(0.0), is_clock: false }
    }

    /// Whether no row has a finite time.
    pub fn is_empty(&self) -> bool {
        !self.seconds.iter().any(|time| time.is_finite())
    }

    pub fn seconds_of_row(&self, row: usize) -> f64 {
        self.seconds.get(row).copied().unwrap_or(f64::NAN)
    }

    pub fn last_digit(&self) -> f64 {
        self.last_digit.filter(|digit| digit.is_finite()).unwrap_or(0.0)
    }

    pub fn is_clock(&self) -> bool {
        self.is_clock
    }
}

/// Refuses times that fall from one row of an animal to the next because a time of day passes
/// midnight or a counter begins again. Numbers that fall repeatedly or by little are only rows out
/// of order, which are sorted later.
pub fn refuse_falling(points: &[Point], seconds: &[f64], is_clock: bool) -> Result<(), String> {
    let mut last = BTreeMap::<u32, usize>::new();
    let mut falls = BTreeMap::<u32, Vec<[usize; 2]>>::new();
    for (row, point) in points.iter().enumerate() {
        if let Some(before) = last.insert(point.id, row)
            && seconds[row] < seconds[before]
        {
            falls.entry(point.id).or_default().push([before, row]);
        }
    }
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for time in seconds {
        (low, high) = (low.min(*time), high.max(*time));
    }
    let drop = |[before, row]: [usize; 2]| seconds[before] - seconds[row];
    let restarts = |falls: &&Vec<[usize; 2]>| {
        is_clock || (falls.len() == 1 && drop(falls[0]) > 0.5 * (high - low))
    };
    let Some([before, row]) = falls.values().find(restarts).map(|falls| falls[0]) else {
        return Ok(());
    };
    let line = points[row].line;
    let line = if line > 0 { format!("line {line}: ") } else { String::new() };
    Err(format!(
        "{line}the time falls from {} s to {} s, as at midnight or where a count begins again: save times with their \
         date, or number the frames and say --columns frame=NUMBER and --fps.",
        seconds_text(seconds[before]),
        seconds_text(seconds[row])
    ))
}

/// Writes a time, s; in exponential notation if it would have too many digits.
fn seconds_text(seconds: f64) -> String {
    let is_plain = seconds == 0.0 || (1e-4..1e12).contains(&seconds.abs());
    if is_plain { seconds.to_string() } else { format!("{seconds:e}") }
}

/// Largest rounding error of a difference of two times, s. `digit`: value of the cells' last digit,
/// s; `step`: time between two frames, s.
fn time_uncertainty(times: &[f64], digit: f64, step: f64) -> f64 {
    let largest = times.iter().fold(0.0, |most: f64, time| most.max(time.abs()));
    digit * 1.000_001 + 1e-7 * step + 4.0 * f64::EPSILON * largest
}

const UNEVEN_TIMES: &str = "The times are not even: say --fps, as in --fps 25; --fps 1000 takes them as they are, to the \
                      millisecond.";

/// Frame rate with the fewest decimals by which all times belong to their frames, within rounding.
/// `digit`: value of the times' last digit, s; `coarsest`: largest accepted error of a time, as a
/// share of the time between two frames.
fn proven_rate(frames: &[i64], times: &[f64], digit: f64, coarsest: f64) -> Result<f64, String> {
    let last = times.len() - 1;
    let (count, whole) = ((frames[last] - frames[0]) as f64, times[last] - times[0]);
    let step = whole / count;
    let slack = time_uncertainty(times, digit, step);
    if !(step > 0.0 && step.is_finite()) || slack > coarsest * step || slack > 0.02 * whole {
        return Err("The times are too coarse to give a rate: say it, as in --fps 25.".into());
    }
    let off = |(time, frame): (&f64, &i64)| time - times[0] - step * (frame - frames[0]) as f64;
    if times.iter().zip(frames).map(off).any(|off| off.abs() > slack) {
        return Err(UNEVEN_TIMES.into());
    }
    let (low, high) = (count / (whole + slack), count / (whole - slack));
    let rounded = (0..=9).map(|digits| {
        let tens = libm::pow(10.0, f64::from(digits));
        (tens / step).round() / tens
    });
    Ok(rounded.into_iter().find(|rate| (low..=high).contains(rate)).unwrap_or(1.0 / step))
}

/// Frame rate of points that have frames and times; `None` if fewer than two frames have a time.
///
/// # Errors
/// Reason why the rate has to be given: the times are uneven, too coarse, or contradict the frames.
pub fn rate_of_points(
    points: &[Point],
    seconds: &[f64],
    time_resolution: f64,
) -> Result<Option<f64>, String> {
    let mut first = BTreeMap::<i64, f64>::new();
    for (point, time) in points.iter().zip(seconds).filter(|(_, time)| time.is_finite()) {
        first.entry(point.frame).or_insert(*time);
    }
    if first.len() < 2 {
        return Ok(None);
    }
    let (frames, times): (Vec<i64>, Vec<f64>) = first.into_iter().unzip();
    proven_rate(&frames, &times, time_resolution, f64::INFINITY)
        .map(Some)
        .map_err(|why| format!("The frames and the times in it do not go together. {why}"))
}

fn distinct_times(seconds: &[f64]) -> Vec<f64> {
    let mut distinct_times = seconds.to_vec();
    flockwright::internals::math::sort_by_number(&mut distinct_times, |time| *time);
    distinct_times.dedup();
    distinct_times
}

/// Frame rate of times without frame numbers; single frames may be missing. `digit`: value of the
/// times' last digit, s.
///
/// # Errors
/// Reason why the rate has to be given.
pub fn regular_rate(seconds: &[f64], digit: f64) -> Result<f64, String> {
    let times = distinct_times(seconds);
    if times.len() < 2 {
        return Err("There is one time alone: nothing moves in it.".into());
    }
    // If no frame is missing, many times may be rounded more coarsely: by up to a frame's duration.
    let counted: Vec<i64> = (0..times.len() as i64).collect();
    if times.len() >= 20
        && let Ok(rate) = proven_rate(&counted, &times, digit, 1.01)
    {
        return Ok(rate);
    }
    let mut steps: Vec<f64> = times.windows(2).map(|two| two[1] - two[0]).collect();
    let unsorted = steps.clone();
    flockwright::internals::math::sort_by_number(&mut steps, |step| *step);
    // Steps that are longer than 1.5 times the median lead over missing frames.
    let usual = 1.5 * steps[steps.len() / 2];
    let single: Vec<f64> = steps.into_iter().filter(|step| *step <= usual).collect();
    let step = single.iter().sum::<f64>() / single.len() as f64;
    let mut frames = vec![0_i64];
    for one in unsorted {
        let step = (one / step).round().clamp(1.0, 1e12) as i64;
        frames.push(frames[frames.len() - 1].saturating_add(step));
    }
    proven_rate(&frames, &times, digit, 0.3)
}

/// Frame number of each time at a rate, and a remark if the times are irregular.
pub fn frames_at(seconds: &[f64], fps: f64) -> Result<(Vec<i64>, Option<String>), String> {
    /// Largest accepted deviation of a time from its frame, and the deviation above which a remark
    /// is made; both as shares of the time between two frames.
    const JITTER_SHARES: [f64; 2] = [0.35, 0.05];
    let times = distinct_times(seconds);
    let first = times.first().copied().unwrap_or(0.0);
    let began = (first * fps).round();
    if (times[times.len() - 1].abs() + first.abs()) * fps > 9e15 {
        return Err(format!(
            "There are too many frames between the first and the last time at {fps} per second."
        ));
    }
    let frame = |time: f64| ((time - first) * fps).round() as i64;
    if let Some(two) = times.windows(2).find(|two| frame(two[0]) == frame(two[1])) {
        return Err(format!(
            "At {fps} frames per second, the times {} s and {} s are one frame: say a higher rate.",
            two[0], two[1]
        ));
    }
    let off = |time: &f64| ((time - first) * fps - frame(*time) as f64).abs();
    let worst = times.iter().map(off).fold(0.0, f64::max);
    let shortest = times.windows(2).map(|two| two[1] - two[0]).fold(f64::INFINITY, f64::min);
    // Irregular times are accepted at a rate of ten frames or more per time: rounding to frames
    // changes them little.
    if worst > JITTER_SHARES[0] && shortest * fps < 10.0 {
        return Err(format!(
            "The times do not fit {fps} frames per second; --fps 1000 takes them as they are, to the millisecond."
        ));
    }
    let note = (worst > JITTER_SHARES[1] && shortest * fps < 10.0).then(|| {
        format!("The times are off by up to {:.2} of a frame at {fps} per second.", worst)
    });
    let frames = seconds.iter().map(|time| frame(*time).saturating_add(began as i64)).collect();
    Ok((frames, note))
}
