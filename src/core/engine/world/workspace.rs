//! What a tick needs on the way. It can be thrown away at any time, and made anew from the state.

use super::focus::{Focus, stretches};
use super::quarry::Quarry;
use super::state::State;
use crate::engine::agents::{Agents, LEADER, Role, Spot};
use crate::engine::behaviors::Scope;
use crate::engine::goals::{Goal, GoalKind, Minds};
use crate::engine::group::Group;
use crate::engine::math::{LANES, Lane, Lanes};
use crate::engine::params::{Edges, Hunters};
use crate::engine::perception::grid::Grid;
use crate::engine::perception::neighborhood::{Findings, Record, Relation, Scratch};
use crate::engine::perception::{NeighborSearch, Neighborhoods, find_neighbors};
use crate::engine::scope::Kin;
use crate::engine::steering::Forces;
use crate::engine::threads::Threads;
use crate::engine::ties::Ties;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use wide::f32x4;

/// The neighbor search is cut where its own blocks end: units of a block share their candidates,
/// so that a block cut in two could round a sum differently.
pub(super) const SEARCH_BLOCK: usize = LANES;

/// A thread searches for this many units at once: a whole number of search blocks.
const LOOK_PART: usize = 64 * SEARCH_BLOCK;

/// What is found comes in the order of the grid: a thread hands it to this many units at once.
const HAND_PART: usize = 4096;

/// Units of a group that make up their minds at once.
const CHOOSE_PART: usize = 1024;

/// The same for steering: all behaviors of a group steer this many units before the next ones have
/// their turn, so that what they read stays in the processor's cache.
const STEER_PART: usize = 1024;

/// All that is found of a state, and none of it.
#[derive(Debug, Default)]
pub struct Workspace {
    pub(super) found: Perceived,
    pub(super) minds: Minds,
    pub(super) forces: Forces,
    /// The units of a large crowd while they are moved in parts.
    pub(super) moved: Agents,
    /// Who acts, in a copy that looks ahead for one unit; all do where there is none.
    pub(super) focus: Option<Focus>,
    /// Who works on it.
    pub(super) threads: Threads,
}

/// What perception has found.
#[derive(Debug, Default)]
pub(super) struct Perceived {
    /// By group: the ids that there is room for.
    ranges: Vec<Range<usize>>,
    /// One per group.
    pub grids: Vec<Grid>,
    /// By viewing group: what the units of each group mean to it.
    pub relations: Vec<Vec<Relation>>,
    /// By group: those that it fears, groups by index with their units.
    pub menaces: Vec<Vec<(usize, Range<usize>)>>,
    /// The groups as others know them.
    pub kin: Vec<Kin>,
    /// Who hunted the prey when the units were sorted.
    pub hunter: Option<Spot>,
    pub neighbors: Neighborhoods,
    /// By unit: see [`LEADER`].
    pub leaders: Vec<u8>,
    /// What some slots have found, and their flags of who leads, before units get them.
    by_slot: (Vec<Record>, Vec<u8>),
    /// One for each thread, which alone locks it.
    scratch: Vec<Mutex<Scratch>>,
}

impl Workspace {
    /// Makes room for the units of a state, where it is not that for the same groups already.
    fn fit(&mut self, state: &State) {
        if !self.fits(state) && !self.found.follow(state) {
            self.clear(state);
        }
    }

    /// Whether there is room for the groups of a state.
    pub(super) fn fits(&self, state: &State) -> bool {
        state.groups().iter().map(|group| &group.range).eq(&self.found.ranges)
    }

    /// Forgets everything: units have no neighbors, no forces, and do not lead.
    pub(super) fn clear(&mut self, state: &State) {
        self.found.clear(state);
        self.minds = Minds::default();
        self.forces = Forces::default();
        self.moved = Agents::default();
    }

    /// Makes room for what all units have in mind, and for what steers them: an observer of a few
    /// units does without.
    pub(super) fn make_room_for_all(&mut self, state: &State) {
        let units = state.agents().len();
        self.minds.fit(units);
        self.forces.fit(units);
        self.found.make_scratch(units, self.threads.count());
    }

    /// The sorted units of every group.
    pub fn grids(&self) -> &[Grid] {
        &self.found.grids
    }

    /// What the neighbor search has found.
    pub fn neighbors(&self) -> &Neighborhoods {
        &self.found.neighbors
    }

    /// Whether a unit's narrow view was empty.
    pub fn is_leader(&self, id: usize) -> bool {
        self.found.leaders[id] & LEADER != 0
    }

    /// Whether the crowd of the main group was dense enough for sums over rows in the search.
    pub fn searches_by_rows(&self) -> bool {
        self.found.grids.first().is_some_and(Grid::is_dense)
    }

    /// By unit, as bits: see [`LEADER`].
    #[cfg(target_arch = "wasm32")]
    pub fn leaders(&self) -> &[u8] {
        &self.found.leaders
    }

    /// Sorts the units of every group into its grid, finds out who hunts the prey, and clears what
    /// the neighbor search will not write: units of groups without a view see no others, and
    /// where no leaders are sought no unit leads.
    pub fn sort(&mut self, state: &State) {
        self.fit(state);
        self.minds.begin();
        let Perceived { grids, hunter, neighbors, leaders, .. } = &mut self.found;
        let space = state.space();
        for (group, grid) in state.groups().iter().zip(grids) {
            if group.role.counts_as_neighbor() {
                let sight = group.sight();
                // Where only the nearest count, the whole view of a dense crowd is never searched.
                let usual = if sight.nearest > 0 { 0.0 } else { sight.reach_factor() };
                let reach = usual * group.crowd.length;
                grid.sort(state.agents(), group.range.clone(), &space, reach);
            }
        }
        if let Some(focus) = &mut self.focus {
            focus.begin(state);
        }
        *hunter = state.find_hunter();
        for (index, group) in state.groups().iter().enumerate() {
            let looks = state.looks(index);
            if !looks || group.sight().leader.is_empty() {
                leaders[group.range.clone()].fill(0);
            }
            if !looks && group.view.is_some() {
                neighbors.forget(group.range.clone());
            }
            if looks && group.goes_by_last_look(state.ticks()) {
                group.kept.recall(group.range.clone(), neighbors, leaders);
            }
        }
    }

    /// The neighbor search for some slots of a group's sorted order.
    pub(super) fn look(&mut self, state: &State, index: usize, slots: Range<usize>) {
        let Self { found, focus: Some(focus), threads, .. } = self else {
            self.found.look::<Lanes>(state, index, slots, &self.threads);
            return;
        };
        let (mut at, end) = (slots.start, slots.end);
        while at < end {
            let ids = &found.grids[index].id;
            let acts = |slot: usize| ids.get(slot).is_some_and(|id| focus.is_near(*id as usize));
            let Some((part, near)) = stretches(at..end, acts).next() else { break };
            at = part.end;
            if near {
                found.look::<Lanes>(state, index, part, threads);
            }
        }
    }

    /// The neighbor search for one unit of the sorted state.
    pub fn look_of(&mut self, state: &State, index: usize, id: usize) {
        let grid = &self.found.grids[index];
        let slot = grid.id[..grid.len()].iter().position(|other| *other as usize == id);
        if let Some(slot) = slot {
            // Its whole block: cut otherwise, a sum could round differently than in the tick.
            let first = slot - slot % SEARCH_BLOCK;
            let last = (first + SEARCH_BLOCK).min(grid.len());
            self.look(state, index, first..last);
        }
    }

    /// No choice is made yet.
    pub fn begin_choosing(&mut self) {
        self.minds.begin();
    }

    /// Makes up the minds of some units of a group, by the sorted state.
    pub fn choose(&mut self, state: &State, index: usize, ids: Range<usize>) {
        let Some(goal) = state.groups()[index].goal.filter(Goal::is_chosen_by_each) else { return };
        self.minds.fit(state.agents().len());
        let undecided = Minds::default();
        let scope = state.scope_of(&self.found, &undecided, index, || self.found.hunter);
        let minds = self.minds.of_some(ids.clone());
        self.threads.share(ids, CHOOSE_PART, minds, |_, ids, minds| {
            for (id, mind) in ids.zip(minds) {
                let notice = goal.notice * scope.agents.length[id];
                *mind = match goal.goal {
                    GoalKind::Nearest => scope.nearest_other(id, notice),
                    GoalKind::Middle => scope.middle_of_others(id, notice),
                    _ => Some(scope.roam(id, state.goals.spot(id))),
                };
            }
        });
    }

    /// All choices are made, and count from now on.
    pub fn end_choosing(&mut self) {
        self.minds.set_made_up();
    }

    /// The steering of some units of a group.
    pub(super) fn steer(&mut self, state: &State, index: usize, ids: Range<usize>) {
        let scope = state.scope_of(&self.found, &self.minds, index, || self.found.hunter);
        let (forces, focus) = (self.forces.part(ids.clone()), &self.focus);
        self.threads.share(ids, STEER_PART, forces, |_, ids, mut steering| {
            let Some(focus) = focus else { return state.steer(&scope, ids, &mut steering) };
            for (ids, near) in stretches(ids, |id| focus.is_near(id)) {
                match near {
                    true => state.steer(&scope, ids, &mut steering),
                    false => state.coast(&scope, ids, &mut steering),
                }
            }
        });
    }
}

impl Perceived {
    /// Notes that units have come to belong to other groups; false where these are other groups, or
    /// others are in them.
    fn follow(&mut self, state: &State) -> bool {
        let groups = state.groups();
        let units = self.ranges.last().map_or(0, |range| range.end);
        if !state.somebody_joins()
            || groups.len() != self.ranges.len()
            || units != state.agents().len()
        {
            return false;
        }
        for (range, group) in self.ranges.iter_mut().zip(groups) {
            range.clone_from(&group.range);
        }
        for (kin, group) in self.kin.iter_mut().zip(groups) {
            kin.range.clone_from(&group.range);
        }
        for (menace, range) in self.menaces.iter_mut().flatten() {
            range.clone_from(&groups[*menace].range);
        }
        true
    }

    fn clear(&mut self, state: &State) {
        let (groups, units) = (state.groups(), state.agents().len());
        self.ranges = groups.iter().map(|group| group.range.clone()).collect();
        self.grids.resize_with(groups.len(), Grid::default);
        for (group, grid) in groups.iter().zip(&mut self.grids) {
            let joined = if state.somebody_joins() { units } else { group.range.len() };
            grid.reserve(joined);
        }
        let relation = |viewer: &Group, (index, other): (usize, &Group)| {
            if !other.role.counts_as_neighbor() || Ties::has(viewer.ties.ignores, index) {
                Relation::Ignored
            } else if viewer.role == other.role || Ties::has(viewer.ties.flocks, index) {
                Relation::Flockmates
            } else {
                Relation::Crowd
            }
        };
        let to_all =
            |viewer| groups.iter().enumerate().map(|other| relation(viewer, other)).collect();
        self.relations = groups.iter().map(to_all).collect();
        // The groups that it fears by its own setting, or else those that hunt it.
        let fears = |index: usize, other: usize| match groups[index].ties.fears {
            0 => Ties::has(groups[other].ties.hunts, index),
            fears => Ties::has(fears, other),
        };
        let menaces_of = |index: usize| {
            let others = groups.iter().enumerate();
            let feared = others.filter(|(other, _)| *other != index && fears(index, *other));
            feared.map(|(other, group)| (other, group.range.clone())).collect()
        };
        self.menaces = (0..groups.len()).map(menaces_of).collect();
        let kin = |group: &Group| {
            let Group { key, label, role, range, .. } = group;
            Kin { key, label, role: *role, range: range.clone() }
        };
        self.kin = groups.iter().map(kin).collect();
        self.hunter = None;
        self.neighbors.resize(units);
        self.leaders.clear();
        self.leaders.resize(units + LANES, 0);
        self.scratch.clear();
        self.make_scratch(units, 1);
    }

    fn make_scratch(&mut self, units: usize, threads: usize) {
        if self.scratch.len() < threads {
            self.scratch.resize_with(threads, || Mutex::new(Scratch::for_units(units)));
        }
        let slots = if threads > 1 { units } else { 0 };
        if self.by_slot.0.len() < slots {
            self.by_slot = (vec![[f32x4::ZERO; 2]; slots], vec![0; slots]);
        }
    }

    /// The neighbor search for some slots of a group's sorted order, as many units at once as a lane
    /// holds.
    pub(super) fn look<L: Lane>(
        &mut self,
        state: &State,
        index: usize,
        slots: Range<usize>,
        threads: &Threads,
    ) {
        if !state.looks_now(index) || slots.is_empty() {
            return;
        }
        let grid = &self.grids[index];
        let search = NeighborSearch {
            viewers: grid,
            grids: &self.grids,
            relations: &self.relations[index],
            sight: state.groups()[index].sight(),
            space: state.space(),
        };
        let (scratch, leads) = (&self.scratch, !search.sight.leader.is_empty());
        let (records, flags) = &mut self.by_slot;
        let by_id = (self.neighbors.records_mut(), &mut self.leaders[..]);
        let find = |thread: usize, slots: Range<usize>, by_id, (records, flags): Findable| {
            let mut scratch = scratch[thread].lock().unwrap_or_else(PoisonError::into_inner);
            let first = slots.start;
            let mut out = Findings { by_id, first, records, flags, scratch: &mut scratch };
            find_neighbors::<L>(&search, slots, &mut out);
        };
        if threads.count() > 1 && slots.len() == grid.len() {
            let find = |thread, slots, to: Findable| find(thread, slots, false, to);
            threads.share(slots, LOOK_PART, (&mut records[..], &mut flags[..]), find);
            let ids = state.groups()[index].range.clone();
            let by_id = (&mut by_id.0[ids.clone()], &mut by_id.1[ids]);
            threads.share(0..grid.len(), HAND_PART, by_id, |_, units, (found, leaders)| {
                for ((slot, found), leader) in grid.slots()[units].iter().zip(found).zip(leaders) {
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

/// Where a search writes what it has found: sums, and flags of who leads.
type Findable<'a> = (&'a mut [Record], &'a mut [u8]);

impl State {
    /// What the behaviors of a group may read: the state, and what is found in a workspace.
    pub fn scope_in<'a>(&'a self, work: &'a Workspace, index: usize) -> Scope<'a> {
        self.scope_of(&work.found, &work.minds, index, || work.found.hunter)
    }

    /// The same between two ticks: units have moved since the prey's hunter was looked for.
    pub(crate) fn scope_after<'a>(&'a self, work: &'a Workspace, index: usize) -> Scope<'a> {
        self.scope_of(&work.found, &work.minds, index, || self.find_hunter())
    }

    pub(super) fn scope_of<'a>(
        &'a self,
        found: &'a Perceived,
        minds: &'a Minds,
        index: usize,
        hunter: impl FnOnce() -> Option<Spot>,
    ) -> Scope<'a> {
        let group = &self.groups[index];
        let (quarry, assigned) = (self.quarry(), self.assigned(group));
        let target = match quarry {
            _ if assigned.is_some() => assigned,
            Quarry::Nobody | Quarry::Unit(..) if group.ties.hunts != 0 => {
                self.nearest_of(group.ties.hunts, group)
            }
            Quarry::Unit(id, _) if !group.range.contains(&id) => quarry.target(),
            Quarry::Unit(..) if group.role == Role::Prey => hunter(),
            Quarry::Unit(..) => None,
            Quarry::Nobody | Quarry::Pointer(_) => quarry.target(),
        };
        Scope {
            agents: &self.agents,
            neighbors: &found.neighbors,
            leaders: &found.leaders,
            obstacles: self.obstacles(),
            walls: &self.scenery.walls,
            edges: self.params.edges,
            space: self.space(),
            wraps: self.params.edges == Edges::Wrap,
            target,
            assigned,
            hunters: match quarry {
                // A target that a caller has set is hunted by all.
                _ if assigned.is_some() => Some(Hunters::Everyone),
                Quarry::Pointer(_) => Some(self.params.pointer_hunters),
                Quarry::Nobody | Quarry::Unit(..) => None,
            },
            controls: self.inputs.controls(),
            grids: &found.grids,
            relations: &found.relations[index],
            menaces: &found.menaces[index],
            hunts: group.ties.hunts,
            view: group.view,
            fears_pointer: group.fears_pointer(),
            kin: &found.kin,
            body: group.body.kind(),
            group: index,
            force_scale: group.body.force_scale(),
            stiffest: group.body.stiffest(),
            mass: group.body.mass(),
            max_speed: group.body.max_speed(group.crowd.length),
            pace_spread: group.body.pace_spread(),
            goal: group.goal,
            goals: &self.goals,
            minds,
            pointer: self.inputs.pointer(),
            leader: self.leader_of(group.ties.follows),
            path: self.path_of(index),
            blocked: self.blocked(),
            first: group.range.start,
            tick: self.tick,
            seed: self.seed,
            stepped: group.body.steps_at(self.tick),
        }
    }
}
