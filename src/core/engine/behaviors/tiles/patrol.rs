//! Tile patrol: a closed path of straight segments, which units follow forever (book, ch. 3).
//!
//! A parameter lists the corners; Bresenham's line fills in the tiles between them. A unit first
//! walks to the nearest tile of the path. Corners outside the world are moved to its edge. Units
//! skip blocked tiles of the path and walk around them; see `detour.rs`.

use crate::engine::behaviors::{
    Behavior, BehaviorInfo, BodyKind, Memory, PlannedRoute, Scope, Steering, own_memory, records,
};
use crate::engine::tiles::{DetourMemory, TileGround};
use crate::engine::tiles::{TileGrid, line_between, tile_center};
use crate::schema::texts::{TextPreset, TextSpec, parse_list, parse_number_in};
use crate::schema::{ParamSpec, Params};
use crate::{numbers_of_field, params};
use glam::IVec2;
use std::ops::Range;

const SOURCE: &str = "AI for Game Developers, ch. 3 (patterns in tiled environments)";

/// Largest column or row number of a corner, in tiles.
const MAX_CORNER: f32 = 999.0;

params! {
    /// Parameters of [`TilePatrol`].
    pub struct TilePatrolParams in "Tile patrol" {
        tile_patrol: f32 = ParamSpec::weight("Tile patrol", 1.0)
            .words("follow route road path guard waypoints grid")
            .formula("w_tp", "F = w_tp·(a − x)")
            .doc("Weight of stepping along the patrol path.")
            .source(SOURCE);
    }
}

/// Behavior that walks along a closed path of tiles.
#[derive(Clone, Debug)]
pub struct TilePatrol {
    params: TilePatrolParams,
    corners: Vec<IVec2>,
    /// Tiles of all segments of the closed path, in order; each segment contains its first corner
    /// and not its last.
    route: Vec<IVec2>,
    /// Index in `route` of the tile to which each unit walks; `None` before its first step.
    next_index: Vec<Option<usize>>,
    detours: Vec<DetourMemory>,
}

impl TilePatrol {
    /// Corners of the book's rectangle, as pairs of column and row.
    pub const RECTANGLE: &'static str = "6 4, 33 4, 33 20, 6 20";
    /// Corners of a closed path of oblique segments, as pairs of column and row.
    pub const DIAMOND: &'static str = "20 2, 37 12, 20 22, 3 12";

    const TEXTS: &'static [TextSpec] = &[TextSpec {
        key: "corners",
        symbol: "corners",
        formula: "a \"on the lines between\" corners",
        section: "Tile patrol",
        label: "Corners",
        doc: "Column and row of each corner, counted from 0 at the top left. The path goes from \
              corner to corner and back to the first.",
        source: SOURCE,
        presets: &[
            TextPreset { label: "Rectangle", text: Self::RECTANGLE },
            TextPreset { label: "Diamond", text: Self::DIAMOND },
        ],
        ..TextSpec::EMPTY
    }];

    /// Creates a patrol with these corners, or with [`Self::RECTANGLE`] if they are invalid.
    pub fn from_corners(corners: &str) -> Self {
        let mut patrol = Self::default();
        // An error keeps the default corners; a test checks that the corners of all scenes are
        // valid.
        let _ = patrol.set_text(0, corners);
        patrol
    }

    /// Present tile of a unit, tile of the route to which the unit walks, and the step straight
    /// toward that tile; `None` without a route.
    fn next_leg(
        &self,
        scope: &Scope,
        ground: &TileGround,
        id: usize,
    ) -> Option<(IVec2, IVec2, IVec2)> {
        let here = ground.tiles.tile_at(scope.agents.position(id));
        let goal = ground.tiles.nearest_tile(self.route[self.next_route_index(scope, id)?]);
        Some((here, goal, (goal - here).signum()))
    }

    /// Index in `route` of the tile to which a unit walks next; `None` if all tiles are blocked.
    fn next_route_index(&self, scope: &Scope, id: usize) -> Option<usize> {
        let ground = scope.tile_ground();
        let tiles = ground.tiles;
        let here = tiles.tile_at(scope.agents.position(id));
        let len = self.route.len();
        let free = |k: &usize| !ground.is_blocked(tiles.nearest_tile(self.route[*k]));
        let next = (*self.next_index.get(id - scope.first_id)?).or_else(|| {
            let distance =
                |k: &usize| (tiles.nearest_tile(self.route[*k]) - here).abs().max_element();
            (0..len).filter(free).min_by_key(distance)
        })?;
        let arrived = tiles.nearest_tile(*self.route.get(next)?) == here;
        let next = if arrived { (next + 1) % len } else { next };
        if ground.has_no_blocked_tile() {
            return Some(next);
        }
        (next..next + len).map(|k| k % len).find(free)
    }
}

impl Default for TilePatrol {
    fn default() -> Self {
        let mut patrol = Self {
            params: TilePatrolParams::default(),
            corners: Vec::new(),
            route: Vec::new(),
            next_index: Vec::new(),
            detours: Vec::new(),
        };
        let _ = patrol.set_text(0, Self::RECTANGLE);
        patrol
    }
}

fn read_corner(text: &str) -> Result<IVec2, String> {
    let mut words = text.split_whitespace();
    match (words.next(), words.next(), words.next()) {
        (Some(column), Some(row), None) => {
            let whole = |word| match parse_number_in(word, 0.0, MAX_CORNER)? {
                value if value.fract() == 0.0 => Ok(value as i32),
                _ => Err("columns and rows are whole numbers.".to_string()),
            };
            Ok(IVec2::new(whole(column)?, whole(row)?))
        }
        _ => Err("a corner is a column and a row, as in “6 4”.".to_string()),
    }
}

impl Params for TilePatrol {
    numbers_of_field!(TilePatrolParams);
    fn texts(&self) -> &'static [TextSpec] {
        Self::TEXTS
    }
    fn text(&self, _index: usize) -> String {
        let corner = |c: &IVec2| format!("{} {}", c.x, c.y);
        self.corners.iter().map(corner).collect::<Vec<_>>().join(", ")
    }
    fn set_text(&mut self, _index: usize, text: &str) -> Result<(), String> {
        self.corners = parse_list(text, "Corner", read_corner)?;
        let ends = self.corners.iter().cycle().skip(1);
        self.route =
            self.corners.iter().zip(ends).flat_map(|(a, b)| line_between(*a, *b)).collect();
        if self.route.is_empty() {
            self.route.extend(self.corners.first());
        }
        self.next_index.fill(None);
        Ok(())
    }
    fn check_text(&self, _index: usize, text: &str) -> Result<(), String> {
        parse_list(text, "Corner", read_corner).map(drop)
    }
}

impl Behavior for TilePatrol {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(
            TilePatrolParams::SPECS,
            "Walks a closed patrol of straight lines between corners.",
        )
        .caused_by("its patrol", "turns it")
        .required_bodies(&[BodyKind::Tile])
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        let ground = scope.tile_ground();
        for id in range {
            let Some((here, goal, wanted)) = self.next_leg(scope, &ground, id) else { continue };
            let walker = self.detours.get(id - scope.first_id).copied().unwrap_or_default();
            let step = walker.next_step(&ground, here, goal, wanted).as_vec2();
            out.add_force::<f32>(id, 1, step.x * scope.force_scale, step.y * scope.force_scale);
        }
    }

    own_memory!();

    fn planned_route(&self, scope: &Scope, _id: usize) -> Option<PlannedRoute> {
        let tiles = TileGrid::covering(scope.space.width, scope.space.height);
        let points = self.route.iter().map(|tile| tile_center(tiles.nearest_tile(*tile))).collect();
        Some(PlannedRoute { is_closed: true, points })
    }
}

impl Memory for TilePatrol {
    fn advance(&mut self, scope: &Scope, range: Range<usize>) {
        let ground = scope.tile_ground();
        for id in range {
            let next = self.next_route_index(scope, id);
            let way = self.next_leg(scope, &ground, id);
            if let (Some((here, goal, wanted)), Some(walker)) =
                (way, self.detours.get_mut(id - scope.first_id))
            {
                walker.record_step(&ground, here, goal, wanted);
            }
            if let Some(place) = self.next_index.get_mut(id - scope.first_id) {
                *place = next;
            }
        }
    }

    records!(next_index, detours; corners, route);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_is_closed_and_has_every_corner_once() {
        let patrol = TilePatrol::from_corners("1 1, 5 1, 5 4");
        let route = &patrol.route;
        for corner in [IVec2::new(1, 1), IVec2::new(5, 1), IVec2::new(5, 4)] {
            assert_eq!(route.iter().filter(|tile| **tile == corner).count(), 1, "{corner}");
        }
        for (a, b) in route.iter().zip(route.iter().cycle().skip(1)) {
            assert_eq!((*a - *b).abs().max_element(), 1, "from {a} to {b}");
        }
    }

    #[test]
    fn a_bad_corner_leaves_the_path_as_it_was() {
        let mut patrol = TilePatrol::from_corners(TilePatrol::DIAMOND);
        for text in ["", "1", "1 2 3", "1 x", "-1 2", "0.5 2", "1 1000"] {
            assert!(patrol.set_text(0, text).is_err(), "{text:?} was taken");
        }
        assert_eq!(patrol.text(0), TilePatrol::DIAMOND);
    }
}
