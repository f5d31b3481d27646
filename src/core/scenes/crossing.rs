//! Scene 25: two crowds cross, and each walker avoids collisions that it foresees.

use super::{Scene, SceneCategory, SuggestedChange, WorldSetup};
use crate::engine::agents::Role;
use crate::engine::behaviors::{Anticipate, Arrive};
use crate::engine::bodies::PointMass;
use crate::engine::goals::{Goal, GoalKind};
use crate::engine::group::{Group, Spawn};
use crate::engine::params::{Edges, TargetMode, WorldParams};

pub const SCENE: Scene = Scene {
    key: "crossing",
    title: "Crossing",
    category: SceneCategory::Crowd,
    chapter: "Physics of crowds",
    visible_effect: "Two crowds of forty go to and fro across each other. Each walker watches how soon it \
          would bump into another, not how near the others are: it gives way early and a little, and \
          hardly two ever touch.",
    suggestion: "Set the weight of anticipating to 0, and they walk right through each other. Or cut the \
             horizon to half a second: they turn aside late, and still hardly two touch.",
    first_sliders: ["anticipate", "anticipate_horizon", "max_speed"],
    suggested_changes: &[SuggestedChange::Set("anticipate", "0")],
    source: "Karamouzas, Skinner & Guy 2014, Phys. Rev. Lett. 113, 238701",
    constants_source: "The paper's horizon of 3 s. The energy, five times the paper's, speeds, forces, flags, \
                and that those who touch are pushed apart are ours.",
    source_run: None,
    drag_invitation: "Drag anywhere to send the blue crowd there.",
    build_setup: || {
        let across = Goal { goal: GoalKind::Between, goal_x: 0.88, ..Goal::default() };
        let down =
            Goal { goal: GoalKind::Between, goal_y: 0.85, heeds_pointer: false, ..Goal::default() };
        let [left, top] = [[0.05, 0.2, 0.3, 0.7], [0.38, 0.62, 0.04, 0.28]];
        WorldSetup {
            world: WorldParams {
                width: 640.0,
                height: 420.0,
                edges: Edges::Bounce,
                target: TargetMode::Nobody,
                ..WorldParams::default()
            },
            groups: vec![
                crowd_group("blue", "Blue crowd", Role::Regular, left, 0.0, across),
                crowd_group(
                    "magenta",
                    "Magenta crowd",
                    Role::Interceptor,
                    top,
                    std::f32::consts::FRAC_PI_2,
                    down,
                ),
            ],
        }
    },
};

/// Crowd of 40 that starts in a box: left, right, top and bottom as shares of the world's extent.
fn crowd_group(
    key: &'static str,
    label: &'static str,
    role: Role,
    [left, right, top, bottom]: [f32; 4],
    heading: f32,
    goal: Goal,
) -> Group {
    Group::point(key, label, role, 40)
        .with_point_mass(PointMass { max_speed: 30.0, max_force: 240.0, ..PointMass::default() })
        .with(Anticipate::default())
        .with(Arrive::default())
        .with_goal(goal)
        .sized(5.0)
        .starting(Spawn::Box { left, right, top, bottom, heading, heading_spread: 0.2 })
}
