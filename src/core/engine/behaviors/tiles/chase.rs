//! Tile chase: a step on each axis toward the prey, or away from it (book, ch. 2).
//!
//! This is the simplest chase. A unit goes diagonally until one coordinate agrees and then
//! straight, which looks less natural than the line of sight of [`TileSight`](super::TileSight). If
//! a tile blocks its diagonal step, the unit steps along the axis that is free, so it slides along
//! blocked tiles; in a pocket it stays, because it has no memory.

use crate::engine::behaviors::{
    AimKind, Behavior, BehaviorInfo, BodyKind, PlannedRoute, Scope, Steering, SteeringCue, Stimulus,
};
use crate::engine::tiles::TileGround;
use crate::engine::tiles::tile_center;
use crate::schema::ParamSpec;
use crate::{choices, params};
use glam::IVec2;
use std::ops::Range;

/// Largest number of tiles of a route that is drawn.
const MAX_ROUTE_TILES: usize = 4096;

choices! {
    /// Whether a unit chases or evades its target.
    pub enum TileAim {
        Chase = "chase", "Chase", "Steps toward the target.";
        Evade = "evade", "Evade", "Steps away from the target.";
    }
}

params! {
    /// Behavior that steps toward the target along each axis separately.
    pub struct TileChase in "Tile chase" {
        tile_chase: f32 = ParamSpec::weight("Basic chase", 1.0)
            .words("hunt attack target grid")
            .formula("w_tc", "F = w_tc·aim·sign(x_t − x)")
            .doc("Weight of stepping toward the target, each axis for itself.")
            .source("AI for Game Developers, ch. 2 (basic chasing and evading)");
        tile_aim: TileAim = ParamSpec::choice("Aim", TileAim::CHOICES, 0)
            .formula("aim", "F = w_tc·aim·sign(x_t − x)")
            .doc("Whether the bird chases or evades.")
            .source("AI for Game Developers, ch. 2 (basic chasing and evading)");
    }
}

impl TileChase {
    fn wanted_step(&self, here: IVec2, goal: IVec2) -> IVec2 {
        match self.tile_aim {
            TileAim::Chase => (goal - here).signum(),
            TileAim::Evade => (here - goal).signum(),
        }
    }

    /// Step that blocked tiles allow: the wanted step, its component along one axis, or zero.
    fn allowed_step(&self, ground: &TileGround, here: IVec2, goal: IVec2) -> IVec2 {
        let step = self.wanted_step(here, goal);
        if ground.has_no_blocked_tile() || ground.allows_move(here, step) {
            return step;
        }
        let (across, down) = (IVec2::new(step.x, 0), IVec2::new(0, step.y));
        let apart = (goal - here).abs();
        let ways = if apart.x >= apart.y { [across, down] } else { [down, across] };
        let free = |way: &IVec2| *way != IVec2::ZERO && ground.allows_move(here, *way);
        ways.into_iter().find(free).unwrap_or(IVec2::ZERO)
    }
}

impl Behavior for TileChase {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(Self::SPECS, "Steps one tile nearer to the target on each axis.")
            .caused_by("its prey", "leads it")
            .required_bodies(&[BodyKind::Tile])
            .suited_to(&[BodyKind::Tile])
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        let Some(target) = scope.hunted_target else { return };
        let ground = scope.tile_ground();
        let goal = ground.tiles.tile_at(target.position);
        for id in range {
            let here = ground.tiles.tile_at(scope.agents.position(id));
            let step = self.allowed_step(&ground, here, goal).as_vec2();
            out.add_force::<f32>(id, 1, step.x * scope.force_scale, step.y * scope.force_scale);
        }
    }

    fn stimuli(&self) -> &[Stimulus] {
        &[Stimulus::Target]
    }

    fn planned_route(&self, scope: &Scope, id: usize) -> Option<PlannedRoute> {
        let ground = scope.tile_ground();
        let goal = ground.tiles.tile_at(scope.hunted_target?.position);
        let here = ground.tiles.tile_at(scope.agents.position(id));
        let way = std::iter::successors(Some(here), |tile| {
            let next = ground.tiles.nearest_tile(*tile + self.allowed_step(&ground, *tile, goal));
            (next != *tile).then_some(next)
        });
        Some(PlannedRoute {
            is_closed: false,
            points: way.take(MAX_ROUTE_TILES).map(tile_center).collect(),
        })
    }

    fn cues(&self, scope: &Scope, id: usize, out: &mut Vec<SteeringCue>) {
        let kind = match self.tile_aim {
            TileAim::Chase => AimKind::To,
            TileAim::Evade => AimKind::From,
        };
        out.extend(scope.aim_at_target(kind, id));
    }
}
