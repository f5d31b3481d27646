//! Scene 0: a flock and a falcon under an open sky, with which the page opens.

use super::{Category, Earlier, Original, Scene, Setup, Try, diving_falcon, falcon};
use crate::engine::agents::Role;
use crate::engine::behaviors::{
    Alignment, Chase, Cohesion, Flee, Fright, Separation, SeparationView,
};
use crate::engine::goals::{Goal, GoalKind};
use crate::engine::group::{Group, Spawn};
use crate::engine::params::{Hunters, TargetMode, WorldParams};
use crate::engine::perception::{View, ViewModel};
use std::f32::consts::PI;

/// Thrust that moves the birds at 42 u/s.
const BRISK: f32 = 1000.0;

/// The index of the falcon's group.
const FALCON: usize = 1;

/// At the height of the flock, between two shares of the world's width, and on its way to it.
const fn falcon_from(left: f32, right: f32) -> Spawn {
    Spawn::Box { left, right, top: 0.4, bottom: 0.6, heading: PI, spread: 0.2 }
}

/// What flew here until version 3: birds that turn as hard as they can at once, and a falcon after
/// the nearest.
fn as_until_3(setup: &mut Setup) {
    let birds = Group::rigid("birds", "Birds", Role::Regular, 320)
        .tuned(|body| {
            body.thrust = BRISK;
            body.steering_force = 800.0;
        })
        .seeing(View {
            view: ViewModel::Wide,
            wide_radius_factor: 22.0,
            back_angle_factor: 0.5,
            leaders: false,
            ..View::default()
        })
        .with(Cohesion { cohesion: 0.8 })
        .with(Alignment { alignment: 8.0 })
        .with(Separation {
            separation: 2.0,
            separation_factor: 4.0,
            separation_view: SeparationView::Full,
        })
        .with(Flee { flee: 0.9, panic_factor: 14.0 })
        .with(Chase { chase: 0.8, chasers: Hunters::Everyone })
        .minding(Goal {
            goal: GoalKind::Nearest,
            notice: 20.0,
            heeds_pointer: false,
            ..Goal::default()
        })
        .starting(Spawn::Flock { radius: 0.64, heading: -0.2, spread: 0.05 });
    let falcon = falcon(9.0, 84.0, 55.0).starting(falcon_from(0.87, 0.9));
    setup.groups = vec![birds, falcon];
}

/// What flew here in version 4: birds nearer to each other, and halves that could lose each other.
fn as_until_4(setup: &mut Setup) {
    setup.groups[0] = birds(30.0, (0.13, 5.0), 3.8);
}

/// The birds: how far they see, in lengths, how they keep apart, and how much the falcon frightens
/// them.
fn birds(
    wide_radius_factor: f32,
    (separation, separation_factor): (f32, f32),
    fright: f32,
) -> Group {
    Group::rigid("birds", "Birds", Role::Regular, 320)
        .tuned(|body| {
            body.thrust = BRISK;
            body.steering_force = 225.0;
        })
        .seeing(View {
            view: ViewModel::Wide,
            wide_radius_factor,
            back_angle_factor: 0.5,
            leaders: false,
            ..View::default()
        })
        .with(Cohesion { cohesion: 1.1 })
        .with(Alignment { alignment: 2.6 })
        .with(Separation { separation, separation_factor, separation_view: SeparationView::Full })
        .with(Fright { fright, fright_factor: 22.0, fears_pointer: false })
        .with(Chase { chase: 0.8, chasers: Hunters::Everyone })
        .fearing(&[FALCON])
        .starting(Spawn::Flock { radius: 0.64, heading: -0.2, spread: 0.05 })
}

pub const SCENE: Scene = Scene {
    key: "open-sky",
    title: "Open sky",
    category: Category::Beautiful,
    chapter: "Ours",
    see: "Nobody leads: each bird heeds those around it. Every seven seconds or so a falcon dives \
          through the middle: the flock opens before it and closes behind it.",
    try_it: "Turn Alignment down, and the flock comes apart behind the falcon; turn it up, and it \
             is one again.",
    sliders: &[],
    tries: &[Try::Set("alignment", "0.5")],
    source: "Our own scene, with the rules and bodies of Bourg & Seemann, AI for Game Developers, ch. 4",
    constants: "Ours: faster than in the book, with more alignment, more room and softer turns.",
    original: Some(Original {
        link: "v=1&scene=flock-wide",
        see: "The same rules with the constants of the book, without a falcon.",
    }),
    drag: "Drag anywhere: the flock streams after you.",
    earlier: &[
        Earlier {
            until: 2,
            undo: |setup| {
                as_until_3(setup);
                setup.groups[0].spawn = Spawn::Cloud { radius: 0.46, heading: 0.0, spread: 0.1 };
                setup.groups[1].spawn = falcon_from(0.8, 0.84);
            },
        },
        Earlier { until: 3, undo: as_until_3 },
        Earlier { until: 4, undo: as_until_4 },
    ],
    build: || {
        let birds = birds(40.0, (0.2, 6.0), 4.5);
        let falcon = diving_falcon(9.0, 103.0, 1.25).starting(falcon_from(0.87, 0.9));
        Setup {
            world: WorldParams {
                width: 740.0,
                height: 740.0,
                target: TargetMode::Nobody,
                toroidal: true,
                ..WorldParams::default()
            },
            groups: vec![birds, falcon],
        }
    },
};
