//! Scene 16: two ways to chase on tiles, side by side.

use super::{Scene, SceneCategory, SourceRun, SuggestedChange, WorldSetup, start_at_point};
use crate::engine::agents::Role;
use crate::engine::behaviors::{TileChase, TilePatrol, TileSight};
use crate::engine::group::Group;
use crate::engine::params::{Edges, TargetMode, WorldParams};
use crate::engine::rounds::Caught;

/// Ticks from one step of a troll to its next, one tile on.
const TROLL_STEP_TICKS: u32 = 12;
/// Ticks from one step of the prey to its next; the prey is slower than the trolls.
const PREY_STEP_TICKS: u32 = 40;

pub const SCENE: Scene = Scene {
    key: "tile-chase",
    title: "Tile chase",
    category: SceneCategory::Tiles,
    chapter: "Game AI ch. 2",
    visible_effect: "Two trolls hunt one prey on tiles: the basic one runs diagonally and then straight, the \
          other walks Bresenham's line of sight. On eight-way tiles both ways take as many steps; \
          when the prey is caught, all start again.",
    suggestion: "Set the aim of the basic troll to evade. Or drag to put the prey anywhere, and \
             compare the two paths.",
    first_sliders: ["step_ticks", "sight.step_ticks", "prey.step_ticks"],
    suggested_changes: &[SuggestedChange::Set("tile_aim", "evade")],
    source: "Bourg & Seemann, AI for Game Developers, ch. 2 (tiled environments)",
    constants_source: "The book's; catching and rounds are ours.",
    source_run: Some(SourceRun {
        link: "v=8&scene=tile-chase&catch_factor=0&sight.catch_factor=0",
        visible_effect: "There is no catching, as in the book: both trolls come as near as they can.",
    }),
    drag_invitation: "Drag to put the prey on another tile.",
    build_setup: || WorldSetup {
        world: WorldParams {
            width: 640.0,
            height: 400.0,
            edges: Edges::Bounce,
            target: TargetMode::Prey,
            ..WorldParams::default()
        },
        groups: vec![
            Group::tile("basic", "Basic chase", Role::Troll, 1, TROLL_STEP_TICKS)
                .with(TileChase::default())
                .catching(1.0, Caught::Round)
                .starting(start_at_point(0.04, 0.45, 0.0)),
            Group::tile("sight", "Line of sight", Role::Troll, 1, TROLL_STEP_TICKS)
                .with(TileSight::default())
                .catching(1.0, Caught::Round)
                .starting(start_at_point(0.04, 0.55, 0.0)),
            Group::tile("prey", "Prey", Role::Prey, 1, PREY_STEP_TICKS)
                .with(TilePatrol::from_corners("33 3, 36 12, 33 21, 24 12"))
                .starting(super::start_in_rectangle(0.6, 0.95, 0.05, 0.95)),
        ],
    },
};
