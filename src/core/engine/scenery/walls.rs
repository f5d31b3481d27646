//! Walls: segments that no unit passes, whatever its steering asks for. Nobody's sight ends at a wall: units see
//! each other through it.

use super::WallGrid;
use super::edges::wrapped;
use crate::engine::agents::Moving;
use crate::engine::params::{Edges, WallPlan, WorldParams};
use glam::Vec2;
use std::ops::Range;

/// A straight wall with rounded ends.
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
    /// One end of its middle line, u.
    pub from: Vec2,
    /// The other end.
    pub to: Vec2,
    /// Half its thickness, u.
    pub radius: f32,
}

crate::taped!(Wall { from, to, radius });

/// Half the thickness of a wall, u.
const HALF_THICKNESS: f32 = 3.0;

/// Where the wall with the door stands, as a share of the world's height.
pub(crate) const DOOR_AT: f32 = 0.6;

/// A unit's hull reaches this many lengths to each side.
const HULL: f32 = 0.25;

/// The walls of a world, a function of its parameters alone.
pub fn build(world: &WorldParams) -> Vec<Wall> {
    match world.walls {
        WallPlan::None => Vec::new(),
        WallPlan::Door => {
            let y = DOOR_AT * world.height;
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

/// Joins the blocked tiles of a map into walls: runs along rows first, then what is left along columns.
/// Walls of runs that touch reach into each other, so that no unit passes between them; the corners of a
/// region are rounded.
///
/// `tiles` holds the map row by row from the upper left, `columns` of them in a row; the last row may be
/// shorter. `side` is the side of a tile, u. The map's upper left corner is at the world's.
///
/// ```
/// use flockwright::engine::scenery::walls_from_tiles;
///
/// // An L: four tiles down, three across.
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
    // A tile without a neighbor in its row is in no wall yet.
    let is_alone = |column: usize, row: usize| {
        let left = column > 0 && is_set(column - 1, row);
        is_set(column, row) && !left && !is_set(column + 1, row)
    };
    for column in 0..columns {
        let mut row = 0;
        while row < rows {
            let end = (row..rows).find(|at| !is_alone(column, *at)).unwrap_or(rows);
            if end > row {
                // Into the rows above and below, where these are set.
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

/// Out of one wall may be into the next: a unit is moved at most this many times in a tick.
const MOST_MOVES: usize = 4;

/// Who was put back in this tick may be this much nearer to a wall than it should, as a share: it is
/// not put back again for the last digit.
const NEAR_ENOUGH: f32 = 0.99;

/// Where walls hold units, and how the world goes on behind its edge.
#[derive(Clone, Copy)]
pub(crate) struct Walls<'a> {
    walls: &'a WallGrid,
    size: Vec2,
    wraps: bool,
}

impl<'a> Walls<'a> {
    /// Those of a world of this size.
    pub fn new(walls: &'a WallGrid, size: Vec2, edges: Edges) -> Self {
        Self { walls, size, wraps: edges == Edges::Wrap }
    }

    /// The way of a tick, straight: around the edge where that is shorter.
    fn end(&self, before: Vec2, now: Vec2) -> Vec2 {
        let way = now - before;
        let far = way.abs().cmpgt(0.5 * self.size).any();
        if self.wraps && far { before + way - (way / self.size).round() * self.size } else { now }
    }

    /// A place within the world.
    fn inside(&self, place: Vec2) -> Vec2 {
        if self.wraps { wrapped(place, self.size) } else { place.clamp(Vec2::ZERO, self.size) }
    }

    /// Calls `each` for every wall, and every image of it across the edges of a world that wraps, whose
    /// bounding box meets that of a way with this margin (u), in the order of the walls.
    fn along(&self, from: Vec2, to: Vec2, margin: f32, mut each: impl FnMut(Wall)) {
        let (low, high) = (from.min(to) - margin, from.max(to) + margin);
        let boxes = self.images().map(|off| [low - off, high - off]);
        self.walls.visit_touching(boxes, |wall| {
            if !wall.is_within(self.size) {
                return;
            }
            for off in self.images() {
                let image = wall.moved(off);
                let (least, most) = (image.from.min(image.to), image.from.max(image.to));
                let near = (least - wall.radius).cmple(high) & (most + wall.radius).cmpge(low);
                if near.all() {
                    each(image);
                }
            }
        });
    }

    /// From a place to the nearest point of the middle line of a wall (u), and the left of that wall. Of
    /// walls at one distance, the one with the least index counts, and of its images the first.
    pub fn nearest(&self, place: Vec2) -> Option<(Vec2, Vec2)> {
        let (mut least, mut rank, mut found) = (f32::INFINITY, (usize::MAX, 0), None);
        // The world itself comes first: the nearest wall is seldom beyond an edge, and then no other image
        // needs a look.
        let here = |(_, off): &(usize, Vec2)| *off == Vec2::ZERO;
        let others = self.images().enumerate().filter(|image| !here(image));
        for (image, off) in self.images().enumerate().filter(here).chain(others) {
            self.walls.visit_outward(place - off, least, |index| {
                let wall = &self.walls.walls()[index];
                if wall.is_within(self.size) {
                    let wall = wall.moved(off);
                    let offset = wall.nearest(place) - place;
                    let distance = offset.length_squared();
                    if distance < least || distance == least && (index, image) < rank {
                        (least, rank) = (distance, (index, image));
                        found = Some((offset, wall.left()));
                    }
                }
                least
            });
        }
        found
    }

    /// The displacements at which walls are met, u: those of periodic images, column by column from the
    /// upper left one; only 0 in a world that does not wrap.
    fn images(&self) -> impl Iterator<Item = Vec2> + use<> {
        let (size, around) = (self.size, if self.wraps { 1 } else { 0 });
        (-around..=around).flat_map(move |across| {
            (-around..=around).map(move |down| Vec2::new(across as f32, down as f32) * size)
        })
    }

    /// Puts units back that have run into a wall on this tick, and takes the speed that led them
    /// there. `before`: where each of the range was.
    pub fn hold(&self, agents: &mut Moving, before: &[Vec2], range: Range<usize>) {
        if self.walls.is_empty() {
            return;
        }
        for (id, before) in range.zip(before) {
            let mut there = self.end(*before, agents.position(id));
            let (start, hull) = (there, HULL * agents.length[id]);
            let mut velocity = agents.velocity(id);
            for turn in 0..MOST_MOVES {
                let at = there;
                let least = if turn == 0 { 1.0 } else { NEAR_ENOUGH };
                self.along(*before, there, hull, |wall| {
                    let clearance = wall.radius + hull;
                    let Some(normal) = wall.normal(*before, there, clearance, least) else {
                        return;
                    };
                    there = wall.nearest(there) + normal * clearance;
                    if !self.wraps {
                        there = there.clamp(Vec2::ZERO, self.size);
                    }
                    velocity -= normal * velocity.dot(normal).min(0.0);
                });
                if there == at {
                    break;
                }
            }
            if there != start {
                let place = self.inside(there);
                (agents.x[id], agents.y[id]) = (place.x, place.y);
                (agents.vx[id], agents.vy[id]) = (velocity.x, velocity.y);
            }
        }
    }

    /// Whoever would still be behind a wall, put there by another wall or a disc, stays where it was.
    pub fn hold_back(&self, agents: &mut Moving, before: &[Vec2], range: Range<usize>) {
        if self.walls.is_empty() {
            return;
        }
        for (id, before) in range.zip(before) {
            let there = self.end(*before, agents.position(id));
            let mut passes = false;
            self.along(*before, there, 0.0, |wall| passes |= wall.crossed(*before, there));
            if passes {
                (agents.x[id], agents.y[id]) = (before.x, before.y);
                (agents.vx[id], agents.vy[id]) = (0.0, 0.0);
            }
        }
    }
}

impl Wall {
    /// The wall displaced by an offset, u.
    pub(crate) fn moved(&self, off: Vec2) -> Self {
        Self { from: self.from + off, to: self.to + off, ..*self }
    }

    /// Whether all its numbers are finite.
    pub(crate) fn is_finite(&self) -> bool {
        self.from.is_finite() && self.to.is_finite() && self.radius.is_finite()
    }

    /// The point of its middle line that is nearest.
    pub fn nearest(&self, point: Vec2) -> Vec2 {
        let along = self.to - self.from;
        let length = along.length_squared();
        let share = if length > 0.0 { (point - self.from).dot(along) / length } else { 0.0 };
        self.from + along * share.clamp(0.0, 1.0)
    }

    /// Its left, of length 1, for one who looks from its one end to the other; up of a point.
    pub(crate) fn left(&self) -> Vec2 {
        let along = self.to - self.from;
        Vec2::new(along.y, -along.x).normalize_or(Vec2::NEG_Y)
    }

    /// Whether a part of it lies in a world of this size.
    pub(crate) fn is_within(&self, size: Vec2) -> bool {
        let (low, high) = (self.from.min(self.to), self.from.max(self.to));
        (high + self.radius).cmpge(Vec2::ZERO).all() && (low - self.radius).cmple(size).all()
    }

    /// Which way is out, for a unit that has come nearer than a share of the clearance or through;
    /// `None` where it has not.
    fn normal(&self, before: Vec2, now: Vec2, clearance: f32, share: f32) -> Option<Vec2> {
        let out = now - self.nearest(now);
        let least = clearance * share;
        let crossed = self.crossed(before, now);
        if out.length_squared() >= least * least && !crossed {
            return None;
        }
        let left = self.left();
        let side = (before - self.from).dot(left);
        // One who stands on the very line is put out to the side where it was.
        let own = if side < 0.0 { -left } else { left };
        Some(if crossed { own } else { out.normalize_or(own) })
    }

    /// Whether a step leads through the middle line; its ends belong to it.
    fn crossed(&self, before: Vec2, now: Vec2) -> bool {
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
        let walls = Walls::new(&walls, Vec2::new(200.0, 100.0), Edges::Bounce);
        walls.hold(&mut agents.moving(), &[position - velocity * DT], 0..1);
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
        use crate::engine::rng::{Rng, Stream};
        let mut rng = Rng::new(3, Stream::Scenery);
        for (columns, rows) in [(1, 1), (1, 7), (7, 1), (5, 4), (12, 9)] {
            let tiles: Vec<bool> = (0..columns * rows).map(|_| rng.unit() < 0.5).collect();
            let walls = walls_from_tiles(columns, &tiles, 10.0);
            let is_set = |x: usize, y: usize| tiles[y * columns + x];
            let covers = |place: Vec2| {
                walls.iter().any(|wall| wall.nearest(place).distance(place) <= wall.radius)
            };
            for (x, y) in (0..columns).flat_map(|x| (0..rows).map(move |y| (x, y))) {
                let center = Vec2::new(x as f32 + 0.5, y as f32 + 0.5) * 10.0;
                assert_eq!(covers(center), is_set(x, y), "{x} {y} of {columns} x {rows}");
                // Nobody passes between two neighbors.
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
