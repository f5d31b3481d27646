//! A second run beside the open one, with one parameter changed.

use super::{Simulation, now};
use flockwright::session::timeline::Split;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl Simulation {
    /// Copies the run, and sets a parameter of the copy after tick `from`. The copy has to
    /// [`follow`](Self::follow) this run after each of its ticks and inputs.
    pub fn split(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ParamId")] id: usize,
        value: f32,
        from: f64,
    ) -> Self {
        let (run, timeline, split) =
            Split::of(&self.run, &self.timeline, (id, value), from.max(0.0) as u64);
        Self { split: Some(split), ..Self::from_run(run, timeline, Vec::new()) }
    }

    /// Brings a copy to the inputs and the tick of the run that it was copied from, for about
    /// `budget` ms; returns true when it is there. The other run is only read.
    pub fn follow(&mut self, main: &Simulation, budget: f64) -> bool {
        let Some(split) = &mut self.split else { return true };
        split.follow(&mut self.run, &mut self.timeline, (&main.run, &main.timeline), budget, now)
    }

    /// Tick after which the parameter of the copy has its own value.
    #[wasm_bindgen(js_name = splitAt)]
    pub fn split_at(&self) -> f64 {
        self.split.as_ref().map_or(0.0, |split| split.from() as f64)
    }

    /// Lets a copy continue by itself.
    #[wasm_bindgen(js_name = stopFollowing)]
    pub fn stop_following(&mut self) {
        self.split = None;
        self.timeline.stop_following();
    }

    /// Ids of the unit whose places in this run and in `main` are farthest apart: in `main`, and
    /// here. Empty if there is none.
    pub fn farthest(&self, main: &Simulation) -> Vec<u32> {
        let farthest = Split::farthest(&self.run, &main.run);
        farthest.iter().flatten().map(|id| *id as u32).collect()
    }

    /// Id of a unit of `main` in this run; -1 if it is not here.
    #[wasm_bindgen(js_name = idOf)]
    pub fn id_of(&self, main: &Simulation, id: usize) -> i32 {
        let unit = main.agents().handle(id);
        unit.and_then(|unit| self.agents().id(unit)).map_or(-1, |id| id as i32)
    }

    /// Id of the parameter that is the weight of a behavior, given by its index in the pipeline of
    /// a unit; undefined if there is none.
    #[wasm_bindgen(js_name = weightOf, unchecked_return_type = "ParamId | undefined")]
    pub fn weight_of(&self, unit: usize, behavior: usize) -> Option<usize> {
        let group = self.run.world.group_of(unit)?;
        self.run.weight_of(group, behavior)
    }
}
