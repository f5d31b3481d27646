//! Many runs, for the page's workers.
//!
//! One thread keeps a [`Study`] and hands out its jobs; every worker holds an [`Evaluator`] per job. Jobs and outcomes are plain objects, which travel by `postMessage`; the
//! page gives all outcomes of a batch back in the order of the jobs, so that nothing depends on
//! the number of workers.
//!
//! ```js
//! const study = new Study({ base, vary: ["cohesion=0..4"], goals: ["polarization=0.95.."] });
//! for (let jobs = study.jobs(); jobs.length; jobs = study.jobs()) {
//!   study.report(await Promise.all(jobs.map(evaluateInSomeWorker)));
//!   show(study.progress());
//! }
//! show(study.result());
//!
//! // In a worker:
//! const evaluator = new Evaluator(job);
//! while (!evaluator.part(12)) await nextTask(); // 12 ms at a time, so that a stop is heard
//! post(evaluator.outcome());
//! ```

use crate::{now, or_throw, to_js};
use flockwright_lab::insight::measures::SLOTS;
use flockwright_lab::study::evaluate::{Evaluation, Job, Outcome, Window};
use flockwright_lab::study::tune::{Task, Tuning};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(value).map_err(|error| JsValue::from_str(&error.to_string()))
}

/// An outcome as it travels: the hash as 16 hex digits, three numbers per measure.
#[derive(Serialize, Deserialize, Tsify)]
struct StudyOutcome {
    hash: String,
    ticks: u64,
    samples: u64,
    hopeless: bool,
    #[tsify(type = "StudyWindow[]")]
    windows: Vec<Window>,
}

impl StudyOutcome {
    fn read(self) -> Option<Outcome> {
        let Self { hash, ticks, samples, hopeless, windows } = self;
        let hash = u64::from_str_radix(&hash, 16).ok()?;
        let whole = windows.len() == SLOTS;
        whole.then_some(Outcome { hash, ticks, samples, windows, hopeless })
    }
}

fn outcomes(value: JsValue) -> Result<Vec<Outcome>, JsValue> {
    let infos: Vec<StudyOutcome> = from_js(value)?;
    let read: Option<Vec<Outcome>> = infos.into_iter().map(StudyOutcome::read).collect();
    read.ok_or_else(|| JsValue::from_str("This is no outcome of a run."))
}

/// A run that is being evaluated.
#[wasm_bindgen]
pub struct Evaluator(Evaluation);

#[wasm_bindgen]
impl Evaluator {
    /// Opens a job's run. Throws a sentence where the job makes no sense.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "StudyJob")] job: JsValue,
    ) -> Result<Self, JsValue> {
        let job: Job = from_js(job)?;
        Ok(Self(or_throw(Evaluation::new(&job))?))
    }

    /// Goes on for about `budget` ms; true when all is known.
    pub fn part(&mut self, budget: f64) -> bool {
        let end = now() + budget;
        self.0.part(|| now() >= end)
    }

    /// How far it is, in ticks.
    pub fn ticks(&self) -> f64 {
        self.0.run().world.ticks() as f64
    }

    /// What is known until now.
    #[wasm_bindgen(unchecked_return_type = "StudyOutcome")]
    pub fn outcome(&self) -> JsValue {
        let Outcome { hash, ticks, samples, windows, hopeless } = self.0.outcome();
        let hash = format!("{hash:016x}");
        to_js(&StudyOutcome { hash, ticks, samples, hopeless, windows })
    }
}

/// A search for parameters that meet goals.
#[wasm_bindgen]
pub struct Study(Tuning);

#[wasm_bindgen]
impl Study {
    /// Begins. Throws a sentence where the task makes no sense.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "Partial<StudyTask>")] task: JsValue,
    ) -> Result<Self, JsValue> {
        let task: Task = from_js(task)?;
        Ok(Self(or_throw(Tuning::new(&task))?))
    }

    /// What is to be evaluated next; empty when it is done.
    #[wasm_bindgen(unchecked_return_type = "StudyJob[]")]
    pub fn jobs(&mut self) -> JsValue {
        to_js(&self.0.jobs())
    }

    /// Takes the outcomes of all jobs, in their order, and goes on.
    pub fn report(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "StudyOutcome[]")] found: JsValue,
    ) -> Result<(), JsValue> {
        or_throw(self.0.report(&outcomes(found)?))
    }

    /// How far it has come.
    #[wasm_bindgen(unchecked_return_type = "StudyProgress")]
    pub fn progress(&mut self) -> JsValue {
        to_js(&self.0.progress())
    }

    /// What it has found, when it is done; before that undefined.
    #[wasm_bindgen(unchecked_return_type = "StudyReport | undefined")]
    pub fn result(&mut self) -> JsValue {
        self.0.result().map_or(JsValue::UNDEFINED, |report| to_js(&report))
    }
}
