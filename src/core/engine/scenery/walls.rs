//! Walls: thick line segments that no unit passes, whatever its steering force is. Walls do not
//! block sight: units perceive each other through them.

use super::WallGrid;
use super::edges::wrap_position;
use crate::engine::agents::MovingUnits;
use crate::engine::params::{Edges, WallPlan, WorldParams};
use glam::Vec2;
use std::ops::Range;

/// A straight wall with rounded ends: all points within `radius` of a center line.
///
/// ```
/// use flockwright::prelude::*;
///
/// let mut world = World::new(WorldParams::default(), vec![], 7);
/// world.set_walls(vec![Wall { from: Vec2::new(300.0, 0.0), to: Vec2::new(300.0, 180.0), radius: 2.0 }]);
/// assert_eq!(world.walls().len(), 1);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wall {
    /// Position of one end of the wall's center line, u.
    pub from: Vec2,
    /// Position of the other end of the wall's center line, u.
    pub to: Vec2,
    /// Half the thickness of the wall, u.
    pub radius: f32,
}

crate::coded!(Wall { from, to, radius });

/// Half the thickness of the wall with the door, u.
const HALF_THICKNESS: f32 = 3.0;

/// Vertical position of the wall with a door that the parameters can ask for, as a share of the
/// world's height.
pub(crate) const DOOR_WALL_Y_SHARE: f32 = 0.6;

/// Half the width of a unit's hull, body lengths.
const HALF_HULL_WIDTH: f32 = 0.25;

/// Builds the walls that the world's parameters ask for. The result depends on the parameters
/// alone.
pub fn build_walls(world: &WorldParams) -> Vec<Wall> {
    match world.walls {
        WallPlan::None => Vec::new(),
        WallPlan::Door => {
            let y = DOOR_WALL_Y_SHARE * world.height;
            let gap = 0.5 * world.door_width.min(world.width) + HALF_THICKNESS;
            let middle = 0.5 * world.width;
            let wall = |from: f32, to: f32| Wall {
                from: Vec2::new(from, y),
                to: Vec2::new(to, y),
                radius: HALF_THICKNESS,
            };
            vec![wall(0.0, middle - gap), wall(middle + gap, world.width)]
        }
    }
}

/// Joins the blocked tiles of a map into walls: horizontal runs first, then vertical runs of the
/// remaining tiles. Walls of adjacent runs overlap, so that no unit passes between them. The
/// corners of a region are rounded.
///
/// `tiles` holds the map in row-major order from the upper left, with `columns` tiles per row; the
/// last row may be shorter. `side` is the side of a tile, u. The upper left corners of the map and
/// of the world coincide.
///
/// ```
/// use flockwright::engine::scenery::walls_from_tiles;
///
/// // A map in the shape of an L: four rows and three columns.
/// let map = [1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 1].map(|tile| tile == 1);
/// assert_eq!(walls_from_tiles(3, &map, 10.0).len(), 2);
/// ```
pub fn walls_from_tiles(columns: usize, tiles: &[bool], side: f32) -> Vec<Wall> {
    let mut walls = Vec::new();
    if columns == 0 {
        return walls;
    }
    let rows = tiles.len().div_ceil(columns);
    let is_set = |column: usize, row: usize| {
        column < columns && tiles.get(row * columns + column).is_some_and(|tile| *tile)
    };
    let center =
        |column: usize, row: usize| Vec2::new(column as f32 + 0.5, row as f32 + 0.5) * side;
    let wall = |from: Vec2, to: Vec2| Wall { from, to, radius: 0.5 * side };
    for row in 0..rows {
        let mut column = 0;
        while column < columns {
            let end = (column..columns).find(|at| !is_set(*at, row)).unwrap_or(columns);
            if end > column + 1 {
                walls.push(wall(center(column, row), center(end - 1, row)));
            }
            column = end + 1;
        }
    }
    // Tiles without a neighbor in their row are not yet part of a wall.
    let is_alone = |column: usize, row: usize| {
        let left = column > 0 && is_set(column - 1, row);
        is_set(column, row) && !left && !is_set(column + 1, row)
    };
    for column in 0..columns {
        let mut row = 0;
        while row < rows {
            let end = (row..rows).find(|at| !is_alone(column, *at)).unwrap_or(rows);
            if end > row {
                // The wall extends into the rows above and below if their tiles are set.
                let above = row > 0 && is_set(column, row - 1);
                let from = row - usize::from(above);
                let to = end - 1 + usize::from(is_set(column, end));
                walls.push(wall(center(column, from), center(column, to)));
            }
            row = end + 1;
        }
    }
    walls
}

/// Largest number of passes over the walls in a tick, each of which can correct a unit's position.
/// Several are needed where walls meet, since leaving one wall can enter another.
const MAX_CORRECTIONS: usize = 4;

/// After the first correction of a tick, a unit is not corrected again if it keeps this share of
/// the required distance from a wall: rounding errors alone then cause no correction.
const ACCEPTED_CLEARANCE: f32 = 0.99;

/// The walls together with the size of the world and its periodicity.
#[derive(Clone, Copy)]
pub(crate) struct WorldWalls<'a> {
    walls: &'a WallGrid,
    size: Vec2,
    is_periodic: bool,
}

impl<'a> WorldWalls<'a> {
    /// Walls of a world of this size (u) with these edges.
    pub fn new(walls: &'a WallGrid, size: Vec2, edges: Edges) -> Self {
        Self { walls, size, is_periodic: edges == Edges::Wrap }
    }

    /// Position at the end of a tick's straight movement: in a world that wraps, the periodic image
    /// of `now` that is nearest to `before`, else `now`.
    fn displacement_end(&self, before: Vec2, now: Vec2) -> Vec2 {
        let way = now - before;
        let far = way.abs().cmpgt(0.5 * self.size).any();
        if self.is_periodic && far {
            before + way - (way / self.size).round() * self.size
        } else {
            now
        }
    }

    /// Position moved into the world: wrapped, or clamped to the edge.
    fn moved_into_world(&self, place: Vec2) -> Vec2 {
        if self.is_periodic {
            wrap_position(place, self.size)
        } else {
            place.clamp(Vec2::ZERO, self.size)
        }
    }

    /// Calls `each` for the walls near a segment, in ascending order of index: for every wall, and
    /// every periodic image of a wall, whose bounding box meets the box around the segment from
    /// `from` to `to`, extended by `margin` (u).
    fn visit_walls_along(&self, from: Vec2, to: Vec2, margin: f32, mut each: impl FnMut(Wall)) {
        let (low, high) = (from.min(to) - margin, from.max(to) + margin);
        let boxes = self.image_offsets().map(|off| [low - off, high - off]);
        self.walls.visit_touching(boxes, |wall| {
            if !wall.is_within(self.size) {
                return;
            }
            for off in self.image_offsets() {
                let image = wall.displaced(off);
                let (least, most) = (image.from.min(image.to), image.from.max(image.to));
                let near = (least - wall.radius).cmple(high) & (most + wall.radius).cmpge(low);
                if near.all() {
                    each(image);
                }
            }
        });
    }

    /// Returns the offset from `place` to the nearest point of a wall's center line (u) and the
    /// left unit normal of that wall; `None` without walls. At equal distances, the wall with the
    /// smallest index counts, and of its periodic images the first.
    pub fn nearest_wall(&self, place: Vec2) -> Option<(Vec2, Vec2)> {
        let (mut least, mut rank, mut found) = (f32::INFINITY, (usize::MAX, 0), None);
        // The unshifted world is searched first: the nearest wall is seldom beyond an edge, and the
        // search among the periodic images then ends at once.
        let here = |(_, off): &(usize, Vec2)| *off == Vec2::ZERO;
        let others = self.image_offsets().enumerate().filter(|image| !here(image));
        for (image, off) in self.image_offsets().enumerate().filter(here).chain(others) {
            self.walls.visit_outward(place - off, least, |index| {
                let wall = &self.walls.walls()[index];
                if wall.is_within(self.size) {
                    let wall = wall.displaced(off);
                    let offset = wall.nearest_point(place) - place;
                    let distance = offset.length_squared();
                    if distance < least || distance == least && (index, image) < rank {
                        (least, rank) = (distance, (index, image));
                        found = Some((offset, wall.left_normal()));
                    }
                }
                least
            });
        }
        found
    }

    /// Displacements of the world's nine periodic images, itself included, u, column by column from
    /// the upper left one; only (0, 0) in a world that does not wrap.
    fn image_offsets(&self) -> impl Iterator<Item = Vec2> + use<> {
        let (size, around) = (self.size, if self.is_periodic { 1 } else { 0 });
        (-around..=around).flat_map(move |across| {
            (-around..=around).map(move |down| Vec2::new(across as f32, down as f32) * size)
        })
    }

    /// Moves units that have entered or crossed a wall in this tick back to its surface, and
    /// removes the component of their velocity that points into the wall. `before`: positions at
    /// the start of the tick, in the order of `range`.
    pub fn keep_units_out(&self, agents: &mut MovingUnits, before: &[Vec2], range: Range<usize>) {
        if self.walls.is_empty() {
            return;
        }
        for (id, before) in range.zip(before) {
            let mut there = self.displacement_end(*before, agents.position(id));
            let (start, hull) = (there, HALF_HULL_WIDTH * agents.length[id]);
            let mut velocity = agents.velocity(id);
            for turn in 0..MAX_CORRECTIONS {
                let at = there;
                let least = if turn == 0 { 1.0 } else { ACCEPTED_CLEARANCE };
                self.visit_walls_along(*before, there, hull, |wall| {
                    let clearance = wall.radius + hull;
                    let Some(normal) = wall.exit_direction(*before, there, clearance, least) else {
                        return;
                    };
                    there = wall.nearest_point(there) + normal * clearance;
                    if !self.is_periodic {
                        there = there.clamp(Vec2::ZERO, self.size);
                    }
                    velocity -= normal * velocity.dot(normal).min(0.0);
                });
                if there == at {
                    break;
                }
            }
            if there != start {
                let place = self.moved_into_world(there);
                (agents.x[id], agents.y[id]) = (place.x, place.y);
                (agents.vx[id], agents.vy[id]) = (velocity.x, velocity.y);
            }
        }
    }

    /// Moves units back to `before`, at rest, if another wall or an obstacle has pushed them
    /// through a wall. `before`: positions at the start of the tick, in the order of `range`.
    pub fn undo_crossings(&self, agents: &mut MovingUnits, before: &[Vec2], range: Range<usize>) {
        if self.walls.is_empty() {
            return;
        }
        for (id, before) in range.zip(before) {
            let there = self.displacement_end(*before, agents.position(id));
            let mut passes = false;
            self.visit_walls_along(*before, there, 0.0, |wall| {
                passes |= wall.is_crossed_by(*before, there)
            });
            if passes {
                (agents.x[id], agents.y[id]) = (before.x, before.y);
                (agents.vx[id], agents.vy[id]) = (0.0, 0.0);
            }
        }
    }
}

impl Wall {
    /// Copy of the wall, displaced by an offset (u).
    pub(crate) fn displaced(&self, off: Vec2) -> Self {
        Self { from: self.from + off, to: self.to + off, ..*self }
    }

    /// Whether all coordinates and the thickness of the wall are finite.
    pub(crate) fn is_finite(&self) -> bool {
        self.from.is_finite() && self.to.is_finite() && self.radius.is_finite()
    }

    /// Point of the wall's center line that is nearest to `point`, u.
    pub fn nearest_point(&self, point: Vec2) -> Vec2 {
        let along = self.to - self.from;
        let length = along.length_squared();
        let share = if length > 0.0 { (point - self.from).dot(along) / length } else { 0.0 };
        self.from + along * share.clamp(0.0, 1.0)
    }

    /// Unit normal of the wall, to the left of the direction from `from` to `to`; (0, -1), which is
    /// up on screen, if the two are equal.
    fn left_normal(&self) -> Vec2 {
        let along = self.to - self.from;
        Vec2::new(along.y, -along.x).normalize_or(Vec2::NEG_Y)
    }

    /// Whether a part of the wall lies in a world of this size (u).
    pub(crate) fn is_within(&self, size: Vec2) -> bool {
        let (low, high) = (self.from.min(self.to), self.from.max(self.to));
        (high + self.radius).cmpge(Vec2::ZERO).all() && (low - self.radius).cmple(size).all()
    }

    /// Direction (a unit vector) in which a unit has to leave the wall. Returns `None` if the unit
    /// has not crossed the center line and is at least `share * clearance` (u) away from it.
    fn exit_direction(&self, before: Vec2, now: Vec2, clearance: f32, share: f32) -> Option<Vec2> {
        let out = now - self.nearest_point(now);
        let least = clearance * share;
        let crossed = self.is_crossed_by(before, now);
        if out.length_squared() >= least * least && !crossed {
            return None;
        }
        let left = self.left_normal();
        let side = (before - self.from).dot(left);
        // A unit exactly on the center line is moved to the side where it was before the tick.
        let own = if side < 0.0 { -left } else { left };
        Some(if crossed { own } else { out.normalize_or(own) })
    }

    /// Whether the segment from `before` to `now` crosses the center line, whose end points count
    /// as part of it.
    fn is_crossed_by(&self, before: Vec2, now: Vec2) -> bool {
        let sides = |a: Vec2, b: Vec2, p: Vec2, q: Vec2| {
            let side = |x: Vec2| (b - a).perp_dot(x - a);
            side(p) * side(q)
        };
        sides(self.from, self.to, before, now) < 0.0
            && sides(before, now, self.from, self.to) <= 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::{Agents, UnitState};
    use crate::engine::params::DT;

    fn after(position: Vec2, velocity: Vec2) -> UnitState {
        let wall = Wall { from: Vec2::new(0.0, 50.0), to: Vec2::new(100.0, 50.0), radius: 3.0 };
        let mut agents = Agents::with_len(1);
        agents.lengths_mut()[0] = 4.0;
        agents.set_state(0, UnitState { position, velocity, heading: 0.0, omega: 0.0 });
        let walls = WallGrid::new(vec![wall]);
        let walls = WorldWalls::new(&walls, Vec2::new(200.0, 100.0), Edges::Bounce);
        walls.keep_units_out(&mut agents.moving_units(), &[position - velocity * DT], 0..1);
        agents.state(0)
    }

    #[test]
    fn a_unit_that_runs_into_a_wall_slides_along_it() {
        let state = after(Vec2::new(40.0, 48.0), Vec2::new(20.0, 30.0));
        assert_eq!(state.position, Vec2::new(40.0, 46.0));
        assert_eq!(state.velocity, Vec2::new(20.0, 0.0));
    }

    #[test]
    fn a_unit_that_jumped_through_within_a_tick_is_put_back() {
        let state = after(Vec2::new(40.0, 58.0), Vec2::new(0.0, 1200.0));
        assert_eq!(state.position, Vec2::new(40.0, 46.0));
        assert_eq!(state.velocity, Vec2::ZERO);
    }

    #[test]
    fn walls_from_tiles_cover_the_centers_and_borders_of_blocked_tiles_and_no_others() {
        use crate::engine::rng::{RandomStream, Rng};
        let mut rng = Rng::new(3, RandomStream::Scenery);
        for (columns, rows) in [(1, 1), (1, 7), (7, 1), (5, 4), (12, 9)] {
            let tiles: Vec<bool> = (0..columns * rows).map(|_| rng.uniform() < 0.5).collect();
            let walls = walls_from_tiles(columns, &tiles, 10.0);
            let is_set = |x: usize, y: usize| tiles[y * columns + x];
            let covers = |place: Vec2| {
                walls.iter().any(|wall| wall.nearest_point(place).distance(place) <= wall.radius)
            };
            for (x, y) in (0..columns).flat_map(|x| (0..rows).map(move |y| (x, y))) {
                let center = Vec2::new(x as f32 + 0.5, y as f32 + 0.5) * 10.0;
                assert_eq!(covers(center), is_set(x, y), "{x} {y} of {columns} x {rows}");
                // No unit passes between two adjacent tiles.
                if x + 1 < columns && is_set(x, y) && is_set(x + 1, y) {
                    assert!(covers(center + Vec2::new(5.0, 0.0)));
                }
                if y + 1 < rows && is_set(x, y) && is_set(x, y + 1) {
                    assert!(covers(center + Vec2::new(0.0, 5.0)));
                }
            }
        }
        let full = walls_from_tiles(100, &[true; 10_000], 4.0);
        assert_eq!(full.len(), 100, "a wall for each row");
        assert!(walls_from_tiles(0, &[true], 1.0).is_empty());
        assert!(walls_from_tiles(3, &[], 1.0).is_empty());
    }

    #[test]
    fn a_unit_beside_the_wall_is_left_alone() {
        let state = after(Vec2::new(140.0, 50.5), Vec2::new(0.0, 60.0));
        assert_eq!(state.position, Vec2::new(140.0, 50.5));
    }
}
