//! Audit of a step: whether its right solutions pass, its wrong one fails, they differ by its
//! margin, and no degenerate answer passes.

use super::bird::check_bird;
use super::changes::link_with_solution;
use super::check::{SolutionCheck, SolutionVerdict, check_solution};
use super::degenerate::{DegenerateAnswer, passing_degenerate_answers};
use super::late::{depends_on_past, passes_after};
use super::step::{CourseStep, MarkedBird};
use crate::insight::measures::Measure;
use std::ops::Range;

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
    /// Whether the first of `end_means` differs from the others by at least the step's margin, in
    /// the margin's direction; `true` without margin.
    pub is_apart: bool,
    /// Number of seeds on which the right solution passes when tried after the wrong one, then
    /// after the naive (`plain`) one if it differs. Empty if a first answer has no influence.
    pub second_try_counts: Vec<u32>,
    /// Passing degenerate answers (tried without understanding), and the number of all of them.
    pub degenerate_passes: (Vec<DegenerateAnswer>, usize),
    /// Fault of the step's question about a marked bird; `None` if it has no fault or no question.
    pub bird_fault: Option<String>,
}

/// Tries a step's solutions on `seed_count` seeds from `first_seed` on, and its degenerate answers.
pub fn audit_step(
    step: &CourseStep,
    seed_count: u32,
    first_seed: u32,
) -> Result<StepAudit, String> {
    if let Some(bird) = &step.bird {
        return audit_marked_bird(step, bird, seed_count);
    }
    let seeds = first_seed..first_seed + seed_count;
    let try_solution = |changes: &str| SolutionTrial::run(step, changes, seeds.clone());
    let right = try_solution(&step.right_solution)?;
    let wrong = try_solution(&step.wrong_solution)?;
    let mut also_right_counts = Vec::new();
    for (changes, _) in &step.also_right {
        also_right_counts.push(try_solution(changes)?.solved_count);
    }
    let mut end_means = Vec::new();
    let mut is_apart = true;
    if let Some(margin) = step.margin {
        end_means.extend([right.end_mean, try_solution("")?.end_mean]);
        if !step.plain_solution.is_empty() {
            end_means.push(try_solution(&step.plain_solution)?.end_mean);
        }
        let lead = |other: &f64| (end_means[0] - other) * margin.min_difference.signum();
        is_apart = end_means[1..].iter().all(|other| lead(other) >= margin.min_difference.abs());
    }
    Ok(StepAudit {
        seed_count,
        right_solution: (right.solved_count, right.last_verdict),
        wrong_solution: (wrong.solved_count, wrong.last_verdict),
        also_right_counts,
        end_means,
        is_apart,
        second_try_counts: second_try_counts(step, seeds)?,
        degenerate_passes: passing_degenerate_answers(step, first_seed)?,
        bird_fault: None,
    })
}

/// Audit of a step that asks about a marked bird, and so has no solutions to try.
fn audit_marked_bird(
    step: &CourseStep,
    bird: &MarkedBird,
    seed_count: u32,
) -> Result<StepAudit, String> {
    let unchanged = || check_solution(step, &step.link);
    Ok(StepAudit {
        seed_count,
        right_solution: (seed_count, unchanged()?),
        wrong_solution: (0, unchanged()?),
        also_right_counts: Vec::new(),
        end_means: Vec::new(),
        is_apart: true,
        second_try_counts: Vec::new(),
        degenerate_passes: (Vec::new(), 0),
        bird_fault: check_bird(step, bird).err(),
    })
}

/// Result of trying a solution of a step on several seeds.
struct SolutionTrial {
    /// Number of seeds on which the solution solves the step.
    solved_count: u32,
    last_verdict: SolutionVerdict,
    /// Mean over the seeds of the measure that the margin compares, at the end of the step's time;
    /// 0 without a margin.
    end_mean: f64,
}

impl SolutionTrial {
    fn run(step: &CourseStep, changes: &str, seeds: Range<u32>) -> Result<Self, String> {
        let seed_count = seeds.len();
        let (mut solved_count, mut last_verdict, mut end_sum) = (0, None, 0.0);
        for seed in seeds {
            let mut check = SolutionCheck::open(step, &link_with_solution(step, changes, seed))?;
            check.run_part(|| false);
            let verdict = check.verdict()?;
            solved_count += u32::from(verdict.is_solved);
            last_verdict = Some(verdict);
            if let Some(margin) = step.margin {
                end_sum += check.run_to_end(margin.goal_index);
            }
        }
        let last_verdict = last_verdict.ok_or("No seeds.")?;
        Ok(Self { solved_count, last_verdict, end_mean: end_sum / seed_count as f64 })
    }
}

/// Numbers of seeds on which the right solution solves the step when tried after the wrong one, and
/// after the naive (`plain`) one. Empty if a first answer has no influence.
fn second_try_counts(step: &CourseStep, seeds: Range<u32>) -> Result<Vec<u32>, String> {
    if !depends_on_past(step) {
        return Ok(Vec::new());
    }
    let plain = Some(&step.plain_solution)
        .filter(|plain| !plain.is_empty() && **plain != step.wrong_solution);
    let mut counts = Vec::new();
    for before in std::iter::once(&step.wrong_solution).chain(plain) {
        let mut solved_count = 0;
        for seed in seeds.clone() {
            solved_count += u32::from(passes_after(step, before, seed)?);
        }
        counts.push(solved_count);
    }
    Ok(counts)
}

impl StepAudit {
    /// Whether right solutions pass on at least 90% of the seeds and the wrong one on at most 10%,
    /// the margin holds, and neither degenerate answers nor the question about a bird show a fault.
    pub fn is_sound(&self) -> bool {
        let most = |solved: u32| 10 * solved >= 9 * self.seed_count;
        let mut others = self.also_right_counts.iter().chain(&self.second_try_counts).copied();
        most(self.right_solution.0)
            && 10 * self.wrong_solution.0 <= self.seed_count
            && others.all(most)
            && self.is_apart
            && self.degenerate_passes.0.is_empty()
            && self.bird_fault.is_none()
    }

    /// Describes the result in lines for people, one for each answer.
    pub fn describe(&self, step: &CourseStep) -> String {
        let mark = if self.is_sound() { "ok" } else { "NOT SO" };
        if let Some(bird) = &step.bird {
            let why = self.bird_fault.as_ref().map_or(String::new(), |why| format!(": {why}"));
            return format!("{mark} {}: bird {}{why}\n", step.key, bird.id);
        }
        let (seeds, degenerate) = (self.seed_count, &self.degenerate_passes);
        let (right, wrong) = (&self.right_solution, &self.wrong_solution);
        let mut text = format!(
            "{mark} {}: right {} of {seeds} ({}), wrong {} of {seeds} ({})\n",
            step.key,
            right.0,
            right.1.describe(step),
            wrong.0,
            wrong.1.describe(step),
        );
        if let Some(margin) = step.margin {
            let key = Measure::at(step.goals[margin.goal_index].measure_index).key;
            let ends: Vec<String> = self.end_means.iter().map(|end| format!("{end:.3}")).collect();
            let is = if self.is_apart { "apart" } else { "NOT APART" };
            let ends = ends.join(", ");
            text += &format!(
                "   {key} of right, start, plain: {ends}: {is} by {}\n",
                margin.min_difference
            );
        }
        for (solved, (changes, _)) in self.also_right_counts.iter().zip(&step.also_right) {
            text += &format!("   also {changes}: {solved} of {seeds}\n");
        }
        for (taken, before) in self.second_try_counts.iter().zip(["wrong", "plain"]) {
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
