//! Scene 22: a school of fish that circles a place.

use super::{Scene, SceneCategory, SuggestedChange, WorldSetup};
use crate::engine::agents::Role;
use crate::engine::behaviors::{Orbit, RtsSeparation, Unrest};
use crate::engine::bodies::PointMass;
use crate::engine::goals::{Goal, GoalKind};
use crate::engine::group::Group;
use crate::engine::params::{Edges, TargetMode, WorldParams};

pub const SCENE: Scene = Scene {
    key: "school-orbit",
    title: "A school circles its prey",
    category: SceneCategory::Beautiful,
    chapter: "Keep a distance",
    visible_effect: "A school gathers around one place and circles it at twenty lengths. None of them rams \
          what it circles.",
    suggestion: "Press and hold somewhere else, and they circle that. Halve the orbit distance, and \
             the ring closes in.",
    first_sliders: ["orbit_distance", "max_speed", "min_separation"],
    suggested_changes: &[SuggestedChange::Set("orbit_distance", "10")],
    source: "Ours; keeping a distance as in arrival (Understanding Steering Behaviors, part 3)",
    constants_source: "Ours.",
    source_run: None,
    drag_invitation: "Press and hold: the school circles that place.",
    build_setup: || WorldSetup {
        world: WorldParams {
            width: 600.0,
            height: 400.0,
            edges: Edges::Bounce,
            target: TargetMode::Nobody,
            ..WorldParams::default()
        },
        groups: vec![
            Group::point("fish", "Fish", Role::Regular, 120)
                .with_point_mass(PointMass {
                    max_speed: 60.0,
                    max_force: 200.0,
                    ..PointMass::default()
                })
                .with(Orbit::default())
                .with(RtsSeparation { rts_separation: 0.6, min_separation: 2.5 })
                .with(Unrest { unrest: 0.1, ..Unrest::default() })
                .with_goal(Goal { goal: GoalKind::Place, ..Goal::default() }),
        ],
    },
};
