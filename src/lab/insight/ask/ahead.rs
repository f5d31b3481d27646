//! A copy of a run that is ticked for one of its units.

use super::turning::Turning;
use flockwright::engine::agents::Handle;
use flockwright::engine::params::Edges;
use flockwright::engine::world::{Focus, State};
use flockwright::internals::math::wrap_angle;
use flockwright::session::run::Run;
use flockwright::session::timeline::Timeline;
use glam::Vec2;
use std::collections::VecDeque;
use std::ops::RangeInclusive;

/// A world of more units is large: its copies are not whole.
pub const MAX_WHOLE_COPY: usize = 2500;

/// Of a large world, only about this many units act in a copy: those nearest to the asked one.
const NEAR: usize = 1000;

/// Off by less than this, in lengths and rad, an estimate still holds.
const NEARLY: (f32, f32) = (0.1, 0.05);

/// What is left out of a unit's steering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Without {
    /// The place of the behavior in the pipeline; behind the last one the edge that holds units inside.
    pub behavior: usize,
    /// All of its group steer without it, not this unit alone.
    pub by_all: bool,
}

/// One tick of a unit.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Where it was before the tick, u.
    pub position: Vec2,
    /// Its heading then, rad.
    pub heading: f32,
    /// How far the tick turned it, rad to the right.
    pub turn: f32,
    /// Its speed before the tick, u/s.
    pub speed: f32,
    /// Distance from it to the nearest other unit, u; infinite where it is alone.
    pub nearest: f32,
    /// It stood in an obstacle.
    pub inside: bool,
}

/// What a unit did from tick to tick.
#[derive(Clone, Debug, Default)]
pub struct Record {
    first: u64,
    steps: VecDeque<Step>,
    /// Key and label of each behavior and the edge.
    names: Vec<(&'static str, &'static str)>,
    /// Of each step: how far each of [`names`](Self::names), and what is no behavior, turned it, rad.
    shares: VecDeque<Vec<f32>>,
    /// Of each step: the force of each of [`names`](Self::names) ahead, and to the right.
    pushes: VecDeque<Vec<[f32; 2]>>,
    /// Others that it overlapped, and when first.
    met: Vec<(u64, Handle)>,
    /// It was gone after the last step.
    gone: bool,
}

impl Record {
    /// The tick of the first step.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// The tick that the last step has led to.
    pub fn end(&self) -> u64 {
        self.first + self.steps.len() as u64
    }

    pub fn step(&self, tick: u64) -> Option<&Step> {
        self.steps.get(tick.checked_sub(self.first)? as usize)
    }

    /// How far each source turned it in a tick, rad: the behaviors, then what is none.
    pub fn shares(&self, tick: u64) -> Option<&[f32]> {
        Some(self.shares.get(tick.checked_sub(self.first)? as usize)?)
    }

    /// The force of each behavior in a tick: ahead, and to the right.
    pub fn pushes(&self, tick: u64) -> Option<&[[f32; 2]]> {
        Some(self.pushes.get(tick.checked_sub(self.first)? as usize)?)
    }

    /// Key and label of each behavior, and of the edge that holds units inside.
    pub fn names(&self) -> &[(&'static str, &'static str)] {
        &self.names
    }

    /// How many others it overlapped from a tick to another.
    pub fn met_in(&self, ticks: RangeInclusive<u64>) -> usize {
        self.met.iter().filter(|(when, _)| ticks.contains(when)).count()
    }

    /// The tick after which it was gone, if it is.
    pub fn gone_at(&self) -> Option<u64> {
        self.gone.then(|| self.end())
    }

    /// Whether a unit of a run is where this foresaw it: to the bit, or nearly.
    fn agrees(&self, run: &Run, id: usize, is_rough: bool) -> bool {
        let tick = run.world.ticks();
        let agents = run.world.agents();
        let (far, off) = if is_rough { NEARLY } else { (0.0, 0.0) };
        let same = |step: &Step| {
            let way = run.world.space().between(step.position, agents.position(id));
            let turn = wrap_angle(step.heading - agents.heading[id]);
            way.length() <= far * agents.length[id] && turn.abs() <= off
        };
        self.step(tick).map_or(self.steps.is_empty() && self.first == tick, same)
    }

    /// Forgets what was foreseen from a tick on.
    fn forget_from(&mut self, tick: u64) {
        let kept = tick.saturating_sub(self.first) as usize;
        self.steps.truncate(kept);
        self.shares.truncate(kept);
        self.pushes.truncate(kept);
        self.met.retain(|(when, _)| *when < tick);
        self.gone &= self.end() < tick;
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

/// The copy, and what its unit did.
pub(super) struct Ahead {
    run: Run,
    timeline: Timeline,
    bird: Handle,
    without: Option<Without>,
    turning: Turning,
    record: Record,
    /// Of a large world, the tick up to which the units near the one count; none: all do, always.
    end: Option<u64>,
    /// How long its ticks took, ms.
    took: f64,
}

impl Ahead {
    /// From the present tick on; `None` where the unit is gone. Of a large world, the path is an
    /// estimate for no more than `ticks`.
    pub fn from_now(
        run: &Run,
        timeline: &Timeline,
        bird: Handle,
        without: Option<Without>,
        ticks: u64,
    ) -> Option<Self> {
        let id = run.world.agents().id(bird)?;
        let (mut run, timeline) = timeline.ahead(run);
        if let Some(Without { behavior, by_all: true }) = without {
            let group = run.world.group_of(id)?;
            let pipeline = &mut run.world.group_mut(group)?.pipeline;
            if let Some(behavior) = pipeline.get_mut(behavior) {
                behavior.set(0, 0.0);
            }
        }
        let first = run.world.ticks();
        let end = (run.world.agents().len() > MAX_WHOLE_COPY).then_some(first + ticks);
        let focus = end.and_then(|end| Focus::new(&run.world, bird, end, NEAR));
        run.world.focus(focus);
        let (turning, record) = (Turning::default(), Record { first, ..Record::default() });
        Some(Self { run, timeline, bird, without, turning, record, end, took: 0.0 })
    }

    /// Through what happened from a tick on.
    pub fn behind(run: &Run, timeline: &Timeline, bird: Handle, first: u64) -> Option<Self> {
        let (run, timeline) = timeline.behind(run, first)?;
        let (turning, record) = (Turning::default(), Record { first, ..Record::default() });
        Some(Self { run, timeline, bird, without: None, turning, record, end: None, took: 0.0 })
    }

    /// It is an estimate: of a large world, only the units near the one act.
    pub fn is_rough(&self) -> bool {
        self.end.is_some()
    }

    /// Whether a unit of the run is where this foresaw it, and more can be foreseen up to a tick.
    pub(super) fn agrees(&self, run: &Run, id: usize) -> bool {
        self.record.agrees(run, id, self.is_rough())
    }

    /// Whether it can foresee as far as that.
    pub(super) fn reaches(&self, tick: u64) -> bool {
        self.end.is_none_or(|end| tick <= end)
    }

    /// How long a tick takes, ms; NaN before the first is over.
    pub(super) fn ms_per_tick(&self) -> f64 {
        self.took / self.record.steps.len() as f64
    }

    pub fn record(&self) -> &Record {
        &self.record
    }

    pub(super) fn forget_before(&mut self, tick: u64) {
        self.record.forget_before(tick);
    }

    /// Puts what happened before in front, where it fits.
    pub(super) fn put_before(&mut self, past: Self) {
        let (mut past, record) = (past.record, &mut self.record);
        past.forget_from(record.first);
        let same = record.names.is_empty() || past.names == record.names;
        if past.end() != record.first || !same || past.gone {
            return;
        }
        past.steps.append(&mut record.steps);
        past.shares.append(&mut record.shares);
        past.pushes.append(&mut record.pushes);
        past.met.append(&mut record.met);
        past.gone = record.gone;
        *record = past;
    }

    /// Goes on until a tick is reached, or the unit is gone; false where time is over before. `end`:
    /// when it is, by `now`, ms.
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

    /// Goes on with the coming tick for about `budget` ms; true when it is over.
    fn part(&mut self, budget: f64, now: impl FnMut() -> f64) -> bool {
        let Self { run, timeline, bird, without, turning, record, .. } = self;
        let (bird, without) = (*bird, *without);
        let noted = run.world.ticks() >= record.first;
        let done = timeline.tick_part_with(run, budget, now, |world| {
            let Some(id) = world.agents().id(bird).filter(|_| noted) else { return };
            let Some(group) = world.group_of(id) else { return };
            let left_out = without.filter(|without| !without.by_all).map(|one| one.behavior);
            let steered = turning.steer(world, group, id, left_out);
            if left_out.is_some() {
                world.steer_unit(id, steered.summed);
            }
            if record.names != steered.names {
                // Other behaviors than before: what was noted of the others has no name now.
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
    /// Notes where a unit is before it moves, and who and what it touches.
    fn note(&mut self, state: &State, id: usize, bird: Handle) {
        let agents = state.agents();
        let (position, length) = (agents.position(id), agents.length[id]);
        let space = state.space();
        let mut nearest = f32::INFINITY;
        for other in (0..agents.len()).filter(|other| *other != id) {
            let d2 = space.between(position, agents.position(other)).length_squared();
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
        let hits = |at: Vec2, radius: f32| space.between(position, at).length() < radius;
        let inside = state.obstacles().iter().any(|o| hits(o.center, o.radius));
        let heading = agents.heading[id];
        let speed = agents.velocity(id).length();
        self.steps.push_back(Step { position, heading, turn: 0.0, speed, nearest, inside });
    }

    /// Where the unit was before each tick from one on, as if the world did not end: the way as it is
    /// seen. A jump ends it.
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
            // No unit flies a tenth of the world in a tick.
            if d.length() > 0.1 * size.length() {
                break;
            }
            way.push(way.last().map_or(at, |last| *last + d));
        }
        way
    }
}
