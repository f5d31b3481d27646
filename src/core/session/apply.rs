//! Application of events to a run.

use super::events::Event;
use super::run::Run;
use crate::engine::behaviors::Controls;
use glam::Vec2;

impl Run {
    /// Applies an event at once. Must be called between two ticks.
    ///
    /// # Errors
    /// If a text is invalid: one sentence, and nothing has changed. Numbers are clamped, and
    /// unknown parameters are ignored.
    pub fn apply(&mut self, event: &Event) -> Result<(), String> {
        match event {
            Event::Param { id, value } | Event::Ramp { id, from: value, .. } => {
                let effect = self.store_param(*id, *value);
                self.world.apply_effect(effect);
            }
            Event::Text { id, text } => self.set_text(*id, text)?,
            Event::PointerHold { x, y } => self.world.hold_pointer(Vec2::new(*x, *y)),
            Event::PointerRelease => self.world.release_pointer(),
            Event::Fly { key_bits } => self.world.set_controls(Controls::from_bits(*key_bits)),
            Event::Single { unit, setting } => drop(self.world.set_single(*unit, *setting)),
            // The notices are dropped: invalid parts were reported when the event was made.
            Event::Compose(composition) => drop(self.set_composition(composition)),
            Event::Layout(layout) => drop(self.set_layout(layout.for_groups(self.world.groups()))),
            Event::Together(change) => self.apply_change(change),
        }
        Ok(())
    }
}
