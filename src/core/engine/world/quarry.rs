//! What is hunted and by whom, and who is followed.

use super::inputs::Inputs;
use super::state::State;
use crate::engine::agents::{Role, Spot, Target, UnitState};
use crate::engine::behaviors::Stimulus;
use crate::engine::goals::GoalKind;
use crate::engine::group::{Group, Ties};
use crate::engine::params::TargetMode;
use crate::engine::ties::Groups;
use glam::Vec2;

/// What is hunted, for the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Quarry {
    /// Nothing is.
    Nobody,
    /// The pointer, which is held.
    Pointer(Spot),
    /// A unit, by its id.
    Unit(usize, Spot),
}

impl Quarry {
    /// Where it is and how it moves.
    pub fn target(self) -> Option<Spot> {
        match self {
            Quarry::Nobody => None,
            Quarry::Pointer(target) | Quarry::Unit(_, target) => Some(target),
        }
    }
}

impl State {
    pub(crate) fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// What is hunted now.
    pub fn quarry(&self) -> Quarry {
        if let (Some(_), Some(target)) = (self.inputs.held_at(), self.inputs.pointer()) {
            return Quarry::Pointer(target);
        }
        let hunted = match self.params.target {
            TargetMode::Nobody => None,
            TargetMode::Player => self.first_of(Role::Player),
            TargetMode::Prey => self.first_of(Role::Prey),
        };
        hunted.map_or(Quarry::Nobody, |group| {
            let id = group.range.start;
            Quarry::Unit(id, self.agents.spot(id))
        })
    }

    /// Who hunts the prey: the nearest unit that is neither prey nor player. Looks at all units.
    pub(crate) fn find_hunter(&self) -> Option<Spot> {
        let prey = self.first_of(Role::Prey)?.range.start;
        let hunters = self.groups.iter().filter(|group| group.role.counts_as_neighbor());
        let distance = |id: &usize| self.offset(prey, *id).length_squared();
        let nearest = hunters
            .flat_map(|group| group.range.clone())
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        Some(self.agents.spot(nearest))
    }

    /// The first group of a role that has units.
    fn first_of(&self, role: Role) -> Option<&Group> {
        self.groups.iter().find(|group| group.role == role && !group.range.is_empty())
    }

    /// The first unit of the first of these groups that has any; where it names none, of the first
    /// group of leaders.
    pub(super) fn leader_of(&self, follows: Groups) -> Option<Spot> {
        let mut groups = self.groups.iter().enumerate();
        let group = match follows {
            0 => self.first_of(Role::Leader)?,
            _ => groups.find(|(at, g)| Ties::has(follows, *at) && !g.range.is_empty())?.1,
        };
        Some(self.agents.spot(group.range.start))
    }

    /// Where that is now which is a group's target; `None` where it has none, or
    /// no unit is there any longer.
    pub(super) fn assigned(&self, group: &Group) -> Option<Spot> {
        match group.target? {
            Target::Place(position) => Some(Spot { position, velocity: Vec2::ZERO }),
            Target::Moving(spot) => Some(spot),
            Target::Unit(unit) => self.agents.id(unit).map(|id| self.agents.spot(id)),
            Target::Group(other) => self.nearest_of(Ties::set(&[other]), group),
            Target::Pointer => self.inputs.pointer(),
        }
    }

    /// The unit of some groups that is nearest to the first one of another.
    pub(super) fn nearest_of(&self, hunts: Groups, hunter: &Group) -> Option<Spot> {
        let from = self.agents.position((!hunter.range.is_empty()).then_some(hunter.range.start)?);
        let groups = self.groups.iter().enumerate();
        let hunted = groups.filter(|(at, _)| Ties::has(hunts, *at));
        let distance =
            |id: &usize| self.space().between(from, self.agents.position(*id)).length_squared();
        let nearest = hunted
            .flat_map(|(_, group)| group.range.clone())
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        Some(self.agents.spot(nearest))
    }

    /// Whether it matters to anybody that the pointer is held.
    pub fn heeds_pointer(&self) -> bool {
        let responds = |group: &Group| {
            let goal = group.goal.as_ref();
            let by_goal =
                goal.is_none_or(|goal| goal.heeds_pointer || goal.goal == GoalKind::Target);
            let active = group.pipeline.iter().filter(|behavior| behavior.weight() != 0.0);
            let mut active = active.map(|behavior| behavior.as_ref());
            group.fears_pointer()
                || group.gun.is_some()
                || active.any(|behavior| {
                    behavior.responds_to(Stimulus::Target)
                        || behavior.responds_to(Stimulus::Goal) && by_goal
                        || behavior.ruling().is_some_and(|ruling| ruling.is_by_hand())
                })
        };
        let prey = self.first_of(Role::Prey).is_some_and(|group| group.body.is_tile());
        prey || self.groups.iter().any(|group| !group.range.is_empty() && responds(group))
    }

    /// On tiles, the prey goes where the pointer is held.
    pub(super) fn place_prey(&mut self) {
        let Some(group) = self.first_of(Role::Prey).filter(|group| group.body.is_tile()) else {
            return;
        };
        if let Some(position) = self.inputs.held_at() {
            let id = group.range.start;
            let held = UnitState { position, ..self.agents.state(id) };
            let state = group.body.settle(held, self.params.width, self.params.height);
            if !self.is_blocked(state.position) {
                self.agents.set_state(id, state);
            }
        }
    }
}
