//! Catching of units by others, and the sequence of rounds.

use super::placement::PlacementReason;
use super::population::place_unit;
use super::state::State;
use super::workspace::Workspace;
use crate::engine::agents::Role;
use crate::engine::behaviors::{Memory, UnitFilter};
use crate::engine::group::Group;
use crate::engine::params::{DT, TargetMode};
use crate::engine::rng::{RandomStream, Rng};
use crate::engine::rounds::{Catch, Caught};
use crate::engine::scenery::ObstacleIndex;
use crate::engine::ties::{GroupSet, Ties};
use std::ops::Range;

/// Largest number of units tested in a tick to find the unit that a group catches. Very dense
/// crowds exceed it; the remaining hunters then catch nothing in that tick.
const MAX_CATCH_TESTS: usize = 1 << 24;

/// Largest number of units that can be caught of a group that is not sorted into a grid: its first
/// units.
const MAX_UNSORTED_PREY: usize = 16;

impl State {
    /// Returns the groups that a group can catch: those that it is set to hunt; else the group of
    /// the world's target; else all groups of other roles except players and prey.
    pub fn catchable_groups(&self, index: usize) -> GroupSet {
        let group = &self.groups[index];
        if group.ties.hunts != 0 {
            return group.ties.hunts;
        }
        let target = match self.params.target {
            TargetMode::Player => Some(Role::Player),
            TargetMode::Prey => Some(Role::Prey),
            TargetMode::Nobody => None,
        };
        let has = |role: Role| self.groups.iter().position(|group| group.role == role);
        if let Some(hunted) = target.and_then(has) {
            return Ties::set(&[hunted]);
        }
        let others = self.groups.iter().enumerate();
        let others = others.filter(|(_, o)| o.role != group.role && o.role.counts_as_neighbor());
        others.fold(0, |set, (other, _)| set | Ties::set(&[other]))
    }

    /// Whether a catch by any group changes the run: units start again, change groups or are
    /// removed, or a round ends.
    pub fn has_rounds(&self) -> bool {
        self.rounds.has_scores() && self.groups.iter().any(Group::is_scoring)
    }

    /// Handles the catches of one tick, and the beginning and end of rounds.
    pub(super) fn advance_rounds(&mut self, work: &mut Workspace) {
        self.rounds.forget_caught();
        if !self.has_rounds() && !self.rounds.is_pause() {
            return;
        }
        let now = self.tick + 1;
        if self.rounds.is_pause() {
            if self.rounds.is_due(now) {
                self.begin_round(now);
            }
            return;
        }
        let (mut over, mut hunted) = (false, 0);
        for index in 0..self.groups.len() {
            let Some(catch) = self.groups[index].catch else { continue };
            if catch.caught == Caught::Tells {
                continue;
            }
            let preys = self.catchable_groups(index);
            hunted |= preys;
            if catch.caught == Caught::Remove {
                continue;
            }
            let Some([hunter, id]) = self.catch_of_group(index, &catch, preys, work) else {
                continue;
            };
            self.record_catch(index, [hunter, id]);
            match catch.caught {
                Caught::Again => self.restart_unit(id),
                Caught::Round => over = true,
                Caught::Tells | Caught::Remove => {}
                Caught::Joins => {
                    self.join_group(id, index);
                    let left = |(at, group): (usize, &Group)| {
                        Ties::contains(preys, at) && !group.ids.is_empty()
                    };
                    over |= !self.groups.iter().enumerate().any(left);
                    // The ids in the sorted grids are outdated after a unit has changed its group,
                    // so no other group can catch in this tick.
                    break;
                }
            }
        }
        self.remove_caught(work);
        let time = self.params.round_time;
        if !over
            && time > 0.0
            && now.saturating_sub(self.rounds.round_start_tick()) as f32 * DT >= time
        {
            for index in (0..self.groups.len()).filter(|index| Ties::contains(hunted, *index)) {
                self.rounds.score_round(index);
            }
            over = true;
        }
        if over {
            self.rounds.end_round(now);
        }
    }

    /// Removes every unit that is within the catch distance of a group whose catches remove units,
    /// by the positions at the end of the tick.
    fn remove_caught(&mut self, work: &mut Workspace) {
        let removes = |group: &Group| group.catch.is_some_and(|one| one.caught == Caught::Remove);
        let (mut search, mut ids) = std::mem::take(&mut work.catch_search);
        for index in 0..self.groups.len() {
            if !removes(&self.groups[index]) {
                continue;
            }
            ids.clear();
            for pair in search.find_catches(self, index) {
                self.record_catch(index, *pair);
                ids.push(pair[1]);
            }
            if !ids.is_empty() {
                self.remove_units(&ids, |group| group.caught_count += 1);
                work.remove(&ids, self);
            }
        }
        work.catch_search = (search, ids);
    }

    /// Records that a unit of a group has caught another unit, by their ids.
    fn record_catch(&mut self, index: usize, [hunter, id]: [usize; 2]) {
        let pair = self.agents.handle(hunter).zip(self.agents.handle(id));
        self.rounds.record_catch(index, pair.map(|(hunter, unit)| [hunter, unit]));
    }

    /// Returns the ids of the first hunter of a group that has a prey within its catch distance,
    /// and of the nearest such prey. Prey in a grid counts at its position at the start of the
    /// tick.
    fn catch_of_group(
        &self,
        index: usize,
        catch: &Catch,
        preys: GroupSet,
        work: &Workspace,
    ) -> Option<[usize; 2]> {
        let scope = self.scope_during_tick(work, index);
        let mut tests = 0;
        self.groups[index].ids.clone().find_map(|hunter| {
            let reach = catch.catch_factor * self.agents.length[hunter];
            if reach == 0.0 || tests >= MAX_CATCH_TESTS {
                return None;
            }
            let mut nearest: Option<(f32, usize)> = None;
            let mut meet = |id: usize, squared: f32| {
                if nearest.is_none_or(|known| (squared, id) < known) {
                    nearest = Some((squared, id));
                }
            };
            tests += 1;
            let here = self.agents.position(hunter);
            tests += scope.visit_around_counting(UnitFilter::Hunted, here, reach, |id, offset| {
                if self.group_of(id).is_some_and(|group| Ties::contains(preys, group)) {
                    meet(id, offset.length_squared());
                }
            });
            for id in self.unsorted_prey(preys, work) {
                let squared = self.offset(hunter, id).length_squared();
                if squared <= reach * reach {
                    meet(id, squared);
                }
            }
            nearest.map(|(_, id)| [hunter, id])
        })
    }

    /// Ids of units that can be caught in those of the groups `preys` that are not sorted into a
    /// grid: the first units of each.
    fn unsorted_prey(&self, preys: GroupSet, work: &Workspace) -> impl Iterator<Item = usize> {
        let is_sorted = |group: usize| work.grids()[group].len() == self.groups[group].ids.len();
        let groups = (0..self.groups.len())
            .filter(move |group| Ties::contains(preys, *group) && !is_sorted(*group));
        groups.flat_map(move |group| self.groups[group].ids.clone().take(MAX_UNSORTED_PREY))
    }

    /// Begins a round: all units start again, in the groups in which they began the run.
    fn begin_round(&mut self, tick: u64) {
        self.rounds.begin_round(tick, self.params.best_of);
        let units = self.agents.len();
        let edited = self.layout().obstacles.is_some();
        let raster = edited.then(|| ObstacleIndex::new(self.obstacles(), units));
        let mut start = 0;
        for index in 0..self.groups.len() {
            let count = self.groups[index].placed_count as usize;
            self.groups[index].ids = start..start + count;
            start += count;
            let (range, role) = (self.groups[index].ids.clone(), self.groups[index].role);
            self.set_role_and_length(range.clone(), role, self.groups[index].crowd.length);
            for (number, id) in range.enumerate() {
                let (group, area) = (&self.groups[index], self.scenery.layout.start(index));
                let mut rng = Rng::new(self.seed, RandomStream::Restart { unit: id, tick });
                let blocked = |at| match &raster {
                    Some(discs) => discs.contains(at),
                    None => self.is_in_obstacle(at),
                };
                let state = place_unit(group, number, area, &mut rng, &self.params, blocked);
                self.agents.set_state(id, state);
                self.goals.forget_goal(id);
            }
            for memory in self.groups[index].memories() {
                memory.resize(0);
                memory.resize(count);
            }
        }
        self.draw_initial_values();
        self.goals.forget_orders();
        if self.layout().obstacles.is_some() || !self.blocked_tiles().is_empty() {
            self.place_units(PlacementReason::Layout);
        }
    }

    /// Sets the role and the length (u) of the units `ids`, where they differ.
    fn set_role_and_length(&mut self, ids: Range<usize>, role: Role, length: f32) {
        if self.agents.role[ids.clone()].iter().any(|r| *r != role as u8) {
            self.agents.roles_mut()[ids.clone()].fill(role as u8);
        }
        if self.agents.length[ids.clone()].iter().any(|l| *l != length) {
            self.agents.lengths_mut()[ids].fill(length);
        }
    }

    /// Moves a unit to the group with the index `to`, with the memory of a new unit. The ids of a
    /// group stay contiguous: one unit of each group in between changes its id.
    fn join_group(&mut self, id: usize, to: usize) {
        let Some(from) = self.group_of(id).filter(|from| *from != to) else { return };
        let down = from > to;
        let (mut unit, mut at) = (id, from);
        while at != to {
            // The unit moves to the end of its group that borders on the adjacent group, which then
            // takes it in.
            let range = self.groups[at].ids.clone();
            let border = if down { range.start } else { range.end - 1 };
            self.swap_units(unit, border);
            for memory in self.groups[at].memories() {
                if at == from {
                    memory.swap(unit - range.start, border - range.start);
                    if down {
                        rotate_records(memory, range.len(), down);
                    }
                    memory.resize(range.len() - 1);
                } else {
                    rotate_records(memory, range.len() - 1, down);
                }
            }
            unit = border;
            if down {
                self.groups[at].ids.start += 1;
                at -= 1;
                self.groups[at].ids.end += 1;
            } else {
                self.groups[at].ids.end -= 1;
                at += 1;
                self.groups[at].ids.start -= 1;
            }
        }
        let count = self.groups[to].ids.len();
        for memory in self.groups[to].memories() {
            memory.resize(count);
            if !down {
                rotate_records(memory, count, down);
            }
        }
        for index in to.min(from)..=to.max(from) {
            let group = &self.groups[index];
            self.set_role_and_length(group.ids.clone(), group.role, group.crowd.length);
        }
        self.goals.forget_goal(unit);
        self.draw_initial_values();
    }

    /// Swaps the ids of two units, with everything that is stored for them.
    fn swap_units(&mut self, a: usize, b: usize) {
        if a != b {
            self.agents.swap(a, b);
            self.goals.swap(a, b);
            self.bullets.swap(a, b);
        }
    }
}

/// Rotates the first `count` records of a memory by one place: `down` moves the first record to the
/// end, otherwise the last record moves to the front.
fn rotate_records(memory: &mut dyn Memory, count: usize, down: bool) {
    let pairs = 0..count.saturating_sub(1);
    if down {
        pairs.for_each(|k| memory.swap(k, k + 1));
    } else {
        pairs.rev().for_each(|k| memory.swap(k, k + 1));
    }
}
