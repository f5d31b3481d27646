//! Tests whether the right solution also passes after another answer, as when a learner tries one
//! thing, reads the hint, and tries the next.

use super::changes::solve;
use super::check::Check;
use super::step::CourseStep;

/// Least time for which the first answer stays, s.
const STANDS: f64 = 20.0;

/// Whether the right solution passes on a seed where the changes `before` stayed until their hint
/// was shown.
pub fn is_taken_late(step: &CourseStep, before: &str, seed: u32) -> Result<bool, String> {
    let mut check = Check::open(step, &solve(step, before, seed))?;
    let stands = (step.settle + step.mean + step.hold).max(STANDS);
    check.change((stands * 60.0) as u64, &solve(step, &step.right, seed))?;
    check.part(|| false);
    Ok(check.verdict()?.solved)
}

/// Whether an earlier answer can influence a step's result. It cannot if the run restarts at each
/// change, if the step is solved by hand, or if only its rule is judged.
pub fn has_past(step: &CourseStep) -> bool {
    let by_hand = step.right.split('&').any(|part| part.starts_with("ev="));
    !(step.restarts || step.goals.is_empty() || step.score.is_some() || by_hand)
}
