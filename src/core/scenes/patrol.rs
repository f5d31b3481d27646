//! Scene 8: three craft, each of which repeats a list of control steps (a pattern).

use super::{Scene, SceneCategory, SourceRun, SuggestedChange, WorldSetup, pointer_fright};
use crate::engine::agents::Role;
use crate::engine::behaviors::Pattern;
use crate::engine::group::{Group, Spawn};
use crate::engine::params::{TargetMode, WorldParams};

fn craft_group(
    key: &'static str,
    label: &'static str,
    role: Role,
    steps: &str,
    spawn: Spawn,
) -> Group {
    Group::rigid(key, label, role, 1)
        .with(Pattern::from_steps(steps))
        .with(pointer_fright(20.0))
        .starting(spawn)
}

/// Start area within 0.02 of a point, in shares of the world's extent; `heading` in radians.
fn start_near(x: f32, y: f32, heading: f32) -> Spawn {
    let r = 0.02;
    Spawn::Box {
        left: x - r,
        right: x + r,
        top: y - r,
        bottom: y + r,
        heading,
        heading_spread: 0.1,
    }
}

pub const SCENE: Scene = Scene {
    key: "patrol",
    title: "Patrol and zigzag",
    category: SceneCategory::Formation,
    chapter: "Game AI ch. 3",
    visible_effect: "Three craft fly lists of control steps over and over: a square patrol, a zigzag course \
          and the book's complex pattern.",
    suggestion: "Edit the steps: “ahead 120, port 144” flies a star.",
    first_sliders: ["thrust", "steering_force", "zigzag.thrust"],
    suggested_changes: &[SuggestedChange::Set("steps", "ahead 120, port 144")],
    source: "Bourg & Seemann, AI for Game Developers, ch. 3 (patterns in physical environments)",
    constants_source: "The book's; thrusters that hold the heading are ours.",
    source_run: Some(SourceRun {
        link: "v=8&scene=patrol&hold=0&zigzag.hold=0&complex.hold=0",
        visible_effect: "Nothing holds the heading between two turns, as in the book: the courses drift.",
    }),
    drag_invitation: "Press and hold: the craft turn away from there, and then go on with their steps.",
    build_setup: || WorldSetup {
        world: WorldParams {
            width: 640.0,
            height: 400.0,
            target: TargetMode::Nobody,
            ..WorldParams::default()
        },
        groups: vec![
            craft_group(
                "patrol",
                "Patrol",
                Role::Regular,
                Pattern::SQUARE,
                start_near(0.1, 0.85, 0.0),
            ),
            craft_group(
                "zigzag",
                "Zigzag",
                Role::Interceptor,
                Pattern::ZIGZAG,
                start_near(0.05, 0.15, 0.5),
            ),
            craft_group(
                "complex",
                "Complex",
                Role::Soldier,
                Pattern::COMPLEX,
                start_near(0.5, 0.6, 0.0),
            ),
        ],
    },
};
