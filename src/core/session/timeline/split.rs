//! A second run that goes beside another one from the same moment, with one parameter changed.

use super::{KEYFRAME_INTERVAL, Timeline};
use crate::session::events::{Event, EventLog, TimedEvent};
use crate::session::run::Run;
use std::sync::Arc;

/// The difference between a run and the one that follows it: the value of one parameter.
///
/// The follower has every event of the other run, except those that set this parameter after the
/// split. The other run is only read.
#[derive(Clone, Debug)]
pub struct Split {
    /// Index in [`Run::params`].
    id: usize,
    value: f32,
    /// Tick after which the parameter has its own value.
    from: u64,
    /// Value of `edits` in the other run's timeline when its events were read last.
    read: Option<u32>,
}

impl Split {
    /// Copies a run, and sets a parameter of the copy after tick `from`, or at the end of the run,
    /// or of its present jump, if that is earlier.
    pub fn of(
        run: &Run,
        timeline: &Timeline,
        (id, value): (usize, f32),
        from: u64,
    ) -> (Run, Timeline, Self) {
        let (mut other, mut others) = timeline.fork(run);
        others.follows = true;
        let mut split = Self { id, value, from, read: None };
        split.read_events(&mut other, &mut others, (run, timeline));
        (other, others, split)
    }

    /// Tick after which the parameter has its own value.
    pub fn from(&self) -> u64 {
        self.from
    }

    /// Brings the follower to the events and the tick of the other run, for about `budget` ms.
    /// Returns whether it is there. While the other run goes to another tick, the follower waits.
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
            // The other run has started anew, with other values.
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

    /// Ids of the unit whose places in two runs are farthest apart, in each of them. `None` without
    /// a unit that both have.
    pub fn farthest(run: &Run, main: &Run) -> Option<[usize; 2]> {
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

    /// Takes the events of the other run, if they have changed. If events before the present tick
    /// differ, the follower returns to a keyframe before them.
    fn read_events(&mut self, run: &mut Run, timeline: &mut Timeline, main: (&Run, &Timeline)) {
        if self.read.replace(main.1.edits) == Some(main.1.edits) {
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
        // Later events of a tick replace earlier ones in the log and leave the same state.
        timeline.applied_count = timeline.applied_count.min(same);
        while let Some(next) =
            timeline.log.0.get(timeline.applied_count).filter(|next| next.tick <= now)
        {
            let event = next.event.clone();
            timeline.applied_count += 1;
            if timeline.effective_event(run, &event).is_some() {
                timeline.ramps.restore_values(run);
                // The event was checked when it came in.
                let _ = run.apply(&event);
                timeline.ramps.apply_event(&event, now);
            }
        }
    }

    /// Events of the following run.
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

    /// An event without what it does to the parameter; `None` if nothing remains.
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
