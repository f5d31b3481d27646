//! Whether a step is sound: its solutions, its margin and its degenerate answers.

use super::bird::check_bird;
use super::changes::solve;
use super::check::{Check, Verdict, check};
use super::degenerate::{Degenerate, degenerate};
use super::step::Step;
use crate::insight::measures::MEASURES;

/// The first of the seeds, which no step was made on.
const FIRST: u32 = 1000;

/// What was found of a step.
#[derive(Clone, Debug)]
pub struct Audit {
    /// On how many seeds.
    pub seeds: u32,
    /// On how many the right solution passes, and what came of the last.
    pub right: (u32, Verdict),
    /// On how many the wrong one does.
    pub wrong: (u32, Verdict),
    /// The mean at the end of the margin's goal: right, start, and the plain alternative, where the file has one.
    pub ends: Vec<f64>,
    /// Whether these are as far apart as the file says.
    pub apart: bool,
    /// Degenerate answers that pass, and how many were tried.
    pub degenerate: (Vec<Degenerate>, usize),
    /// What is not so of a step about a bird.
    pub bird: Option<String>,
}

/// Tries a step's solutions on seeds that it never saw, and its degenerate answers.
///
/// # Errors
/// A solution does not open.
pub fn audit(step: &Step, seeds: u32) -> Result<Audit, String> {
    if let Some(bird) = &step.bird {
        let empty = || check(step, &step.link);
        return Ok(Audit {
            seeds,
            right: (seeds, empty()?),
            wrong: (0, empty()?),
            ends: Vec::new(),
            apart: true,
            degenerate: (Vec::new(), 0),
            bird: check_bird(step, bird).err(),
        });
    }
    let count = |changes: &str| -> Result<(u32, Verdict), String> {
        let mut solved = 0;
        let mut last = None;
        for seed in FIRST..FIRST + seeds {
            let verdict = check(step, &solve(step, changes, seed))?;
            solved += u32::from(verdict.solved);
            last = Some(verdict);
        }
        last.map(|last| (solved, last)).ok_or_else(|| "No seeds.".into())
    };
    let (right, wrong) = (count(&step.right)?, count(&step.wrong)?);
    let mut ends = Vec::new();
    let mut apart = true;
    if let Some(margin) = step.margin {
        let plain = (!step.plain.is_empty()).then_some(step.plain.as_str());
        for changes in [step.right.as_str(), ""].into_iter().chain(plain) {
            let mut sum = 0.0;
            for seed in FIRST..FIRST + seeds {
                let mut check = Check::open(step, &solve(step, changes, seed))?;
                sum += check.ends(margin.goal) * margin.least.signum();
            }
            ends.push(sum / f64::from(seeds));
        }
        apart = ends[1..].iter().all(|other| ends[0] - other >= margin.least.abs());
        ends.iter_mut().for_each(|end| *end *= margin.least.signum());
    }
    let degenerate = degenerate(step)?;
    Ok(Audit { seeds, right, wrong, ends, apart, degenerate, bird: None })
}

impl Audit {
    /// Whether the step is sound.
    pub fn holds(&self) -> bool {
        let Self { seeds, right, wrong, apart, degenerate, bird, .. } = self;
        let solved = 10 * right.0 >= 9 * seeds && 10 * wrong.0 <= *seeds;
        solved && *apart && degenerate.0.is_empty() && bird.is_none()
    }

    /// For people, with a line for each degenerate answer that passes.
    pub fn told(&self, step: &Step) -> String {
        let mark = if self.holds() { "ok" } else { "NOT SO" };
        if let Some(bird) = &step.bird {
            let why = self.bird.as_ref().map_or(String::new(), |why| format!(": {why}"));
            return format!("{mark} {}: bird {}{why}\n", step.key, bird.id);
        }
        let Self { seeds, right, wrong, ends, apart, degenerate, .. } = self;
        let mut text = format!(
            "{mark} {}: right {} of {seeds} ({}), wrong {} of {seeds} ({})\n",
            step.key,
            right.0,
            right.1.told(step),
            wrong.0,
            wrong.1.told(step),
        );
        if let Some(margin) = step.margin {
            let key = MEASURES[step.goals[margin.goal].measure].key;
            let ends: Vec<String> = ends.iter().map(|end| format!("{end:.3}")).collect();
            let is = if *apart { "apart" } else { "NOT APART" };
            let ends = ends.join(", ");
            text += &format!("   {key} of right, start, plain: {ends}: {is} by {}\n", margin.least);
        }
        text += &format!("   {} degenerate answers, {} pass\n", degenerate.1, degenerate.0.len());
        for one in &degenerate.0 {
            let changes = if one.changes.is_empty() { "the start" } else { &one.changes };
            text += &format!("   passes: {changes}\n");
        }
        text
    }
}
