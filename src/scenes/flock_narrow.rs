//! Scene 3: ants in a line.

use super::{Category, Scene, Setup, Try, boids, player};
use crate::engine::params::WorldParams;
use crate::engine::perception::{View, ViewModel};

pub const SCENE: Scene = Scene {
    key: "flock-narrow",
    title: "Flock, narrow view",
    category: Category::Beautiful,
    chapter: "Game AI ch. 4",
    see: "Units see only a wedge ahead and follow whoever is in it, like ants in a line.",
    try_it: "Narrow the front angle for thinner files. Set the separation view to wide so that \
             files stop running into each other.",
    sliders: &[],
    tries: &[Try::Set("front_angle_factor", "0.3")],
    source: "Bourg & Seemann, AI for Game Developers, ch. 4, ex. 4-6",
    constants: "The book's; how many and how large a world are ours.",
    original: None,
    drag: "Drag anywhere: the files hunt you.",
    earlier: &[],
    build: || Setup {
        world: WorldParams::default(),
        groups: vec![boids(120, View { view: ViewModel::Narrow, ..View::default() }), player()],
    },
};
