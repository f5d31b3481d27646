//! Scene 15: walkers queue at a door.

use super::{Scene, SceneCategory, SuggestedChange, WorldSetup, pointer_fright, start_at_point};
use crate::engine::agents::Role;
use crate::engine::behaviors::{PathFollowing, Queue};
use crate::engine::bodies::PointMass;
use crate::engine::group::{Group, Spawn};
use crate::engine::params::{Edges, WallPlan, WorldParams};
use crate::engine::rounds::Caught;
use crate::engine::scenery::PathEnd;
use crate::engine::scenery::walls::DOOR_WALL_Y_SHARE;

/// Nodes of the path through the door to the way out below, as shares of the world's extent.
const DOOR_PATH: &[[f32; 2]] =
    &[[0.5, DOOR_WALL_Y_SHARE - 0.03], [0.5, DOOR_WALL_Y_SHARE + 0.06], [0.5, 0.95]];

pub const SCENE: Scene = Scene {
    key: "queue-door",
    title: "Queue at the door",
    category: SceneCategory::Crowd,
    chapter: "Steering part 9",
    visible_effect: "Everyone wants to get through one door: walkers brake behind the one ahead, so the \
          crowd waits and files through the gap. Anyone who gets out re-enters at \
          the top.",
    suggestion: "Set the queue weight to 0, and all of them \
             squeeze through one spot.",
    first_sliders: ["queue", "door_width", "max_speed"],
    suggested_changes: &[SuggestedChange::Set("queue", "0")],
    source: "Understanding Steering Behaviors, part 9 (queue)",
    constants_source: "A brake of 0.8 and a hard stop of 0.3 are the tutorial's. Distances, the crowd, the way out, and that \
                all shy away from a press are ours.",
    source_run: None,
    drag_invitation: "Press and hold at the door: no one dares to go there, and the crowd waits.",
    build_setup: || {
        let exit = Group::point("exit", "Way out", Role::Leader, 1)
            .sized(5.0)
            // Catch distance, lengths: less than the path radius of 4, so that walkers reach the
            // last node before they are caught, and head for the door after they re-enter.
            .catching(3.8, Caught::Again)
            .starting(start_at_point(0.5, 0.95, 1.57));
        WorldSetup {
            world: WorldParams {
                width: 400.0,
                height: 300.0,
                edges: Edges::Bounce,
                walls: WallPlan::Door,
                door_width: 15.0,
                ..WorldParams::default()
            },
            groups: vec![
                Group::point("walkers", "Walkers", Role::Regular, 70)
                    .with_point_mass(PointMass {
                        max_speed: 45.0,
                        max_force: 200.0,
                        ..PointMass::default()
                    })
                    .with(PathFollowing::new(4.0, PathEnd::Loop))
                    .with(pointer_fright(8.0))
                    .with(Queue::default())
                    .sized(5.0)
                    .with_path(DOOR_PATH)
                    .starting(Spawn::Box {
                        left: 0.2,
                        right: 0.8,
                        top: 0.05,
                        bottom: 0.3,
                        heading: 1.57,
                        heading_spread: 0.3,
                    }),
                exit,
            ],
        }
    },
};
