//! Scene 18: a murmuration.

use super::{Category, Earlier, Scene, Setup, Try, diving_falcon, falcon};
use crate::engine::agents::Role;
use crate::engine::behaviors::{
    Alignment, Chase, Cohesion, Fright, Seek, Separation, SeparationView,
};
use crate::engine::goals::{Goal, GoalKind};
use crate::engine::group::{Group, Spawn, Ties};
use crate::engine::params::{Edges, Hunters, TargetMode, WorldParams};
use crate::engine::perception::{View, ViewModel};

/// As many as a slow machine moves in real time.
const STARLINGS: u32 = 12_000;

/// The index of the falcon's group.
const FALCON: usize = 1;

/// Thrust that moves them at 50 u/s.
const FAST: f32 = 1500.0;

/// What flew here until version 3: within walls, with no roost to come back to.
fn as_until_3(setup: &mut Setup) {
    setup.world = WorldParams {
        width: 2600.0,
        height: 1600.0,
        edges: Edges::Contain,
        target: TargetMode::Nobody,
        ..WorldParams::default()
    };
    setup.groups = vec![
        Group::rigid("starlings", "Starlings", Role::Regular, 20_000)
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
    ];
}

/// One roost, over which the cloud shrank to a ball of birds on top of each other.
fn as_until_4(setup: &mut Setup) {
    let goal = Goal { goal: GoalKind::Place, heeds_pointer: false, ..Goal::default() };
    setup.groups[0] = starlings(3.0, (0.08, 4.0), (4.0, 45.0), 0.4, goal);
}

/// The starlings: how they align, how they keep apart, what frightens them and how far, and how the
/// roost draws them.
fn starlings(
    alignment: f32,
    (separation, separation_factor): (f32, f32),
    (fright, fright_factor): (f32, f32),
    seek: f32,
    roost: Goal,
) -> Group {
    Group::rigid("starlings", "Starlings", Role::Regular, STARLINGS)
        .tuned(|body| {
            body.thrust = FAST;
            body.steering_force = 230.0;
        })
        .seeing(View {
            view: ViewModel::Wide,
            wide_radius_factor: 9.0,
            back_angle_factor: 0.6,
            leaders: false,
            ..View::default()
        })
        .with(Cohesion { cohesion: 0.8 })
        .with(Alignment { alignment })
        .with(Separation { separation, separation_factor, separation_view: SeparationView::Full })
        .with(Fright { fright, fright_factor, fears_pointer: true })
        .with(Seek { seek })
        .minding(roost)
        .fearing(&[FALCON])
        .starting(Spawn::Flock { radius: 0.8, heading: -0.3, spread: 0.2 })
}

pub const SCENE: Scene = Scene {
    key: "murmuration",
    title: "Murmuration",
    category: Category::Beautiful,
    chapter: "Game AI ch. 4",
    see: "Twelve thousand starlings see no farther than nine lengths, and two roosts draw them in \
          turn. The cloud billows from one to the other, tears where the falcon dives, and heals.",
    try_it: "Turn Seek to 0: without the roosts, the cloud drifts apart. Press and hold: you are a falcon, feared \
             the more the nearer you are.",
    sliders: &[],
    tries: &[Try::Set("seek", "0")],
    source: "Rules of Bourg & Seemann, AI for Game Developers, ch. 4; roosts after Hildenbrandt \
             et al. 2010, as a weak pull. Real starlings heed about seven, however far (Ballerini \
             et al. 2008): see Starlings and a falcon.",
    constants: "Ours.",
    original: None,
    drag: "Press and hold: the starlings flee from there.",
    earlier: &[
        Earlier {
            until: 1,
            undo: |setup| {
                as_until_3(setup);
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
                as_until_3(setup);
                setup.groups[0].spawn = Spawn::Cloud { radius: 0.75, heading: -0.6, spread: 0.4 };
            },
        },
        Earlier { until: 3, undo: as_until_3 },
        Earlier { until: 4, undo: as_until_4 },
    ],
    build: || Setup {
        world: WorldParams {
            width: 2600.0,
            height: 1600.0,
            target: TargetMode::Nobody,
            toroidal: true,
            ..WorldParams::default()
        },
        groups: vec![
            starlings(
                5.0,
                (0.2, 5.0),
                (5.0, 32.0),
                0.35,
                Goal {
                    goal: GoalKind::Between,
                    goal_x: 0.3,
                    goal_y: 0.4,
                    heeds_pointer: false,
                    ..Goal::default()
                },
            ),
            diving_falcon(14.0, 130.0, 0.5).starting(Spawn::Rim),
        ],
    },
};
