//! Scene 6: line-of-sight chase against interception.

use super::{Category, Scene, Setup, at, prey};
use crate::engine::agents::Role;
use crate::engine::behaviors::{Chase, Intercept, ThrustModulation};
use crate::engine::group::{Group, Spawn};
use crate::engine::params::Hunters;
use crate::engine::params::{TargetMode, WorldParams};
use std::f32::consts::FRAC_PI_2;

/// Both hunters start from one point, so that only their heads differ.
fn start() -> Spawn {
    at(0.5, 0.92, -FRAC_PI_2)
}

pub const SCENE: Scene = Scene {
    key: "duel",
    title: "Duel: chase and intercept",
    category: Category::Chase,
    chapter: "Game AI ch. 2",
    see: "Two hunters start side by side after a prey that crosses their bows: one steers at where \
          it is, the other at where it will be, and is there first.",
    try_it: "Fly the prey with the arrow keys and shake them off: sharp turns fool the \
             interceptor, not the chaser.",
    source: "Bourg & Seemann, AI for Game Developers, ch. 2 (line of sight, intercepting)",
    drag: "Drag anywhere: both hunters come after you.",
    earlier: &[],
    build: || Setup {
        world: WorldParams { target: TargetMode::Prey, toroidal: true, ..WorldParams::default() },
        groups: vec![
            Group::rigid("chaser", "Line of sight", Role::Regular, 1)
                .with(Chase { chasers: Hunters::Everyone, ..Chase::default() })
                .with(ThrustModulation::default())
                .starting(start()),
            Group::rigid("interceptors", "Interceptor", Role::Interceptor, 1)
                .with(Intercept {
                    interceptors: Hunters::Everyone,
                    turn_around: true,
                    ..Intercept::default()
                })
                .with(ThrustModulation::default())
                .starting(start()),
            prey(0.06, 0.3, 0.0)
                .starting(Spawn::Box {
                    left: 0.05,
                    right: 0.2,
                    top: 0.15,
                    bottom: 0.55,
                    heading: 0.0,
                    spread: 0.35,
                })
                .tuned(|body| body.thrust = 300.0),
        ],
    },
};
