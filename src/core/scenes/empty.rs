//! Scene 23: units without behaviors, as a starting point.

use super::{Category, Scene, Setup, Try};
use crate::engine::agents::Role;
use crate::engine::group::Group;
use crate::engine::params::{TargetMode, WorldParams};

pub const SCENE: Scene = Scene {
    key: "empty",
    title: "Start from nothing",
    category: Category::Science,
    chapter: "Your own",
    see: "Forty birds stand about, and nothing tells them what to do.",
    try_it: "Given rigid bodies, which thrust, cohesion, alignment and separation make a flock of them. \
             Add behaviors and further groups: one that hunts it makes it flee.",
    sliders: ["max_speed", "max_force", "count"],
    tries: &[Try::Compose {
        does: "make them a flock",
        groups: "units.brigid.pcohesion-alignment-separation",
    }],
    source: "Ours",
    constants: "The declared defaults.",
    original: None,
    drag: "",
    build: || Setup {
        world: WorldParams { target: TargetMode::Nobody, ..WorldParams::default() },
        groups: vec![Group::point("units", "Birds", Role::Regular, 40)],
    },
};
