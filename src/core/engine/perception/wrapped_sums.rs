//! Flocking sums of a viewer that sees all of a torus, without visiting every unit.
//!
//! On a torus a unit is seen at its nearest periodic image: at its own place, or one world width or
//! height away. Which of the two it is changes at the *seam*, the line half a world from the
//! viewer. Each axis has one seam, so the seams cut the world into at most four regions, and within
//! a region all units are shifted alike:
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
//!    starting at the seam and going on behind the edge of the world: which columns the wedge
//!    touches, and which lie wholly inside it.
//! 2. The columns inside are added as differences of running sums, and those across an edge are
//!    counted, so that the shift can be applied once at the end.
//! 3. The columns that are only touched, and everything within a margin of a seam, where rounding
//!    decides on which side a unit is, are passed to [`BorderUnits`], which tests units one by one.
//!
//! Worlds that do not wrap, and views of a part of a torus, are summed in `row_sums`.

use super::border_units::{BorderUnits, EdgeCrossings, ViewerImage};
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

/// Ratio of a view's diameter to the world's diagonal above which the view covers the entire world:
/// slightly above 1, because distances are rounded.
const WHOLE_WORLD_FACTOR: f32 = 1.0001;

/// Width of the strip on both sides of a border of the view or of a seam (a line half a world from
/// the viewer) in which units are tested one by one, as a share of the world's width plus height.
/// Rounding errors are well below it.
const ROUNDING_MARGIN: f32 = 1e-5;

/// Flocking sums of one viewer over a [dense](Grid::is_dense) grid; `None` unless the view covers
/// an entire torus and the grid can count its units along each axis.
#[inline(never)]
pub(super) fn sum_wrapped(
    viewer: &Viewer,
    grid: &Grid,
    sector: &Sector,
    space: &Space,
) -> Option<Neighborhood> {
    let radius = viewer.length * sector.radius_factor;
    let diagonal = (space.width * space.width + space.height * space.height).sqrt();
    if !grid.is_contained() || 2.0 * radius <= WHOLE_WORLD_FACTOR * diagonal {
        return None;
    }
    let beyond = grid.units_past_half_world([viewer.x, viewer.y])?;
    let outline = ViewOutline::from_sector(sector, viewer.hx, viewer.hy);
    // For a view with a blind wedge, or all around, the units out of view are summed, and
    // subtracted from the sums over all units.
    let blind = !matches!(outline, ViewOutline::Seen(_));
    let axes = [WrappedAxis::new(viewer.x, space.width), WrappedAxis::new(viewer.y, space.height)];
    let image = ViewerImage::Nearest { across: axes.map(|axis| axis.across_shift), blind };
    let mut borders = BorderUnits::new(viewer, image, space, sector, grid);
    let margin = ROUNDING_MARGIN * (space.width + space.height);
    let mut search = WrappedSums { grid, axes, margin, borders: &mut borders };
    let inside = search.sum_wedge(&outline).to_offset_sums(axes);
    let found = borders.take_sums();
    if !blind {
        return Some(inside.relative_to([0.0; 2], found));
    }
    let everybody =
        ShiftedSums { sums: RowSums::of_slots(grid, 0..grid.len()), units_across: beyond };
    Some(everybody.to_offset_sums(axes).minus(inside).relative_to([0.0; 2], found.negated()))
}

/// Sums over units at their own positions, and, for x and for y, the number of these units that are
/// seen across an edge.
#[derive(Clone, Copy, Default)]
struct ShiftedSums {
    sums: RowSums,
    units_across: [usize; 2],
}

impl ShiftedSums {
    /// Converts the sums of positions to sums of offsets from the viewer to the nearest images, u.
    fn to_offset_sums(self, axes: [WrappedAxis; 2]) -> RowSums {
        let Self { sums: RowSums { unit_count, sums }, units_across } = self;
        let offset = |axis: usize| {
            let WrappedAxis { own_coordinate, across_shift, .. } = axes[axis];
            sums[axis] - unit_count as f64 * f64::from(own_coordinate)
                + units_across[axis] as f64 * f64::from(across_shift)
        };
        RowSums { unit_count, sums: [offset(0), offset(1), sums[2], sums[3]] }
    }
}

/// One axis of a torus, relative to a viewer. All lengths are in u.
#[derive(Clone, Copy)]
struct WrappedAxis {
    /// Coordinate of the viewer along this axis of the torus, u.
    own_coordinate: f32,
    /// Length of the world along this axis of the torus, u.
    extent: f32,
    /// Coordinate of the seam along the axis, half a world from the viewer, u.
    seam_coordinate: f32,
    /// Displacement of the units seen across an edge along the axis, u. If the viewer is in the
    /// first half of the world, these are the units behind the seam, displaced by minus the world's
    /// length; otherwise the units before the seam, displaced by plus the world's length.
    across_shift: f32,
}

impl WrappedAxis {
    fn new(own: f32, extent: f32) -> Self {
        let half = 0.5 * extent;
        let (seam, shift) = if own < half { (own + half, -extent) } else { (own - half, extent) };
        Self { own_coordinate: own, extent, seam_coordinate: seam, across_shift: shift }
    }

    /// Whether the coordinate `at` lies within `margin` (u) of an edge of the world.
    fn touches_edge(self, at: f32, margin: f32) -> bool {
        at <= margin || at >= self.extent - margin
    }

    /// Whether the viewer is in the first half of the world. Units before the seam are then seen at
    /// their own positions, and units behind the seam across the edge.
    fn is_viewer_in_first_half(self) -> bool {
        self.across_shift < 0.0
    }
}

/// Search for the units in the wedge of one viewer's field of view.
struct WrappedSums<'a, 'b> {
    grid: &'a Grid,
    axes: [WrappedAxis; 2],
    /// Distance from a border of the view or from a seam within which units are tested one by one,
    /// u.
    margin: f32,
    borders: &'b mut BorderUnits<'a>,
}

/// Column ranges of four grid rows, one row per SIMD lane: `touched_start..=touched_end` intersect
/// the wedge of a view, `inside_start + 1..inside_end` lie inside it. Positions are in column
/// widths; they begin at the seam and continue behind the edge of the world.
struct ColumnRanges {
    touched_start: f32x4,
    inside_start: f32x4,
    inside_end: f32x4,
    touched_end: f32x4,
}

/// Columns of one grid row: the wedge of a view touches `touched_start..touched_end`, and
/// `inside_start..inside_end` lie inside it. Numbers continue behind the edge of the world, where
/// the first column has the number `grid.columns`.
#[derive(Clone, Copy)]
struct RowColumns {
    touched_start: usize,
    inside_start: usize,
    inside_end: usize,
    touched_end: usize,
}

impl RowColumns {
    /// Columns of one grid row, from the lane `lane` of `limits`, the fields of [`ColumnRanges`] as
    /// column indices. The columns are put in ascending order and at most one world apart, so that
    /// no cell is added twice.
    #[inline(always)]
    fn from_limits(limits: &[[i32; LANES]; 4], lane: usize, columns: usize) -> Self {
        let [touched_start, inside_start, inside_end, touched_end] =
            limits.map(|limits| limits[lane] as usize);
        let touched_end = (touched_end + 1).min(touched_start + columns);
        let inside_start = (inside_start + 1).min(touched_end);
        Self {
            touched_start,
            inside_start,
            inside_end: inside_end.max(inside_start).min(touched_end),
            touched_end,
        }
    }

    /// Applies a function to each of the four column numbers.
    #[inline(always)]
    fn map(self, each: impl Fn(usize) -> usize) -> Self {
        let Self { touched_start, inside_start, inside_end, touched_end } = self;
        Self {
            touched_start: each(touched_start),
            inside_start: each(inside_start),
            inside_end: each(inside_end),
            touched_end: each(touched_end),
        }
    }

    /// Part of the columns before the right edge of the world.
    #[inline(always)]
    fn before_edge(self, columns: usize) -> Self {
        self.map(|column| column.min(columns))
    }

    /// Part of the columns behind the right edge, renumbered from 0.
    #[inline(always)]
    fn behind_edge(self, columns: usize) -> Self {
        self.map(|column| column.max(columns) - columns)
    }
}

/// For a grid row: which of its units are seen across the edges of the world, and which columns
/// contain the vertical seam, the line half a world's width from the viewer.
struct RowCrossings {
    /// Edge crossings of the row's units in columns before the world's right edge, and of those in
    /// columns behind it, where the row begins again.
    crossings: [EdgeCrossings; 2],
    /// First and last column that contain the vertical seam (half a world's width from the viewer)
    /// or the margin around it.
    seam_columns: [usize; 2],
}

impl WrappedSums<'_, '_> {
    /// Sums over the units in the cells inside the outline's wedge. Cells that the wedge only
    /// touches are passed to `borders`, which tests their units. An outline without a wedge touches
    /// only the cells around the viewer.
    fn sum_wedge(&mut self, outline: &ViewOutline) -> ShiftedSums {
        let (grid, margin, [x, y]) = (self.grid, self.margin, self.axes);
        let mut inside = ShiftedSums::default();
        // On an edge of the world, rounding of the seam's or the viewer's position affects whole
        // rows, so every unit is tested.
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
        let is_near = y.is_viewer_in_first_half();
        self.sum_rows(wedge, 0..seam[0], !is_near, &mut inside);
        self.sum_rows(wedge, seam[1] + 1..grid.rows, is_near, &mut inside);
        for row in seam[0]..=seam[1] {
            self.add_seam_row(wedge, row);
        }
        inside
    }

    /// Ranges of columns in which the wedge touches four rows, and in which it contains them.
    /// `top`: upper borders of the rows relative to the viewer, u.
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
        let (mut touched_start, mut inside_start) = (splat(low), splat(high));
        let (mut inside_end, mut touched_end) = (splat(low + world), splat(high + world));
        for (slope, right) in wedge.side_lines {
            let slope = splat(slope * per);
            let (a, b) = (top * slope + own, bottom * slope + own);
            let (less, more) = (Lane::min(a, b) - aside, Lane::max(a, b) + aside);
            if right {
                touched_start = Lane::max(touched_start, less);
                inside_start = Lane::max(inside_start, more);
            } else {
                inside_end = Lane::min(inside_end, less);
                touched_end = Lane::min(touched_end, more);
            }
        }
        ColumnRanges {
            touched_start,
            inside_start: Lane::min(inside_start, touched_end),
            inside_end: Lane::max(inside_end, touched_start),
            touched_end,
        }
    }

    /// Column indices at x positions, which are in column widths. Indices continue behind the edge
    /// of the world, where the first column has the index `grid.columns`.
    #[inline(always)]
    fn column_indices(&self, at: f32x4) -> [i32; LANES] {
        let world = f32x4::splat(self.axes[0].extent * self.grid.columns_per_u);
        let more = f32x4::splat(self.grid.columns as f32);
        let behind = at.ge(world);
        f32x4::select(behind, at - world + more, at).fast_trunc_int().to_array()
    }

    /// Rounds column ranges of four rows to column indices, in the order of the fields.
    #[inline(always)]
    fn column_limits(&self, ranges: &ColumnRanges) -> [[i32; LANES]; 4] {
        [ranges.touched_start, ranges.inside_start, ranges.inside_end, ranges.touched_end]
            .map(|at| self.column_indices(at))
    }

    /// Adds the cells of some rows that lie inside the wedge to `inside`. `is_across_edge`: whether
    /// all their units are seen across the upper or lower edge, instead of at their own positions.
    #[inline(never)]
    fn sum_rows(
        &mut self,
        wedge: &Wedge,
        rows: Range<usize>,
        is_across_edge: bool,
        inside: &mut ShiftedSums,
    ) {
        let (grid, [x, y]) = (self.grid, self.axes);
        let own = y.own_coordinate - if is_across_edge { y.across_shift } else { 0.0 };
        let seam = [x.seam_coordinate - self.margin, x.seam_coordinate + self.margin];
        let sight = RowCrossings {
            crossings: [x.is_viewer_in_first_half(), !x.is_viewer_in_first_half()]
                .map(|is_across| EdgeCrossings::Uniform([is_across, is_across_edge])),
            seam_columns: seam.map(|at| grid.column_at(at) as usize),
        };
        let mut found = ShiftedSums::default();
        for row in rows.clone().step_by(LANES) {
            let number = f32x4::splat(row as f32) + f32x4::lane_indices();
            let top = number * f32x4::splat(grid.row_height) - f32x4::splat(own);
            let ranges = self.column_ranges(wedge, top);
            let touched = f32x4::to_bitmask(ranges.touched_start.le(ranges.touched_end));
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
        inside.units_across[1] += if is_across_edge { found.sums.unit_count } else { 0 };
    }

    /// Adds the cells of one grid row inside the wedge to `found`, and passes those that the wedge
    /// only touches to `borders`; cells before and behind the world's right edge are added
    /// separately.
    #[inline(always)]
    fn add_row(
        &mut self,
        row: usize,
        cells: RowColumns,
        sight: &RowCrossings,
        found: &mut ShiftedSums,
    ) {
        let columns = self.grid.columns;
        let [before, behind] = sight.seam_columns;
        let is_mixed = [
            cells.touched_start <= behind || cells.inside_start > before + columns,
            cells.touched_end > before + columns,
        ];
        let start = row * columns;
        if cells.touched_start < columns {
            let here = cells.before_edge(columns).map(|column| start + column);
            self.add_cells(here, sight.crossings[0], is_mixed, found);
        }
        if cells.touched_end > columns {
            let there = cells.behind_edge(columns).map(|column| start + column);
            self.add_cells(there, sight.crossings[1], is_mixed, found);
        }
    }

    /// Adds the cells inside the wedge to `found`, and passes the cells that it only touches to
    /// `borders`. `is_mixed`: whether the seam is in the touched cells before the inside ones, and
    /// whether it is in those after them.
    #[inline(always)]
    fn add_cells(
        &mut self,
        cells: RowColumns,
        crossings: EdgeCrossings,
        is_mixed: [bool; 2],
        found: &mut ShiftedSums,
    ) {
        let RowColumns { touched_start, inside_start, inside_end, touched_end } =
            cells.map(|cell| self.grid.cell_starts[cell] as usize);
        let [before, after] =
            is_mixed.map(|is_mixed| if is_mixed { EdgeCrossings::Mixed } else { crossings });
        self.borders.add_crossing_slots(touched_start..inside_start, before);
        self.borders.add_crossing_slots(inside_end..touched_end, after);
        found.sums.add_slots(self.grid, inside_start..inside_end);
        if let EdgeCrossings::Uniform([true, _]) = crossings {
            found.units_across[0] += inside_end - inside_start;
        }
    }

    /// Passes the units of a row that contains the horizontal seam (half a world's height from the
    /// viewer) to `borders`, if the wedge touches the row at its own position or one world away.
    fn add_seam_row(&mut self, wedge: &Wedge, row: usize) {
        let (grid, columns, [x, y]) = (self.grid, self.grid.columns, self.axes);
        let top = row as f32 * grid.row_height - y.own_coordinate;
        let tops = f32x4::from([top, top + y.across_shift, top, top + y.across_shift]);
        let ranges = self.column_ranges(wedge, tops);
        let touched = f32x4::to_bitmask(ranges.touched_start.le(ranges.touched_end)) & 3;
        if touched == 0 {
            return;
        }
        let limits = self.column_limits(&ranges);
        let is_other_image = touched == 2;
        let mut cells = RowColumns::from_limits(&limits, usize::from(is_other_image), columns);
        if touched == 3 {
            // The wedge touches the row both at its own position and one world away, so no cell is
            // known to be inside.
            let [touched_start, _, _, touched_end] =
                limits.map(|limits| [limits[0] as usize, limits[1] as usize]);
            let touched_start = touched_start[0].min(touched_start[1]);
            let touched_end = (touched_end[0].max(touched_end[1]) + 1).min(touched_start + columns);
            cells = RowColumns {
                touched_start,
                inside_start: touched_end,
                inside_end: touched_end,
                touched_end,
            };
        }
        for (cells, is_behind_edge) in
            [(cells.before_edge(columns), false), (cells.behind_edge(columns), true)]
        {
            let slots = |from: usize, to: usize| {
                grid.slots_of_cells(row as isize, from as isize, to as isize)
            };
            let RowColumns { touched_start, inside_start, inside_end, touched_end } = cells;
            self.borders
                .add_crossing_slots(slots(touched_start, inside_start), EdgeCrossings::Mixed);
            let inside = slots(inside_start, inside_end);
            if !inside.is_empty() {
                let across = [is_behind_edge != x.is_viewer_in_first_half(), is_other_image];
                let shift = [0, 1]
                    .map(|axis| if across[axis] { self.axes[axis].across_shift } else { 0.0 });
                self.borders.add_clipped_slots(inside, shift, is_other_image);
            }
            self.borders.add_crossing_slots(slots(inside_end, touched_end), EdgeCrossings::Mixed);
        }
    }
}
