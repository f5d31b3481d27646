//! What a behavior may read, and its searches for units around a point.

use super::{Controls, Target, Units};
use crate::agents::Agents;
#[cfg(doc)]
use crate::bodies::Body;
use crate::goals::{Goal, Goals};
use crate::math::{Lanes, splat};
use crate::params::Hunters;
use crate::perception::Neighborhoods;
use crate::perception::grid::{Grid, padded};
use crate::perception::neighborhood::Relation;
use crate::scenery::{Obstacle, Path, Space};
use crate::tiles::Blocked;
use glam::Vec2;

/// Everything that a behavior may read.
pub struct Scope<'a> {
    /// The units as the last tick has left them.
    pub agents: &'a Agents,
    /// What the neighbor pass has found around each of them.
    pub neighbors: &'a Neighborhoods,
    /// The round obstacles.
    pub obstacles: &'a [Obstacle],
    /// The world as perception sees it.
    pub space: Space,
    /// What is hunted; `None` when nobody is. For the hunted unit's own group, who hunts it.
    pub target: Option<Target>,
    /// Who hunts it, where that overrides what a behavior says.
    pub hunters: Option<Hunters>,
    /// Keys that fly the player's craft.
    pub controls: Controls,
    /// The sorted units of every group, for searches; see [`around`](Self::around).
    pub grids: &'a [Grid],
    /// What the units of each group mean to this one.
    pub relations: &'a [Relation],
    /// Index of the group in `grids`.
    pub group: usize,
    /// The force that rules scale with: S of a rigid body, `max_force` of a point mass.
    pub force_scale: f32,
    /// The most force per u/s of a wanted change of velocity; see [`Body::stiffest`].
    pub stiffest: f32,
    /// The speed that units of the group reach, u/s, before their own pace; see
    /// [`max_speed`](Self::max_speed).
    pub max_speed: f32,
    /// How much the largest speeds of the units differ, as a share.
    pub pace_spread: f32,
    /// What the group has in mind; see [`goal`](Self::goal).
    pub goal: Option<Goal>,
    pub(crate) goals: &'a Goals,
    /// The pointer while it is held, and for one tick after a tap.
    pub pointer: Option<Target>,
    /// The one that soldiers follow.
    pub leader: Option<Target>,
    /// The group's path.
    pub path: Path<'a>,
    /// Tiles on which nobody can stand.
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

/// Whom a search finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whom {
    /// Units of the same group: those that share a destination.
    Group,
    /// Units of the same role.
    Role,
    /// Units of other roles, the player excepted.
    Others,
    /// Units of every role, the player excepted.
    Everyone,
}

impl Scope<'_> {
    /// 1 for the units of a block that hunt the target, else 0. `usual`: who hunts the scene's own.
    #[inline(always)]
    pub(crate) fn hunting(&self, usual: Hunters, units: &Units<Lanes>) -> Lanes {
        match self.hunters.unwrap_or(usual) {
            Hunters::Everyone => splat(1.0),
            Hunters::Leaders => units.leading(self.agents),
        }
    }

    /// Calls `visit(id, offset from center)` for every unit within `radius` of a point, itself
    /// included where it stands there. The order is fixed by the state, so sums are reproducible.
    pub fn around(
        &self,
        whom: Whom,
        center: Vec2,
        radius: f32,
        mut visit: impl FnMut(usize, Vec2),
    ) {
        let Space { width, height, torus } = self.space;
        let center = if torus { self.space.wrapped(center) } else { center };
        let reach = padded(radius, width, height);
        for (index, grid) in self.grids.iter().enumerate() {
            if !self.wants(whom, index) {
                continue;
            }
            for span in grid.spans(center.x, center.y, reach, torus) {
                for (slot, [x, y, _, _]) in span.clone().zip(&grid.seen[span]) {
                    let (dx, dy) = self.space.offset(x - center.x, y - center.y);
                    if dx * dx + dy * dy <= radius * radius {
                        visit(grid.id[slot] as usize, Vec2::new(dx, dy));
                    }
                }
            }
        }
    }

    /// Calls `visit(id, offset from center)` for every unit, in an order fixed by the state.
    pub fn everyone(&self, whom: Whom, center: Vec2, mut visit: impl FnMut(usize, Vec2)) {
        for (index, grid) in self.grids.iter().enumerate() {
            if self.wants(whom, index) {
                for slot in 0..grid.len() {
                    let [x, y, _, _] = grid.seen[slot];
                    let (dx, dy) = self.space.offset(x - center.x, y - center.y);
                    visit(grid.id[slot] as usize, Vec2::new(dx, dy));
                }
            }
        }
    }

    /// Whether a search for these finds units of a group.
    pub(crate) fn wants(&self, whom: Whom, group: usize) -> bool {
        let relation = self.relations[group];
        match whom {
            Whom::Group => group == self.group,
            Whom::Role => relation == Relation::Flockmates,
            Whom::Others => relation == Relation::Crowd,
            Whom::Everyone => relation != Relation::Ignored,
        }
    }
}
