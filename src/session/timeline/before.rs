//! What comes in during a tick, which goes on with what it began with.

use crate::engine::world::Inputs;
use crate::session::events::Event;
use crate::session::run::Run;

/// Inputs that the tick under way began with.
#[derive(Debug)]
pub(super) struct Before {
    pub inputs: Inputs,
    /// Parameters that were changed since, and their values then, in the order of the changes.
    pub params: Vec<(usize, f32)>,
    /// Events of the log that the tick began with.
    pub done: usize,
    /// What came in since that the log has no room for.
    unrecorded: Vec<Event>,
}

impl Before {
    /// What is in force now, after so many events of the log.
    pub fn of(run: &Run, done: usize) -> Self {
        Self { inputs: run.world.inputs(), params: Vec::new(), done, unrecorded: Vec::new() }
    }

    /// Puts it back in force.
    pub fn hold_back(&self, run: &mut Run) {
        for (id, value) in self.params.iter().rev() {
            run.put(*id, *value);
        }
        run.world.set_inputs(self.inputs);
    }

    /// Puts an event off that the log has no room for. Of a row of like ones, as a drag is, the
    /// first and the last are enough.
    pub fn put_off(&mut self, event: Event) {
        let like = |other: &Event| match (&event, other) {
            (Event::Param { id, .. }, Event::Param { id: other, .. }) => id == other,
            _ => std::mem::discriminant(&event) == std::mem::discriminant(other),
        };
        match self.unrecorded.as_mut_slice() {
            [.., first, last] if like(first) && like(last) => *last = event,
            _ => self.unrecorded.push(event),
        }
    }

    /// Whether anything was put off so.
    pub fn has_unrecorded(&self) -> bool {
        !self.unrecorded.is_empty()
    }

    /// Lets what was put off so take effect.
    pub fn apply_unrecorded(&self, run: &mut Run) {
        for event in &self.unrecorded {
            // Texts are abrupt: they do not wait.
            let _ = run.apply(event);
        }
    }
}
