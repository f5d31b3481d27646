//! Scene 19: the model of Vicsek et al. 1995.

use super::{Scene, SceneCategory, SourceRun, SuggestedChange, WorldSetup, pointer_fright};
use crate::engine::agents::Role;
use crate::engine::behaviors::MeanHeading;
use crate::engine::bodies::{Noise, Particle};
use crate::engine::group::Group;
use crate::engine::params::{Edges, TargetMode, WorldParams};

/// Radius R within which units count as neighbors, u.
const NEIGHBOR_RADIUS: f32 = 10.0;

/// Length of a unit, u: small in comparison with R.
const UNIT_LENGTH: f32 = 1.6;

pub const SCENE: Scene = Scene {
    key: "vicsek",
    title: "Vicsek model",
    category: SceneCategory::Science,
    chapter: "Vicsek 1995",
    visible_effect: "Each particle takes on the mean direction of those around it, give or take some noise. \
          Within a minute nearly all move the same way, though nobody leads.",
    suggestion: "Under Measure, let the noise ramp to 5 and back against the polarization: the common \
             direction is lost, and another one arises.",
    first_sliders: ["noise", "mean_heading_factor", "speed"],
    suggested_changes: &[SuggestedChange::Ramp { key: "noise", to: 4.0, seconds: 20 }],
    source: "Vicsek, Czirók, Ben-Jacob, Cohen & Shochet, Physical Review Letters 75, 1226 (1995)",
    constants_source: "The paper's, in a box that is not square, and each particle moves with its new \
                heading; that they shy away from a press is ours.",
    source_run: Some(SourceRun {
        link: "v=8&scene=vicsek&count=400&moves_with=old&width=100",
        visible_effect: "The paper's figure 2 at noise 1: 400 particles in a square of ten radii, each of which \
              moves one step behind its turn. Nearly all move the same way.",
    }),
    drag_invitation: "Press and hold: the particles turn away from there.",
    build_setup: || WorldSetup {
        // The size of the world gives the paper's density of 4: four particles per R².
        world: WorldParams {
            width: 125.0,
            height: 100.0,
            edges: Edges::Wrap,
            toroidal: true,
            target: TargetMode::Nobody,
            ..WorldParams::default()
        },
        groups: vec![
            Group::particles(
                "particles",
                "Particles",
                Role::Regular,
                500,
                // The speed is 0.03 R per tick, as in the paper.
                Particle { speed: 0.03 * NEIGHBOR_RADIUS * 60.0, ..Particle::default() },
            )
            .sized(UNIT_LENGTH)
            .with(MeanHeading {
                mean_heading: 1.0,
                mean_heading_factor: NEIGHBOR_RADIUS / UNIT_LENGTH,
            })
            .with(pointer_fright(15.0))
            .noisy(Noise { noise: 1.0, ..Noise::default() }),
        ],
    },
};
