//! Spatial index of the walls: a uniform grid in which each cell lists the walls whose bounding
//! boxes meet it.
//!
//! A query visits nearby walls only and gives the same result as a query over all walls: walls come
//! in ascending order of index where the order matters, and the walls left out would not have
//! changed the result. The grid depends on the walls alone, so it is built when walls are set,
//! never during a tick.

use super::Wall;
use glam::Vec2;
use std::sync::Arc;

/// Smallest number of walls for which a grid is built; with fewer, a query visits all of them.
const MIN_WALLS_FOR_GRID: usize = 16;

/// Largest number of cells along an axis. Rounding can add one more cell at the end.
const MAX_CELLS_PER_AXIS: usize = 512;

/// Largest number of entries in the lists of all cells, per wall. Long slanting walls exceed it,
/// and the cells are then made larger.
const MAX_ENTRIES_PER_WALL: usize = 8;

/// Largest number of cells that a box query reads; for a larger box, all walls are visited.
const MAX_QUERY_CELLS: usize = 32;

/// Upper bound of the rounding errors of coordinates, relative to the largest coordinate.
const ROUNDING_ERROR: f32 = 1e-5;

/// Walls and their grid, shared by all clones.
#[derive(Clone, Debug, Default)]
pub(crate) struct WallGrid(Arc<WallsWithCells>);

#[derive(Debug, Default)]
struct WallsWithCells {
    walls: Vec<Wall>,
    /// Grid of the walls; `None` if there are fewer than [`MIN_WALLS_FOR_GRID`] walls or a
    /// coordinate is not finite.
    cells: Option<WallCells>,
}

/// Square cells that cover the common bounding box of all walls.
#[derive(Debug)]
struct WallCells {
    /// Upper left corner of the walls' bounding box, u.
    origin: Vec2,
    /// Side length of a cell of the grid, u.
    cell_side: f32,
    columns: usize,
    rows: usize,
    /// Start of each cell's list: `cell_walls[cell_starts[c]..cell_starts[c + 1]]` belongs to cell
    /// `c`. Cells are in row-major order.
    cell_starts: Vec<u32>,
    /// Lists of the cells, one after the other: indices of walls, ascending within a cell.
    cell_walls: Vec<u32>,
    /// Largest absolute coordinate of all walls, u.
    max_coordinate: f32,
}

impl WallGrid {
    pub fn new(walls: Vec<Wall>) -> Self {
        let cells = WallCells::for_walls(&walls);
        Self(Arc::new(WallsWithCells { walls, cells }))
    }

    /// Creates walls without a grid, so that every query visits all of them. Tests compare their
    /// results with those of a grid.
    #[cfg(test)]
    fn without_grid(walls: Vec<Wall>) -> Self {
        Self(Arc::new(WallsWithCells { walls, cells: None }))
    }

    /// The walls, in the order in which they were set.
    pub fn walls(&self) -> &[Wall] {
        &self.0.walls
    }

    pub fn is_empty(&self) -> bool {
        self.0.walls.is_empty()
    }

    /// Heap memory of the walls and the grid, bytes.
    pub fn heap_bytes(&self) -> usize {
        let cells = self.0.cells.as_ref();
        size_of_val(self.walls())
            + cells.map_or(0, |cells| {
                size_of_val(&*cells.cell_starts) + size_of_val(&*cells.cell_walls)
            })
    }

    /// Calls `visit` for all walls whose bounding box (thickness included) meets one of `boxes`,
    /// and possibly for others, once each and in ascending order of index. A box is given by its
    /// corners with the least and the greatest coordinates, u.
    pub fn visit_touching(
        &self,
        boxes: impl Iterator<Item = [Vec2; 2]>,
        mut visit: impl FnMut(&Wall),
    ) {
        let walls = self.walls();
        let listed = self.0.cells.as_ref().and_then(|cells| cells.lists_touching(boxes));
        let Some((mut lists, count)) = listed else {
            walls.iter().for_each(visit);
            return;
        };
        let lists = &mut lists[..count];
        // A wall can be in several lists, so each pass of the loop takes the smallest index at the
        // front of any list.
        while let Some(next) = lists.iter().filter_map(|list| list.first()).min().copied() {
            for list in &mut *lists {
                if list.first() == Some(&next) {
                    *list = &list[1..];
                }
            }
            visit(&walls[next as usize]);
        }
    }

    /// Calls `visit` with the indices of walls, nearest cells first; a wall can be visited several
    /// times. `visit` returns the smallest squared distance found so far (u²) between `place` and
    /// the center line of a wall; `least` is that squared distance before the first call. The
    /// search ends when the remaining walls cannot be nearer.
    pub fn visit_outward(&self, place: Vec2, least: f32, mut visit: impl FnMut(usize) -> f32) {
        match &self.0.cells {
            Some(cells) => cells.visit_outward(place, least, visit),
            None => (0..self.walls().len()).for_each(|index| {
                visit(index);
            }),
        }
    }
}

/// Bounding box of a wall: its corners with the least and the greatest coordinates, u.
fn bounding_box(wall: &Wall) -> [Vec2; 2] {
    [wall.from.min(wall.to) - wall.radius, wall.from.max(wall.to) + wall.radius]
}

impl WallCells {
    fn for_walls(walls: &[Wall]) -> Option<Self> {
        if walls.len() < MIN_WALLS_FOR_GRID || !walls.iter().all(Wall::is_finite) {
            return None;
        }
        let all = walls.iter().map(bounding_box);
        let [low, high] = all.reduce(|[a, b], [c, d]| [a.min(c), b.max(d)])?;
        let reach = low.abs().max(high.abs()).max_element();
        let slack = ROUNDING_ERROR * reach + f32::MIN_POSITIVE;
        let (origin, size) = (low - slack, high - low + 2.0 * slack);
        // Cells are square, about one per wall, and at most [`MAX_CELLS_PER_AXIS`] along an axis.
        let mut side = (size.x * size.y / walls.len() as f32).sqrt();
        side = side.max(size.max_element() / MAX_CELLS_PER_AXIS as f32);
        if !(side > 0.0 && side.is_finite() && reach.is_finite()) {
            return None;
        }
        loop {
            let cells_along =
                |extent: f32| ((extent / side) as usize + 1).min(MAX_CELLS_PER_AXIS + 1);
            let (columns, rows) = (cells_along(size.x), cells_along(size.y));
            let (starts, listed) = (Vec::new(), Vec::new());
            let mut cells = Self {
                origin,
                cell_side: side,
                columns,
                rows,
                cell_starts: starts,
                cell_walls: listed,
                max_coordinate: reach,
            };
            let entries = |wall: &Wall| {
                let [[x, y], [to_x, to_y]] = cells.cell_ranges(bounding_box(wall), slack);
                (to_x - x) * (to_y - y)
            };
            if walls.iter().map(entries).sum::<usize>() <= MAX_ENTRIES_PER_WALL * walls.len() {
                cells.list_walls(walls, slack);
                return Some(cells);
            }
            side *= 2.0;
        }
    }

    /// Lists each wall in the cells that its bounding box, extended by `slack` (u), meets. The
    /// lists are filled by a counting sort, so the indices in a cell's list ascend.
    fn list_walls(&mut self, walls: &[Wall], slack: f32) {
        let spans: Vec<_> =
            walls.iter().map(|wall| self.cell_ranges(bounding_box(wall), slack)).collect();
        let columns = self.columns;
        let cells_of = |[[x, y], [to_x, to_y]]: [[usize; 2]; 2]| {
            (y..to_y).flat_map(move |row| (x..to_x).map(move |column| row * columns + column))
        };
        let mut starts = vec![0u32; self.columns * self.rows + 1];
        spans.iter().flat_map(|span| cells_of(*span)).for_each(|cell| starts[cell + 1] += 1);
        (1..starts.len()).for_each(|cell| starts[cell] += starts[cell - 1]);
        let mut next = starts.clone();
        self.cell_walls = vec![0; starts.last().map_or(0, |end| *end as usize)];
        for (index, span) in spans.iter().enumerate() {
            for cell in cells_of(*span) {
                self.cell_walls[next[cell] as usize] = index as u32;
                next[cell] += 1;
            }
        }
        self.cell_starts = starts;
    }

    /// Ranges of columns and rows that a box, extended by `slack` (u), meets, as `[[first_x,
    /// first_y], [end_x, end_y]]` with exclusive ends. A box outside the grid gets the nearest
    /// cells.
    fn cell_ranges(&self, [low, high]: [Vec2; 2], slack: f32) -> [[usize; 2]; 2] {
        let [low, high] = [low - self.origin - slack, high - self.origin + slack];
        // The cast to `usize` turns negative numbers into 0.
        let cell = |at: Vec2| {
            let [x, y] = (at / self.cell_side).to_array();
            [(x as usize).min(self.columns - 1), (y as usize).min(self.rows - 1)]
        };
        let [to_x, to_y] = cell(high);
        [cell(low), [to_x + 1, to_y + 1]]
    }

    /// Indices of the walls that are listed in a cell.
    fn walls_in_cell(&self, cell: usize) -> &[u32] {
        &self.cell_walls[self.cell_starts[cell] as usize..self.cell_starts[cell + 1] as usize]
    }

    /// Returns the non-empty lists of the cells that the boxes meet, and the number of these lists.
    /// Returns `None` if the boxes meet more than [`MAX_QUERY_CELLS`] cells.
    fn lists_touching(
        &self,
        boxes: impl Iterator<Item = [Vec2; 2]>,
    ) -> Option<([&[u32]; MAX_QUERY_CELLS], usize)> {
        let (mut lists, mut count) = ([&[][..]; MAX_QUERY_CELLS], 0);
        let size = Vec2::new(self.columns as f32, self.rows as f32) * self.cell_side;
        for [low, high] in boxes {
            let slack =
                ROUNDING_ERROR * (self.max_coordinate + low.abs().max(high.abs()).max_element());
            let (from, to) = (low - self.origin + -slack, high - self.origin + slack);
            if to.cmplt(Vec2::ZERO).any() || from.cmpgt(size).any() {
                continue;
            }
            let [[x, y], [to_x, to_y]] = self.cell_ranges([low, high], slack);
            if count + (to_x - x) * (to_y - y) > MAX_QUERY_CELLS {
                return None;
            }
            for row in y..to_y {
                for column in x..to_x {
                    lists[count] = self.walls_in_cell(row * self.columns + column);
                    count += usize::from(!lists[count].is_empty());
                }
            }
        }
        Some((lists, count))
    }

    fn visit_outward(&self, place: Vec2, mut least: f32, mut visit: impl FnMut(usize) -> f32) {
        let slack = ROUNDING_ERROR * (self.max_coordinate + place.abs().max_element());
        // `x` and `y` are the column and the row of the place, which may lie outside the grid.
        let [x, y] =
            ((place - self.origin) / self.cell_side).floor().to_array().map(|at| at as i64);
        let (columns, rows) = (self.columns as i64, self.rows as i64);
        let [x, y] = [x, y].map(|at| at.clamp(-1 << 40, 1 << 40));
        let away = |at: i64, cells: i64| (-at).max(at - cells + 1).max(0);
        let farthest = |at: i64, cells: i64| at.abs().max((at - cells + 1).abs());
        let (first, last) =
            (away(x, columns).max(away(y, rows)), farthest(x, columns).max(farthest(y, rows)));
        for ring in first..=last {
            // Every wall that only appears in this ring of cells or beyond is at least this far
            // away.
            let nearest = (ring - 1) as f32 * self.cell_side - slack;
            if nearest > 0.0 && nearest * nearest > least {
                break;
            }
            let (left, right) = ((x - ring).max(0), (x + ring).min(columns - 1));
            for row in (y - ring).max(0)..=(y + ring).min(rows - 1) {
                let mut look = |column: i64| {
                    for index in self.walls_in_cell((row * columns + column) as usize) {
                        least = visit(*index as usize);
                    }
                };
                if (row - y).abs() == ring {
                    (left..=right).for_each(look);
                    continue;
                }
                // In the rows between the top and the bottom row of the ring, only the two end
                // cells belong to the ring.
                [x - ring, x + ring]
                    .into_iter()
                    .filter(|column| (0..columns).contains(column))
                    .for_each(&mut look);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::{Agents, UnitState};
    use crate::engine::params::Edges;
    use crate::engine::rng::{RandomStream, Rng};
    use crate::engine::scenery::walls::WorldWalls;

    /// Random walls in and around a world of 600 x 450 u: some short, some long and slanting, some
    /// duplicated.
    fn walls(rng: &mut Rng, count: usize) -> Vec<Wall> {
        let longest = if rng.uniform() < 0.5 { 10.0 } else { 400.0 };
        let mut walls: Vec<Wall> = Vec::new();
        for _ in 0..count {
            let from = Vec2::new(rng.range(-50.0, 650.0), rng.range(-50.0, 500.0));
            let along = Vec2::new(rng.range(-longest, longest), rng.range(-longest, longest));
            let along = match rng.uniform() {
                draw if draw < 0.3 => along * Vec2::X,
                draw if draw < 0.5 => along * Vec2::Y,
                draw if draw < 0.6 => Vec2::ZERO,
                _ => along,
            };
            walls.push(Wall { from, to: from + along, radius: rng.range(0.0, 6.0) });
            if rng.uniform() < 0.1 {
                walls.push(walls[walls.len() / 2]);
            }
        }
        walls
    }

    #[test]
    fn with_the_grid_units_meet_the_very_walls_that_they_meet_without() {
        let mut rng = Rng::new(5, RandomStream::Scenery);
        let size = Vec2::new(600.0, 450.0);
        let mut moved = 0;
        for round in 0..60 {
            let walls = walls(&mut rng, [3, 20, 150, 800][round % 4]);
            let both = [WallGrid::new(walls.clone()), WallGrid::without_grid(walls)];
            for edges in [Edges::Wrap, Edges::Bounce] {
                for _ in 0..40 {
                    let before = Vec2::new(rng.range(0.0, 600.0), rng.range(0.0, 450.0));
                    let way = Vec2::new(rng.range(-1.0, 1.0), rng.range(-1.0, 1.0));
                    let way = way * if rng.uniform() < 0.2 { 300.0 } else { 8.0 };
                    let after = both.each_ref().map(|grid| {
                        let walls = WorldWalls::new(grid, size, edges);
                        let mut agents = Agents::with_len(1);
                        agents.lengths_mut()[0] = 8.0;
                        let position = (before + way).clamp(Vec2::ZERO, size);
                        let (heading, omega) = (0.0, 0.0);
                        agents.set_state(0, UnitState { position, velocity: way, heading, omega });
                        walls.keep_units_out(&mut agents.moving_units(), &[before], 0..1);
                        walls.undo_crossings(&mut agents.moving_units(), &[before], 0..1);
                        (agents.state(0), walls.nearest_wall(before), position)
                    });
                    assert_eq!(after[0], after[1], "round {round}, {edges:?}, from {before}");
                    moved += usize::from(after[0].0.position != after[0].2);
                }
            }
        }
        assert!(moved > 500, "{moved}");
    }

    #[test]
    fn a_query_visits_few_of_many_walls() {
        let mut rng = Rng::new(6, RandomStream::Scenery);
        let short = |rng: &mut Rng, side: f32| {
            let from = Vec2::new(rng.range(0.0, side), rng.range(0.0, side));
            Wall { from, to: from + Vec2::new(6.0, 2.0), radius: 1.0 }
        };
        let most = [(100, 400.0), (10_000, 4000.0)].map(|(count, side)| {
            let grid = WallGrid::new((0..count).map(|_| short(&mut rng, side)).collect());
            let mut looks = 0;
            for _ in 0..1000 {
                let place = Vec2::new(rng.range(0.0, side), rng.range(0.0, side));
                let mut least = f32::INFINITY;
                grid.visit_outward(place, f32::INFINITY, |index| {
                    looks += 1;
                    least = least
                        .min((grid.walls()[index].nearest_point(place) - place).length_squared());
                    least
                });
                grid.visit_touching([[place - 2.0, place + 2.0]].into_iter(), |_| looks += 1);
            }
            looks
        });
        assert!(most[1] < 2 * most[0], "{most:?}");
    }

    #[test]
    fn walls_that_are_huge_far_off_or_not_finite_hang_nothing() {
        let wall = |x: f32, y: f32| Wall { from: Vec2::ZERO, to: Vec2::new(x, y), radius: 1.0 };
        for end in [1e18, -1e30, f32::MAX, f32::NAN, f32::INFINITY] {
            let mut walls = vec![wall(5.0, 5.0); 20];
            walls.push(wall(end, 3.0));
            walls.push(wall(3.0, end));
            let grid = WallGrid::new(walls);
            let size = Vec2::new(600.0, 450.0);
            let found =
                WorldWalls::new(&grid, size, Edges::Wrap).nearest_wall(Vec2::new(300.0, 5.0));
            assert!(found.is_some_and(|(offset, _)| !offset.is_nan()), "{end}: {found:?}");
        }
    }
}
