//! Scene in which a squad keeps a wedge behind its leader, folds up at a gap and forms again.

use super::{Scene, SceneCategory, SuggestedChange, WorldSetup, pointer_fright, start_at_point};
use crate::engine::agents::Role;
use crate::engine::behaviors::{PathFollowing, RtsSeparation, recipe};
use crate::engine::bodies::PointMass;
use crate::engine::group::{Group, Spawn};
use crate::engine::params::{Edges, WallPlan, WorldParams};
use crate::engine::scenery::PathEnd;
use crate::schema::Params;

/// Nodes of a figure eight with one loop on each side of the gap, as shares of the world's extent.
const FIGURE_EIGHT_PATH: &[[f32; 2]] = &[
    [0.50, 0.81],
    [0.67, 0.92],
    [0.88, 0.83],
    [0.73, 0.69],
    [0.55, 0.77],
    [0.50, 0.60],
    [0.50, 0.31],
    [0.36, 0.13],
    [0.14, 0.19],
    [0.14, 0.40],
    [0.31, 0.46],
    [0.47, 0.35],
];

/// Index of the spacing among the parameters of the recipe "wedge"; index 0 is its weight.
const SPACING_INDEX: usize = 1;

pub const SCENE: Scene = Scene {
    key: "squad",
    title: "Squad",
    category: SceneCategory::Formation,
    chapter: "Offset pursuit",
    visible_effect: "Twelve follow their leader in a wedge. At the gap the wedge folds up; behind it they form \
          it again.",
    suggestion: "Set the spacing to 3 lengths, and the wedge opens.",
    first_sliders: ["wedge-spacing", "max_speed", "leader.max_speed"],
    suggested_changes: &[SuggestedChange::Set("wedge-spacing", "3")],
    source: "Reynolds 1999 (offset pursuit, leader following)",
    constants_source: "Ours: the source names the behavior, without numbers.",
    source_run: None,
    drag_invitation: "Press and hold: the squad shies away from there, and forms up again.",
    build_setup: || {
        let squad = Group::point("squad", "Squad", Role::Soldier, 12).with_point_mass(PointMass {
            max_speed: 80.0,
            max_force: 400.0,
            ..PointMass::default()
        });
        // `None` cannot occur: a test of the recipes ensures that the wedge exists.
        let squad = match recipe("wedge") {
            Some(mut wedge) => {
                wedge.set(SPACING_INDEX, 2.0);
                squad.with(wedge)
            }
            None => squad,
        };
        let start = Spawn::Box {
            left: 0.4,
            right: 0.6,
            top: 0.06,
            bottom: 0.24,
            heading: 1.57,
            heading_spread: 1.0,
        };
        // A leader with little force turns in wide arcs.
        let leader = PointMass { max_speed: 36.0, max_force: 36.0, ..PointMass::default() };
        WorldSetup {
            world: WorldParams {
                width: 640.0,
                height: 520.0,
                edges: Edges::Bounce,
                walls: WallPlan::Door,
                door_width: 24.0,
                ..WorldParams::default()
            },
            groups: vec![
                squad
                    .with(pointer_fright(8.0))
                    .with(RtsSeparation { rts_separation: 1.0, min_separation: 1.5 })
                    .sized(5.0)
                    .starting(start),
                Group::point("leader", "Leader", Role::Leader, 1)
                    .with_point_mass(leader)
                    .with(PathFollowing::new(5.0, PathEnd::Loop))
                    .sized(5.0)
                    .with_path(FIGURE_EIGHT_PATH)
                    .starting(start_at_point(0.5, 0.32, 1.57)),
            ],
        }
    },
};
