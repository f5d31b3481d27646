//! The course for the page: a step, a learner's progress, and the verification of a solution.

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

/// Contents of the text file of a step of the course.
#[derive(Serialize, Tsify)]
struct LessonStep {
    key: String,
    title: String,
    chapter: String,
    source: String,
    /// Link of the run with which the step begins.
    link: String,
    /// Keys of the parameters and other inputs that a solution may change.
    touch: Vec<String>,
    /// Key of the behavior whose rule the page shows; undefined for none.
    #[tsify(optional)]
    rule: Option<String>,
    #[tsify(optional)]
    predict: Option<LessonQuestion>,
    /// Marked bird about which `predict` asks; undefined if the question is not about one bird.
    #[tsify(optional)]
    bird: Option<LessonBird>,
    task: String,
    goals: Vec<LessonGoal>,
    /// Time for which all goals have to hold at once without a break, s of simulated time.
    hold: f64,
    /// Simulated time, s, by which the goals have to hold, and over which a challenge is scored.
    within: f64,
    /// Estimated time that a learner needs for the step, minutes.
    minutes: u32,
    /// Whether changing a parameter restarts the run from tick 0.
    restarts: bool,
    #[tsify(optional)]
    score: Option<LessonScore>,
    /// Key of the built-in behavior that the learner's rule has to equal; undefined for none.
    #[tsify(optional)]
    agree: Option<String>,
    /// Paragraphs of the step's text, in which `{key}` stands for the value of a parameter.
    text: Vec<String>,
}

#[derive(Serialize, Tsify)]
struct LessonQuestion {
    question: String,
    choices: Vec<String>,
    right: usize,
    because: String,
}

/// Bird that the step marks and asks about. The right answer is the behavior that turns it most;
/// with `without`, the behavior whose absence displaces it most; with `side`, the side of its turn.
#[derive(Serialize, Tsify)]
struct LessonBird {
    id: usize,
    without: bool,
    side: bool,
}

#[derive(Serialize, Tsify)]
struct LessonGoal {
    /// Key of the measure whose mean has to lie between `low` and `high`.
    measure: &'static str,
    low: f64,
    high: f64,
    /// Time over which the measure is averaged, s of simulated time.
    mean: f64,
}

#[derive(Serialize, Tsify)]
struct LessonScore {
    most: bool,
    /// Whether the score is known only when the step's time `within` is over.
    lasts: bool,
    /// Whether the score is a simulated time in seconds.
    time: bool,
}

/// Progress of a learner's solution; the fields are those of `AttemptState` in the course.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
struct LessonState {
    /// For each goal: the mean of its measure over the averaging time, and whether the goal holds.
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

/// Step of the course, and a learner's attempt to solve it.
#[wasm_bindgen]
pub struct Lesson(StepAttempt);

#[wasm_bindgen]
impl Lesson {
    /// Reads the text of a step. Throws an error with a message for people if it is invalid.
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

    /// Worksheet of the step as HTML, in three parts: head of the file, sheet for learners, and
    /// answer for the teacher. `page`: address of the page.
    pub fn sheet(&self, page: &str) -> Vec<String> {
        vec![SHEET_HEAD.into(), sheet_html(self.0.step(), page), answer_html(self.0.step())]
    }

    /// Starts to verify a solution, given by the link of its run, by running it from tick 0.
    pub fn prove(&self, link: &str) -> Result<Proof, JsValue> {
        SolutionCheck::open(self.0.step(), link).map(Proof).map_err(|why| JsValue::from_str(&why))
    }
}

/// Verification of a solution in parts, by running it from tick 0.
#[wasm_bindgen]
pub struct Proof(SolutionCheck);

#[wasm_bindgen]
impl Proof {
    /// Continues to run for about `budget` ms; returns true when the verification is finished.
    pub fn part(&mut self, budget: f64) -> bool {
        let end = now() + budget;
        self.0.run_part(|| now() >= end)
    }

    /// Line for a leaderboard: key of the step, score, link. Throws the reason if the solution
    /// fails.
    pub fn line(&self) -> Result<String, JsValue> {
        match self.0.verdict().map_err(|why| JsValue::from_str(&why))? {
            verdict if verdict.is_solved => Ok(verdict.board_line(self.0.step(), self.0.link())),
            verdict => Err(JsValue::from_str(&verdict.reasons.join(" "))),
        }
    }
}

/// Result of comparing a learner's rule with a built-in behavior over random states.
#[derive(Serialize, Tsify)]
struct RuleAgreement {
    /// Number of the `states` in which rule and behavior give the same force.
    same: usize,
    states: usize,
    /// Simplest state in which the forces differ; undefined if they differ in none.
    #[tsify(optional)]
    first: Option<RuleDifference>,
}

/// State in which two forces differ, as seen from a unit; see `ForceDifference` of the course.
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
    /// Records the present state for the attempt at a step, and returns the progress of the
    /// solution. Takes about as long as a tick; to be called every twelve ticks.
    #[wasm_bindgen(unchecked_return_type = "LessonState")]
    pub fn tried(&mut self, lesson: &mut Lesson) -> JsValue {
        let values = self.measure_now().values;
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

    /// Compares the first written rule of the first group with a built-in behavior, given by its
    /// key; undefined if there is no such rule or behavior.
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
