//! Whether a link solves a step.

use super::agree::{STATES, agree};
use super::judge::{EVERY, Judge};
use super::step::{Scored, Step};
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

/// The link of a step with changes, as links have them, and a seed; `rule:` and lines with `;` between
/// them is the text of a rule of one's own, behind the parameters.
pub fn solve(step: &Step, changes: &str, seed: u32) -> String {
    if let Some((changes, rule)) = changes.split_once("rule:") {
        let (mut run, _) = Run::open(&solve(step, changes.trim_end_matches('&'), seed));
        let group = run.world.groups()[0].key;
        let lines: Vec<&str> = rule.split(';').map(str::trim).collect();
        // Where it makes no sense, the rule of the step stays, and is no solution.
        let _ = run.set_rule(group, &format!("rule own \"My rule\"\n{}", lines.join("\n")));
        return run.link();
    }
    let seed = format!("seed={seed}");
    let changes: Vec<&str> =
        changes.split('&').filter(|part| !part.is_empty()).chain([seed.as_str()]).collect();
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
    let (mut meter, mut at, mut scored) = (Meter::exact(), None, Vec::new());
    let lasts =
        step.score.is_some_and(|score| matches!(score.of, Scored::Mean(_) | Scored::End(_)));
    let watched = !step.goals.is_empty() || lasts;
    while watched && run.world.ticks() < within && (at.is_none() || lasts) {
        timeline.tick(&mut run);
        if !run.world.ticks().is_multiple_of(EVERY) {
            continue;
        }
        let values = meter.measure(&run.world).values;
        if judge.note(&values, run.world.ticks() >= acts) && at.is_none() {
            at = Some(run.world.ticks() as f64 / 60.0);
        }
        if let Some(Scored::Mean(measure) | Scored::End(measure)) = step.score.map(|score| score.of)
        {
            scored.push(values[measure]);
        }
    }
    let values: Vec<f64> = (0..step.goals.len()).map(|goal| judge.value(goal)).collect();
    if at.is_none() && !step.goals.is_empty() {
        reasons.push(match judge.missed() {
            Some(goal) => step.hint(goal, values[goal]).to_string(),
            None => format!("It does not hold for {} s within {} s.", step.hold, step.within),
        });
    }
    if let Some(key) = &step.agree {
        let found = agree(link, key)?;
        reasons.extend(found.first.map(|first| {
            format!("It agrees in {} of {STATES} states. {}", found.same, first.told)
        }));
    }
    let score = step.score.and_then(|score| match score.of {
        Scored::Mean(_) => {
            let known: Vec<f64> = scored.into_iter().filter(|value| !value.is_nan()).collect();
            (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
        }
        Scored::End(_) => scored.last().copied().filter(|value| !value.is_nan()),
        Scored::Time => at,
        Scored::Letters => Some(letters(&run) as f64),
    });
    if step.score.is_some() && score.is_none() && reasons.is_empty() {
        reasons.push("There is nothing to score.".into());
    }
    Ok(Verdict { solved: reasons.is_empty(), at, reasons, values, score })
}

/// How many characters the written rules of a run have, in their one spelling.
fn letters(run: &Run) -> usize {
    let parts = run.world.groups().iter().flat_map(|group| &group.pipeline);
    let written = parts.filter_map(|part| part.ruling().filter(|own| own.is_by_hand()));
    written.map(|own| own.rule().text().chars().count()).sum()
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
    for (id, text) in run.texts().iter().enumerate().filter(|(_, text)| text.present) {
        let was = plain.find_text(&text.key).map(|id| plain.text(id));
        if was != Some(run.text(id)) && !step.touch.contains(&text.key) {
            reasons.push(format!("The step leaves {} as it is.", text.key));
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
            parts.push(format!("score {} {value:.4}", score.write()));
        }
        match self.at {
            Some(at) if self.solved => parts.push(format!("after {at:.1} s")),
            _ => parts.extend(self.reasons.clone()),
        }
        parts.join(", ")
    }
}
