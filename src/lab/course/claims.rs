//! Claims: sentences in the texts of scenes and steps, with the checks that prove them.
//!
//! `claims.txt` lists every sentence of a scene with its checks; a step's file has lines `check:`
//! below its `because:`. The README beside this file describes the format.

use crate::insight::measures::{Measure, Meter};
use crate::objectives::Objective;
use flockwright::scenes::{SCENES, Scene};
use flockwright::session::run::Run;
use flockwright::session::timeline::Timeline;

use super::attempt::SAMPLE_INTERVAL;
use super::changes::{event_from_other_run, key_of_pair, link_with_changes};
use super::step::CourseStep;

/// Ticks per second.
const TICKS_PER_SECOND: f64 = 60.0;

/// A sentence of a scene, or the explanation of a step's prediction, with its checks.
#[derive(Clone, Debug, PartialEq)]
pub struct TextClaim {
    /// Key of the scene or step whose text has the sentence.
    pub scene_or_step: String,
    /// Link to which the checks apply their changes.
    pub link: String,
    /// Sentence that the checks are about.
    pub sentence: String,
    /// Checks of the sentence; never empty.
    pub checks: Vec<ClaimProof>,
}

/// Way in which a claim is proven.
#[derive(Clone, Debug, PartialEq)]
pub enum ClaimProof {
    /// The sentence claims nothing that can be measured.
    NoClaim,
    /// Name of a test in `tests/core`, for claims that no measure covers.
    Test(String),
    /// The claim's link gives a parameter this value: key and value as links write them.
    Set(String, String),
    /// Condition on a measure in runs over several seeds.
    Check(Box<ClaimCheck>),
}

/// Condition that a measure lies within a band on at least `min_seeds` of `seed_count` seeds.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimCheck {
    /// Line from which the check was read.
    pub text: String,
    /// Changes of the claim's link, at the start or during the run.
    changes: Vec<TimedChange>,
    /// Changes of a second run. If given, the band applies to the first run's value divided by the
    /// second run's value.
    compared_changes: Option<Vec<TimedChange>>,
    /// Statistic of the measure's samples in the window; samples without a value are left out.
    statistic: WindowStatistic,
    /// Measure, and the band in which the statistic or the ratio has to lie.
    band: Objective,
    /// Start of the window, s since the start of the run.
    window_start: f64,
    /// End of the window, s since the start of the run.
    window_end: f64,
    /// Least number of seeds on which the check has to hold.
    pub min_seeds: u32,
    /// Number of seeds that the check runs.
    pub seed_count: u32,
}

/// New values of parameters and texts, and the time at which they are set.
#[derive(Clone, Debug, PartialEq)]
struct TimedChange {
    /// Assignments `key=value`, joined by `&`.
    assignments: String,
    /// Time of the change, s since the start of the run; 0 changes the link before the start.
    seconds: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum WindowStatistic {
    Mean,
    Minimum,
    Maximum,
    Last,
}

/// Result of a [`ClaimCheck`] over its seeds.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimOutcome {
    /// Value of the statistic or ratio on each seed.
    pub values: Vec<f64>,
    /// Number of seeds on which the check held.
    pub seeds_held: u32,
}

impl ClaimCheck {
    /// Parses a check: `[with CHANGES [at A s, CHANGES at B s][ against CHANGES]: ][least|most|end]
    /// MEASURE=BAND from A to B s, N of M`; it has to hold on N of M seeds.
    pub fn read(line: &str) -> Result<Self, String> {
        const EXPECTED: &str = "it is “[with CHANGES [against CHANGES]:] [least|most|end] MEASURE=BAND from A to B s, N of M”";
        let (runs, rest) = match line.strip_prefix("with ") {
            Some(rest) => rest.split_once(": ").ok_or(EXPECTED)?,
            None => ("", line),
        };
        let (with, against) = match runs.split_once(" against ") {
            Some((with, against)) => (read_changes(with)?, Some(read_changes(against)?)),
            None => (read_changes(runs)?, None),
        };
        let (rest, share) = rest.rsplit_once(", ").ok_or(EXPECTED)?;
        let (goal, window) = rest.split_once(" from ").ok_or(EXPECTED)?;
        let (start, end) = window.trim_end_matches(" s").split_once(" to ").ok_or(EXPECTED)?;
        let (holds, of) = share.split_once(" of ").ok_or(EXPECTED)?;
        let (statistic, goal) = match goal.split_once(' ') {
            Some(("least", goal)) => (WindowStatistic::Minimum, goal),
            Some(("most", goal)) => (WindowStatistic::Maximum, goal),
            Some(("end", goal)) => (WindowStatistic::Last, goal),
            _ => (WindowStatistic::Mean, goal),
        };
        let whole = |text: &str| text.trim().parse::<u32>().map_err(|_| EXPECTED);
        let goal = if against.is_some() {
            read_ratio_band(goal).ok_or(EXPECTED)?
        } else {
            Objective::read(goal)?
        };
        let check = Self {
            text: line.into(),
            changes: with,
            compared_changes: against,
            statistic,
            band: goal,
            window_start: start.trim().parse().map_err(|_| EXPECTED)?,
            window_end: end.trim().parse().map_err(|_| EXPECTED)?,
            min_seeds: whole(holds)?,
            seed_count: whole(of)?,
        };
        if check.window_start >= check.window_end
            || check.min_seeds == 0
            || check.min_seeds > check.seed_count
        {
            return Err(EXPECTED.into());
        }
        Ok(check)
    }

    /// Runs the check on one seed of a link and returns the value to compare with the band.
    fn value_on_seed(&self, link: &str, seed: u32) -> Result<f64, String> {
        let is = self.statistic_on_seed(link, &self.changes, seed)?;
        let Some(against) = &self.compared_changes else { return Ok(is) };
        Ok(is / self.statistic_on_seed(link, against, seed)?)
    }

    fn statistic_on_seed(
        &self,
        link: &str,
        changes: &[TimedChange],
        seed: u32,
    ) -> Result<f64, String> {
        let start: Vec<&str> = changes
            .iter()
            .filter(|one| one.seconds == 0.0)
            .map(|one| one.assignments.as_str())
            .collect();
        let (mut run, mut timeline) =
            open_or_refuse(&link_with_changes(link, &start.join("&"), seed))?;
        let mut meter = Meter::default();
        let mut values = Vec::new();
        let [first, last] =
            [self.window_start, self.window_end].map(|time| (time * TICKS_PER_SECOND) as u64);
        for tick in 1..=last {
            for change in changes.iter().filter(|one| one.seconds > 0.0) {
                if tick == (change.seconds * TICKS_PER_SECOND) as u64 {
                    let (other, _) =
                        open_or_refuse(&link_with_changes(link, &change.assignments, seed))?;
                    for part in change.assignments.split('&') {
                        if let Some(event) = event_from_other_run(&run, &other, key_of_pair(part)) {
                            timeline.input(&mut run, event)?;
                        }
                    }
                }
            }
            timeline.tick(&mut run);
            if tick >= first && tick.is_multiple_of(SAMPLE_INTERVAL) {
                values.push(meter.measure_all(&run.world).values[self.band.measure_index]);
            }
        }
        // NaN marks a sample without a value; it does not count.
        let known = values.iter().copied().filter(|value| !value.is_nan());
        Ok(match self.statistic {
            WindowStatistic::Mean => known.clone().sum::<f64>() / known.count() as f64,
            WindowStatistic::Minimum => known.fold(f64::INFINITY, f64::min),
            WindowStatistic::Maximum => known.fold(f64::NEG_INFINITY, f64::max),
            WindowStatistic::Last => known.reduce(|_, last| last).unwrap_or(f64::NAN),
        })
    }

    /// Runs the check on all its seeds, starting with `first`.
    pub fn run_on_all_seeds(&self, link: &str, first: u32) -> Result<ClaimOutcome, String> {
        let values = (first..first + self.seed_count).map(|seed| self.value_on_seed(link, seed));
        let values = values.collect::<Result<Vec<_>, _>>()?;
        let held = values.iter().filter(|value| self.band.holds(**value)).count() as u32;
        Ok(ClaimOutcome { values, seeds_held: held })
    }
}

impl ClaimOutcome {
    /// Describes the result for people: least, median and greatest value, and the number of seeds
    /// on which it held.
    pub fn describe(&self) -> String {
        let mut sorted = self.values.clone();
        sorted.sort_by(f64::total_cmp);
        let [low, middle, high] =
            [0, sorted.len() / 2, sorted.len().saturating_sub(1)].map(|at| sorted[at]);
        format!("{low:.3} {middle:.3} {high:.3}, held on {} of {}", self.seeds_held, sorted.len())
    }
}

/// Parses `KEY=LOW..HIGH`, the band of a ratio, which may leave the measure's range.
fn read_ratio_band(text: &str) -> Option<Objective> {
    let (key, band) = text.split_once('=')?;
    let (low, high) = band.split_once("..")?;
    let end = |text: &str, open: f64| if text.is_empty() { Some(open) } else { text.parse().ok() };
    let [low, high] = [end(low, f64::NEG_INFINITY)?, end(high, f64::INFINITY)?];
    Some(Objective {
        measure_index: Measure::index(key)?,
        low,
        high,
        weight: 1.0,
        target_and_sd: None,
    })
}

fn read_changes(text: &str) -> Result<Vec<TimedChange>, String> {
    let parts = text.split(", ").filter(|part| !part.is_empty() && *part != "nothing");
    let change = |part: &str| match part.rsplit_once(" at ") {
        None => Ok(TimedChange { assignments: part.into(), seconds: 0.0 }),
        Some((changes, at)) => {
            let at = at.trim_end_matches(" s").parse();
            let at = at.map_err(|_| format!("“{part}” names no time"))?;
            Ok(TimedChange { assignments: changes.into(), seconds: at })
        }
    };
    parts.map(change).collect()
}

fn open_or_refuse(link: &str) -> Result<(Run, Timeline), String> {
    let (mut run, mut timeline, notices) = Timeline::open(link);
    if let Some(notice) = notices.into_iter().next() {
        return Err(format!("{link}: {notice}"));
    }
    timeline.stop_seeking(&mut run);
    Ok((run, timeline))
}

/// Parses a line of checks: `no claim`, `test NAME`, `set KEY=VALUE`, or a [`ClaimCheck`].
fn read_proof(line: &str) -> Result<ClaimProof, String> {
    if line == "no claim" {
        return Ok(ClaimProof::NoClaim);
    }
    if let Some(name) = line.strip_prefix("test ") {
        return Ok(ClaimProof::Test(name.into()));
    }
    if let Some((key, value)) = line.strip_prefix("set ").and_then(|set| set.split_once('=')) {
        return Ok(ClaimProof::Set(key.into(), value.into()));
    }
    ClaimCheck::read(line).map(|check| ClaimProof::Check(Box::new(check)))
}

fn check_claim(claim: TextClaim) -> Result<TextClaim, String> {
    let TextClaim { scene_or_step: place, sentence, checks: proofs, .. } = &claim;
    if proofs.is_empty() {
        return Err(format!("{place}: nothing holds “{sentence}”."));
    }
    for proof in proofs {
        if let ClaimProof::Set(key, value) = proof {
            let (run, _) = open_or_refuse(&claim.link)?;
            let id = run.find_param(key).ok_or_else(|| format!("{place}: there is no {key}"))?;
            if run.get(id).to_string() != *value {
                return Err(format!("{place}: {key} is {}, not {value}.", run.get(id)));
            }
        }
    }
    Ok(claim)
}

/// Splits a text into sentences.
pub fn split_sentences(text: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    for word in text.split_whitespace() {
        let last = all.last_mut().expect("it never is empty");
        if !last.is_empty() {
            last.push(' ');
        }
        *last += word;
        if word.trim_end_matches(['”', ')']).ends_with(['.', '!', '?']) && word != "ch." {
            all.push(String::new());
        }
    }
    all.retain(|sentence| !sentence.is_empty());
    all
}

/// Sentences of a scene's `visible_effect` and `suggestion`, and of the effect described for the
/// run with the source's constants, each with the link that it is about.
fn scene_sentences(scene: &Scene) -> Vec<(String, String)> {
    let here = [scene.visible_effect, scene.suggestion].map(|text| (scene.link(), text));
    let original =
        scene.source_run.map(|original| (original.link.to_string(), original.visible_effect));
    let parts = here.into_iter().chain(original);
    parts
        .flat_map(|(link, text)| {
            split_sentences(text).into_iter().map(move |one| (link.clone(), one))
        })
        .collect()
}

/// Reads the claims of all scenes from `claims.txt`; an error if a sentence of a scene is missing.
pub fn scene_claims() -> Result<Vec<TextClaim>, String> {
    let text = include_str!("claims.txt");
    let mut scene = None;
    let mut claims: Vec<TextClaim> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let place = |why: String| format!("claims.txt, line {}: {why}", number + 1);
        if let Some(key) = line.strip_prefix("# scene ") {
            let found = SCENES.iter().find(|one| one.key == key);
            scene = Some(found.ok_or_else(|| place(format!("there is no scene {key}")))?);
        } else if let Some(sentence) = line.strip_prefix("> ") {
            let scene = scene.ok_or_else(|| place("there is no scene before".into()))?;
            let said = scene_sentences(scene).into_iter().find(|(_, one)| one == sentence);
            let said = said.ok_or_else(|| place(format!("{} does not say that", scene.key)))?;
            claims.push(TextClaim {
                scene_or_step: scene.key.into(),
                link: said.0,
                sentence: said.1,
                checks: Vec::new(),
            });
        } else if !line.is_empty() && !line.starts_with("#") {
            let claim = claims.last_mut().ok_or_else(|| place("there is no sentence".into()))?;
            claim.checks.push(read_proof(line).map_err(place)?);
        }
    }
    for scene in SCENES {
        for (_, sentence) in scene_sentences(scene) {
            let known =
                claims.iter().any(|one| one.scene_or_step == scene.key && one.sentence == sentence);
            if !known {
                return Err(format!("claims.txt: {} says “{sentence}”", scene.key));
            }
        }
    }
    claims.into_iter().map(check_claim).collect()
}

/// Claims of the steps: each prediction's explanation with the step's checks.
pub fn step_claims(steps: &[CourseStep]) -> Result<Vec<TextClaim>, String> {
    let reasons = steps.iter().filter_map(|step| Some((step, step.prediction.as_ref()?)));
    let claim = |(step, prediction): (&CourseStep, &super::step::PredictionQuestion)| {
        let proofs = step.explanation_checks.iter().map(|line| read_proof(line));
        let proofs = proofs.collect::<Result<_, _>>();
        check_claim(TextClaim {
            scene_or_step: step.key.clone(),
            link: step.link.clone(),
            sentence: prediction.explanation.clone(),
            checks: proofs.map_err(|why: String| format!("{}: {why}", step.key))?,
        })
    };
    reasons.map(claim).collect()
}
