//! Audit of a step: whether its solutions, its margin and its degenerate answers are what its file says.

use super::bird::check_bird;
use super::changes::solve;
use super::check::{Check, Verdict, check};
use super::degenerate::{Degenerate, degenerate};
use super::late::{has_past, is_taken_late};
use super::step::CourseStep;
use crate::insight::measures::Measure;

/// Result of an audit.
#[derive(Clone, Debug)]
pub struct Audit {
    /// Number of seeds.
    pub seeds: u32,
    /// Number of seeds on which the right solution passes, and the last verdict.
    pub right: (u32, Verdict),
    /// Number of seeds on which the wrong solution passes, and the last verdict.
    pub wrong: (u32, Verdict),
    /// Number of seeds on which each answer under `also` passes.
    pub also: Vec<u32>,
    /// Means over the seeds of the margin's measure at the end of the step's time: for the right
    /// solution, the start, and the plain alternative if there is one.
    pub ends: Vec<f64>,
    /// Whether these means are as far apart as the margin says.
    pub apart: bool,
    /// Number of seeds on which the right solution passes after the wrong one, and after the plain alternative if
    /// that is another one.
    pub late: Vec<u32>,
    /// Degenerate answers that pass, and the number of those tried.
    pub degenerate: (Vec<Degenerate>, usize),
    /// Fault of the step's question about a marked bird; `None` if it has none.
    pub bird: Option<String>,
}

/// Tries a step's solutions on several seeds from `first` on, and its degenerate answers.
pub fn audit(step: &CourseStep, seeds: u32, first: u32) -> Result<Audit, String> {
    if let Some(bird) = &step.bird {
        let empty = || check(step, &step.link);
        return Ok(Audit {
            seeds,
            right: (seeds, empty()?),
            wrong: (0, empty()?),
            also: Vec::new(),
            ends: Vec::new(),
            apart: true,
            late: Vec::new(),
            degenerate: (Vec::new(), 0),
            bird: check_bird(step, bird).err(),
        });
    }
    // Number of seeds on which these changes solve the step, the verdict on the last seed, and the
    // mean over the seeds of the measure that the margin compares, at the end of the step's time
    // (0 without a margin).
    let tried = |changes: &str| -> Result<(u32, Verdict, f64), String> {
        let (mut solved, mut last, mut sum) = (0, None, 0.0);
        for seed in first..first + seeds {
            let mut check = Check::open(step, &solve(step, changes, seed))?;
            check.part(|| false);
            let verdict = check.verdict()?;
            solved += u32::from(verdict.solved);
            last = Some(verdict);
            if let Some(margin) = step.margin {
                sum += check.ends(margin.goal);
            }
        }
        last.map(|last| (solved, last, sum / f64::from(seeds))).ok_or_else(|| "No seeds.".into())
    };
    let (right, wrong) = (tried(&step.right)?, tried(&step.wrong)?);
    let also: Result<Vec<u32>, String> =
        step.also.iter().map(|(changes, _)| Ok(tried(changes)?.0)).collect();
    let mut ends = Vec::new();
    let mut apart = true;
    if let Some(margin) = step.margin {
        ends.extend([right.2, tried("")?.2]);
        if !step.plain.is_empty() {
            ends.push(tried(&step.plain)?.2);
        }
        let ahead = |other: &f64| (ends[0] - other) * margin.least.signum();
        apart = ends[1..].iter().all(|other| ahead(other) >= margin.least.abs());
    }
    let (right, wrong) = ((right.0, right.1), (wrong.0, wrong.1));
    let mut late = Vec::new();
    if has_past(step) {
        let plain = Some(&step.plain).filter(|plain| !plain.is_empty() && **plain != step.wrong);
        for before in std::iter::once(&step.wrong).chain(plain) {
            let mut taken = 0;
            for seed in first..first + seeds {
                taken += u32::from(is_taken_late(step, before, seed)?);
            }
            late.push(taken);
        }
    }
    let degenerate = degenerate(step, first)?;
    Ok(Audit { seeds, right, wrong, also: also?, ends, apart, late, degenerate, bird: None })
}

impl Audit {
    /// Whether the step is sound.
    pub fn holds(&self) -> bool {
        let Self { seeds, right, wrong, also, apart, late, degenerate, bird, .. } = self;
        let most = |solved: u32| 10 * solved >= 9 * seeds;
        let others = also.iter().chain(late).copied().all(most);
        let solved = most(right.0) && 10 * wrong.0 <= *seeds && others;
        solved && *apart && degenerate.0.is_empty() && bird.is_none()
    }

    /// Describes the result in lines for people, one for each answer.
    pub fn describe(&self, step: &CourseStep) -> String {
        let mark = if self.holds() { "ok" } else { "NOT SO" };
        if let Some(bird) = &step.bird {
            let why = self.bird.as_ref().map_or(String::new(), |why| format!(": {why}"));
            return format!("{mark} {}: bird {}{why}\n", step.key, bird.id);
        }
        let Self { seeds, right, wrong, also, ends, apart, late, degenerate, .. } = self;
        let mut text = format!(
            "{mark} {}: right {} of {seeds} ({}), wrong {} of {seeds} ({})\n",
            step.key,
            right.0,
            right.1.describe(step),
            wrong.0,
            wrong.1.describe(step),
        );
        if let Some(margin) = step.margin {
            let key = Measure::at(step.goals[margin.goal].measure).key;
            let ends: Vec<String> = ends.iter().map(|end| format!("{end:.3}")).collect();
            let is = if *apart { "apart" } else { "NOT APART" };
            let ends = ends.join(", ");
            text += &format!("   {key} of right, start, plain: {ends}: {is} by {}\n", margin.least);
        }
        for (solved, (changes, _)) in also.iter().zip(&step.also) {
            text += &format!("   also {changes}: {solved} of {seeds}\n");
        }
        for (taken, before) in late.iter().zip(["wrong", "plain"]) {
            text += &format!("   right after {before}: {taken} of {seeds}\n");
        }
        text += &format!("   {} degenerate answers, {} pass\n", degenerate.1, degenerate.0.len());
        for one in &degenerate.0 {
            let changes = if one.changes.is_empty() { "the start" } else { &one.changes };
            text += &format!("   passes: {changes}\n");
        }
        text
    }
}
