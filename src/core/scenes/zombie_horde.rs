//! Scene 12: zombies hunt survivors, who become zombies when they are caught.

use super::{Scene, SceneCategory, SuggestedChange, WorldSetup};
use crate::engine::agents::Role;
use crate::engine::behaviors::{
    CollisionAvoidance, CrowdSeparation, EvadeAhead, Flee, Pursue, Seek, Wander,
};
use crate::engine::bodies::PointMass;
use crate::engine::goals::{Goal, GoalKind};
use crate::engine::group::{Group, Spawn};
use crate::engine::params::{Edges, WorldParams};
use crate::engine::rounds::Caught;

/// Number of slow zombies at the start of a round.
const ZOMBIE_COUNT: u32 = 8;
/// Number of fast zombies at the start of a round.
const RUNNER_COUNT: u32 = 2;
/// Number of survivors at the start of a round.
const SURVIVOR_COUNT: u32 = 80;

pub const SCENE: Scene = Scene {
    key: "zombie-horde",
    title: "Zombie horde",
    category: SceneCategory::Chase,
    chapter: "Steering part 6",
    visible_effect: "Zombies shamble after the nearest survivor, a few runners aim ahead of it, and a survivor \
          that is bitten joins them. When none is left, or some have held out for a minute and a \
          half, it begins anew.",
    suggestion: "Set mixed speeds to 0: without its fast ones, the horde bites fewer within half a minute. \
             Press and hold, and the horde comes there.",
    first_sliders: ["max_speed", "survivors.max_speed", "survivors.panic_factor"],
    suggested_changes: &[SuggestedChange::Set("pace_spread", "0")],
    source: "Understanding Steering Behaviors, parts 2, 4, 5 and 6 (collision avoidance)",
    constants_source: "Ours, as bites and rounds are; the tutorial names none.",
    source_run: None,
    drag_invitation: "Press and hold anywhere: the horde comes there.",
    build_setup: || {
        let nearest = Goal { goal: GoalKind::Nearest, ..Goal::default() };
        let avoidance = CollisionAvoidance {
            collision_avoidance: 3.0,
            see_ahead: 15.0,
            ..CollisionAvoidance::default()
        };
        let monsters = |key, label, count, max_speed, pace_spread| {
            Group::point(key, label, Role::Monster, count)
                .with_point_mass(PointMass {
                    max_speed,
                    pace_spread,
                    max_force: 90.0,
                    ..PointMass::default()
                })
                .with(avoidance)
                .with(CrowdSeparation::default())
                .with_goal(nearest)
                .catching(1.5, Caught::Joins)
                .prioritized()
        };
        WorldSetup {
            world: WorldParams {
                width: 720.0,
                height: 450.0,
                edges: Edges::Contain,
                obstacles: 14,
                obstacle_radius: 20.0,
                round_time: 90.0,
                contact: true,
                ..WorldParams::default()
            },
            groups: vec![
                monsters("zombies", "Zombies", ZOMBIE_COUNT, 36.0, 0.5)
                    .with(Seek::default())
                    .with(Wander::with_weight(0.3))
                    .starting(Spawn::Box {
                        left: 0.02,
                        right: 0.3,
                        top: 0.05,
                        bottom: 0.95,
                        heading: 0.0,
                        heading_spread: 1.0,
                    }),
                Group::point("survivors", "Survivors", Role::Regular, SURVIVOR_COUNT)
                    .with_point_mass(PointMass {
                        max_speed: 44.0,
                        max_force: 140.0,
                        pace_spread: 0.1,
                        ..PointMass::default()
                    })
                    .with(CollisionAvoidance {
                        collision_avoidance: 2.0,
                        ..CollisionAvoidance::default()
                    })
                    .with(Flee { flee: 1.0, panic_factor: 12.0 })
                    .with(EvadeAhead { evade_ahead: 0.5, ..EvadeAhead::default() })
                    .with(Wander::default())
                    .with(CrowdSeparation::default())
                    .with_goal(Goal { notice: 25.0, heeds_pointer: false, ..nearest })
                    .starting(Spawn::Box {
                        left: 0.5,
                        right: 0.95,
                        top: 0.1,
                        bottom: 0.9,
                        heading: 0.0,
                        heading_spread: 3.0,
                    }),
                monsters("runners", "Runners", RUNNER_COUNT, 48.0, 0.1)
                    .with(Pursue::default())
                    .starting(Spawn::Rim),
            ],
        }
    },
};
