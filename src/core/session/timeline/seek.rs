//! Going to a tick, in the past or beyond the end.

use super::Timeline;
use super::ramps::Ramps;
use crate::engine::world::State;
use crate::session::run::Run;

impl Timeline {
    /// Starts to go to a tick, in the past or beyond the end; [`seek_part`](Self::seek_part) goes.
    pub fn seek(&mut self, run: &mut Run, tick: u64) {
        self.apply_queue(run);
        self.queue.clear();
        let now = run.world.ticks();
        // What is shown of a tick beside its state, its forces and neighbors, comes of the tick
        // itself: a state of before is needed.
        let before = tick.saturating_sub(1);
        let nearest = self.keyframes.at_or_before(before).map_or(0, State::ticks);
        if tick < now || nearest > now {
            self.return_to_keyframe(run, nearest);
        }
        self.goal = Some(tick);
    }

    /// The tick that is looked for, while it is.
    pub fn goal(&self) -> Option<u64> {
        self.goal
    }

    /// Stays where the search has come to, once all is applied that is recorded of this tick.
    pub fn stop_seeking(&mut self, run: &mut Run) {
        if self.goal.is_some() {
            self.goal = None;
            self.settle(run, &mut || true);
        }
    }

    /// Goes on to the tick that is looked for, for about `budget` ms; true when there.
    pub fn seek_part(&mut self, run: &mut Run, budget: f64, mut now: impl FnMut() -> f64) -> bool {
        let end = now() + budget;
        while let Some(goal) = self.goal {
            let left = end - now();
            if left <= 0.0 {
                return false;
            }
            if run.world.ticks() < goal {
                self.tick_part(run, left, &mut now);
            } else {
                self.settle(run, &mut || now() >= end);
            }
        }
        true
    }

    /// Puts the last keyframe at or before a tick back, and the events that came in there.
    fn return_to_keyframe(&mut self, run: &mut Run, tick: u64) {
        let Some(state) = self.keyframes.at_or_before(tick) else { return };
        run.load(state);
        self.done = self.log.events().partition_point(|recorded| recorded.tick < state.ticks());
        self.ramps = Ramps::after(&self.log.events()[..self.done]);
        self.replayed = false;
        self.changes = self.changes.wrapping_add(1);
    }
}
