//! The scenes: one file each, and the registry.
//!
//! A scene is data: a world, its groups with their pipelines, and the values that differ from the
//! declared defaults. To add one, write its file and name it below.

mod couzin;
mod crossing;
mod duel;
mod empty;
mod evade;
mod falcon;
mod flock_limited;
mod flock_narrow;
mod flock_obstacles;
mod flock_wide;
mod leader_following;
mod leaders_pincer;
mod murmuration;
mod open_sky;
mod path_patrol;
mod patrol;
mod potential_maze;
mod queue_door;
mod rts_group;
mod school_orbit;
mod squad;
mod swarm;
mod tile_chase;
mod tile_patrol;
mod vicsek;
mod zombie_horde;

use crate::engine::agents::Role;
use crate::engine::behaviors::{
    Alignment, Behavior, Chase, Cohesion, Fright, Helm, ObstacleAvoidance, Pursue, Separation,
};
use crate::engine::bodies::Particle;
use crate::engine::goals::{Goal, GoalKind};
use crate::engine::group::{Group, Spawn};
use crate::engine::params::WorldParams;
use crate::engine::perception::View;
use std::f32::consts::PI;

/// Current version of links, the first to be released; links without a version count as of this
/// one.
pub const LINK_VERSION: u32 = 8;

/// Scene: a run that ships with the project, and its texts in the gallery.
#[derive(Clone, Copy, Debug)]
pub struct Scene {
    /// Name of the scene in links.
    pub key: &'static str,
    /// Title of the scene in the gallery.
    pub title: &'static str,
    /// Heading of the gallery under which the scene is listed.
    pub category: SceneCategory,
    /// Short origin of the scene, shown under its title.
    pub chapter: &'static str,
    /// Sentence on the page that says what there is to see in the scene.
    pub visible_effect: &'static str,
    /// Sentence on the page that proposes the suggested changes and says what they show.
    pub suggestion: &'static str,
    /// Changes that `suggestion` describes and a button makes; empty if there are none.
    pub suggested_changes: &'static [SuggestedChange],
    /// Keys of the parameters whose sliders the page always shows.
    pub first_sliders: [&'static str; 3],
    /// Full reference to the scene's source.
    pub source: &'static str,
    /// Sentence that says which constants of the scene are those of its source.
    pub constants_source: &'static str,
    /// Run with the constants of the scene's source, if the scene has other constants.
    pub source_run: Option<SourceRun>,
    /// Text on the page that says what dragging the pointer does; empty if dragging has no effect.
    pub drag_invitation: &'static str,
    /// Returns the world and the groups with the scene's own parameters.
    pub build_setup: fn() -> WorldSetup,
}

/// Run with the constants of a scene's source and without our additions.
#[derive(Clone, Copy, Debug)]
pub struct SourceRun {
    /// Link of the run with the source's constants.
    pub link: &'static str,
    /// Sentence on the page that says what there is to see in this run.
    pub visible_effect: &'static str,
}

/// Change that a scene suggests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SuggestedChange {
    /// Sets a parameter: its key, and its value as links write it.
    Set(&'static str, &'static str),
    /// Replaces the groups and behaviors.
    Compose {
        /// Label of the button that makes the change.
        label: &'static str,
        /// Groups of the run after the button was pressed, in the notation of links.
        groups: &'static str,
    },
    /// Moves a parameter linearly to another value.
    Ramp {
        /// Key of the parameter that changes.
        key: &'static str,
        /// Value of the parameter at the end of the ramp, in the parameter's unit.
        to: f32,
        /// Duration of the ramp, s.
        seconds: u32,
    },
}

impl Scene {
    /// Link that opens the scene.
    pub fn link(&self) -> String {
        format!("v={LINK_VERSION}&scene={}", self.key)
    }
}

/// Headings of the gallery, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SceneCategory {
    /// Flocks and swarms that are good to watch.
    Beautiful,
    /// Hunters and prey.
    Chase,
    /// Dense crowds and queues.
    Crowd,
    /// Groups that keep a formation, or follow a path or a list of steps.
    Formation,
    /// Scenes in which units steer around obstacles.
    Obstacles,
    /// Scenes in which units walk from tile to tile of a grid.
    Tiles,
    /// Published models of physics and biology.
    Science,
}

impl SceneCategory {
    /// Label of the category in the gallery.
    pub fn label(self) -> &'static str {
        match self {
            SceneCategory::Beautiful => "Beautiful",
            SceneCategory::Chase => "Chase",
            SceneCategory::Crowd => "Crowd",
            SceneCategory::Formation => "Formation",
            SceneCategory::Obstacles => "Obstacles",
            SceneCategory::Tiles => "Tiles",
            SceneCategory::Science => "Science",
        }
    }
}

/// Result of building a scene: a world without units, and the groups to populate it with.
pub struct WorldSetup {
    /// Parameters of the world.
    pub world: WorldParams,
    /// Groups of the scene. Parameters of the first one, the main group, have no prefix in links.
    pub groups: Vec<Group>,
}

/// All scenes in gallery order (by category). A link without a scene means the first.
pub const SCENES: &[Scene] = &[
    flock_wide::SCENE,
    open_sky::SCENE,
    falcon::SCENE,
    flock_limited::SCENE,
    flock_narrow::SCENE,
    swarm::SCENE,
    murmuration::SCENE,
    school_orbit::SCENE,
    leaders_pincer::SCENE,
    duel::SCENE,
    evade::SCENE,
    zombie_horde::SCENE,
    queue_door::SCENE,
    crossing::SCENE,
    rts_group::SCENE,
    leader_following::SCENE,
    squad::SCENE,
    path_patrol::SCENE,
    patrol::SCENE,
    flock_obstacles::SCENE,
    potential_maze::SCENE,
    tile_chase::SCENE,
    tile_patrol::SCENE,
    vicsek::SCENE,
    couzin::SCENE,
    empty::SCENE,
];

/// Group of flocking units: cohesion, alignment and separation, then `hunt`, then avoidance of
/// obstacles with feelers.
fn flock_group(
    key: &'static str,
    label: &'static str,
    role: Role,
    count: u32,
    view: View,
    hunt: impl Behavior + 'static,
) -> Group {
    Group::rigid(key, label, role, count)
        .seeing(view)
        .with(Cohesion::default())
        .with(Alignment::default())
        .with(Separation::default())
        .with(hunt)
        .with(ObstacleAvoidance::default())
}

/// Flock of regular units, of which only the leaders chase the target.
fn boids_group(count: u32, view: View) -> Group {
    flock_group("boids", "Birds", Role::Regular, count, view, Chase::default())
}

/// Craft flown by the arrow keys, starting in the middle of the left half and pointing right.
fn player_group() -> Group {
    Group::rigid("player", "Player", Role::Player, 1)
        .with(Helm::default())
        .starting(start_at_point(0.25, 0.5, 0.0))
}

/// Prey flown by the arrow keys.
fn prey_group() -> Group {
    Group::rigid("prey", "Prey", Role::Prey, 1).with(Helm::default())
}

/// Falcon that dives through the middle of the other units. It never slows down and cannot turn
/// sharply, so it sweeps around and comes back. `length` in u, `speed` in u/s, `max_turn` in rad/s.
fn falcon_group(length: f32, speed: f32, max_turn: f32) -> Group {
    let body = Particle { speed, max_turn, ..Particle::default() };
    Group::particles("falcon", "Falcon", Role::Monster, 1, body)
        .sized(length)
        .with(Pursue::default())
        .with_goal(Goal { goal: GoalKind::Middle, heeds_pointer: false, ..Goal::default() })
}

/// Behavior that turns units away from the pointer within `fright_factor` of their lengths.
fn pointer_fright(fright_factor: f32) -> Fright {
    Fright { fright: 3.0, fright_factor, fears_pointer: true }
}

/// Start area of a single point: `x`, `y` as shares of the world's extent; heading in radians.
fn start_at_point(x: f32, y: f32, heading: f32) -> Spawn {
    Spawn::Box { left: x, right: x, top: y, bottom: y, heading, heading_spread: 0.0 }
}

/// Rectangular start area, in shares of the world's extent; units get random headings.
fn start_in_rectangle(left: f32, right: f32, top: f32, bottom: f32) -> Spawn {
    Spawn::Box { left, right, top, bottom, heading: 0.0, heading_spread: PI }
}
