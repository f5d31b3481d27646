//! Computation of a tick: its stages in order, at once or in parts.

use super::containment::{add_containment, has_containment};
use super::state::{Scenery, State};
use super::unit_settings::{UnitSettings, visit_stretches};
use super::workspace::{SEARCH_BLOCK, Workspace};
use crate::engine::agents::{Agents, MovingUnits};
use crate::engine::behaviors::{Behavior, Memory, Scope, Steering};
use crate::engine::bodies::WorldBounds;
use crate::engine::goals::{Goal, GoalKind};
use crate::engine::group::Group;
use crate::engine::layout::MAX_WALLS;
use crate::engine::math::LANES;
use crate::engine::params::WorldParams;
use crate::engine::scenery::obstacles;
use crate::engine::scenery::walls::WorldWalls;
use crate::engine::steering::Forces;
use crate::engine::threads::Threads;
use glam::Vec2;
use std::ops::Range;

/// Largest number of units handled between two readings of the clock.
const MAX_UNITS_PER_BLOCK: usize = 16_384;

/// Number of units that a thread moves at a time.
const UNITS_PER_MOVE: usize = 1024;

/// Number of units that are moved at a time if walls or obstacles can stop them: their previous
/// positions are stored in an array on the stack. A multiple of the number of lanes.
const UNITS_PER_HELD_MOVE: usize = 64;

/// Largest number of tests of a unit against an obstacle or a wall that the last stage makes
/// without reading the clock. If there are more, the stage is split into parts, so that the page
/// stays responsive.
const MAX_UNTIMED_SCENERY_TESTS: usize = 1 << 21;

/// Computing time of a block of units below which the next block may be larger, ms.
const SHORT_BLOCK_MS: f64 = 0.4;

/// Distance of a group's center from a place at which the group has arrived there, body lengths,
/// before multiplication by one plus the square root of its number of units.
pub(super) const ARRIVAL_RADIUS: f32 = 1.0;

/// Stages of a tick, in order. All stages but the last only read the state, so no unit moves before
/// it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum TickStage {
    /// The units of every group are sorted into its grid.
    #[default]
    Sort,
    /// The neighbors of every unit are found, and the leaders are determined.
    Perceive,
    /// Units that have goals of their own choose them.
    Choose,
    /// The weighted forces of all behaviors are added up for each unit.
    Steer,
    /// The bodies move; then behaviors with a memory are updated.
    Move,
}

/// Progress in the computation of the coming tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TickProgress {
    stage: TickStage,
    /// Index of the group that is being processed; its first `done_units` units are finished.
    group: usize,
    done_units: usize,
    /// Number of units in the next block. The time per unit is unknown beforehand (nanoseconds to
    /// tens of milliseconds), so each group begins with a few units.
    block_size: usize,
}

impl TickProgress {
    /// Whether a part of the coming tick is computed already.
    pub fn is_under_way(&self) -> bool {
        *self != Self::default()
    }

    /// Estimated share of the tick that is computed, 0 to 1. Perception takes the largest part.
    pub fn completed_share(&self, state: &State) -> f32 {
        let (before, own) = match self.stage {
            TickStage::Sort => (0.0, 0.0),
            TickStage::Perceive => (0.02, 0.68),
            TickStage::Choose => (0.7, 0.02),
            TickStage::Steer => (0.72, 0.23),
            TickStage::Move => (0.95, 0.05),
        };
        let groups = state.groups();
        let served: usize = groups.iter().take(self.group).map(|group| group.ids.len()).sum();
        let all = state.agents().len().max(1);
        before + own * ((served + self.done_units) as f32 / all as f32).min(1.0)
    }

    /// Whether the computation of the tick has not reached the last stage, [`TickStage::Move`].
    pub fn is_before_move(&self) -> bool {
        self.stage < TickStage::Move
    }
}

/// Time limit for computing a part of a tick; times are in ms.
pub(super) struct Deadline<'a> {
    read_clock: &'a mut dyn FnMut() -> f64,
    end_ms: f64,
}

impl<'a> Deadline<'a> {
    pub fn new(budget: f64, read_clock: &'a mut dyn FnMut() -> f64) -> Self {
        let end_ms = read_clock() + budget;
        Self { read_clock, end_ms }
    }

    fn is_over(&mut self) -> bool {
        (self.read_clock)() >= self.end_ms
    }
}

/// Continues the coming tick up to and including `last_stage`; returns whether it was completed
/// before the deadline. Allocates nothing if the workspace has memory for all units.
pub(super) fn advance_through(
    state: &mut State,
    work: &mut Workspace,
    progress: &mut TickProgress,
    last_stage: TickStage,
    mut deadline: Option<Deadline>,
) -> bool {
    while progress.stage <= last_stage {
        let stage = progress.stage;
        if !finish_stage(state, work, progress, &mut deadline) {
            return false;
        }
        let next = match stage {
            TickStage::Sort => TickStage::Perceive,
            TickStage::Perceive => TickStage::Choose,
            TickStage::Choose => TickStage::Steer,
            TickStage::Steer => TickStage::Move,
            TickStage::Move => TickStage::Sort,
        };
        *progress = TickProgress { stage: next, ..TickProgress::default() };
        if stage == TickStage::Move {
            break;
        }
    }
    true
}

/// Continues the present stage; returns whether it was completed before the time ran out.
fn finish_stage(
    state: &mut State,
    work: &mut Workspace,
    progress: &mut TickProgress,
    deadline: &mut Option<Deadline>,
) -> bool {
    match progress.stage {
        TickStage::Sort => {
            work.sort_units(state);
            work.reserve_for_all(state);
            true
        }
        TickStage::Perceive => process_in_blocks(
            state,
            work,
            progress,
            deadline,
            SEARCH_BLOCK,
            |work, group, slots| {
                work.perceive(state, group, slots);
            },
        ),
        TickStage::Choose => {
            let is_done =
                process_in_blocks(state, work, progress, deadline, 1, |work, group, ids| {
                    work.choose_goals(state, group, ids);
                });
            if is_done {
                work.end_choosing();
            }
            is_done
        }
        TickStage::Steer => {
            process_in_blocks(state, work, progress, deadline, LANES, |work, group, ids| {
                work.steer_units(state, group, ids);
            })
        }
        TickStage::Move => {
            let is_done = move_units(state, work, progress, deadline);
            if is_done {
                state.end_tick(work);
            }
            is_done
        }
    }
}

/// Moves all units; returns whether this was completed before the time ran out. A stage that is
/// done in parts moves copies of the units, which replace the units once all copies have moved.
fn move_units(
    state: &mut State,
    work: &mut Workspace,
    progress: &mut TickProgress,
    deadline: &mut Option<Deadline>,
) -> bool {
    let is_begun = *progress != TickProgress { stage: progress.stage, ..TickProgress::default() };
    let tests = UnitMover::from_state(state, &[]).tests_per_unit() * state.agents.len();
    let is_short = deadline.is_none() || tests <= MAX_UNTIMED_SCENERY_TESTS;
    if is_short && !is_begun {
        let (agents, mover) = UnitMover::with_units(state, &work.perceived.unit_settings);
        for (index, group) in mover.groups.iter().enumerate() {
            let ids = group.ids.clone();
            mover.advance(agents, &mut work.forces, index, ids, &work.threads);
        }
        return true;
    }
    if !is_begun {
        work.moved_agents.copy_from(&state.agents);
    }
    let is_done = process_in_blocks(state, work, progress, deadline, LANES, |work, group, ids| {
        let Workspace { moved_agents, forces, threads, perceived, .. } = work;
        let mover = UnitMover::from_state(state, &perceived.unit_settings);
        mover.advance(moved_agents, forces, group, ids, threads);
    });
    if is_done {
        std::mem::swap(&mut state.agents, &mut work.moved_agents);
    }
    is_done
}

/// Passes all units to `process`, block by block and group by group; returns whether this was
/// completed before the time ran out. Without a deadline, each group is one block.
/// `min_block_size`: smallest number of units in a block.
fn process_in_blocks(
    state: &State,
    work: &mut Workspace,
    progress: &mut TickProgress,
    deadline: &mut Option<Deadline>,
    min_block_size: usize,
    mut process: impl FnMut(&mut Workspace, usize, Range<usize>),
) -> bool {
    while let Some(group) = state.groups().get(progress.group) {
        let idle = match progress.stage {
            TickStage::Perceive => !state.perceives_now(progress.group),
            TickStage::Choose => !group.goal.as_ref().is_some_and(Goal::is_chosen_by_each),
            _ => false,
        };
        let len = if idle { 0 } else { group.ids.len() };
        if progress.done_units >= len {
            *progress = TickProgress {
                group: progress.group + 1,
                done_units: 0,
                block_size: 0,
                ..*progress
            };
            continue;
        }
        let block = match &deadline {
            Some(_) => progress.block_size.max(min_block_size),
            None => len,
        };
        let part = progress.done_units..len.min(progress.done_units + block);
        // Perception numbers units by slots of the grid's sorted order, the other stages by ids.
        let first = if progress.stage == TickStage::Perceive { 0 } else { group.ids.start };
        let before = deadline.as_mut().map(|deadline| (deadline.read_clock)());
        progress.done_units = part.end;
        process(work, progress.group, first + part.start..first + part.end);
        if let (Some(deadline), Some(before)) = (deadline.as_mut(), before) {
            let took = (deadline.read_clock)() - before;
            progress.block_size = match took {
                _ if took < SHORT_BLOCK_MS => (2 * block).min(MAX_UNITS_PER_BLOCK),
                _ if took > 2.0 * SHORT_BLOCK_MS => (block / 2).next_multiple_of(min_block_size),
                _ => block,
            };
            if deadline.is_over() {
                return false;
            }
        }
    }
    true
}

impl State {
    /// Computes the steering of the units `ids` of a group.
    pub(super) fn add_steering(&self, scope: &Scope, ids: Range<usize>, out: &mut Steering) {
        let group = &self.groups()[scope.group];
        out.reset(ids.clone(), scope.default_thrust, group.priority_budget());
        group.noise.draw_noise(self.seed, self.tick, ids.clone(), out);
        for behavior in &group.pipeline {
            add_force(behavior.as_ref(), scope, ids.clone(), out);
        }
        self.add_containment_force(scope, ids, out);
    }

    /// Computes the steering of the units `ids` of a group without their behaviors: only containing
    /// edges turn them.
    pub(super) fn add_coasting_steering(
        &self,
        scope: &Scope,
        ids: Range<usize>,
        out: &mut Steering,
    ) {
        let group = &self.groups()[scope.group];
        out.reset(ids.clone(), scope.default_thrust, group.priority_budget());
        self.add_containment_force(scope, ids, out);
    }

    /// Adds the force that keeps units inside containing edges; returns whether this force acts on
    /// the group.
    pub fn add_containment_force(
        &self,
        scope: &Scope,
        ids: Range<usize>,
        out: &mut Steering,
    ) -> bool {
        // Units on tiles cannot leave the world, so they need no containing force.
        let contains =
            has_containment(self.params.edges) && !self.groups()[scope.group].body.is_tile();
        if contains {
            add_containment(scope, self.params.edges, ids, out);
        }
        contains
    }

    /// Finishes a tick after all units have moved: updates memories, goals, bullets and rounds, and
    /// increments the tick number.
    pub(super) fn end_tick(&mut self, work: &mut Workspace) {
        self.update_memories(work);
        self.store_goals(work);
        self.advance_fight(work);
        self.reverse_arrived_groups();
        self.advance_rounds(work);
        self.inputs.smooth_pointer();
        self.place_prey();
        self.tick += 1;
    }

    /// Updates the memories of the behaviors. The behaviors are moved out of the state meanwhile,
    /// so that they can read the state.
    fn update_memories(&mut self, work: &Workspace) {
        for index in 0..self.groups.len() {
            let mut pipeline = std::mem::take(&mut self.groups[index].pipeline);
            let mut kept = std::mem::take(&mut self.groups[index].perception_cache);
            let scope = self.scope_between_ticks(work, index);
            let ids = self.groups[index].ids.clone();
            let memories = pipeline.iter_mut().filter_map(|behavior| behavior.memory_mut());
            memories.for_each(|memory| memory.advance(&scope, ids.clone()));
            kept.advance(&scope, ids);
            (self.groups[index].pipeline, self.groups[index].perception_cache) = (pipeline, kept);
        }
    }

    /// Makes the goals that units chose in this tick their present goals. Then the pointer, if
    /// held, can give orders that replace them.
    fn store_goals(&mut self, work: &mut Workspace) {
        for group in &self.groups {
            if group.goal.as_ref().is_some_and(Goal::is_chosen_by_each) {
                self.goals.store_goals(group.ids.clone(), &work.chosen_goals);
            }
        }
        work.chosen_goals.begin_tick();
        let pointer = self.inputs.pointer();
        for (index, group) in self.groups.iter().enumerate() {
            if let Some(goal) = &group.goal {
                self.goals.record_order(index, group.ids.clone(), goal, pointer);
            }
        }
    }
}

/// Data of a state that is needed to move its units, except the units themselves, which can be
/// copies.
struct UnitMover<'a> {
    params: &'a WorldParams,
    groups: &'a [Group],
    scenery: &'a Scenery,
    tick: u64,
    unit_settings: &'a [(usize, UnitSettings)],
}

impl<'a> UnitMover<'a> {
    fn from_state(state: &'a State, unit_settings: &'a [(usize, UnitSettings)]) -> Self {
        let State { params, groups, scenery, tick, .. } = state;
        Self { params, groups, scenery, tick: *tick, unit_settings }
    }

    /// Splits a state into its units and the data that is needed to move them.
    fn with_units(
        state: &'a mut State,
        unit_settings: &'a [(usize, UnitSettings)],
    ) -> (&'a mut Agents, Self) {
        let State { params, agents, groups, scenery, tick, .. } = state;
        (agents, Self { params, groups, scenery, tick: *tick, unit_settings })
    }

    /// Estimated number of obstacles and walls against which a unit is tested when it moves.
    fn tests_per_unit(&self) -> usize {
        /// Largest number of walls that are expected near a unit: all that a link can contain,
        /// since a small world has all of them in one spot.
        const MAX_NEARBY_WALLS: usize = MAX_WALLS;
        let Scenery { obstacles, walls, .. } = self.scenery;
        1 + walls.walls().len().min(MAX_NEARBY_WALLS)
            + if self.params.contact { obstacles.len() } else { 0 }
    }

    /// Moves the bodies of the units `ids` of a group by one tick.
    fn advance(
        &self,
        agents: &mut Agents,
        forces: &mut Forces,
        index: usize,
        ids: Range<usize>,
        threads: &Threads,
    ) {
        let WorldParams { edges, width, height, .. } = *self.params;
        let Scenery { obstacles, walls, blocked, .. } = self.scenery;
        let bounds = WorldBounds { edges, width, height, tick: self.tick, blocked };
        let (size, group) = (Vec2::new(width, height), &self.groups[index]);
        let contact = self.params.obstacle_clearance().filter(|_| !obstacles.is_empty());
        let holds = !walls.is_empty() || contact.is_some();
        let walls = WorldWalls::new(walls, size, edges);
        let parts = (agents.moving_part(ids.clone()), forces.view_of_units(ids.clone()));
        threads.run_in_parts(ids, UNITS_PER_MOVE, parts, |_, ids, (mut moving, steering)| {
            let first = ids.start;
            // The indices in `moving` and `units` count from the first unit of this part, not from
            // id 0.
            let integrate = |moving: &mut MovingUnits, units: Range<usize>, steering: &Steering| {
                let ids = first + units.start..first + units.end;
                visit_stretches(self.unit_settings, ids, |ids, own| {
                    let units = ids.start - first..ids.end - first;
                    let length = moving.length[units.start];
                    let body = own.map_or(group.body, |own| own.adapted_body(&group.body, length));
                    body.integrate_units(moving, units, steering, &group.noise, bounds);
                });
            };
            let (units, steering) = (0..ids.len(), steering.numbered_from_zero());
            if !holds {
                integrate(&mut moving, units, &steering);
                return;
            }
            for from in units.clone().step_by(UNITS_PER_HELD_MOVE) {
                let units = from..units.end.min(from + UNITS_PER_HELD_MOVE);
                let mut before = [Vec2::ZERO; UNITS_PER_HELD_MOVE];
                let places = before.iter_mut().zip(units.clone());
                places.for_each(|(place, id)| *place = moving.position(id));
                integrate(&mut moving, units.clone(), &steering);
                walls.keep_units_out(&mut moving, &before, units.clone());
                if let Some(gap) = contact {
                    let world = (size, edges);
                    obstacles::keep_units_outside(
                        obstacles,
                        gap,
                        &mut moving,
                        &before,
                        units.clone(),
                        world,
                    );
                }
                walls.undo_crossings(&mut moving, &before, units);
            }
        });
    }
}

impl State {
    /// Reverses groups that alternate between two places when their center has arrived.
    fn reverse_arrived_groups(&mut self) {
        for index in 0..self.groups.len() {
            let group = &self.groups[index];
            let Some(goal) = group.goal.filter(|goal| goal.goal == GoalKind::Between) else {
                continue;
            };
            let count = group.ids.len();
            // A group whose target was set by a caller goes there, and not between its two places.
            if self.assigned_target(group).is_some() {
                continue;
            }
            if count == 0 || (self.inputs.pointer().is_some() && goal.heeds_pointer) {
                continue;
            }
            let place = self.goals.destination_share(index, &goal) * self.size();
            let there = self.goals.ordered_place(index, &goal).unwrap_or(place);
            let space = self.space();
            let offset = |id: usize| space.offset_between(self.agents.position(id), there);
            let sum = group.ids.clone().fold(Vec2::ZERO, |sum, id| sum + offset(id));
            // Units keep a distance from each other, so larger groups get a larger arrival
            // distance.
            let near = ARRIVAL_RADIUS * group.crowd.length * (1.0 + (count as f32).sqrt());
            if (sum / count as f32).length() <= near {
                self.goals.record_arrival(index);
            }
        }
    }
}

/// Adds the weighted force of one behavior to the units `ids`. A behavior with a memory is computed
/// at weight 0, too.
pub fn add_force(behavior: &dyn Behavior, scope: &Scope, ids: Range<usize>, out: &mut Steering) {
    let weight = behavior.weight();
    if weight != 0.0 || behavior.has_memory() {
        out.set_weight(weight);
        out.store_before(ids.clone());
        behavior.steer(scope, ids.clone(), out);
        out.limit_to_budget(ids);
    }
}

#[cfg(test)]
mod tests {
    use crate::Run;
    use crate::scenes::SCENES;

    /// Returns a clock that advances by `step` ms with each reading.
    fn clock(step: f64) -> impl FnMut() -> f64 {
        let mut time = 0.0;
        move || {
            time += step;
            time
        }
    }

    #[test]
    fn parts_of_any_size_make_the_same_tick_in_every_scene() {
        let crowds = [
            "scene=leaders-pincer&count=901",
            "scene=flock-narrow&count=377",
            "scene=flock-wide&count=377&nearest_only=7&nearest_of=all",
            "scene=leaders-pincer&count=500&nearest_only=9&nearest_of=all&toroidal=on&start_radius=0.3",
        ];
        let scenes = SCENES.iter().map(|scene| format!("scene={}", scene.key));
        for link in scenes.chain(crowds.map(String::from)) {
            let (mut whole, _) = Run::open(&link);
            let (mut parts, _) = Run::open(&link);
            for tick in 0..12 {
                whole.world.tick();
                let budget = f64::from(tick * tick);
                while !parts.world.tick_part(budget, clock(0.3)) {}
                assert_eq!(whole.world.hash(), parts.world.hash(), "{link}, tick {tick}");
            }
        }
    }

    #[test]
    fn nothing_moves_before_the_last_part() {
        let (mut run, _) = Run::open("scene=flock-wide&count=250");
        let before = run.world.hash();
        let mut parts = 1;
        while !run.world.tick_part(0.0, clock(1.0)) {
            assert_eq!(run.world.hash(), before);
            parts += 1;
        }
        assert_ne!(run.world.hash(), before);
        assert!(parts > 60, "{parts} parts");
    }

    #[test]
    fn a_quick_tick_needs_one_part_and_few_looks_at_the_clock() {
        let (mut run, _) = Run::open("scene=flock-wide&count=50000&width=4000&height=4000");
        let mut reading_count = 0;
        let done = run.world.tick_part(1.0, || {
            reading_count += 1;
            0.0
        });
        assert!(done);
        assert!(reading_count < 200, "{reading_count}");
    }
}
