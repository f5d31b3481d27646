//! Scene 14: soldiers follow their leader, and fire.

use super::{Scene, SceneCategory, SuggestedChange, WorldSetup};
use crate::engine::agents::Role;
use crate::engine::behaviors::{Arrive, LeaderFollowing, RtsSeparation};
use crate::engine::bodies::PointMass;
use crate::engine::bullets::Gun;
use crate::engine::goals::{Goal, GoalKind};
use crate::engine::group::{Group, Spawn};
use crate::engine::params::{Edges, WorldParams};

pub const SCENE: Scene = Scene {
    key: "leader-following",
    title: "Leader and soldiers",
    category: SceneCategory::Formation,
    chapter: "Steering part 8",
    visible_effect: "A leader comes to where you press and soldiers gather behind it, apart from each other \
          and out of its way, while monsters roam.",
    suggestion: "Let the soldiers follow only 3 lengths behind, and they crowd their leader. Press \
             anywhere: they turn there and fire, and monsters that are hit start again.",
    first_sliders: ["behind_factor", "max_speed", "leader.max_speed"],
    suggested_changes: &[SuggestedChange::Set("behind_factor", "3")],
    source: "Understanding Steering Behaviors, part 8 (leader following)",
    constants_source: "Ours, in lengths: the tutorial names no numbers that carry over. The separation of HowToRTS was added.",
    source_run: None,
    drag_invitation: "Press and hold: the leader comes and the soldiers fire.",
    build_setup: || {
        let roam = Goal { goal: GoalKind::Roam, ..Goal::default() };
        WorldSetup {
            world: WorldParams {
                width: 640.0,
                height: 400.0,
                edges: Edges::Bounce,
                ..WorldParams::default()
            },
            groups: vec![
                Group::point("soldiers", "Soldiers", Role::Soldier, 12)
                    .with_point_mass(PointMass {
                        max_speed: 72.0,
                        max_force: 330.0,
                        ..PointMass::default()
                    })
                    .with(LeaderFollowing {
                        behind_factor: 8.0,
                        sight_factor: 6.5,
                        ..LeaderFollowing::default()
                    })
                    .with(RtsSeparation { rts_separation: 4.0, min_separation: 2.5 })
                    .armed(Gun::default())
                    .sized(5.0)
                    .starting(Spawn::Box {
                        left: 0.2,
                        right: 0.4,
                        top: 0.35,
                        bottom: 0.65,
                        heading: 0.0,
                        heading_spread: 0.3,
                    }),
                Group::point("leader", "Leader", Role::Leader, 1)
                    .with_point_mass(PointMass {
                        max_speed: 46.0,
                        max_force: 110.0,
                        ..PointMass::default()
                    })
                    .with(Arrive::default())
                    .with(RtsSeparation { rts_separation: 1.5, min_separation: 3.0 })
                    .with_goal(roam)
                    .sized(5.0)
                    .starting(Spawn::Box {
                        left: 0.5,
                        right: 0.5,
                        top: 0.5,
                        bottom: 0.5,
                        heading: 0.0,
                        heading_spread: 0.0,
                    }),
                Group::point("monsters", "Monsters", Role::Monster, 14)
                    .with_point_mass(PointMass {
                        max_speed: 30.0,
                        max_force: 40.0,
                        pace_spread: 0.4,
                        ..PointMass::default()
                    })
                    .with(Arrive::default())
                    .with_goal(Goal { heeds_pointer: false, ..roam })
                    .sized(5.0)
                    .starting(Spawn::Rim),
            ],
        }
    },
};
