//! Copies of a run with its timeline, which can continue in different ways.

use super::{Ramps, Timeline};
use crate::session::run::Run;

impl Timeline {
    /// An independent copy of the run and its timeline at the same tick. Neighbors and forces of
    /// its units are not available until its next tick.
    pub fn fork(&self, run: &Run) -> (Run, Self) {
        (run.fork(), self.clone())
    }

    /// A copy of the run that continues as the run would without further inputs: with the events
    /// recorded for later ticks, the waiting inputs and the current ramps. Its timeline has no
    /// keyframes, so it cannot go back.
    pub fn fork_without_past(&self, run: &Run) -> (Run, Self) {
        let Self {
            ref log,
            ref ramps,
            waiting_inputs: ref queue,
            applied_count: done,
            last_tick: end,
            ..
        } = *self;
        let (log, ramps, queue) = (log.clone(), ramps.clone(), queue.clone());
        let mut ahead = Self {
            log,
            ramps,
            waiting_inputs: queue,
            applied_count: done,
            last_tick: end,
            ..Self::default()
        };
        let mut other = run.fork();
        ahead.ramps.restore_values(&mut other);
        (other, ahead)
    }

    /// A copy of the run at the last keyframe at or before `tick`, with a timeline that replays the
    /// recorded events from there. `None` if the timeline has no keyframes.
    pub fn fork_from_keyframe(&self, run: &Run, tick: u64) -> Option<(Run, Self)> {
        let state = self.keyframes.at_or_before(tick)?;
        let (mut other, mut timeline) = (run.fork(), Self::default());
        other.restore_state(state);
        (timeline.log, timeline.last_tick) = (self.log.clone(), self.last_tick);
        timeline.applied_count =
            timeline.log.events().partition_point(|one| one.tick < state.ticks());
        timeline.ramps = Ramps::running_after(&timeline.log.events()[..timeline.applied_count]);
        Some((other, timeline))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::events::Event;

    fn at(link: &str, tick: u64) -> (Run, Timeline) {
        let (mut run, mut timeline, notices) = Timeline::open(link);
        assert!(notices.is_empty(), "{notices:?}");
        while run.world.ticks() < tick {
            timeline.tick(&mut run);
        }
        (run, timeline)
    }

    #[test]
    fn both_ways_of_a_fork_are_the_run_until_one_of_them_is_changed() {
        let link = "scene=leaders-pincer&count=30&ev=L1o.cohesion*3*1*1o";
        let composed = || {
            let (mut run, mut timeline) = at(link, 50);
            let groups = run.read_composition("boids.pcohesion*g1.bpoint.pwander").0;
            timeline.input(&mut run, Event::Compose(groups.into())).expect("a composition");
            (0..50).for_each(|_| timeline.tick(&mut run));
            (run, timeline)
        };
        let (mut run, mut timeline) = composed();
        assert!(run.find_param("g1.wander").is_some());
        let (mut other, mut others) = timeline.fork(&run);
        assert_eq!(other.world.hash(), run.world.hash());
        let keys = |run: &Run| {
            run.params().iter().map(|p| (p.key.clone(), p.is_present)).collect::<Vec<_>>()
        };
        assert_eq!(keys(&other), keys(&run));
        for _ in 0..60 {
            timeline.tick(&mut run);
            others.tick(&mut other);
        }
        assert_eq!(other.world.hash(), run.world.hash());
        let id = other.find_param("cohesion").expect("a flock has it");
        others.input(&mut other, Event::Param { id, value: 9.0 }).expect("a number");
        for _ in 0..60 {
            timeline.tick(&mut run);
            others.tick(&mut other);
        }
        assert_ne!(other.world.hash(), run.world.hash());
        let (mut undisturbed, mut its) = composed();
        (0..120).for_each(|_| its.tick(&mut undisturbed));
        assert_eq!(run.world.hash(), undisturbed.world.hash());
    }
}
