//! Scene 19: the Vicsek model.

use super::{Category, Original, Scene, Setup, Try, shyness};
use crate::engine::agents::Role;
use crate::engine::behaviors::MeanHeading;
use crate::engine::bodies::{Noise, Particle};
use crate::engine::group::Group;
use crate::engine::params::{Edges, TargetMode, WorldParams};

/// Radius R within which units count as neighbors, u.
const RADIUS: f32 = 10.0;

/// Length of a unit, u: small in comparison with R.
const LENGTH: f32 = 1.6;

pub const SCENE: Scene = Scene {
    key: "vicsek",
    title: "Vicsek model",
    category: Category::Science,
    chapter: "Vicsek 1995",
    see: "Each particle takes on the mean direction of those around it, give or take some noise. \
          Within a minute nearly all move the same way, though nobody leads.",
    try_it: "Under Measure, let the noise ramp to 5 and back against the polarization: the common \
             direction is lost, and another one arises.",
    sliders: ["noise", "mean_heading_factor", "speed"],
    tries: &[Try::Ramp { key: "noise", to: 4.0, seconds: 20 }],
    source: "Vicsek, Czirók, Ben-Jacob, Cohen & Shochet, Physical Review Letters 75, 1226 (1995)",
    constants: "The paper's, in a box that is not square, and each particle moves with its new \
                heading; that they shy away from a press is ours.",
    original: Some(Original {
        link: "v=8&scene=vicsek&count=400&moves_with=old&width=100",
        see: "The paper's figure 2 at noise 1: 400 particles in a square of ten radii, each of which \
              moves one step behind its turn. Nearly all move the same way.",
    }),
    drag: "Press and hold: the particles turn away from there.",
    build: || Setup {
        // Density 4: four particles per R².
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
                // 0.03 R per tick, as in the paper.
                Particle { speed: 0.03 * RADIUS * 60.0, ..Particle::default() },
            )
            .sized(LENGTH)
            .with(MeanHeading { mean_heading: 1.0, mean_heading_factor: RADIUS / LENGTH })
            .with(shyness(15.0))
            .noisy(Noise { noise: 1.0, ..Noise::default() }),
        ],
    },
};
