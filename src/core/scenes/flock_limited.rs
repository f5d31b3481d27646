//! Scene 2: a flock of birds that see only the half plane ahead (the limited view).

use super::{Scene, SceneCategory, SourceRun, SuggestedChange, WorldSetup, boids_group};
use crate::engine::params::{TargetMode, WorldParams};
use crate::engine::perception::{View, ViewModel};

pub const SCENE: Scene = Scene {
    key: "flock-limited",
    title: "Flock, limited view",
    category: SceneCategory::Beautiful,
    chapter: "Game AI ch. 4",
    visible_effect: "Birds see only the half plane ahead, up to 30 lengths: one large flock forms, and a few \
          birds stray from it, who find it again or do not.",
    suggestion: "Double the cohesion and birds fly closer together. Cut the limited radius to 10, and \
             the flock splinters into small ones, which split and merge.",
    first_sliders: ["limited_radius_factor", "cohesion", "thrust"],
    suggested_changes: &[SuggestedChange::Set("limited_radius_factor", "10")],
    source: "Bourg & Seemann, AI for Game Developers, ch. 4, ex. 4-5",
    constants_source: "The book's; how many and how large a world are ours.",
    source_run: Some(SourceRun {
        link: "v=8&scene=flock-limited&groups=boids*g1.rplayer.brigid.phelm&g1.count=1&toroidal=off&target=player",
        visible_effect: "The leaders hunt the player's craft, as in the book; none leads for long, and seldom \
              does one come near it. Let everyone chase, and they are upon it. Nobody sees around the \
              edge: who has crossed it is out of sight.",
    }),
    drag_invitation: "Drag anywhere: the flocks hunt that place.",
    build_setup: || WorldSetup {
        world: WorldParams { target: TargetMode::Nobody, ..WorldParams::default() },
        groups: vec![boids_group(160, View { view: ViewModel::Limited, ..View::default() })],
    },
};
