//! What each unit has in mind: the place or thing that it heads for, or runs from.

use crate::agents::Role;
use crate::behaviors::{Scope, Target, Whom};
use crate::hash::StateHash;
use crate::rng::{Rng, Stream};
use crate::schema::{ParamSpec, Plot};
use crate::world::World;
use crate::{choices, params};
use glam::Vec2;
use std::ops::Range;

choices! {
    /// What the units of a group have in mind.
    pub enum GoalKind {
        Target = "target", "The target", "The dragged pointer, else the player's craft.";
        Place = "place", "A place", "One place for the whole group.";
        Roam = "roam", "Random places", "A place of its own for each unit, and a new one after each arrival.";
        Nearest = "nearest", "The nearest other", "The nearest unit of another role.";
    }
}

params! {
    /// What seek, arrive and pursue head for, and flee and evade run from.
    pub struct Goal in "Goal" {
        goal: GoalKind = ParamSpec::choice("Goal", GoalKind::CHOICES, 0)
            .formula("goal", "x_g = \"place of\" goal")
            .doc("What the units of the group head for, or run from.")
            .source("Understanding Steering Behaviors, parts 1 to 5");
        goal_x: f32 = ParamSpec::float("Place, across", "× width", 0.5, [0.0, 1.0], 0.01)
            .formula("X", "x_g = (X·W, Y·H)")
            .doc("Where the group goes, as a share of the world's width.")
            .source("HowToRTS, Flocking").when(&[("goal", &["place"])]);
        goal_y: f32 = ParamSpec::float("Place, down", "× height", 0.5, [0.0, 1.0], 0.01)
            .formula("Y", "x_g = (X·W, Y·H)")
            .doc("Where the group goes, as a share of the world's height.")
            .source("HowToRTS, Flocking").when(&[("goal", &["place"])]);
        notice: f32 = ParamSpec::float("Notice", "× L", 400.0, [1.0, 1000.0], 1.0).logarithmic()
            .plots(Plot::Goal)
            .formula("k_not", "x_g = \"nearest with\" d ≤ k_not·L")
            .doc("Others farther than this many lengths are not noticed.")
            .source("Ours").when(&[("goal", &["nearest"])]);
        heeds_pointer: bool = ParamSpec::switch("Heeds the pointer", true)
            .formula("heeds", "x_g = \"pointer, if held and\" heeds")
            .doc("A pointer that is held is the goal; units that go to places still go there \
                  after it is released.")
            .source("Understanding Steering Behaviors, part 1: the mouse is the target");
    }
}

/// Units that roam have arrived this many lengths from their place.
const ARRIVED: f32 = 2.5;

/// Places to roam to keep this share of the world's extent away from its edges.
const MARGIN: f32 = 0.06;

/// What units have in mind that does not follow from the parameters.
#[derive(Clone, Debug, Default)]
pub(crate) struct Goals {
    /// By unit: the place that it roams to, or the nearest other.
    units: Vec<Option<Target>>,
    /// By unit: what it will have in mind after the coming tick, where `is_chosen`. A tick that is
    /// not gone through with leaves no trace.
    chosen: Vec<Option<Target>>,
    is_chosen: bool,
    /// By group: where the pointer has sent it.
    orders: Vec<Option<Order>>,
}

/// Where the pointer has sent a group, and the place that its parameters named then: whoever names
/// another one since has had the last word.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Order {
    to: Vec2,
    instead_of: Vec2,
}

impl Goal {
    /// The place for the whole group, as shares of the world's extent.
    fn place(&self) -> Vec2 {
        Vec2::new(self.goal_x, self.goal_y)
    }
}

impl Goals {
    /// Forgets everything; makes room for so many units and groups.
    pub fn reset(&mut self, units: usize, groups: usize) {
        self.units.clear();
        self.units.resize(units, None);
        self.chosen.clone_from(&self.units);
        self.is_chosen = false;
        self.orders.clear();
        self.orders.resize(groups, None);
    }

    /// Takes on where others have sent the groups, if these are as many.
    pub fn keep_orders(&mut self, others: &Self) {
        if others.orders.len() == self.orders.len() {
            self.orders.clone_from(&others.orders);
        }
    }

    /// Takes on what some units of others have in mind, for the units from `first` on.
    pub fn keep_units(&mut self, others: &Self, kept: Range<usize>, first: usize) {
        self.units[first..first + kept.len()].copy_from_slice(&others.units[kept]);
    }

    /// What is worth keeping of it; short where nobody has anything in mind.
    pub fn state(&self) -> Self {
        let idle = self.units.iter().all(Option::is_none);
        Self {
            units: if idle { Vec::new() } else { self.units.clone() },
            orders: self.orders.clone(),
            ..Self::default()
        }
    }

    /// Puts a [`state`](Self::state) of so many units back.
    pub fn restore(&mut self, state: &Self, units: usize) {
        self.reset(units, state.orders.len());
        self.orders.clone_from(&state.orders);
        if !state.units.is_empty() {
            self.units.clone_from(&state.units);
        }
    }

    /// Bytes that it takes on the heap.
    pub fn bytes(&self) -> usize {
        self.units.len() * size_of::<Option<Target>>()
            + self.orders.len() * size_of::<Option<Order>>()
    }

    /// Makes a unit choose anew.
    pub fn forget(&mut self, id: usize) {
        self.units[id] = None;
    }

    pub fn add_to_hash(&self, hash: &mut StateHash) {
        let places = self.units.iter().map(|goal| goal.map(|goal| goal.position));
        let orders = self.orders.iter().map(|order| order.map(|order| order.to));
        for place in places.chain(orders).flatten() {
            hash.floats(&place.to_array());
        }
    }
}

impl Scope<'_> {
    /// What a unit has in mind.
    pub fn goal(&self, id: usize) -> Option<Target> {
        let goal = self.goal?;
        if goal.heeds_pointer && self.pointer.is_some() {
            return self.pointer;
        }
        match goal.goal {
            GoalKind::Target => self.target,
            GoalKind::Place => {
                let place = goal.place();
                let order = self.goals.orders[self.group].filter(|o| o.instead_of == place);
                let size = Vec2::new(self.space.width, self.space.height);
                let position = order.map_or(place * size, |order| order.to);
                Some(Target { position, velocity: Vec2::ZERO })
            }
            GoalKind::Roam | GoalKind::Nearest if self.goals.is_chosen => self.goals.chosen[id],
            GoalKind::Roam | GoalKind::Nearest => self.goals.units[id],
        }
    }

    /// The nearest unit of another role within a radius.
    fn nearest_other(&self, id: usize, reach: f32) -> Option<Target> {
        let center = self.agents.position(id);
        let mut radius = (8.0 * self.agents.length[id]).min(reach);
        // Search wider and wider, so that a crowd is not searched to its end.
        loop {
            let mut nearest = (f32::INFINITY, usize::MAX);
            self.around(Whom::Others, center, radius, |other, offset| {
                let candidate = (offset.length_squared(), other);
                if candidate < nearest {
                    nearest = candidate;
                }
            });
            let (_, other) = nearest;
            if other != usize::MAX {
                let (position, velocity) =
                    (self.agents.position(other), self.agents.velocity(other));
                return Some(Target { position, velocity });
            }
            if radius >= reach {
                return None;
            }
            radius = (radius * 2.0).min(reach);
        }
    }

    /// Where a unit roams to now: its place, or another where it has arrived.
    fn roam(&self, id: usize, before: Option<Target>) -> Target {
        let there = |goal: &Target| {
            self.offset_to(id, goal.position).length() > ARRIVED * self.agents.length[id]
        };
        before.filter(there).unwrap_or_else(|| {
            let mut rng = Rng::new(self.seed, Stream::Goal { unit: id, tick: self.tick });
            let x = rng.range(MARGIN, 1.0 - MARGIN) * self.space.width;
            let y = rng.range(MARGIN, 1.0 - MARGIN) * self.space.height;
            Target { position: Vec2::new(x, y), velocity: Vec2::ZERO }
        })
    }
}

impl World {
    /// Makes up the minds of all units, from the sorted state. The same again within a tick.
    pub(crate) fn choose_goals(&mut self) {
        for index in 0..self.groups().len() {
            if self.chooses_goals(index) {
                self.choose_goals_of(index, 0..self.groups()[index].range.len());
            }
        }
        self.goals_are_chosen();
    }

    /// Whether the units of a group make up their minds each for itself.
    pub(crate) fn chooses_goals(&self, index: usize) -> bool {
        let kind = self.groups()[index].goal.map(|goal| goal.goal);
        matches!(kind, Some(GoalKind::Roam | GoalKind::Nearest))
    }

    /// Makes up the minds of some units of a group.
    pub(crate) fn choose_goals_of(&mut self, index: usize, part: Range<usize>) {
        let mut goals = std::mem::take(&mut self.goals);
        let group = &self.groups()[index];
        if let Some(goal) = group.goal {
            let scope = self.scope(index);
            for id in group.range.clone().skip(part.start).take(part.len()) {
                goals.chosen[id] = match goal.goal {
                    GoalKind::Nearest => {
                        scope.nearest_other(id, goal.notice * scope.agents.length[id])
                    }
                    _ => Some(scope.roam(id, goals.units[id])),
                };
            }
        }
        self.goals = goals;
    }

    /// All have made up their minds: that is what they go by in this tick.
    pub(crate) fn goals_are_chosen(&mut self) {
        self.goals.is_chosen = true;
    }

    /// What the units have chosen for this tick is what they have in mind from now on.
    pub(crate) fn keep_goals(&mut self) {
        let mut goals = std::mem::take(&mut self.goals);
        for (index, group) in self.groups().iter().enumerate() {
            if self.chooses_goals(index) {
                let range = group.range.clone();
                goals.units[range.clone()].copy_from_slice(&goals.chosen[range]);
            }
        }
        goals.is_chosen = false;
        self.goals = goals;
    }

    /// Units that go to places remember where the pointer has sent them, until another is named.
    pub(crate) fn note_orders(&mut self) {
        let pointer = self.pointer_target();
        for index in 0..self.groups().len() {
            let group = &self.groups()[index];
            let (Some(goal), range) = (group.goal, group.range.clone()) else { continue };
            let order = &mut self.goals.orders[index];
            *order = order.filter(|order| order.instead_of == goal.place());
            let Some(pointer) = pointer.filter(|_| goal.heeds_pointer) else { continue };
            match goal.goal {
                GoalKind::Place => {
                    *order = Some(Order { to: pointer.position, instead_of: goal.place() });
                }
                GoalKind::Roam => {
                    let still = Target { velocity: Vec2::ZERO, ..pointer };
                    self.goals.units[range].fill(Some(still));
                }
                GoalKind::Target | GoalKind::Nearest => {}
            }
        }
    }

    /// Where each group that goes to a place is going, by group.
    pub fn destinations(&self) -> impl Iterator<Item = (usize, Vec2)> {
        let groups = self.groups().iter().enumerate().filter(|(_, group)| !group.range.is_empty());
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
