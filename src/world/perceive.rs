//! The first third of a tick: the units are sorted, then they look around.

use super::World;
use crate::math::{Lane, Lanes};
use crate::params::WorldParams;
use crate::perception::Sight;
use crate::perception::grid::Grid;
use crate::perception::pass::perceive;
use crate::perception::scan::Scan;
use std::ops::Range;

impl World {
    /// First third of a tick: who sees whom, and who leads.
    pub fn perceive(&mut self) {
        self.sort();
        self.look();
    }

    /// The neighbor pass of every group, over the order that [`sort`](Self::sort) has made.
    pub fn look(&mut self) {
        for index in 0..self.groups.len() {
            let slots = 0..self.groups[index].range.len();
            self.perceive_slots(index, slots);
        }
    }

    /// Sorts the units of every group into its grid.
    pub fn sort(&mut self) {
        let WorldParams { width, height, .. } = self.params;
        for (group, grid) in self.groups.iter().zip(&mut self.grids) {
            if group.role.counts_as_neighbor() {
                let sight = group.sight();
                // Whoever heeds the nearest only never searches the whole view of a dense crowd.
                let usual = if sight.nearest > 0 { 0.0 } else { sight.reach_factor() };
                let reach = usual * group.crowd.length;
                grid.sort(&self.agents, group.range.clone(), width, height, reach);
            }
        }
    }

    /// The neighbor pass for some slots of a group's sorted order.
    pub(crate) fn perceive_slots(&mut self, index: usize, slots: Range<usize>) {
        self.perceive_slots_by::<Lanes>(index, slots);
    }

    /// The same, so many units at once.
    pub(super) fn perceive_slots_by<L: Lane>(&mut self, index: usize, slots: Range<usize>) {
        let start = self.groups[index].range.start;
        if !self.forget_unseen(index, start + slots.start..start + slots.end) {
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

    /// Whether a group looks about. Where it does not, units with these ids see nobody; where it has
    /// no leaders, none of them is one.
    pub(crate) fn forget_unseen(&mut self, index: usize, ids: Range<usize>) -> bool {
        let group = &self.groups[index];
        let sight = group.sight();
        let looks = sight != Sight::BLIND && group.role.counts_as_neighbor();
        if !looks || sight.leader.is_empty() {
            self.agents.flags[ids.clone()].fill(0);
        }
        if !looks && group.view.is_some() {
            self.neighbors.forget(ids);
        }
        looks
    }

    /// The crowd of the main group was dense enough for sums over rows in the last search.
    pub fn searches_by_rows(&self) -> bool {
        self.grids.first().is_some_and(Grid::is_dense)
    }

    /// The slot of a unit in its group's sorted order.
    pub(crate) fn slot_of(&self, group: usize, id: usize) -> Option<usize> {
        let grid = &self.grids[group];
        grid.id[..grid.len()].iter().position(|other| *other as usize == id)
    }
}
