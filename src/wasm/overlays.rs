//! Buffers of the overlays, drawings such as lines to neighbors above the world, for the page.

use super::{Simulation, now};
use flockwright_lab::insight::overlays::{self, OverlayKind};
use wasm_bindgen::prelude::*;

/// Longest time for computing one overlay, ms; units that are not reached in this time are not
/// drawn.
const MAX_OVERLAY_MS: f64 = 30.0;

/// Buffers with the contents of overlays, apart from the run; they exist while overlays are shown.
#[wasm_bindgen]
#[derive(Default)]
pub struct Overlays(overlays::OverlayBuffers);

#[wasm_bindgen]
impl Overlays {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Fills the buffer of an overlay, given by its index in `OverlayKind::ALL`, and returns its
    /// number of floats. `most`: approximate number of lines, of units with aims, or of columns of
    /// a field's grid.
    pub fn fill(&mut self, run: &Simulation, kind: usize, most: usize) -> usize {
        let Some(kind) = OverlayKind::ALL.get(kind) else { return 0 };
        let end = now() + MAX_OVERLAY_MS;
        self.0.fill_buffer(&run.run.world, *kind, most, &mut || now() >= end);
        self.0.buffer(*kind).len()
    }

    /// Address of an overlay's buffer; valid until the next call.
    pub fn ptr(&self, kind: usize) -> *const f32 {
        OverlayKind::ALL.get(kind).map_or(std::ptr::null(), |kind| self.0.buffer(*kind).as_ptr())
    }
}
