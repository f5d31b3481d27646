//! Scene 10: a craft finds its way through a maze by potentials alone.

use super::{Category, Scene, Setup, prey};
use crate::engine::agents::Role;
use crate::engine::behaviors::{PotentialHunt, PotentialObstacles};
use crate::engine::group::{Group, Spawn};
use crate::engine::params::{ObstaclePlan, TargetMode, WorldParams};

pub const SCENE: Scene = Scene {
    key: "potential-maze",
    title: "Potential maze",
    category: Category::Obstacles,
    chapter: "Game AI ch. 5",
    see: "The prey pulls, every disc of the walls pushes, and the sum leads the craft through the \
          gaps: no path is planned.",
    try_it: "Drag to another place. Narrow the gaps, or weaken the obstacles, and see where \
             potentials fail.",
    source: "Bourg & Seemann, AI for Game Developers, ch. 5 (obstacles as rows of circles)",
    drag: "Drag anywhere: the craft comes to you.",
    earlier: &[],
    build: || Setup {
        world: WorldParams {
            height: 400.0,
            target: TargetMode::Prey,
            layout: ObstaclePlan::Maze,
            obstacle_radius: 6.0,
            maze_gap: 120.0,
            width: 800.0,
            ..WorldParams::default()
        },
        groups: vec![
            Group::rigid("craft", "Craft", Role::Regular, 1)
                .with(PotentialHunt::default())
                .with(PotentialObstacles::default())
                .starting(Spawn::Box {
                    left: 0.05,
                    right: 0.08,
                    top: 0.2,
                    bottom: 0.8,
                    heading: 0.0,
                    spread: 0.5,
                }),
            prey(0.93, 0.5, 0.0).tuned(|body| body.thrust = 0.0),
        ],
    },
};
