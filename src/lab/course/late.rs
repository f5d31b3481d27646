//! The right solution after another answer: a learner tries one thing, reads the hint, and tries the next.

use super::changes::solve;
use super::check::Check;
use super::step::Step;

/// How long another answer stands at least, s.
const STANDS: f64 = 20.0;

/// Whether the right solution is taken on a seed where other changes stood there until their hint was read.
pub fn is_taken_late(step: &Step, before: &str, seed: u32) -> Result<bool, String> {
    let mut check = Check::open(step, &solve(step, before, seed))?;
    let stands = (step.settle + step.mean + step.hold).max(STANDS);
    check.change((stands * 60.0) as u64, &solve(step, &step.right, seed))?;
    check.part(|| false);
    Ok(check.verdict()?.solved)
}

/// Whether a step is to take its right solution late: one that begins anew at each change has no earlier answer,
/// and neither has one that is solved by hand or judged by its rule alone.
pub fn has_past(step: &Step) -> bool {
    let by_hand = step.right.split('&').any(|part| part.starts_with("ev="));
    !(step.restarts || step.goals.is_empty() || step.score.is_some() || by_hand)
}
