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
pub use units::Units;
pub(crate) use units::{add_lateral_forces, turn_toward};
pub(crate) use wall::NearestBarrier;
pub(crate) use wanted::{DEFAULT_SLOWING_RADIUS, HEAD_ON_SHARE, add_force_per_unit, unit_vector};

pub use crate::engine::agents::Spot;
pub use crate::engine::controls::Controls;

use crate::engine::agents::{Agents, LEADER, Role};
#[cfg(doc)]
use crate::engine::bodies::Body;
pub use crate::engine::bodies::BodyKind;
use crate::engine::goals::{ChosenGoals, Goal, UnitGoals};
use crate::engine::group::{Group, find_group};
use crate::engine::layout::Site;
use crate::engine::math::{Lanes, splat};
use crate::engine::params::{Edges, Hunters};
use crate::engine::perception::grid::Grid;
use crate::engine::perception::neighborhood::Relation;
use crate::engine::perception::{Neighborhoods, View};
use crate::engine::scenery::{Obstacle, Path, Space, WallGrid};
use crate::engine::ties::Groups;
use crate::engine::tiles::{BlockedTiles, TileGround, Tiles};
use std::ops::Range;

/// Data that the behaviors of one group can read.
#[derive(Clone)]
pub struct Scope<'a> {
    /// All units, in their state after the last tick.
    pub agents: &'a Agents,
    /// Results of the neighbor search for every unit.
    pub neighbors: &'a Neighborhoods,
    /// Flags by unit; see [`is_leader`](Self::is_leader).
    pub leaders: &'a [u8],
    /// Round obstacles of the world.
    pub obstacles: &'a [Obstacle],
    /// Walls of the world.
    pub(crate) walls: &'a WallGrid,
    /// Rule at the edges of the world.
    pub edges: Edges,
    /// Geometry of perception: extent, and whether offsets wrap around the edges.
    pub space: Space,
    /// Whether units that leave the world on one side enter it on the other.
    pub world_wraps: bool,
    /// Position and velocity of the hunted target; `None` without a hunt. For the group of the
    /// hunted unit itself, its nearest hunter.
    pub hunted_target: Option<Spot>,
    /// Target that a caller has set for the group; it takes precedence over goals. See
    /// [`World::set_target`](crate::World::set_target).
    pub assigned_target: Option<Spot>,
    /// Which units hunt the target, if this overrides the setting of a behavior.
    pub hunters: Option<Hunters>,
    /// Keys that steer the player's craft.
    pub controls: Controls,
    /// Sorted units of every group, by group index, for searches; see [`visit_around`](Self::visit_around).
    pub group_grids: &'a [Grid],
    /// Relation of this group to the units of each group, by group index.
    pub group_relations: &'a [Relation],
    /// Groups that this one fears: index and range of ids.
    pub feared_groups: &'a [(usize, Range<usize>)],
    /// Set of groups that this one hunts; see [`Ties`](crate::engine::ties::Ties).
    pub hunted_groups: Groups,
    /// Field of view of the group; `None` if its units have none.
    pub view: Option<View>,
    /// Whether the group fears the pointer.
    pub fears_pointer: bool,
    /// All groups, for the memories of their units.
    pub(crate) groups: &'a [Group],
    /// Keys, labels, roles and ranges of ids of all groups, by group index.
    pub group_identities: &'a [GroupIdentity],
    /// Kind of body of the group's units.
    pub body_kind: BodyKind,
    /// Index of the group.
    pub group: usize,
    /// Force by which rules scale: S of a rigid body, `max_force` of a point mass.
    pub force_scale: f32,
    /// Largest force per u/s of difference between wanted and present velocity.
    pub max_gain: f32,
    /// Mass of a unit.
    pub mass: f32,
    /// Largest speed of the group's units, u/s, before their individual pace; see
    /// [`max_speed`](Self::max_speed).
    pub max_speed: f32,
    /// Largest deviation of a unit's top speed from `max_speed`, as a share of it.
    pub pace_spread: f32,
    /// Forward force of a unit whose thrust no behavior changes.
    pub default_thrust: f32,
    /// Goal setting of the group; see [`goal_setting`](Self::goal_setting).
    pub goal_setting: Option<Goal>,
    pub(crate) goals: &'a UnitGoals,
    pub(crate) chosen_goals: &'a ChosenGoals,
    /// Position and velocity of the pointer while it is held, and for one tick after a tap.
    pub pointer: Option<Spot>,
    /// Position and velocity of the leader that the group follows.
    pub leader: Option<Spot>,
    /// Named places of the layout.
    pub sites: &'a [Site],
    /// Path of the group.
    pub path: Path<'a>,
    /// Blocked tiles of the world.
    pub blocked: &'a BlockedTiles,
    /// Id of the group's first unit: a behavior's memory of unit `id` is at `id - first`.
    pub first_id: usize,
    /// Number of the tick; with `seed`, the source of seeded randomness.
    pub tick: u64,
    /// Seed of the run.
    pub seed: u32,
    /// Whether bodies move at the end of this tick. Bodies on tiles do not move in every tick.
    pub moves_this_tick: bool,
}

/// Description of a group by which behaviors of other groups find it.
#[derive(Clone, Debug)]
pub struct GroupIdentity {
    /// See [`Group::key`](crate::engine::group::Group::key).
    pub key: &'static str,
    /// Name of the group on the page.
    pub label: &'static str,
    /// Role of its units.
    pub role: Role,
    /// Range of ids of its units.
    pub ids: Range<usize>,
}

impl<'a> Scope<'a> {
    /// Index of a group by its key; if no group has that key, by its name on the page.
    pub(crate) fn group_named(&self, name: &str) -> Option<usize> {
        find_group(self.group_identities.iter().map(|info| (info.key, info.label)), name)
    }

    /// Tile grid with the blocked tiles, for units that walk on tiles.
    pub(crate) fn tile_ground(&self) -> TileGround<'a> {
        TileGround::new(Tiles::covering(self.space.width, self.space.height), self.blocked)
    }

    /// Number of units in the group.
    pub(crate) fn group_size(&self) -> usize {
        self.group_identities.get(self.group).map_or(0, |info| info.ids.len())
    }

    /// Whether a unit is a leader: its narrow view is empty.
    pub fn is_leader(&self, id: usize) -> bool {
        self.leaders[id] & LEADER != 0
    }

    /// 1 for the units of a block that hunt the target, else 0. `usual`: which units hunt where the
    /// scope does not override it.
    #[inline(always)]
    pub(crate) fn hunting_mask(&self, usual: Hunters, units: &Units<Lanes>) -> Lanes {
        match self.hunters.unwrap_or(usual) {
            Hunters::Everyone => splat(1.0),
            Hunters::Leaders => units.leader_mask(self),
        }
    }
}
