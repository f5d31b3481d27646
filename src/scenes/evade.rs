//! Scene 7: evasion.

use super::{Category, Scene, Setup, prey};
use crate::engine::agents::Role;
use crate::engine::behaviors::{Chase, TurnAway};
use crate::engine::group::{Group, Spawn};
use crate::engine::params::Hunters;
use crate::engine::params::{TargetMode, WorldParams};

pub const SCENE: Scene = Scene {
    key: "evade",
    title: "Evade",
    category: Category::Chase,
    chapter: "Game AI ch. 2",
    see: "The prey turns away from its hunter by the chaser's own rule with the sign reversed, and \
          the gap between them widens.",
    try_it: "Give the hunter more thrust than the prey has. Drag anywhere: the prey flees from you \
             as well.",
    source: "Bourg & Seemann, AI for Game Developers, ch. 2 (evading)",
    drag: "Drag anywhere: the prey flees from you, the hunter follows you.",
    earlier: &[],
    build: || Setup {
        world: WorldParams { target: TargetMode::Prey, toroidal: true, ..WorldParams::default() },
        groups: vec![
            prey(0.5, 0.5, 0.0).with(TurnAway::default()).starting(Spawn::Box {
                left: 0.45,
                right: 0.55,
                top: 0.45,
                bottom: 0.55,
                heading: 0.0,
                spread: 3.1,
            }),
            Group::rigid("hunter", "Hunter", Role::Regular, 1)
                .with(Chase { chasers: Hunters::Everyone, ..Chase::default() })
                .tuned(|body| body.thrust = 350.0)
                .starting(Spawn::Box {
                    left: 0.3,
                    right: 0.35,
                    top: 0.3,
                    bottom: 0.7,
                    heading: 0.0,
                    spread: 0.5,
                }),
        ],
    },
};
