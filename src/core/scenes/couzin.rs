//! Scene 20: fish with the repulsion, orientation and attraction zones of Couzin et al. 2002.

use super::{Scene, SceneCategory, SourceRun, SuggestedChange, WorldSetup, pointer_fright};
use crate::engine::agents::Role;
use crate::engine::behaviors::Zones;
use crate::engine::bodies::{Noise, NoiseKind, Particle};
use crate::engine::group::{Group, Spawn};
use crate::engine::params::{Edges, TargetMode, WorldParams};

/// Length of a unit and radius of its repulsion zone, u.
const UNIT_LENGTH: f32 = 4.0;

/// Time in the paper's model per tick, s. One tick is one time step of the paper but lasts 1/60 s,
/// so the scene runs six times as fast.
const PAPER_SECONDS_PER_TICK: f32 = 0.1;

/// Ticks per second.
const TICKS_PER_SECOND: f32 = 60.0;

pub const SCENE: Scene = Scene {
    key: "couzin",
    title: "Zones: swarm, torus, parallel",
    category: SceneCategory::Science,
    chapter: "Couzin 2002",
    visible_effect: "Fish keep their distance, swim as those a little farther off do and head for those \
          beyond. They start as a ring and circle around one center, which stays empty: in the \
          paper's three dimensions a torus, in the plane a mill. In one run of twenty or so it opens \
          by itself within a minute.",
    suggestion: "Under Measure, let the orientation width ramp to 30 and back: the mill opens into a \
             group that swims one way, and back at 12 it stays one. With these zones both last: \
             which it is depends on what they were before. A width of 1 makes a swarm.",
    first_sliders: ["repulsion_factor", "orientation_width", "attraction_width"],
    suggested_changes: &[SuggestedChange::Ramp { key: "orientation_width", to: 30.0, seconds: 30 }],
    source: "Couzin, Krause, James, Ruxton & Franks, Journal of Theoretical Biology 218, 1 (2002)",
    constants_source: "Ours: in the plane, faster and with wider turns than the paper's fish (4 radii and 16 \
                degrees per second, there 3 and 40), in other zones, and in a ring from the start; \
                and they shy away from a press.",
    source_run: Some(SourceRun {
        link: "v=8&scene=couzin&orientation_width=6&attraction_width=14&start_radius=0.015&speed=72&max_turn=4.1887903&width=4000&height=4000",
        visible_effect: "The paper's zones, speed and turns, in the plane and in open water, from a disc in \
              disorder: they mill about, and the middle fills up.",
    }),
    drag_invitation: "Press and hold: the fish turn away from there.",
    build_setup: || WorldSetup {
        world: WorldParams {
            width: 560.0,
            height: 400.0,
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
                    speed: 4.0 * UNIT_LENGTH * PAPER_SECONDS_PER_TICK * TICKS_PER_SECOND,
                    max_turn: 16_f32.to_radians() * PAPER_SECONDS_PER_TICK * TICKS_PER_SECOND,
                    ..Particle::default()
                },
            )
            .sized(UNIT_LENGTH)
            .with(Zones { orientation_width: 12.0, attraction_width: 8.0, ..Zones::default() })
            .with(pointer_fright(15.0))
            .noisy(Noise { noise: 0.05, noise_kind: NoiseKind::Gaussian })
            .starting(Spawn::Ring { radius: 0.5, heading_spread: 0.2 }),
        ],
    },
};
