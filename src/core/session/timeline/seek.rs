//! Jumps to another tick, in the past or after the last tick that was reached.

use super::Timeline;
use super::ramps::Ramps;
use crate::engine::world::State;
use crate::session::run::Run;

impl Timeline {
    /// Begins a jump to a tick, in the past or after the last tick; [`seek_part`](Self::seek_part)
    /// computes the jump.
    pub fn seek(&mut self, run: &mut Run, tick: u64) {
        self.apply_waiting_inputs(run);
        self.waiting_inputs.clear();
        let now = run.world.ticks();
        // The tick to which the run jumps is shown with forces and neighbors, which are not part of
        // a saved state but come from computing the tick. The jump therefore starts at least one
        // tick before it.
        let before = tick.saturating_sub(1);
        let nearest = self.keyframes.at_or_before(before).map_or(0, State::ticks);
        if tick < now || nearest > now {
            self.return_to_keyframe(run, nearest);
        }
        self.seek_goal = Some(tick);
    }

    /// Tick to which the current jump leads; `None` if there is no jump.
    pub fn seek_goal(&self) -> Option<u64> {
        self.seek_goal
    }

    /// Ends the jump at the tick that it has reached, after applying all events of this tick.
    pub fn stop_seeking(&mut self, run: &mut Run) {
        if self.seek_goal.is_some() {
            self.seek_goal = None;
            self.apply_recorded_events(run, &mut || true);
        }
    }

    /// Continues the jump for about `budget` ms. Returns whether the run has reached the tick to
    /// which the jump leads.
    pub fn seek_part(&mut self, run: &mut Run, budget: f64, mut now: impl FnMut() -> f64) -> bool {
        let end = now() + budget;
        while let Some(goal) = self.seek_goal {
            let left = end - now();
            if left <= 0.0 {
                return false;
            }
            if run.world.ticks() < goal {
                self.tick_part(run, left, &mut now);
            } else {
                self.apply_recorded_events(run, &mut || now() >= end);
            }
        }
        true
    }

    /// Restores the last keyframe at or before a tick, and counts earlier events as applied.
    pub(super) fn return_to_keyframe(&mut self, run: &mut Run, tick: u64) {
        let Some(state) = self.keyframes.at_or_before(tick) else { return };
        run.restore_state(state);
        self.applied_count =
            self.log.events().partition_point(|recorded| recorded.tick < state.ticks());
        self.ramps = Ramps::running_after(&self.log.events()[..self.applied_count]);
        self.is_last_tick_replayed = false;
        self.change_count = self.change_count.wrapping_add(1);
    }
}
