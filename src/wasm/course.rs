//! The course, as the page shows it: a step, how far a solution has come, and its proof for a board.

use super::{Simulation, now, to_js};
use flockwright_lab::course::{
    Agreement, Attempt, BirdQuestion, Check, Difference, STATES, ScoredQuantity, State, Step, agree,
};
use flockwright_lab::insight::measures::Measure;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// A step, as its text file says it.
#[derive(Serialize, Tsify)]
struct LessonStep {
    key: String,
    title: String,
    chapter: String,
    source: String,
    /// The run that it begins with.
    link: String,
    /// Keys of what may be touched.
    touch: Vec<String>,
    /// The behavior whose rule is shown.
    #[tsify(optional)]
    rule: Option<String>,
    #[tsify(optional)]
    predict: Option<LessonQuestion>,
    /// The marked bird that the question is about.
    #[tsify(optional)]
    bird: Option<LessonBird>,
    task: String,
    goals: Vec<LessonGoal>,
    /// For so long they are to hold, s of the run.
    hold: f64,
    /// For how long a challenge is scored, s.
    within: f64,
    /// Whether a change begins the run anew.
    restarts: bool,
    #[tsify(optional)]
    score: Option<LessonScore>,
    /// The built-in behavior that a rule of one's own is to steer like.
    #[tsify(optional)]
    agree: Option<String>,
    /// Paragraphs; `{key}` is the value of a parameter.
    text: Vec<String>,
}

#[derive(Serialize, Tsify)]
struct LessonQuestion {
    question: String,
    choices: Vec<String>,
    right: usize,
    because: String,
}

/// A marked bird: the right choice is the behavior that turns it most or, `without`, the one without which
/// it would end farthest away.
#[derive(Serialize, Tsify)]
struct LessonBird {
    id: usize,
    without: bool,
}

#[derive(Serialize, Tsify)]
struct LessonGoal {
    /// The key of a measure.
    measure: &'static str,
    low: f64,
    high: f64,
    /// The value is a mean over this many seconds.
    mean: f64,
}

#[derive(Serialize, Tsify)]
struct LessonScore {
    most: bool,
    /// Whether it is known once the run has lasted for `within`.
    lasts: bool,
    /// Whether it is a time, s.
    time: bool,
}

/// How far a solution has come: see `State` of the course.
#[derive(Serialize, Tsify)]
struct LessonState {
    /// By goal: its value over the last second, and whether that is in its band.
    goals: Vec<(f64, bool)>,
    held: f64,
    #[tsify(optional)]
    at: Option<f64>,
    says: Vec<String>,
    #[tsify(optional)]
    score: Option<f64>,
    over: bool,
}

/// A step that someone tries.
#[wasm_bindgen]
pub struct Lesson(Attempt);

#[wasm_bindgen]
impl Lesson {
    /// Reads a step's file. Throws a sentence where it makes no sense.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, file: &str) -> Result<Self, JsValue> {
        let step = Step::read(name, file).map_err(|why| JsValue::from_str(&why))?;
        Ok(Self(Attempt::new(step)))
    }

    /// What the step says.
    #[wasm_bindgen(unchecked_return_type = "LessonStep")]
    pub fn step(&self) -> JsValue {
        let step = self.0.step().clone();
        let goal = |goal: &flockwright_lab::objectives::Objective| LessonGoal {
            measure: Measure::at(goal.measure).key,
            low: goal.low,
            high: goal.high,
            mean: step.mean,
        };
        to_js(&LessonStep {
            goals: step.goals.iter().map(goal).collect(),
            predict: step.predict.map(|one| LessonQuestion {
                question: one.question,
                choices: one.choices,
                right: one.right,
                because: one.because,
            }),
            bird: step
                .bird
                .map(|bird| LessonBird { id: bird.id, without: bird.ask == BirdQuestion::Without }),
            score: step.score.map(|score| LessonScore {
                most: score.most,
                lasts: matches!(score.of, ScoredQuantity::Mean(_) | ScoredQuantity::End(_)),
                time: score.of == ScoredQuantity::Time,
            }),
            key: step.key,
            title: step.title,
            chapter: step.chapter,
            source: step.source,
            link: step.link,
            touch: step.touch,
            rule: step.rule,
            task: step.task,
            hold: step.hold,
            within: step.within,
            restarts: step.restarts,
            agree: step.agree,
            text: step.text,
        })
    }

    /// Begins to judge a solution again, from its start: see [`Proof`].
    pub fn prove(&self, link: &str) -> Result<Proof, JsValue> {
        Check::open(self.0.step(), link).map(Proof).map_err(|why| JsValue::from_str(&why))
    }
}

/// A solution that is being judged again, from its start.
#[wasm_bindgen]
pub struct Proof(Check);

#[wasm_bindgen]
impl Proof {
    /// Goes on for about `budget` ms; true when all is known.
    pub fn part(&mut self, budget: f64) -> bool {
        let end = now() + budget;
        self.0.part(|| now() >= end)
    }

    /// The line of a board; throws why there is none.
    pub fn line(&self) -> Result<String, JsValue> {
        match self.0.verdict().map_err(|why| JsValue::from_str(&why))? {
            verdict if verdict.solved => Ok(verdict.line(self.0.step(), self.0.link())),
            verdict => Err(JsValue::from_str(&verdict.reasons.join(" "))),
        }
    }
}

/// Whether a written rule steers as a built-in behavior does, over random states.
#[derive(Serialize, Tsify)]
struct RuleAgreement {
    /// In how many states, of how many.
    same: usize,
    states: usize,
    /// The plainest state in which it does not.
    #[tsify(optional)]
    first: Option<RuleDifference>,
}

/// A state seen from a unit: see `Difference` of the course.
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
    /// Lets a step take note of the present state, and tells how far its solution is. Takes about as
    /// long as a tick; ask at every twelfth.
    #[wasm_bindgen(unchecked_return_type = "LessonState")]
    pub fn tried(&mut self, lesson: &mut Lesson) -> JsValue {
        let values = self.measured().values;
        lesson.0.record_tick(&self.run, self.timeline.log(), &values);
        let State { goals, held, at, says, score, over } = lesson.0.state(&self.run);
        to_js(&LessonState { goals, held, at, says, score, over })
    }

    /// Compares the first written rule of the first group with a built-in behavior; undefined where
    /// there is none.
    #[wasm_bindgen(unchecked_return_type = "RuleAgreement | undefined")]
    pub fn agrees(&self, key: &str) -> JsValue {
        let Ok(Agreement { same, first }) = agree(&self.run.link(), key) else {
            return JsValue::UNDEFINED;
        };
        let first = first.map(|first| {
            let Difference { difference, heading, others, obstacles, goal, wanted, got } = first;
            RuleDifference { difference, heading, others, obstacles, goal, wanted, got }
        });
        to_js(&RuleAgreement { same, states: STATES, first })
    }
}
