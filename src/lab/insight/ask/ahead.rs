//! A copy of a run that is ticked ahead to learn what one unit will do.

use super::turning::Turning;
use flockwright::engine::agents::Handle;
use flockwright::engine::params::Edges;
use flockwright::engine::world::{PredictionFocus, State};
use flockwright::internals::math::wrap_angle;
use flockwright::session::run::Run;
use flockwright::session::timeline::Timeline;
use glam::Vec2;
use std::collections::VecDeque;
use std::ops::RangeInclusive;

/// Above this number of units, a copy simulates only the units near the asked one.
pub const MAX_WHOLE_COPY: usize = 2500;

/// Approximate number of units that act in a copy of a large world: those nearest to the asked one.
const NEAR: usize = 1000;

/// Deviation within which an estimate still counts as right: position (lengths) and heading (rad).
const NEARLY: (f32, f32) = (0.1, 0.05);

/// State of a unit at the beginning of a tick, and its turn in that tick.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Position before the tick, u.
    pub position: Vec2,
    /// Heading before the tick, rad; 0 points right, clockwise on screen.
    pub heading: f32,
    /// Turn in the tick, rad to the right.
    pub turn: f32,
    /// Its speed before the tick, u/s.
    pub speed: f32,
    /// Distance to the nearest other unit, u; infinite if it is alone.
    pub nearest: f32,
    /// Whether the unit was inside an obstacle.
    pub inside: bool,
}

/// Motion of a unit, tick by tick.
#[derive(Clone, Debug, Default)]
pub struct Record {
    first: u64,
    steps: VecDeque<Step>,
    /// Key and label of each behavior, and of the edge.
    names: Vec<(&'static str, &'static str)>,
    /// Per step: turn caused by each of [`names`](Self::names) and by the other sources, rad.
    shares: VecDeque<Vec<f32>>,
    /// Per step: force of each of [`names`](Self::names) ahead and to the right.
    pushes: VecDeque<Vec<[f32; 2]>>,
    /// Units that the unit overlapped, with the tick of the first overlap.
    met: Vec<(u64, Handle)>,
    /// Whether the unit was removed after the last step.
    gone: bool,
}

impl Record {
    /// Tick of the first step.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// Tick after the last step.
    pub fn end_tick(&self) -> u64 {
        self.first + self.steps.len() as u64
    }

    pub fn step(&self, tick: u64) -> Option<&Step> {
        self.steps.get(tick.checked_sub(self.first)? as usize)
    }

    /// Turn caused by each source in a tick, rad: the behaviors, then the other sources.
    pub fn shares(&self, tick: u64) -> Option<&[f32]> {
        Some(self.shares.get(tick.checked_sub(self.first)? as usize)?)
    }

    /// Force of each behavior in a tick, ahead and to the right.
    pub fn pushes(&self, tick: u64) -> Option<&[[f32; 2]]> {
        Some(self.pushes.get(tick.checked_sub(self.first)? as usize)?)
    }

    /// Key and label of each behavior, and of the edge that contains units.
    pub fn names(&self) -> &[(&'static str, &'static str)] {
        &self.names
    }

    /// Number of units that the unit overlapped between two ticks, both included.
    pub fn met_in(&self, ticks: RangeInclusive<u64>) -> usize {
        self.met.iter().filter(|(when, _)| ticks.contains(when)).count()
    }

    /// Tick after which the unit was removed, if it was.
    pub fn gone_at(&self) -> Option<u64> {
        self.gone.then(|| self.end_tick())
    }

    /// Whether a unit of a run is where this record predicted it: exactly, or nearly if the record
    /// is rough.
    fn agrees(&self, run: &Run, id: usize, is_rough: bool) -> bool {
        let tick = run.world.ticks();
        let agents = run.world.agents();
        let (far, off) = if is_rough { NEARLY } else { (0.0, 0.0) };
        let same = |step: &Step| {
            let way = run.world.space().offset_between(step.position, agents.position(id));
            let turn = wrap_angle(step.heading - agents.heading[id]);
            way.length() <= far * agents.length[id] && turn.abs() <= off
        };
        self.step(tick).map_or(self.steps.is_empty() && self.first == tick, same)
    }

    /// Drops the predictions from a tick on.
    fn forget_from(&mut self, tick: u64) {
        let kept = tick.saturating_sub(self.first) as usize;
        self.steps.truncate(kept);
        self.shares.truncate(kept);
        self.pushes.truncate(kept);
        self.met.retain(|(when, _)| *when < tick);
        self.gone &= self.end_tick() < tick;
    }

    fn forget_before(&mut self, tick: u64) {
        while self.first < tick && self.steps.pop_front().is_some() {
            self.shares.pop_front();
            self.pushes.pop_front();
            self.first += 1;
        }
        let first = self.first;
        self.met.retain(|(when, _)| *when >= first);
    }
}

/// A copy of a run that is ticked ahead, with the record of the asked unit.
pub(super) struct Ahead {
    run: Run,
    timeline: Timeline,
    bird: Handle,
    /// Index in the pipeline of a behavior that the unit steers without; one past the last is the
    /// edge that contains units.
    without: Option<usize>,
    turning: Turning,
    record: Record,
    /// In a large world, the last tick for which the units near the asked one suffice; `None`: no
    /// limit.
    end: Option<u64>,
    /// Time spent on all ticks of the copy, ms.
    took: f64,
}

impl Ahead {
    /// Begins a copy at the present tick; `None` if the unit does not exist. In a large world, the
    /// path is an estimate for at most `ticks` ticks.
    pub fn from_now(
        run: &Run,
        timeline: &Timeline,
        bird: Handle,
        without: Option<usize>,
        ticks: u64,
    ) -> Option<Self> {
        run.world.agents().id(bird)?;
        let (mut run, timeline) = timeline.fork_without_past(run);
        let first = run.world.ticks();
        let end = (run.world.agents().len() > MAX_WHOLE_COPY).then_some(first + ticks);
        let focus = end.and_then(|end| PredictionFocus::new(&run.world, bird, end, NEAR));
        run.world.focus(focus);
        let (turning, record) = (Turning::default(), Record { first, ..Record::default() });
        Some(Self { run, timeline, bird, without, turning, record, end, took: 0.0 })
    }

    /// Begins a copy that replays the recorded run from a tick on; `None` if there is no keyframe
    /// or the unit did not exist.
    pub fn behind(run: &Run, timeline: &Timeline, bird: Handle, first: u64) -> Option<Self> {
        let (run, timeline) = timeline.fork_from_keyframe(run, first)?;
        let (turning, record) = (Turning::default(), Record { first, ..Record::default() });
        Some(Self { run, timeline, bird, without: None, turning, record, end: None, took: 0.0 })
    }

    /// Whether the copy is an estimate in which only the units near the asked one act.
    pub fn is_rough(&self) -> bool {
        self.end.is_some()
    }

    /// Whether the unit of the run is where this copy predicted it and further ticks can be
    /// simulated.
    pub(super) fn agrees(&self, run: &Run, id: usize) -> bool {
        self.record.agrees(run, id, self.is_rough())
    }

    /// Whether the copy can be simulated to this tick; an estimate ends earlier.
    pub(super) fn reaches(&self, tick: u64) -> bool {
        self.end.is_none_or(|end| tick <= end)
    }

    /// Duration of a tick, ms; NaN before the first one is done.
    pub(super) fn ms_per_tick(&self) -> f64 {
        self.took / self.record.steps.len() as f64
    }

    pub fn record(&self) -> &Record {
        &self.record
    }

    pub(super) fn forget_before(&mut self, tick: u64) {
        self.record.forget_before(tick);
    }

    /// Prepends an earlier record if it ends at the tick at which this one begins.
    pub(super) fn put_before(&mut self, past: Self) {
        let (mut past, record) = (past.record, &mut self.record);
        past.forget_from(record.first);
        let same = record.names.is_empty() || past.names == record.names;
        if past.end_tick() != record.first || !same || past.gone {
            return;
        }
        past.steps.append(&mut record.steps);
        past.shares.append(&mut record.shares);
        past.pushes.append(&mut record.pushes);
        past.met.append(&mut record.met);
        past.gone = record.gone;
        *record = past;
    }

    /// Simulates until a tick is reached or the unit is removed; returns false if time was up
    /// first. `end`: time limit by the clock `now`, ms.
    pub fn reach(&mut self, tick: u64, end: f64, now: &mut impl FnMut() -> f64) -> bool {
        while self.run.world.ticks() < tick && !self.record.gone {
            let begun = now();
            let done = end > begun && self.part(end - begun, &mut *now);
            self.took += now() - begun;
            if !done {
                return false;
            }
        }
        true
    }

    /// Continues the current tick for about `budget` ms; returns true when it is done.
    fn part(&mut self, budget: f64, now: impl FnMut() -> f64) -> bool {
        let Self { run, timeline, bird, without, turning, record, .. } = self;
        let (bird, without) = (*bird, *without);
        let noted = run.world.ticks() >= record.first;
        let done = timeline.tick_part_with(run, budget, now, |world| {
            let Some(id) = world.agents().id(bird).filter(|_| noted) else { return };
            let Some(group) = world.group_of(id) else { return };
            let steered = turning.steer(world, group, id, without);
            if without.is_some() {
                world.steer_unit(id, steered.summed);
            }
            if record.names != steered.names {
                // After a change of the behaviors, shares of the former ones have no name.
                let (first, names) = (world.ticks(), steered.names);
                *record = Record { first, names, ..Record::default() };
            }
            record.pushes.push_back(steered.pushes);
            record.note(world, id, bird);
        });
        if done && noted && record.steps.len() > record.shares.len() {
            let agents = run.world.agents();
            match (agents.id(bird), record.steps.back_mut()) {
                (Some(id), Some(step)) => {
                    step.turn = wrap_angle(agents.heading[id] - step.heading);
                    record.shares.push_back(turning.shares(step.turn).to_vec());
                }
                _ => {
                    record.shares.push_back(vec![0.0; turning.shares(0.0).len()]);
                    record.gone = true;
                }
            }
        }
        done
    }
}

impl Record {
    /// Records the unit's state before it moves, and the units and obstacles that it touches.
    fn note(&mut self, state: &State, id: usize, bird: Handle) {
        let agents = state.agents();
        let (position, length) = (agents.position(id), agents.length[id]);
        let space = state.space();
        let mut nearest = f32::INFINITY;
        for other in (0..agents.len()).filter(|other| *other != id) {
            let d2 = space.offset_between(position, agents.position(other)).length_squared();
            nearest = nearest.min(d2);
            let reach = length.max(agents.length[other]);
            if d2 < reach * reach
                && let Some(handle) = agents.handle(other).filter(|handle| *handle != bird)
                && self.met.iter().all(|(_, met)| *met != handle)
            {
                self.met.push((state.ticks(), handle));
            }
        }
        let nearest = nearest.sqrt();
        let hits = |at: Vec2, radius: f32| space.offset_between(position, at).length() < radius;
        let inside = state.obstacles().iter().any(|o| hits(o.center, o.radius));
        let heading = agents.heading[id];
        let speed = agents.velocity(id).length();
        self.steps.push_back(Step { position, heading, turn: 0.0, speed, nearest, inside });
    }

    /// Positions before each tick from `from` on, unwrapped across the edges. A jump ends the path.
    pub fn way(&self, from: u64, state: &State) -> Vec<Vec2> {
        let size = Vec2::new(state.params.width, state.params.height);
        let wraps = state.params.edges == Edges::Wrap;
        let steps = self.steps.iter().skip(from.saturating_sub(self.first) as usize);
        let mut way: Vec<Vec2> = Vec::new();
        let mut before = None;
        for step in steps {
            let at = step.position;
            let mut d = at - before.replace(at).unwrap_or(at);
            if wraps {
                d -= (d / size).round() * size;
            }
            // No unit moves a tenth of the world in a tick.
            if d.length() > 0.1 * size.length() {
                break;
            }
            way.push(way.last().map_or(at, |last| *last + d));
        }
        way
    }
}
