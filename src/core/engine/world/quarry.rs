//! Targets that units hunt, the hunters of the prey, and leaders that units follow.

use super::inputs::UserInputs;
use super::state::State;
use crate::engine::agents::{Role, Spot, UnitState};
use crate::engine::behaviors::Stimulus;
use crate::engine::goals::GoalKind;
use crate::engine::group::{Group, Ties};
use crate::engine::params::TargetMode;
use crate::engine::ties::GroupSet;

/// Target of the hunt in a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HuntTarget {
    /// Neither a unit nor the pointer is hunted.
    Nobody,
    /// The held pointer is hunted, at this position and velocity.
    Pointer(Spot),
    /// A unit is hunted: its id, and its position and velocity.
    Unit(usize, Spot),
}

impl HuntTarget {
    /// Position and velocity of the target; `None` if nobody is hunted.
    pub fn target_spot(self) -> Option<Spot> {
        match self {
            HuntTarget::Nobody => None,
            HuntTarget::Pointer(target) | HuntTarget::Unit(_, target) => Some(target),
        }
    }
}

impl State {
    pub(crate) fn inputs(&self) -> &UserInputs {
        &self.inputs
    }

    /// Present target of the hunt: the held pointer, else the first unit of the role that the
    /// world's parameters name.
    pub fn hunt_target(&self) -> HuntTarget {
        if let (Some(_), Some(target)) = (self.inputs.held_position(), self.inputs.pointer()) {
            return HuntTarget::Pointer(target);
        }
        let hunted = match self.params.target {
            TargetMode::Nobody => None,
            TargetMode::Player => self.first_group_of_role(Role::Player),
            TargetMode::Prey => self.first_group_of_role(Role::Prey),
        };
        hunted.map_or(HuntTarget::Nobody, |group| {
            let id = group.ids.start;
            HuntTarget::Unit(id, self.agents.spot(id))
        })
    }

    /// Position and velocity of the prey's hunter: the nearest unit that is neither prey nor
    /// player. All units are visited.
    pub(crate) fn find_hunter(&self) -> Option<Spot> {
        let prey = self.first_group_of_role(Role::Prey)?.ids.start;
        let hunters = self.groups.iter().filter(|group| group.role.counts_as_neighbor());
        let distance = |id: &usize| self.offset(prey, *id).length_squared();
        let nearest = hunters
            .flat_map(|group| group.ids.clone())
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        Some(self.agents.spot(nearest))
    }

    /// First group of this role that has units.
    fn first_group_of_role(&self, role: Role) -> Option<&Group> {
        self.groups.iter().find(|group| group.role == role && !group.ids.is_empty())
    }

    /// Position and velocity of the leader of a group that follows the groups `follows`: the first
    /// unit of the first of these groups that has any. If `follows` is empty, the first group of
    /// leaders counts.
    pub(super) fn leader_spot(&self, follows: GroupSet) -> Option<Spot> {
        let mut groups = self.groups.iter().enumerate();
        let group = match follows {
            0 => self.first_group_of_role(Role::Leader)?,
            _ => groups.find(|(at, g)| Ties::contains(follows, *at) && !g.ids.is_empty())?.1,
        };
        Some(self.agents.spot(group.ids.start))
    }

    /// Present position and velocity of the target that a caller has set for a group; `None` if
    /// none was set or its unit is gone.
    pub(super) fn assigned_target(&self, group: &Group) -> Option<Spot> {
        self.spot_of(group.target?, group.first_unit())
    }

    /// Position and velocity of the unit of the groups `hunts` that is nearest to the unit with the
    /// id `hunter`. `is_hunter_excluded`: whether the hunter itself is left out.
    pub(super) fn nearest_hunted(
        &self,
        hunts: GroupSet,
        hunter: usize,
        is_hunter_excluded: bool,
    ) -> Option<Spot> {
        let from = self.agents.position(hunter);
        let groups = self.groups.iter().enumerate();
        let hunted = groups.filter(|(at, _)| Ties::contains(hunts, *at));
        let distance = |id: &usize| {
            self.space().offset_between(from, self.agents.position(*id)).length_squared()
        };
        let nearest = hunted
            .flat_map(|(_, group)| group.ids.clone())
            .filter(|id| !is_hunter_excluded || *id != hunter)
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        Some(self.agents.spot(nearest))
    }

    /// Whether a held pointer has an effect on any unit.
    pub fn pointer_has_effect(&self) -> bool {
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
                        || behavior
                            .compiled_behavior()
                            .is_some_and(|compiled_behavior| compiled_behavior.is_user_rule())
                })
        };
        let prey = self.first_group_of_role(Role::Prey).is_some_and(|group| group.body.is_tile());
        prey || self.groups.iter().any(|group| !group.ids.is_empty() && responds(group))
    }

    /// Moves the first prey to the held pointer, if the prey walks on tiles and the tile there is
    /// free.
    pub(super) fn place_prey(&mut self) {
        let Some(group) = self.first_group_of_role(Role::Prey).filter(|group| group.body.is_tile())
        else {
            return;
        };
        if let Some(position) = self.inputs.held_position() {
            let id = group.ids.start;
            let held = UnitState { position, ..self.agents.state(id) };
            let state =
                group.body.nearest_allowed_state(held, self.params.width, self.params.height);
            if !self.is_blocked(state.position) {
                self.agents.set_state(id, state);
            }
        }
    }
}
