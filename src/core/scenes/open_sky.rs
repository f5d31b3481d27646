//! Scene 0: a flock and a falcon under an open sky. The page opens with it.

use super::{Scene, SceneCategory, SourceRun, SuggestedChange, WorldSetup, falcon_group};
use crate::engine::agents::Role;
use crate::engine::behaviors::{Alignment, Chase, Cohesion, Fright, Separation, SeparationView};
use crate::engine::group::{Group, Spawn};
use crate::engine::params::{Hunters, TargetMode, WorldParams};
use crate::engine::perception::{View, ViewModel};
use std::f32::consts::PI;

/// Propeller force of a bird, whose drag balances it at a speed of 41 u/s.
const CRUISE_THRUST: f32 = 1000.0;

/// Index of the falcon's group among the groups of the scene.
const FALCON_GROUP: usize = 1;

pub const SCENE: Scene = Scene {
    key: "open-sky",
    title: "Open sky",
    category: SceneCategory::Beautiful,
    chapter: "Ours",
    visible_effect: "No bird leads: each one follows those around it. About every seven seconds a falcon dives \
          through the middle: the flock opens before it and closes behind it.",
    suggestion: "Turn Alignment down to 0.5: the flock stays together, but it no longer flies one way, and \
             becomes a swirling ball. Turn it up again, and it streams.",
    first_sliders: ["thrust", "cohesion", "separation_factor"],
    suggested_changes: &[SuggestedChange::Set("alignment", "0.5")],
    source: "Our own scene, with the rules and bodies of Bourg & Seemann, AI for Game Developers, ch. 4",
    constants_source: "Ours: faster than in the book, with more alignment, more room and softer turns.",
    source_run: Some(SourceRun {
        link: "v=8&scene=flock-wide",
        visible_effect: "The same rules with the constants of the book, without a falcon.",
    }),
    drag_invitation: "Drag anywhere: the flock streams there.",
    build_setup: || {
        let birds = Group::rigid("birds", "Birds", Role::Regular, 320)
            .tuned(|body| {
                body.thrust = CRUISE_THRUST;
                body.steering_force = 225.0;
            })
            .seeing(View {
                view: ViewModel::Wide,
                wide_radius_factor: 40.0,
                back_angle_factor: 0.5,
                leaders: false,
                ..View::default()
            })
            .with(Cohesion { cohesion: 1.1 })
            .with(Alignment { alignment: 2.6 })
            .with(Separation {
                separation: 0.2,
                separation_factor: 6.0,
                separation_view: SeparationView::Full,
            })
            .with(Fright { fright: 4.5, fright_factor: 22.0, fears_pointer: false })
            .with(Chase { chase: 0.8, chasers: Hunters::Everyone })
            .fearing(&[FALCON_GROUP])
            .starting(Spawn::Flock { radius: 0.64, heading: -0.2, heading_spread: 0.05 });
        // The falcon starts near the right edge and heads for the flock.
        let falcon = falcon_group(9.0, 103.0, 1.25).starting(Spawn::Box {
            left: 0.87,
            right: 0.9,
            top: 0.4,
            bottom: 0.6,
            heading: PI,
            heading_spread: 0.2,
        });
        WorldSetup {
            world: WorldParams {
                width: 740.0,
                height: 740.0,
                target: TargetMode::Nobody,
                toroidal: true,
                ..WorldParams::default()
            },
            groups: vec![birds, falcon],
        }
    },
};
