//! The course: steps from the sources to rules of one's own, each a text file in `steps/`, and the
//! check of a solution, which is a link. `README.md` beside this file tells how a step is written.

mod check;
mod judge;
mod step;

pub use check::{Verdict, check, solve};
pub use judge::Judge;
pub use step::{Prediction, Score, Step};

macro_rules! files {
    ($($name:literal)*) => { &[$((concat!($name, ".txt"), include_str!(concat!("steps/", $name, ".txt")))),*] };
}

/// The files of the steps, in their order: name and text.
const FILES: &[(&str, &str)] = files! {
    "005-turn-and-run"
    "010-speed-decides"
    "015-cohesion-alone"
    "020-alignment-alone"
    "025-separation-alone"
    "030-the-sum"
    "035-radius"
    "040-narrow"
    "045-leaders"
    "050-hunt"
    "055-feeler"
    "060-pair"
    "065-march"
    "070-noise"
    "075-ring"
    "080-march-out"
    "085-circle"
    "090-slow-front"
    "095-behind"
    "100-queue"
};

/// All steps, in their order. A test reads every one of them.
///
/// # Errors
/// What is wrong with the first that makes no sense.
pub fn steps() -> Result<Vec<Step>, String> {
    FILES.iter().map(|(name, text)| Step::read(name, text)).collect()
}
