//! When units make up their minds, and when they note where they were sent.

use super::World;
use crate::engine::agents::Role;
use crate::engine::goals::GoalKind;
use glam::Vec2;
use std::ops::Range;

impl World {
    /// Makes up the minds of all units, from the sorted state. The same again within a tick.
    pub(crate) fn choose_goals(&mut self) {
        for index in 0..self.groups.len() {
            if self.chooses_goals(index) {
                self.choose_goals_of(index, 0..self.groups[index].range.len());
            }
        }
        self.goals_are_chosen();
    }

    /// Whether the units of a group make up their minds each for itself.
    pub(crate) fn chooses_goals(&self, index: usize) -> bool {
        self.groups[index].goal.is_some_and(|goal| goal.is_chosen_by_each())
    }

    /// Makes up the minds of some units of a group.
    pub(crate) fn choose_goals_of(&mut self, index: usize, part: Range<usize>) {
        let mut goals = std::mem::take(&mut self.goals);
        let group = &self.groups[index];
        if let Some(goal) = group.goal {
            let scope = self.scope_as_sorted(index);
            for id in group.range.clone().skip(part.start).take(part.len()) {
                goals.choose(id, |before| match goal.goal {
                    GoalKind::Nearest => {
                        scope.nearest_other(id, goal.notice * scope.agents.length[id])
                    }
                    _ => Some(scope.roam(id, before)),
                });
            }
        }
        self.goals = goals;
    }

    /// All have made up their minds: that is what they go by in this tick.
    pub(crate) fn goals_are_chosen(&mut self) {
        self.goals.set_chosen();
    }

    /// What the units have chosen for this tick is what they have in mind from now on.
    pub(super) fn keep_goals(&mut self) {
        for group in &self.groups {
            if group.goal.is_some_and(|goal| goal.is_chosen_by_each()) {
                self.goals.keep(group.range.clone());
            }
        }
        self.goals.end_tick();
    }

    /// Units that go to places remember where the pointer has sent them, until another is named.
    pub(super) fn note_orders(&mut self) {
        let pointer = self.pointer_target();
        for (index, group) in self.groups.iter().enumerate() {
            if let Some(goal) = &group.goal {
                self.goals.note_order(index, group.range.clone(), goal, pointer);
            }
        }
    }

    /// Where each group that goes to a place is going, by group.
    pub fn destinations(&self) -> impl Iterator<Item = (usize, Vec2)> {
        let groups = self.groups.iter().enumerate().filter(|(_, group)| !group.range.is_empty());
        groups.filter_map(|(index, group)| {
            let placed = group.goal.is_some_and(|goal| goal.goal == GoalKind::Place);
            let roams = group.goal.is_some_and(|goal| goal.goal == GoalKind::Roam)
                && group.role == Role::Leader;
            let first = group.range.start;
            let goal = (placed || roams).then(|| self.scope(index).goal(first)).flatten()?;
            Some((index, goal.position))
        })
    }
}
