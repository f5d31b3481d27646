//! Data that a behavior can read, and functions that behaviors share: searches for units around a
//! point, forces toward wanted velocities, lateral forces at the bow, and descriptions of what a
//! behavior responds to.

mod answer;
mod cues;
mod goal;
mod search;
mod units;
mod wall;
mod wanted;

pub use answer::Stimulus;
pub use cues::{AimKind, PlannedRoute, SteeringCue};
pub use search::UnitFilter;
pub(crate) use search::VisitedUnits;
pub use units::UnitBlock;
pub(crate) use units::{add_lateral_forces, turn_toward};
pub(crate) use wall::NearestBarrier;
pub(crate) use wanted::{DEFAULT_SLOWING_RADIUS, HEAD_ON_SHARE, add_force_per_unit, unit_vector};

pub use crate::engine::agents::Spot;
pub use crate::engine::controls::Controls;

use crate::engine::agents::{Agents, LEADER_FLAG, Role};
#[cfg(doc)]
use crate::engine::bodies::Body;
pub use crate::engine::bodies::BodyKind;
use crate::engine::goals::{ChosenGoals, Goal, UnitGoals};
use crate::engine::group::{Group, find_group};
use crate::engine::layout::Site;
use crate::engine::math::{Lanes, splat};
use crate::engine::params::{Edges, Hunters};
use crate::engine::perception::grid::Grid;
use crate::engine::perception::neighborhood::GroupRelation;
use crate::engine::perception::{Neighborhoods, View};
use crate::engine::scenery::{Obstacle, Path, Space, WallGrid};
use crate::engine::ties::GroupSet;
use crate::engine::tiles::{BlockedTiles, TileGrid, TileGround};
use std::ops::Range;

/// Data that the behaviors of one group can read in a tick.
#[derive(Clone)]
pub struct Scope<'a> {
    /// All units, in their state after the last tick.
    pub agents: &'a Agents,
    /// Results of the neighbor search for every unit.
    pub neighbors: &'a Neighborhoods,
    /// Flags of each unit, by id; see [`is_leader`](Self::is_leader).
    pub leader_flags: &'a [u8],
    /// Round obstacles of the world.
    pub obstacles: &'a [Obstacle],
    /// Walls of the world, with their spatial index.
    pub(crate) walls: &'a WallGrid,
    /// What happens to units at the edges of the world.
    pub edges: Edges,
    /// Geometry of perception: size of the world, and whether offsets wrap around its edges.
    pub space: Space,
    /// Whether units that leave the world on one side enter it on the other.
    pub world_wraps: bool,
    /// Position and velocity of the target that the group hunts; `None` if there is none. For the
    /// hunted prey itself: its nearest hunter.
    pub hunted_target: Option<Spot>,
    /// Position and velocity of the target that a caller has set for the group; it takes precedence
    /// over goals. See [`World::set_target`](crate::World::set_target).
    pub assigned_target: Option<Spot>,
    /// Units of the group that hunt the target; `None` if the setting of each behavior applies.
    pub hunters: Option<Hunters>,
    /// Keys that steer the player's craft.
    pub controls: Controls,
    /// Grid with the sorted units of every group, by group index, for searches; see
    /// [`visit_around`](Self::visit_around).
    pub group_grids: &'a [Grid],
    /// How this group perceives the units of each group, by group index.
    pub group_relations: &'a [GroupRelation],
    /// Index and range of ids of each group that this one fears.
    pub feared_groups: &'a [(usize, Range<usize>)],
    /// Groups that this one hunts; see [`Ties`](crate::engine::ties::Ties).
    pub hunted_groups: GroupSet,
    /// Field of view of the group's units; `None` if they see nothing.
    pub view: Option<View>,
    /// Whether the group fears the pointer.
    pub fears_pointer: bool,
    /// All groups, for access to the memories of their units.
    pub(crate) groups: &'a [Group],
    /// Keys, labels, roles and ranges of ids of all groups, by group index.
    pub group_identities: &'a [GroupIdentity],
    /// Kind of body of the group's units.
    pub body_kind: BodyKind,
    /// Index of the group whose behaviors read this data.
    pub group: usize,
    /// Force scale of the group: S of a rigid body, `max_force` of a point mass or particle, 1 on
    /// tiles.
    pub force_scale: f32,
    /// Largest ratio of a force to the difference (u/s) between wanted and present velocity; with a
    /// larger ratio, a unit would overshoot the wanted velocity within a tick.
    pub max_gain: f32,
    /// Mass of a unit of the group; 0 for bodies that respond to a force at once.
    pub mass: f32,
    /// Top speed of the group's units, u/s; that of a single unit can deviate: see
    /// [`max_speed`](Self::max_speed).
    pub max_speed: f32,
    /// Largest deviation of a unit's top speed from `max_speed`, as a share of `max_speed`.
    pub pace_spread: f32,
    /// Forward force of a unit whose thrust no behavior changes, in the units of the group's
    /// parameters.
    pub default_thrust: f32,
    /// Goal of the group's units as its parameters set it; see [`goal_spot`](Self::goal_spot).
    pub goal_setting: Option<Goal>,
    pub(crate) goals: &'a UnitGoals,
    pub(crate) chosen_goals: &'a ChosenGoals,
    /// Position and velocity of the pointer while it is held, and for one tick after a tap.
    pub pointer: Option<Spot>,
    /// Position and velocity of the leader that the group follows; `None` if there is none.
    pub leader: Option<Spot>,
    /// Named places of the world's layout.
    pub sites: &'a [Site],
    /// Path that the group follows.
    pub path: Path<'a>,
    /// Blocked tiles of the world.
    pub blocked: &'a BlockedTiles,
    /// Id of the group's first unit: a behavior stores its memory of the unit `id` at the index `id
    /// - first_id`.
    pub first_id: usize,
    /// Number of the tick; with `seed`, the source of seeded randomness.
    pub tick: u64,
    /// Seed of the run.
    pub seed: u32,
    /// Whether bodies move at the end of this tick. Bodies on tiles do not move in every tick.
    pub moves_this_tick: bool,
}

/// Key, name, role and unit ids of a group, by which behaviors of other groups refer to it.
#[derive(Clone, Debug)]
pub struct GroupIdentity {
    /// Key of the group in links; see [`Group::key`](crate::engine::group::Group::key).
    pub key: &'static str,
    /// Name of the group on the page.
    pub label: &'static str,
    /// Role of the group's units.
    pub role: Role,
    /// Range of the ids of the group's units.
    pub ids: Range<usize>,
}

impl<'a> Scope<'a> {
    /// Index of the group with this key or, if there is none, with this name on the page.
    pub(crate) fn group_named(&self, name: &str) -> Option<usize> {
        find_group(self.group_identities.iter().map(|info| (info.key, info.label)), name)
    }

    /// Tile grid of the world with its blocked tiles, for units that walk on tiles.
    pub(crate) fn tile_ground(&self) -> TileGround<'a> {
        TileGround::new(TileGrid::covering(self.space.width, self.space.height), self.blocked)
    }

    /// Number of units in the group.
    pub(crate) fn group_size(&self) -> usize {
        self.group_identities.get(self.group).map_or(0, |info| info.ids.len())
    }

    /// Whether a unit is a leader, that is, no neighbor is in its narrow view.
    pub fn is_leader(&self, id: usize) -> bool {
        self.leader_flags[id] & LEADER_FLAG != 0
    }

    /// 1 for the units of a block that hunt the target, else 0. `usual`: units that hunt if
    /// [`hunters`](Self::hunters) is `None`.
    #[inline(always)]
    pub(crate) fn hunting_mask(&self, usual: Hunters, units: &UnitBlock<Lanes>) -> Lanes {
        match self.hunters.unwrap_or(usual) {
            Hunters::Everyone => splat(1.0),
            Hunters::Leaders => units.leader_mask(self),
        }
    }
}
