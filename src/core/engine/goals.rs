//! What each unit has in mind: the place or thing that it heads for, or runs from.

use crate::engine::agents::Spot;
use crate::engine::hash::StateHash;
use crate::engine::tape::{Tape, Taped};
use crate::schema::ParamSpec;
use crate::{choices, params, taped};
use glam::Vec2;
use std::ops::Range;

choices! {
    /// What the units of a group have in mind.
    pub enum GoalKind {
        Target = "target", "The target", "The dragged pointer, else the scene's target.";
        Place = "place", "A place", "One place for the whole group.";
        Roam = "roam", "Random places", "A place of its own for each, and a new one after each arrival.";
        Nearest = "nearest", "The nearest other", "The nearest one of another role.";
        Between = "between", "To and fro", "The place and the one opposite, across the middle of the world, in turn: when the middle of the group is there.";
        Middle = "middle", "The middle of the others", "Where those of other roles are many: the middle of all that are noticed, the near ones counting more.";
    }
}

params! {
    /// What seek, arrive and pursue head for, and flee and evade run from.
    pub struct Goal in "Goal" {
        goal: GoalKind = ParamSpec::choice("Goal", GoalKind::CHOICES, 0)
            .formula("goal", "x_g = \"place of\" goal")
            .doc("What the birds of the group head for, or run from.")
            .source("Understanding Steering Behaviors, parts 1 to 5");
        goal_x: f32 = ParamSpec::float("Place, across", "× width", 0.5, [0.0, 1.0], 0.01)
            .formula("X", "x_g = (X·W, Y·H)")
            .doc("Where the group goes, as a share of the world's width.")
            .source("HowToRTS, Flocking").when(&[("goal", &["place", "between"])]);
        goal_y: f32 = ParamSpec::float("Place, down", "× height", 0.5, [0.0, 1.0], 0.01)
            .formula("Y", "x_g = (X·W, Y·H)")
            .doc("Where the group goes, as a share of the world's height.")
            .source("HowToRTS, Flocking").when(&[("goal", &["place", "between"])]);
        notice: f32 = ParamSpec::float("Notice", "× L", 400.0, [1.0, 1000.0], 1.0).logarithmic()
            .formula("k_not", "x_g = \"nearest with\" d ≤ k_not·L")
            .doc("Others farther away than this many lengths are not noticed.")
            .source("Ours").when(&[("goal", &["nearest", "middle"])]);
        heeds_pointer: bool = ParamSpec::switch("Heeds the pointer", true)
            .formula("heeds", "x_g = \"pointer, if held and\" heeds")
            .doc("While the pointer is held, it is the goal; birds that go to places still go \
                  there after it is released.")
            .source("Understanding Steering Behaviors, part 1: the mouse is the target")
            .when(&[("goal", &["place", "roam", "nearest", "between", "middle"])]);
    }
}

/// What units have in mind that does not follow from the parameters.
#[derive(Clone, Debug, Default)]
pub(crate) struct Goals {
    /// By unit: the place that it roams to, or the other units that it is after. Empty where no group has goals.
    units: Vec<Option<Spot>>,
    /// By group: where the pointer has sent it.
    orders: Vec<Option<Order>>,
    /// By group: one that goes to and fro is on its way back.
    back: Vec<bool>,
}

/// What units will have in mind after the coming tick. A tick that is not gone through with leaves
/// no trace.
#[derive(Clone, Debug, Default)]
pub(crate) struct Minds {
    /// By unit.
    chosen: Vec<Option<Spot>>,
    /// All have made up their minds.
    are_made_up: bool,
}

/// Where the pointer has sent a group, and the place that its parameters named then: a place
/// that was named since is the one that counts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Order {
    to: Vec2,
    instead_of: Vec2,
}

taped!(Order { to, instead_of });

impl Goal {
    /// The place for the whole group, as shares of the world's extent.
    pub(crate) fn place(&self) -> Vec2 {
        Vec2::new(self.goal_x, self.goal_y)
    }

    /// Whether each unit makes up its own mind.
    pub(crate) fn is_chosen_by_each(&self) -> bool {
        matches!(self.goal, GoalKind::Roam | GoalKind::Nearest | GoalKind::Middle)
    }
}

impl Goals {
    /// Nothing in mind; room for this many units and groups.
    pub fn with_room(units: usize, groups: usize) -> Self {
        Self { units: vec![None; units], orders: vec![None; groups], back: vec![false; groups] }
    }

    /// Takes on where others have sent the groups, if these are as many.
    pub fn keep_orders(&mut self, others: &Self) {
        if others.orders.len() == self.orders.len() {
            self.orders.clone_from(&others.orders);
            self.back.clone_from(&others.back);
        }
    }

    /// Takes on what some units of others have in mind, for the units from `first` on.
    pub fn keep_units(&mut self, others: &Self, kept: Range<usize>, first: usize) {
        if !self.units.is_empty() && !others.units.is_empty() {
            self.units[first..first + kept.len()].copy_from_slice(&others.units[kept]);
        }
    }

    /// Goes over all, of this many units.
    pub fn tape(&mut self, tape: &mut Tape, units: usize) {
        let mut minded = !self.units.is_empty();
        minded.tape(tape);
        if tape.reads() {
            self.units.resize(if minded { units } else { 0 }, None);
        }
        self.units[..].tape(tape);
        self.orders[..].tape(tape);
        self.back[..].tape(tape);
    }

    /// Bytes that it takes on the heap.
    pub fn bytes(&self) -> usize {
        self.units.len() * size_of::<Option<Spot>>()
            + self.orders.len() * size_of::<Option<Order>>()
    }

    /// Makes a unit choose anew.
    pub fn forget(&mut self, id: usize) {
        if let Some(goal) = self.units.get_mut(id) {
            *goal = None;
        }
    }

    /// Two units change ids.
    pub fn swap(&mut self, a: usize, b: usize) {
        if !self.units.is_empty() {
            self.units.swap(a, b);
        }
    }

    /// Makes room for a unit at an id, where any group has goals.
    pub fn insert(&mut self, id: usize, minded: bool) {
        if minded {
            self.units.insert(id, None);
        }
    }

    /// Takes a unit out.
    pub fn remove(&mut self, id: usize) {
        if !self.units.is_empty() {
            self.units.remove(id);
        }
    }

    /// Takes back all orders; groups that go to and fro set out from the start.
    pub fn forget_orders(&mut self) {
        self.orders.fill(None);
        self.back.fill(false);
    }

    /// What a unit has in mind of its own.
    pub fn spot(&self, id: usize) -> Option<Spot> {
        self.units.get(id).copied().flatten()
    }

    /// Where the pointer has sent a group; `None` where the group's parameters name another place
    /// than they did then.
    pub fn order(&self, group: usize, goal: &Goal) -> Option<Vec2> {
        self.orders[group].filter(|order| order.instead_of == goal.place()).map(|order| order.to)
    }

    /// Where a group that goes to a place, or to and fro, goes now, as shares of the world's extent
    /// without an order to go elsewhere.
    pub fn place(&self, group: usize, goal: &Goal) -> Vec2 {
        match goal.goal {
            GoalKind::Between if self.back[group] => Vec2::ONE - goal.place(),
            _ => goal.place(),
        }
    }

    /// A group that goes to and fro is where it was to go: it turns, or goes on from where it was
    /// sent.
    pub fn turn(&mut self, group: usize) {
        if self.orders[group].take().is_none() {
            self.back[group] = !self.back[group];
        }
    }

    /// What these units have chosen is what they have in mind from now on.
    pub fn keep(&mut self, ids: Range<usize>, minds: &Minds) {
        self.units[ids.clone()].copy_from_slice(&minds.chosen[ids]);
    }

    /// Notes where the pointer, if it is held, sends a group whose units have these ids.
    pub fn note_order(
        &mut self,
        group: usize,
        ids: Range<usize>,
        goal: &Goal,
        pointer: Option<Spot>,
    ) {
        let place = goal.place();
        let order = &mut self.orders[group];
        *order = order.filter(|order| order.instead_of == place);
        let Some(pointer) = pointer.filter(|_| goal.heeds_pointer) else { return };
        match goal.goal {
            GoalKind::Place | GoalKind::Between => {
                *order = Some(Order { to: pointer.position, instead_of: place })
            }
            GoalKind::Roam => {
                let still = Spot { velocity: Vec2::ZERO, ..pointer };
                self.units[ids].fill(Some(still));
            }
            GoalKind::Target | GoalKind::Nearest | GoalKind::Middle => {}
        }
    }

    pub fn add_to_hash(&self, hash: &mut StateHash) {
        let places = self.units.iter().map(|goal| goal.map(|goal| goal.position));
        let orders = self.orders.iter().map(|order| order.map(|order| order.to));
        for place in places.chain(orders).flatten() {
            hash.floats(&place.to_array());
        }
        for group in (0..self.back.len()).filter(|group| self.back[*group]) {
            hash.word(group as u64);
        }
    }
}

impl Minds {
    /// All choices have to be made again.
    pub fn begin(&mut self) {
        self.are_made_up = false;
    }

    /// Makes room for this many units.
    pub fn fit(&mut self, units: usize) {
        self.chosen.resize(units, None);
    }

    /// What some units choose, to be filled in.
    pub fn of_some(&mut self, ids: Range<usize>) -> &mut [Option<Spot>] {
        &mut self.chosen[ids]
    }

    /// All have made up their minds: that is what they go by.
    pub fn set_made_up(&mut self) {
        self.are_made_up = true;
    }

    /// What a unit goes by: what it has chosen if all have, else what it had in mind before.
    pub fn spot(&self, id: usize, before: &Goals) -> Option<Spot> {
        if self.are_made_up { self.chosen[id] } else { before.spot(id) }
    }
}
