//! What a behavior may read, and the arithmetic that behaviors share: searches for units around a
//! point, wanted velocities, lateral forces at the bow; and the words in which a behavior tells what
//! it goes by.

mod answer;
mod cues;
mod goal;
mod search;
mod units;
mod wall;
mod wanted;

pub use answer::Stimulus;
pub use cues::{AimKind, Cue, Route};
pub(crate) use search::Met;
pub use search::Whom;
pub use units::Units;
pub(crate) use units::{lateral, turn_toward};
pub(crate) use wall::Bar;
pub(crate) use wanted::{HEAD_ON, SLOWING, direction, each};

pub use crate::engine::agents::Spot;
pub use crate::engine::controls::Controls;

use crate::engine::agents::{Agents, LEADER, Role};
#[cfg(doc)]
use crate::engine::bodies::Body;
pub use crate::engine::bodies::BodyKind;
use crate::engine::goals::{Goal, Goals, Minds};
use crate::engine::group::find_group;
use crate::engine::math::{Lanes, splat};
use crate::engine::params::{Edges, Hunters};
use crate::engine::perception::grid::Grid;
use crate::engine::perception::neighborhood::Relation;
use crate::engine::perception::{Neighborhoods, View};
use crate::engine::scenery::{Obstacle, Path, Space, WallGrid};
use crate::engine::ties::Groups;
use crate::engine::tiles::{Blocked, Ground, Tiles};
use std::ops::Range;

/// Everything that a behavior may read.
pub struct Scope<'a> {
    /// The units as the last tick has left them.
    pub agents: &'a Agents,
    /// What the neighbor search has found around each of them.
    pub neighbors: &'a Neighborhoods,
    /// By unit: whether its narrow view is empty; see [`is_leader`](Self::is_leader).
    pub leaders: &'a [u8],
    /// The round obstacles.
    pub obstacles: &'a [Obstacle],
    /// The walls that stand in the world.
    pub(crate) walls: &'a WallGrid,
    /// What happens at its edge.
    pub edges: Edges,
    /// The world as perception sees it.
    pub space: Space,
    /// Whether units that leave it on one side enter on the other.
    pub wraps: bool,
    /// What is hunted; `None` without a hunt. For the hunted unit's own group, who hunts it.
    pub target: Option<Spot>,
    /// What the group was ordered to hunt, head for or run from, whatever it has in mind; see
    /// [`World::set_target`](crate::World::set_target).
    pub assigned: Option<Spot>,
    /// Who hunts it, where that overrides what a behavior says.
    pub hunters: Option<Hunters>,
    /// Keys that fly the player's craft.
    pub controls: Controls,
    /// The sorted units of every group, for searches; see [`around`](Self::around).
    pub grids: &'a [Grid],
    /// What the units of each group mean to this one.
    pub relations: &'a [Relation],
    /// Those that the group fears: groups by index, with their units.
    pub menaces: &'a [(usize, Range<usize>)],
    /// Those that it hunts; see [`Ties`](crate::engine::ties::Ties).
    pub hunts: Groups,
    /// The group's field of view; `None` where its units have no view.
    pub view: Option<View>,
    /// Whether the pointer is among those that the group fears.
    pub fears_pointer: bool,
    /// All groups.
    pub kin: &'a [Kin],
    /// How the group's units move.
    pub body: BodyKind,
    /// Index of the group in `grids`.
    pub group: usize,
    /// The force that rules scale with: S of a rigid body, `max_force` of a point mass.
    pub force_scale: f32,
    /// The most force per u/s of a wanted change of velocity.
    pub stiffest: f32,
    /// The mass of a unit: how slowly it answers to a force.
    pub mass: f32,
    /// The speed that units of the group reach, u/s, before their own pace; see
    /// [`max_speed`](Self::max_speed).
    pub max_speed: f32,
    /// How much the largest speeds of the units differ, as a share.
    pub pace_spread: f32,
    /// What the group has in mind; see [`goal`](Self::goal).
    pub goal: Option<Goal>,
    pub(crate) goals: &'a Goals,
    pub(crate) minds: &'a Minds,
    /// The pointer while it is held, and for one tick after a tap.
    pub pointer: Option<Spot>,
    /// The one that soldiers follow.
    pub leader: Option<Spot>,
    /// The group's path.
    pub path: Path<'a>,
    /// Blocked tiles.
    pub blocked: &'a Blocked,
    /// The group's first unit: a behavior's memory of unit `id` is at `id - first`.
    pub first: usize,
    /// Tick number and seed, for seeded randomness.
    pub tick: u64,
    /// See `tick`.
    pub seed: u32,
    /// Whether the body steps at the end of this tick; the tile body does not at every one.
    pub stepped: bool,
}

/// A group as others know it.
#[derive(Clone, Debug)]
pub struct Kin {
    /// See [`Group::key`](crate::engine::group::Group::key).
    pub key: &'static str,
    /// What the page calls it.
    pub label: &'static str,
    /// What its units are.
    pub role: Role,
    /// Their ids.
    pub range: Range<usize>,
}

impl<'a> Scope<'a> {
    /// The index of a group by its key or, where none has that, by what the page calls it.
    pub(crate) fn kin_named(&self, name: &str) -> Option<usize> {
        find_group(self.kin.iter().map(|kin| (kin.key, kin.label)), name)
    }

    /// The tiles, for those who walk on them.
    pub(crate) fn ground(&self) -> Ground<'a> {
        Ground::new(Tiles::covering(self.space.width, self.space.height), self.blocked)
    }

    /// Whether a unit's narrow view is empty.
    pub fn is_leader(&self, id: usize) -> bool {
        self.leaders[id] & LEADER != 0
    }

    /// 1 for the units of a block that hunt the target, else 0. `usual`: who hunts the scene's own.
    #[inline(always)]
    pub(crate) fn hunting(&self, usual: Hunters, units: &Units<Lanes>) -> Lanes {
        match self.hunters.unwrap_or(usual) {
            Hunters::Everyone => splat(1.0),
            Hunters::Leaders => units.leading(self),
        }
    }
}
