//! Plain objects that the npm package gives to a program; their TypeScript types come from here.

use super::shared::{ObstacleInfo, PathInfo, SiteInfo, TilesInfo, WallInfo};
use flockwright::engine::bodies::BodyKind;
use flockwright::engine::group::Group;
use flockwright::engine::params::Edges;
use flockwright::engine::world::World;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const BODY_KEY: &str = "/** Key of a body model in links: the first word of its name. */
export type BodyKey = BodyKind extends infer Name ? (Name extends `${infer First} ${string}` ? First : Name) : never;";

/// Group of units of a run.
#[derive(Serialize, Tsify)]
pub(super) struct GroupInfo {
    pub key: &'static str,
    pub label: &'static str,
    /// Role of the units as a number, which gives their color.
    pub role: u8,
    /// Index of the group's first unit in the arrays of units.
    pub start: usize,
    pub count: usize,
    /// Length of a unit's body, u.
    pub length: f32,
    /// Body model: forces act at the bow of a rigid body and at the center of all others.
    pub body: BodyKind,
}

impl GroupInfo {
    pub fn from_group(group: &Group) -> Self {
        Self {
            key: group.key,
            label: group.label,
            role: group.role as u8,
            start: group.ids.start,
            count: group.ids.len(),
            length: group.crowd.length,
            body: group.body.kind(),
        }
    }
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
    /// Named places of the world.
    pub sites: Vec<SiteInfo>,
    /// Grid of tiles of the world; undefined if no unit walks on tiles.
    #[tsify(optional)]
    pub tiles: Option<TilesInfo>,
}

impl Scenery {
    pub fn from_world(world: &World) -> Self {
        Self {
            width: world.params.width,
            height: world.params.height,
            edges: world.params.edges,
            toroidal: world.params.toroidal,
            obstacles: ObstacleInfo::all_obstacles(world),
            walls: WallInfo::all_walls(world),
            paths: PathInfo::all_paths(world),
            sites: SiteInfo::all(world),
            tiles: TilesInfo::from_world(world),
        }
    }
}
