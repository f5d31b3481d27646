//! Functions and objects that the page's core and the npm package share; both include this file.

use super::Simulation;
use flockwright::engine::behaviors::Controls;
use flockwright::engine::group::Group;
use flockwright::engine::scenery::{Obstacle, PathEnd, Wall};
use flockwright::engine::world::{GroupPath, World};
use flockwright::internals::layout::Site;
use flockwright::internals::tiles::{TILE_SIZE, TileGrid};
use flockwright::session::events::Event;
use glam::Vec2;
use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

pub(super) fn to_js<T: Serialize>(value: &T) -> JsValue {
    // Serializing plain structs and sequences cannot fail.
    serde_wasm_bindgen::to_value(value).unwrap_or(JsValue::NULL)
}

/// Installs the hook that prints a Rust panic with its source location to the console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// Point in the world, u.
#[derive(Serialize, Deserialize, Tsify)]
pub(super) struct PointInfo {
    pub x: f32,
    pub y: f32,
}

impl From<Vec2> for PointInfo {
    fn from(point: Vec2) -> Self {
        Self { x: point.x, y: point.y }
    }
}

#[derive(Serialize, Deserialize, Tsify)]
pub(super) struct ObstacleInfo {
    pub x: f32,
    pub y: f32,
    pub radius: f32,
}

impl From<Obstacle> for ObstacleInfo {
    fn from(Obstacle { center, radius }: Obstacle) -> Self {
        Self { x: center.x, y: center.y, radius }
    }
}

impl ObstacleInfo {
    pub(super) fn all_obstacles(world: &World) -> Vec<Self> {
        world.obstacles().iter().copied().map(Self::from).collect()
    }
}

/// Wall: a line segment with rounded ends.
#[derive(Serialize, Deserialize, Tsify)]
pub(super) struct WallInfo {
    pub from: PointInfo,
    pub to: PointInfo,
    /// Half of the wall's thickness, u.
    pub radius: f32,
}

impl From<Wall> for WallInfo {
    fn from(Wall { from, to, radius }: Wall) -> Self {
        Self { from: from.into(), to: to.into(), radius }
    }
}

impl WallInfo {
    pub(super) fn all_walls(world: &World) -> Vec<Self> {
        world.walls().iter().copied().map(Self::from).collect()
    }
}

/// Site: a named place of the world.
#[derive(Serialize, Deserialize, Tsify)]
pub(super) struct SiteInfo {
    pub name: String,
    pub x: f32,
    pub y: f32,
}

impl SiteInfo {
    pub(super) fn all(world: &World) -> Vec<Self> {
        world.layout().sites.iter().map(Self::from).collect()
    }
}

impl From<&Site> for SiteInfo {
    fn from(Site { name, place }: &Site) -> Self {
        Self { name: name.clone(), x: place.x, y: place.y }
    }
}

/// Path that the units of a group follow.
#[derive(Serialize, Tsify)]
pub(super) struct PathInfo {
    pub group: &'static str,
    /// Role of the group's units as a number, which gives their color.
    pub role: u8,
    /// Distance within which a node counts as reached, u.
    pub radius: f32,
    pub end: PathEnd,
    pub nodes: Vec<PointInfo>,
}

impl PathInfo {
    pub(super) fn all_paths(world: &World) -> Vec<Self> {
        let info = |(group, path): (&Group, GroupPath)| Self {
            group: group.key,
            role: group.role as u8,
            radius: path.radius,
            end: path.path_end,
            nodes: path.nodes.into_iter().map(PointInfo::from).collect(),
        };
        world.group_paths().map(info).collect()
    }
}

#[derive(Serialize, Tsify)]
pub(super) struct TilesInfo {
    pub size: f32,
    pub columns: i32,
    pub rows: i32,
    /// Column and row of each tile on which no unit can walk, in turn.
    pub blocked: Vec<i32>,
}

impl TilesInfo {
    /// Grid of tiles of the world; `None` if no unit walks on tiles.
    pub(super) fn from_world(world: &World) -> Option<Self> {
        let walks = world.groups().iter().any(|group| group.body.is_tile());
        walks.then(|| {
            let size = TileGrid::covering(world.params.width, world.params.height).size;
            let blocked = world.layout().tiles.iter().flatten();
            let blocked = blocked.flat_map(|tile| [tile.x, tile.y]).collect();
            Self { size: TILE_SIZE, columns: size.x, rows: size.y, blocked }
        })
    }
}

#[wasm_bindgen]
impl Simulation {
    /// One sentence for each part of the link that was ignored or changed, and for each part of a
    /// written rule that has no effect in the present run.
    pub fn notices(&self) -> Vec<String> {
        self.run().notices(&self.notices)
    }

    /// Query string that opens the run: its scene, and the differences from the scene.
    pub fn link(&self) -> String {
        self.run().link()
    }

    pub fn seed(&self) -> u32 {
        self.run().world.seed()
    }

    pub fn ticks(&self) -> f64 {
        self.run().world.ticks() as f64
    }

    /// The 64-bit state hash as 16 hex digits.
    pub fn hash(&self) -> String {
        format!("{:016x}", self.run().world.hash())
    }

    /// Number of units, which is the length of every array with one value per unit.
    pub fn count(&self) -> usize {
        self.agents().len()
    }

    /// Holds the pointer at a point, u; hunters, for example, pursue it until it is released.
    pub fn pointer(&mut self, x: f32, y: f32) {
        let _ = self.input(Event::PointerHold { x, y });
    }

    pub fn release(&mut self) {
        let _ = self.input(Event::PointerRelease);
    }

    /// Sets which steering keys of the player's craft are pressed.
    pub fn fly(&mut self, port: bool, starboard: bool, faster: bool, slower: bool) {
        let key_bits = Controls { port, starboard, faster, slower }.to_bits();
        let _ = self.input(Event::Fly { key_bits });
    }
}
