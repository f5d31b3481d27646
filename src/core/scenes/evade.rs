//! Scene 7: a prey evades a faster hunter.

use super::{Scene, SceneCategory, SourceRun, SuggestedChange, WorldSetup, prey_group};
use crate::engine::agents::Role;
use crate::engine::behaviors::{Chase, TurnAway};
use crate::engine::group::{Group, Spawn};
use crate::engine::params::Hunters;
use crate::engine::params::{TargetMode, WorldParams};
use crate::engine::rounds::Caught;

pub const SCENE: Scene = Scene {
    key: "evade",
    title: "Evade",
    category: SceneCategory::Chase,
    chapter: "Game AI ch. 2",
    visible_effect: "The prey turns away from its hunter by the chaser's own rule with the sign reversed. \
          The hunter is the faster one and has twelve seconds: caught or escaped, the next round \
          begins.",
    suggestion: "Give the hunter no more thrust than the prey has, 500, and it never gets near.",
    first_sliders: ["hunter.thrust", "hunter.steering_force", "thrust"],
    suggested_changes: &[SuggestedChange::Set("hunter.thrust", "500")],
    source: "Bourg & Seemann, AI for Game Developers, ch. 2 (evading)",
    constants_source: "Ours: in the book, hunter and prey are alike.",
    source_run: Some(SourceRun {
        link: "v=8&scene=evade&hunter.catch_factor=0&hunter.thrust=500&hunter.steering_force=500&round_time=0",
        visible_effect: "Hunter and prey are alike, as in the book, and there is no score.",
    }),
    drag_invitation: "Drag anywhere: the prey flees from there, the hunter comes.",
    build_setup: || WorldSetup {
        world: WorldParams {
            target: TargetMode::Prey,
            toroidal: true,
            round_time: 12.0,
            ..WorldParams::default()
        },
        groups: vec![
            prey_group().with(TurnAway::default()).starting(Spawn::Box {
                left: 0.45,
                right: 0.55,
                top: 0.45,
                bottom: 0.55,
                heading: 0.0,
                heading_spread: 3.1,
            }),
            Group::rigid("hunter", "Hunter", Role::Regular, 1)
                .with(Chase { chasers: Hunters::Everyone, ..Chase::default() })
                .tuned(|body| (body.thrust, body.steering_force) = (800.0, 800.0))
                .catching(1.5, Caught::Round)
                .starting(Spawn::Box {
                    left: 0.3,
                    right: 0.35,
                    top: 0.3,
                    bottom: 0.7,
                    heading: 0.0,
                    heading_spread: 0.5,
                }),
        ],
    },
};
