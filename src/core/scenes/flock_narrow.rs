//! Scene 3: a flock of birds that see only a narrow wedge ahead.

use super::{Scene, SceneCategory, SourceRun, SuggestedChange, WorldSetup, boids_group};
use crate::engine::behaviors::{Separation, SeparationView};
use crate::engine::params::{TargetMode, WorldParams};
use crate::engine::perception::{View, ViewModel};

pub const SCENE: Scene = Scene {
    key: "flock-narrow",
    title: "Flock, narrow view",
    category: SceneCategory::Beautiful,
    chapter: "Game AI ch. 4",
    visible_effect: "Birds see only a narrow wedge ahead and follow the ones in it: the flock stretches into \
          bands, and whoever flies beside another does not know.",
    suggestion: "Let each heed only the nearest one ahead, in a wedge of 22 degrees to each side: then they \
             string out in files, like ants in a line. The book's wedge of 45 degrees (front angle 1) makes one \
             long band of them, as the run with the book's constants shows.",
    first_sliders: ["front_angle_factor", "narrow_radius_factor", "thrust"],
    suggested_changes: &[
        SuggestedChange::Set("nearest_only", "1"),
        SuggestedChange::Set("front_angle_factor", "0.4"),
    ],
    source: "Bourg & Seemann, AI for Game Developers, ch. 4, ex. 4-6",
    constants_source: "Ours: a wedge of 9 degrees to each side, 45 in the book, separation with a wide \
                view, as the book advises, and below 2 lengths, 5 in the book.",
    source_run: Some(SourceRun {
        link: "v=8&scene=flock-narrow&front_angle_factor=1&separation_factor=5&separation_view=same&count=20",
        visible_effect: "The book's wedge of 45 degrees and as few birds as in its figure 4-2: most of them end in one \
              line, like ants.",
    }),
    drag_invitation: "Drag anywhere: the files hunt that place.",
    build_setup: || {
        let view = View { view: ViewModel::Narrow, front_angle_factor: 0.15, ..View::default() };
        let mut ants = boids_group(120, view);
        let separation = Separation {
            separation_factor: 2.0,
            separation_view: SeparationView::Wide,
            ..Separation::default()
        };
        let at = ants.pipeline.iter().position(|behavior| behavior.key() == "separation");
        ants.pipeline[at.expect("a flock keeps apart")] = Box::new(separation);
        WorldSetup {
            world: WorldParams {
                target: TargetMode::Nobody,
                toroidal: true,
                ..WorldParams::default()
            },
            groups: vec![ants],
        }
    },
};
