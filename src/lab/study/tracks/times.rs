//! From times to frames: one rate that all times agree with, however they were rounded.

use flockwright::internals::math::{sort_by_number, sort_by_numbers};

/// Rates of cameras that are no whole numbers.
const USUAL: [f64; 4] = [23.976, 29.97, 59.94, 119.88];
/// A rate is asked for where the times leave it open by more than this share.
const SURE: f64 = 0.02;
/// Slower and faster than films are: the times are likely no seconds.
const LIKELY: std::ops::RangeInclusive<f64> = 2.0..=1000.0;
/// Times of clocks are off by up to this share of a step.
const JITTER: f64 = 0.35;
/// Uneven by more than this share of a step is said.
const EVEN: f64 = 0.05;
/// Frames that are missing between the first and the last time, at most.
const MOST_GAPS: usize = 200_000;
/// Steps of the search for these.
const MOST_STEPS: usize = 100_000_000;
/// Where times are rounded by more of a step, which frames are missing is not known.
const COARSEST: f64 = 0.6;
/// As few missing frames may lie evenly by chance.
const FEW: usize = 4;
/// Parts of the shortest step in which times without any rate are counted.
const PARTS: f64 = 16.0;

/// Times that fit by chance are likelier than this: they say nothing.
const CHANCE: f64 = 1e-3;
const COARSE: &str =
    "The times are so coarse and so uneven that they say no rate: say it, as in --fps 25.";

/// Why a person has to say the rate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Doubt {
    pub why: String,
    /// Where the frames depend on the rate: the time of each point, s, and how many of its unit have had the same
    /// before; how far these are rounded, s.
    pub times: Option<(Vec<(f64, u32)>, f64)>,
}

/// What times say of frames.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Clock {
    /// The frame of each time.
    pub frames: Vec<i64>,
    /// Frame numbers per second.
    pub fps: f64,
    /// What is to be said of it.
    pub note: Option<String>,
    /// Why a person has to say the rate.
    pub doubt: Option<Doubt>,
}

/// Seconds as they were written.
#[derive(Clone, Debug, Default)]
pub(super) struct Times {
    /// NaN where there is none.
    pub seconds: Vec<f64>,
    /// The last digit of them, s; 0 where they have all digits that there are.
    pub digit: f64,
    /// Whether their unit is known, and not only likely.
    pub known: bool,
}

impl Doubt {
    /// Of the rate alone.
    pub(super) fn of_rate(why: impl Into<String>) -> Option<Self> {
        Some(Self { why: why.into(), times: None })
    }

    /// Of the frames, too.
    fn of_frames(why: impl Into<String>, slack: f64) -> Option<Self> {
        Some(Self { why: why.into(), times: Some((Vec::new(), slack)) })
    }

    /// Whether the frames at this rate may be off where one is missing: several of them have one time.
    pub(super) fn is_coarse(&self, fps: f64) -> bool {
        self.times.as_ref().is_some_and(|(_, slack)| slack * fps > COARSEST)
    }

    /// The frames at a rate that a person says, where the times depend on it.
    pub(super) fn frames(&self, fps: f64) -> Result<Option<Vec<i64>>, String> {
        let Some((times, slack)) = &self.times else { return Ok(None) };
        let mut instants = times.clone();
        sort_by_numbers(&mut instants, |one| *one);
        instants.dedup();
        let seconds: Vec<f64> = instants.iter().map(|(time, _)| *time).collect();
        let last = seconds.len() - 1;
        let counted: Vec<i64> = (0..=last as i64).collect();
        let whole = seconds[last] - seconds[0];
        let fits = |frames: &Vec<i64>| spread(&seconds, frames, 1.0 / fps) <= *slack;
        let frames = Some(counted).filter(fits).or_else(|| {
            // Where times are this coarse, which ones are missing is not known.
            let most = (whole * fps).round() as usize;
            let near = (most.saturating_sub(1)..=most + 1)
                .filter(|most| *most > last && slack * fps < COARSEST);
            near.filter_map(|most| with_missing(&seconds, most - last, *slack, &mut 0)).find(fits)
        });
        // Or as they were counted.
        let exact = || -> Vec<i64> {
            seconds.iter().map(|time| ((time - seconds[0]) * fps).round() as i64).collect()
        };
        let is_exact = |frames: &Vec<i64>| {
            let is_apart = frames.windows(2).all(|two| two[0] < two[1]);
            is_apart && spread(&seconds, frames, 1.0 / fps) <= 1e-3 * slack
        };
        let frames = frames.or_else(|| Some(exact()).filter(is_exact));
        let frames = frames.ok_or_else(|| {
            format!(
                "The times are too coarse for {fps} frames per second: save more decimals, or a column frame; or \
                 say which column is the animal, as in --columns id=NAME."
            )
        })?;
        let order = |a: &(f64, u32), b: &(f64, u32)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
        let at = |one: &(f64, u32)| {
            frames[instants.binary_search_by(|other| order(other, one)).unwrap_or_default()]
        };
        Ok(Some(times.iter().map(at).collect()))
    }
}

impl Times {
    /// Whether they are seconds, by their unit or by the rate that they have then.
    fn are_seconds(&self, fps: f64) -> bool {
        self.known || LIKELY.contains(&fps)
    }

    /// How far apart two ends of what was rounded may be: what rounding and 64 bits leave open.
    pub(super) fn slack(&self, step: f64) -> f64 {
        let largest = self.seconds.iter().filter(|time| time.is_finite());
        let largest = largest.fold(0.0, |most: f64, time| most.max(time.abs()));
        self.digit * 1.000_001 + 1e-7 * step + 4.0 * f64::EPSILON * largest
    }
}

/// The least distance between two parallel lines of this slope that hold all times.
fn spread(times: &[f64], frames: &[i64], step: f64) -> f64 {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for (time, frame) in times.iter().zip(frames) {
        let off = time - step * (frame - frames[0]) as f64;
        (low, high) = (low.min(off), high.max(off));
    }
    high - low
}

/// The steps at which all times lie within `slack`; `None` where there is no such step.
fn steps_within(times: &[f64], frames: &[i64], slack: f64) -> Option<(f64, f64)> {
    let (first, last) = (0, times.len() - 1);
    let count = (frames[last] - frames[first]) as f64;
    let whole = times[last] - times[first];
    let [mut low, mut high] =
        [(whole - 2.0 * slack).max(0.01 * whole), whole + 2.0 * slack].map(|way| way / count);
    let ends = (low, high);
    // The distance is convex in the slope: a third of what remains goes at a time.
    for _ in 0..60 {
        let third = (high - low) / 3.0;
        let (a, b) = (low + third, high - third);
        if spread(times, frames, a) <= spread(times, frames, b) { high = b } else { low = a }
    }
    let best = 0.5 * (low + high);
    if spread(times, frames, best) > slack {
        return None;
    }
    let border = |mut outside: f64| {
        let mut inside = best;
        for _ in 0..40 {
            let middle = 0.5 * (inside + outside);
            match spread(times, frames, middle) <= slack {
                true => inside = middle,
                false => outside = middle,
            }
        }
        inside
    };
    Some((border(ends.0), border(ends.1)))
}

/// Step and first time by least squares of the times over the frames.
fn line(times: &[f64], frames: &[i64]) -> (f64, f64) {
    let n = times.len() as f64;
    let at = |frame: i64| (frame - frames[0]) as f64;
    let mean_frame = frames.iter().map(|frame| at(*frame)).sum::<f64>() / n;
    let mean_time = times.iter().sum::<f64>() / n;
    let (mut up, mut down) = (0.0, 0.0);
    for (time, frame) in times.iter().zip(frames) {
        let off = at(*frame) - mean_frame;
        up += off * (time - mean_time);
        down += off * off;
    }
    let step = up / down;
    (step, mean_time - step * mean_frame)
}

/// The plainest rate, with steps from `low` to `high`, near to the step of least squares.
fn plain_rate(low: f64, high: f64, step: f64) -> f64 {
    let fits = |rate: &f64| (low..=high).contains(&(1.0 / rate));
    let to = |digits: i32, value: f64| {
        let tens = libm::pow(10.0, f64::from(digits));
        (value * tens).round() / tens
    };
    let whole = to(0, 1.0 / step);
    let usual = USUAL.into_iter().filter(fits).min_by(|a, b| {
        let off = |rate: &f64| (rate - 1.0 / step).abs();
        off(a).total_cmp(&off(b))
    });
    let by_step = || 1.0 / to(0, step);
    let first = Some(whole).filter(fits).or(usual).or(Some(by_step()).filter(fits));
    let finer = || (1..=9).map(|digits| to(digits, 1.0 / step)).find(fits);
    first.or_else(finer).unwrap_or(1.0 / step)
}

/// Frames of times of which `missing` are not there: each is the next one, or as many later as the
/// time says. `None` where one is near to no frame.
fn with_missing(times: &[f64], missing: usize, slack: f64, work: &mut usize) -> Option<Vec<i64>> {
    let last = times.len() - 1;
    let count = last + missing;
    let step = (times[last] - times[0]) / count as f64;
    let (mut frames, mut off) = (Vec::with_capacity(times.len()), 0.0);
    for (at, time) in times.iter().enumerate() {
        *work += 1;
        let exact = (time - times[0]) / step - off;
        let frame = (exact.round() as i64).max(frames.last().map_or(0, |last| last + 1));
        let error = exact - frame as f64;
        // Where the first one was rounded to shows after some.
        let known = (at + 1) as f64;
        let open = 0.5 + 0.6 / known.sqrt() + 0.15;
        if error.abs() * step > open * slack {
            return None;
        }
        off += error / known.min(32.0);
        frames.push(frame);
    }
    (frames.last() == Some(&(count as i64))).then_some(frames)
}

/// What is said of a length of time.
fn said(seconds: f64) -> String {
    let short = |value: f64| {
        let digits = (2.0 - libm::log10(value.abs()).floor()).clamp(0.0, 9.0) as usize;
        let text = format!("{value:.digits$}");
        match text.contains('.') {
            true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
            false => text,
        }
    };
    match seconds < 1.0 {
        true => format!("{} ms", short(seconds * 1e3)),
        false => format!("{} s", short(seconds)),
    }
}

/// A rate as people say it.
fn said_rate(fps: f64) -> String {
    format!("{}", (fps * 1e4).round() / 1e4)
}

/// Frames of times of instants, which are sorted; equal ones are frames of their own.
pub(super) fn frames_of(instants: &[f64], of: &Times) -> Clock {
    let last = instants.len() - 1;
    let whole = instants[last] - instants[0];
    if whole <= 0.0 {
        return Clock { frames: (0..=last as i64).collect(), ..Clock::default() };
    }
    let mut slack = of.slack(whole / last as f64);
    let counted: Vec<i64> = (0..=last as i64).collect();
    // Where nearly all steps are one in the last digit, that is what was counted, and a few are missing. More longer
    // steps that lie evenly are those of a rate that was rounded.
    let steps = || instants.windows(2).map(|two| two[1] - two[0]);
    let ones = steps().filter(|step| (step - of.digit).abs() < 1e-6 * of.digit).count();
    if 10 * ones >= 8 * last && steps().all(|step| step > 0.0) {
        let missing = (whole / of.digit).round() as usize - last;
        let rounded = steps_within(instants, &counted, slack);
        let is_open = missing <= FEW
            && missing as f64 > 2.0 * SURE * last as f64
            && of.are_seconds(1.0 / of.digit);
        if let Some((low, high)) = rounded.filter(|_| is_open) {
            return even(instants, counted, (low.min(of.digit), high.max(of.digit)), of, slack);
        }
        if missing <= FEW || rounded.is_none() {
            slack = Times { digit: 0.0, known: of.known, seconds: Vec::new() }
                .slack(whole / last as f64);
        }
    }
    // All frames are there, or as few are missing as the times allow. Whatever else they allow leaves the rate
    // open.
    let mut found: Option<(Vec<i64>, f64, f64)> = None;
    let (mut end, mut work, mut by_chance) = (MOST_GAPS, 0, false);
    for missing in 0.. {
        let step = whole / (last + missing) as f64;
        if missing > end || (missing > 0 && step < 1.25 * slack) || work > MOST_STEPS {
            break;
        }
        let frames = match missing {
            0 => Some(counted.clone()),
            _ => with_missing(instants, missing, slack, &mut work),
        };
        let fitted = frames.and_then(|frames| {
            work += 100 * instants.len();
            let (low, high) = steps_within(instants, &frames, slack)?;
            Some((frames, low, high))
        });
        let Some((frames, low, high)) = fitted else { continue };
        found = match found {
            None => {
                end = missing + ((last + missing) / 20).clamp(1, 20);
                // As likely as some number of missing frames does so by chance.
                let chance = libm::pow((slack / step).min(1.0), last as f64 - 1.0) * missing as f64;
                by_chance = chance > CHANCE;
                Some((frames, low, high))
            }
            Some((frames, least, most)) => Some((frames, least.min(low), most.max(high))),
        };
    }
    match found {
        Some((frames, low, high)) => {
            let mut clock = even(instants, frames, (low, high), of, slack);
            if by_chance && clock.doubt.is_none() {
                clock.doubt = Doubt::of_frames(COARSE, slack);
            }
            clock
        }
        None => uneven(instants, of, slack),
    }
}

/// All times are those of one rate.
fn even(
    instants: &[f64],
    frames: Vec<i64>,
    (low, high): (f64, f64),
    of: &Times,
    slack: f64,
) -> Clock {
    let (step, _) = line(instants, &frames);
    let fps = plain_rate(low, high, step);
    let steps = instants.windows(2).map(|two| two[1] - two[0]);
    let shortest = steps.clone().fold(f64::INFINITY, f64::min);
    let longest = steps.fold(0.0, f64::max);
    let alike = longest - shortest < 1e-6 * longest;
    let mut clock = Clock { frames, fps, ..Clock::default() };
    let open = (high - low) / (high + low);
    let is_plain = (2.0 * fps).fract() == 0.0 || USUAL.contains(&fps);
    if of.are_seconds(fps) && (open > SURE || (slack > COARSEST * step && !is_plain)) {
        let between = format!(
            "The times are so few and so coarse that the rate lies anywhere from {} to {} frames per second",
            said_rate(1.0 / high),
            said_rate(1.0 / low)
        );
        match alike {
            true => clock.note = Some(format!("{between}: {} is taken.", said_rate(fps))),
            false => {
                let why = format!("{between}: say it, as in --fps 25.");
                clock.doubt = Doubt::of_frames(why, slack);
            }
        }
    } else if (clock.frames.len() as f64) * 1.3 < clock.frames.last().map_or(0.0, |n| *n as f64) {
        clock.note = Some(format!(
            "The times are uneven, {} to {} apart: they are counted at {} per second, and speeds go by \
             them.",
            said(shortest),
            said(longest),
            said_rate(fps)
        ));
    }
    likely(&mut clock, shortest, longest, of);
    clock
}

/// A rate that no film has is asked for, or said where the unit of the times is known.
fn likely(clock: &mut Clock, shortest: f64, longest: f64, of: &Times) {
    let fps = clock.fps;
    let shown = if longest > shortest { longest } else { shortest };
    if clock.doubt.is_none() && !of.are_seconds(fps) {
        clock.doubt = Doubt::of_rate(format!(
            "The times are up to {shown} apart: in seconds, that is a rate of {} frames per second. Say what it \
             is, as in --fps 25, or name the column with its unit, as in “time (ms)”.",
            said_rate(fps)
        ));
    }
}

/// Times of a clock that is off now and then, or of no rate at all.
fn uneven(instants: &[f64], of: &Times, slack: f64) -> Clock {
    let mut steps: Vec<f64> = instants.windows(2).map(|two| two[1] - two[0]).collect();
    sort_by_number(&mut steps, |step| *step);
    let (shortest, longest) = (steps[0], steps[steps.len() - 1]);
    let usual = steps[steps.len() / 2];
    if shortest <= 0.0 {
        let why = "One animal is at several places at the same time: say which column is the animal, as in --columns \
                   id=NAME, or the rate, as in --fps 25; or save more decimals, or a column frame.";
        let frames = (0..instants.len() as i64).collect();
        return Clock { frames, doubt: Doubt::of_frames(why, slack), ..Clock::default() };
    }
    let mut frames = vec![0i64];
    for two in instants.windows(2) {
        let step = ((two[1] - two[0]) / usual).round().max(1.0) as i64;
        frames.push(frames[frames.len() - 1] + step);
    }
    if slack > 0.3 * usual {
        return Clock { frames, doubt: Doubt::of_frames(COARSE, slack), ..Clock::default() };
    }
    let (step, first) = line(instants, &frames);
    let at = |frame: &i64| first + step * *frame as f64;
    let off = |(time, frame): (&f64, &i64)| (time - at(frame)).abs();
    let worst = instants.iter().zip(&frames).map(off).fold(0.0, f64::max);
    let mut clock = Clock::default();
    if worst <= JITTER * step {
        let open = worst / (instants[instants.len() - 1] - instants[0]);
        clock.fps = plain_rate(step * (1.0 - open), step * (1.0 + open), step);
        if worst > EVEN * step {
            clock.note = Some(format!(
                "The times are off by up to {} of {} frames per second, which are taken.",
                said(worst),
                said_rate(clock.fps)
            ));
        }
        clock.frames = frames;
    } else {
        // As fine as speeds between two of them need.
        let part = (shortest / PARTS).max(slack);
        let count = |time: &f64| ((time - instants[0]) / part).round() as i64;
        clock.frames = instants.iter().map(count).collect();
        clock.fps = 1.0 / part;
        clock.note = Some(format!(
            "The times are uneven, {} to {} apart, {} frames per second on average: speeds go by the times.",
            said(shortest),
            said(longest),
            said_rate((instants.len() - 1) as f64 / (instants[instants.len() - 1] - instants[0]))
        ));
        if of.are_seconds(1.0 / usual) {
            return clock;
        }
        clock.fps = 1.0 / usual;
    }
    likely(&mut clock, shortest, longest, of);
    clock
}

/// How frames and times go together, both by instant: one rate, or `None`.
pub(super) fn rate_of(frames: &[i64], instants: &[f64], of: &Times) -> Option<Clock> {
    let last = frames.len().checked_sub(1).filter(|last| *last > 0)?;
    let count = (frames[last] - frames[0]) as f64;
    let whole = instants[last] - instants[0];
    if count <= 0.0 || whole <= 0.0 {
        return None;
    }
    let slack = of.slack(whole / count);
    if let Some(steps) = steps_within(instants, frames, slack) {
        let mut clock = even(instants, frames.to_vec(), steps, of, slack);
        // The frames are known here.
        clock.doubt = clock.doubt.map(|doubt| Doubt { times: None, ..doubt });
        if clock.doubt.is_none() && (steps.1 - steps.0) <= SURE * (steps.1 + steps.0) {
            clock.note = None;
        }
        return Some(clock);
    }
    let (step, first) = line(instants, frames);
    let off =
        |(time, frame): (&f64, &i64)| (time - first - step * (frame - frames[0]) as f64).abs();
    let worst = instants.iter().zip(frames).map(off).fold(0.0, f64::max);
    if step <= 0.0 || worst > JITTER * step {
        return None;
    }
    let open = worst / whole;
    let fps = plain_rate(step * (1.0 - open), step * (1.0 + open), step);
    let note = (worst > EVEN * step).then(|| {
        format!(
            "The times are off by up to {} of {} frames per second, which are taken.",
            said(worst),
            said_rate(fps)
        )
    });
    let mut clock = Clock { frames: frames.to_vec(), fps, note, doubt: None };
    likely(&mut clock, step, step, of);
    Some(clock)
}
