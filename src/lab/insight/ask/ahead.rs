//! A copy of a run that is ticked ahead of the run, to predict what one unit will do.

use super::turning::TurnSplitter;
use flockwright::engine::agents::Handle;
use flockwright::engine::params::Edges;
use flockwright::engine::world::{PredictionFocus, State};
use flockwright::internals::math::wrap_angle;
use flockwright::session::run::Run;
use flockwright::session::timeline::Timeline;
use glam::Vec2;
use std::collections::VecDeque;
use std::ops::RangeInclusive;

/// Number of units above which a copy simulates only the units near the observed one.
pub const MAX_WHOLE_COPY: usize = 2500;

/// Approximate number of units that act in a copy of a large world: those near the observed one.
const MAX_ACTING_UNITS: usize = 1000;

/// Deviation within which an estimate is right: position (body lengths) and heading (rad).
const ESTIMATE_TOLERANCE: (f32, f32) = (0.1, 0.05);

/// State of a unit at the beginning of a tick, and its turn in that tick.
#[derive(Clone, Copy, Debug)]
pub struct MotionStep {
    /// Position of the unit before the tick, u.
    pub position: Vec2,
    /// Heading before the tick, rad; 0 points right, clockwise on screen.
    pub heading: f32,
    /// Change of the unit's heading in the tick, rad; positive to the right.
    pub heading_change: f32,
    /// Speed of the unit before the tick, u/s.
    pub speed: f32,
    /// Distance to the nearest other unit before the tick, u; infinite if there is no other unit.
    pub nearest_distance: f32,
    /// Whether the unit's center was inside an obstacle before the tick.
    pub is_in_obstacle: bool,
}

/// Recorded motion of a unit, tick by tick.
#[derive(Clone, Debug, Default)]
pub struct MotionRecord {
    first_tick: u64,
    steps: VecDeque<MotionStep>,
    /// Key and label of each source of turns: the behaviors, then the world's edge.
    source_names: Vec<(&'static str, &'static str)>,
    /// Per tick: turn caused by each of [`source_names`](Self::source_names), then by noise,
    /// initial rotation and contact, rad.
    turn_shares: VecDeque<Vec<f32>>,
    /// Per tick: weighted force of each of `source_names`, as components ahead and to the right of
    /// the unit.
    behavior_forces: VecDeque<Vec<[f32; 2]>>,
    /// Units that overlapped the recorded unit, with the tick of the first overlap.
    overlapped_units: Vec<(u64, Handle)>,
    /// Whether the recorded unit was removed after the last recorded step.
    is_removed: bool,
}

impl MotionRecord {
    /// Tick at which the record begins.
    pub fn first_tick(&self) -> u64 {
        self.first_tick
    }

    /// Tick after the last step of the record.
    pub fn end_tick(&self) -> u64 {
        self.first_tick + self.steps.len() as u64
    }

    pub fn step(&self, tick: u64) -> Option<&MotionStep> {
        self.steps.get(tick.checked_sub(self.first_tick)? as usize)
    }

    /// Turn caused by each source in a tick, rad: each of [`source_names`](Self::source_names),
    /// then noise, initial rotation and contact. `None` for a tick that is not recorded.
    pub fn turn_shares(&self, tick: u64) -> Option<&[f32]> {
        Some(self.turn_shares.get(tick.checked_sub(self.first_tick)? as usize)?)
    }

    /// Weighted force of each of [`source_names`](Self::source_names) in a tick, as components
    /// ahead and to the right of the unit. `None` for a tick that is not recorded.
    pub fn behavior_forces(&self, tick: u64) -> Option<&[[f32; 2]]> {
        Some(self.behavior_forces.get(tick.checked_sub(self.first_tick)? as usize)?)
    }

    /// Key and label of each behavior, then of the world's edge.
    pub fn source_names(&self) -> &[(&'static str, &'static str)] {
        &self.source_names
    }

    /// Number of other units that began to overlap the recorded unit in a range of ticks.
    pub fn count_overlapped(&self, ticks: RangeInclusive<u64>) -> usize {
        self.overlapped_units.iter().filter(|(when, _)| ticks.contains(when)).count()
    }

    /// Tick after which the unit was removed, if it was.
    pub fn removal_tick(&self) -> Option<u64> {
        self.is_removed.then(|| self.end_tick())
    }

    /// Whether the unit `id` of a run is where this record predicted it: exactly, or within
    /// [`ESTIMATE_TOLERANCE`] if `is_rough`.
    fn predicts(&self, run: &Run, id: usize, is_rough: bool) -> bool {
        let tick = run.world.ticks();
        let agents = run.world.agents();
        let (far, off) = if is_rough { ESTIMATE_TOLERANCE } else { (0.0, 0.0) };
        let same = |step: &MotionStep| {
            let way = run.world.space().offset_between(step.position, agents.position(id));
            let turn = wrap_angle(step.heading - agents.heading[id]);
            way.length() <= far * agents.length[id] && turn.abs() <= off
        };
        self.step(tick).map_or(self.steps.is_empty() && self.first_tick == tick, same)
    }

    /// Drops all steps from a tick on.
    fn forget_from(&mut self, tick: u64) {
        let kept = tick.saturating_sub(self.first_tick) as usize;
        self.steps.truncate(kept);
        self.turn_shares.truncate(kept);
        self.behavior_forces.truncate(kept);
        self.overlapped_units.retain(|(when, _)| *when < tick);
        self.is_removed &= self.end_tick() < tick;
    }

    fn forget_before(&mut self, tick: u64) {
        while self.first_tick < tick && self.steps.pop_front().is_some() {
            self.turn_shares.pop_front();
            self.behavior_forces.pop_front();
            self.first_tick += 1;
        }
        let first = self.first_tick;
        self.overlapped_units.retain(|(when, _)| *when >= first);
    }
}

/// A copy of a run that is ticked independently of the run, from the present on or again from a
/// keyframe, and records the motion of one unit.
pub(super) struct ObservedRunCopy {
    run: Run,
    timeline: Timeline,
    observed_unit: Handle,
    /// Index in the pipeline of a behavior that does not act on the observed unit; the pipeline's
    /// length stands for the world's edge. `None`: all behaviors act.
    left_out: Option<usize>,
    turn_splitter: TurnSplitter,
    record: MotionRecord,
    /// Last tick up to which units outside the simulated neighborhood cannot matter much, in a
    /// large world; `None`: the whole world is simulated.
    last_valid_tick: Option<u64>,
    /// Computing time of all ticks of the copy so far, ms.
    tick_ms_sum: f64,
}

impl ObservedRunCopy {
    /// Begins a copy at the present tick; `None` if the unit does not exist. In a world of more
    /// than [`MAX_WHOLE_COPY`] units, the path is an estimate and valid for `ticks` ticks.
    pub fn from_now(
        run: &Run,
        timeline: &Timeline,
        bird: Handle,
        left_out: Option<usize>,
        ticks: u64,
    ) -> Option<Self> {
        run.world.agents().id(bird)?;
        let (mut run, timeline) = timeline.fork_without_past(run);
        let first = run.world.ticks();
        let end = (run.world.agents().len() > MAX_WHOLE_COPY).then_some(first + ticks);
        let focus =
            end.and_then(|end| PredictionFocus::new(&run.world, bird, end, MAX_ACTING_UNITS));
        run.world.focus(focus);
        let copy = Self::observing(run, timeline, bird, first);
        Some(Self { left_out, last_valid_tick: end, ..copy })
    }

    /// Begins a copy at the keyframe before tick `first`, which replays the run and records the
    /// unit from `first` on; `None` if there is no keyframe.
    pub fn replay_from(run: &Run, timeline: &Timeline, bird: Handle, first: u64) -> Option<Self> {
        let (run, timeline) = timeline.fork_from_keyframe(run, first)?;
        Some(Self::observing(run, timeline, bird, first))
    }

    /// Copy that records a unit from `first_tick` on, with no behavior left out and no last valid
    /// tick.
    fn observing(run: Run, timeline: Timeline, observed_unit: Handle, first_tick: u64) -> Self {
        Self {
            run,
            timeline,
            observed_unit,
            left_out: None,
            turn_splitter: TurnSplitter::default(),
            record: MotionRecord { first_tick, ..MotionRecord::default() },
            last_valid_tick: None,
            tick_ms_sum: 0.0,
        }
    }

    /// Whether the copy is an estimate in which only the units near the observed one act.
    pub fn is_rough(&self) -> bool {
        self.last_valid_tick.is_some()
    }

    /// Whether the unit of the run is where this copy predicted it and further ticks can be
    /// simulated.
    pub(super) fn is_still_valid(&self, run: &Run, id: usize) -> bool {
        self.record.predicts(run, id, self.is_rough())
    }

    /// Whether the copy is valid up to this tick; an estimate ends earlier than a whole copy.
    pub(super) fn can_reach(&self, tick: u64) -> bool {
        self.last_valid_tick.is_none_or(|end| tick <= end)
    }

    /// Mean computing time of a recorded tick, ms; NaN before the first one is done.
    pub(super) fn ms_per_tick(&self) -> f64 {
        self.tick_ms_sum / self.record.steps.len() as f64
    }

    pub fn record(&self) -> &MotionRecord {
        &self.record
    }

    pub(super) fn forget_before(&mut self, tick: u64) {
        self.record.forget_before(tick);
    }

    /// Prepends an earlier record if it ends at the tick at which this copy's record begins.
    pub(super) fn prepend_record(&mut self, past: Self) {
        let (mut past, record) = (past.record, &mut self.record);
        past.forget_from(record.first_tick);
        let same = record.source_names.is_empty() || past.source_names == record.source_names;
        if past.end_tick() != record.first_tick || !same || past.is_removed {
            return;
        }
        past.steps.append(&mut record.steps);
        past.turn_shares.append(&mut record.turn_shares);
        past.behavior_forces.append(&mut record.behavior_forces);
        past.overlapped_units.append(&mut record.overlapped_units);
        past.is_removed = record.is_removed;
        *record = past;
    }

    /// Simulates up to a tick or until the observed unit is removed; returns false if the time was
    /// up before. `end`: time limit by the clock `now`, ms.
    pub fn simulate_until(&mut self, tick: u64, end: f64, now: &mut impl FnMut() -> f64) -> bool {
        while self.run.world.ticks() < tick && !self.record.is_removed {
            let begun = now();
            let done = end > begun && self.continue_tick(end - begun, &mut *now);
            self.tick_ms_sum += now() - begun;
            if !done {
                return false;
            }
        }
        true
    }

    /// Continues the current tick for about `budget` ms; returns true when the tick is done. `now`
    /// returns the time in ms.
    fn continue_tick(&mut self, budget: f64, now: impl FnMut() -> f64) -> bool {
        let Self { run, timeline, turn_splitter, record, .. } = self;
        let (bird, left_out) = (self.observed_unit, self.left_out);
        let noted = run.world.ticks() >= record.first_tick;
        let done = timeline.tick_part_with(run, budget, now, |world| {
            let Some(id) = world.agents().id(bird).filter(|_| noted) else { return };
            let Some(group) = world.group_of(id) else { return };
            let steered = turn_splitter.record_forces(world, group, id, left_out);
            if left_out.is_some() {
                world.steer_unit(id, steered.steering_sums);
            }
            if record.source_names != steered.source_names {
                // The recorded shares of turns belong to the behaviors before a change, so the
                // record restarts.
                *record = MotionRecord {
                    first_tick: world.ticks(),
                    source_names: steered.source_names,
                    ..MotionRecord::default()
                };
            }
            record.behavior_forces.push_back(steered.behavior_forces);
            record.record_step(world, id, bird);
        });
        if done && noted && record.steps.len() > record.turn_shares.len() {
            let agents = run.world.agents();
            match (agents.id(bird), record.steps.back_mut()) {
                (Some(id), Some(step)) => {
                    step.heading_change = wrap_angle(agents.heading[id] - step.heading);
                    let shares = turn_splitter.finish_tick(step.heading_change);
                    record.turn_shares.push_back(shares.to_vec());
                }
                _ => {
                    record.turn_shares.push_back(vec![0.0; turn_splitter.finish_tick(0.0).len()]);
                    record.is_removed = true;
                }
            }
        }
        done
    }
}

impl MotionRecord {
    /// Records the unit's state before it moves, and the units and obstacles that it touches.
    fn record_step(&mut self, state: &State, id: usize, bird: Handle) {
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
                && self.overlapped_units.iter().all(|(_, met)| *met != handle)
            {
                self.overlapped_units.push((state.ticks(), handle));
            }
        }
        let nearest = nearest.sqrt();
        let hits = |at: Vec2, radius: f32| space.offset_between(position, at).length() < radius;
        let inside = state.obstacles().iter().any(|o| hits(o.center, o.radius));
        let heading = agents.heading[id];
        let speed = agents.velocity(id).length();
        self.steps.push_back(MotionStep {
            position,
            heading,
            heading_change: 0.0,
            speed,
            nearest_distance: nearest,
            is_in_obstacle: inside,
        });
    }

    /// Positions before each tick from `from` on, u, unwrapped at the edges; ends before a jump.
    pub fn path_from(&self, from: u64, state: &State) -> Vec<Vec2> {
        let size = Vec2::new(state.params.width, state.params.height);
        let wraps = state.params.edges == Edges::Wrap;
        let steps = self.steps.iter().skip(from.saturating_sub(self.first_tick) as usize);
        let mut way: Vec<Vec2> = Vec::new();
        let mut before = None;
        for step in steps {
            let at = step.position;
            let mut d = at - before.replace(at).unwrap_or(at);
            if wraps {
                d -= (d / size).round() * size;
            }
            // No unit flies a tenth of the world's diagonal in a tick: it was moved there, so the
            // path ends.
            if d.length() > 0.1 * size.length() {
                break;
            }
            way.push(way.last().map_or(at, |last| *last + d));
        }
        way
    }
}
