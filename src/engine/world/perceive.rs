//! The first third of a tick: the units are sorted, then they look around.

use super::World;
use crate::engine::math::{Lane, Lanes};
use crate::engine::perception::grid::Grid;
use crate::engine::perception::pass::perceive;
use crate::engine::perception::scan::Scan;
use std::ops::Range;

impl World {
    /// First third of a tick: who sees whom, and who leads.
    pub fn perceive(&mut self) {
        self.sort();
        self.look();
    }

    /// The neighbor pass of every group, over the order that [`sort`](Self::sort) has made.
    pub fn look(&mut self) {
        self.forget_unseen();
        for index in 0..self.groups.len() {
            let slots = 0..self.groups[index].range.len();
            self.perceive_slots(index, slots);
        }
    }

    /// Sorts the units of every group into its grid, and finds out who hunts the prey.
    pub fn sort(&mut self) {
        let space = self.space();
        for (group, grid) in self.groups.iter().zip(&mut self.grids) {
            if group.role.counts_as_neighbor() {
                let sight = group.sight();
                // Where only the nearest count, the whole view of a dense crowd is never searched.
                let usual = if sight.nearest > 0 { 0.0 } else { sight.reach_factor() };
                let reach = usual * group.crowd.length;
                grid.sort(&self.agents, group.range.clone(), &space, reach);
            }
        }
        self.hunter = self.find_hunter();
    }

    /// Clears what the neighbor pass will not write: units of groups that do not look around see
    /// nobody, and where no leaders are sought nobody leads. Comes before the pass; doing it twice
    /// makes no difference.
    pub(crate) fn forget_unseen(&mut self) {
        for index in 0..self.groups.len() {
            let looks = self.looks(index);
            let group = &self.groups[index];
            if !looks || group.sight().leader.is_empty() {
                self.agents.flags[group.range.clone()].fill(0);
            }
            if !looks && group.view.is_some() {
                self.neighbors.forget(group.range.clone());
            }
        }
    }

    /// Whether the units of a group look around: whether the neighbor pass serves them.
    pub(crate) fn looks(&self, index: usize) -> bool {
        let group = &self.groups[index];
        group.role.counts_as_neighbor() && !group.sight().is_blind()
    }

    /// The neighbor pass for some slots of a group's sorted order.
    pub(crate) fn perceive_slots(&mut self, index: usize, slots: Range<usize>) {
        self.perceive_slots_by::<Lanes>(index, slots);
    }

    /// The same, as many units at once as a lane holds.
    pub(super) fn perceive_slots_by<L: Lane>(&mut self, index: usize, slots: Range<usize>) {
        // Nobody is in a grid that was not sorted since the crowd has changed.
        if !self.looks(index) || self.grids[index].is_empty() {
            return;
        }
        let scan = Scan {
            viewers: &self.grids[index],
            grids: &self.grids,
            relations: &self.relations[index],
            sight: self.groups[index].sight(),
            space: self.space(),
        };
        perceive::<L>(&scan, slots, &mut self.neighbors, &mut self.agents.flags);
    }

    /// Whether the crowd of the main group was dense enough for sums over rows in the last search.
    pub fn searches_by_rows(&self) -> bool {
        self.grids.first().is_some_and(Grid::is_dense)
    }

    /// The slot of a unit in its group's sorted order.
    pub(crate) fn slot_of(&self, group: usize, id: usize) -> Option<usize> {
        let grid = &self.grids[group];
        grid.id[..grid.len()].iter().position(|other| *other as usize == id)
    }
}

#[cfg(test)]
mod tests {
    use crate::Run;

    #[test]
    fn whoever_looks_before_a_changed_crowd_is_sorted_sees_nobody_and_comes_to_an_end() {
        for (before, now) in [(100, 1000), (1000, 10)] {
            for nearest in [0, 7] {
                let link = format!("scene=flock-wide&count={before}&nearest={nearest}");
                let (mut run, _) = Run::open(&link);
                run.world.sort();
                let count = run.find("count").expect("a flock has a count");
                run.set(count, now as f32);
                run.world.look();
                assert_eq!(run.world.agents().len(), now + 1, "and the player");
                assert!((0..now).all(|id| run.world.neighbors().of(id).count == 0.0));
                run.world.steer();
                run.world.advance();
            }
        }
    }
}
