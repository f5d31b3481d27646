//! Scenery, groups, destinations, routes and the hunters' target, as plain objects for the page.

use super::Simulation;
use super::objects::*;
use super::shared::{ObstacleInfo, PathInfo, SiteInfo, TilesInfo, WallInfo, to_js};
use flockwright::engine::behaviors::PlannedRoute;
use flockwright::engine::world::HuntTarget;
use flockwright::schema::noun_of;
use flockwright_lab::insight::overlays::has_potential;
use flockwright_lab::insight::routes::{group_destinations, planned_routes};
use glam::Vec2;
use wasm_bindgen::prelude::*;

/// Largest number of units behind which the page draws tracks.
const MAX_TRACKED_UNITS: usize = 8;

#[wasm_bindgen]
impl Simulation {
    /// Size, edges, obstacles, walls, paths, named places and tiles of the world.
    #[wasm_bindgen(unchecked_return_type = "Scenery")]
    pub fn scenery(&self) -> JsValue {
        let world = &self.run.world;
        let tiles = TilesInfo::from_world(world);
        to_js(&Scenery {
            width: world.params.width,
            height: world.params.height,
            edges: world.params.edges,
            toroidal: world.params.toroidal,
            obstacles: ObstacleInfo::all_obstacles(world),
            walls: WallInfo::all_walls(world),
            paths: PathInfo::all_paths(world),
            sites: SiteInfo::all(world),
            potential: has_potential(world),
            heeds: world.pointer_has_effect(),
            trails: tiles.is_none() && world.agents().len() <= MAX_TRACKED_UNITS,
            tiles,
        })
    }

    /// Destination of each group that goes to a place.
    #[wasm_bindgen(unchecked_return_type = "DestinationInfo[]")]
    pub fn destinations(&self) -> JsValue {
        let world = &self.run.world;
        let info = |(index, place): (usize, Vec2)| {
            let group = world.groups().get(index)?;
            let (key, role) = (group.key, group.role as u8);
            Some(DestinationInfo { group: key, role, x: place.x, y: place.y })
        };
        to_js(&group_destinations(world).filter_map(info).collect::<Vec<_>>())
    }

    #[wasm_bindgen(unchecked_return_type = "GroupInfo[]")]
    pub fn groups(&self) -> JsValue {
        let groups: Vec<GroupInfo> = self
            .run
            .world
            .groups()
            .iter()
            .map(|group| (group, noun_of(group.label)))
            .map(|(group, noun)| GroupInfo {
                key: group.key,
                label: group.label,
                one: noun.singular,
                many: noun.plural,
                role: group.role as u8,
                start: group.ids.start,
                count: group.ids.len(),
                length: group.crowd.length,
                body: group.body.kind(),
                leads: group.view.is_some_and(|view| view.leaders),
                place: group.ids.len() == 1 && group.pipeline.is_empty(),
            })
            .collect();
        to_js(&groups)
    }

    /// Present target of the hunting groups.
    #[wasm_bindgen(unchecked_return_type = "TargetInfo")]
    pub fn target(&self) -> JsValue {
        let quarry = self.run.world.hunt_target();
        let (kind, unit) = match quarry {
            HuntTarget::Nobody => (TargetKind::None, -1),
            HuntTarget::Pointer(_) => (TargetKind::Pointer, -1),
            HuntTarget::Unit(id, _) => (TargetKind::Unit, id as i32),
        };
        let (p, v) =
            quarry.target_spot().map_or((Vec2::ZERO, Vec2::ZERO), |t| (t.position, t.velocity));
        to_js(&TargetInfo { kind, x: p.x, y: p.y, vx: v.x, vy: v.y, unit })
    }

    /// Routes that the first units of each group plan to take: patrols, and the paths of hunters on
    /// tiles.
    #[wasm_bindgen(unchecked_return_type = "RouteInfo[]")]
    pub fn routes(&self) -> JsValue {
        let info = |(unit, route): (usize, PlannedRoute)| RouteInfo {
            unit,
            closed: route.is_closed,
            points: route.points.iter().flat_map(|p| [p.x, p.y]).collect(),
        };
        to_js(&planned_routes(&self.run.world).into_iter().map(info).collect::<Vec<_>>())
    }
}
