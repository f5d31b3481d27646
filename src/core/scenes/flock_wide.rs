//! Scene 1: a flock of birds that see all around except behind (the wide view).

use super::{
    Scene, SceneCategory, SourceRun, SuggestedChange, WorldSetup, boids_group, player_group,
};
use crate::engine::params::WorldParams;
use crate::engine::perception::{View, ViewModel};

pub const SCENE: Scene = Scene {
    key: "flock-wide",
    title: "Flock, wide view",
    category: SceneCategory::Beautiful,
    chapter: "Game AI ch. 4",
    visible_effect: "Every bird sees all others except in a blind wedge behind it, so one large flock forms \
          and holds together.",
    suggestion: "Cut the wide radius to 8 lengths and the one flock falls apart into many; give it \
             back, and they find each other again.",
    first_sliders: ["wide_radius_factor", "cohesion", "separation_factor"],
    suggested_changes: &[SuggestedChange::Set("wide_radius_factor", "8")],
    source: "Bourg & Seemann, AI for Game Developers, ch. 4, ex. 4-1 to 4-10",
    constants_source: "The book's; how many and how large a world are ours.",
    source_run: Some(SourceRun {
        link: "v=8&scene=flock-wide&toroidal=off",
        visible_effect: "Nobody sees around the edge of the world, as in the book: who has crossed it is out of \
              sight of those who have not, and many turn back.",
    }),
    drag_invitation: "Drag anywhere: the flock hunts that place.",
    build_setup: || WorldSetup {
        world: WorldParams::default(),
        groups: vec![
            boids_group(120, View { view: ViewModel::Wide, ..View::default() }),
            player_group(),
        ],
    },
};
