//! Inputs that last beyond one tick: the pointer and the keys.

use crate::coded;
use crate::engine::agents::Spot;
use crate::engine::behaviors::Controls;
use crate::engine::codec::{Coded, StateCodec};
use crate::engine::params::DT;
use glam::Vec2;

/// Share of the difference by which the pointer's smoothed velocity follows the measured one, per
/// tick.
const POINTER_SMOOTHING: f32 = 0.2;

/// State of the pointer: positions, u, and velocity, u/s.
#[derive(Clone, Copy, Debug, Default)]
struct Pointer {
    held: bool,
    /// Whether it was touched since the last tick, however briefly.
    tapped: bool,
    position: Vec2,
    last: Vec2,
    velocity: Vec2,
}

/// Present state of the pointer and the keys.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Inputs {
    pointer: Pointer,
    controls: Controls,
}

coded!(Pointer { held, tapped, position, last, velocity });

impl Coded for Inputs {
    fn code(&mut self, codec: &mut StateCodec) {
        self.pointer.code(codec);
        let mut keys = usize::from(self.controls.bits());
        codec.below(&mut keys, 16);
        self.controls = Controls::from_bits(keys as u8);
    }
}

impl Inputs {
    /// Position at which the pointer is held, u; `None` if it is not held.
    pub fn held_at(&self) -> Option<Vec2> {
        self.pointer.held.then_some(self.pointer.position)
    }

    pub fn controls(&self) -> Controls {
        self.controls
    }

    /// Position and velocity of the pointer while it is held, and for one tick after a tap.
    pub fn pointer(&self) -> Option<Spot> {
        let Pointer { held, tapped, position, velocity, .. } = self.pointer;
        (held || tapped).then_some(Spot { position, velocity })
    }

    pub(super) fn hold(&mut self, position: Vec2) {
        if !position.is_finite() {
            return;
        }
        if !self.pointer.held {
            self.pointer =
                Pointer { held: true, tapped: true, last: position, ..Pointer::default() };
        }
        self.pointer.position = position;
    }

    pub(super) fn release(&mut self) {
        self.pointer.held = false;
    }

    pub(super) fn set_controls(&mut self, controls: Controls) {
        self.controls = controls;
    }

    /// Updates the smoothed velocity of the pointer; called once per tick.
    pub(super) fn track(&mut self) {
        let pointer = &mut self.pointer;
        pointer.tapped = false;
        let moved = (pointer.position - pointer.last) / DT;
        pointer.velocity += (moved - pointer.velocity) * POINTER_SMOOTHING;
        pointer.last = pointer.position;
    }
}
