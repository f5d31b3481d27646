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

/// The version of links, the first to be released. A link without one is of this version.
pub const VERSION: u32 = 8;

/// A scene of the gallery.
#[derive(Clone, Copy, Debug)]
pub struct Scene {
    /// What links say.
    pub key: &'static str,
    /// What the gallery calls it.
    pub title: &'static str,
    /// The heading of the gallery that it stands under.
    pub category: Category,
    /// Short origin, shown under the title.
    pub chapter: &'static str,
    /// A sentence on what there is to see.
    pub see: &'static str,
    /// A sentence on what to try.
    pub try_it: &'static str,
    /// The same as changes, for a button that makes them; empty where there is nothing to change.
    pub tries: &'static [Try],
    /// The parameters whose sliders are always in sight, by their keys.
    pub sliders: [&'static str; 3],
    /// Full origin.
    pub source: &'static str,
    /// Whose constants it has.
    pub constants: &'static str,
    /// Where others differ from those of the source: the run that has the source's.
    pub original: Option<Original>,
    /// What a dragged pointer does, as an invitation; empty where it does nothing.
    pub drag: &'static str,
    /// Makes it, with its own parameters.
    pub build: fn() -> Setup,
}

/// A run with the constants of a scene's source, and without what we have added.
#[derive(Clone, Copy, Debug)]
pub struct Original {
    /// Its link.
    pub link: &'static str,
    /// A sentence on what there is to see.
    pub see: &'static str,
}

/// A change that a scene invites to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Try {
    /// A parameter gets a value: its key, and the value as links write it.
    Set(&'static str, &'static str),
    /// The run is made of other groups and behaviors.
    Compose {
        /// What a button says.
        does: &'static str,
        /// The composition, as links write it.
        groups: &'static str,
    },
    /// A parameter moves evenly to another value.
    Ramp {
        /// Its key.
        key: &'static str,
        /// The value that it ends with.
        to: f32,
        /// How long that takes.
        seconds: u32,
    },
}

impl Scene {
    /// The link of it.
    pub fn link(&self) -> String {
        format!("v={VERSION}&scene={}", self.key)
    }
}

/// The headings of the gallery, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    /// A sight: flocks and swarms.
    Beautiful,
    /// Hunters and prey.
    Chase,
    /// Many in little room.
    Crowd,
    /// Groups that keep an order or a way.
    Formation,
    /// Ways around what stands there.
    Obstacles,
    /// On tiles.
    Tiles,
    /// Models of physics and biology.
    Science,
}

impl Category {
    /// What the gallery calls it.
    pub fn label(self) -> &'static str {
        match self {
            Category::Beautiful => "Beautiful",
            Category::Chase => "Chase",
            Category::Crowd => "Crowd",
            Category::Formation => "Formation",
            Category::Obstacles => "Obstacles",
            Category::Tiles => "Tiles",
            Category::Science => "Science",
        }
    }
}

/// What a scene builds: a world to be populated.
pub struct Setup {
    /// Parameters of the world.
    pub world: WorldParams,
    /// The main group first; its parameters stand in links without a prefix.
    pub groups: Vec<Group>,
}

/// All scenes, in gallery order: by category. The first is the one that a link without a scene means.
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

/// A group of the book's flocking units: the three rules, feelers, and leaders that hunt.
fn flock(
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

/// Regular units whose leaders chase.
fn boids(count: u32, view: View) -> Group {
    flock("boids", "Birds", Role::Regular, count, view, Chase::default())
}

/// The craft that the arrow keys fly, starting in the middle of the left half.
fn player() -> Group {
    Group::rigid("player", "Player", Role::Player, 1)
        .with(Helm::default())
        .starting(at(0.25, 0.5, 0.0))
}

/// A prey that the arrow keys fly, starting at a share of the world's extent with some heading.
fn prey(x: f32, y: f32, heading: f32) -> Group {
    Group::rigid("prey", "Prey", Role::Prey, 1).with(Helm::default()).starting(at(x, y, heading))
}

/// A falcon that dives through the middle of a flock: never slower, and too fast to turn there, so
/// that it sweeps around and comes back. Its length in u, how fast it is in u/s, and how fast it
/// turns in rad/s.
fn diving_falcon(length: f32, speed: f32, max_turn: f32) -> Group {
    let body = Particle { speed, max_turn, ..Particle::default() };
    Group::particles("falcon", "Falcon", Role::Monster, 1, body)
        .sized(length)
        .with(Pursue::default())
        .minding(Goal { goal: GoalKind::Middle, heeds_pointer: false, ..Goal::default() })
}

/// For scenes without a hunt: units within this many lengths of the pointer turn away from it.
fn shyness(fright_factor: f32) -> Fright {
    Fright { fright: 3.0, fright_factor, fears_pointer: true }
}

/// A place, as shares of the world's extent, and a heading.
fn at(x: f32, y: f32, heading: f32) -> Spawn {
    Spawn::Box { left: x, right: x, top: y, bottom: y, heading, spread: 0.0 }
}

/// Anywhere in a part of the world, given as shares of its extent, with any heading.
fn within(left: f32, right: f32, top: f32, bottom: f32) -> Spawn {
    Spawn::Box { left, right, top, bottom, heading: 0.0, spread: PI }
}
