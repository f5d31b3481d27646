//! Scene 18: a murmuration.

use super::{Category, Scene, Setup};
use crate::engine::agents::Role;
use crate::engine::behaviors::{Alignment, Chase, Cohesion, Separation, SeparationView};
use crate::engine::group::Group;
use crate::engine::params::{Edges, Hunters, TargetMode, WorldParams};
use crate::engine::perception::{View, ViewModel};

/// As many as an ordinary machine moves in real time.
const STARLINGS: u32 = 20_000;

/// Thrust that moves them at 50 u/s.
const FAST: f32 = 1500.0;

pub const SCENE: Scene = Scene {
    key: "murmuration",
    title: "Murmuration",
    category: Category::Beautiful,
    chapter: "Game AI ch. 4",
    see: "Twenty thousand units see no farther than a few lengths, and yet clouds of them form, \
          billow and turn as one.",
    try_it: "Drag through the flock. Halve the alignment and the clouds break up; wrap the edges \
             and they drift apart.",
    source: "Rules of Bourg & Seemann, AI for Game Developers, ch. 4; short sight after Ballerini \
             et al. 2008",
    drag: "Drag through the flock: the starlings follow.",
    earlier: &[],
    build: || Setup {
        world: WorldParams {
            width: 2600.0,
            height: 1600.0,
            edges: Edges::Contain,
            target: TargetMode::Nobody,
            ..WorldParams::default()
        },
        groups: vec![
            Group::rigid("starlings", "Starlings", Role::Regular, STARLINGS)
                .tuned(|body| body.thrust = FAST)
                .seeing(View {
                    view: ViewModel::Wide,
                    wide_radius_factor: 8.0,
                    back_angle_factor: 0.6,
                    leaders: false,
                    ..View::default()
                })
                .with(Cohesion { cohesion: 1.2 })
                .with(Alignment { alignment: 1.6 })
                .with(Separation {
                    separation: 0.7,
                    separation_factor: 3.0,
                    separation_view: SeparationView::Full,
                })
                .with(Chase { chase: 0.3, chasers: Hunters::Everyone }),
        ],
    },
};
