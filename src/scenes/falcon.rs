//! Scene 21: starlings and a falcon.

use super::{Category, Scene, Setup, Try, falcon};
use crate::engine::agents::Role;
use crate::engine::behaviors::{Alignment, Cohesion, Fright, Separation, SeparationView, Unrest};
use crate::engine::group::{Group, Spawn};
use crate::engine::params::{Edges, TargetMode, WorldParams};
use crate::engine::perception::{View, ViewModel};

/// Thrust that moves starlings at 50 u/s.
const FAST: f32 = 1500.0;

/// The index of the falcon's group.
const FALCON: usize = 1;

pub const SCENE: Scene = Scene {
    key: "falcon",
    title: "Starlings and a falcon",
    category: Category::Beautiful,
    chapter: "Ballerini 2008",
    see: "A falcon dives at the nearest starling, again and again. The flock opens before it and \
          closes behind it, and where it has split, the parts find each other again.",
    try_it: "Each starling heeds the seven nearest. Set Nearest only to 0 and the wide radius to 8.9 \
             lengths: now it heeds all within that, seven on average. In 120 seeds such flocks were \
             in twice as many parts, but before the falcon came already: its attack scattered \
             neither kind.",
    sliders: &[],
    tries: &[Try::Set("nearest_only", "0")],
    source: "Ballerini et al., PNAS 105, 1232 (2008); fright is ours",
    constants: "Ours.",
    original: None,
    drag: "Press and hold: the starlings flee from there, too.",
    earlier: &[],
    build: || {
        let starlings = Group::rigid("starlings", "Starlings", Role::Regular, 400)
            .tuned(|body| body.thrust = FAST)
            .seeing(View {
                view: ViewModel::Wide,
                wide_radius_factor: 20.0,
                back_angle_factor: 0.6,
                nearest_only: 7,
                leaders: false,
                ..View::default()
            })
            .with(Cohesion { cohesion: 1.0 })
            .with(Alignment { alignment: 1.5 })
            .with(Separation {
                separation: 0.7,
                separation_factor: 3.0,
                separation_view: SeparationView::Full,
            })
            .with(Fright { fright: 4.0, fright_factor: 20.0, fears_pointer: true })
            .with(Unrest { unrest: 0.1, ..Unrest::default() })
            .starting(Spawn::Disk { radius: 0.5 })
            .fearing(&[FALCON]);
        let falcon = falcon(7.0, 85.0, 60.0).starting(Spawn::Rim);
        Setup {
            world: WorldParams {
                width: 1000.0,
                height: 640.0,
                edges: Edges::Contain,
                target: TargetMode::Nobody,
                ..WorldParams::default()
            },
            groups: vec![starlings, falcon],
        }
    },
};
