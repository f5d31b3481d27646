//! Degenerate answers: changes that a learner might try without having understood the step. None of
//! them may solve a step that does not list it as right.

use super::changes::link_with_solution;
use super::check::check_solution;
use super::step::CourseStep;
use flockwright::schema::ValueKind;
use flockwright::session::run::Run;

/// Default first seed of an audit. Some steps' bands were chosen from runs with the seeds after it.
pub const DEFAULT_FIRST_SEED: u32 = 1000;

/// Number of the three [`degenerate_seeds`] on which an answer tried without understanding has to
/// solve the step to count as passing.
const MIN_PASSING_SEEDS: u32 = 2;

/// Seeds for degenerate answers, far after `first`, so that no solution is tried on them.
fn degenerate_seeds(first: u32) -> [u32; 3] {
    [1001, 1002, 1003].map(|more| first + more)
}

/// Texts of instructions for walkers that do nothing, or repeat the same movements forever.
const IDLE_INSTRUCTIONS: [&str; 4] = ["wait 1", "right 90", "forward 1", "forward 1, backward 1"];

/// Degenerate answer (tried without understanding) that solves a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DegenerateAnswer {
    /// Changes, as pairs `key=value` joined by `&`; empty for the unchanged run.
    pub changes: String,
    /// Number of seeds on which the answer solved the step, counted up to `MIN_PASSING_SEEDS`.
    pub solved_seeds: u32,
}

/// Lists all degenerate answers of a step: the unchanged run; each allowed parameter at its ends
/// and at 0; a count at 0, 1, 2 and four times its value; each choice; all parameters together at
/// 0; idle instructions; rules `steer 0` and `steer 1`; and pairs of these for different keys.
fn degenerate_answers(step: &CourseStep) -> Vec<String> {
    let (run, _) = Run::open(&link_with_solution(step, "", DEFAULT_FIRST_SEED));
    let mut by_key: Vec<Vec<String>> = Vec::new();
    let mut off = Vec::new();
    for key in &step.allowed_keys {
        let mut answers = Vec::new();
        if let Some(id) = run.find_param(key) {
            let spec = run.params()[id].spec;
            let is_count = spec.kind == ValueKind::Int && key.ends_with("count");
            // Four times the count instead of the greatest, with which runs would take hours.
            let most = |count: f32| (4.0 * count).clamp(spec.min, spec.max);
            let mut values = match spec.kind {
                ValueKind::Choice(choices) => {
                    choices.iter().map(|choice| choice.key.into()).collect()
                }
                _ if is_count => vec![spec.min.to_string(), most(run.get(id)).to_string()],
                _ => vec![spec.min.to_string(), spec.max.to_string()],
            };
            if !matches!(spec.kind, ValueKind::Choice(_)) && spec.min <= 0.0 && spec.max >= 0.0 {
                values.push("0".into());
                off.push(format!("{key}=0"));
            }
            if is_count {
                // A value out of range is left out, because opening its link would give a notice.
                let few = [1.0, 2.0].into_iter().filter(|few| (spec.min..=spec.max).contains(few));
                values.extend(few.map(|few: f32| few.to_string()));
            }
            answers.extend(values.iter().map(|value| format!("{key}={value}")));
        } else if run.find_text(key).is_some() {
            answers.extend(IDLE_INSTRUCTIONS.iter().map(|text| format!("{key}={text}")));
        } else if key == "behaviors" {
            answers.extend(["rule:steer 0".to_string(), "rule:steer 1".into()]);
        }
        answers.sort();
        answers.dedup();
        by_key.push(answers);
    }
    let mut all = vec![String::new()];
    if off.len() > 2 {
        all.push(off.join("&"));
    }
    for (at, answers) in by_key.iter().enumerate() {
        all.extend(answers.iter().cloned());
        for other in &by_key[at + 1..] {
            // A written rule goes last, because `link_with_solution` expects it after all
            // parameters.
            all.extend(answers.iter().flat_map(|one| {
                other.iter().map(move |two| match one.starts_with("rule:") {
                    true => format!("{two}&{one}"),
                    false => format!("{one}&{two}"),
                })
            }));
        }
    }
    all
}

/// Degenerate answers that solve a step without being listed as right, and the number of all
/// degenerate answers. A challenge has none: whatever reaches its goals is rated by the score.
pub fn passing_degenerate_answers(
    step: &CourseStep,
    first_seed: u32,
) -> Result<(Vec<DegenerateAnswer>, usize), String> {
    if step.score.is_some() {
        return Ok((Vec::new(), 0));
    }
    let seeds = degenerate_seeds(first_seed);
    let link =
        |changes: &str| Run::open(&link_with_solution(step, changes, DEFAULT_FIRST_SEED)).0.link();
    let right: Vec<String> = std::iter::once(&step.right_solution)
        .chain(step.also_right.iter().map(|(changes, _)| changes))
        .map(|changes| link(changes))
        .collect();
    let answers = degenerate_answers(step);
    let mut found = Vec::new();
    for changes in &answers {
        if right.contains(&link(changes)) {
            continue;
        }
        let mut solved = 0;
        for (at, seed) in seeds.iter().enumerate() {
            let missing = MIN_PASSING_SEEDS.saturating_sub(solved) as usize;
            if missing == 0 || missing > seeds.len() - at {
                break;
            }
            solved += u32::from(
                check_solution(step, &link_with_solution(step, changes, *seed))?.is_solved,
            );
        }
        if solved >= MIN_PASSING_SEEDS {
            found.push(DegenerateAnswer { changes: changes.clone(), solved_seeds: solved });
        }
    }
    Ok((found, answers.len()))
}
