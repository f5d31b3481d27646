//! Buffers of the overlays, for the page.

use super::{Simulation, now};
use flockwright_lab::insight::overlays::{self, OverlayKind};
use wasm_bindgen::prelude::*;

/// Time for which an overlay is computed, ms.
const MAX_OVERLAY_MS: f64 = 30.0;

/// Buffers with the contents of overlays. They exist apart from the run and only while overlays are
/// shown.
#[wasm_bindgen]
#[derive(Default)]
pub struct Overlays(overlays::OverlayBuffers);

#[wasm_bindgen]
impl Overlays {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Fills the buffer of one kind of overlay and returns its number of floats; see
    /// `overlays::OverlayKind` and `overlays::OverlayBuffers::fill`.
    pub fn fill(&mut self, run: &Simulation, kind: usize, most: usize) -> usize {
        let Some(kind) = OverlayKind::ALL.get(kind) else { return 0 };
        let end = now() + MAX_OVERLAY_MS;
        self.0.fill_buffer(&run.run.world, *kind, most, &mut || now() >= end);
        self.0.buffer(*kind).len()
    }

    /// Address of the buffer of one kind; valid until the next call.
    pub fn ptr(&self, kind: usize) -> *const f32 {
        OverlayKind::ALL.get(kind).map_or(std::ptr::null(), |kind| self.0.buffer(*kind).as_ptr())
    }
}
