//! Comparison of the open run with a copy in which one parameter has another value.

use super::{Simulation, now};
use flockwright::session::timeline::Split;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl Simulation {
    /// Copies the run, and sets a parameter of the copy to `value` after tick `from`. The copy has
    /// to [`follow`](Self::follow) the original after each tick and input of the original.
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

    /// Gives a copy the inputs and ticks of `main`, the run that it was copied from, for about
    /// `budget` ms; returns true when the copy has reached the tick of `main`. `main` is only read.
    pub fn follow(&mut self, main: &Simulation, budget: f64) -> bool {
        let Some(split) = &mut self.split else { return true };
        split.follow(&mut self.run, &mut self.timeline, (&main.run, &main.timeline), budget, now)
    }

    /// Tick after which the copy's parameter has its own value; 0 if this run is no copy.
    #[wasm_bindgen(js_name = splitAt)]
    pub fn split_at(&self) -> f64 {
        self.split.as_ref().map_or(0.0, |split| split.from() as f64)
    }

    /// Stops following the original run: from then on, the copy has ticks and inputs of its own.
    #[wasm_bindgen(js_name = stopFollowing)]
    pub fn stop_following(&mut self) {
        self.split = None;
        self.timeline.stop_following();
    }

    /// The unit whose positions in this run and in `main` are farthest apart: its id in `main`,
    /// then its id in this run. Empty if no unit is in both runs.
    pub fn farthest(&self, main: &Simulation) -> Vec<u32> {
        let farthest = Split::farthest_unit(&self.run, &main.run);
        farthest.iter().flatten().map(|id| *id as u32).collect()
    }

    /// Id in this run of a unit that has this id in `main`; -1 if this run lacks the unit.
    #[wasm_bindgen(js_name = idOf)]
    pub fn id_of(&self, main: &Simulation, id: usize) -> i32 {
        let unit = main.agents().handle(id);
        unit.and_then(|unit| self.agents().id(unit)).map_or(-1, |id| id as i32)
    }

    /// Id of the weight parameter of a unit's behavior, given by its index in the pipeline (the
    /// list of behaviors) of the unit's group; undefined if there is none.
    #[wasm_bindgen(js_name = weightOf, unchecked_return_type = "ParamId | undefined")]
    pub fn weight_of(&self, unit: usize, behavior: usize) -> Option<usize> {
        let group = self.run.world.group_of(unit)?;
        self.run.weight_of(group, behavior)
    }
}
