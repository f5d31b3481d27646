//! “Ask a bird” for the page: explains why one unit, the asked unit, turns.

use super::{Simulation, now, to_js};
use flockwright_lab::insight::ask::{
    CauseKind, PATH_TICKS, RiddleKind, RiddleSearch, TurnCause, TurnQuestion, TurnSource,
    cause_positions, pick_unit,
};
use glam::Vec2;
use js_sys::Float32Array;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// Smallest turn by a single cause, degrees per second, for which the position of the cause is
/// looked up.
const MIN_TURN: f32 = 0.5;
const MAX_CAUSES: usize = 6;

/// Explanation of the asked unit's turn, and of the difference that one behavior makes to its path.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
struct AnswerInfo {
    unit: usize,
    tick: f64,
    /// Turn over the next half second, degrees per second; positive to the right.
    turn: f32,
    /// Side to which the unit turns: -1 left, 1 right, 0 straight ahead.
    side: i32,
    /// Whether the turn is a riddle, worth a guess, because the strongest forces disagree.
    is_riddle: bool,
    /// Whether the unit is slowed or stopped; `sentence` then explains that instead of a turn.
    waits: bool,
    sentence: String,
    /// Parts of the turn, one for each cause, strongest first; their turns add up to `turn`.
    parts: Vec<TurnPart>,
    /// Indices in `parts` of the causes that the page shows with a bar of their own, in the order
    /// of the group's behaviors.
    bars: Vec<usize>,
    /// Behavior without which a second path is computed; undefined if there is no second path.
    #[tsify(optional)]
    without: Option<WithoutInfo>,
    /// Sentence that compares the paths with and without the behavior; undefined until known.
    #[tsify(optional)]
    difference: Option<String>,
    /// Whether the predicted paths are estimates in which only the units near the asked one act.
    rough: bool,
}

#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
struct TurnPart {
    /// Index in the group's list of behaviors; -1 for noise, contact and earlier rotation.
    behavior: i32,
    key: &'static str,
    label: &'static str,
    /// Words that name this cause of the turn with the nouns of the scene.
    cause: String,
    /// Turn by this cause, degrees per second; positive to the right.
    turn: f32,
    /// Component along the unit's heading of the behavior's mean weighted force; 0 if the cause is
    /// no behavior. `aside`: component to the right.
    ahead: f32,
    aside: f32,
    /// Whether this cause slows or stops the unit instead of turning it.
    holds: bool,
    /// Position of the cause; undefined for causes of small turns and for causes without a
    /// position.
    #[tsify(optional)]
    from: Option<CauseInfo>,
}

/// Position of a cause, u. If edges are periodic, the image of the cause nearest to the asked unit.
#[derive(Serialize, Tsify)]
struct CauseInfo {
    kind: CauseKind,
    x: f32,
    y: f32,
    /// Id of the unit that is the cause; -1 if the cause is no unit.
    unit: i32,
}

/// State of the search for a riddle, a coming turn that a person is asked to guess.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
struct RiddleInfo {
    is_over: bool,
    /// Tick at which the person has to guess; 0 while no riddle is found.
    tick: f64,
    /// Id, at `tick`, of the unit whose turn is to be guessed; -1 while no riddle is found.
    unit: i32,
}

#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
struct WithoutInfo {
    behavior: usize,
    /// First tick of the second path, which leaves out the behavior with index `behavior`.
    from: f64,
}

#[wasm_bindgen]
impl Simulation {
    /// Starts to explain the turns of the unit with this id; an unknown id ends all explaining.
    pub fn ask(&self, id: usize) {
        *self.turn_question.borrow_mut() = TurnQuestion::about(&self.run, id);
    }

    /// Stops explaining the turns of the asked unit.
    #[wasm_bindgen(js_name = askNobody)]
    pub fn ask_nobody(&self) {
        *self.turn_question.borrow_mut() = None;
    }

    /// Continues the explanation for about `budget` ms; returns true when nothing is left to
    /// compute for now. The run is only read.
    #[wasm_bindgen(js_name = askPart)]
    pub fn ask_part(&self, budget: f64) -> bool {
        let Some(ask) = &mut *self.turn_question.borrow_mut() else { return true };
        ask.continue_answer(&self.run, &self.timeline, budget, now)
    }

    /// Starts to compute the asked unit's path from this tick on without a behavior, given by its
    /// index in the pipeline (the list of behaviors of the unit's group); -1 ends this comparison.
    #[wasm_bindgen(js_name = askWithout)]
    pub fn ask_without(&self, behavior: i32) {
        let Some(ask) = &mut *self.turn_question.borrow_mut() else { return };
        ask.compare_without(usize::try_from(behavior).ok());
    }

    /// Also computes the turns of the last five seconds, for [`asked_past`](Self::asked_past).
    #[wasm_bindgen(js_name = askBack)]
    pub fn ask_back(&self) {
        if let Some(ask) = &mut *self.turn_question.borrow_mut() {
            ask.request_past();
        }
    }

    /// Explanation of the asked unit's turn; undefined until it is known. `drawn`: length at which
    /// the page draws the unit, in body lengths; by default that of the last call.
    #[wasm_bindgen(unchecked_return_type = "AnswerInfo | undefined")]
    pub fn answer(&self, drawn: Option<f32>) -> JsValue {
        let drawn = drawn.unwrap_or(self.drawn_size.get());
        self.drawn_size.set(drawn);
        let asked = self.turn_question.borrow();
        let found = asked.as_ref().and_then(|ask| Some((ask, ask.answer(&self.run)?)));
        let Some((ask, answer)) = found else { return JsValue::UNDEFINED };
        let id = ask.id(&self.run).unwrap_or_default();
        let counts = answer.parts.iter().take_while(|part| part.turn.abs() >= MIN_TURN).count();
        let counts = counts.clamp(1.min(answer.parts.len()), MAX_CAUSES.min(answer.parts.len()));
        let observer = &mut *self.observer.borrow_mut();
        let mut from = cause_positions(&self.run.world, observer, id, &answer.parts[..counts]);
        // A part that slows the unit may turn it too little to be among the first `counts` parts,
        // so the position of its cause is looked up separately.
        let holder =
            answer.parts.iter().position(|part| part.is_braking).filter(|at| *at >= counts);
        from.resize(answer.parts.len(), None);
        if let Some(at) = holder {
            let only = std::slice::from_ref(&answer.parts[at]);
            from[at] = cause_positions(&self.run.world, observer, id, only)[0];
        }
        let parts = answer.parts.iter().zip(from).map(|(part, from)| TurnPart {
            behavior: match part.source {
                TurnSource::Behavior(index) => index as i32,
                _ => -1,
            },
            key: part.key,
            label: part.label,
            cause: TurnCause::from_part(&self.run, id, part).to_string(),
            turn: part.turn,
            ahead: part.mean_force[0],
            aside: part.mean_force[1],
            holds: part.is_braking,
            from: from.map(|from| CauseInfo {
                kind: from.kind,
                x: from.position.x,
                y: from.position.y,
                unit: from.unit.map_or(-1, |unit| unit as i32),
            }),
        });
        let without = ask.left_out_behavior().zip(ask.compared_record());
        let without =
            without.map(|(behavior, (_, from))| WithoutInfo { behavior, from: from as f64 });
        to_js(&AnswerInfo {
            unit: id,
            tick: answer.tick as f64,
            turn: answer.turn,
            side: answer.side(),
            is_riddle: RiddleKind::from_answer(&answer).is_some(),
            waits: answer.is_waiting,
            bars: answer.bar_indices,
            parts: parts.collect(),
            sentence: answer.sentence,
            without,
            difference: ask.difference(&self.run, drawn).map(|difference| difference.text),
            rough: ask.is_rough(),
        })
    }

    /// Id of the asked unit; -1 if none is asked or the unit is gone.
    pub fn asked(&self) -> i32 {
        self.turn_question
            .borrow()
            .as_ref()
            .and_then(|ask| ask.id(&self.run))
            .map_or(-1, |id| id as i32)
    }

    /// Predicted path of the asked unit from a tick on, as far as it is known: x and y in u before
    /// each tick, as if the world had no edges. `other`: the path without the left-out behavior
    /// instead of that with all behaviors.
    #[wasm_bindgen(js_name = askedWay)]
    pub fn asked_way(&self, from: f64, other: bool) -> Float32Array {
        let from = from as u64;
        let asked = self.turn_question.borrow();
        let asked = asked.as_ref().and_then(|ask| {
            let record = if other {
                ask.compared_record().map(|(record, _)| record)
            } else {
                ask.actual_record()
            };
            let end = if ask.left_out_behavior().is_some() {
                ask.last_path_tick()?
            } else {
                from + PATH_TICKS
            };
            Some((record?, end.saturating_sub(from) as usize))
        });
        let Some((record, last)) = asked else { return Float32Array::new_with_length(0) };
        let way = record.path_from(from, &self.run.world).into_iter().take(last + 1);
        let numbers: Vec<f32> = way.flat_map(|at| [at.x, at.y]).collect();
        Float32Array::from(&numbers[..])
    }

    /// Known turns of the asked unit in its last ticks. First come the number of the first tick and
    /// the number of values per tick; then, for each tick, the turn in degrees per second (positive
    /// to the right) by each behavior of the pipeline, by the world's edge if it contains units, by
    /// noise, by rotation from before the first tick, and by contact.
    #[wasm_bindgen(js_name = askedPast)]
    pub fn asked_past(&self) -> Float32Array {
        let mut numbers = Vec::new();
        if let Some(record) = self.turn_question.borrow().as_ref().and_then(TurnQuestion::record) {
            numbers.push(record.first_tick() as f32);
            let rows = || {
                (record.first_tick()..self.run.world.ticks())
                    .filter_map(|tick| record.turn_shares(tick))
            };
            numbers.push(rows().next().map_or(0, <[f32]>::len) as f32);
            numbers.extend(rows().flatten().map(|share| share.to_degrees() * 60.0));
        }
        Float32Array::from(&numbers[..])
    }

    /// Id of the unit in a rectangle of the world (u) whose turn is best worth explaining, for
    /// sideways forces that contradict each other, neighbors, and a place near the middle; -1 if
    /// there is no unit.
    #[wasm_bindgen(js_name = bestAsked)]
    pub fn best_asked(&self, left: f32, top: f32, right: f32, bottom: f32) -> i32 {
        let (low, high) = (Vec2::new(left, top), Vec2::new(right, bottom));
        pick_unit(&self.run.world, &mut self.observer.borrow_mut(), low, high)
            .map_or(-1, |id| id as i32)
    }

    /// Starts to search the coming ticks for a riddle, a turn that is worth a guess.
    #[wasm_bindgen(js_name = findRiddle)]
    pub fn find_riddle(&self) {
        *self.riddle_search.borrow_mut() = Some(RiddleSearch::new(&self.run, &self.timeline));
    }

    /// Continues the search for a riddle for about `budget` ms. The run is only read.
    #[wasm_bindgen(js_name = riddlePart, unchecked_return_type = "RiddleInfo")]
    pub fn riddle_part(&self, budget: f64) -> JsValue {
        let mut search = self.riddle_search.borrow_mut();
        let is_over = search.as_mut().is_none_or(|search| search.continue_search(budget, now));
        let found = search.as_ref().and_then(RiddleSearch::found_riddle);
        if is_over {
            *search = None;
        }
        let (tick, unit) = found.map_or((0.0, -1), |found| (found.tick as f64, found.id as i32));
        to_js(&RiddleInfo { is_over, tick, unit })
    }
}
