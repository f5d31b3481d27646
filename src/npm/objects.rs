//! The plain objects that a program gets; their TypeScript types are written from here.

use flockwright::engine::bodies::BodyKind;
use flockwright::engine::group::Group;
use flockwright::engine::params::Edges;
use flockwright::engine::scenery::AtEnd;
use flockwright::engine::world::World;
use flockwright::internals::tiles::{TILE, Tiles};
use glam::Vec2;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const BODY_KEY: &str = "/** A body as links name it: the first word of what it is called. */
export type BodyKey = BodyKind extends infer Name ? (Name extends `${infer First} ${string}` ? First : Name) : never;";

/// A group of units.
#[derive(Serialize, Tsify)]
pub(super) struct GroupInfo {
    pub key: &'static str,
    pub label: &'static str,
    /// As a number: it gives the color.
    pub role: u8,
    /// Its first unit in the views.
    pub start: usize,
    pub count: usize,
    /// Of a body, u.
    pub length: f32,
    /// Forces act at the bow of a rigid body, and at the center of all others.
    pub body: BodyKind,
}

impl GroupInfo {
    pub fn of(group: &Group) -> Self {
        Self {
            key: group.key,
            label: group.label,
            role: group.role as u8,
            start: group.range.start,
            count: group.range.len(),
            length: group.crowd.length,
            body: group.body.kind(),
        }
    }
}

/// A place, u.
#[derive(Serialize, Tsify)]
pub(super) struct PointInfo {
    pub x: f32,
    pub y: f32,
}

impl From<Vec2> for PointInfo {
    fn from(point: Vec2) -> Self {
        Self { x: point.x, y: point.y }
    }
}

#[derive(Serialize, Tsify)]
pub(super) struct ObstacleInfo {
    pub x: f32,
    pub y: f32,
    pub radius: f32,
}

#[derive(Serialize, Tsify)]
pub(super) struct WallInfo {
    pub from: PointInfo,
    pub to: PointInfo,
    /// Half its thickness, u.
    pub radius: f32,
}

#[derive(Serialize, Tsify)]
pub(super) struct PathInfo {
    pub group: &'static str,
    /// A node counts as reached within it, u.
    pub radius: f32,
    pub end: AtEnd,
    pub nodes: Vec<PointInfo>,
}

#[derive(Serialize, Tsify)]
pub(super) struct TilesInfo {
    pub size: f32,
    pub columns: i32,
    pub rows: i32,
    /// Column and row of each in turn.
    pub blocked: Vec<i32>,
}

#[derive(Serialize, Tsify)]
pub(super) struct Scenery {
    pub width: f32,
    pub height: f32,
    pub edges: Edges,
    pub toroidal: bool,
    pub obstacles: Vec<ObstacleInfo>,
    pub walls: Vec<WallInfo>,
    pub paths: Vec<PathInfo>,
    /// The tiles that units walk on, where they do.
    #[tsify(optional)]
    pub tiles: Option<TilesInfo>,
}

impl Scenery {
    pub fn of(world: &World) -> Self {
        let tiles = world.groups().iter().any(|group| group.body.is_tile());
        let obstacles = world.obstacles().iter();
        let walls = world.walls().iter();
        Self {
            width: world.params.width,
            height: world.params.height,
            edges: world.params.edges,
            toroidal: world.params.toroidal,
            obstacles: obstacles
                .map(|one| ObstacleInfo { x: one.center.x, y: one.center.y, radius: one.radius })
                .collect(),
            walls: walls
                .map(|w| WallInfo { from: w.from.into(), to: w.to.into(), radius: w.radius })
                .collect(),
            paths: world
                .routes()
                .map(|(group, route)| PathInfo {
                    group: group.key,
                    radius: route.radius,
                    end: route.end,
                    nodes: route.nodes.into_iter().map(PointInfo::from).collect(),
                })
                .collect(),
            tiles: tiles.then(|| {
                let size = Tiles::of(world.params.width, world.params.height).size;
                let blocked = world.layout().tiles.iter().flatten();
                let blocked = blocked.flat_map(|tile| [tile.x, tile.y]).collect();
                TilesInfo { size: TILE, columns: size.x, rows: size.y, blocked }
            }),
        }
    }
}
