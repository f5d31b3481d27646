//! Scene 6: of two hunters, one chases the prey in the line of sight, the other intercepts it.

use super::{
    Scene, SceneCategory, SourceRun, SuggestedChange, WorldSetup, prey_group, start_at_point,
};
use crate::engine::agents::Role;
use crate::engine::behaviors::{Chase, Intercept, ThrustModulation, Unrest};
use crate::engine::group::{Group, Spawn};
use crate::engine::params::Hunters;
use crate::engine::params::{TargetMode, WorldParams};
use crate::engine::rounds::Caught;
use std::f32::consts::FRAC_PI_2;

/// Distance at which a hunter catches the prey and wins the round, in lengths of the hunter.
const CATCH_DISTANCE: f32 = 1.5;

/// Start area of both hunters: one point, so that they differ only in how they steer.
fn duel_start_area() -> Spawn {
    start_at_point(0.5, 0.92, -FRAC_PI_2)
}

pub const SCENE: Scene = Scene {
    key: "duel",
    title: "Duel: chase and intercept",
    category: SceneCategory::Chase,
    chapter: "Game AI ch. 2",
    visible_effect: "Two hunters start side by side after a prey that weaves: one steers at where it is, the \
          other at where it will be. The one that catches it wins the round; three rounds of five win \
          the match.",
    suggestion: "Let the prey fly straight (unrest 0): the interceptor wins nearly every round. Or \
             fly it with the arrow keys and shake them off.",
    first_sliders: ["thrust", "interceptors.thrust", "prey.thrust"],
    suggested_changes: &[SuggestedChange::Set("prey.unrest", "0")],
    source: "Bourg & Seemann, AI for Game Developers, ch. 2 (line of sight, intercepting)",
    constants_source: "The book's; a prey that weaves, catching and rounds are ours.",
    source_run: Some(SourceRun {
        link: "v=8&scene=duel&groups=chaser*interceptors*prey.phelm&catch_factor=0&interceptors.catch_factor=0&round_time=0&best_of=0",
        visible_effect: "The prey flies straight, as in the book: the interceptor cuts it off, the other \
              one follows it.",
    }),
    drag_invitation: "Drag anywhere: both hunters come there.",
    build_setup: || WorldSetup {
        world: WorldParams {
            target: TargetMode::Prey,
            toroidal: true,
            round_time: 30.0,
            best_of: 5,
            ..WorldParams::default()
        },
        groups: vec![
            Group::rigid("chaser", "Line of sight", Role::Regular, 1)
                .with(Chase { chasers: Hunters::Everyone, ..Chase::default() })
                .with(ThrustModulation::default())
                .catching(CATCH_DISTANCE, Caught::Round)
                .starting(duel_start_area()),
            Group::rigid("interceptors", "Interceptor", Role::Interceptor, 1)
                .with(Intercept {
                    interceptors: Hunters::Everyone,
                    turn_around: true,
                    ..Intercept::default()
                })
                .with(ThrustModulation::default())
                .catching(CATCH_DISTANCE, Caught::Round)
                .starting(duel_start_area()),
            prey_group()
                .with(Unrest { unrest: 0.3, ..Unrest::default() })
                .starting(Spawn::Box {
                    left: 0.05,
                    right: 0.2,
                    top: 0.15,
                    bottom: 0.55,
                    heading: 0.0,
                    heading_spread: 0.35,
                })
                .tuned(|body| body.thrust = 300.0),
        ],
    },
};
