//! Whether a link solves a step.

use super::judge::{EVERY, Judge};
use super::step::Step;
use crate::insight::measures::{MEASURES, Meter};
use crate::session::link::query_of;
use crate::session::run::Run;
use crate::session::timeline::Timeline;

/// What has come of a solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Whether it solves the step.
    pub solved: bool,
    /// When all had held for long enough, s of the run.
    pub at: Option<f64>,
    /// One sentence for each reason why not: the hint of the step, or what was changed that is not
    /// to be.
    pub reasons: Vec<String>,
    /// By goal of the step: its last value.
    pub values: Vec<f64>,
    /// What a challenge is measured by.
    pub score: Option<f64>,
}

/// The link of a step with changes, as links have them, and a seed.
pub fn solve(step: &Step, changes: &str, seed: u32) -> String {
    let seed = format!("seed={seed}");
    let changes: Vec<&str> = changes.split('&').chain([seed.as_str()]).collect();
    let key = |part: &str| part.split('=').next().unwrap_or_default().to_string();
    let keys: Vec<String> = changes.iter().map(|part| key(part)).collect();
    let kept = step.link.split('&').filter(|part| !keys.contains(&key(part)));
    kept.chain(changes.iter().copied()).collect::<Vec<_>>().join("&")
}

/// Runs a solution, which is a link, and judges it.
///
/// # Errors
/// What is wrong with the link.
pub fn check(step: &Step, link: &str) -> Result<Verdict, String> {
    let (mut run, mut timeline, notices) = Timeline::open(query_of(link));
    if let Some(notice) = notices.into_iter().next() {
        return Err(notice);
    }
    timeline.stop_seeking(&mut run);
    let (mut reasons, within) = (changed(step, &run), (step.within * 60.0) as u64);
    let done = timeline.log().events().last().map_or(0, |last| last.tick);
    let acts = done + (step.settle * 60.0) as u64;
    let mut judge = Judge::new(&step.goals, step.hold);
    let (mut meter, mut at, mut sum, mut samples) = (Meter::exact(), None, 0.0, 0);
    while run.world.ticks() < within && (at.is_none() || step.score.is_some()) {
        timeline.tick(&mut run);
        if !run.world.ticks().is_multiple_of(EVERY) {
            continue;
        }
        let values = meter.measure(&run.world).values;
        if judge.note(&values, run.world.ticks() >= acts) && at.is_none() {
            at = Some(run.world.ticks() as f64 / 60.0);
        }
        if let Some(score) = step.score {
            sum += values[score.measure];
            samples += 1;
        }
    }
    let values: Vec<f64> = (0..step.goals.len()).map(|goal| judge.value(goal)).collect();
    if at.is_none() && !step.goals.is_empty() {
        reasons.push(match judge.missed() {
            Some(goal) => step.hint(goal, values[goal]).to_string(),
            None => format!("It does not hold for {} s within {} s.", step.hold, step.within),
        });
    }
    let score = step.score.map(|_| sum / f64::from(samples.max(1)));
    Ok(Verdict { solved: reasons.is_empty(), at, reasons, values, score })
}

/// A sentence for each thing that a link changes and a step does not let be changed.
fn changed(step: &Step, run: &Run) -> Vec<String> {
    let (plain, _) = Run::open(&solve(step, "", run.world.seed()));
    if plain.scene().key != run.scene().key {
        return vec![format!("The step is about another scene, {}.", plain.scene().title)];
    }
    let mut reasons = Vec::new();
    for (id, param) in run.params().iter().enumerate().filter(|(_, param)| param.present) {
        let (is, was) = (run.get(id), plain.find(&param.key).map(|id| plain.get(id)));
        if was != Some(is) && !step.touch.contains(&param.key) {
            reasons.push(format!("The step leaves {} as it is.", param.key));
        }
    }
    let behaviors = |run: &Run| -> Vec<Vec<String>> {
        let groups = run.world.groups().iter();
        groups
            .map(|group| group.pipeline.iter().map(|one| one.about().key().to_string()).collect())
            .collect()
    };
    if behaviors(run) != behaviors(&plain) && !step.touch.iter().any(|key| key == "behaviors") {
        reasons.push("The step leaves the behaviors as they are.".into());
    }
    reasons
}

impl Verdict {
    /// In a line, for people.
    pub fn told(&self, step: &Step) -> String {
        let goals = step.goals.iter().zip(&self.values);
        let values =
            goals.map(|(goal, value)| format!("{} {value:.3}", MEASURES[goal.measure].key));
        let mut parts: Vec<String> = values.collect();
        if let (Some(score), Some(value)) = (step.score, self.score) {
            parts.push(format!("score {} {value:.4}", MEASURES[score.measure].key));
        }
        match self.at {
            Some(at) => parts.push(format!("after {at:.1} s")),
            None => parts.extend(self.reasons.clone()),
        }
        parts.join(", ")
    }
}
