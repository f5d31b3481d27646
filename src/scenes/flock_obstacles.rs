//! Scene 4: the flock among obstacles.

use super::{Category, Scene, Setup, boids, player};
use crate::engine::params::WorldParams;
use crate::engine::perception::{View, ViewModel};

pub const SCENE: Scene = Scene {
    key: "flock-obstacles",
    title: "Flock with obstacles",
    category: Category::Obstacles,
    chapter: "Game AI ch. 4",
    see: "Each unit feels ahead with one feeler and turns away from what it touches: the flock \
          parts around obstacles and closes again.",
    try_it: "Give the units three feelers, and fewer of them touch a disc. Shorten the feeler to \
             2 lengths, and they run right into one.",
    source: "Bourg & Seemann, AI for Game Developers, ch. 4, ex. 4-12",
    drag: "Drag anywhere: the flock hunts you around the discs.",
    build: || Setup {
        world: WorldParams { width: 800.0, height: 500.0, obstacles: 8, ..WorldParams::default() },
        groups: vec![boids(140, View { view: ViewModel::Limited, ..View::default() }), player()],
    },
};
