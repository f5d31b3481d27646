//! Scene 5: chasers and interceptors take the player in a pincer.

use super::{Category, Scene, Setup, boids, flock, player};
use crate::engine::agents::Role;
use crate::engine::behaviors::Intercept;
use crate::engine::params::WorldParams;
use crate::engine::perception::{View, ViewModel};

/// Interceptors are this much stronger than regular units.
const INTERCEPTOR_THRUST: f32 = 1.5;

pub const SCENE: Scene = Scene {
    key: "leaders-pincer",
    title: "Leaders and interceptors",
    category: Category::Chase,
    chapter: "Game AI ch. 4",
    see: "Leaders of the regular flock chase the player's craft from behind while faster \
          interceptors aim ahead of it: a pincer.",
    try_it: "Fly with the arrow keys, or drag anywhere, and try to slip out between the two.",
    source: "Bourg & Seemann, AI for Game Developers, ch. 4, ex. 4-13 and 4-14",
    drag: "Drag anywhere: both kinds hunt you.",
    earlier: &[],
    build: || {
        let view = View { view: ViewModel::Limited, ..View::default() };
        let interceptors = flock(
            "interceptors",
            "Interceptors",
            Role::Interceptor,
            30,
            view,
            Intercept::default(),
        )
        .tuned(|body| body.thrust *= INTERCEPTOR_THRUST);
        Setup {
            world: WorldParams { width: 800.0, height: 500.0, ..WorldParams::default() },
            groups: vec![boids(90, view), interceptors, player()],
        }
    },
};
