//! The course, from the page: a step, the progress of a solution, and its proof for a leaderboard.

use super::{Simulation, now, to_js};
use flockwright_lab::course::{
    BirdQuestion, COMPARED_STATES, CourseStep, RuleComparison, SHEET_HEAD, ScoredQuantity,
    SolutionCheck, StepAttempt, answer_html, compare_rule_with_behavior, estimated_minutes,
    sheet_html,
};
use flockwright_lab::insight::measures::Measure;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// Contents of a step's text file.
#[derive(Serialize, Tsify)]
struct LessonStep {
    key: String,
    title: String,
    chapter: String,
    source: String,
    /// Link of the step's initial run.
    link: String,
    /// Keys of the parameters and controls that a solution may change.
    touch: Vec<String>,
    /// Key of the behavior whose rule is shown.
    #[tsify(optional)]
    rule: Option<String>,
    #[tsify(optional)]
    predict: Option<LessonQuestion>,
    /// Marked bird that the question is about.
    #[tsify(optional)]
    bird: Option<LessonBird>,
    task: String,
    goals: Vec<LessonGoal>,
    /// Time for which all goals have to hold, s of the run.
    hold: f64,
    /// Time of the run by which the goals have to hold, and during which a challenge is scored, s.
    within: f64,
    /// Estimated time that a learner needs for the step, minutes.
    minutes: u32,
    /// Whether a change of a parameter restarts the run.
    restarts: bool,
    #[tsify(optional)]
    score: Option<LessonScore>,
    /// Key of the built-in behavior that a written rule is to equal.
    #[tsify(optional)]
    agree: Option<String>,
    /// Paragraphs, in which `{key}` stands for the value of a parameter.
    text: Vec<String>,
}

#[derive(Serialize, Tsify)]
struct LessonQuestion {
    question: String,
    choices: Vec<String>,
    right: usize,
    because: String,
}

/// Marked bird. The right choice is the behavior that turns it most; with `without`, the behavior
/// without which it would end farthest away; with `side`, the side to which it turns.
#[derive(Serialize, Tsify)]
struct LessonBird {
    id: usize,
    without: bool,
    side: bool,
}

#[derive(Serialize, Tsify)]
struct LessonGoal {
    /// Key of the goal's measure.
    measure: &'static str,
    low: f64,
    high: f64,
    /// Time over which the measure is averaged, s.
    mean: f64,
}

#[derive(Serialize, Tsify)]
struct LessonScore {
    most: bool,
    /// Whether the score is known only after `within` seconds.
    lasts: bool,
    /// Whether the score is a time in seconds.
    time: bool,
}

/// Progress of a solution: see `AttemptState` of the course.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
struct LessonState {
    /// For each goal: its value over the last second, and whether that is within the goal's bounds.
    goals: Vec<(f64, bool)>,
    held_time: f64,
    #[tsify(optional)]
    solve_time: Option<f64>,
    sentences: Vec<String>,
    is_improving: bool,
    #[tsify(optional)]
    score: Option<f64>,
    is_over: bool,
}

/// Step of the course that somebody tries to solve.
#[wasm_bindgen]
pub struct Lesson(StepAttempt);

#[wasm_bindgen]
impl Lesson {
    /// Reads the file of a step. Throws an error whose message can be shown if it is invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, file: &str) -> Result<Self, JsValue> {
        let step = CourseStep::read(name, file).map_err(|message| JsValue::from_str(&message))?;
        Ok(Self(StepAttempt::new(step)))
    }

    /// Contents of the step.
    #[wasm_bindgen(unchecked_return_type = "LessonStep")]
    pub fn step(&self) -> JsValue {
        let step = self.0.step().clone();
        let goal = |goal: &flockwright_lab::objectives::Objective| LessonGoal {
            measure: Measure::at(goal.measure_index).key,
            low: goal.low,
            high: goal.high,
            mean: step.mean_seconds,
        };
        to_js(&LessonStep {
            goals: step.goals.iter().map(goal).collect(),
            minutes: estimated_minutes(&step),
            predict: step.prediction.map(|one| LessonQuestion {
                question: one.question,
                choices: one.choices,
                right: one.right_choice,
                because: one.explanation,
            }),
            bird: step.bird.map(|bird| LessonBird {
                id: bird.id,
                without: bird.question == BirdQuestion::MostMissedBehavior,
                side: bird.question == BirdQuestion::TurnSide,
            }),
            score: step.score.map(|score| LessonScore {
                most: score.is_larger_better,
                lasts: matches!(
                    score.quantity,
                    ScoredQuantity::MeasureMean(_) | ScoredQuantity::MeasureAtEnd(_)
                ),
                time: score.quantity == ScoredQuantity::SolvingTime,
            }),
            key: step.key,
            title: step.title,
            chapter: step.chapter,
            source: step.source,
            link: step.link,
            touch: step.allowed_keys,
            rule: step.shown_rule,
            task: step.task,
            hold: step.hold_seconds,
            within: step.max_seconds,
            restarts: step.restarts_on_change,
            agree: step.agreeing_behavior,
            text: step.paragraphs,
        })
    }

    /// Page of paper for the step and the answer for a teacher, as HTML, behind the head of such a
    /// file. `page`: address of the page.
    pub fn sheet(&self, page: &str) -> Vec<String> {
        vec![SHEET_HEAD.into(), sheet_html(self.0.step(), page), answer_html(self.0.step())]
    }

    /// Starts to verify a solution from the start of its run: see [`Proof`].
    pub fn prove(&self, link: &str) -> Result<Proof, JsValue> {
        SolutionCheck::open(self.0.step(), link).map(Proof).map_err(|why| JsValue::from_str(&why))
    }
}

/// Verification of a solution from the start of its run.
#[wasm_bindgen]
pub struct Proof(SolutionCheck);

#[wasm_bindgen]
impl Proof {
    /// Continues for about `budget` ms; returns true when finished.
    pub fn part(&mut self, budget: f64) -> bool {
        let end = now() + budget;
        self.0.run_part(|| now() >= end)
    }

    /// Line for a leaderboard. Throws the reason if the solution does not hold.
    pub fn line(&self) -> Result<String, JsValue> {
        match self.0.verdict().map_err(|why| JsValue::from_str(&why))? {
            verdict if verdict.is_solved => Ok(verdict.board_line(self.0.step(), self.0.link())),
            verdict => Err(JsValue::from_str(&verdict.reasons.join(" "))),
        }
    }
}

/// Comparison of a written rule with a built-in behavior, over random states.
#[derive(Serialize, Tsify)]
struct RuleAgreement {
    /// Number of compared states in which rule and behavior steer alike.
    same: usize,
    states: usize,
    /// Simplest state in which they differ.
    #[tsify(optional)]
    first: Option<RuleDifference>,
}

/// State as seen from a unit: see `ForceDifference` of the course.
#[derive(Serialize, Tsify)]
struct RuleDifference {
    difference: String,
    heading: f32,
    others: Vec<[f32; 4]>,
    obstacles: Vec<[f32; 3]>,
    #[tsify(optional)]
    goal: Option<[f32; 2]>,
    wanted: [f32; 2],
    got: [f32; 2],
}

#[wasm_bindgen]
impl Simulation {
    /// Lets a step sample the present state, and returns the progress of its solution. Takes about
    /// as long as a tick; to be called every twelve ticks.
    #[wasm_bindgen(unchecked_return_type = "LessonState")]
    pub fn tried(&mut self, lesson: &mut Lesson) -> JsValue {
        let values = self.measured().values;
        lesson.0.record_tick(&self.run, self.timeline.log(), &values);
        let state = lesson.0.state(&self.run);
        to_js(&LessonState {
            goals: state.goal_means,
            held_time: state.held_time,
            solve_time: state.solve_time,
            sentences: state.sentences,
            is_improving: state.is_improving,
            score: state.score,
            is_over: state.is_over,
        })
    }

    /// Compares the first written rule of the first group with a built-in behavior; undefined if
    /// there is no written rule or no such behavior.
    #[wasm_bindgen(unchecked_return_type = "RuleAgreement | undefined")]
    pub fn agrees(&self, key: &str) -> JsValue {
        let Ok(RuleComparison { agreeing_states: same, simplest_difference: first }) =
            compare_rule_with_behavior(&self.run.link(), key)
        else {
            return JsValue::UNDEFINED;
        };
        let first = first.map(|first| RuleDifference {
            difference: first.description,
            heading: first.heading,
            others: first.other_units,
            obstacles: first.obstacles,
            goal: first.goal,
            wanted: first.behavior_force,
            got: first.rule_force,
        });
        to_js(&RuleAgreement { same, states: COMPARED_STATES, first })
    }
}
