//! Scene 17: three trolls on tiles, two on closed patrols, one with a list of instructions.

use super::{Scene, SceneCategory, SuggestedChange, WorldSetup, start_in_rectangle};
use crate::engine::agents::Role;
use crate::engine::behaviors::{TilePatrol, TileProgram};
use crate::engine::group::Group;
use crate::engine::params::{Edges, TargetMode, WorldParams};

pub const SCENE: Scene = Scene {
    key: "tile-patrol",
    title: "Tile patrol",
    category: SceneCategory::Tiles,
    chapter: "Game AI ch. 3",
    visible_effect: "Two trolls walk closed paths of joined segments forever, a rectangle and a diamond; the \
          third follows a list of control instructions.",
    suggestion: "Edit the corners or the instructions: “forward 7, right 135, forward 5, right 135” \
             walks a star.",
    first_sliders: ["step_ticks", "diamond.step_ticks", "program.step_ticks"],
    suggested_changes: &[SuggestedChange::Set(
        "program.instructions",
        "forward 7, right 135, forward 5, right 135",
    )],
    source: "Bourg & Seemann, AI for Game Developers, ch. 3 (patterns in tiled environments)",
    constants_source: "The book's.",
    source_run: None,
    drag_invitation: "",
    build_setup: || WorldSetup {
        world: WorldParams {
            width: 640.0,
            height: 400.0,
            edges: Edges::Bounce,
            target: TargetMode::Nobody,
            ..WorldParams::default()
        },
        groups: vec![
            Group::tile("rectangle", "Rectangle", Role::Troll, 1, 10)
                .with(TilePatrol::from_corners(TilePatrol::RECTANGLE))
                .starting(start_in_rectangle(0.02, 0.3, 0.02, 0.98)),
            Group::tile("diamond", "Diamond", Role::Troll, 1, 10)
                .with(TilePatrol::from_corners(TilePatrol::DIAMOND))
                .starting(start_in_rectangle(0.7, 0.98, 0.02, 0.98)),
            Group::tile("program", "Instructions", Role::Interceptor, 1, 14)
                .with(TileProgram::from_instructions(TileProgram::RECTANGLE))
                .starting(start_in_rectangle(0.4, 0.5, 0.4, 0.5)),
        ],
    },
};
