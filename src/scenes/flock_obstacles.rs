//! Scene 4: the flock among obstacles.

use super::{Category, Earlier, Original, Scene, Setup, Try, boids, flock, with_player};
use crate::engine::agents::Role;
use crate::engine::behaviors::{
    Alignment, Chase, Cohesion, Feelers, ObstacleAvoidance, Separation,
};
use crate::engine::group::Group;
use crate::engine::params::{TargetMode, WorldParams};
use crate::engine::perception::{View, ViewModel};

const SIGHT: ViewModel = ViewModel::Limited;

/// One feeler, and a hunt for the player's craft.
fn as_until_4(setup: &mut Setup) {
    setup.groups = vec![boids(140, View { view: SIGHT, ..View::default() })];
    with_player(setup);
}

/// What flew here in version 5, with the book's weights: it drew together around one disc, and
/// clung to its rim.
fn as_until_5(setup: &mut Setup) {
    let view = View { view: SIGHT, ..View::default() };
    let mut boids = flock("boids", "Boids", Role::Regular, 140, view, Chase::default());
    boids.pipeline.pop();
    setup.groups = vec![boids.with(three_feelers())];
}

/// Feelers as the book suggests them.
fn three_feelers() -> ObstacleAvoidance {
    ObstacleAvoidance { feelers: Feelers::Three, ..ObstacleAvoidance::default() }
}

pub const SCENE: Scene = Scene {
    key: "flock-obstacles",
    title: "Flock with obstacles",
    category: Category::Obstacles,
    chapter: "Game AI ch. 4",
    see: "Each unit feels ahead with three feelers and turns away from what they touch: the flock \
          parts around obstacles and closes again, and nobody gets into one.",
    try_it: "Leave the units the one feeler of the book's example: it misses a rim beside it, and \
             some run into a disc and stay at it.",
    sliders: &["avoidance", "feeler_factor", "thrust", "cohesion", "separation_factor", "count"],
    tries: &[Try::Set("feelers", "one")],
    source: "Bourg & Seemann, AI for Game Developers, ch. 4, ex. 4-12; hard contact is ours",
    constants: "The book's, which suggests three feelers; more alignment, less cohesion and hard \
                obstacles are ours: with all weights 1 a flock clings to one disc.",
    original: Some(Original {
        link: "v=1&scene=flock-obstacles",
        see: "The obstacles only push, as the feelers of the book have it: now and then a unit \
              slips through one.",
    }),
    drag: "Drag anywhere: the flock hunts you around the discs.",
    earlier: &[
        Earlier {
            until: 1,
            undo: |setup| {
                as_until_4(setup);
                setup.world.contact = false;
            },
        },
        Earlier { until: 4, undo: as_until_4 },
        Earlier { until: 5, undo: as_until_5 },
    ],
    build: || Setup {
        world: WorldParams {
            width: 800.0,
            height: 500.0,
            obstacles: 8,
            contact: true,
            target: TargetMode::Nobody,
            ..WorldParams::default()
        },
        groups: vec![
            Group::rigid("boids", "Boids", Role::Regular, 140)
                .seeing(View { view: SIGHT, ..View::default() })
                .with(Cohesion { cohesion: 0.3 })
                .with(Alignment { alignment: 3.0 })
                .with(Separation { separation_factor: 4.0, ..Separation::default() })
                .with(Chase::default())
                .with(three_feelers()),
        ],
    },
};
