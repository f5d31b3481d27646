//! Who is in the world and where, worked out anew, in parts: a state goes on as it is until its
//! draft is done.

use super::population::{morton, place, push_out};
use super::state::State;
use crate::engine::agents::{Agents, UnitState};
use crate::engine::bullets::Bullets;
use crate::engine::effort::spend;
use crate::engine::goals::Goals;
use crate::engine::group::Group;
use crate::engine::layout::Pose;
use crate::engine::math::{sin_cos, wrap_angle};
use crate::engine::params::WorldParams;
use crate::engine::rng::{Rng, Stream};
use crate::engine::rounds::Rounds;
use crate::engine::scenery::Discs;
use crate::engine::sort::sort_by_key;
use crate::engine::tiles::{WaysOut, center};
use glam::Vec2;
use std::f32::consts::PI;
use std::ops::Range;

/// Of a degree.
const RADIANS: f32 = PI / 180.0;

/// Units between two looks at the clock.
const BLOCK: usize = 256;

/// Why units are placed anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// The run begins.
    Start,
    /// Parameters that shape the world or its population have changed.
    Shape,
    /// There are other groups.
    Groups,
    /// Something else stands in the world.
    Layout,
}

/// What is left to do, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Group by group, those who are new draw their places.
    Place,
    /// And all of the group move in.
    MoveIn,
    /// All units get their roles and their pace.
    TellApart,
    /// All units get their lengths, and come back into a world that may be smaller now.
    Size,
    /// Units move out of edited obstacles.
    OutOfDiscs,
    /// And off blocked tiles.
    OffTiles,
    Done,
}

/// Units on their way into a state, with all that is kept of each.
pub(super) struct Draft {
    why: Why,
    groups: Vec<Group>,
    agents: Agents,
    goals: Goals,
    bullets: Bullets,
    rounds: Rounds,
    /// How many units each group will have.
    counts: Vec<usize>,
    step: Step,
    group: usize,
    /// Units of the step, of its group where that goes group by group, that are done.
    done: usize,
    /// The units of the group that is being placed.
    states: Vec<UnitState>,
    discs: Discs,
    ways: Option<WaysOut>,
}

impl Draft {
    /// Of a state whose parameters, groups or scenery have changed. Groups get as many units as
    /// they should have, which may be none: those that exist keep their state, new ones are placed
    /// by the seed.
    pub fn of(state: &State, why: Why) -> Self {
        let mut groups = state.groups.clone();
        let counts = state.shares();
        let total = counts.iter().sum();
        let discs = Discs::new(state.obstacles(), state.size(), total);
        let (states, ways, group, done) = (Vec::new(), None, 0, 0);
        let same = groups.iter().map(|group| group.placed as usize).eq(counts.iter().copied());
        let played = groups.iter().any(|group| group.catch.is_some());
        let rounds = if state.rounds.won().len() == if played { groups.len() } else { 0 } {
            state.rounds.clone()
        } else {
            Rounds::new(groups.len(), played)
        };
        let joined = state.somebody_joins();
        let stay = match why {
            Why::Start | Why::Groups => false,
            Why::Shape => same,
            Why::Layout => true,
        };
        let (step, agents, goals, bullets) = if stay {
            for group in groups.iter_mut().filter(|_| joined) {
                group.resize_memories(total);
                group.resize_memories(group.range.len());
            }
            let (goals, bullets) = (state.goals.clone(), state.bullets.clone());
            (Step::Size, state.agents.clone(), goals, bullets)
        } else {
            let armed = groups.iter().any(|group| group.gun.is_some());
            let minded = groups.iter().any(|group| group.goal.is_some());
            let mut goals = Goals::with_room(if minded { total } else { 0 }, groups.len());
            let mut bullets = Bullets::with_room(total, armed);
            goals.keep_orders(&state.goals);
            bullets.keep_flying(&state.bullets);
            let mut start = 0;
            for (group, count) in groups.iter_mut().zip(&counts) {
                let before = std::mem::replace(&mut group.range, start..start + count);
                let kept = before.start..before.start + before.len().min(*count);
                goals.keep_units(&state.goals, kept.clone(), start);
                bullets.keep_units(&state.bullets, kept.clone(), start);
                group.resize_memories(kept.len());
                if joined {
                    // Room for all who may join: a tick allocates nothing.
                    group.resize_memories(total);
                    group.resize_memories(kept.len());
                }
                group.resize_memories(*count);
                group.placed = *count as u32;
                start += count;
            }
            (Step::Place, Agents::with_len(total), goals, bullets)
        };
        Self {
            why,
            groups,
            agents,
            goals,
            bullets,
            rounds,
            counts,
            step,
            group,
            done,
            states,
            discs,
            ways,
        }
    }

    /// Goes on until time is over; true when all is done. `state` is the one that it is of.
    pub fn go_on(&mut self, state: &State, over: &mut dyn FnMut() -> bool) -> bool {
        while self.step != Step::Done {
            let block = self.done..self.left().min(self.done + BLOCK);
            spend(block.len());
            match self.step {
                Step::Place => self.place(state, block.clone()),
                Step::MoveIn => self.move_in(block.clone()),
                Step::TellApart => self.tell_apart(state, block.clone()),
                Step::Size => self.size(&state.params),
                Step::OutOfDiscs => {
                    let size = state.size();
                    block.clone().for_each(|id| push_out(&mut self.agents, id, &self.discs, size));
                }
                Step::OffTiles => self.leave_tiles(state, block.clone()),
                Step::Done => {}
            }
            self.done = self.done.max(block.end);
            if self.done >= self.left() {
                self.end_step(state);
            }
            if over() {
                break;
            }
        }
        self.step == Step::Done
    }

    /// Puts the units into the state.
    pub fn arrive(self, state: &mut State) {
        let Self { groups, agents, goals, bullets, rounds, .. } = self;
        (state.groups, state.agents, state.goals) = (groups, agents, goals);
        (state.bullets, state.rounds) = (bullets, rounds);
        let most = if state.somebody_joins() { state.agents.len() } else { 0 };
        state.groups.iter_mut().for_each(|group| group.fit_kept(most));
    }

    /// Whether all that was found of the units before says nothing of these.
    pub fn brings_others(&self) -> bool {
        matches!(self.why, Why::Start | Why::Groups)
    }

    /// The share that is done, 0..=1.
    pub fn share(&self) -> f32 {
        let total = self.counts.iter().sum::<usize>().max(1) as f32;
        let before: usize = self.counts[..self.group].iter().sum();
        let of_step = (before + self.done) as f32 / total;
        // Placing takes about as long as all else.
        match self.step {
            Step::Place | Step::MoveIn => 0.5 * of_step,
            Step::TellApart => 0.5 + 0.1 * of_step,
            Step::Size => 0.6,
            Step::OutOfDiscs => 0.6 + 0.3 * of_step,
            Step::OffTiles => 0.9 + 0.1 * of_step,
            Step::Done => 1.0,
        }
    }

    /// How many units the step is about.
    fn left(&self) -> usize {
        match self.step {
            Step::Place | Step::MoveIn => self.counts.get(self.group).map_or(0, |count| *count),
            _ => self.agents.len(),
        }
    }

    /// On to the next step, or the next group.
    fn end_step(&mut self, state: &State) {
        self.done = 0;
        self.step = match self.step {
            Step::Place if self.group < self.groups.len() => {
                // Units that start near each other get ids near each other: what a tick reads and
                // writes for neighbors then lies close together in memory.
                let kept = state.groups[self.group].range.len().min(self.states.len());
                let mut new = self.states.split_off(kept);
                // Where each is given one by one, the first is the first.
                if state.layout().poses(self.group).is_empty() {
                    sort_by_key(&mut new, |unit| morton(unit.position, &state.params));
                }
                self.states.append(&mut new);
                Step::MoveIn
            }
            Step::MoveIn => {
                self.states = Vec::new();
                self.group += 1;
                Step::Place
            }
            Step::Place => {
                self.group = 0;
                Step::TellApart
            }
            Step::TellApart => Step::Size,
            Step::Size if state.layout().obstacles.is_some() => Step::OutOfDiscs,
            Step::Size | Step::OutOfDiscs if !state.blocked().is_empty() => {
                self.ways = Some(state.blocked().ways_out(state.tiles()));
                Step::OffTiles
            }
            Step::Size | Step::OutOfDiscs | Step::OffTiles | Step::Done => Step::Done,
        };
    }

    fn place(&mut self, state: &State, units: Range<usize>) {
        let Some(group) = self.groups.get(self.group) else { return };
        let before = &state.groups[self.group].range;
        let area = state.layout().start(self.group);
        let poses = state.layout().poses(self.group);
        for unit in units {
            self.states.push(if unit < before.len() {
                state.agents.state(before.start + unit)
            } else {
                let stream = Stream::Placement { group: self.group, unit };
                let holds = |at: Vec2| self.discs.hold(at);
                let mut rng = Rng::new(state.seed, stream);
                let drawn = place(group, unit, area, &mut rng, &state.params, holds);
                let unit = poses.get(unit).map_or(drawn, |pose| posed(*pose, drawn, state.size()));
                group.body.settle(unit, state.params.width, state.params.height)
            });
        }
    }

    fn move_in(&mut self, units: Range<usize>) {
        let start = self.groups[self.group].range.start;
        for unit in units {
            self.agents.set_state(start + unit, self.states[unit]);
        }
    }

    /// Gives units their roles, the paces that they have from the seed, and handles.
    fn tell_apart(&mut self, state: &State, ids: Range<usize>) {
        for (index, group) in self.groups.iter().enumerate() {
            let (first, last) = (ids.start.max(group.range.start), ids.end.min(group.range.end));
            let here = first..last.max(first);
            self.agents.roles_mut()[here.clone()].fill(group.role as u8);
            let paces = &mut self.agents.paces_mut()[here];
            for (unit, pace) in (first - group.range.start..).zip(paces) {
                let mut rng = Rng::new(state.seed, Stream::Pace { group: index, unit });
                *pace = rng.range(-1.0, 1.0);
            }
            let before = &state.groups[index].range;
            for id in first..last {
                let unit = id - group.range.start;
                let was = Some(before.start + unit).filter(|was| before.contains(was));
                self.agents.keep_handle(&state.agents, id, was);
            }
        }
    }

    /// Gives every unit the length of its group, and moves units that a smaller world has left
    /// outside to its edge: perception across edges expects all units inside.
    fn size(&mut self, params: &WorldParams) {
        let n = self.agents.len();
        self.done = n;
        if self.why == Why::Layout {
            return;
        }
        for group in &self.groups {
            self.agents.lengths_mut()[group.range.clone()].fill(group.crowd.length);
        }
        if self.why == Why::Shape {
            let (xs, ys) = (&mut self.agents.x, &mut self.agents.y);
            for (places, extent) in [(xs, params.width), (ys, params.height)] {
                places[..n].iter_mut().for_each(|place| *place = place.clamp(0.0, extent));
            }
        }
    }

    fn leave_tiles(&mut self, state: &State, ids: Range<usize>) {
        let Some(ways) = &self.ways else { return };
        let tiles = state.tiles();
        for id in ids {
            let here = tiles.at(self.agents.position(id));
            let there = ways.from(here);
            if there != here {
                let (position, velocity) = (center(there), Vec2::ZERO);
                let unit = self.agents.state(id);
                self.agents.set_state(id, UnitState { position, velocity, ..unit });
            }
        }
    }
}

/// A unit with a given start.
fn posed(pose: Pose, drawn: UnitState, size: Vec2) -> UnitState {
    let heading = wrap_angle(pose.heading * RADIANS);
    let (sine, cosine) = sin_cos(heading);
    let position = pose.place.clamp(Vec2::ZERO, size);
    UnitState { position, velocity: pose.speed * Vec2::new(cosine, sine), heading, ..drawn }
}
