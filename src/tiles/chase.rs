//! Tile chase: each axis steps toward the prey, or away from it (book, ch. 2).
//!
//! The simplest chase there is. It goes diagonally until one axis agrees and then straight, which
//! looks less natural than the line of sight of [`TileSight`](super::TileSight).

use super::{Tiles, center};
use crate::behaviors::{Behavior, Info, Plan, Scope, Steering};
use crate::schema::ParamSpec;
use crate::{choices, params};
use glam::IVec2;
use std::ops::Range;

choices! {
    /// What a unit of the tile world does about its target.
    pub enum TileAim {
        Chase = "chase", "Chase", "Steps toward the target.";
        Evade = "evade", "Evade", "Steps away from the target.";
    }
}

params! {
    /// Step toward the target, each axis for itself.
    pub struct TileChase in "Tile chase" {
        tile_chase: f32 = ParamSpec::weight("Basic chase", 1.0)
            .doc("Weight of stepping toward the target, each axis for itself.")
            .source("AI for Game Developers, ch. 2 (basic chasing and evading)");
        tile_aim: TileAim = ParamSpec::choice("Aim", TileAim::CHOICES, 0)
            .doc("Whether the unit chases or evades.")
            .source("AI for Game Developers, ch. 2 (basic chasing and evading)");
    }
}

impl TileChase {
    fn step(&self, here: IVec2, goal: IVec2) -> IVec2 {
        match self.tile_aim {
            TileAim::Chase => (goal - here).signum(),
            TileAim::Evade => (here - goal).signum(),
        }
    }
}

impl Behavior for TileChase {
    fn info(&self) -> Info {
        Info { key: "tile_chase", label: "Basic chase" }
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        let Some(target) = scope.target else { return };
        let tiles = Tiles::of(scope.space.width, scope.space.height);
        let goal = tiles.at(target.position);
        for id in range {
            let step = self.step(tiles.at(scope.agents.position(id)), goal).as_vec2();
            out.add::<f32>(id, 1, step.x * scope.force_scale, step.y * scope.force_scale);
        }
    }

    fn plan(&self, scope: &Scope, id: usize) -> Option<Plan> {
        let tiles = Tiles::of(scope.space.width, scope.space.height);
        let goal = tiles.at(scope.target?.position);
        let here = tiles.at(scope.agents.position(id));
        let way = std::iter::successors(Some(here), |tile| {
            let next = tiles.clamp(*tile + self.step(*tile, goal));
            (next != *tile).then_some(next)
        });
        Some(Plan { closed: false, points: way.map(center).collect() })
    }
}
