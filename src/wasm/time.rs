//! A run's time, as the page handles it: back and forth, recordings, links that start later.

use super::{AT_ONCE, Simulation, now, to_js};
use flockwright::session::events::{Event, Mark, Recorded};
use flockwright::session::replay::Recording;
use flockwright::session::run::Run;
use js_sys::Uint32Array;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// Events of one kind that are nearer to each other than this are shown as one mark, in ticks.
const MARK_DISTANCE: u64 = 12;

/// A parameter with its new value, or a text parameter with its new text.
#[derive(Serialize, Tsify)]
struct EditInfo<'a> {
    /// The tick after which it took effect.
    tick: f64,
    /// What links call it.
    key: &'a str,
    #[tsify(optional)]
    value: Option<f32>,
    #[tsify(optional)]
    text: Option<&'a str>,
}

impl<'a> EditInfo<'a> {
    /// `None` for an event of another kind.
    fn of(run: &'a Run, recorded: &'a Recorded) -> Option<Self> {
        let (key, value, text) = match &recorded.event {
            Event::Param { id, value } => (&run.params().get(*id)?.key, Some(*value), None),
            Event::Text { id, text } => (&run.texts().get(*id)?.key, None, Some(&**text)),
            _ => return None,
        };
        Some(Self { tick: recorded.tick as f64, key, value, text })
    }
}

#[wasm_bindgen]
impl Simulation {
    /// Opens a recording at tick 0. Throws one sentence where it makes no sense.
    #[wasm_bindgen(js_name = openRecording)]
    pub fn open_recording(link: String, events: String, ticks: f64) -> Result<Self, JsValue> {
        let recording = Recording { link, events, ticks: ticks.max(0.0) as u64 };
        let end = now() + AT_ONCE;
        let (run, timeline) = recording.open_until(&mut || now() >= end)?;
        Ok(Self::of(run, timeline, Vec::new()))
    }

    /// The last tick that is known of this run.
    pub fn end(&self) -> f64 {
        self.timeline.end() as f64
    }

    /// What is recorded will be done again from here on.
    #[wasm_bindgen(js_name = isReplaying)]
    pub fn is_replaying(&self) -> bool {
        self.timeline.is_replaying(&self.run)
    }

    /// Grows with every parameter or text that a replay or a jump changes.
    pub fn changes(&self) -> u32 {
        self.timeline.changes()
    }

    /// No more can be recorded.
    #[wasm_bindgen(js_name = isFull)]
    pub fn is_full(&self) -> bool {
        self.timeline.log().is_full()
    }

    /// Starts to go to a tick, which [`seekPart`](Self::seek_part) does.
    pub fn seek(&mut self, tick: f64) {
        self.timeline.seek(&mut self.run, tick.max(0.0) as u64);
    }

    /// Goes on to the tick that is looked for, for about `budget` ms; true when there.
    #[wasm_bindgen(js_name = seekPart)]
    pub fn seek_part(&mut self, budget: f64) -> bool {
        self.timeline.seek_part(&mut self.run, budget, now)
    }

    /// The tick that is looked for; undefined where none is.
    #[wasm_bindgen(js_name = seekGoal)]
    pub fn seek_goal(&self) -> Option<f64> {
        self.timeline.goal().map(|tick| tick as f64)
    }

    /// Stays where the search has come to.
    #[wasm_bindgen(js_name = stopSeeking)]
    pub fn stop_seeking(&mut self) {
        self.timeline.stop_seeking(&mut self.run);
    }

    /// What came in, for marks on a line: first tick, last tick and the number of the [`Mark`] of
    /// each.
    pub fn marks(&self) -> Uint32Array {
        let mut marks: Vec<[u32; 3]> = Vec::new();
        let mut latest = [None; Mark::ALL.len()];
        for recorded in self.timeline.log().events() {
            let kind = recorded.event.mark() as usize;
            let tick = recorded.tick as u32;
            let near = latest[kind].and_then(|at: usize| marks.get_mut(at));
            match near.filter(|mark| u64::from(tick - mark[1]) <= MARK_DISTANCE) {
                Some(mark) => mark[1] = tick,
                None => {
                    latest[kind] = Some(marks.len());
                    marks.push([tick, tick, kind as u32]);
                }
            }
        }
        Uint32Array::from(marks.as_flattened())
    }

    /// The changes of parameters and texts that took effect from one tick to another, both
    /// included.
    #[wasm_bindgen(unchecked_return_type = "EditInfo[]")]
    pub fn edits(&self, first: f64, last: f64) -> JsValue {
        let events = self.timeline.log().events();
        let start = events.partition_point(|recorded| (recorded.tick as f64) < first);
        let within = events[start..].iter().take_while(|recorded| recorded.tick as f64 <= last);
        to_js(&within.filter_map(|one| EditInfo::of(&self.run, one)).collect::<Vec<_>>())
    }

    /// Inputs recorded so far.
    pub fn recorded(&self) -> usize {
        self.timeline.log().len()
    }

    /// The link that opens the recorded run at tick 0, before anything was done.
    #[wasm_bindgen(js_name = recordedLink)]
    pub fn recorded_link(&self) -> String {
        self.timeline.link().to_string()
    }

    /// What came in, as a short text.
    #[wasm_bindgen(js_name = recordedEvents)]
    pub fn recorded_events(&self) -> String {
        Recording::from_timeline(&self.timeline, &self.run).events
    }
}
