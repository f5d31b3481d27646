//! Scene 20: the zones of Couzin et al.

use super::{Category, Earlier, Scene, Setup, Try, shyness, without_shyness};
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

pub const SCENE: Scene = Scene {
    key: "couzin",
    title: "Zones: swarm, torus, parallel",
    category: Category::Science,
    chapter: "Couzin 2002",
    see: "Fish keep their distance, swim as those a little farther off do and head for those \
          beyond. With an orientation zone of this width, they circle around one center: in the \
          paper's three dimensions a torus, in the plane a mill.",
    try_it: "Under Measure, let the orientation width ramp to 14 and back: the torus opens into a \
             group that swims one way, and on the way back it stays one for longer, a loop. A width \
             of 1 makes a swarm.",
    sliders: &["repulsion_factor", "orientation_width", "attraction_width", "speed", "count"],
    tries: &[Try::Ramp { key: "orientation_width", to: 14.0, seconds: 60 }],
    source: "Couzin, Krause, James, Ruxton & Franks, Journal of Theoretical Biology 218, 1 (2002)",
    constants: "The paper's, in the plane; that they shy away from a press is ours.",
    original: None,
    drag: "Press and hold: the fish turn away from there.",
    earlier: &[Earlier { until: 4, undo: without_shyness }],
    build: || Setup {
        world: WorldParams {
            width: 640.0,
            height: 440.0,
            edges: Edges::Wrap,
            toroidal: true,
            target: TargetMode::Nobody,
            ..WorldParams::default()
        },
        groups: vec![
            Group::particles(
                "fish",
                "Fish",
                Role::Regular,
                100,
                Particle {
                    // 3 repulsion radii and 40 degrees per second.
                    speed: 3.0 * LENGTH * STEP * RATE,
                    max_turn: 40.0f32.to_radians() * STEP * RATE,
                    ..Particle::default()
                },
            )
            .sized(LENGTH)
            .with(Zones { orientation_width: 6.0, ..Zones::default() })
            .with(shyness(15.0))
            .noisy(Noise { noise: 0.05, noise_kind: NoiseKind::Gaussian })
            .starting(Spawn::Disk { radius: 0.15 }),
        ],
    },
};
