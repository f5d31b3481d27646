//! Data that ticks compute from the state. It can be discarded at any time and computed again.

use super::contacts::CatchSearch;
use super::focus::{PredictionFocus, split_by_activity};
use super::quarry::HuntTarget;
use super::state::State;
use super::unit_settings::UnitSettings;
use crate::engine::agents::{Agents, LEADER_FLAG, Role, Spot, remove_ids};
use crate::engine::behaviors::Scope;
use crate::engine::goals::{ChosenGoals, Goal, GoalKind};
use crate::engine::group::Group;
use crate::engine::math::{LANES, Lane, Lanes};
use crate::engine::params::{Edges, Hunters};
use crate::engine::perception::grid::Grid;
use crate::engine::perception::neighborhood::{
    GroupRelation, NeighborhoodRecord, NeighborhoodWriter, SearchScratch,
};
use crate::engine::perception::{NeighborSearch, Neighborhoods, find_neighbors};
use crate::engine::scope::GroupIdentity;
use crate::engine::steering::Forces;
use crate::engine::threads::Threads;
use crate::engine::ties::Ties;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use wide::f32x4;

/// Number of units in a block of the neighbor search. The search is split only between blocks: the
/// units of a block share their candidates, so that a block split in two could round a sum
/// differently.
pub(super) const SEARCH_BLOCK: usize = LANES;

/// Number of units whose neighbors a thread searches at a time; a multiple of the search block.
const SEARCH_CHUNK: usize = 64 * SEARCH_BLOCK;

/// Number of units whose search results a thread copies at a time, from the order of the grid to
/// that of ids.
const COPY_CHUNK: usize = 4096;

/// Number of units of a group whose goals a thread chooses at a time.
const CHOOSE_CHUNK: usize = 1024;

/// Largest number of units of a group whose candidates are counted to estimate how many pairs of
/// units the neighbor search compares.
const SAMPLED_UNITS_PER_GROUP: usize = 256;

/// Number of units that one behavior of a group steers before the next behavior steers them, so
/// that the data they read stays in the processor's cache.
const STEER_CHUNK: usize = 1024;

/// Perception, chosen goals and forces that ticks compute. The workspace contains no part of the
/// state.
#[derive(Debug, Default)]
pub struct Workspace {
    pub(super) perceived: PerceptionResults,
    pub(super) chosen_goals: ChosenGoals,
    pub(super) forces: Forces,
    /// Copies of the units of a large crowd while they are moved in parts.
    pub(super) moved_agents: Agents,
    /// Selection of the units that act, in a copy of the world that predicts the path of one unit;
    /// `None` if all units act.
    pub(super) focus: Option<PredictionFocus>,
    /// Search for units that are caught and removed, and buffer for their ids.
    pub(super) catch_search: (CatchSearch, Vec<usize>),
    /// Thread pool used by this workspace.
    pub(super) threads: Threads,
}

/// Results of perception for all groups.
#[derive(Debug, Default)]
pub(super) struct PerceptionResults {
    /// Range of unit ids of each group for which memory is allocated.
    group_ranges: Vec<Range<usize>>,
    /// Grid with the sorted units of each group, by group index.
    pub grids: Vec<Grid>,
    /// How each group perceives the units of each group: `relations[viewing group][seen group]`.
    pub relations: Vec<Vec<GroupRelation>>,
    /// Groups that each group fears, as pairs of a group index and a range of ids; by index of the
    /// fearing group.
    pub feared_groups: Vec<Vec<(usize, Range<usize>)>>,
    /// Keys, labels, roles and ranges of ids of all groups, by which behaviors refer to them.
    pub group_identities: Vec<GroupIdentity>,
    /// Position and velocity of the nearest hunter of the prey when the units were sorted.
    pub prey_hunter: Option<Spot>,
    /// Settings of single units that have any, with the unit's id.
    pub unit_settings: Vec<(usize, UnitSettings)>,
    pub neighbors: Neighborhoods,
    /// Flags of each unit, by id; see [`LEADER_FLAG`].
    pub leader_flags: Vec<u8>,
    /// Neighborhood sums and flags by slot of the grid, before they are copied to the order of ids;
    /// empty with one thread.
    results_by_slot: (Vec<NeighborhoodRecord>, Vec<u8>),
    /// Buffers of the neighbor search, one per thread. Each thread locks only its own.
    scratch: Vec<Mutex<SearchScratch>>,
}

impl Workspace {
    /// Allocates memory for the units of a state, unless it is allocated already.
    fn resize_for(&mut self, state: &State) {
        if !self.fits_state(state) && !self.perceived.update_for(state) {
            self.clear(state);
        }
    }

    /// Whether memory is allocated for exactly the groups of a state.
    pub(super) fn fits_state(&self, state: &State) -> bool {
        state.groups().iter().map(|group| &group.ids).eq(&self.perceived.group_ranges)
    }

    /// Resets all results: units have no neighbors and no forces, and do not lead.
    pub(super) fn clear(&mut self, state: &State) {
        self.perceived.clear(state);
        self.chosen_goals = ChosenGoals::default();
        self.forces = Forces::default();
        self.moved_agents = Agents::default();
    }

    /// Removes the results of the units with these ids, in ascending order, which a tick has
    /// removed from the state. The results of later units move with their ids.
    pub(super) fn remove(&mut self, ids: &[usize], state: &State) {
        self.perceived.neighbors.remove(ids);
        remove_ids(&mut self.perceived.leader_flags, ids);
        self.forces.remove(ids);
        self.perceived.adopt_ranges(state);
        state.list_unit_settings(&mut self.perceived.unit_settings);
    }

    /// Allocates memory for the goals and forces of all units. An observer of a few units does not
    /// need it.
    pub(super) fn reserve_for_all(&mut self, state: &State) {
        let units = state.agents().len();
        self.chosen_goals.resize_for(units);
        self.forces.resize(units);
        self.perceived.make_scratch(units, self.threads.count());
    }

    /// Grid with the sorted units of each group, by group index.
    pub fn grids(&self) -> &[Grid] {
        &self.perceived.grids
    }

    /// Results of the neighbor search, by unit id.
    pub fn neighbors(&self) -> &Neighborhoods {
        &self.perceived.neighbors
    }

    /// Whether a unit is a leader, that is, no neighbor was in its narrow view.
    pub fn is_leader(&self, id: usize) -> bool {
        self.perceived.leader_flags[id] & LEADER_FLAG != 0
    }

    /// Whether the neighbor search used sums over grid rows for the first group, because it was
    /// crowded.
    pub fn searches_by_rows(&self) -> bool {
        self.perceived.grids.first().is_some_and(Grid::is_dense)
    }

    /// Estimated number of pairs of units that the neighbor search of the last tick compared one by
    /// one, from the candidates of a sample of at most 256 units per group. Pairs in sums over grid
    /// rows are not compared and do not count.
    pub fn pairs_compared(&self, state: &State) -> f64 {
        let (PerceptionResults { grids, relations, .. }, space) = (&self.perceived, state.space());
        let Agents { x, y, length, .. } = state.agents();
        let mut total = 0;
        for (index, (group, relations)) in state.groups().iter().zip(relations).enumerate() {
            if !state.group_perceives(index) {
                continue;
            }
            let (sight, stride) = (group.sight(), group.ids.len() / SAMPLED_UNITS_PER_GROUP + 1);
            for (grid, relation) in grids.iter().zip(relations) {
                let listed = sight.max_neighbors == 0 && !grid.is_dense();
                let flock = if listed { sight.flock_sector.radius_factor } else { 0.0 };
                let reach = flock.max(sight.separation_sector.radius_factor);
                let noticed =
                    if *relation == GroupRelation::Ignored { 0..0 } else { group.ids.clone() };
                for id in noticed.step_by(stride) {
                    let mut add = |slots: Range<usize>| total += stride * slots.len();
                    grid.visit_candidates((x[id], y[id]), reach * length[id], &space, &mut add);
                }
            }
        }
        total as f64
    }

    /// Flags of each unit, by id; see [`LEADER_FLAG`].
    #[cfg(target_arch = "wasm32")]
    pub fn leader_flags(&self) -> &[u8] {
        &self.perceived.leader_flags
    }

    /// Sorts the units of every group into its grid, finds the hunter of the prey, and clears
    /// results that the neighbor search will not write: units without a view have no neighbors, and
    /// in groups that need no leaders no unit leads.
    pub fn sort_units(&mut self, state: &State) {
        self.resize_for(state);
        self.chosen_goals.begin_tick();
        let PerceptionResults {
            grids, prey_hunter, unit_settings, neighbors, leader_flags, ..
        } = &mut self.perceived;
        let space = state.space();
        for (group, grid) in state.groups().iter().zip(grids) {
            if group.role.counts_as_neighbor() {
                let sight = group.sight();
                // If only the nearest neighbors count, the whole view of a dense crowd is never
                // searched, so its radius does not determine the size of the cells.
                let usual = if sight.max_neighbors > 0 { 0.0 } else { sight.reach_factor() };
                let reach = usual * group.crowd.length;
                grid.sort_units(state.agents(), group.ids.clone(), &space, reach);
            }
        }
        if let Some(focus) = &mut self.focus {
            focus.begin_tick(state);
        }
        *prey_hunter = state.find_hunter();
        state.list_unit_settings(unit_settings);
        for (index, group) in state.groups().iter().enumerate() {
            let perceives = state.group_perceives(index);
            if !perceives || group.sight().leader_sector.is_empty() {
                leader_flags[group.ids.clone()].fill(0);
            }
            if !perceives && group.view.is_some() {
                neighbors.clear_records(group.ids.clone());
            }
            if perceives && group.uses_saved_perception(state.ticks()) {
                group.perception_cache.load_saved(group.ids.clone(), neighbors, leader_flags);
            }
        }
    }

    /// Runs the neighbor search for the units in some slots of a group's grid.
    pub(super) fn perceive(&mut self, state: &State, index: usize, slots: Range<usize>) {
        let Self { perceived: found, focus: Some(focus), threads, .. } = self else {
            self.perceived.search_neighbors::<Lanes>(state, index, slots, &self.threads);
            return;
        };
        let (mut at, end) = (slots.start, slots.end);
        while at < end {
            let ids = &found.grids[index].ids;
            let acts = |slot: usize| ids.get(slot).is_some_and(|id| focus.is_active(*id as usize));
            let Some((part, near)) = split_by_activity(at..end, acts).next() else { break };
            at = part.end;
            if near {
                found.search_neighbors::<Lanes>(state, index, part, threads);
            }
        }
    }

    /// Runs the neighbor search for one unit, after [`sort_units`](Self::sort_units).
    pub fn perceive_unit(&mut self, state: &State, index: usize, id: usize) {
        let grid = &self.perceived.grids[index];
        let slot = grid.ids[..grid.len()].iter().position(|other| *other as usize == id);
        if let Some(slot) = slot {
            // The unit's whole block is searched: otherwise a sum could round differently than in
            // the tick.
            let first = slot - slot % SEARCH_BLOCK;
            let last = (first + SEARCH_BLOCK).min(grid.len());
            self.perceive(state, index, first..last);
        }
    }

    /// Discards the goals that units have chosen for a tick.
    pub fn begin_choosing(&mut self) {
        self.chosen_goals.begin_tick();
    }

    /// Chooses goals for some units of a group, after [`sort_units`](Self::sort_units).
    pub fn choose_goals(&mut self, state: &State, index: usize, ids: Range<usize>) {
        let Some(goal) = state.groups()[index].goal.filter(Goal::is_chosen_by_each) else { return };
        self.chosen_goals.resize_for(state.agents().len());
        let undecided = ChosenGoals::default();
        let scope =
            state.scope_of(&self.perceived, &undecided, index, || self.perceived.prey_hunter);
        let chosen_goals = self.chosen_goals.goals_of(ids.clone());
        self.threads.run_in_parts(ids, CHOOSE_CHUNK, chosen_goals, |_, ids, chosen_goals| {
            for (id, mind) in ids.zip(chosen_goals) {
                let notice = goal.notice * scope.agents.length[id];
                *mind = match goal.goal {
                    GoalKind::Nearest => scope.nearest_other(id, notice),
                    GoalKind::Middle => scope.mean_of_others(id, notice),
                    _ => Some(scope.roaming_destination(id, state.goals.spot(id))),
                };
            }
        });
    }

    /// Puts the chosen goals into effect, once all units have chosen.
    pub fn end_choosing(&mut self) {
        self.chosen_goals.set_complete();
    }

    /// Computes the steering of the units `ids` of a group.
    pub(super) fn steer_units(&mut self, state: &State, index: usize, ids: Range<usize>) {
        let scope = state
            .scope_of(&self.perceived, &self.chosen_goals, index, || self.perceived.prey_hunter);
        let (forces, focus) = (self.forces.view_of_units(ids.clone()), &self.focus);
        self.threads.run_in_parts(ids.clone(), STEER_CHUNK, forces, |_, ids, mut steering| {
            let Some(focus) = focus else { return state.add_steering(&scope, ids, &mut steering) };
            for (ids, near) in split_by_activity(ids, |id| focus.is_active(id)) {
                match near {
                    true => state.add_steering(&scope, ids, &mut steering),
                    false => state.add_coasting_steering(&scope, ids, &mut steering),
                }
            }
        });
        state.steer_units_with_settings(&scope, &self.perceived.unit_settings, ids, |scope, id| {
            if focus.as_ref().is_none_or(|focus| focus.is_active(id)) {
                state.add_steering(scope, id..id + 1, &mut self.forces.view_of_units(id..id + 1));
            }
        });
    }
}

impl PerceptionResults {
    /// Updates the ranges of ids after units have joined other groups. Returns false if the groups
    /// were replaced, if units were added or removed, or if a grid lacks memory for all units, as
    /// after a change of a parameter that lets units join.
    fn update_for(&mut self, state: &State) -> bool {
        let groups = state.groups();
        let units = self.group_ranges.last().map_or(0, |range| range.end);
        if !state.can_units_join()
            || groups.len() != self.group_ranges.len()
            || self.grids.iter().any(|grid| grid.capacity() < units)
            || units != state.agents().len()
        {
            return false;
        }
        self.adopt_ranges(state);
        true
    }

    /// Copies the ranges of ids from the groups of a state, which has the same groups as before.
    fn adopt_ranges(&mut self, state: &State) {
        let groups = state.groups();
        for (range, group) in self.group_ranges.iter_mut().zip(groups) {
            range.clone_from(&group.ids);
        }
        for (info, group) in self.group_identities.iter_mut().zip(groups) {
            info.ids.clone_from(&group.ids);
        }
        for (menace, range) in self.feared_groups.iter_mut().flatten() {
            range.clone_from(&groups[*menace].ids);
        }
    }

    fn clear(&mut self, state: &State) {
        let (groups, units) = (state.groups(), state.agents().len());
        self.group_ranges = groups.iter().map(|group| group.ids.clone()).collect();
        self.grids.resize_with(groups.len(), Grid::default);
        for (group, grid) in groups.iter().zip(&mut self.grids) {
            let joined = if state.can_units_join() { units } else { group.ids.len() };
            grid.reserve(joined);
        }
        let relation = |viewer: &Group, (index, other): (usize, &Group)| {
            if !other.role.counts_as_neighbor() || Ties::contains(viewer.ties.ignores, index) {
                GroupRelation::Ignored
            } else if viewer.role == other.role || Ties::contains(viewer.ties.flocks, index) {
                GroupRelation::Flockmates
            } else {
                GroupRelation::Crowd
            }
        };
        let to_all =
            |viewer| groups.iter().enumerate().map(|other| relation(viewer, other)).collect();
        self.relations = groups.iter().map(to_all).collect();
        // A group fears the groups that its own setting names; without a setting, the groups that
        // hunt it.
        let fears = |index: usize, other: usize| match groups[index].ties.fears {
            0 => Ties::contains(groups[other].ties.hunts, index),
            fears => Ties::contains(fears, other),
        };
        let menaces_of = |index: usize| {
            let others = groups.iter().enumerate();
            let feared = others.filter(|(other, _)| *other != index && fears(index, *other));
            feared.map(|(other, group)| (other, group.ids.clone())).collect()
        };
        self.feared_groups = (0..groups.len()).map(menaces_of).collect();
        let info = |group: &Group| {
            let Group { key, label, role, ids: range, .. } = group;
            GroupIdentity { key, label, role: *role, ids: range.clone() }
        };
        self.group_identities = groups.iter().map(info).collect();
        self.prey_hunter = None;
        self.neighbors.resize_for(units);
        self.leader_flags.clear();
        self.leader_flags.resize(units + LANES, 0);
        self.scratch.clear();
        self.make_scratch(units, 1);
    }

    fn make_scratch(&mut self, units: usize, threads: usize) {
        if self.scratch.len() < threads {
            self.scratch.resize_with(threads, || Mutex::new(SearchScratch::for_units(units)));
        }
        let slots = if threads > 1 { units } else { 0 };
        if self.results_by_slot.0.len() < slots {
            self.results_by_slot = (vec![[f32x4::ZERO; 2]; slots], vec![0; slots]);
        }
    }

    /// Runs the neighbor search for the units in some slots of a group's grid, for as many units at
    /// once as `L` has lanes.
    pub(super) fn search_neighbors<L: Lane>(
        &mut self,
        state: &State,
        index: usize,
        slots: Range<usize>,
        threads: &Threads,
    ) {
        if !state.perceives_now(index) || slots.is_empty() {
            return;
        }
        let grid = &self.grids[index];
        let search = NeighborSearch {
            viewer_grid: grid,
            group_grids: &self.grids,
            group_relations: &self.relations[index],
            sight: state.groups()[index].sight(),
            space: state.space(),
        };
        let (scratch, leads) = (&self.scratch, !search.sight.leader_sector.is_empty());
        let (records, flags) = &mut self.results_by_slot;
        let by_id = (self.neighbors.records_mut(), &mut self.leader_flags[..]);
        let find = |thread: usize, slots: Range<usize>, by_id, (records, flags): SearchOutput| {
            let mut scratch = scratch[thread].lock().unwrap_or_else(PoisonError::into_inner);
            let first = slots.start;
            let mut out = NeighborhoodWriter {
                writes_by_id: by_id,
                first_slot: first,
                records,
                flags,
                scratch: &mut scratch,
            };
            find_neighbors::<L>(&search, slots, &mut out);
        };
        if threads.count() > 1 && slots.len() == grid.len() {
            let find = |thread, slots, to: SearchOutput| find(thread, slots, false, to);
            threads.run_in_parts(slots, SEARCH_CHUNK, (&mut records[..], &mut flags[..]), find);
            let ids = state.groups()[index].ids.clone();
            let by_id = (&mut by_id.0[ids.clone()], &mut by_id.1[ids]);
            threads.run_in_parts(0..grid.len(), COPY_CHUNK, by_id, |_, units, (found, leaders)| {
                for ((slot, found), leader) in
                    grid.slots_by_id()[units].iter().zip(found).zip(leaders)
                {
                    *found = records[*slot as usize];
                    if leads {
                        *leader = flags[*slot as usize];
                    }
                }
            });
            return;
        }
        find(0, slots, true, by_id);
    }
}

/// Buffers for the results of a neighbor search: neighborhood sums, and leader flags.
type SearchOutput<'a> = (&'a mut [NeighborhoodRecord], &'a mut [u8]);

impl State {
    /// Returns the data that the behaviors of a group, by its index, can read during a tick: the
    /// state, and the results in a workspace.
    pub fn scope_during_tick<'a>(&'a self, work: &'a Workspace, index: usize) -> Scope<'a> {
        self.scope_of(&work.perceived, &work.chosen_goals, index, || work.perceived.prey_hunter)
    }

    /// Version of [`scope_during_tick`](Self::scope_during_tick) for use between two ticks: units
    /// have moved, so the hunter of the prey is searched again.
    pub(crate) fn scope_between_ticks<'a>(
        &'a self,
        work: &'a Workspace,
        index: usize,
    ) -> Scope<'a> {
        self.scope_of(&work.perceived, &work.chosen_goals, index, || self.find_hunter())
    }

    pub(super) fn scope_of<'a>(
        &'a self,
        found: &'a PerceptionResults,
        chosen_goals: &'a ChosenGoals,
        index: usize,
        hunter: impl FnOnce() -> Option<Spot>,
    ) -> Scope<'a> {
        let group = &self.groups[index];
        let (quarry, assigned) = (self.hunt_target(), self.assigned_target(group));
        let target = match quarry {
            _ if assigned.is_some() => assigned,
            HuntTarget::Nobody | HuntTarget::Unit(..) if group.ties.hunts != 0 => group
                .first_unit()
                .and_then(|unit| self.nearest_hunted(group.ties.hunts, unit, false)),
            HuntTarget::Unit(id, _) if !group.ids.contains(&id) => quarry.target_spot(),
            HuntTarget::Unit(..) if group.role == Role::Prey => hunter(),
            HuntTarget::Unit(..) => None,
            HuntTarget::Nobody | HuntTarget::Pointer(_) => quarry.target_spot(),
        };
        Scope {
            agents: &self.agents,
            neighbors: &found.neighbors,
            leader_flags: &found.leader_flags,
            obstacles: self.obstacles(),
            walls: &self.scenery.walls,
            edges: self.params.edges,
            space: self.space(),
            world_wraps: self.params.edges == Edges::Wrap,
            hunted_target: target,
            assigned_target: assigned,
            hunters: match quarry {
                // If a caller has set a target for the group, all its units hunt it.
                _ if assigned.is_some() => Some(Hunters::Everyone),
                HuntTarget::Pointer(_) => Some(self.params.pointer_hunters),
                HuntTarget::Nobody | HuntTarget::Unit(..) => None,
            },
            controls: self.inputs.controls(),
            group_grids: &found.grids,
            group_relations: &found.relations[index],
            feared_groups: &found.feared_groups[index],
            hunted_groups: group.ties.hunts,
            view: group.view,
            fears_pointer: group.fears_pointer(),
            group_identities: &found.group_identities,
            groups: &self.groups,
            body_kind: group.body.kind(),
            group: index,
            force_scale: group.body.force_scale(),
            max_gain: group.body.max_gain(),
            mass: group.body.mass(),
            max_speed: group.body.max_speed(group.crowd.length),
            pace_spread: group.body.pace_spread(),
            default_thrust: group.body.default_thrust(),
            goal_setting: group.goal,
            goals: &self.goals,
            chosen_goals,
            pointer: self.inputs.pointer(),
            leader: self.leader_spot(group.ties.follows),
            path: self.path_of(index),
            sites: &self.layout().sites,
            blocked: self.blocked_tiles(),
            first_id: group.ids.start,
            tick: self.tick,
            seed: self.seed,
            moves_this_tick: group.body.moves_in_tick(self.tick),
        }
    }
}
