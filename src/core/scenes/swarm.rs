//! Scene 9: a swarm held together by a potential, which hunts a prey by one of the same form.

use super::{
    Scene, SceneCategory, SourceRun, SuggestedChange, WorldSetup, prey_group, start_in_rectangle,
};
use crate::engine::agents::Role;
use crate::engine::behaviors::{Potential, PotentialHunt};
use crate::engine::group::Group;
use crate::engine::params::{TargetMode, WorldParams};
use crate::engine::rounds::Caught;

pub const SCENE: Scene = Scene {
    key: "swarm",
    title: "Swarm",
    category: SceneCategory::Beautiful,
    chapter: "Game AI ch. 5",
    visible_effect: "One formula for all: the members of the swarm attract each other from afar and repel each \
          other up close, the prey attracts them, and they repel it. Caught, it starts again \
          elsewhere.",
    suggestion: "Drag to lure the swarm. Halve A or double B and watch it swell; set A to 0 and it \
             bursts.",
    first_sliders: ["potential_a", "potential_b", "thrust"],
    suggested_changes: &[SuggestedChange::Set("potential_a", "1000")],
    source: "Bourg & Seemann, AI for Game Developers, ch. 5, ex. 5-5 (Lennard-Jones potential)",
    constants_source: "The book's; the prey is ours.",
    source_run: Some(SourceRun {
        link: "v=8&scene=swarm&groups=swarm&catch_factor=0&target=nobody",
        visible_effect: "The swarm alone: it draws together into a round, evenly spaced crowd. The book's is \
              more chaotic than a flock; 60 of them soon fly as one, 20 mill about.",
    }),
    drag_invitation: "Drag anywhere to lure the swarm.",
    build_setup: || WorldSetup {
        world: WorldParams { target: TargetMode::Prey, toroidal: true, ..WorldParams::default() },
        groups: vec![
            Group::rigid("swarm", "Birds", Role::Regular, 60)
                .with(Potential::default())
                .with(PotentialHunt::default())
                .catching(1.5, Caught::Again),
            prey_group()
                .tuned(|body| body.thrust = 300.0)
                .with(PotentialHunt { lure_a: 0.0, lure_b: 3000.0, ..PotentialHunt::default() })
                .starting(start_in_rectangle(0.1, 0.9, 0.1, 0.9)),
        ],
    },
};
