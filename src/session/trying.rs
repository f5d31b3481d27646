//! What a scene invites to try, done and undone: as inputs, so that it replays and can be undone like
//! any other change.

use super::events::Event;
use super::run::Run;
use crate::scenes::Try;

/// Ticks per second.
const RATE: u32 = 60;

impl Run {
    /// What makes the changes that the scene invites to, or takes them back to what the scene has.
    /// Changes of what the run does not have any longer are left out.
    pub fn trying(&self, on: bool) -> Vec<Event> {
        self.scene().tries.iter().filter_map(|change| self.input_of(change, on)).collect()
    }

    fn input_of(&self, change: &Try, on: bool) -> Option<Event> {
        let (Try::Set(key, _) | Try::Ramp { key, .. }) = change;
        if let (Some(id), Try::Set(_, text)) = (self.find_text(key), change) {
            let text = if on { (*text).into() } else { self.texts()[id].default.as_str().into() };
            return Some(Event::Text { id, text });
        }
        let id = self.find(key).filter(|id| self.params()[*id].present)?;
        let param = &self.params()[id];
        if !on {
            return Some(Event::Param { id, value: param.default });
        }
        match *change {
            Try::Set(_, text) => {
                let value = param.spec.read(text).ok()?.value;
                Some(Event::Param { id, value })
            }
            Try::Ramp { to, seconds, .. } => {
                Event::ramp(self, id, self.get(id), to, seconds * RATE)
            }
        }
    }

    /// Whether what the scene invites to is done, or on its way.
    pub fn is_tried(&self) -> bool {
        let done = |change: &Try| {
            let (Try::Set(key, _) | Try::Ramp { key, .. }) = change;
            if let Some(id) = self.find_text(key) {
                return self.text(id) != self.texts()[id].default;
            }
            self.find(key).is_some_and(|id| self.get(id) != self.params()[id].default)
        };
        !self.scene().tries.is_empty() && self.scene().tries.iter().all(done)
    }
}
