//! Scene 4: the flock among obstacles.

use super::{Category, Earlier, Original, Scene, Setup, Try, boids, player};
use crate::engine::params::WorldParams;
use crate::engine::perception::{View, ViewModel};

pub const SCENE: Scene = Scene {
    key: "flock-obstacles",
    title: "Flock with obstacles",
    category: Category::Obstacles,
    chapter: "Game AI ch. 4",
    see: "Each unit feels ahead with one feeler and turns away from what it touches: the flock \
          parts around obstacles and closes again, and nobody gets into one.",
    try_it: "Give the units three feelers, and fewer of them touch a disc. Shorten the feeler to \
             2 lengths, and they slide along the rims.",
    sliders: &["avoidance", "feeler_factor", "thrust", "cohesion", "separation_factor", "count"],
    tries: &[Try::Set("feelers", "three")],
    source: "Bourg & Seemann, AI for Game Developers, ch. 4, ex. 4-12; hard contact is ours",
    constants: "The book's; hard obstacles are ours.",
    original: Some(Original {
        link: "v=1&scene=flock-obstacles",
        see: "The obstacles only push, as the feelers of the book have it: now and then a unit \
              slips through one.",
    }),
    drag: "Drag anywhere: the flock hunts you around the discs.",
    earlier: &[Earlier { until: 1, undo: |setup| setup.world.contact = false }],
    build: || Setup {
        world: WorldParams {
            width: 800.0,
            height: 500.0,
            obstacles: 8,
            contact: true,
            ..WorldParams::default()
        },
        groups: vec![boids(140, View { view: ViewModel::Limited, ..View::default() }), player()],
    },
};
