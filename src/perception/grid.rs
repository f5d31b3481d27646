//! A group's units sorted into the cells of a uniform grid, anew each tick.
//!
//! Counting sort: count the units of each cell, sum the counts to offsets, scatter. Cells are
//! numbered row by row, so that the units of neighboring cells of one row lie next to each other
//! and a search reads a few contiguous spans. Units of one cell keep the order of their ids.

use crate::agents::Agents;
use std::ops::Range;

/// The state of a unit that its neighbors perceive: x, y, vx, vy.
pub type Seen = [f32; 4];

/// Cells have at least this many units on average, so that a sparse world has no more cells to
/// walk than units.
const MIN_MEAN_OCCUPANCY: f32 = 1.0;

/// Cells per view radius. Smaller cells fit the circle better, but make more rows to walk.
const CELLS_PER_REACH: f32 = 2.0;

/// The units of one group in cell order.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    columns: usize,
    rows: usize,
    cell: f32,
    inverse_cell: f32,
    /// `starts[c]..starts[c + 1]` are the slots of cell c.
    starts: Vec<u32>,
    /// Scratch: the cell of each unit, in the order of ids.
    cell_of: Vec<u32>,
    /// By slot: what neighbors see.
    pub seen: Vec<Seen>,
    /// By slot: heading vector.
    pub heading: Vec<[f32; 2]>,
    /// By slot: unit id.
    pub id: Vec<u32>,
    len: usize,
}

impl Grid {
    /// Makes room for `count` units, so that [`sort`](Self::sort) allocates nothing.
    pub fn reserve(&mut self, count: usize) {
        self.cell_of.resize(count, 0);
        self.seen.resize(count, [0.0; 4]);
        self.heading.resize(count, [1.0, 0.0]);
        self.id.resize(count, 0);
        self.starts.resize(max_cells(count) + 1, 0);
    }

    /// Number of units sorted.
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Edge length of a cell, world units.
    pub fn cell(&self) -> f32 {
        self.cell
    }

    /// Sorts the units of `range`. `reach` is the radius of the usual search, world units.
    ///
    /// Units outside the world are kept in the cells of its border.
    pub fn sort(
        &mut self,
        agents: &Agents,
        range: Range<usize>,
        width: f32,
        height: f32,
        reach: f32,
    ) {
        self.len = range.len();
        debug_assert!(self.len <= self.id.len(), "reserve comes before sort");
        self.lay_out(width, height, reach);
        let cells = self.columns * self.rows;
        let starts = &mut self.starts[..cells + 1];
        starts.fill(0);
        let xs = &agents.x[range.clone()];
        let ys = &agents.y[range.clone()];
        let (inverse, columns, rows) = (self.inverse_cell, self.columns, self.rows);
        for ((x, y), cell) in xs.iter().zip(ys).zip(&mut self.cell_of) {
            let c = index(*y, inverse, rows) * columns + index(*x, inverse, columns);
            *cell = c as u32;
            starts[c + 1] += 1;
        }
        let mut sum = 0;
        for start in starts.iter_mut() {
            sum += *start;
            *start = sum;
        }
        // Scatter with starts[c] as the running offset of cell c; afterwards each holds the start
        // of the next cell, so the table is shifted back by one.
        for (k, cell) in self.cell_of[..self.len].iter().enumerate() {
            let id = range.start + k;
            let offset = &mut starts[*cell as usize];
            let slot = *offset as usize;
            *offset += 1;
            self.seen[slot] = [agents.x[id], agents.y[id], agents.vx[id], agents.vy[id]];
            self.heading[slot] = [agents.hx[id], agents.hy[id]];
            self.id[slot] = id as u32;
        }
        starts.copy_within(0..cells, 1);
        starts[0] = 0;
    }

    fn lay_out(&mut self, width: f32, height: f32, reach: f32) {
        let smallest = (width * height * MIN_MEAN_OCCUPANCY / self.len.max(1) as f32).sqrt();
        self.cell = (reach / CELLS_PER_REACH).max(smallest).max(1e-3);
        let across = |extent: f32| ((extent / self.cell).ceil() as usize).max(1);
        self.columns = across(width);
        self.rows = across(height);
        debug_assert!(self.columns * self.rows <= max_cells(self.len));
        self.inverse_cell = 1.0 / self.cell;
    }

    /// Calls `visit` with every span of slots that may hold units within the box; rows from the
    /// middle outward, until `visit` returns false.
    ///
    /// With `torus`, the box may reach beyond the world and wraps; each slot comes up once.
    #[inline(always)]
    pub fn spans(&self, area: Area, torus: bool, mut visit: impl FnMut(Range<usize>) -> bool) {
        if self.len == 0 {
            return;
        }
        let columns = self.cells_along(area.left, area.right, self.columns, torus);
        let rows = self.cells_along(area.top, area.bottom, self.rows, torus);
        let middle = (rows.0 + rows.1) / 2;
        let reach = (rows.1 - middle).max(middle - rows.0);
        for step in 0..=reach {
            let above = middle - step;
            let below = middle + step;
            if above >= rows.0 && !self.row_spans(above, columns, &mut visit) {
                return;
            }
            if step > 0 && below <= rows.1 && !self.row_spans(below, columns, &mut visit) {
                return;
            }
        }
    }

    /// The cells from `low` to `high` along one axis; beyond the world only where it wraps.
    #[inline(always)]
    fn cells_along(&self, low: f32, high: f32, cells: usize, torus: bool) -> (isize, isize) {
        if torus {
            // Floor by hand: `as` truncates toward zero.
            let floor = |x: f32| {
                let t = x * self.inverse_cell;
                t as isize - isize::from(t < 0.0)
            };
            let (a, b) = (floor(low), floor(high));
            // The last cell may stick out of the world, so a wrapped search takes in one more.
            if b - a + 2 >= cells as isize { (0, cells as isize - 1) } else { (a - 1, b + 1) }
        } else {
            let clamp = |x: f32| index(x, self.inverse_cell, cells) as isize;
            (clamp(low), clamp(high))
        }
    }

    #[inline(always)]
    fn row_spans(
        &self,
        row: isize,
        columns: (isize, isize),
        visit: &mut impl FnMut(Range<usize>) -> bool,
    ) -> bool {
        let (width, height) = (self.columns as isize, self.rows as isize);
        let first = row.rem_euclid(height) * width;
        let mut span = |from: isize, to: isize| {
            let start = self.starts[(first + from) as usize] as usize;
            let end = self.starts[(first + to + 1) as usize] as usize;
            start == end || visit(start..end)
        };
        let (from, to) = columns;
        if from < 0 {
            span(from + width, width - 1) && span(0, to)
        } else if to >= width {
            span(from, width - 1) && span(0, to - width)
        } else {
            span(from, to)
        }
    }
}

/// A box in world units.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    pub left: f32,
    pub right: f32,
    pub top: f32,
    pub bottom: f32,
}

/// The most cells that a grid of `count` units can have.
///
/// The smallest cell gives `count` of them, plus one row and one column cut by the border: at
/// most 20 sqrt(count) more for the most elongated world that the parameters allow (400 to 1),
/// which is at most count + 100.
fn max_cells(count: usize) -> usize {
    2 * count + 128
}

/// The cell of a coordinate along one axis; outside coordinates count to the border.
#[inline(always)]
fn index(x: f32, inverse_cell: f32, cells: usize) -> usize {
    // `as usize` maps negative numbers and NaN to 0.
    ((x * inverse_cell) as usize).min(cells - 1)
}
