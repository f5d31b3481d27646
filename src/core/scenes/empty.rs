//! Scene 23: units without behaviors, as a starting point.

use super::{Scene, SceneCategory, SuggestedChange, WorldSetup};
use crate::engine::agents::Role;
use crate::engine::group::Group;
use crate::engine::params::{TargetMode, WorldParams};

pub const SCENE: Scene = Scene {
    key: "empty",
    title: "Start from nothing",
    category: SceneCategory::Science,
    chapter: "Your own",
    visible_effect: "Forty birds stand about, and nothing tells them what to do.",
    suggestion: "Given rigid bodies, which thrust, cohesion, alignment and separation make a flock of them. \
             Add behaviors and further groups: one that hunts it makes it flee.",
    first_sliders: ["max_speed", "max_force", "count"],
    suggested_changes: &[SuggestedChange::Compose {
        label: "make them a flock",
        groups: "units.brigid.pcohesion-alignment-separation",
    }],
    source: "Ours",
    constants_source: "The declared defaults.",
    source_run: None,
    drag_invitation: "",
    build_setup: || WorldSetup {
        world: WorldParams { target: TargetMode::Nobody, ..WorldParams::default() },
        groups: vec![Group::point("units", "Birds", Role::Regular, 40)],
    },
};
