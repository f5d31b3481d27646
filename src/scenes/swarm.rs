//! Scene 9: a swarm held together by a potential.

use super::{Category, Scene, Setup, Try};
use crate::engine::agents::Role;
use crate::engine::behaviors::{Potential, PotentialHunt};
use crate::engine::group::Group;
use crate::engine::params::{TargetMode, WorldParams};

pub const SCENE: Scene = Scene {
    key: "swarm",
    title: "Swarm",
    category: Category::Beautiful,
    chapter: "Game AI ch. 5",
    see: "Every two units attract each other from afar and repel each other up close by one \
          formula: a crowd draws together into a round, evenly spaced swarm that soon flies as \
          one.",
    try_it: "Drag to lure the swarm. Halve A or double B and watch it swell; set A to 0 and it \
             bursts.",
    tries: &[Try::Set("potential_a", "1000")],
    source: "Bourg & Seemann, AI for Game Developers, ch. 5 (Lennard-Jones potential)",
    drag: "Drag anywhere to lure the swarm.",
    earlier: &[],
    build: || Setup {
        world: WorldParams { target: TargetMode::Nobody, toroidal: true, ..WorldParams::default() },
        groups: vec![
            Group::rigid("swarm", "Swarm", Role::Regular, 60)
                .with(Potential::default())
                .with(PotentialHunt::default()),
        ],
    },
};
