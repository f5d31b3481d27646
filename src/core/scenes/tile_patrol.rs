//! Scene 17: patrols and control instructions on tiles.

use super::{Category, Scene, Setup, Try, within};
use crate::engine::agents::Role;
use crate::engine::behaviors::{TilePatrol, TileProgram};
use crate::engine::group::Group;
use crate::engine::params::{Edges, TargetMode, WorldParams};

pub const SCENE: Scene = Scene {
    key: "tile-patrol",
    title: "Tile patrol",
    category: Category::Tiles,
    chapter: "Game AI ch. 3",
    see: "Two trolls walk closed paths of joined segments forever, a rectangle and a diamond; the \
          third follows a list of control instructions.",
    try_it: "Edit the corners or the instructions: “forward 7, right 135, forward 5, right 135” \
             walks a star.",
    sliders: ["step_ticks", "diamond.step_ticks", "program.step_ticks"],
    tries: &[Try::Set("program.instructions", "forward 7, right 135, forward 5, right 135")],
    source: "Bourg & Seemann, AI for Game Developers, ch. 3 (patterns in tiled environments)",
    constants: "The book's.",
    original: None,
    drag: "",
    build: || Setup {
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
                .starting(within(0.02, 0.3, 0.02, 0.98)),
            Group::tile("diamond", "Diamond", Role::Troll, 1, 10)
                .with(TilePatrol::from_corners(TilePatrol::DIAMOND))
                .starting(within(0.7, 0.98, 0.02, 0.98)),
            Group::tile("program", "Instructions", Role::Interceptor, 1, 14)
                .with(TileProgram::from_instructions(TileProgram::RECTANGLE))
                .starting(within(0.4, 0.5, 0.4, 0.5)),
        ],
    },
};
