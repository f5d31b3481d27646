//! Scene 8: patterns of control steps.

use super::{Category, Original, Scene, Setup, Try, shyness};
use crate::engine::agents::Role;
use crate::engine::behaviors::Pattern;
use crate::engine::group::{Group, Spawn};
use crate::engine::params::{TargetMode, WorldParams};

fn craft(key: &'static str, label: &'static str, role: Role, steps: &str, spawn: Spawn) -> Group {
    Group::rigid(key, label, role, 1)
        .with(Pattern::from_steps(steps))
        .with(shyness(20.0))
        .starting(spawn)
}

/// Start near a point, given as shares of the world's extent.
fn near(x: f32, y: f32, heading: f32) -> Spawn {
    let r = 0.02;
    Spawn::Box { left: x - r, right: x + r, top: y - r, bottom: y + r, heading, spread: 0.1 }
}

pub const SCENE: Scene = Scene {
    key: "patrol",
    title: "Patrol and zigzag",
    category: Category::Formation,
    chapter: "Game AI ch. 3",
    see: "Three craft fly lists of control steps over and over: a square patrol, a zigzag course \
          and the book's complex pattern.",
    try_it: "Edit the steps: “ahead 120, port 144” flies a star.",
    sliders: ["thrust", "steering_force", "zigzag.thrust"],
    tries: &[Try::Set("steps", "ahead 120, port 144")],
    source: "Bourg & Seemann, AI for Game Developers, ch. 3 (patterns in physical environments)",
    constants: "The book's; thrusters that hold the heading are ours.",
    original: Some(Original {
        link: "v=8&scene=patrol&hold=0&zigzag.hold=0&complex.hold=0",
        see: "Nothing holds the heading between two turns, as in the book: the courses drift.",
    }),
    drag: "Press and hold: the craft turn away from there, and then go on with their steps.",
    build: || Setup {
        world: WorldParams {
            width: 640.0,
            height: 400.0,
            target: TargetMode::Nobody,
            ..WorldParams::default()
        },
        groups: vec![
            craft("patrol", "Patrol", Role::Regular, Pattern::SQUARE, near(0.1, 0.85, 0.0)),
            craft("zigzag", "Zigzag", Role::Interceptor, Pattern::ZIGZAG, near(0.05, 0.15, 0.5)),
            craft("complex", "Complex", Role::Soldier, Pattern::COMPLEX, near(0.5, 0.6, 0.0)),
        ],
    },
};
