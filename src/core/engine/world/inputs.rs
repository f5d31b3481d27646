//! Inputs that last longer than one tick: the pointer and the keys.

use crate::coded;
use crate::engine::agents::Spot;
use crate::engine::behaviors::Controls;
use crate::engine::codec::{Coded, StateCodec};
use crate::engine::params::DT;
use glam::Vec2;

/// Share of the difference from the measured velocity by which the pointer's smoothed velocity
/// changes per tick.
const POINTER_SMOOTHING: f32 = 0.2;

/// State of the pointer. Positions are in u, the velocity in u/s.
#[derive(Clone, Copy, Debug, Default)]
struct PointerState {
    is_held: bool,
    /// Whether a hold of the pointer has begun since the last tick.
    was_tapped: bool,
    position: Vec2,
    last_position: Vec2,
    velocity: Vec2,
}

/// Present state of the pointer and of the keys.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct UserInputs {
    pointer: PointerState,
    controls: Controls,
}

coded!(PointerState { is_held, was_tapped, position, last_position, velocity });

impl Coded for UserInputs {
    fn encode_or_decode(&mut self, codec: &mut StateCodec) {
        self.pointer.encode_or_decode(codec);
        let mut keys = usize::from(self.controls.to_bits());
        codec.index_below(&mut keys, 16);
        self.controls = Controls::from_bits(keys as u8);
    }
}

impl UserInputs {
    /// Position at which the pointer is held, u; `None` if it is not held.
    pub fn held_position(&self) -> Option<Vec2> {
        self.pointer.is_held.then_some(self.pointer.position)
    }

    pub fn controls(&self) -> Controls {
        self.controls
    }

    /// Position and smoothed velocity of the pointer while it is held, and for one tick after a
    /// tap; `None` otherwise.
    pub fn pointer(&self) -> Option<Spot> {
        let PointerState { is_held: held, was_tapped: tapped, position, velocity, .. } =
            self.pointer;
        (held || tapped).then_some(Spot { position, velocity })
    }

    pub(super) fn hold_pointer(&mut self, position: Vec2) {
        if !position.is_finite() {
            return;
        }
        if !self.pointer.is_held {
            self.pointer = PointerState {
                is_held: true,
                was_tapped: true,
                last_position: position,
                ..PointerState::default()
            };
        }
        self.pointer.position = position;
    }

    pub(super) fn release_pointer(&mut self) {
        self.pointer.is_held = false;
    }

    pub(super) fn set_controls(&mut self, controls: Controls) {
        self.controls = controls;
    }

    /// Updates the smoothed velocity of the pointer. To be called once per tick.
    pub(super) fn smooth_pointer(&mut self) {
        let pointer = &mut self.pointer;
        pointer.was_tapped = false;
        let moved = (pointer.position - pointer.last_position) / DT;
        pointer.velocity += (moved - pointer.velocity) * POINTER_SMOOTHING;
        pointer.last_position = pointer.position;
    }
}
