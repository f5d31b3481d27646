//! Scene 18: a murmuration.
//!
//! In twenty seeds over a minute each, in the mean of a seed: order .58 to .79, overlap .06 to .07, 3.3 turns from
//! side to side per second, and .95 to 1 of all in the largest flock. In seventeen of them order stays above .49; in
//! three it falls to a quarter for a while (the cloud circles the roost), and in one of these half of it is torn off
//! once, and comes back.

use super::{Category, Earlier, Scene, Setup, Try, diving_falcon, falcon};
use crate::engine::agents::Role;
use crate::engine::behaviors::{
    Alignment, Behavior, Chase, Cohesion, Fright, Roost, Seek, Separation, SeparationView,
};
use crate::engine::goals::{Goal, GoalKind};
use crate::engine::group::{Group, Spawn, Ties};
use crate::engine::params::{Edges, Hunters, TargetMode, WorldParams};
use crate::engine::perception::{View, ViewModel};

/// As many as a slow machine moves in real time.
const STARLINGS: u32 = 6000;

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
    as_until_5(setup);
    let goal = roost(GoalKind::Place, 0.5, 0.5);
    setup.groups[0] = twelve_thousand(3.0, (0.08, 4.0), (4.0, 45.0), 0.4).minding(goal);
}

/// Two roosts in turn: whoever came to one met those who turned back.
fn as_until_5(setup: &mut Setup) {
    (setup.world.width, setup.world.height) = (2600.0, 1600.0);
    let goal = roost(GoalKind::Between, 0.3, 0.4);
    setup.groups[0] = twelve_thousand(5.0, (0.2, 5.0), (5.0, 32.0), 0.35).minding(goal);
}

/// The starlings until version 5, which sought the very roost.
fn twelve_thousand(alignment: f32, separation: (f32, f32), fright: (f32, f32), seek: f32) -> Group {
    starlings(12_000, 9.0, [0.8, alignment], separation, fright, Seek { seek })
}

/// Where they roost, as shares of the world's extent.
fn roost(goal: GoalKind, goal_x: f32, goal_y: f32) -> Goal {
    Goal { goal, goal_x, goal_y, heeds_pointer: false, ..Goal::default() }
}

/// The starlings: how many, how far they see, in lengths, how they gather and align, how they keep
/// apart, what frightens them and how far, and how the roost draws them.
fn starlings(
    count: u32,
    wide_radius_factor: f32,
    [cohesion, alignment]: [f32; 2],
    (separation, separation_factor): (f32, f32),
    (fright, fright_factor): (f32, f32),
    draw: impl Behavior + 'static,
) -> Group {
    Group::rigid("starlings", "Starlings", Role::Regular, count)
        .tuned(|body| {
            body.thrust = FAST;
            body.steering_force = 230.0;
        })
        .seeing(View {
            view: ViewModel::Wide,
            wide_radius_factor,
            back_angle_factor: 0.6,
            leaders: false,
            ..View::default()
        })
        .with(Cohesion { cohesion })
        .with(Alignment { alignment })
        .with(Separation { separation, separation_factor, separation_view: SeparationView::Full })
        .with(Fright { fright, fright_factor, fears_pointer: true })
        .with(draw)
        .fearing(&[FALCON])
        .starting(Spawn::Flock { radius: 0.8, heading: -0.3, spread: 0.2 })
}

pub const SCENE: Scene = Scene {
    key: "murmuration",
    title: "Murmuration",
    category: Category::Beautiful,
    chapter: "Game AI ch. 4",
    see: "Six thousand starlings as one cloud: those that come too far from the roost turn back, and \
          the turn travels through all. The cloud billows, tears where the falcon dives, and heals.",
    try_it: "Turn Roost to 0: nothing turns the cloud back, and it flies on and on. Press and \
             hold: you are a falcon, feared the more the nearer you are.",
    sliders: &["alignment", "separation_factor", "roost_distance", "fright", "thrust", "count"],
    tries: &[Try::Set("roost", "0")],
    source: "Rules of Bourg & Seemann, AI for Game Developers, ch. 4; the roost after Hildenbrandt \
             et al. 2010: it draws only from afar. A turn goes from bird to bird, as Cavagna et al. \
             2010 measured. Real starlings heed about seven, however far (Ballerini et al. 2008): \
             see Starlings and a falcon; here each heeds all within twenty lengths.",
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
        Earlier { until: 5, undo: as_until_5 },
    ],
    build: || Setup {
        world: WorldParams {
            width: 3000.0,
            height: 1900.0,
            target: TargetMode::Nobody,
            toroidal: true,
            ..WorldParams::default()
        },
        groups: vec![
            starlings(
                STARLINGS,
                20.0,
                [0.15, 11.0],
                (0.3, 6.0),
                (8.0, 32.0),
                Roost { roost: 0.6, roost_distance: 60.0, roost_softness: 120.0 },
            )
            .minding(roost(GoalKind::Place, 0.5, 0.5)),
            diving_falcon(14.0, 130.0, 0.5).starting(Spawn::Rim),
        ],
    },
};
