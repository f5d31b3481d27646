//! The overlays' buffers, as the page reads them.

use super::{Simulation, now};
use flockwright_lab::insight::overlays::{self, OverlayKind};
use wasm_bindgen::prelude::*;

/// An overlay may take this long, ms.
const BUDGET: f64 = 30.0;

/// Buffers for what overlays show. They are apart from the run: where no overlay is shown there is
/// none of them.
#[wasm_bindgen]
#[derive(Default)]
pub struct Overlays(overlays::Overlays);

#[wasm_bindgen]
impl Overlays {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Fills in one kind, by its number, and tells how many floats there are; see
    /// `overlays::OverlayKind` and `overlays::Overlays::fill`.
    pub fn fill(&mut self, run: &Simulation, kind: usize, most: usize) -> usize {
        let Some(kind) = OverlayKind::ALL.get(kind) else { return 0 };
        let end = now() + BUDGET;
        self.0.fill(&run.run.world, *kind, most, &mut || now() >= end);
        self.0.buffer(*kind).len()
    }

    /// Where they are; valid until the next call.
    pub fn ptr(&self, kind: usize) -> *const f32 {
        OverlayKind::ALL.get(kind).map_or(std::ptr::null(), |kind| self.0.buffer(*kind).as_ptr())
    }
}
