//! Tests whether the right solution also passes after another answer, as when a learner tries one
//! thing, reads the hint, and tries the next.

use super::changes::link_with_solution;
use super::check::SolutionCheck;
use super::step::CourseStep;

/// Minimum time between the first answer and the right solution, s.
const MIN_FIRST_ANSWER_SECONDS: f64 = 20.0;

/// Whether the right solution passes on a seed if it is set only after the changes `before` have
/// been in effect until their hint was shown.
pub fn passes_after(step: &CourseStep, before: &str, seed: u32) -> Result<bool, String> {
    let mut check = SolutionCheck::open(step, &link_with_solution(step, before, seed))?;
    let stands =
        (step.settle_seconds + step.mean_seconds + step.hold_seconds).max(MIN_FIRST_ANSWER_SECONDS);
    check.run_then_change(
        (stands * 60.0) as u64,
        &link_with_solution(step, &step.right_solution, seed),
    )?;
    check.run_part(|| false);
    Ok(check.verdict()?.is_solved)
}

/// Whether an earlier answer can influence a step's result. It cannot if the run restarts at each
/// change, if only its rule is judged, if it is a challenge, or if it is solved by hand.
pub fn depends_on_past(step: &CourseStep) -> bool {
    let by_hand = step.right_solution.split('&').any(|part| part.starts_with("ev="));
    !(step.restarts_on_change || step.goals.is_empty() || step.score.is_some() || by_hand)
}
