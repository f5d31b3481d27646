//! Uniform grid into whose cells the units of a group are sorted in every tick.
//!
//! The sort is a counting sort: find the cell of each unit, count the units of each cell, sum the
//! counts to offsets, scatter. Cells are numbered row by row, so that the units of adjacent cells
//! in a row are adjacent in memory, and a search reads a few contiguous spans. Units of one cell
//! are in the order of their ids: while counting, each unit gets the number of units before it in
//! its cell.

use super::extent::{GridExtent, cell_index};
use crate::engine::agents::Agents;
use crate::engine::math::{LANES, Lane, Lanes, splat};
use crate::engine::scenery::Space;
use std::ops::Range;

/// Position x, y (u) and velocity vx, vy (u/s) of a unit, as its neighbors perceive them.
pub type UnitMotion = [f32; 4];

/// Mean number of units in a square of the crowded area whose side is the height of a row. Lower
/// rows fit the circle of a view better, but a search visits more of them.
const SQUARE_OCCUPANCY: f32 = 12.0;

/// Ratio of a row's height to the width of a cell. Narrow cells nearly sort the units of a row by
/// x, so that a search reads few units beyond its limits.
const ROW_HEIGHT_TO_CELL_WIDTH: f32 = 8.0;

/// Largest number of cells per unit, not counting cells that the border of the world cuts.
const CELLS_PER_UNIT: f32 = 4.0;

/// Number of units sampled to estimate the density of the crowd.
const DENSITY_SAMPLES: usize = 4096;

/// Mean number of units in a cell of the density estimate if all units were spread evenly.
const UNITS_PER_DENSITY_CELL: f32 = 8.0;

/// Expected number of units in the bounding box of a view above which sums over parts of rows are
/// faster than testing each unit.
const DENSE_OCCUPANCY: f32 = 1200.0;

/// Coordinates of all units along one axis, sorted into bins, so that counting the units beyond a
/// position looks at one or two bins. The data are in [`Grid::cell_starts`], behind the cells.
#[derive(Clone, Copy, Debug)]
struct AxisBins {
    bin_count: usize,
    bins_per_u: f32,
    /// Index in [`Grid::cell_starts`] at which the ends of the bins begin, one per bin; the units'
    /// coordinates follow, as bits of `f32`.
    start: usize,
}

/// Mean number of units in a bin of [`AxisBins`].
const UNITS_PER_BIN: usize = 1;

/// Uniform grid with the units of a group, sorted by cell. A unit's *slot* is its sorted index.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// Part of the world that the grid covers.
    pub(super) extent: GridExtent,
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// Height of the grid's rows, u.
    pub(super) row_height: f32,
    pub(super) columns_per_u: f32,
    pub(super) rows_per_u: f32,
    /// First slot (sorted index) of each cell: `cell_starts[c]..cell_starts[c + 1]` are the slots
    /// of cell c. The entries behind the cells hold `axis_bins` and scratch data.
    pub(super) cell_starts: Vec<u32>,
    /// Cell of each unit, by id; used only while the grid is sorted.
    cell_by_id: Vec<u32>,
    /// Slot (sorted index) of each unit, by id. While the grid is sorted: number of units before it
    /// in its cell.
    slot_by_id: Vec<u32>,
    /// Position and velocity of each unit, by slot (sorted index).
    pub motions: Vec<UnitMotion>,
    /// Heading vector (x, y) and length (u) of each unit as a viewer, by slot (sorted index); then
    /// padding.
    pub viewers_by_slot: Vec<[f32; 4]>,
    /// Id of each unit, by slot (sorted index).
    pub ids: Vec<u32>,
    /// Running sums: entry k has the sums of x, y (u), vx, vy (u/s) over the slots before k, so
    /// that a sum over a range is the difference of two entries. Filled only in a dense grid.
    pub prefix_sums: Vec<[f64; 4]>,
    /// The fields of `motions` (x, y, vx, vy) in separate arrays. Filled only in a dense grid.
    pub(super) motion_columns: [Vec<f32>; 4],
    /// Mean density around a unit when the grid was sorted, units/u².
    density: f32,
    is_dense: bool,
    is_contained: bool,
    /// Bins of the units' x and y coordinates; `None` unless the grid is dense and covers all of a
    /// torus, and the memory behind the cells suffices.
    axis_bins: Option<[AxisBins; 2]>,
    /// Length of the longest unit in the grid, u.
    longest_length: f32,
    len: usize,
}

impl Grid {
    /// Reserves memory for `count` units, so that [`sort_units`](Self::sort_units) allocates
    /// nothing, and empties the grid, whose old cells and slots would be wrong.
    pub(crate) fn reserve(&mut self, count: usize) {
        self.len = 0;
        self.cell_by_id.resize(count + LANES, 0);
        self.slot_by_id.resize(count + LANES, 0);
        self.motions.resize(count + LANES, [0.0; 4]);
        self.viewers_by_slot.resize(count, [1.0, 0.0, 1.0, 0.0]);
        self.prefix_sums.resize(count + 1, [0.0; 4]);
        for field in &mut self.motion_columns {
            field.resize(count + LANES, 0.0);
        }
        self.ids.resize(count, 0);
        self.cell_starts.resize(max_cells(count) + 1, 0);
    }

    /// Number of units in the grid.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Number of units that fit into the [reserved](Self::reserve) memory.
    pub(crate) fn capacity(&self) -> usize {
        self.ids.len()
    }

    /// Length of the longest unit in the grid, u.
    pub(crate) fn longest_length(&self) -> f32 {
        self.longest_length
    }

    /// Whether the grid contains no units.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Number of columns of cells.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Number of rows of cells.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// World coordinates of the first cell's upper left corner, u; not 0 if the grid covers a part
    /// of the world. If that part crosses a wrapping edge, the grid continues beyond the edge.
    pub fn origin(&self) -> [f32; 2] {
        [self.extent.x.origin, self.extent.y.origin]
    }

    /// Width and height of a cell, u. The last column and the last row can extend beyond the world.
    pub fn cell_size(&self) -> [f32; 2] {
        [1.0 / self.columns_per_u, self.row_height]
    }

    /// Mean density around a unit when the grid was sorted, units/u².
    pub(super) fn density(&self) -> f32 {
        self.density
    }

    /// Whether a field of view contains so many units that sums over parts of rows are faster than
    /// testing each unit.
    pub(crate) fn is_dense(&self) -> bool {
        self.is_dense
    }

    /// Whether all units are inside the part of the world that the grid covers.
    pub(super) fn is_contained(&self) -> bool {
        self.is_contained
    }

    /// Slots of all units, in the order of their ids.
    pub(crate) fn slots_by_id(&self) -> &[u32] {
        &self.slot_by_id[..self.len]
    }

    /// Sorts the units with ids in `range` into cells. `search_radius`: radius of the usual search,
    /// u.
    ///
    /// The cells cover the entire world or, if the crowd is squeezed into a small part of it, only
    /// that part. Units outside are kept in the cells of the border.
    pub(crate) fn sort_units(
        &mut self,
        agents: &Agents,
        range: Range<usize>,
        space: &Space,
        search_radius: f32,
    ) {
        self.len = range.len();
        debug_assert!(self.len <= self.ids.len(), "reserve comes before sort");
        let xs = &agents.x[range.clone()];
        let ys = &agents.y[range.clone()];
        self.extent = GridExtent::covering_world(space);
        self.density = self.measure_density(xs, ys);
        if let Some(part) = GridExtent::around((xs, ys), self.density, space, &mut self.cell_starts)
        {
            self.extent = part;
            self.density = self.measure_density(xs, ys);
        }
        self.choose_layout(search_radius, self.density);
        self.find_cells(agents, range.start);
        self.count_cells();
        self.scatter_units(agents, range.start);
        self.axis_bins = None;
        if self.is_dense {
            self.fill_prefix_sums();
            if space.is_torus && !self.extent.is_part_of_world {
                self.update_axis_bins();
            }
        }
    }

    /// Finds the cell of each unit of the group, whose first unit has the id `first`.
    fn find_cells(&mut self, agents: &Agents, first: usize) {
        let (columns, rows) = (self.columns as i32, self.rows as i32);
        let (per_x, per_y) = (splat(self.columns_per_u), splat(self.rows_per_u));
        let GridExtent { x: across, y: down, wraps_axis: wraps, .. } = self.extent;
        let (zero, width, height) = (Lanes::zero(), splat(across.extent), splat(down.extent));
        let mut inside = zero.eq(zero);
        let blocks = self.cell_by_id.as_chunks_mut::<{ Lanes::LANE_COUNT }>().0.iter_mut();
        for (at, cells) in (0..self.len).step_by(Lanes::LANE_COUNT).zip(blocks) {
            // Lanes after the last unit contain padding or units of another group, which must not
            // count.
            let used =
                Lanes::lane_indices().lt(splat((self.len - at).min(Lanes::LANE_COUNT) as f32));
            let x =
                across.grid_coordinate(Lanes::load(&agents.x, first + at), wraps).keep_where(used);
            let y =
                down.grid_coordinate(Lanes::load(&agents.y, first + at), wraps).keep_where(used);
            let along = Lanes::and(x.ge(zero), x.le(width));
            inside = Lanes::and(inside, Lanes::and(along, Lanes::and(y.ge(zero), y.le(height))));
            let row = (y * per_y).clamped_indices((rows - 1) as f32);
            let column = (x * per_x).clamped_indices((columns - 1) as f32);
            *cells = std::array::from_fn(|lane| (row[lane] * columns + column[lane]) as u32);
        }
        self.is_contained = Lanes::all(inside);
    }

    /// Finds the first slot of each cell, and the number of units before each unit in its cell.
    fn count_cells(&mut self) {
        let starts = &mut self.cell_starts[..=self.columns * self.rows];
        starts.fill(0);
        for (cell, before) in self.cell_by_id[..self.len].iter().zip(&mut self.slot_by_id) {
            let count = &mut starts[*cell as usize + 1];
            *before = *count;
            *count += 1;
        }
        let mut sum = 0;
        // The loop is unrolled by four, because its overhead exceeds the work of one step.
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

    /// Writes the data of each unit to its slot, the unit's index in the order of cells. `first` is
    /// the id of the group's first unit.
    fn scatter_units(&mut self, agents: &Agents, first: usize) {
        let (len, zero) = (self.len, Lanes::zero());
        let mut longest = zero;
        // Slices instead of `Vec`s, and slots computed before writing, show the compiler that a
        // write cannot change the `Vec`s themselves.
        let (starts, seen, viewing, id) = (
            &self.cell_starts[..],
            &mut self.motions[..],
            &mut self.viewers_by_slot[..],
            &mut self.ids[..],
        );
        let cells = self.cell_by_id.as_chunks::<{ Lanes::LANE_COUNT }>().0;
        let slot_by_id = self.slot_by_id.as_chunks_mut::<{ Lanes::LANE_COUNT }>().0;
        let Agents { x, y, vx, vy, hx, hy, length, .. } = agents;
        let [x, y, vx, vy] = [x, y, vx, vy].map(|from| &from[first..]);
        let [hx, hy, length] = [hx, hy, length].map(|from| &from[first..]);
        for at in (0..len).step_by(Lanes::LANE_COUNT) {
            let load = |from: &[f32]| Lanes::load(from, at);
            let see = Lanes::fields_to_records([load(x), load(y), load(vx), load(vy)]);
            let length = load(length);
            let view = Lanes::fields_to_records([load(hx), load(hy), length, zero]);
            let (cells, before) =
                (cells[at / Lanes::LANE_COUNT], &mut slot_by_id[at / Lanes::LANE_COUNT]);
            let used = Lanes::LANE_COUNT.min(len - at);
            let there = Lanes::lane_indices().lt(splat(used as i32 as f32));
            longest = longest.max(length.keep_where(there));
            let slots: [u32; Lanes::LANE_COUNT] = std::array::from_fn(|lane| {
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
        self.longest_length = longest.reduce_max();
    }

    /// Fills `motion_columns` and `prefix_sums` from the sorted units.
    fn fill_prefix_sums(&mut self) {
        let [x, y, vx, vy] = &mut self.motion_columns;
        let fields = x.iter_mut().zip(y).zip(vx).zip(vy);
        for (seen, (((x, y), vx), vy)) in self.motions[..self.len].iter().zip(fields) {
            [*x, *y, *vx, *vy] = *seen;
        }
        let mut sum = [0.0; 4];
        for (seen, before) in self.motions[..self.len].iter().zip(&mut self.prefix_sums) {
            *before = sum;
            for (total, value) in sum.iter_mut().zip(seen) {
                *total += f64::from(*value);
            }
        }
        self.prefix_sums[self.len] = sum;
    }

    /// Sorts the units' coordinates along each axis into bins, if there is memory for the bins.
    fn update_axis_bins(&mut self) {
        let len = self.len;
        let bins = len.div_ceil(UNITS_PER_BIN);
        let (cells, room) = self.cell_starts.split_at_mut(self.columns * self.rows + 1);
        if room.len() < 2 * (bins + len) {
            return;
        }
        let extents = [self.extent.x.extent, self.extent.y.extent];
        let mut at = cells.len();
        let halves = room[..2 * (bins + len)].chunks_exact_mut(bins + len);
        let mut lines = extents.map(|extent| AxisBins {
            bin_count: bins,
            bins_per_u: bins as f32 / extent,
            start: 0,
        });
        for ((line, room), field) in lines.iter_mut().zip(halves).zip(&self.motion_columns) {
            line.start = at;
            at += room.len();
            let (ends, places) = room.split_at_mut(bins);
            ends.fill(0);
            for place in &field[..len] {
                ends[cell_index(*place, line.bins_per_u, bins)] += 1;
            }
            let mut sum = 0;
            for end in ends.iter_mut() {
                (*end, sum) = (sum, sum + *end);
            }
            for place in &field[..len] {
                let end = &mut ends[cell_index(*place, line.bins_per_u, bins)];
                places[*end as usize] = place.to_bits();
                *end += 1;
            }
        }
        self.axis_bins = Some(lines);
    }

    /// Numbers of units farther than half the world from `place`, along x and along y; `None` if
    /// the grid has no [`AxisBins`].
    pub(super) fn units_past_half_world(&self, place: [f32; 2]) -> Option<[usize; 2]> {
        let lines = self.axis_bins.as_ref()?;
        let extents = [self.extent.x.extent, self.extent.y.extent];
        Some(std::array::from_fn(|axis| {
            let (AxisBins { bin_count: bins, bins_per_u: per, start: at }, own) =
                (lines[axis], place[axis]);
            let (half, extent) = (0.5 * extents[axis], extents[axis]);
            let ends = &self.cell_starts[at..at + bins];
            let places = &self.cell_starts[at + bins..at + bins + self.len];
            // Along an axis, all units farther away than half the world are on one side of the
            // position: on the far side of the world's middle.
            let behind = own < half;
            let (border, rounded) = (if behind { own + half } else { own - half }, 1e-5 * extent);
            let bin = |x: f32| cell_index(x, per, bins);
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

    /// Mean density around a unit, units/u²: above the mean over the world if units clump. The
    /// density is estimated from a sample, in integers except for the last step.
    fn measure_density(&mut self, xs: &[f32], ys: &[f32]) -> f32 {
        let GridExtent { x: across, y: down, wraps_axis: wraps, .. } = self.extent;
        let (width, height) = (across.extent, down.extent);
        let n = self.len.max(1);
        let cell = (UNITS_PER_DENSITY_CELL * width * height / n as f32).sqrt();
        let columns = ((width / cell).ceil() as usize).max(1);
        let rows = ((height / cell).ceil() as usize).max(1);
        let counts = &mut self.cell_starts[..columns * rows];
        counts.fill(0);
        let stride = n.div_ceil(DENSITY_SAMPLES);
        let mut samples = 0u64;
        let mut pairs = 0u64;
        for (x, y) in xs.iter().zip(ys).step_by(stride) {
            let (x, y) = (across.grid_coordinate(*x, wraps), down.grid_coordinate(*y, wraps));
            let c = cell_index(y, 1.0 / cell, rows) * columns + cell_index(x, 1.0 / cell, columns);
            pairs += 2 * u64::from(counts[c]);
            counts[c] += 1;
            samples += 1;
        }
        let met = pairs as f32 / samples.max(1) as f32 * stride as f32;
        met / (cell * cell)
    }

    fn choose_layout(&mut self, reach: f32, density: f32) {
        let (width, height) = (self.extent.x.extent, self.extent.y.extent);
        let area_per_unit = width * height / self.len.max(1) as f32;
        let low = 0.25 * area_per_unit.sqrt();
        let fitting = (SQUARE_OCCUPANCY / density.max(1e-12)).sqrt();
        let wanted = if reach > 0.0 { fitting.min(reach) } else { fitting };
        self.row_height = wanted.max(low).min(height);
        let column = (self.row_height / ROW_HEIGHT_TO_CELL_WIDTH)
            .max(area_per_unit / (CELLS_PER_UNIT * self.row_height))
            .min(width);
        let across = |extent: f32, cell: f32| ((extent / cell).ceil() as usize).max(1);
        self.columns = across(width, column);
        self.rows = across(height, self.row_height);
        debug_assert!(self.columns * self.rows <= max_cells(self.len));
        self.columns_per_u = 1.0 / column;
        self.rows_per_u = 1.0 / self.row_height;
        let seen = (4.0 * reach * reach * density).min(self.len as f32);
        // Sums over parts of rows need the units of a row in the order of world coordinates, so the
        // grid must not cross an edge.
        self.is_dense = seen >= DENSE_OCCUPANCY && self.rows > 2 && !self.extent.wraps_axis;
    }

    /// Row at `y` (u from the extent's origin); the nearest row if the position is outside.
    #[inline(always)]
    pub(super) fn row_at(&self, y: f32) -> isize {
        cell_index(y, self.rows_per_u, self.rows) as isize
    }

    /// Column at `x` (u from the extent's origin); the nearest column if the position is outside.
    #[inline(always)]
    pub(super) fn column_at(&self, x: f32) -> isize {
        cell_index(x, self.columns_per_u, self.columns) as isize
    }

    /// Slots of the columns `from..to` of a row.
    #[inline(always)]
    pub(super) fn slots_of_cells(&self, row: isize, from: isize, to: isize) -> Range<usize> {
        let first = row * self.columns as isize;
        let at = |column: isize| self.cell_starts[(first + column) as usize] as usize;
        at(from)..at(to)
    }

    /// Row that contains a slot, that is, the unit with this sorted index.
    pub(super) fn row_of_slot(&self, slot: usize) -> usize {
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

    /// Slot after the last slot of a row.
    pub(super) fn row_end(&self, row: usize) -> usize {
        self.cell_starts[(row + 1) * self.columns] as usize
    }
}

/// Upper bound of the number of cells of a grid with `count` units.
///
/// The bound is the sum of: `CELLS_PER_UNIT` cells per unit; as many again, for columns cut by the
/// border (rows are no higher than the world); and four rows per square root of `count` in a square
/// world, or 80 in the most elongated world that the parameters allow (400 to 1), which is at most
/// `count` + 1600.
fn max_cells(count: usize) -> usize {
    (2 * CELLS_PER_UNIT as usize + 1) * count + 2048
}
