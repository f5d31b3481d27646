//! Scene 15: a queue at the door.

use super::{Category, Earlier, Scene, Setup, Try, shyness, without_shyness};
use crate::engine::agents::Role;
use crate::engine::behaviors::{PathFollowing, Queue};
use crate::engine::bodies::PointMass;
use crate::engine::group::{Group, Spawn};
use crate::engine::params::{Edges, WallPlan, WorldParams};
use crate::engine::scenery::AtEnd;
use crate::engine::scenery::walls::DOOR_AT;

/// To the door, through it, and down; where the world wraps, the way leads on to the top again.
const WAY: &[[f32; 2]] = &[[0.5, DOOR_AT - 0.03], [0.5, DOOR_AT + 0.06], [0.5, 0.97], [0.5, 0.15]];

pub const SCENE: Scene = Scene {
    key: "queue-door",
    title: "Queue at the door",
    category: Category::Crowd,
    chapter: "Steering part 9",
    see: "Everyone wants to get through one door: units brake behind whoever is ahead, so the \
          crowd waits, files through the gap and walks on down, to come again at the top.",
    try_it: "Set the queue weight to 0, and all of them \
             squeeze through one spot.",
    sliders: &["queue", "door_width", "max_speed", "count"],
    tries: &[Try::Set("queue", "0")],
    source: "Understanding Steering Behaviors, part 9 (queue)",
    constants: "The tutorial's; the crowd and that it shies away from a press are ours.",
    original: None,
    drag: "Press and hold at the door: nobody dares to go there, and the crowd waits.",
    earlier: &[Earlier { until: 4, undo: without_shyness }],
    build: || Setup {
        world: WorldParams {
            width: 400.0,
            height: 300.0,
            edges: Edges::Wrap,
            toroidal: true,
            walls: WallPlan::Door,
            door_width: 15.0,
            ..WorldParams::default()
        },
        groups: vec![
            Group::point("walkers", "Walkers", Role::Regular, 50)
                .moving(PointMass { max_speed: 45.0, max_force: 200.0, ..PointMass::default() })
                .with(PathFollowing::new(4.0, AtEnd::Loop))
                .with(shyness(8.0))
                .with(Queue::default())
                .along(WAY)
                .sized(5.0)
                .starting(Spawn::Box {
                    left: 0.2,
                    right: 0.8,
                    top: 0.05,
                    bottom: 0.4,
                    heading: 1.57,
                    spread: 0.3,
                }),
        ],
    },
};
