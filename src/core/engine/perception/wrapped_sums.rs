//! Flocking sums of a viewer that sees all of a torus, without visiting every unit.
//!
//! On a torus a unit is seen at its nearest periodic image: at its own place, or one world width or
//! height away. Which of the two it is changes at the *seam*, the line half a world from the viewer.
//! Each axis has one seam, so the seams cut the world into at most four regions, and within a region
//! all units are shifted alike:
//!
//! ```text
//! 0         viewer                seam        extent    Units left of the seam are seen where they
//! |-----------v---------------------|-----------|       are, those right of it at x - extent.
//! ```
//!
//! The sum of offsets over a region is (sum of places) + (number of units) * (shift - viewer's
//! place), and the sums of places over a range of cells in one row are a difference of two
//! [running sums](super::running_sums). So the file does three things for each row of the grid:
//!
//! 1. [`column_ranges`](WrappedSums::column_ranges) intersects the row with the wedge of the view,
//!    starting at the seam and going on behind the edge of the world: which columns the wedge touches,
//!    and which lie wholly inside it.
//! 2. The columns inside are added as differences of running sums, and those across an edge are
//!    counted, so that the shift can be applied once at the end.
//! 3. The columns that are only touched, and everything within a margin of a seam, where rounding
//!    decides on which side a unit is, are passed to [`BorderUnits`], which tests units one by one.
//!
//! Worlds that do not wrap, and views of a part of a torus, are summed in `row_sums`.

use super::border_units::{BorderUnits, EdgeCrossings, NeighborImage};
use super::grid::Grid;
use super::neighborhood::Neighborhood;
use super::running_sums::RowSums;
use super::view::Sector;
use super::view_outline::{ViewOutline, Wedge};
use super::viewers::Viewer;
use crate::engine::math::{LANES, Lane};
use crate::engine::scenery::Space;
use std::ops::Range;
use wide::f32x4;

/// A view covers the entire world if its radius exceeds this many half diagonals: slightly more
/// than one, because distances are rounded.
const WHOLE_WORLD: f32 = 1.0001;

/// Width of the strip on both sides of a border or seam in which units are tested one by one, as a
/// share of the world's width plus height. Rounding errors are well below it.
const ROUNDING_MARGIN: f32 = 1e-5;

/// Flocking sums of one viewer over a [dense](Grid::is_dense) grid. `None` unless the viewer sees
/// all of a torus.
#[inline(never)]
pub(super) fn sum_wrapped(
    viewer: &Viewer,
    grid: &Grid,
    sector: &Sector,
    space: &Space,
) -> Option<Neighborhood> {
    let radius = viewer.length * sector.radius_factor;
    let diagonal = (space.width * space.width + space.height * space.height).sqrt();
    if !grid.is_contained() || 2.0 * radius <= WHOLE_WORLD * diagonal {
        return None;
    }
    let beyond = grid.bins_before([viewer.x, viewer.y])?;
    let outline = ViewOutline::from_sector(sector, viewer.hx, viewer.hy);
    // If the view has no seeing wedge, the units in the blind wedge are summed and subtracted from
    // all.
    let blind = !matches!(outline, ViewOutline::Seen(_));
    let axes = [WrappedAxis::new(viewer.x, space.width), WrappedAxis::new(viewer.y, space.height)];
    let image = NeighborImage::Nearest { across: axes.map(|axis| axis.across_shift), blind };
    let mut borders = BorderUnits::new(viewer, image, space, sector, grid);
    let margin = ROUNDING_MARGIN * (space.width + space.height);
    let mut search = WrappedSums { grid, axes, margin, borders: &mut borders };
    let inside = search.sum_wedge(&outline).shifted(axes);
    let found = borders.take_sums();
    if !blind {
        return Some(inside.relative_to([0.0; 2], found));
    }
    let everybody = ShiftedSums { sums: RowSums::over(grid, 0..grid.len()), units_across: beyond };
    Some(everybody.shifted(axes).minus(inside).relative_to([0.0; 2], found.negative()))
}

/// Sums over units at their own positions, and the number of them that the viewer sees across an
/// edge, per axis.
#[derive(Clone, Copy, Default)]
struct ShiftedSums {
    sums: RowSums,
    units_across: [usize; 2],
}

impl ShiftedSums {
    /// Sums of offsets from the viewer to the nearest images, u.
    fn shifted(self, axes: [WrappedAxis; 2]) -> RowSums {
        let Self { sums: RowSums { unit_count: many, sums }, units_across: across } = self;
        let offset = |axis: usize| {
            let WrappedAxis { own_coordinate: own, across_shift: shift, .. } = axes[axis];
            sums[axis] - many as f64 * f64::from(own) + across[axis] as f64 * f64::from(shift)
        };
        RowSums { unit_count: many, sums: [offset(0), offset(1), sums[2], sums[3]] }
    }
}

/// One axis of a torus, relative to a viewer. All lengths are in u.
#[derive(Clone, Copy)]
struct WrappedAxis {
    /// The viewer's coordinate.
    own_coordinate: f32,
    /// Extent of the world along the axis.
    extent: f32,
    /// Coordinate of the seam, half a world from the viewer.
    seam_coordinate: f32,
    /// Displacement of the units seen across an edge: `-extent` for those behind the seam if the
    /// viewer is in the first half, `extent` for those before it if the viewer is in the second.
    across_shift: f32,
}

impl WrappedAxis {
    fn new(own: f32, extent: f32) -> Self {
        let half = 0.5 * extent;
        let (seam, shift) = if own < half { (own + half, -extent) } else { (own - half, extent) };
        Self { own_coordinate: own, extent, seam_coordinate: seam, across_shift: shift }
    }

    /// Whether a coordinate lies within `margin` of an edge of the world.
    fn touches_edge(self, at: f32, margin: f32) -> bool {
        at <= margin || at >= self.extent - margin
    }

    /// Whether the units before the seam are seen at their own positions, and those behind it
    /// across the edge.
    fn is_on_near_side(self) -> bool {
        self.across_shift < 0.0
    }
}

/// The search for the units in the wedge of one viewer.
struct WrappedSums<'a, 'b> {
    grid: &'a Grid,
    axes: [WrappedAxis; 2],
    /// Units within this distance of a border or seam are tested one by one, u.
    margin: f32,
    borders: &'b mut BorderUnits<'a>,
}

/// Column ranges of four grid rows: `from..=to` intersect the wedge, `first + 1..end` lie inside
/// it. x is measured in columns; ranges begin at the seam and continue behind the edge of the
/// world.
struct ColumnRanges {
    from: f32x4,
    first: f32x4,
    end: f32x4,
    to: f32x4,
}

/// Columns of one grid row: the wedge touches `from..to`, and `first..end` lie inside it. Numbers
/// continue behind the edge of the world, where the first column has the number `grid.columns`.
#[derive(Clone, Copy)]
struct RowColumns {
    from: usize,
    first: usize,
    end: usize,
    to: usize,
}

impl RowColumns {
    /// Columns by the limits `from`, `first`, `end` and `to` of several rows; `lane` is the number of
    /// the row. A cell must not be added twice: the limits are put in order, at most a world apart.
    #[inline(always)]
    fn from_limits(limits: &[[i32; LANES]; 4], lane: usize, columns: usize) -> Self {
        let [from, first, end, to] = limits.map(|limits| limits[lane] as usize);
        let to = (to + 1).min(from + columns);
        let first = (first + 1).min(to);
        Self { from, first, end: end.max(first).min(to), to }
    }

    /// Applies a function to all four limits.
    #[inline(always)]
    fn map(self, each: impl Fn(usize) -> usize) -> Self {
        let Self { from, first, end, to } = self;
        Self { from: each(from), first: each(first), end: each(end), to: each(to) }
    }

    /// Part of the range before the edge of the world.
    #[inline(always)]
    fn before_edge(self, columns: usize) -> Self {
        self.map(|column| column.min(columns))
    }

    /// Part of the range behind the edge, in columns of the world.
    #[inline(always)]
    fn behind_edge(self, columns: usize) -> Self {
        self.map(|column| column.max(columns) - columns)
    }
}

/// Where rows are seen, and which columns their seam is in.
struct RowSight {
    /// How the units before the edge of the world are seen, and those behind it.
    crossings: [EdgeCrossings; 2],
    /// First and last column that contains the seam or its margin.
    seam_columns: [usize; 2],
}

impl WrappedSums<'_, '_> {
    /// Sums over the cells inside the wedge of an outline; units of touched cells are passed to the
    /// border units. An outline without a wedge touches only the cells around the viewer.
    fn sum_wedge(&mut self, outline: &ViewOutline) -> ShiftedSums {
        let (grid, margin, [x, y]) = (self.grid, self.margin, self.axes);
        let mut inside = ShiftedSums::default();
        // If a seam or the viewer is on an edge of the world, rounding affects whole rows.
        if [x, y].into_iter().any(|axis| axis.touches_edge(axis.seam_coordinate, margin)) {
            self.borders.add_crossing_slots(0..grid.len(), EdgeCrossings::Mixed);
            return inside;
        }
        let (ViewOutline::Seen(wedge) | ViewOutline::Blind(wedge)) = outline else {
            if [x, y].into_iter().any(|axis| axis.touches_edge(axis.own_coordinate, margin)) {
                self.borders.add_crossing_slots(0..grid.len(), EdgeCrossings::Mixed);
            } else {
                self.borders.add_units_near((x.own_coordinate, y.own_coordinate), margin);
            }
            return inside;
        };
        let seam = [y.seam_coordinate - margin, y.seam_coordinate + margin]
            .map(|y| grid.row_at(y) as usize);
        let is_near = y.is_on_near_side();
        self.sum_rows(wedge, 0..seam[0], !is_near, &mut inside);
        self.sum_rows(wedge, seam[1] + 1..grid.rows, is_near, &mut inside);
        for row in seam[0]..=seam[1] {
            self.add_seam_row(wedge, row);
        }
        inside
    }

    /// Intersects four rows with a wedge. `top`: their upper borders relative to the viewer, u.
    #[inline(always)]
    fn column_ranges(&self, wedge: &Wedge, top: f32x4) -> ColumnRanges {
        let (grid, [x, _]) = (self.grid, self.axes);
        let splat = f32x4::splat;
        let per = grid.columns_per_u;
        let own = splat((x.own_coordinate - x.across_shift.min(0.0)) * per);
        let aside = splat(self.margin * per);
        let (low, high) =
            ((x.seam_coordinate - self.margin) * per, (x.seam_coordinate + self.margin) * per);
        let world = x.extent * per;
        let top = top - splat(self.margin);
        let bottom = top + splat(grid.row_height + 2.0 * self.margin);
        let (mut from, mut first) = (splat(low), splat(high));
        let (mut end, mut to) = (splat(low + world), splat(high + world));
        for (slope, right) in wedge.side_lines {
            let slope = splat(slope * per);
            let (a, b) = (top * slope + own, bottom * slope + own);
            let (less, more) = (Lane::min(a, b) - aside, Lane::max(a, b) + aside);
            if right {
                from = Lane::max(from, less);
                first = Lane::max(first, more);
            } else {
                end = Lane::min(end, less);
                to = Lane::min(to, more);
            }
        }
        ColumnRanges { from, first: Lane::min(first, to), end: Lane::max(end, from), to }
    }

    /// Column numbers of x positions in columns. Numbers continue behind the edge of the world:
    /// column 0 there is `grid.columns`.
    #[inline(always)]
    fn column_indices(&self, at: f32x4) -> [i32; LANES] {
        let world = f32x4::splat(self.axes[0].extent * self.grid.columns_per_u);
        let more = f32x4::splat(self.grid.columns as f32);
        let behind = at.ge(world);
        f32x4::select(behind, at - world + more, at).fast_trunc_int().to_array()
    }

    /// Limits of some rows in columns: `from`, `first`, `end` and `to`.
    #[inline(always)]
    fn column_limits(&self, ranges: &ColumnRanges) -> [[i32; LANES]; 4] {
        [ranges.from, ranges.first, ranges.end, ranges.to].map(|at| self.column_indices(at))
    }

    /// Adds the cells of some rows that lie inside the wedge. All rows are seen at their own
    /// positions, or all of them `across` the upper or lower edge.
    #[inline(never)]
    fn sum_rows(
        &mut self,
        wedge: &Wedge,
        rows: Range<usize>,
        across: bool,
        inside: &mut ShiftedSums,
    ) {
        let (grid, [x, y]) = (self.grid, self.axes);
        let own = y.own_coordinate - if across { y.across_shift } else { 0.0 };
        let seam = [x.seam_coordinate - self.margin, x.seam_coordinate + self.margin];
        let sight = RowSight {
            crossings: [x.is_on_near_side(), !x.is_on_near_side()]
                .map(|is_across| EdgeCrossings::Uniform([is_across, across])),
            seam_columns: seam.map(|at| grid.column_at(at) as usize),
        };
        let mut found = ShiftedSums::default();
        for row in rows.clone().step_by(LANES) {
            let number = f32x4::splat(row as f32) + f32x4::lane_indices();
            let top = number * f32x4::splat(grid.row_height) - f32x4::splat(own);
            let ranges = self.column_ranges(wedge, top);
            let touched = f32x4::bits(ranges.from.le(ranges.to));
            if touched == 0 {
                continue;
            }
            let limits = self.column_limits(&ranges);
            for lane in 0..LANES.min(rows.end - row) {
                if touched >> lane & 1 == 1 {
                    let cells = RowColumns::from_limits(&limits, lane, grid.columns);
                    self.add_row(row + lane, cells, &sight, &mut found);
                }
            }
        }
        inside.sums = inside.sums.plus(found.sums);
        inside.units_across[0] += found.units_across[0];
        inside.units_across[1] += if across { found.sums.unit_count } else { 0 };
    }

    /// Adds the cells of one row.
    #[inline(always)]
    fn add_row(
        &mut self,
        row: usize,
        cells: RowColumns,
        sight: &RowSight,
        found: &mut ShiftedSums,
    ) {
        let columns = self.grid.columns;
        let [before, behind] = sight.seam_columns;
        let is_mixed =
            [cells.from <= behind || cells.first > before + columns, cells.to > before + columns];
        let start = row * columns;
        if cells.from < columns {
            let here = cells.before_edge(columns).map(|column| start + column);
            self.add_cells(here, sight.crossings[0], is_mixed, found);
        }
        if cells.to > columns {
            let there = cells.behind_edge(columns).map(|column| start + column);
            self.add_cells(there, sight.crossings[1], is_mixed, found);
        }
    }

    /// Adds cells, by number. `is_mixed`: whether the touched cells before those inside contain the
    /// seam, and whether those after them do.
    #[inline(always)]
    fn add_cells(
        &mut self,
        cells: RowColumns,
        crossings: EdgeCrossings,
        is_mixed: [bool; 2],
        found: &mut ShiftedSums,
    ) {
        let RowColumns { from, first, end, to } =
            cells.map(|cell| self.grid.cell_starts[cell] as usize);
        let [before, after] =
            is_mixed.map(|is_mixed| if is_mixed { EdgeCrossings::Mixed } else { crossings });
        self.borders.add_crossing_slots(from..first, before);
        self.borders.add_crossing_slots(end..to, after);
        found.sums.add_slots(self.grid, first..end);
        if let EdgeCrossings::Uniform([true, _]) = crossings {
            found.units_across[0] += end - first;
        }
    }

    /// Passes the units of a row that contains the horizontal seam to the border units, if the
    /// wedge touches the row at its own position or one world away.
    fn add_seam_row(&mut self, wedge: &Wedge, row: usize) {
        let (grid, columns, [x, y]) = (self.grid, self.grid.columns, self.axes);
        let top = row as f32 * grid.row_height - y.own_coordinate;
        let tops = f32x4::from([top, top + y.across_shift, top, top + y.across_shift]);
        let ranges = self.column_ranges(wedge, tops);
        let touched = f32x4::bits(ranges.from.le(ranges.to)) & 3;
        if touched == 0 {
            return;
        }
        let limits = self.column_limits(&ranges);
        let is_other_image = touched == 2;
        let mut cells = RowColumns::from_limits(&limits, usize::from(is_other_image), columns);
        if touched == 3 {
            // The wedge touches both images of the row: no cell is known to be inside.
            let [from, _, _, to] = limits.map(|limits| [limits[0] as usize, limits[1] as usize]);
            let from = from[0].min(from[1]);
            let to = (to[0].max(to[1]) + 1).min(from + columns);
            cells = RowColumns { from, first: to, end: to, to };
        }
        for (cells, is_behind_edge) in
            [(cells.before_edge(columns), false), (cells.behind_edge(columns), true)]
        {
            let slots = |from: usize, to: usize| {
                grid.slots_of_cells(row as isize, from as isize, to as isize)
            };
            let RowColumns { from, first, end, to } = cells;
            self.borders.add_crossing_slots(slots(from, first), EdgeCrossings::Mixed);
            let inside = slots(first, end);
            if !inside.is_empty() {
                let across = [is_behind_edge != x.is_on_near_side(), is_other_image];
                let shift = [0, 1]
                    .map(|axis| if across[axis] { self.axes[axis].across_shift } else { 0.0 });
                self.borders.add_clipped_slots(inside, shift, is_other_image);
            }
            self.borders.add_crossing_slots(slots(end, to), EdgeCrossings::Mixed);
        }
    }
}
