//! Scene 13: three groups walk along paths: around a loop, to and fro, and in and out.

use super::{Scene, SceneCategory, SourceRun, SuggestedChange, WorldSetup, pointer_fright};
use crate::engine::agents::Role;
use crate::engine::behaviors::{CrowdSeparation, PathFollowing};
use crate::engine::bodies::PointMass;
use crate::engine::group::{Group, Spawn};
use crate::engine::params::{Edges, WorldParams};
use crate::engine::scenery::PathEnd;

/// Nodes of a loop around the field, as shares of the world's extent.
const CIRCUIT_PATH: &[[f32; 2]] =
    &[[0.12, 0.2], [0.4, 0.1], [0.88, 0.16], [0.9, 0.5], [0.72, 0.86], [0.3, 0.88], [0.1, 0.6]];

/// Nodes of a zigzag through the middle, as shares of the world's extent.
const PATROL_PATH: &[[f32; 2]] =
    &[[0.25, 0.35], [0.4, 0.65], [0.52, 0.3], [0.64, 0.65], [0.76, 0.35]];

/// Nodes of a path from the lower left corner into the field, as shares of the world's extent.
const MARCH_PATH: &[[f32; 2]] = &[[0.03, 0.94], [0.2, 0.76], [0.36, 0.76], [0.5, 0.76]];

pub const SCENE: Scene = Scene {
    key: "path-patrol",
    title: "Paths and patrols",
    category: SceneCategory::Formation,
    chapter: "Steering part 7",
    visible_effect: "Three groups walk from node to node, on and on: one goes around, one patrols to the end \
          and back, one marches in and out again.",
    suggestion: "Widen the path radius to 15 lengths, and corners are cut; make it so small that fast \
             walkers miss a node, and they circle it.",
    first_sliders: ["path_radius", "max_speed", "crowd_factor"],
    suggested_changes: &[SuggestedChange::Set("path_radius", "15")],
    source: "Understanding Steering Behaviors, part 7 (path following)",
    constants_source: "Ours, in lengths: the tutorial names no numbers that carry over. Marchers who go on are ours, too.",
    source_run: Some(SourceRun {
        link: "v=8&scene=path-patrol&marchers.at_end=stop",
        visible_effect: "Who has come to the end of a path stops there; in the tutorial it seeks the last node \
              for ever.",
    }),
    drag_invitation: "Press and hold: the walkers shy away from there, and then go on.",
    build_setup: || WorldSetup {
        world: WorldParams {
            width: 640.0,
            height: 400.0,
            edges: Edges::Bounce,
            ..WorldParams::default()
        },
        groups: vec![
            walkers_group(
                "rounds",
                "Round walkers",
                Role::Regular,
                24,
                PathEnd::Loop,
                CIRCUIT_PATH,
            ),
            walkers_group("patrol", "Patrol", Role::Interceptor, 10, PathEnd::Patrol, PATROL_PATH),
            walkers_group("marchers", "Marchers", Role::Soldier, 8, PathEnd::Patrol, MARCH_PATH),
        ],
    },
};

fn walkers_group(
    key: &'static str,
    label: &'static str,
    role: Role,
    count: u32,
    at_end: PathEnd,
    nodes: &'static [[f32; 2]],
) -> Group {
    // All units start around the first node.
    let [x, y] = nodes[0];
    let spawn = Spawn::Box {
        left: (x - 0.09).max(0.0),
        right: x + 0.03,
        top: y - 0.06,
        bottom: (y + 0.06).min(1.0),
        heading: 0.0,
        heading_spread: 0.5,
    };
    Group::point(key, label, role, count)
        .with_point_mass(PointMass {
            max_speed: 55.0,
            max_force: 160.0,
            pace_spread: 0.15,
            ..PointMass::default()
        })
        .with(PathFollowing::new(4.0, at_end))
        .with(pointer_fright(12.0))
        .with(CrowdSeparation { crowd_factor: 2.0, ..CrowdSeparation::default() })
        .with_path(nodes)
        .starting(spawn)
}
