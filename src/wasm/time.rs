//! Time of a run for the page: seeking, recordings, and the list of recorded changes.

use super::{FIRST_INPUTS_MS, Simulation, now, to_js};
use flockwright::session::events::{Event, TimedEvent, TimelineMark};
use flockwright::session::replay::Recording;
use flockwright::session::run::Run;
use js_sys::Uint32Array;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// Largest distance in ticks between events of one kind that share a mark on the time line.
const MAX_MARK_DISTANCE: u64 = 12;

/// Recorded change of a parameter, with its new value, or of groups or scenery, with a description.
#[derive(Serialize, Tsify)]
struct EditInfo<'a> {
    /// Tick after which the change took effect.
    tick: f64,
    /// Key of the changed parameter in links; empty for a change of groups or scenery.
    key: &'a str,
    #[tsify(optional)]
    value: Option<f32>,
    /// New text of a text parameter; undefined for other changes.
    #[tsify(optional)]
    text: Option<&'a str>,
    /// Description of a change of groups or scenery, such as "a wall was placed"; else undefined.
    #[tsify(optional)]
    done: Option<&'a str>,
}

impl<'a> EditInfo<'a> {
    /// Returns `None` for an event that sets no parameter and no text.
    fn from_event(run: &'a Run, recorded: &'a TimedEvent) -> Option<Self> {
        let (key, value, text) = match &recorded.event {
            Event::Param { id, value } => (&run.params().get(*id)?.key, Some(*value), None),
            Event::Text { id, text } => (&run.texts().get(*id)?.key, None, Some(&**text)),
            _ => return None,
        };
        Some(Self { tick: recorded.tick as f64, key, value, text, done: None })
    }
}

#[wasm_bindgen]
impl Simulation {
    /// Opens a recording at tick 0. Throws an error with a message for people if it is invalid.
    #[wasm_bindgen(js_name = openRecording)]
    pub fn open_recording(link: String, events: String, ticks: f64) -> Result<Self, JsValue> {
        let recording = Recording { link, events, ticks: ticks.max(0.0) as u64 };
        let end = now() + FIRST_INPUTS_MS;
        let (run, timeline) = recording.open_until(&mut || now() >= end)?;
        Ok(Self::from_run(run, timeline, Vec::new()))
    }

    /// Last recorded tick of this run.
    pub fn end(&self) -> f64 {
        self.timeline.last_tick() as f64
    }

    /// Whether recorded inputs follow after the present tick.
    #[wasm_bindgen(js_name = isReplaying)]
    pub fn is_replaying(&self) -> bool {
        self.timeline.is_replaying(&self.run)
    }

    /// Counter that grows whenever a replay or a seek changes a parameter or a text.
    pub fn changes(&self) -> u32 {
        self.timeline.change_count()
    }

    /// Hash of the sizes of all groups, which changes when a unit is caught, for example.
    #[wasm_bindgen(js_name = groupSizes)]
    pub fn group_sizes(&self) -> u32 {
        let sizes = self.run.world.groups().iter().map(|group| group.ids.len() as u32);
        sizes.fold(0, |all, size| all.wrapping_mul(31).wrapping_add(size))
    }

    /// Whether the recording can take no more inputs.
    #[wasm_bindgen(js_name = isFull)]
    pub fn is_full(&self) -> bool {
        self.timeline.log().is_full()
    }

    /// Starts to seek a tick; [`seekPart`](Self::seek_part) then does the work.
    pub fn seek(&mut self, tick: f64) {
        self.timeline.seek(&mut self.run, tick.max(0.0) as u64);
    }

    /// Continues to seek for about `budget` ms; returns true when the tick is reached.
    #[wasm_bindgen(js_name = seekPart)]
    pub fn seek_part(&mut self, budget: f64) -> bool {
        self.timeline.seek_part(&mut self.run, budget, now)
    }

    /// Tick that is being sought; undefined while none is.
    #[wasm_bindgen(js_name = seekGoal)]
    pub fn seek_goal(&self) -> Option<f64> {
        self.timeline.seek_goal().map(|tick| tick as f64)
    }

    /// Stops seeking at the tick that has been reached.
    #[wasm_bindgen(js_name = stopSeeking)]
    pub fn stop_seeking(&mut self) {
        self.timeline.stop_seeking(&mut self.run);
    }

    /// Marks of recorded events on the time line, three numbers each: first tick, last tick, and
    /// kind (number of a [`TimelineMark`]).
    pub fn marks(&self) -> Uint32Array {
        let mut marks: Vec<[u32; 3]> = Vec::new();
        let mut latest = [None; TimelineMark::ALL.len()];
        for recorded in self.timeline.log().events() {
            let kind = recorded.event.timeline_mark() as usize;
            let tick = recorded.tick as u32;
            let near = latest[kind].and_then(|at: usize| marks.get_mut(at));
            match near.filter(|mark| u64::from(tick - mark[1]) <= MAX_MARK_DISTANCE) {
                Some(mark) => mark[1] = tick,
                None => {
                    latest[kind] = Some(marks.len());
                    marks.push([tick, tick, kind as u32]);
                }
            }
        }
        Uint32Array::from(marks.as_flattened())
    }

    /// Changes that took effect from tick `first` to tick `last`, both included: first those of
    /// parameters and texts, then those of groups and scenery.
    #[wasm_bindgen(unchecked_return_type = "EditInfo[]")]
    pub fn edits(&self, first: f64, last: f64) -> JsValue {
        let events = self.timeline.log().events();
        let start = events.partition_point(|recorded| (recorded.tick as f64) < first);
        let within = events[start..].iter().take_while(|recorded| recorded.tick as f64 <= last);
        let params = within.filter_map(|one| EditInfo::from_event(&self.run, one));
        let edits =
            self.timeline.edit_phrases(&self.run, first.max(0.0) as u64, last.max(0.0) as u64);
        let others = edits.into_iter().map(|(tick, done)| EditInfo {
            tick: tick as f64,
            key: "",
            value: None,
            text: None,
            done: Some(done),
        });
        to_js(&params.chain(others).collect::<Vec<_>>())
    }

    /// Number of recorded inputs.
    pub fn recorded(&self) -> usize {
        self.timeline.log().len()
    }

    /// Link of the run at tick 0, before all inputs.
    #[wasm_bindgen(js_name = recordedLink)]
    pub fn recorded_link(&self) -> String {
        self.timeline.link().to_string()
    }

    /// Recorded inputs as a short text, as [`openRecording`](Self::open_recording) reads it.
    #[wasm_bindgen(js_name = recordedEvents)]
    pub fn recorded_events(&self) -> String {
        Recording::from_timeline(&self.timeline, &self.run).events
    }
}
