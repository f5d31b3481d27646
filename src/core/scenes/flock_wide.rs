//! Scene 1: the flock with the wide view.

use super::{Category, Original, Scene, Setup, Try, boids, player};
use crate::engine::params::WorldParams;
use crate::engine::perception::{View, ViewModel};

pub const SCENE: Scene = Scene {
    key: "flock-wide",
    title: "Flock, wide view",
    category: Category::Beautiful,
    chapter: "Game AI ch. 4",
    see: "Every bird sees all others except in a blind wedge behind it, so one large flock forms \
          and holds together.",
    try_it: "Cut the wide radius to 8 lengths and the one flock falls apart into many; give it \
             back, and they find each other again.",
    sliders: ["wide_radius_factor", "cohesion", "separation_factor"],
    tries: &[Try::Set("wide_radius_factor", "8")],
    source: "Bourg & Seemann, AI for Game Developers, ch. 4, ex. 4-1 to 4-10",
    constants: "The book's; how many and how large a world are ours.",
    original: Some(Original {
        link: "v=8&scene=flock-wide&toroidal=off",
        see: "Nobody sees around the edge of the world, as in the book: who has crossed it is out of \
              sight of those who have not, and many turn back.",
    }),
    drag: "Drag anywhere: the flock hunts that place.",
    build: || Setup {
        world: WorldParams::default(),
        groups: vec![boids(120, View { view: ViewModel::Wide, ..View::default() }), player()],
    },
};
