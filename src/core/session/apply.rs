//! How inputs take effect in a run.

use super::events::Event;
use super::run::Run;
use crate::engine::behaviors::Controls;
use glam::Vec2;

impl Run {
    /// Lets an event take effect, at once. Call it between two ticks.
    ///
    /// # Errors
    /// One sentence on what is wrong with a text; nothing changes then. Numbers are clamped, and
    /// what names no parameter does nothing.
    pub fn apply(&mut self, event: &Event) -> Result<(), String> {
        match event {
            Event::Param { id, value } | Event::Ramp { id, from: value, .. } => {
                let effect = self.put(*id, *value);
                self.world.take(effect);
            }
            Event::Text { id, text } => self.set_text(*id, text)?,
            Event::PointerHold { x, y } => self.world.hold_pointer(Vec2::new(*x, *y)),
            Event::PointerRelease => self.world.release_pointer(),
            Event::Fly { bits } => self.world.set_controls(Controls::from_bits(*bits)),
            // What makes no sense was reported when it came in.
            Event::Compose(composition) => drop(self.set_composition(composition)),
            Event::Layout(layout) => drop(self.set_layout(layout.for_groups(self.world.groups()))),
            Event::Together(change) => self.become_together(change),
        }
        Ok(())
    }
}
