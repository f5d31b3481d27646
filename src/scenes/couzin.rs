//! Scene 20: the zones of Couzin et al.

use super::{Category, Earlier, Original, Scene, Setup, Try, shyness, without_shyness};
use crate::engine::agents::Role;
use crate::engine::behaviors::Zones;
use crate::engine::bodies::{Noise, NoiseKind, Particle};
use crate::engine::group::{Group, Spawn};
use crate::engine::params::{Edges, TargetMode, WorldParams};

/// Length of a unit, which is also its repulsion radius, u.
const LENGTH: f32 = 4.0;

/// Seconds of the paper in one tick, so that a tick is one of its steps: the scene runs six times
/// as fast.
const STEP: f32 = 0.1;

/// Ticks per second.
const RATE: f32 = 60.0;

/// What swam here until version 6, at the paper's own speed and turns: their circles are so narrow
/// that the middle fills up.
fn as_until_6(setup: &mut Setup) {
    (setup.world.width, setup.world.height) = (640.0, 440.0);
    setup.groups[0] = fish(3.0, 40.0, Zones { orientation_width: 6.0, ..Zones::default() })
        .starting(Spawn::Disk { radius: 0.15 });
}

/// Fish of a speed in repulsion radii and turns in degrees, both per second of the paper.
fn fish(speed: f32, turn: f32, zones: Zones) -> Group {
    let body = Particle {
        speed: speed * LENGTH * STEP * RATE,
        max_turn: turn.to_radians() * STEP * RATE,
        ..Particle::default()
    };
    Group::particles("fish", "Fish", Role::Regular, 100, body)
        .sized(LENGTH)
        .with(zones)
        .with(shyness(15.0))
        .noisy(Noise { noise: 0.05, noise_kind: NoiseKind::Gaussian })
}

pub const SCENE: Scene = Scene {
    key: "couzin",
    title: "Zones: swarm, torus, parallel",
    category: Category::Science,
    chapter: "Couzin 2002",
    see: "Fish keep their distance, swim as those a little farther off do and head for those \
          beyond. They start as a ring and circle around one center, which stays empty: in the \
          paper's three dimensions a torus, in the plane a mill.",
    try_it: "Under Measure, let the orientation width ramp to 30 and back: the mill opens into a \
             group that swims one way, and back at 12 it stays one. With these zones both last: \
             which it is depends on what they were before. A width of 1 makes a swarm.",
    sliders: &["repulsion_factor", "orientation_width", "attraction_width", "speed", "count"],
    tries: &[Try::Ramp { key: "orientation_width", to: 30.0, seconds: 30 }],
    source: "Couzin, Krause, James, Ruxton & Franks, Journal of Theoretical Biology 218, 1 (2002)",
    constants: "Ours: in the plane, faster and with wider turns than the paper's fish (4 radii and 16 \
                degrees per second, there 3 and 40), in other zones, and in a ring from the start; \
                and they shy away from a press.",
    original: Some(Original {
        link: "v=1&scene=couzin",
        see: "The paper's speed and turns, in the plane, from a disc in disorder: they mill about, \
              and the middle fills up.",
    }),
    drag: "Press and hold: the fish turn away from there.",
    earlier: &[
        Earlier {
            until: 4,
            undo: |setup| {
                as_until_6(setup);
                without_shyness(setup);
            },
        },
        Earlier { until: 6, undo: as_until_6 },
    ],
    build: || Setup {
        world: WorldParams {
            width: 560.0,
            height: 400.0,
            edges: Edges::Wrap,
            toroidal: true,
            target: TargetMode::Nobody,
            ..WorldParams::default()
        },
        groups: vec![
            fish(
                4.0,
                16.0,
                Zones { orientation_width: 12.0, attraction_width: 8.0, ..Zones::default() },
            )
            .starting(Spawn::Ring { radius: 0.5, spread: 0.2 }),
        ],
    },
};
