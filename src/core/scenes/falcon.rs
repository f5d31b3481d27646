//! Scene 21: a flock of starlings, through which a falcon dives.

use super::{Scene, SceneCategory, SuggestedChange, WorldSetup, falcon_group};
use crate::engine::agents::Role;
use crate::engine::behaviors::{
    Alignment, Cohesion, Fright, Seek, Separation, SeparationView, Unrest,
};
use crate::engine::goals::{Goal, GoalKind};
use crate::engine::group::{Group, Spawn};
use crate::engine::params::{TargetMode, WorldParams};
use crate::engine::perception::{View, ViewModel};

/// Propeller force of a starling, whose drag balances it at a speed of 50 u/s.
const CRUISE_THRUST: f32 = 1500.0;

/// Index of the falcon's group among the groups of the scene.
const FALCON_GROUP: usize = 1;

pub const SCENE: Scene = Scene {
    key: "falcon",
    title: "Starlings and a falcon",
    category: SceneCategory::Beautiful,
    chapter: "Ballerini 2008",
    visible_effect: "A falcon dives through the middle of the flock, again and again. The flock opens before \
          it and closes behind it; between two roosts, birds it split off find their way back.",
    suggestion: "Each starling watches only the seven nearest, however far. Turn Seek to 0: without \
             roosts, seven are too few to hold so large a flock together, and it falls apart.",
    first_sliders: ["fright", "cohesion", "falcon.speed"],
    suggested_changes: &[SuggestedChange::Set("seek", "0")],
    source: "Ballerini et al., PNAS 105, 1232 (2008); fright and roosts are ours",
    constants_source: "Ours.",
    source_run: None,
    drag_invitation: "Press and hold: the starlings flee from there, too.",
    build_setup: || WorldSetup {
        world: WorldParams {
            width: 1000.0,
            height: 640.0,
            target: TargetMode::Nobody,
            toroidal: true,
            ..WorldParams::default()
        },
        groups: vec![
            Group::rigid("starlings", "Starlings", Role::Regular, 400)
                .tuned(|body| body.thrust = CRUISE_THRUST)
                .seeing(View {
                    view: ViewModel::Wide,
                    wide_radius_factor: 40.0,
                    back_angle_factor: 0.6,
                    nearest_only: 7,
                    leaders: false,
                    ..View::default()
                })
                .with(Cohesion { cohesion: 1.5 })
                .with(Alignment { alignment: 4.0 })
                .with(Separation {
                    separation: 0.25,
                    separation_factor: 5.0,
                    separation_view: SeparationView::Full,
                })
                .with(Fright { fright: 3.0, fright_factor: 15.0, fears_pointer: true })
                .with(Unrest { unrest: 0.1, ..Unrest::default() })
                .with(Seek { seek: 1.0 })
                .with_goal(Goal {
                    goal: GoalKind::Between,
                    goal_x: 0.3,
                    goal_y: 0.4,
                    heeds_pointer: false,
                    ..Goal::default()
                })
                .starting(Spawn::Flock { radius: 0.6, heading: 0.0, heading_spread: 0.2 })
                .fearing(&[FALCON_GROUP]),
            falcon_group(7.0, 115.0, 0.9).starting(Spawn::Rim),
        ],
    },
};
