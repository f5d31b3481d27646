//! Audit of a step: whether its right solutions pass, its wrong one fails, they differ by its
//! margin, and no degenerate answer passes.

use super::bird::check_bird;
use super::changes::link_with_solution;
use super::check::{SolutionCheck, SolutionVerdict, check_solution};
use super::degenerate::{DegenerateAnswer, passing_degenerate_answers};
use super::late::{depends_on_past, passes_after};
use super::step::CourseStep;
use crate::insight::measures::Measure;

/// Result of auditing a step.
#[derive(Clone, Debug)]
pub struct StepAudit {
    /// Number of seeds on which each solution is tried.
    pub seed_count: u32,
    /// Number of seeds on which the right solution passes, and the verdict of the last seed.
    pub right_solution: (u32, SolutionVerdict),
    /// Number of seeds on which the wrong solution passes, and the verdict of the last seed.
    pub wrong_solution: (u32, SolutionVerdict),
    /// Number of seeds on which each further right solution (`also` in the step file) passes.
    pub also_right_counts: Vec<u32>,
    /// Mean over the seeds of the margin's measure at the end of the step's time: for the right
    /// solution, the unchanged run, and the step's naive (`plain`) one. Empty without margin.
    pub end_means: Vec<f64>,
    /// Whether the first of `end_means` leads the others by the margin; `true` without margin.
    pub is_apart: bool,
    /// Number of seeds on which the right solution passes when tried after the wrong one, then
    /// after the naive (`plain`) one if it differs. Empty if a first answer has no influence.
    pub right_after_counts: Vec<u32>,
    /// Passing degenerate answers (tried without understanding), and the number of all of them.
    pub degenerate_passes: (Vec<DegenerateAnswer>, usize),
    /// Fault of the step's question about a marked bird; `None` if it has no fault or no question.
    pub bird_fault: Option<String>,
}

/// Tries a step's solutions on the `seeds` seeds from `first` on, and its degenerate answers.
pub fn audit_step(step: &CourseStep, seeds: u32, first: u32) -> Result<StepAudit, String> {
    if let Some(bird) = &step.bird {
        let empty = || check_solution(step, &step.link);
        return Ok(StepAudit {
            seed_count: seeds,
            right_solution: (seeds, empty()?),
            wrong_solution: (0, empty()?),
            also_right_counts: Vec::new(),
            end_means: Vec::new(),
            is_apart: true,
            right_after_counts: Vec::new(),
            degenerate_passes: (Vec::new(), 0),
            bird_fault: check_bird(step, bird).err(),
        });
    }
    // Number of seeds on which these changes solve the step, the verdict on the last seed, and the
    // mean over the seeds of the measure that the margin compares, at the end of the step's time
    // (0 without a margin).
    let tried = |changes: &str| -> Result<(u32, SolutionVerdict, f64), String> {
        let (mut solved, mut last, mut sum) = (0, None, 0.0);
        for seed in first..first + seeds {
            let mut check = SolutionCheck::open(step, &link_with_solution(step, changes, seed))?;
            check.run_part(|| false);
            let verdict = check.verdict()?;
            solved += u32::from(verdict.is_solved);
            last = Some(verdict);
            if let Some(margin) = step.margin {
                sum += check.run_to_end(margin.goal);
            }
        }
        last.map(|last| (solved, last, sum / f64::from(seeds))).ok_or_else(|| "No seeds.".into())
    };
    let (right, wrong) = (tried(&step.right_solution)?, tried(&step.wrong_solution)?);
    let also: Result<Vec<u32>, String> =
        step.also_right.iter().map(|(changes, _)| Ok(tried(changes)?.0)).collect();
    let mut ends = Vec::new();
    let mut apart = true;
    if let Some(margin) = step.margin {
        ends.extend([right.2, tried("")?.2]);
        if !step.plain_solution.is_empty() {
            ends.push(tried(&step.plain_solution)?.2);
        }
        let ahead = |other: &f64| (ends[0] - other) * margin.min_difference.signum();
        apart = ends[1..].iter().all(|other| ahead(other) >= margin.min_difference.abs());
    }
    let (right, wrong) = ((right.0, right.1), (wrong.0, wrong.1));
    let mut late = Vec::new();
    if depends_on_past(step) {
        let plain = Some(&step.plain_solution)
            .filter(|plain| !plain.is_empty() && **plain != step.wrong_solution);
        for before in std::iter::once(&step.wrong_solution).chain(plain) {
            let mut taken = 0;
            for seed in first..first + seeds {
                taken += u32::from(passes_after(step, before, seed)?);
            }
            late.push(taken);
        }
    }
    let degenerate = passing_degenerate_answers(step, first)?;
    Ok(StepAudit {
        seed_count: seeds,
        right_solution: right,
        wrong_solution: wrong,
        also_right_counts: also?,
        end_means: ends,
        is_apart: apart,
        right_after_counts: late,
        degenerate_passes: degenerate,
        bird_fault: None,
    })
}

impl StepAudit {
    /// Whether right solutions pass on at least 90% of the seeds and the wrong one on at most 10%,
    /// the margin holds, and neither degenerate answers nor the question about a bird show a fault.
    pub fn is_sound(&self) -> bool {
        let Self {
            seed_count: seeds,
            right_solution: right,
            wrong_solution: wrong,
            also_right_counts: also,
            is_apart: apart,
            right_after_counts: late,
            degenerate_passes: degenerate,
            bird_fault: bird,
            ..
        } = self;
        let most = |solved: u32| 10 * solved >= 9 * seeds;
        let others = also.iter().chain(late).copied().all(most);
        let solved = most(right.0) && 10 * wrong.0 <= *seeds && others;
        solved && *apart && degenerate.0.is_empty() && bird.is_none()
    }

    /// Describes the result in lines for people, one for each answer.
    pub fn describe(&self, step: &CourseStep) -> String {
        let mark = if self.is_sound() { "ok" } else { "NOT SO" };
        if let Some(bird) = &step.bird {
            let why = self.bird_fault.as_ref().map_or(String::new(), |why| format!(": {why}"));
            return format!("{mark} {}: bird {}{why}\n", step.key, bird.id);
        }
        let Self {
            seed_count: seeds,
            right_solution: right,
            wrong_solution: wrong,
            also_right_counts: also,
            end_means: ends,
            is_apart: apart,
            right_after_counts: late,
            degenerate_passes: degenerate,
            ..
        } = self;
        let mut text = format!(
            "{mark} {}: right {} of {seeds} ({}), wrong {} of {seeds} ({})\n",
            step.key,
            right.0,
            right.1.describe(step),
            wrong.0,
            wrong.1.describe(step),
        );
        if let Some(margin) = step.margin {
            let key = Measure::at(step.goals[margin.goal].measure_index).key;
            let ends: Vec<String> = ends.iter().map(|end| format!("{end:.3}")).collect();
            let is = if *apart { "apart" } else { "NOT APART" };
            let ends = ends.join(", ");
            text += &format!(
                "   {key} of right, start, plain: {ends}: {is} by {}\n",
                margin.min_difference
            );
        }
        for (solved, (changes, _)) in also.iter().zip(&step.also_right) {
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
