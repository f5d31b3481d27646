//! Scene 5: chasers and interceptors enclose the player (a pincer).

use super::{
    Scene, SceneCategory, SourceRun, SuggestedChange, WorldSetup, boids_group, flock_group,
    player_group,
};
use crate::engine::agents::Role;
use crate::engine::behaviors::{Intercept, Unrest};
use crate::engine::group::Spawn;
use crate::engine::params::WorldParams;
use crate::engine::perception::{View, ViewModel};
use crate::engine::rounds::Caught;

/// Factor by which an interceptor has more thrust than a bird of the regular flock.
const INTERCEPTOR_THRUST: f32 = 1.5;

/// Distance at which a hunter catches the player and wins the round, in lengths of the hunter.
const CATCH_DISTANCE: f32 = 1.0;

/// Start area between `left` and `right` (shares of the world's width); `heading` in radians.
fn vertical_strip(left: f32, right: f32, heading: f32) -> Spawn {
    Spawn::Box { left, right, top: 0.1, bottom: 0.9, heading, heading_spread: 0.3 }
}

pub const SCENE: Scene = Scene {
    key: "leaders-pincer",
    title: "Leaders and interceptors",
    category: SceneCategory::Chase,
    chapter: "Game AI ch. 4",
    visible_effect: "Leaders of the regular flock chase the player's craft from one side while faster \
          interceptors come from the other and aim ahead of it: a pincer. When it is caught, or \
          has held out for half a minute, all start again. Half of the catches need no hunt: so \
          many birds run into it by chance.",
    suggestion: "Turn both hunts off, Chase and Intercept to 0: what is caught then is caught by chance. \
             Fly with the arrow keys, or drag anywhere, and try to slip out between the two.",
    first_sliders: ["interceptors.thrust", "thrust", "cohesion"],
    suggested_changes: &[
        SuggestedChange::Set("chase", "0"),
        SuggestedChange::Set("interceptors.intercept", "0"),
    ],
    source: "Bourg & Seemann, AI for Game Developers, ch. 4, ex. 4-13 and 4-14",
    constants_source: "The book's; catching and rounds are ours.",
    source_run: Some(SourceRun {
        link: "v=8&scene=leaders-pincer&groups=boids*interceptors*player.phelm&catch_factor=0&interceptors.catch_factor=0&toroidal=off&round_time=0",
        visible_effect: "Both kinds hunt the craft that you fly; nobody is caught, as in the book. \
              Nobody sees around the edge, either: who has crossed it is out of sight.",
    }),
    drag_invitation: "Drag anywhere: both kinds hunt that place.",
    build_setup: || {
        let view = View { view: ViewModel::Limited, ..View::default() };
        let interceptors = flock_group(
            "interceptors",
            "Interceptors",
            Role::Interceptor,
            30,
            view,
            Intercept::default(),
        )
        .tuned(|body| body.thrust *= INTERCEPTOR_THRUST)
        .catching(CATCH_DISTANCE, Caught::Round)
        .starting(vertical_strip(0.8, 0.98, std::f32::consts::PI));
        WorldSetup {
            world: WorldParams {
                width: 800.0,
                height: 500.0,
                round_time: 30.0,
                ..WorldParams::default()
            },
            groups: vec![
                boids_group(90, view)
                    .catching(CATCH_DISTANCE, Caught::Round)
                    .starting(vertical_strip(0.02, 0.25, 0.0)),
                interceptors,
                // `Unrest` makes the player's craft weave while nobody flies it.
                player_group().with(Unrest { unrest: 0.3, ..Unrest::default() }).starting(
                    Spawn::Box {
                        left: 0.45,
                        right: 0.5,
                        top: 0.3,
                        bottom: 0.7,
                        heading: 0.0,
                        heading_spread: 1.2,
                    },
                ),
            ],
        }
    },
};
