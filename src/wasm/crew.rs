//! Helpers that share the ticks: workers of the page, with instances of the core over the same memory.
//!
//! Only in the artifact with shared memory. WebAssembly starts no threads by itself: the page starts
//! workers, each of which calls [`help`] and never returns. The page's own thread runs all ticks.

use super::{Simulation, now};
use flockwright::engine::world::World;
use flockwright::internals::crew::Crew;
use std::sync::{Arc, OnceLock};
use wasm_bindgen::prelude::*;

static CREW: OnceLock<Arc<Crew>> = OnceLock::new();

/// Has runs that are opened from now on shared by up to this many helpers. Once per instance.
#[wasm_bindgen(js_name = gatherHelpers)]
pub fn gather(places: usize) {
    let _ = CREW.set(Arc::new(Crew::new(places)));
}

/// How many have come.
#[wasm_bindgen(js_name = helpersPresent)]
pub fn present() -> usize {
    CREW.get().map_or(0, |crew| crew.helpers())
}

/// In a worker: helps until it is ended from outside, as one with a number of its own from 0.
#[wasm_bindgen]
pub fn help(number: usize) {
    if let Some(crew) = CREW.get() {
        crew.help(number);
    }
}

/// In a worker whose call of [`help`] has thrown: no one is to wait for it.
#[wasm_bindgen(js_name = giveUp)]
pub fn give_up(number: usize) {
    if let Some(crew) = CREW.get() {
        crew.lose(number);
    }
}

/// Has the helpers share a world's ticks.
pub(super) fn join(world: &mut World) {
    if let Some(crew) = CREW.get() {
        // SAFETY: the helpers have no worlds, and anyone who called `gather` has all others.
        unsafe { world.set_crew(crew, now) };
    }
}

#[wasm_bindgen]
impl Simulation {
    /// Without helpers from here on, for comparison.
    #[wasm_bindgen(js_name = workAlone)]
    pub fn work_alone(&mut self) {
        self.run.world.set_helpers(0, now);
    }
}
