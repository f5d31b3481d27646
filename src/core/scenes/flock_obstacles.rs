//! Scene 4: a flock that steers around rocks.

use super::{Scene, SceneCategory, SourceRun, SuggestedChange, WorldSetup};
use crate::engine::agents::Role;
use crate::engine::behaviors::{
    Alignment, Chase, Cohesion, FeelerCount, ObstacleAvoidance, Separation,
};
use crate::engine::group::Group;
use crate::engine::params::{TargetMode, WorldParams};
use crate::engine::perception::{View, ViewModel};

pub const SCENE: Scene = Scene {
    key: "flock-obstacles",
    title: "Flock with obstacles",
    category: SceneCategory::Obstacles,
    chapter: "Game AI ch. 4",
    visible_effect: "Each bird feels ahead with three feelers and turns away from what they touch: the flock \
          parts around rocks and closes again, and no bird ends up inside one.",
    suggestion: "Leave the birds the one feeler of the book's example: it misses a rim beside it, and \
             some run into a rock and stay at it.",
    first_sliders: ["avoidance", "feeler_factor", "thrust"],
    suggested_changes: &[SuggestedChange::Set("feelers", "one")],
    source: "Bourg & Seemann, AI for Game Developers, ch. 4, ex. 4-11 and 4-12; hard contact is ours",
    constants_source: "The book's, which suggests three feelers; more alignment, less cohesion and hard \
                rocks are ours: with all weights 1 a flock clings to one rock.",
    source_run: Some(SourceRun {
        link: "v=8&scene=flock-obstacles&groups=boids*g1.rplayer.brigid.phelm&cohesion=1&alignment=1&separation_factor=5&feelers=one&g1.count=1&toroidal=off&target=player&contact=off",
        visible_effect: "The rocks only push, as the feelers of the book have it: nearly always some \
              birds are inside one. Nobody sees around the edge: who has crossed it is out of sight.",
    }),
    drag_invitation: "Drag anywhere: the flock hunts that place, around the rocks.",
    build_setup: || WorldSetup {
        world: WorldParams {
            width: 800.0,
            height: 500.0,
            obstacles: 8,
            contact: true,
            target: TargetMode::Nobody,
            ..WorldParams::default()
        },
        groups: vec![
            Group::rigid("boids", "Birds", Role::Regular, 140)
                .seeing(View { view: ViewModel::Limited, ..View::default() })
                .with(Cohesion { cohesion: 0.3 })
                .with(Alignment { alignment: 3.0 })
                .with(Separation { separation_factor: 4.0, ..Separation::default() })
                .with(Chase::default())
                .with(ObstacleAvoidance {
                    feelers: FeelerCount::Three,
                    ..ObstacleAvoidance::default()
                }),
        ],
    },
};
