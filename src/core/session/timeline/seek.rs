//! Going to a tick, in the past or beyond the end.

use super::ramps::Ramps;
use super::{AT_ONCE, Phase, Timeline};
use crate::engine::effort;
use crate::engine::world::State;
use crate::session::run::Run;

impl Timeline {
    /// Starts to go to a tick, in the past or beyond the end; [`seek_part`](Self::seek_part) goes.
    pub fn seek(&mut self, run: &mut Run, tick: u64) {
        if let Phase::Opening(at) = &mut self.phase {
            *at = Some(tick);
            return;
        }
        self.settle(run);
        self.delayed.clear();
        run.end_waiting();
        let now = run.world.ticks();
        // What is shown of a tick beside its state, its forces and neighbors, comes of the tick
        // itself: a state of before is needed.
        let before = tick.saturating_sub(1);
        let nearest = self.keyframes.at_or_before(before).map_or(0, State::ticks);
        if tick < now || nearest > now {
            self.return_to_keyframe(run, nearest);
        }
        self.phase = Phase::Seeking(tick);
    }

    /// The tick that is looked for, while it is.
    pub fn goal(&self) -> Option<u64> {
        match self.phase {
            Phase::Opening(goal) => goal,
            Phase::Running => None,
            Phase::Seeking(goal) => Some(goal),
        }
    }

    /// Stays where the search has come to, with all that came in there: where that takes longer than
    /// a frame, the search goes on for as long.
    pub fn stop_seeking(&mut self, run: &mut Run) {
        self.settle(run);
        if let Phase::Opening(at) = &mut self.phase {
            *at = None;
        } else if self.is_seeking() {
            self.phase = Phase::Running;
            let (patient, end) = (run.world.is_patient(), effort::spent() + AT_ONCE);
            if !self.catch_up(run, &mut || patient && effort::spent() >= end) {
                self.phase = Phase::Seeking(run.world.ticks());
            }
        }
    }

    /// Goes on to the tick that is looked for, for about `budget` ms; true when there.
    pub fn seek_part(&mut self, run: &mut Run, budget: f64, mut now: impl FnMut() -> f64) -> bool {
        let end = now() + budget;
        if !self.go_on(run, &mut || now() >= end) {
            return false;
        }
        let Phase::Seeking(goal) = self.phase else { return true };
        while run.world.ticks() < goal {
            let left = end - now();
            if left <= 0.0 {
                return false;
            }
            self.tick_part(run, left, &mut now);
        }
        if !self.catch_up(run, &mut || now() >= end) {
            return false;
        }
        self.phase = Phase::Running;
        true
    }

    /// Puts the last keyframe at or before a tick back, and the events that came in there.
    pub(super) fn return_to_keyframe(&mut self, run: &mut Run, tick: u64) {
        let Some(state) = self.keyframes.at_or_before(tick) else { return };
        run.load(state);
        self.done = self.log.events().partition_point(|recorded| recorded.tick < state.ticks());
        self.ramps = Ramps::of(&self.log.events()[..self.done]);
        self.changes = self.changes.wrapping_add(1);
    }
}
