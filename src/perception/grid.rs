//! A group's units sorted into the cells of a uniform grid, anew each tick.
//!
//! Counting sort: count the units of each cell, sum the counts to offsets, scatter. Cells are
//! numbered row by row, so that the units of neighboring cells of one row lie next to each other
//! and a search reads a few contiguous spans. Units of one cell keep the order of their ids.

use crate::agents::Agents;
use crate::math::Lane;
use std::ops::Range;

/// The state of a unit that its neighbors perceive: x, y, vx, vy.
pub type Seen = [f32; 4];

/// A square of the height of a row holds about this many units where the units are. Lower rows fit
/// the circle of a view better, but there are more of them to walk.
const SQUARE_OCCUPANCY: f32 = 12.0;

/// Columns are narrower than rows are high: units of one row are then almost sorted along it, and
/// the spans that a search reads end close to where it ends.
const COLUMNS_PER_ROW: f32 = 8.0;

/// At most this many cells per unit, the border aside.
const CELLS_PER_UNIT: f32 = 4.0;

/// Units drawn to estimate how dense the crowd is.
const SAMPLES: usize = 4096;

/// Mean number of units in a cell of the estimate, were they spread evenly.
const SAMPLE_OCCUPANCY: f32 = 8.0;

/// From this many units in the box around a view, sums over stretches of rows pay.
const DENSE: f32 = 1200.0;

/// The units of one group in cell order.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// Height of a row, world units.
    pub(super) row: f32,
    pub(super) per_x: f32,
    per_y: f32,
    /// `starts[c]..starts[c + 1]` are the slots of cell c.
    starts: Vec<u32>,
    /// Scratch: the cell of each unit, in the order of ids.
    cell_of: Vec<u32>,
    /// By slot: what neighbors see.
    pub seen: Vec<Seen>,
    /// By slot: what a unit needs as a viewer: heading vector, length, nothing.
    pub viewing: Vec<[f32; 4]>,
    /// By slot: unit id.
    pub id: Vec<u32>,
    /// By slot: the sums of x, y, vx and vy over all units in slots before it, where the grid is
    /// [dense](Self::is_dense). The sums over a stretch of a row are then a difference of two.
    pub sums: Vec<[f64; 4]>,
    /// Units per square world unit, as a unit meets them on average.
    density: f32,
    dense: bool,
    contained: bool,
    len: usize,
}

impl Grid {
    /// Makes room for `count` units, so that [`sort`](Self::sort) allocates nothing.
    pub fn reserve(&mut self, count: usize) {
        self.cell_of.resize(count, 0);
        self.seen.resize(count, [0.0; 4]);
        self.viewing.resize(count, [1.0, 0.0, 1.0, 0.0]);
        self.sums.resize(count + 1, [0.0; 4]);
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

    /// The density that a unit met on average when they were sorted, units per square world unit.
    pub(super) fn density(&self) -> f32 {
        self.density
    }

    /// The usual search takes in so many units that sums over stretches of rows pay.
    pub fn is_dense(&self) -> bool {
        self.dense
    }

    /// No unit is outside the world.
    pub(super) fn is_contained(&self) -> bool {
        self.contained
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
        let xs = &agents.x[range.clone()];
        let ys = &agents.y[range.clone()];
        self.density = self.measure_density(xs, ys, width, height);
        self.lay_out(width, height, reach, self.density);
        let cells = self.columns * self.rows;
        let starts = &mut self.starts[..cells + 1];
        starts.fill(0);
        let (columns, rows, per_x, per_y) = (self.columns, self.rows, self.per_x, self.per_y);
        let mut contained = true;
        for ((x, y), cell) in xs.iter().zip(ys).zip(&mut self.cell_of) {
            contained &= (*x >= 0.0) & (*x <= width) & (*y >= 0.0) & (*y <= height);
            let c = index(*y, per_y, rows) * columns + index(*x, per_x, columns);
            *cell = c as u32;
            starts[c + 1] += 1;
        }
        self.contained = contained;
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
            self.viewing[slot] = [agents.hx[id], agents.hy[id], agents.length[id], 0.0];
            self.id[slot] = id as u32;
        }
        starts.copy_within(0..cells, 1);
        starts[0] = 0;
        if self.dense {
            self.sum_up();
        }
    }

    fn sum_up(&mut self) {
        let mut sum = [0.0; 4];
        for (seen, before) in self.seen[..self.len].iter().zip(&mut self.sums) {
            *before = sum;
            for (total, value) in sum.iter_mut().zip(seen) {
                *total += f64::from(*value);
            }
        }
        self.sums[self.len] = sum;
    }

    /// The density that a unit meets on average, units per square world unit: higher than the mean
    /// over the world where the units clump. From a sample, in whole numbers up to the last step.
    fn measure_density(&mut self, xs: &[f32], ys: &[f32], width: f32, height: f32) -> f32 {
        let n = self.len.max(1);
        let cell = (SAMPLE_OCCUPANCY * width * height / n as f32).sqrt();
        let columns = ((width / cell).ceil() as usize).max(1);
        let rows = ((height / cell).ceil() as usize).max(1);
        let counts = &mut self.starts[..columns * rows];
        counts.fill(0);
        let stride = n.div_ceil(SAMPLES);
        let mut samples = 0u64;
        let mut pairs = 0u64;
        for (x, y) in xs.iter().zip(ys).step_by(stride) {
            let c = index(*y, 1.0 / cell, rows) * columns + index(*x, 1.0 / cell, columns);
            pairs += 2 * u64::from(counts[c]);
            counts[c] += 1;
            samples += 1;
        }
        let met = pairs as f32 / samples.max(1) as f32 * stride as f32;
        met / (cell * cell)
    }

    fn lay_out(&mut self, width: f32, height: f32, reach: f32, density: f32) {
        let area_per_unit = width * height / self.len.max(1) as f32;
        let low = 0.25 * area_per_unit.sqrt();
        let fitting = (SQUARE_OCCUPANCY / density.max(1e-12)).sqrt();
        let wanted = if reach > 0.0 { fitting.min(reach) } else { fitting };
        self.row = wanted.max(low).min(height);
        let column = (self.row / COLUMNS_PER_ROW)
            .max(area_per_unit / (CELLS_PER_UNIT * self.row))
            .min(width);
        let across = |extent: f32, cell: f32| ((extent / cell).ceil() as usize).max(1);
        self.columns = across(width, column);
        self.rows = across(height, self.row);
        debug_assert!(self.columns * self.rows <= max_cells(self.len));
        self.per_x = 1.0 / column;
        self.per_y = 1.0 / self.row;
        let seen = (4.0 * reach * reach * density).min(self.len as f32);
        self.dense = seen >= DENSE && self.rows > 2;
    }

    /// First and last row that may hold units between two ordinates, inside the world.
    pub(super) fn rows_between(&self, top: f32, bottom: f32) -> (isize, isize) {
        cells_along(top, bottom, self.per_y, self.rows, false)
    }

    /// The slots of some columns of a row: `from..to`.
    #[inline(always)]
    pub(super) fn stretch(&self, row: isize, from: isize, to: isize) -> Range<usize> {
        let first = row * self.columns as isize;
        let at = |column: isize| self.starts[(first + column) as usize] as usize;
        at(from)..at(to)
    }

    /// The row of a slot.
    pub(super) fn row_of(&self, slot: usize) -> usize {
        let (mut low, mut high) = (0, self.rows - 1);
        while low < high {
            let middle = (low + high) / 2;
            if self.row_end(middle) <= slot {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// The slot after the last one of a row.
    pub(super) fn row_end(&self, row: usize) -> usize {
        self.starts[(row + 1) * self.columns] as usize
    }

    /// Lists every span of slots that may hold units of an area, rows in order: the first slot of
    /// each, and the one after its last. Returns how many there are; [`most_spans`] are enough.
    ///
    /// With `torus`, the area may reach beyond the world and wraps. The area in single numbers: these
    /// stay in registers.
    #[inline(never)]
    pub(super) fn list_spans<L: Lane>(
        &self,
        (left, right): (f32, f32),
        (top, bottom): (f32, f32),
        reach: f32,
        torus: bool,
        list: &mut [[u32; 2]],
    ) -> usize {
        let mut listed = 0;
        if torus {
            let area = Area { left, right, top, bottom, reach };
            for span in self.spans(area, true) {
                list[listed] = [span.start as u32, span.end as u32];
                listed += 1;
            }
            return listed;
        }
        if self.is_empty() {
            return 0;
        }
        let most = (self.columns - 1) as f32;
        let lowest = (self.rows - 1) as f32;
        let row_of = |y: f32| L::splat(y * self.per_y).indices(lowest)[0] as usize;
        let (first, last) = (row_of(top - reach), row_of(bottom + reach));
        let zero = L::zero();
        let height = L::splat(self.row);
        let reach2 = L::splat(reach * reach);
        let per_x = L::splat(self.per_x);
        // Several rows are cut at once.
        let mut row = first;
        while row <= last {
            let number = L::splat(row as i32 as f32) + L::ramp();
            let above = number * height;
            let away = (above - L::splat(bottom)).max(L::splat(top) - (above + height)).max(zero);
            // The rows at the border also hold what is outside, at any ordinate.
            let outer = L::or(number.le(zero), number.ge(L::splat(lowest)));
            let away = L::select(outer, zero, away);
            let across = (reach2 - away * away).max(zero).sqrt();
            let from = ((L::splat(left) - across) * per_x).indices(most);
            let to = ((L::splat(right) + across) * per_x).indices(most);
            for lane in 0..L::N.min(last + 1 - row) {
                let start = (row + lane) * self.columns;
                let span = [
                    self.starts[start + from[lane] as usize],
                    self.starts[start + to[lane] as usize + 1],
                ];
                list[listed] = span;
                listed += usize::from(span[0] < span[1]);
            }
            row += L::N;
        }
        listed
    }

    /// Every span of slots that may hold units of an area; rows from the middle outward.
    ///
    /// With `torus`, the area may reach beyond the world and wraps; each slot comes up once.
    #[inline(always)]
    pub fn spans(&self, area: Area, torus: bool) -> Spans<'_> {
        let (top, bottom) = (area.top - area.reach, area.bottom + area.reach);
        let rows = cells_along(top, bottom, self.per_y, self.rows, torus);
        let middle = (rows.0 + rows.1) / 2;
        let left = if self.is_empty() { 0 } else { rows.1 - rows.0 + 1 };
        let mut spans = Spans {
            grid: self,
            area,
            rows,
            middle,
            step: 0,
            left,
            torus,
            columns: (0, 0),
            others: (0, 0),
            again: false,
        };
        if torus {
            spans.wrap_columns();
        }
        spans
    }
}

/// The spans of a search, see [`Grid::spans`].
pub struct Spans<'a> {
    grid: &'a Grid,
    area: Area,
    /// First and last row.
    rows: (isize, isize),
    middle: isize,
    /// Rows gone through: the middle one, one above, one below, and so on.
    step: isize,
    /// Rows still to come.
    left: isize,
    torus: bool,
    /// First column, and the one after the last, where the search wraps.
    columns: (isize, isize),
    /// A second range of columns where it does so across the edge, else empty.
    others: (isize, isize),
    /// The second range of the current row comes next.
    again: bool,
}

impl Spans<'_> {
    /// Sets the columns of a search in a wrapping world: the same for all rows.
    fn wrap_columns(&mut self) {
        let Area { left, right, reach, .. } = self.area;
        let width = self.grid.columns as isize;
        let (from, to) =
            cells_along(left - reach, right + reach, self.grid.per_x, self.grid.columns, true);
        (self.columns, self.others) = if from < 0 {
            ((0, to + 1), (from + width, width))
        } else if to >= width {
            ((from, width), (0, to + 1 - width))
        } else {
            ((from, to + 1), (0, 0))
        };
    }

    /// The columns that the search reaches in a row of a world that does not wrap.
    #[inline(always)]
    fn columns_of(&self, row: isize) -> (isize, isize) {
        let Area { left, right, top, bottom, reach } = self.area;
        let grid = self.grid;
        // The rows at the border also hold what is outside, at any ordinate.
        let away = if row == 0 || row == grid.rows as isize - 1 {
            0.0
        } else {
            let (above, below) = (row as f32 * grid.row, (row + 1) as f32 * grid.row);
            (above - bottom).max(top - below).max(0.0)
        };
        let across = (reach * reach - away * away).max(0.0).sqrt();
        let (from, to) =
            cells_along(left - across, right + across, grid.per_x, grid.columns, false);
        (from, to + 1)
    }
}

impl Iterator for Spans<'_> {
    type Item = Range<usize>;

    #[inline(always)]
    fn next(&mut self) -> Option<Range<usize>> {
        loop {
            if self.left == 0 {
                return None;
            }
            let half = (self.step + 1) / 2;
            let row = self.middle + if self.step % 2 == 1 { -half } else { half };
            if row < self.rows.0 || row > self.rows.1 {
                self.step += 1;
                continue;
            }
            let span = if self.torus {
                let (from, to) = if self.again { self.others } else { self.columns };
                self.again = !self.again && self.others.1 > 0;
                let height = self.grid.rows as isize;
                let row = match () {
                    () if row < 0 => row + height,
                    () if row >= height => row - height,
                    () => row,
                };
                self.grid.stretch(row, from, to)
            } else {
                let (from, to) = self.columns_of(row);
                self.grid.stretch(row, from, to)
            };
            if !self.again {
                self.step += 1;
                self.left -= 1;
            }
            if !span.is_empty() {
                return Some(span);
            }
        }
    }
}

/// The cells from `low` to `high` along one axis; beyond the world only where it wraps.
#[inline(always)]
fn cells_along(low: f32, high: f32, per_unit: f32, cells: usize, torus: bool) -> (isize, isize) {
    if torus {
        // Floor by hand: `as` truncates toward zero.
        let floor = |x: f32| {
            let t = x * per_unit;
            t as isize - isize::from(t < 0.0)
        };
        let (a, b) = (floor(low), floor(high));
        // The last cell may stick out of the world, so a wrapped search takes in one more.
        if b - a + 2 >= cells as isize { (0, cells as isize - 1) } else { (a - 1, b + 1) }
    } else {
        let clamp = |x: f32| index(x, per_unit, cells) as isize;
        (clamp(low), clamp(high))
    }
}

/// What is within `reach` of a box, in world units.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    pub left: f32,
    pub right: f32,
    pub top: f32,
    pub bottom: f32,
    /// Padded, see [`padded`].
    pub reach: f32,
}

/// A radius and a hair more, so that rounding in a search can never lose a unit that the exact
/// test of the distance would count.
#[inline(always)]
pub fn padded(radius: f32, width: f32, height: f32) -> f32 {
    radius * 1.0001 + 1e-6 * (width + height)
}

/// The most cells that a grid of `count` units can have.
///
/// `CELLS_PER_UNIT` for each, as many again for columns cut by the border (rows are no higher than
/// the world), and four rows per square root of the count for a square world, 80 for the most
/// elongated one that the parameters allow (400 to 1), which is at most count + 1600.
fn max_cells(count: usize) -> usize {
    (2 * CELLS_PER_UNIT as usize + 1) * count + 2048
}

/// The most spans that a search in a grid of `count` units can list: two per row where it wraps, one
/// more than is needed, and as many rows as the most elongated world has.
pub(super) fn most_spans(count: usize) -> usize {
    2 * (80 * (count as f32).sqrt() as usize + 82) + 1
}

/// The cell of a coordinate along one axis; outside coordinates count to the border.
#[inline(always)]
fn index(x: f32, inverse_cell: f32, cells: usize) -> usize {
    // `as usize` maps negative numbers and NaN to 0.
    ((x * inverse_cell) as usize).min(cells - 1)
}
