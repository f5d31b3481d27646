//! A copy of a run that follows this main run tick by tick, with one parameter changed.

use super::{KEYFRAME_INTERVAL, Timeline};
use crate::session::events::{Event, EventLog, TimedEvent};
use crate::session::run::Run;
use std::sync::Arc;

/// The difference between a main run and its copy, the follower: the value of one parameter.
///
/// The follower has every event of the main run, except those that set this parameter after the
/// split. The main run is only read.
#[derive(Clone, Debug)]
pub struct Split {
    /// Index in [`Run::params`] of the parameter whose value differs.
    id: usize,
    value: f32,
    /// Tick of the split: after it, the parameter has its own value in the follower.
    from: u64,
    /// Value of `log_version` in the main run's timeline when the follower last read its events.
    seen_log_version: Option<u32>,
}

impl Split {
    /// Copies a run. Sets parameter `id` of the copy to `value` after tick `from`, or after the
    /// last tick that the run has reached or is jumping to, if that is earlier. Returns the copy,
    /// its timeline and the split.
    pub fn of(
        run: &Run,
        timeline: &Timeline,
        (id, value): (usize, f32),
        from: u64,
    ) -> (Run, Timeline, Self) {
        let (mut other, mut others) = timeline.fork(run);
        others.is_follower = true;
        let mut split = Self { id, value, from, seen_log_version: None };
        split.read_events(&mut other, &mut others, (run, timeline));
        (other, others, split)
    }

    /// Tick of the split: after it, the parameter has its own value in the follower (the copy).
    pub fn from(&self) -> u64 {
        self.from
    }

    /// Brings the follower (`run`, `timeline`) to the events and the tick of the main run, for
    /// about `budget` ms. Returns whether it is there, or waits because the main run is jumping.
    pub fn follow(
        &mut self,
        run: &mut Run,
        timeline: &mut Timeline,
        main: (&Run, &Timeline),
        budget: f64,
        mut now: impl FnMut() -> f64,
    ) -> bool {
        if main.1.seek_goal.is_some() {
            return true;
        }
        let end = now() + budget;
        if timeline.link != main.1.link {
            // The main run was restarted, so the follower is copied again.
            (*run, *timeline, *self) = Self::of(main.0, main.1, (self.id, self.value), self.from);
        }
        self.read_events(run, timeline, main);
        let tick = main.0.world.ticks();
        loop {
            let at = run.world.ticks();
            match timeline.seek_goal {
                None if at == tick => return true,
                None if at > tick || at + KEYFRAME_INTERVAL < tick => timeline.seek(run, tick),
                Some(goal) if goal != tick && goal != at => timeline.seek(run, tick),
                _ => {}
            }
            let left = end - now();
            if left <= 0.0 {
                return false;
            }
            match timeline.seek_goal {
                None => timeline.tick_part(run, left, &mut now),
                Some(_) => timeline.seek_part(run, left, &mut now),
            };
        }
    }

    /// Index of a unit in `main` and in `run`: of all units that both have, the one whose two
    /// positions are farthest apart. `None` if no unit is in both.
    pub fn farthest_unit(run: &Run, main: &Run) -> Option<[usize; 2]> {
        let (agents, others) = (main.world.agents(), run.world.agents());
        let mut farthest = None;
        let mut most = -1.0;
        for id in 0..agents.len() {
            let Some(other) = agents.handle(id).and_then(|unit| others.id(unit)) else { continue };
            let (here, there) = (agents.position(id), others.position(other));
            let apart = main.world.space().offset_between(here, there).length_squared();
            if apart > most {
                (most, farthest) = (apart, Some([id, other]));
            }
        }
        farthest
    }

    /// Reads the events of the main run if they have changed. If events before the present tick
    /// differ, the follower returns to a keyframe before them.
    fn read_events(&mut self, run: &mut Run, timeline: &mut Timeline, main: (&Run, &Timeline)) {
        if self.seen_log_version.replace(main.1.log_version) == Some(main.1.log_version) {
            return;
        }
        self.from = self.from.min(main.1.last_tick.max(main.1.seek_goal.unwrap_or(0)));
        let events = self.events(main);
        let old = &timeline.log.0;
        let same = events.iter().zip(old).take_while(|(one, other)| one == other).count();
        let differing = [events.get(same), old.get(same)].into_iter().flatten();
        let first = differing.map(|event| event.tick).min();
        timeline.log = EventLog(events);
        timeline.last_tick = main.1.last_tick;
        let Some(first) = first else { return };
        timeline.keyframes.forget_after(first);
        let now = run.world.ticks();
        if first < now {
            timeline.return_to_keyframe(run, first);
            return;
        }
        // Applied events of the present tick that the main run has replaced since need no
        // reverting: applying the new ones after them leads to the same state.
        timeline.applied_count = timeline.applied_count.min(same);
        while let Some(next) =
            timeline.log.0.get(timeline.applied_count).filter(|next| next.tick <= now)
        {
            let event = next.event.clone();
            timeline.applied_count += 1;
            if timeline.effective_event(run, &event).is_some() {
                timeline.ramps.restore_values(run);
                // No error is possible: the event was checked when it was recorded.
                let _ = run.apply(&event);
                timeline.ramps.apply_event(&event, now);
            }
        }
    }

    /// Events of the follower, derived from those of the main run.
    fn events(&self, (run, timeline): (&Run, &Timeline)) -> Vec<TimedEvent> {
        let events = timeline.log.events();
        let (before, after) = events.split_at(events.partition_point(|one| one.tick <= self.from));
        let change = Event::Param { id: self.id, value: self.value };
        let change = TimedEvent { tick: self.from, event: change };
        let kept = after.iter().filter_map(|one| {
            Some(TimedEvent { tick: one.tick, event: self.without_param(run, &one.event)? })
        });
        before.iter().cloned().chain([change]).chain(kept).collect()
    }

    /// Removes from an event any change of the parameter that differs in the follower; `None` if
    /// nothing remains.
    fn without_param(&self, run: &Run, event: &Event) -> Option<Event> {
        match event {
            Event::Param { id, .. } | Event::Ramp { id, .. } if *id == self.id => None,
            Event::Together(change) => {
                let mut change = (**change).clone();
                let key = run.params().get(self.id).map(|param| param.key.as_str());
                change.param_values.retain(|(other, _)| Some(other.as_str()) != key);
                Some(Event::Together(Arc::new(change)))
            }
            event => Some(event.clone()),
        }
    }
}
