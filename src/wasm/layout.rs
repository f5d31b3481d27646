//! Reading and editing the layout of the world, from the page: obstacles, walls, blocked tiles,
//! named places, paths and start areas.

use super::shared::{ObstacleInfo, PointInfo, SiteInfo, WallInfo};
use super::{Simulation, to_js};
use flockwright::engine::scenery::Area;
use flockwright::engine::scenery::{Obstacle, Wall};
use flockwright::internals::layout::{
    MAX_BLOCKED_TILES, MAX_OBSTACLES, MAX_PATH_NODES, MAX_POSES, MAX_SITES, MAX_WALLS,
    OBSTACLE_RADIUS_RANGE, Pose, Site, WALL_RADIUS_RANGE,
};
use flockwright::internals::session::{GroupLayout, LayoutDoc, PlacedObject};
use flockwright::session::events::Event;
use glam::{IVec2, Vec2};
use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// Facts about the layout that an editor needs besides `Scenery`.
#[derive(Serialize, Tsify)]
struct LayoutInfo {
    /// Start area of each group; with neither radius nor size, units start along the world's edges.
    starts: Vec<LayoutStart>,
    /// Largest number of items of each kind; `nodes` and `poses` are limits for one group.
    limits: LimitsInfo,
    /// Smallest and largest radius of an obstacle, and of a wall (half of its thickness), u.
    radii: RadiiInfo,
}

#[derive(Serialize, Tsify)]
struct LayoutStart {
    group: &'static str,
    label: &'static str,
    role: u8,
    edited: bool,
    x: f32,
    y: f32,
    #[tsify(optional)]
    radius: Option<f32>,
    #[tsify(optional)]
    width: Option<f32>,
    #[tsify(optional)]
    height: Option<f32>,
}

#[derive(Serialize, Tsify)]
struct LimitsInfo {
    obstacles: usize,
    walls: usize,
    nodes: usize,
    tiles: usize,
    sites: usize,
    /// Largest number of units of one group whose start poses are given.
    poses: usize,
}

#[derive(Serialize, Tsify)]
struct RadiiInfo {
    obstacle: [f32; 2],
    wall: [f32; 2],
}

/// Edited layout, lengths in u. Undefined obstacles, walls or tiles are those of the scene.
#[derive(Serialize, Deserialize, Tsify)]
struct LayoutObject {
    #[tsify(optional)]
    obstacles: Option<Vec<ObstacleInfo>>,
    #[tsify(optional)]
    walls: Option<Vec<WallInfo>>,
    /// Column and row of each tile on which no unit can walk, in turn.
    #[tsify(optional)]
    tiles: Option<Vec<i32>>,
    /// Named places of the world.
    sites: Vec<SiteInfo>,
    /// Groups with an edited path, start area or start poses.
    groups: Vec<GroupLayoutObject>,
}

/// The edited layout of one group.
#[derive(Serialize, Deserialize, Tsify)]
struct GroupLayoutObject {
    group: String,
    /// Nodes of the group's path; empty if the group has the path of the scene.
    path: Vec<PointInfo>,
    #[tsify(optional)]
    start: Option<AreaObject>,
    /// Start poses of the group's first units; the others start in the start area.
    poses: Vec<PoseObject>,
}

/// Disk with a radius, or rectangle with a width and a height, around a center.
#[derive(Serialize, Deserialize, Tsify)]
struct AreaObject {
    x: f32,
    y: f32,
    #[tsify(optional)]
    radius: Option<f32>,
    #[tsify(optional)]
    width: Option<f32>,
    #[tsify(optional)]
    height: Option<f32>,
}

/// Start pose of a unit: position in u, heading in degrees clockwise from the right, speed in u/s.
#[derive(Serialize, Deserialize, Tsify)]
struct PoseObject {
    x: f32,
    y: f32,
    heading: f32,
    speed: f32,
}

impl From<Area> for AreaObject {
    fn from(area: Area) -> Self {
        let (center, radius, size) = match area {
            Area::Disk { center, radius } => (center, Some(radius), None),
            Area::Rect { center, size } => (center, None, Some(size)),
        };
        let (width, height) = (size.map(|size| size.x), size.map(|size| size.y));
        Self { x: center.x, y: center.y, radius, width, height }
    }
}

impl From<AreaObject> for Area {
    fn from(AreaObject { x, y, radius, width, height }: AreaObject) -> Self {
        let center = Vec2::new(x, y);
        let size = Vec2::new(width.unwrap_or(0.0), height.unwrap_or(0.0));
        radius.map_or(Self::Rect { center, size }, |radius| Self::Disk { center, radius })
    }
}

fn vec2(PointInfo { x, y }: PointInfo) -> Vec2 {
    Vec2::new(x, y)
}

fn pose_object(Pose { place, heading, speed }: Pose) -> PoseObject {
    PoseObject { x: place.x, y: place.y, heading, speed }
}

fn pose_of(PoseObject { x, y, heading, speed }: PoseObject) -> Pose {
    Pose { place: Vec2::new(x, y), heading, speed }
}

impl From<LayoutDoc> for LayoutObject {
    fn from(
        LayoutDoc { obstacles, walls, blocked_tiles: tiles, sites, groups }: LayoutDoc,
    ) -> Self {
        let group =
            |GroupLayout { group, path_nodes, start_area, start_poses }| GroupLayoutObject {
                group,
                path: path_nodes.into_iter().map(PointInfo::from).collect(),
                start: start_area.map(AreaObject::from),
                poses: start_poses.into_iter().map(pose_object).collect(),
            };
        Self {
            obstacles: obstacles.map(|all| all.into_iter().map(ObstacleInfo::from).collect()),
            walls: walls.map(|all| all.into_iter().map(WallInfo::from).collect()),
            tiles: tiles.map(|all| all.into_iter().flat_map(|tile| [tile.x, tile.y]).collect()),
            sites: sites.iter().map(SiteInfo::from).collect(),
            groups: groups.into_iter().map(group).collect(),
        }
    }
}

impl From<LayoutObject> for LayoutDoc {
    fn from(LayoutObject { obstacles, walls, tiles, sites, groups }: LayoutObject) -> Self {
        let obstacle = |ObstacleInfo { x, y, radius }| Obstacle { center: Vec2::new(x, y), radius };
        let wall = |WallInfo { from, to, radius }| Wall { from: vec2(from), to: vec2(to), radius };
        let group = |GroupLayoutObject { group, path, start, poses }| GroupLayout {
            group,
            path_nodes: path.into_iter().map(vec2).collect(),
            start_area: start.map(Area::from),
            start_poses: poses.into_iter().map(pose_of).collect(),
        };
        let site = |SiteInfo { name, x, y }| Site { name, place: Vec2::new(x, y) };
        let tile = |pair: &[i32]| IVec2::new(pair[0], pair[1]);
        Self {
            obstacles: obstacles.map(|all| all.into_iter().map(obstacle).collect()),
            walls: walls.map(|all| all.into_iter().map(wall).collect()),
            blocked_tiles: tiles.map(|all| all.chunks_exact(2).map(tile).collect()),
            sites: sites.into_iter().map(site).collect(),
            groups: groups.into_iter().map(group).collect(),
        }
    }
}

#[wasm_bindgen]
impl Simulation {
    /// Parts of the layout that a person has edited.
    #[wasm_bindgen(js_name = editedLayout, unchecked_return_type = "LayoutObject")]
    pub fn edited_layout(&self) -> JsValue {
        to_js(&LayoutObject::from(self.run.layout_doc()))
    }

    /// Replaces the edited layout. Returns one sentence for each part that was left out or changed.
    #[wasm_bindgen(js_name = setLayout)]
    pub fn set_layout(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "LayoutObject")] layout: JsValue,
    ) -> Vec<String> {
        let layout = match serde_wasm_bindgen::from_value::<LayoutObject>(layout) {
            Ok(layout) => LayoutDoc::from(layout),
            Err(error) => return vec![error.to_string()],
        };
        let notices = self.run.check_layout(&layout);
        // Invalid parts do not fail here: the input leaves them out, and `notices` names them.
        let _ = self.input(Event::Layout(layout.into()));
        notices
    }

    /// Places a rock that no unit can pass through. Every group without a behavior that avoids
    /// obstacles gets one. All of it is one input, `groups=…&contact=on&ob=…`. Returns a sentence
    /// with the reason if the rock cannot be there; then nothing has changed.
    #[wasm_bindgen(js_name = placeRock)]
    pub fn place_rock(&mut self, x: f32, y: f32, radius: f32) -> Vec<String> {
        self.place_object(PlacedObject::Rock(Obstacle { center: Vec2::new(x, y), radius }))
    }

    /// Places a wall between two points, as one input `groups=…&wa=…`. `radius`: half of its
    /// thickness, u. Returns a sentence with the reason if it cannot be there; else nothing.
    #[wasm_bindgen(js_name = placeWall)]
    pub fn place_wall(&mut self, x: f32, y: f32, to_x: f32, to_y: f32, radius: f32) -> Vec<String> {
        self.place_object(PlacedObject::Wall(Wall {
            from: Vec2::new(x, y),
            to: Vec2::new(to_x, to_y),
            radius,
        }))
    }

    /// Adds a group of one hunter at a point, as one input
    /// `groups=…&g1.count=1&g1.max_speed=…&g1.start=…`. The hunter hunts all groups that respond to
    /// what they perceive, except monsters, and they fear it. The new group is the last of
    /// [`groups`](Self::groups). Returns a sentence with the reason if there can be no hunter.
    #[wasm_bindgen(js_name = placeHunter)]
    pub fn place_hunter(&mut self, x: f32, y: f32) -> Vec<String> {
        self.place_object(PlacedObject::Hunter(Vec2::new(x, y)))
    }

    /// Gives a site (a named place) another name, also as the goal of groups that go there. Returns
    /// a sentence with the reason if the name is not allowed; then nothing has changed.
    #[wasm_bindgen(js_name = renameSite)]
    pub fn rename_site(&mut self, from: &str, to: &str) -> Vec<String> {
        let events = self.run.renaming_site(from, to);
        let rename =
            |events: Vec<Event>| events.into_iter().try_for_each(|event| self.input(event));
        events.and_then(rename).err().into_iter().collect()
    }

    /// Start areas of the groups, and limits that an editor of the layout has to keep.
    #[wasm_bindgen(unchecked_return_type = "LayoutInfo")]
    pub fn layout(&self) -> JsValue {
        let world = &self.run.world;
        let params = &world.params;
        let starts = world.groups().iter().enumerate().map(|(index, group)| {
            let edited = world.layout().start(index);
            let area = edited.or_else(|| group.start_area(params.width, params.height));
            let (center, radius, size) = match area {
                Some(Area::Disk { center, radius }) => (center, Some(radius), None),
                Some(Area::Rect { center, size }) => (center, None, Some(size)),
                None => (Vec2::new(params.width, params.height) * 0.5, None, None),
            };
            LayoutStart {
                group: group.key,
                label: group.label,
                role: group.role as u8,
                edited: edited.is_some(),
                x: center.x,
                y: center.y,
                radius,
                width: size.map(|size| size.x),
                height: size.map(|size| size.y),
            }
        });
        to_js(&LayoutInfo {
            starts: starts.collect(),
            limits: LimitsInfo {
                obstacles: MAX_OBSTACLES,
                walls: MAX_WALLS,
                nodes: MAX_PATH_NODES,
                tiles: MAX_BLOCKED_TILES,
                sites: MAX_SITES,
                poses: MAX_POSES,
            },
            radii: RadiiInfo { obstacle: OBSTACLE_RADIUS_RANGE, wall: WALL_RADIUS_RANGE },
        })
    }
}

impl Simulation {
    fn place_object(&mut self, placed: PlacedObject) -> Vec<String> {
        let numbers = match placed {
            PlacedObject::Rock(rock) => [rock.center.x, rock.center.y, rock.radius, 0.0, 0.0],
            PlacedObject::Wall(wall) => {
                [wall.from.x, wall.from.y, wall.to.x, wall.to.y, wall.radius]
            }
            PlacedObject::Hunter(at) => [at.x, at.y, 0.0, 0.0, 0.0],
        };
        if numbers.iter().any(|number| !number.is_finite()) {
            return vec!["This is no place.".into()];
        }
        match self.run.placing_event(&placed).and_then(|event| self.input(event)) {
            Ok(()) => Vec::new(),
            Err(why) => vec![why],
        }
    }
}
