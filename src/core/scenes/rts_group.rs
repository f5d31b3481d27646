//! Scene 11: two companies move to and fro as groups do in a strategy game.

use super::{Scene, SceneCategory, SourceRun, SuggestedChange, WorldSetup};
use crate::engine::agents::Role;
use crate::engine::behaviors::{
    Anticipate, Arrive, CollisionAvoidance, RtsAlignment, RtsCohesion, RtsSeparation,
};
use crate::engine::bodies::PointMass;
use crate::engine::goals::{Goal, GoalKind};
use crate::engine::group::{Group, Spawn};
use crate::engine::params::{Edges, WorldParams};

pub const SCENE: Scene = Scene {
    key: "rts-group",
    title: "Group move",
    category: SceneCategory::Formation,
    chapter: "HowToRTS",
    visible_effect: "Two companies go to and fro between their flags, straight through each other: all of them \
          keep their distance and make way in time for those who come, but stay together and line up only with those that go to the same \
          place.",
    suggestion: "Set the separation of the blue company to 0, and it walks closer; set its anticipating to 0 as well, \
             and it piles up. Click or tap to send it somewhere; then it goes on between its flags.",
    first_sliders: ["rts_separation", "rts_cohesion", "max_speed"],
    suggested_changes: &[
        SuggestedChange::Set("rts_separation", "0"),
        SuggestedChange::Set("anticipate", "0"),
    ],
    source: "HowToRTS, Flocking; groups with the same destination only",
    constants_source: "The source's weight of cohesion. Radii, alignment 0.1 (there: 1), separation 5, \
                arriving in place of seeking, anticipating, collision avoidance, a limit of force, flags and \
                hard obstacles are ours.",
    source_run: Some(SourceRun {
        link: "v=8&scene=rts-group&anticipate=0&goal=place&magenta.anticipate=0&magenta.goal=place&contact=off",
        visible_effect: "Each company goes to its place, as in the source; that it slows down and stays there \
              is ours.",
    }),
    drag_invitation: "Drag anywhere to send the blue company there.",
    build_setup: || WorldSetup {
        world: WorldParams {
            width: 640.0,
            height: 400.0,
            edges: Edges::Bounce,
            contact: true,
            obstacles: 4,
            obstacle_radius: 18.0,
            ..WorldParams::default()
        },
        groups: vec![
            company_group(
                "blue",
                "Blue company",
                Role::Regular,
                0.0,
                Goal { goal: GoalKind::Between, goal_x: 0.85, ..Goal::default() },
            ),
            company_group(
                "magenta",
                "Magenta company",
                Role::Interceptor,
                0.84,
                Goal {
                    goal: GoalKind::Between,
                    goal_x: 0.15,
                    heeds_pointer: false,
                    ..Goal::default()
                },
            ),
        ],
    },
};

/// Company of 30 that starts near `left`, a share of the world's width, and heads inward.
fn company_group(
    key: &'static str,
    label: &'static str,
    role: Role,
    left: f32,
    goal: Goal,
) -> Group {
    let spawn = Spawn::Box {
        left: left + 0.02,
        right: left + 0.14,
        top: 0.25,
        bottom: 0.75,
        heading: if left < 0.5 { 0.0 } else { std::f32::consts::PI },
        heading_spread: 0.3,
    };
    Group::point(key, label, role, 30)
        .with_point_mass(PointMass { max_speed: 50.0, max_force: 150.0, ..PointMass::default() })
        .with(RtsSeparation { rts_separation: 5.0, min_separation: 3.5 })
        .with(CollisionAvoidance {
            collision_avoidance: 1.5,
            see_ahead: 10.0,
            ..CollisionAvoidance::default()
        })
        .with(Arrive::within(25.0))
        .with(RtsCohesion::default())
        .with(RtsAlignment::default())
        .with(Anticipate::default())
        .with_goal(goal)
        .sized(5.0)
        .starting(spawn)
}
