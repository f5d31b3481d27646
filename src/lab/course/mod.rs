//! The course: steps that lead from the sources to rules of one's own, each a text file in
//! `steps/`, and the check of solutions, which are links. `README.md` in this folder describes the
//! format.

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

pub use agree::{Agreement, Difference, STATES, agree};
pub use attempt::{AttemptState, StepAttempt};
pub use audit::{Audit, audit};
pub use bird::{answers, check_bird, moment};
pub use board::{Entry, prove};
pub use changes::solve;
pub use check::Check;
pub use check::{Verdict, check};
pub use claims::{Claim, ClaimCheck, Outcome, Proof, scene_claims, sentences, step_claims};
pub use degenerate::{Degenerate, FIRST_SEED, degenerate};
pub use late::{has_past, is_taken_late};
pub use sheets::{SHEET_HEAD, answer, answer_html, minutes, sheet, sheets};
pub use step::{Bird, BirdQuestion, CourseStep, Margin, Prediction, Score, ScoredQuantity};

macro_rules! files {
    ($($name:literal)*) => { &[$((concat!($name, ".txt"), include_str!(concat!("steps/", $name, ".txt")))),*] };
}

/// File name and text of each step, in the order of the course.
const FILES: &[(&str, &str)] = files! {
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

/// Reads all steps, in the order of the course. A test reads every file.
pub fn steps() -> Result<Vec<CourseStep>, String> {
    FILES.iter().map(|(name, text)| CourseStep::read(name, text)).collect()
}
