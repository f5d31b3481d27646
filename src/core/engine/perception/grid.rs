//! A group's units sorted into the cells of a uniform grid, anew each tick.
//!
//! Counting sort: find each unit's cell, count the units of each cell, sum the counts to offsets,
//! scatter. Cells are numbered row by row, so that the units of neighboring cells of one row lie
//! next to each other and a search reads a few contiguous spans. Units of one cell keep the order of
//! their ids: counting also tells a unit how many of its cell come before it.

use super::extent::{Extent, index};
use crate::engine::agents::Agents;
use crate::engine::math::{LANES, Lane, Lanes, splat};
use crate::engine::scenery::Space;
use std::ops::Range;

/// The state of a unit that its neighbors perceive: x, y, vx, vy.
pub type Motion = [f32; 4];

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

/// From this many units in the box around a view on, sums over stretches of rows pay off.
const DENSE: f32 = 1200.0;

/// The coordinates of all units along one axis, in bins: how many are beyond a place takes a look into a
/// bin or two. They lie behind the cells of the grid.
#[derive(Clone, Copy, Debug)]
struct Line {
    bins: usize,
    per: f32,
    /// Where the ends of the bins are, and behind them the coordinates, as bits.
    at: usize,
}

/// Mean number of units in a bin of a line.
const LINE_OCCUPANCY: usize = 1;

/// The units of one group in cell order.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// Where it lies.
    pub(super) extent: Extent,
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// Height of a row, world units.
    pub(super) row: f32,
    pub(super) per_x: f32,
    pub(super) per_y: f32,
    /// `starts[c]..starts[c + 1]` are the slots of cell c.
    pub(super) starts: Vec<u32>,
    /// Scratch: the cell of each unit, in the order of ids.
    cell_of: Vec<u32>,
    /// In the order of ids: how many units of its cell come before each, and then its slot.
    slot_of: Vec<u32>,
    /// By slot: what neighbors see.
    pub seen: Vec<Motion>,
    /// By slot: what a unit needs as a viewer: heading vector, length, nothing.
    pub viewing: Vec<[f32; 4]>,
    /// By slot: unit id.
    pub id: Vec<u32>,
    /// By slot: the sums of x, y, vx and vy over all units in slots before it, where the grid is
    /// dense. The sums over a stretch of a row are then a difference of two.
    pub sums: Vec<[f64; 4]>,
    /// By slot, where the grid is dense: what neighbors see, each field on its own.
    pub(super) fields: [Vec<f32>; 4],
    /// Units per square world unit, as a unit meets them on average.
    density: f32,
    dense: bool,
    contained: bool,
    /// Along each axis, where the grid is dense, sight wraps, and there is room behind the cells.
    lines: Option<[Line; 2]>,
    /// The length of its longest unit, u.
    longest: f32,
    len: usize,
}

impl Grid {
    /// Makes room for `count` units, so that [`sort`](Self::sort) allocates nothing. Until then the
    /// grid is empty: its cells and slots were those of another crowd.
    pub(crate) fn reserve(&mut self, count: usize) {
        self.len = 0;
        self.cell_of.resize(count + LANES, 0);
        self.slot_of.resize(count + LANES, 0);
        self.seen.resize(count + LANES, [0.0; 4]);
        self.viewing.resize(count, [1.0, 0.0, 1.0, 0.0]);
        self.sums.resize(count + 1, [0.0; 4]);
        for field in &mut self.fields {
            field.resize(count + LANES, 0.0);
        }
        self.id.resize(count, 0);
        self.starts.resize(max_cells(count) + 1, 0);
    }

    /// Number of units sorted.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The length of the longest unit, u.
    pub(crate) fn longest(&self) -> f32 {
        self.longest
    }

    /// Whether there are no units.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Cells side by side.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Rows of cells.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Where the first cell begins, world units: not at 0 where the grid lies over a part of the
    /// world only. Where that part lies across an edge over which sight wraps, the grid goes on
    /// beyond the edge.
    pub fn origin(&self) -> [f32; 2] {
        [self.extent.x.origin, self.extent.y.origin]
    }

    /// Width and height of a cell, world units. Those at the right and the bottom may stick out of
    /// the world.
    pub fn cell(&self) -> [f32; 2] {
        [1.0 / self.per_x, self.row]
    }

    /// The density that a unit met on average when they were sorted, units per square world unit.
    pub(super) fn density(&self) -> f32 {
        self.density
    }

    /// Whether the usual search takes in enough units for sums over stretches of rows to pay off.
    pub(crate) fn is_dense(&self) -> bool {
        self.dense
    }

    /// Whether no unit is outside of the part of the world that the grid lies over.
    pub(super) fn is_contained(&self) -> bool {
        self.contained
    }

    /// The slots of all units, in the order of their ids.
    pub(crate) fn slots(&self) -> &[u32] {
        &self.slot_of[..self.len]
    }

    /// Sorts the units of `range`. `reach` is the radius of the usual search, world units.
    ///
    /// The cells cover the world or, where the crowd is squeezed into a small part of it, that part.
    /// Units outside are kept in the cells of the border.
    pub(crate) fn sort(&mut self, agents: &Agents, range: Range<usize>, space: &Space, reach: f32) {
        self.len = range.len();
        debug_assert!(self.len <= self.id.len(), "reserve comes before sort");
        let xs = &agents.x[range.clone()];
        let ys = &agents.y[range.clone()];
        self.extent = Extent::whole(space);
        self.density = self.measure_density(xs, ys);
        if let Some(part) = Extent::around((xs, ys), self.density, space, &mut self.starts) {
            self.extent = part;
            self.density = self.measure_density(xs, ys);
        }
        self.lay_out(reach, self.density);
        self.find_cells(agents, range.start);
        self.count();
        self.scatter(agents, range.start);
        self.lines = None;
        if self.dense {
            self.sum_up();
            if space.torus && !self.extent.part {
                self.draw_lines();
            }
        }
    }

    /// Finds the cell of each unit, from the one with id `first` on.
    fn find_cells(&mut self, agents: &Agents, first: usize) {
        let (columns, rows) = (self.columns as i32, self.rows as i32);
        let (per_x, per_y) = (splat(self.per_x), splat(self.per_y));
        let Extent { x: across, y: down, wraps, .. } = self.extent;
        let (zero, width, height) = (Lanes::zero(), splat(across.extent), splat(down.extent));
        let mut inside = zero.eq(zero);
        let blocks = self.cell_of.as_chunks_mut::<{ Lanes::N }>().0.iter_mut();
        for (at, cells) in (0..self.len).step_by(Lanes::N).zip(blocks) {
            // Those after the last one are padding, or units of another group.
            let used = Lanes::ramp().lt(splat((self.len - at).min(Lanes::N) as f32));
            let x = across.place(Lanes::load(&agents.x, first + at), wraps).keep(used);
            let y = down.place(Lanes::load(&agents.y, first + at), wraps).keep(used);
            let along = Lanes::and(x.ge(zero), x.le(width));
            inside = Lanes::and(inside, Lanes::and(along, Lanes::and(y.ge(zero), y.le(height))));
            let row = (y * per_y).indices((rows - 1) as f32);
            let column = (x * per_x).indices((columns - 1) as f32);
            *cells = std::array::from_fn(|lane| (row[lane] * columns + column[lane]) as u32);
        }
        self.contained = Lanes::all(inside);
    }

    /// Finds the first slot of each cell, and how many units of its cell come before each.
    fn count(&mut self) {
        let starts = &mut self.starts[..=self.columns * self.rows];
        starts.fill(0);
        for (cell, before) in self.cell_of[..self.len].iter().zip(&mut self.slot_of) {
            let count = &mut starts[*cell as usize + 1];
            *before = *count;
            *count += 1;
        }
        let mut sum = 0;
        // Four at a time: a loop that does so little costs more than what it does.
        let (fours, rest) = starts.as_chunks_mut::<4>();
        for four in fours {
            for start in four {
                sum += *start;
                *start = sum;
            }
        }
        for start in rest {
            sum += *start;
            *start = sum;
        }
    }

    /// Puts each unit into its slot.
    fn scatter(&mut self, agents: &Agents, first: usize) {
        let (len, zero) = (self.len, Lanes::zero());
        let mut longest = zero;
        // Slices, and slots found before they are written: what is written could be any `Vec`.
        let (starts, seen, viewing, id) =
            (&self.starts[..], &mut self.seen[..], &mut self.viewing[..], &mut self.id[..]);
        let cells = self.cell_of.as_chunks::<{ Lanes::N }>().0;
        let slot_of = self.slot_of.as_chunks_mut::<{ Lanes::N }>().0;
        let Agents { x, y, vx, vy, hx, hy, length, .. } = agents;
        let [x, y, vx, vy] = [x, y, vx, vy].map(|from| &from[first..]);
        let [hx, hy, length] = [hx, hy, length].map(|from| &from[first..]);
        for at in (0..len).step_by(Lanes::N) {
            let load = |from: &[f32]| Lanes::load(from, at);
            let see = Lanes::records([load(x), load(y), load(vx), load(vy)]);
            let length = load(length);
            let view = Lanes::records([load(hx), load(hy), length, zero]);
            let (cells, before) = (cells[at / Lanes::N], &mut slot_of[at / Lanes::N]);
            let used = Lanes::N.min(len - at);
            let there = Lanes::ramp().lt(splat(used as i32 as f32));
            longest = longest.max(length.keep(there));
            let slots: [u32; Lanes::N] = std::array::from_fn(|lane| {
                if lane < used { starts[cells[lane] as usize] + before[lane] } else { 0 }
            });
            *before = slots;
            for lane in 0..used {
                let slot = slots[lane] as usize;
                seen[slot] = see[lane].to_array();
                viewing[slot] = view[lane].to_array();
                id[slot] = (first + at + lane) as u32;
            }
        }
        self.longest = longest.highest();
    }

    /// What only a dense grid has: fields on their own, and running sums.
    fn sum_up(&mut self) {
        let [x, y, vx, vy] = &mut self.fields;
        let fields = x.iter_mut().zip(y).zip(vx).zip(vy);
        for (seen, (((x, y), vx), vy)) in self.seen[..self.len].iter().zip(fields) {
            [*x, *y, *vx, *vy] = *seen;
        }
        let mut sum = [0.0; 4];
        for (seen, before) in self.seen[..self.len].iter().zip(&mut self.sums) {
            *before = sum;
            for (total, value) in sum.iter_mut().zip(seen) {
                *total += f64::from(*value);
            }
        }
        self.sums[self.len] = sum;
    }

    /// Puts the coordinates along each axis into bins.
    fn draw_lines(&mut self) {
        let len = self.len;
        let bins = len.div_ceil(LINE_OCCUPANCY);
        let (cells, room) = self.starts.split_at_mut(self.columns * self.rows + 1);
        if room.len() < 2 * (bins + len) {
            return;
        }
        let extents = [self.extent.x.extent, self.extent.y.extent];
        let mut at = cells.len();
        let halves = room[..2 * (bins + len)].chunks_exact_mut(bins + len);
        let mut lines = extents.map(|extent| Line { bins, per: bins as f32 / extent, at: 0 });
        for ((line, room), field) in lines.iter_mut().zip(halves).zip(&self.fields) {
            line.at = at;
            at += room.len();
            let (ends, places) = room.split_at_mut(bins);
            ends.fill(0);
            for place in &field[..len] {
                ends[index(*place, line.per, bins)] += 1;
            }
            let mut sum = 0;
            for end in ends.iter_mut() {
                (*end, sum) = (sum, sum + *end);
            }
            for place in &field[..len] {
                let end = &mut ends[index(*place, line.per, bins)];
                places[*end as usize] = place.to_bits();
                *end += 1;
            }
        }
        self.lines = Some(lines);
    }

    /// How many units are more than half a world from a place along each axis; `None` where that is not
    /// kept.
    pub(super) fn beyond(&self, place: [f32; 2]) -> Option<[usize; 2]> {
        let lines = self.lines.as_ref()?;
        let extents = [self.extent.x.extent, self.extent.y.extent];
        Some(std::array::from_fn(|axis| {
            let (Line { bins, per, at }, own) = (lines[axis], place[axis]);
            let (half, extent) = (0.5 * extents[axis], extents[axis]);
            let ends = &self.starts[at..at + bins];
            let places = &self.starts[at + bins..at + bins + self.len];
            // Only on one side is there as much of the world.
            let behind = own < half;
            let (border, rounded) = (if behind { own + half } else { own - half }, 1e-5 * extent);
            let bin = |x: f32| index(x, per, bins);
            let (low, high) = (bin(border - rounded), bin(border + rounded));
            let first = if low > 0 { ends[low - 1] } else { 0 } as usize;
            let last = ends[high] as usize;
            let mut many = if behind { self.len - last } else { first };
            for bits in &places[first..last] {
                many += usize::from((f32::from_bits(*bits) - own).abs() > half);
            }
            many
        }))
    }

    /// The density that a unit meets on average, units per square world unit: higher than the mean
    /// over the world where the units clump. From a sample, in integers but for the last step.
    fn measure_density(&mut self, xs: &[f32], ys: &[f32]) -> f32 {
        let Extent { x: across, y: down, wraps, .. } = self.extent;
        let (width, height) = (across.extent, down.extent);
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
            let (x, y) = (across.place(*x, wraps), down.place(*y, wraps));
            let c = index(y, 1.0 / cell, rows) * columns + index(x, 1.0 / cell, columns);
            pairs += 2 * u64::from(counts[c]);
            counts[c] += 1;
            samples += 1;
        }
        let met = pairs as f32 / samples.max(1) as f32 * stride as f32;
        met / (cell * cell)
    }

    fn lay_out(&mut self, reach: f32, density: f32) {
        let (width, height) = (self.extent.x.extent, self.extent.y.extent);
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
        // Sums over stretches of rows take the places in a row as they are in the world.
        self.dense = seen >= DENSE && self.rows > 2 && !self.extent.wraps;
    }

    /// The row of an ordinate, counted from the extent's origin: the nearest one where it is outside.
    #[inline(always)]
    pub(super) fn row_at(&self, y: f32) -> isize {
        index(y, self.per_y, self.rows) as isize
    }

    /// The same for the column of an abscissa.
    #[inline(always)]
    pub(super) fn column_at(&self, x: f32) -> isize {
        index(x, self.per_x, self.columns) as isize
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
}

/// The most cells that a grid of `count` units can have.
///
/// `CELLS_PER_UNIT` for each, as many again for columns cut by the border (rows are no higher than
/// the world), and four rows per square root of the count for a square world, 80 for the most
/// elongated one that the parameters allow (400 to 1), which is at most count + 1600.
fn max_cells(count: usize) -> usize {
    (2 * CELLS_PER_UNIT as usize + 1) * count + 2048
}
