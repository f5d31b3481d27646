//! The course: steps that lead from published models to rules that learners write, each a text file
//! in `steps/`, and the check of solutions, which are links. `README.md` in this folder describes
//! the files.

mod agree;
mod attempt;
mod audit;
mod bird;
mod board;
mod changes;
mod check;
mod claims;
mod degenerate;
mod late;
mod sheets;
mod step;

pub use agree::{COMPARED_STATES, ForceDifference, RuleComparison, compare_rule_with_behavior};
pub use attempt::{AttemptState, StepAttempt};
pub use audit::{StepAudit, audit_step};
pub use bird::{behavior_values, check_bird, open_step};
pub use board::{BoardEntry, verify_line};
pub use changes::link_with_solution;
pub use check::SolutionCheck;
pub use check::{SolutionVerdict, check_solution};
pub use claims::{
    ClaimCheck, ClaimOutcome, ClaimProof, TextClaim, scene_claims, split_sentences, step_claims,
};
pub use degenerate::{DEFAULT_FIRST_SEED, DegenerateAnswer, passing_degenerate_answers};
pub use late::{depends_on_past, passes_after};
pub use sheets::{
    SHEET_HEAD, answer_html, estimated_minutes, sheet_html, sheets_html, teacher_answer,
};
pub use step::{
    BirdQuestion, ChallengeScore, CourseStep, MarkedBird, PredictionQuestion, ScoredQuantity,
    SolutionMargin,
};

macro_rules! files {
    ($($name:literal)*) => { &[$((concat!($name, ".txt"), include_str!(concat!("steps/", $name, ".txt")))),*] };
}

/// File name and text of each step, in the order of the course.
const STEP_FILES: &[(&str, &str)] = files! {
    "001-each-axis"
    "005-turn-and-run"
    "006-aim-ahead"
    "007-head-on"
    "010-speed-decides"
    "015-cohesion-alone"
    "020-alignment-alone"
    "025-separation-alone"
    "026-too-much"
    "029-the-sum"
    "030-guess-cohesion"
    "031-one-bird"
    "032-guess-alignment"
    "033-without-it"
    "034-guess-separation"
    "035-radius"
    "037-two-tests"
    "040-narrow"
    "043-seldom"
    "045-leaders"
    "050-hunt"
    "052-engage"
    "054-pincer"
    "055-feeler"
    "056-twin"
    "057-dominant"
    "058-three-views"
    "060-pair"
    "065-march"
    "070-noise"
    "075-ring"
    "080-march-out"
    "085-circle"
    "090-slow-front"
    "092-prose"
    "095-behind"
    "096-next-leader"
    "097-three-points"
    "098-farther"
    "099-trap"
    "100-queue"
    "101-slots"
    "102-brake"
    "103-foresee"
    "110-closes"
    "111-break-off"
    "112-coaxed"
    "113-path-radius"
    "116-gather"
    "118-intercept-tiles"
    "200-write-cohesion"
    "205-write-separation"
    "210-write-feeler"
    "215-write-arrive"
    "300-through-the-maze"
    "305-under-the-falcon"
    "310-shepherd"
    "315-fast-catch"
    "320-shortest-mill"
    "325-few-neighbors"
    "330-one-door"
    "335-single-file"
    "340-wide-flock"
    "345-two-companies"
    "350-fast-and-clean"
    "355-square-corners"
    "360-all-leaders"
    "365-nearest-hunt"
    "370-finest-ring"
};

/// Reads all steps, in the order of the course; an error names the file.
pub fn read_steps() -> Result<Vec<CourseStep>, String> {
    STEP_FILES.iter().map(|(name, text)| CourseStep::read(name, text)).collect()
}
