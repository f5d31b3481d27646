//! What comes in from outside and holds on: the pointer and the keys.

use crate::engine::agents::Spot;
use crate::engine::behaviors::Controls;
use crate::engine::params::DT;
use crate::engine::tape::{Tape, Taped};
use crate::taped;
use glam::Vec2;

/// How fast the pointer's measured velocity follows its motion: share per tick.
const POINTER_SMOOTHING: f32 = 0.2;

/// Where the pointer is held, if it is.
#[derive(Clone, Copy, Debug, Default)]
struct Pointer {
    held: bool,
    /// It was touched since the last tick, however shortly.
    tapped: bool,
    position: Vec2,
    last: Vec2,
    velocity: Vec2,
}

/// The pointer and the keys as they are held now.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Inputs {
    pointer: Pointer,
    controls: Controls,
}

taped!(Pointer { held, tapped, position, last, velocity });

impl Taped for Inputs {
    fn tape(&mut self, tape: &mut Tape) {
        self.pointer.tape(tape);
        let mut keys = usize::from(self.controls.bits());
        tape.below(&mut keys, 16);
        self.controls = Controls::from_bits(keys as u8);
    }
}

impl Inputs {
    /// The place at which the pointer is held.
    pub fn held_at(&self) -> Option<Vec2> {
        self.pointer.held.then_some(self.pointer.position)
    }

    pub fn controls(&self) -> Controls {
        self.controls
    }

    /// The pointer while it is held, and for one tick if it was only tapped.
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

    /// Measures the velocity of the drag.
    pub(super) fn track(&mut self) {
        let pointer = &mut self.pointer;
        pointer.tapped = false;
        let moved = (pointer.position - pointer.last) / DT;
        pointer.velocity += (moved - pointer.velocity) * POINTER_SMOOTHING;
        pointer.last = pointer.position;
    }
}
