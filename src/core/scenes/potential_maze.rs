//! Scene 10: a craft finds its way through a maze by potentials alone.

use super::{
    Scene, SceneCategory, SourceRun, SuggestedChange, WorldSetup, prey_group, start_in_rectangle,
};
use crate::engine::agents::Role;
use crate::engine::behaviors::{PotentialHunt, PotentialObstacles};
use crate::engine::group::{Group, Spawn};
use crate::engine::params::{ObstaclePlan, TargetMode, WorldParams};
use crate::engine::rounds::Caught;

pub const SCENE: Scene = Scene {
    key: "potential-maze",
    title: "Potential maze",
    category: SceneCategory::Obstacles,
    chapter: "Game AI ch. 5",
    visible_effect: "The prey pulls, every rock of the walls pushes, and the sum leads the craft through the \
          gaps: no path is planned. When it is there, both start again somewhere else.",
    suggestion: "Narrow the gaps to 40, or weaken the rocks, and see where potentials fail. Drag \
             to another place.",
    first_sliders: ["maze_gap", "maze_walls", "ward_b"],
    suggested_changes: &[SuggestedChange::Set("maze_gap", "40")],
    source: "Bourg & Seemann, AI for Game Developers, ch. 5 (obstacles that repel)",
    constants_source: "The book's, which puts its rocks at random places; the walls, catching and rounds \
                are ours.",
    source_run: Some(SourceRun {
        link: "v=8&scene=potential-maze&catch_factor=0&layout=scattered&obstacles=8&round_time=0",
        visible_effect: "Single rocks at random places, as in the book: the craft goes between them to one prey \
              and stays there.",
    }),
    drag_invitation: "Drag anywhere: the craft comes there.",
    build_setup: || WorldSetup {
        world: WorldParams {
            height: 400.0,
            // If the world wrapped, the craft could bypass the walls across the edge.
            toroidal: false,
            target: TargetMode::Prey,
            layout: ObstaclePlan::Maze,
            obstacle_radius: 6.0,
            maze_gap: 120.0,
            width: 800.0,
            round_time: 60.0,
            ..WorldParams::default()
        },
        groups: vec![
            Group::rigid("craft", "Craft", Role::Regular, 1)
                .with(PotentialHunt::default())
                .with(PotentialObstacles::default())
                .catching(3.0, Caught::Round)
                .starting(Spawn::Box {
                    left: 0.05,
                    right: 0.08,
                    top: 0.2,
                    bottom: 0.8,
                    heading: 0.0,
                    heading_spread: 0.5,
                }),
            prey_group()
                .tuned(|body| body.thrust = 0.0)
                .starting(start_in_rectangle(0.9, 0.95, 0.15, 0.85)),
        ],
    },
};
