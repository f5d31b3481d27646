//! Comparison of a unit's path with the path it would have without a behavior.

use super::MotionRecord;
use flockwright::internals::math::wrap_angle;
use flockwright::internals::words::mid_sentence;
use flockwright::session::run::Run;

/// Distance between the ends of two paths below which they look the same, in drawn body lengths.
const SAME_END_DISTANCE: f32 = 0.5;

/// Angle between two headings below which they look the same, rad.
const SAME_HEADING: f32 = 0.1;

/// Distance from the nearest other unit, in body lengths, above which a unit has lost the others,
/// if it is also more than three times the distance on the unit's actual path.
const LOST_DISTANCE: f32 = 10.0;

/// Difference between a unit's actual path and its path without a behavior.
#[derive(Clone, Debug, PartialEq)]
pub struct PathDifference {
    /// Distance between the ends of the paths with and without the behavior, in drawn body lengths.
    pub end_distance: f32,
    pub text: String,
}

impl PathDifference {
    /// Compares `full_record` (all behaviors) and `reduced_record` (without one) from a tick to
    /// another; `None` until both records are complete. `left_out`: index of that behavior in the
    /// pipeline; `length`: body length, u; `drawn`: drawn length, u.
    pub(super) fn compare_records(
        run: &Run,
        full_record: &MotionRecord,
        reduced_record: &MotionRecord,
        (from, whole): (u64, u64),
        (left_out, length, drawn): (usize, f32, f32),
    ) -> Option<Self> {
        let end = |record: &MotionRecord| record.removal_tick().unwrap_or(whole).min(whole);
        if full_record.end_tick() < end(full_record)
            || reduced_record.end_tick() < end(reduced_record)
        {
            return None;
        }
        let last = end(full_record).min(end(reduced_record)).checked_sub(1)?;
        let (as_is, as_if) = (full_record.step(last)?, reduced_record.step(last)?);
        let ways =
            (full_record.path_from(from, &run.world), reduced_record.path_from(from, &run.world));
        let steps = ways.0.len().min(ways.1.len()).min((last - from + 1) as usize);
        let apart = ways.0.get(steps.wrapping_sub(1))?.distance(*ways.1.get(steps - 1)?);
        let bodies = apart / drawn;
        let seconds = (steps as f32 / 60.0).round() as u32;
        let name = reduced_record.source_names().get(left_out).map_or("it", |(_, label)| label);
        let turned = wrap_angle(as_is.heading - as_if.heading).abs();
        let mut effects = Vec::new();
        let hits = reduced_record
            .count_overlapped(from..=last)
            .saturating_sub(full_record.count_overlapped(from..=last));
        if hits > 0 {
            effects.push(format!("hit {}", count_in_words(hits, "neighbor", "neighbors")));
        }
        let inside = |record: &MotionRecord| {
            (from..=last).filter_map(|tick| record.step(tick)).any(|step| step.is_in_obstacle)
        };
        if inside(reduced_record) && !inside(full_record) {
            effects.push("run into an obstacle".into());
        }
        match (reduced_record.removal_tick(), full_record.removal_tick()) {
            (Some(gone), None) if gone <= whole => {
                effects.push(format!("been gone after {:.1} s", (gone - from) as f32 / 60.0));
            }
            (None, Some(gone)) if gone <= whole => effects.push("lived on".into()),
            _ => {}
        }
        let lost =
            as_if.nearest_distance.is_finite() && as_if.nearest_distance > LOST_DISTANCE * length;
        if lost && as_if.nearest_distance > 3.0 * as_is.nearest_distance {
            effects.push("lost the others".into());
        }
        let mut text = if bodies < SAME_END_DISTANCE && turned < SAME_HEADING && effects.is_empty()
        {
            format!("No difference: it moves the same way without {}.", mid_sentence(name))
        } else if bodies < SAME_END_DISTANCE {
            let heading = if effects.is_empty() { ", but head another way" } else { "" };
            format!("It would end in the same place{heading}")
        } else {
            format!("It would be {} away after {seconds} s", bodies_text(bodies))
        };
        if !effects.is_empty() {
            text = format!("{text}, and would have {}.", effects.join(" and "));
        } else if !text.ends_with('.') {
            text.push('.');
        }
        Some(Self { end_distance: bodies, text })
    }
}

/// A number, in words up to ten, with its noun in singular (`one`) or plural (`more`).
pub(super) fn count_in_words(many: usize, one: &str, more: &str) -> String {
    const NUMBER_WORDS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let number =
        NUMBER_WORDS.get(many).map_or_else(|| many.to_string(), |word| (*word).to_string());
    format!("{number} {}", if many == 1 { one } else { more })
}

fn bodies_text(bodies: f32) -> String {
    let many = bodies.round().max(1.0) as usize;
    if many == 1 { "1 body".into() } else { format!("{many} bodies") }
}
