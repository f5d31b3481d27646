//! Scene 18: a murmuration.

use super::{Category, Earlier, Scene, Setup, Try, falcon};
use crate::engine::agents::Role;
use crate::engine::behaviors::{Alignment, Chase, Cohesion, Fright, Separation, SeparationView};
use crate::engine::group::{Group, Spawn, Ties};
use crate::engine::params::{Edges, Hunters, TargetMode, WorldParams};
use crate::engine::perception::{View, ViewModel};

/// As many as an ordinary machine moves in real time.
const STARLINGS: u32 = 20_000;

/// The index of the falcon's group.
const FALCON: usize = 1;

/// Thrust that moves them at 50 u/s.
const FAST: f32 = 1500.0;

pub const SCENE: Scene = Scene {
    key: "murmuration",
    title: "Murmuration",
    category: Category::Beautiful,
    chapter: "Game AI ch. 4",
    see: "Twenty thousand starlings see no farther than a few lengths, and yet one cloud of them \
          billows and turns as one. Where the falcon dives, it opens and closes again.",
    try_it: "Halve the alignment, and the cloud frays. Press and hold: you are a falcon, feared \
             the more the nearer you are.",
    sliders: &[],
    tries: &[Try::Set("alignment", "0.8")],
    source: "Rules of Bourg & Seemann, AI for Game Developers, ch. 4; short sight after Ballerini \
             et al. 2008",
    constants: "Ours.",
    original: None,
    drag: "Press and hold: the starlings flee from there.",
    earlier: &[
        Earlier {
            until: 1,
            undo: |setup| {
                setup.groups.truncate(1);
                let starlings = &mut setup.groups[0];
                starlings.pipeline.pop();
                starlings.pipeline.push(Box::new(Chase { chase: 0.3, chasers: Hunters::Everyone }));
                (starlings.ties, starlings.spawn) = (Ties::default(), Spawn::Anywhere);
            },
        },
        Earlier {
            until: 2,
            undo: |setup| {
                setup.groups[0].spawn = Spawn::Cloud { radius: 0.75, heading: -0.6, spread: 0.4 };
            },
        },
    ],
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
                .with(Fright { fright: 4.0, fright_factor: 45.0, fears_pointer: true })
                .fearing(&[FALCON])
                .starting(Spawn::Flock { radius: 0.9, heading: -0.3, spread: 0.2 }),
            falcon(14.0, 95.0, 60.0).starting(Spawn::Rim),
        ],
    },
};
