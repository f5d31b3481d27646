//! Changes that a solution makes to a step's run.

use super::step::CourseStep;
use flockwright::session::events::Event;
use flockwright::session::run::Run;

/// Link of a step with a seed and with `changes`: pairs `key=value` joined by `&`. The text after
/// `rule:`, with `;` between its lines, becomes a written rule of the first group.
pub fn link_with_solution(step: &CourseStep, changes: &str, seed: u32) -> String {
    if let Some((changes, rule)) = changes.split_once("rule:") {
        let (mut run, _) =
            Run::open(&link_with_solution(step, changes.trim_end_matches('&'), seed));
        let group = run.world.groups()[0].key;
        let lines: Vec<&str> = rule.split(';').map(str::trim).collect();
        // The error is ignored: the run then keeps the step's rule, and the check of it fails.
        let _ = run.set_rule(group, &format!("rule own \"My rule\"\n{}", lines.join("\n")));
        return run.link();
    }
    link_with_changes(&step.link, changes, seed)
}

/// Replaces pairs of a link by `changes` (pairs `key=value` joined by `&`) and by the seed.
pub(super) fn link_with_changes(link: &str, changes: &str, seed: u32) -> String {
    let seed = format!("seed={seed}");
    let changes: Vec<&str> =
        changes.split('&').filter(|part| !part.is_empty()).chain([seed.as_str()]).collect();
    let keys: Vec<&str> = changes.iter().map(|part| key_of_pair(part)).collect();
    let kept = link.split('&').filter(|part| !keys.contains(&key_of_pair(part)));
    kept.chain(changes.iter().copied()).collect::<Vec<_>>().join("&")
}

/// Key of a pair `key=value` of a link.
pub(super) fn key_of_pair(part: &str) -> &str {
    part.split('=').next().unwrap_or_default()
}

/// Event that gives the parameter or text `key` its value in another run; `None` if a run lacks it.
pub(super) fn event_from_other_run(run: &Run, other: &Run, key: &str) -> Option<Event> {
    if let (Some(id), Some(from)) = (run.find_param(key), other.find_param(key)) {
        return Some(Event::Param { id, value: other.get(from) });
    }
    let (id, from) = (run.find_text(key)?, other.find_text(key)?);
    Some(Event::Text { id, text: other.text(from).into() })
}

/// Link of a step's initial run with the seed of `run`, and a sentence for each difference of `run`
/// from it that the step does not allow.
pub fn initial_link_and_faults(step: &CourseStep, run: &Run) -> (String, Vec<String>) {
    let (plain, _) = Run::open(&link_with_solution(step, "", run.world.seed()));
    if plain.scene().key != run.scene().key {
        let other = format!("The step is about another scene, {}.", plain.scene().title);
        return (plain.link(), vec![other]);
    }
    let mut reasons = Vec::new();
    for (id, param) in run.params().iter().enumerate().filter(|(_, param)| param.is_present) {
        let (is, was) = (run.get(id), plain.find_param(&param.key).map(|id| plain.get(id)));
        if was != Some(is) && !step.allowed_keys.contains(&param.key) {
            reasons.push(format!("The step leaves {} as it is.", param.key));
        }
    }
    for (id, text) in run.texts().iter().enumerate().filter(|(_, text)| text.is_present) {
        let was = plain.find_text(&text.key).map(|id| plain.text(id));
        if was != Some(run.text(id)) && !step.allowed_keys.contains(&text.key) {
            reasons.push(format!("The step leaves {} as it is.", text.key));
        }
    }
    let behaviors = |run: &Run| -> Vec<Vec<String>> {
        let groups = run.world.groups().iter();
        groups
            .map(|group| group.pipeline.iter().map(|one| one.about().key().to_string()).collect())
            .collect()
    };
    if behaviors(run) != behaviors(&plain)
        && !step.allowed_keys.iter().any(|key| key == "behaviors")
    {
        reasons.push("The step leaves the behaviors as they are.".into());
    }
    (plain.link(), reasons)
}
