//! Scene 2: the flock with the limited view.

use super::{Category, Original, Scene, Setup, Try, boids};
use crate::engine::params::{TargetMode, WorldParams};
use crate::engine::perception::{View, ViewModel};

pub const SCENE: Scene = Scene {
    key: "flock-limited",
    title: "Flock, limited view",
    category: Category::Beautiful,
    chapter: "Game AI ch. 4",
    see: "Birds see only the half plane ahead, up to 30 lengths: one large flock forms, and a few \
          birds stray from it, who find it again or do not.",
    try_it: "Double the cohesion and birds fly closer together. Cut the limited radius to 10, and \
             the flock splinters into small ones, which split and merge.",
    sliders: ["limited_radius_factor", "cohesion", "thrust"],
    tries: &[Try::Set("limited_radius_factor", "10")],
    source: "Bourg & Seemann, AI for Game Developers, ch. 4, ex. 4-5",
    constants: "The book's; how many and how large a world are ours.",
    original: Some(Original {
        link: "v=8&scene=flock-limited&groups=boids*g1.rplayer.brigid.phelm&g1.count=1&toroidal=off&target=player",
        see: "The leaders hunt the player's craft, as in the book; none leads for long, and seldom \
              does one come near it. Let everyone chase, and they are upon it. Nobody sees around the \
              edge: who has crossed it is out of sight.",
    }),
    drag: "Drag anywhere: the flocks hunt that place.",
    build: || Setup {
        world: WorldParams { target: TargetMode::Nobody, ..WorldParams::default() },
        groups: vec![boids(160, View { view: ViewModel::Limited, ..View::default() })],
    },
};
