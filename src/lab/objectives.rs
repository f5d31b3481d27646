//! Objectives: bands in which measures should lie, and the loss (distance from the goals) of a run.
//!
//! A goal is written as `polarization=0.95..`, `spacing=1.5..2.5`, `overlapping=..0.01` or
//! `flocks=1`. `>=`, `<=`, `>` and `<` also give one end, and a trailing `*2` is the weight. A
//! target value with its standard deviation is written as `polarization=0.56+-0.03`.

use crate::insight::measures::{Measure, all_measures};
use flockwright::rules::near::did_you_mean;
use flockwright::rules::quote::quote;

/// Loss at the edge of a band. In the middle the loss is 0, so that a search moves on into the
/// band, and other seeds do not carry the result across the edge.
const EDGE_LOSS: f64 = 0.25;

/// Loss of a measure that has no value.
const UNMEASURED_LOSS: f64 = 10.0;

/// Loss above which a goal counts as hopeless, if it cannot become smaller in the rest of a run.
const HOPELESS_LOSS: f64 = 1.0;

/// A band in which the time mean of a measure should lie.
#[derive(Clone, Debug, PartialEq)]
pub struct Objective {
    /// Index of the goal's measure in [`all_measures`].
    pub measure_index: usize,
    /// Lower end of the band; negative infinity if the band has none.
    pub low: f64,
    /// Upper end of the band; infinity if the band has none.
    pub high: f64,
    /// Factor by which the goal's loss is multiplied in the total.
    pub weight: f64,
    /// Target value and its standard deviation, if the goal has them; the band then reaches from
    /// two deviations below the target to two above.
    pub target_and_sd: Option<[f64; 2]>,
}

/// Signs that may separate a target value from its standard deviation.
const PLUS_MINUS_SIGNS: [&str; 2] = ["+-", "±"];

fn read_number(key: &str, text: &str) -> Result<f64, String> {
    let number = text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    number.ok_or_else(|| format!("{} in the goal for {key} is no number.", quote(text)))
}

/// Parses what follows the key in a goal: a comparison and the band. Returns the target with its
/// standard deviation, if there is one, and the two ends.
fn read_band(key: &str, text: &str) -> Result<(Option<[f64; 2]>, [f64; 2]), String> {
    let number = |text: &str| read_number(key, text);
    let end = |text: &str, open: f64| if text.trim().is_empty() { Ok(open) } else { number(text) };
    let sign_length = text.len() - text.trim_start_matches(['=', '<', '>']).len();
    let (sign, band) = text.split_at(sign_length);
    let ends = match sign {
        ">" | ">=" => [number(band)?, f64::INFINITY],
        "<" | "<=" => [f64::NEG_INFINITY, number(band)?],
        "=" => {
            if let Some((value, sd)) = PLUS_MINUS_SIGNS.iter().find_map(|by| band.split_once(by)) {
                let target @ [value, sd] = [number(value)?, number(sd)?];
                if sd <= 0.0 {
                    return Err(format!(
                        "The standard deviation in the goal for {key} is not above 0."
                    ));
                }
                return Ok((Some(target), [value - 2.0 * sd, value + 2.0 * sd]));
            }
            match band.split_once("..") {
                Some((low, high)) => [end(low, f64::NEG_INFINITY)?, end(high, f64::INFINITY)?],
                None => [number(band)?; 2],
            }
        }
        _ => return Err(format!("{} is no comparison.", quote(sign))),
    };
    Ok((None, ends))
}

impl Objective {
    /// Parses a goal, such as `spacing=1.5..2.5*2`.
    ///
    /// # Errors
    /// One sentence that says what is invalid.
    pub fn read(text: &str) -> Result<Self, String> {
        let at = text.find(['=', '<', '>']);
        let Some((key, rest)) = at.and_then(|at| text.split_at_checked(at)) else {
            return Err(format!("The goal {} has no band, as in spacing=1.5..2.5.", quote(text)));
        };
        let key = key.trim();
        let measure = Measure::index(key);
        let measure = measure.ok_or_else(|| {
            let guess = did_you_mean(key, all_measures().into_iter().map(|measure| measure.key));
            format!("There is no measure {}.{guess}", quote(key))
        })?;
        let (band, weight) = rest.split_once('*').map_or((rest, None), |(a, b)| (a, Some(b)));
        let (target, [low, high]) = read_band(key, band)?;
        if low == f64::NEG_INFINITY && high == f64::INFINITY {
            return Err(format!("The band for {key} has no end."));
        }
        if low > high {
            return Err(format!("The band for {key} is reversed: {low} is more than {high}."));
        }
        let (least, most) = Measure::at(measure).value_limits();
        if low > most || high < least {
            return Err(format!("{key} is never there: it is between {least} and {most}."));
        }
        let weight = weight.map_or(Ok(1.0), |weight| read_number(key, weight))?;
        if weight <= 0.0 {
            return Err(format!("The weight of the goal for {key} is not above 0."));
        }
        Ok(Self { measure_index: measure, low, high, weight, target_and_sd: target })
    }

    /// Writes the goal in the notation of [`read`](Self::read).
    pub fn write(&self) -> String {
        let end = |value: f64| if value.is_finite() { value.to_string() } else { String::new() };
        let band = if let Some([value, sd]) = self.target_and_sd {
            format!("{value}+-{sd}")
        } else if self.low == self.high {
            self.low.to_string()
        } else {
            format!("{}..{}", end(self.low), end(self.high))
        };
        let weight = if self.weight == 1.0 { String::new() } else { format!("*{}", self.weight) };
        format!("{}={band}{weight}", Measure::at(self.measure_index).key)
    }

    /// Whether a value is within the band; false for NaN.
    pub fn holds(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Distance of a value from the band; 0 within it, NaN for NaN.
    pub fn distance_from_band(&self, value: f64) -> f64 {
        if self.holds(value) { 0.0 } else { (self.low - value).max(value - self.high) }
    }

    /// Describes the band in words: "at most 0.01", "at least 0.9", "1.5 to 2.5".
    pub fn band_text(&self) -> String {
        match (self.low.is_finite(), self.high.is_finite()) {
            (false, _) => format!("at most {}", self.high),
            (true, false) => format!("at least {}", self.low),
            (true, true) => format!("{} to {}", self.low, self.high),
        }
    }

    /// Ends of the band, clipped to the range of the measure.
    fn clipped_ends(&self) -> (f64, f64) {
        let (least, most) = Measure::at(self.measure_index).value_limits();
        (self.low.max(least), self.high.min(most))
    }

    /// Distance that counts as 1 in the loss: the width of the band, or half the magnitude of its
    /// only end.
    fn band_scale(&self) -> f64 {
        let (low, high) = self.clipped_ends();
        let end = if low.is_finite() { low } else { high };
        let width = if (high - low).is_finite() { high - low } else { 0.5 * end.abs() };
        let size = if end.abs() > 0.0 { end.abs() } else { 1.0 };
        if width > 0.0 { width } else { 0.5 * size }
    }

    /// Loss of a value, without the weight: 0 in the middle of the band (or at its end, if that is
    /// also the end of the measure's range), 0.25 at its edge, and beyond it growing with the
    /// logarithm of the distance in widths of the band.
    pub fn loss(&self, value: f64) -> f64 {
        if value.is_nan() {
            return UNMEASURED_LOSS;
        }
        let off = (self.low - value).max(value - self.high);
        if let Some([wanted, sd]) = self.target_and_sd.filter(|_| off <= 0.0) {
            let share = (value - wanted) / (2.0 * sd);
            return EDGE_LOSS * share * share;
        }
        if off > 0.0 {
            return EDGE_LOSS + libm::log1p(off / self.band_scale());
        }
        let (low, high) =
            (self.distance_inward(self.low, value), self.distance_inward(self.high, value));
        let left = 1.0 - low.min(high).clamp(0.0, 1.0);
        EDGE_LOSS * left * left
    }

    /// Distance of a value inside the band from an end, as a share of half the band's width (with
    /// one end: of [`band_scale`](Self::band_scale)); infinite for an end of the measure's range.
    fn distance_inward(&self, end: f64, value: f64) -> f64 {
        let (least, most) = Measure::at(self.measure_index).value_limits();
        if !end.is_finite() || end <= least || end >= most {
            return f64::INFINITY;
        }
        let both = self.low > least && self.high < most && self.high > self.low;
        let share = if both { 0.5 } else { 1.0 };
        (value - end).abs() / (share * self.band_scale())
    }

    /// Smallest loss that the mean over a window can still reach if the first `share` of its
    /// samples has this mean.
    fn lowest_reachable_loss(&self, mean: f64, share: f64) -> f64 {
        let (least, most) = Measure::at(self.measure_index).value_limits();
        let (low, high) = self.clipped_ends();
        let rest = 1.0 - share;
        let reach = |end: f64| if rest > 0.0 { share * mean + rest * end } else { mean };
        let (from, to) = (reach(least), reach(most));
        if to < low {
            self.loss(to)
        } else if from > high {
            self.loss(from)
        } else {
            0.0
        }
    }
}

/// Parses goals, at most one for each measure.
pub(crate) fn read_objectives(texts: &[String]) -> Result<Vec<Objective>, String> {
    let goals: Result<Vec<Objective>, String> =
        texts.iter().map(|text| Objective::read(text)).collect();
    let goals = goals?;
    for (at, goal) in goals.iter().enumerate() {
        if goals[..at].iter().any(|other| other.measure_index == goal.measure_index) {
            let key = Measure::at(goal.measure_index).key;
            return Err(format!("There are two goals for {key}."));
        }
    }
    Ok(goals)
}

/// Weighted sum of the losses of all goals. `means`: time mean of every measure.
pub fn total_loss(goals: &[Objective], means: &[f64]) -> f64 {
    goals.iter().map(|goal| goal.weight * goal.loss(means[goal.measure_index])).sum()
}

/// Whether all goals are met. `means`: time mean of every measure.
pub fn are_goals_met(goals: &[Objective], means: &[f64]) -> bool {
    goals.iter().all(|goal| goal.holds(means[goal.measure_index]))
}

/// Whether the mean over a window must miss some goal's band by more than about 1.1 widths (0.5
/// with a target value). `means`: time mean of every measure over the first `share` of the samples.
pub fn is_out_of_reach(goals: &[Objective], means: &[f64], share: f64) -> bool {
    goals
        .iter()
        .any(|goal| goal.lowest_reachable_loss(means[goal.measure_index], share) > HOPELESS_LOSS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::insight::measures::MAX_MEASURES;

    fn goal(text: &str) -> Objective {
        Objective::read(text).expect(text)
    }

    #[test]
    fn a_target_is_missed_less_the_nearer_a_value_is_also_at_the_end_of_what_can_be() {
        let goal = goal("polarization=0.98+-0.02*2");
        assert_eq!(
            (goal.write().as_str(), goal.target_and_sd),
            ("polarization=0.98+-0.02*2", Some([0.98, 0.02]))
        );
        assert_eq!(Objective::read("polarization=0.98±0.02*2"), Ok(goal.clone()));
        assert!(goal.loss(0.98) < 1e-12 && goal.loss(0.97) < goal.loss(1.0));
        assert!((goal.loss(0.94) - EDGE_LOSS).abs() < 1e-9 && goal.loss(0.9) > EDGE_LOSS);
        assert!(goal.holds(0.95) && goal.holds(1.0) && !goal.holds(0.93));
        for wrong in [
            "polarization=0.9+-0", "polarization=0.9+-", "polarization>0.9+-0.1",
            "polarization=3+-0.1",
        ] {
            assert!(Objective::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_goal_reads_back_as_it_is_written() {
        for text in ["polarization=0.95..", "spacing=1.5..2.5*2", "overlapping=..0.01", "flocks=1"]
        {
            assert_eq!(goal(text).write(), text);
        }
        assert_eq!(goal("polarization > 0.95"), goal("polarization=0.95.."));
        assert_eq!(goal("overlapping<=0.01"), goal("overlapping=..0.01"));
    }

    #[test]
    fn a_goal_that_makes_no_sense_is_told_in_one_sentence() {
        for (text, why) in [
            ("beauty>1", "no measure “beauty”"),
            ("spacing=2.5..1.5", "reversed"),
            ("spacing", "no band"),
            ("spacing=..", "no end"),
            ("spacing=a..2", "no number"),
            ("polarization>2", "never there"),
            ("spacing=1..2*0", "weight"),
            ("spacing=<2", "no comparison"),
        ] {
            let error = Objective::read(text).expect_err(text);
            assert!(error.contains(why), "{text}: {error}");
        }
        let twice = ["spacing>1".to_string(), "spacing<2".to_string()];
        assert!(read_objectives(&twice).expect_err("twice").contains("two goals"));
    }

    #[test]
    fn the_loss_falls_toward_the_middle_of_the_band() {
        let spacing = goal("spacing=1.5..2.5");
        let losses = [0.5, 1.0, 1.4, 1.5, 1.7, 2.0].map(|value| spacing.loss(value));
        assert!(losses.windows(2).all(|two| two[0] > two[1]), "{losses:?}");
        assert_eq!((spacing.loss(2.0), spacing.loss(1.5)), (0.0, EDGE_LOSS));
        // The upper end is also the end of the measure's range.
        let order = goal("polarization=0.95..");
        assert!(order.loss(1.0) < order.loss(0.97) && order.loss(1.0) == 0.0);
        let apart = goal("overlapping=..0.01");
        assert!(apart.loss(0.0) == 0.0 && apart.loss(0.005) > 0.0);
        assert!(goal("mean_speed=20..").loss(100.0) == 0.0);
        assert_eq!(goal("flocks=1").loss(1.0), EDGE_LOSS);
        assert!(spacing.loss(f64::NAN) > spacing.loss(30.0));
    }

    #[test]
    fn a_goal_is_hopeless_only_where_no_rest_of_the_window_can_save_it() {
        let mut means = vec![0.0; MAX_MEASURES];
        let goals = [goal("polarization=0.95..")];
        let at = goals[0].measure_index;
        means[at] = 0.2;
        assert!(!is_out_of_reach(&goals, &means, 0.05), "0.96 is within reach");
        assert!(is_out_of_reach(&goals, &means, 0.5), "0.6 is the most");
        means[at] = 0.94;
        assert!(!is_out_of_reach(&goals, &means, 1.0), "near enough to learn from");
        // The range of the spacing has no upper end.
        let spacing = [goal("spacing=1.5..2.5")];
        assert!(!is_out_of_reach(&spacing, &means, 0.99));
    }
}
