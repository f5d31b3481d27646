//! Flocking sums of a view that contains a large crowd: exact, without visiting all units.
//!
//! Cohesion and alignment need only sums. The units in a row of cells are in order along the row,
//! so the sums over any part of a row are the difference of two running sums. In each row that a
//! view touches, the part entirely inside the view is added as one such difference, the part
//! entirely inside the blind wedge is skipped, and only the units of the cells that a border of the
//! view crosses are tested one by one.
//!
//! Four rows are intersected at once, one per SIMD lane; then the units at the borders are tested,
//! four at a time. If the radius of a view reaches everything that the grid covers, only the angles
//! matter: the sums are those over the view's wedge or, for a view with a blind wedge, those over
//! all units minus those in the blind wedge.

use super::border_units::{BorderUnits, ViewerImage};
use super::grid::Grid;
use super::neighborhood::Neighborhood;
use super::running_sums::RowSums;
use super::view::Sector;
use super::view_outline::{BEYOND_COORDINATES, ColumnInterval, ViewOutline, Wedge};
use super::viewers::Viewer;
use super::wrapped_sums::sum_wrapped;
use crate::engine::math::{LANES, Lane};
use crate::engine::scenery::Space;
use std::ops::Range;
use wide::f32x4;

/// Sums over one viewer's neighbors, as the flocking rules count them, among the units of a
/// [dense](Grid::is_dense) grid.
pub(super) fn sum_flock(
    viewer: &Viewer,
    grid: &Grid,
    sector: &Sector,
    space: &Space,
) -> Neighborhood {
    if !space.is_torus {
        return sum_image(ViewerImage::UNSHIFTED, viewer, grid, sector, space);
    }
    if let Some(found) = sum_wrapped(viewer, grid, sector, space) {
        return found;
    }
    // Looking across an edge equals looking from a position one world away. If the radius exceeds
    // half a world, a unit could be counted from two such positions, so each position counts only
    // the units whose nearest image is seen from it.
    let radius = viewer.length * sector.radius_factor;
    let clipped = 2.0 * radius >= space.width.min(space.height);
    let meets = |x: f32, extent: f32| {
        let reach = if clipped { radius.min(PADDED_HALF * extent) } else { radius };
        x + reach >= 0.0 && x - reach <= extent
    };
    let mut found = Neighborhood::default();
    for shift_y in [-space.height, 0.0, space.height] {
        for shift_x in [-space.width, 0.0, space.width] {
            if meets(viewer.x + shift_x, space.width) && meets(viewer.y + shift_y, space.height) {
                let shift = [shift_x, shift_y];
                let image = if clipped {
                    ViewerImage::InsideView(shift)
                } else {
                    ViewerImage::Shifted(shift)
                };
                let more = sum_image(image, viewer, grid, sector, space);
                found.count += more.count;
                (found.dx, found.dy) = (found.dx + more.dx, found.dy + more.dy);
                (found.vx, found.vy) = (found.vx + more.vx, found.vy + more.vy);
            }
        }
    }
    found
}

/// Largest distance at which a nearest periodic image can be along an axis, as a share of the
/// world's length: half, plus a margin for rounding.
const PADDED_HALF: f32 = 0.5001;

/// Sums over the units in view from one position of the viewer: its own, or a periodic image.
fn sum_image(
    image: ViewerImage,
    viewer: &Viewer,
    grid: &Grid,
    sector: &Sector,
    space: &Space,
) -> Neighborhood {
    let radius = viewer.length * sector.radius_factor;
    // Rounding errors are well below this distance, u; units nearer than this to a border of the
    // view are tested one by one.
    let margin = 1e-5 * (radius + space.width + space.height);
    let outline = ViewOutline::from_sector(sector, viewer.hx, viewer.hy);
    let (shift, clipped) = match image {
        ViewerImage::Shifted(shift) => (shift, false),
        ViewerImage::InsideView(shift) => (shift, true),
        _ => ([0.0; 2], false),
    };
    let [left, top] = grid.origin();
    let place = (viewer.x + shift[0] - left, viewer.y + shift[1] - top);
    let whole = grid.is_contained()
        && !clipped
        && shift == [0.0; 2]
        && reaches_all(place, radius - margin, grid);
    let image = if whole { ViewerImage::Whole } else { image };
    let half = [space.width, space.height]
        .map(|side| if clipped { 0.5 * side } else { BEYOND_COORDINATES });
    let mut borders = BorderUnits::new(viewer, image, space, sector, grid);
    let sums = if whole {
        sum_outline(&outline, place, margin, grid, &mut borders)
    } else {
        sum_disk(&outline, place, (radius, half), margin, grid, &mut borders)
    };
    sums.relative_to(
        [f64::from(viewer.x) + f64::from(shift[0]), f64::from(viewer.y) + f64::from(shift[1])],
        borders.take_sums(),
    )
}

/// Whether all that a grid covers is within `radius` (u) of (x, y), u from the grid's origin.
fn reaches_all((x, y): (f32, f32), radius: f32, grid: &Grid) -> bool {
    let away = |at: f32, extent: f32| at.max(extent - at);
    let (dx, dy) = (away(x, grid.extent.x.extent), away(y, grid.extent.y.extent));
    radius > 0.0 && dx * dx + dy * dy <= radius * radius
}

/// Sums over the units in view of a viewer whose radius reaches everything that the grid covers.
/// Units in cells along the borders of the view, or within `margin` (u) of a border, are left out
/// and added to `borders`, which tests them. All units must be inside the grid's extent.
fn sum_outline(
    outline: &ViewOutline,
    place: (f32, f32),
    margin: f32,
    grid: &Grid,
    borders: &mut BorderUnits,
) -> RowSums {
    let everybody = RowSums::of_slots(grid, 0..grid.len());
    match outline {
        ViewOutline::Seen(wedge) => sum_wedge::<true>(wedge, place, margin, grid, borders),
        ViewOutline::Blind(wedge) => {
            everybody.minus(sum_wedge::<false>(wedge, place, margin, grid, borders))
        }
        ViewOutline::Full => everybody.minus(borders.add_units_near(place, margin)),
    }
}

/// Sums over the cells entirely inside a wedge that the viewer sees (`SEEING`) or over all cells
/// that touch a blind wedge. Touched cells that are not entirely inside are added to `borders`.
#[inline(never)]
fn sum_wedge<const SEEING: bool>(
    wedge: &Wedge,
    (x, y): (f32, f32),
    margin: f32,
    grid: &Grid,
    borders: &mut BorderUnits,
) -> RowSums {
    let splat = f32x4::splat;
    let zero = f32x4::zero();
    let columns = splat(grid.columns as f32);
    let last = splat((grid.rows - 1) as f32);
    // The following coordinates are in column widths from the grid's origin.
    let own = splat(x * grid.columns_per_u);
    let aside = splat(margin * grid.columns_per_u);
    let next = splat(1.0) + aside;
    let sides = wedge.side_lines.map(|(slope, right)| (splat(slope * grid.columns_per_u), right));
    let mut total = RowSums::default();
    for row in (0..grid.rows).step_by(LANES) {
        let number = splat(row as f32) + f32x4::lane_indices();
        let top = number * splat(grid.row_height) - splat(margin + y);
        let bottom = top + splat(grid.row_height + 2.0 * margin);
        // Column ranges: the wedge touches the cells `from..to`, and `first..end` lie inside it.
        let (mut from, mut first, mut end, mut to) = (zero, zero, columns, columns);
        for (slope, right) in sides {
            let (a, b) = (top * slope + own, bottom * slope + own);
            let (less, more) = (Lane::min(a, b), Lane::max(a, b));
            if right {
                from = Lane::max(from, less - aside);
                first = Lane::max(first, more + next);
            } else {
                end = Lane::min(end, less - aside);
                to = Lane::min(to, more + next);
            }
        }
        to = to.keep_where(number.le(last));
        if !f32x4::any(from.lt(to)) {
            continue;
        }
        from = Lane::min(from, columns);
        to = Lane::max(to, from);
        first = Lane::min(Lane::max(first, from), to);
        end = Lane::min(Lane::max(end, first), to);
        let [from, first, end, to] =
            [from, first, end, to].map(|at| at.fast_trunc_int().to_array());
        for lane in 0..LANES {
            let start = (row + lane).min(grid.rows - 1) * grid.columns;
            let slot =
                |column: [i32; LANES]| grid.cell_starts[start + column[lane] as usize] as usize;
            let (from, first, end, to) = (slot(from), slot(first), slot(end), slot(to));
            borders.add_slots(from..first);
            borders.add_slots(end..to);
            total.add_slots(grid, if SEEING { first..end } else { from..to });
        }
    }
    total
}

/// Sums over spans of slots that are entirely in view. Adjacent spans, such as whole rows, are
/// merged before they are added.
struct WholeSpans<'a> {
    grid: &'a Grid,
    /// Range of slots (sorted indices of units) in view that are not added to `total` yet.
    pending_slots: Range<usize>,
    total: RowSums,
}

impl WholeSpans<'_> {
    #[inline(always)]
    fn add_slots(&mut self, slots: Range<usize>) {
        if slots.start != self.pending_slots.end {
            self.flush();
            self.pending_slots.start = slots.start;
        }
        self.pending_slots.end = slots.end;
    }

    fn flush(&mut self) {
        self.total.add_slots(self.grid, self.pending_slots.clone());
        self.pending_slots.start = self.pending_slots.end;
    }
}

/// Sums over the cells entirely in view. The view ends at its radius or, where that is nearer, at
/// the half widths and heights of the world `half_x` and `half_y`; all lengths are in u. Cells that
/// a border of the view crosses are added to `borders`, which tests their units.
fn sum_disk(
    outline: &ViewOutline,
    (x, y): (f32, f32),
    (radius, [half_x, half_y]): (f32, [f32; 2]),
    margin: f32,
    grid: &Grid,
    borders: &mut BorderUnits,
) -> RowSums {
    let high = radius.min(half_y) + margin;
    let (first, last) = (grid.row_at(y - high), grid.row_at(y + high));
    let mut search = DiskSearch {
        outline,
        position: [x, y],
        margin,
        radius2: f32x4::splat(radius * radius),
        half_world: [half_x, half_y].map(f32x4::splat),
        grid,
        whole_spans: WholeSpans { grid, pending_slots: 0..0, total: RowSums::default() },
        borders,
    };
    for row in (first..=last).step_by(LANES) {
        let rows = (last + 1 - row).min(LANES as isize);
        let crossings = search.intersect_rows(row);
        // Usually all four rows are entirely in view, and one span covers them.
        if rows == LANES as isize && grid.is_contained() && search.are_rows_whole(&crossings) {
            let columns = grid.columns as isize;
            search.whole_spans.add_slots(grid.slots_of_cells(row, 0, LANES as isize * columns));
            continue;
        }
        let columns = search.columns_of(&crossings);
        (0..rows).for_each(|lane| search.add_row(&columns, lane as usize, row + lane));
    }
    search.whole_spans.flush();
    search.whole_spans.total
}

/// Search of a grid for the cells in the view of one viewer, by [`sum_disk`]. Lengths are in u.
struct DiskSearch<'a, 'b> {
    outline: &'a ViewOutline,
    /// Position of the viewer, u from the grid's origin.
    position: [f32; 2],
    /// Distance from a border of the view within which units are tested one by one, u.
    margin: f32,
    /// Squared radius of the view, u².
    radius2: f32x4,
    /// Largest offset in view along x and along y, u: half of the world's width and height if only
    /// nearest images count, else a very large number.
    half_world: [f32x4; 2],
    grid: &'a Grid,
    whole_spans: WholeSpans<'a>,
    borders: &'a mut BorderUnits<'b>,
}

/// Intersections of a view with four grid rows, as intervals of x relative to the viewer, u.
struct ViewCrossings {
    /// Part of each row that the view touches.
    touched: ColumnInterval,
    /// Part of `touched` that is entirely in view, to the left of the blind wedge.
    left: ColumnInterval,
    /// Part of `touched` that is entirely in the blind wedge.
    hole: ColumnInterval,
    /// Part of `touched` that is entirely in view, to the right of the blind wedge.
    right: ColumnInterval,
}

/// [`ViewCrossings`] in grid columns, per row: the first and the last column of each interval.
struct CrossedColumns {
    /// For each of the four rows: nonzero if the view does not touch the row.
    is_missed: [f32; LANES],
    /// First and last column of the part of each row that the view touches.
    touched_columns: [[i32; LANES]; 2],
    /// For the parts left of, in and right of the blind wedge: first and last column in each row,
    /// and whether the units of the part are in view.
    intervals: [([[i32; LANES]; 2], bool); 3],
}

impl DiskSearch<'_, '_> {
    /// Intersects the four rows from `row` on with the view.
    #[inline(always)]
    fn intersect_rows(&self, row: isize) -> ViewCrossings {
        let zero = f32x4::zero();
        let [half_x, half_y] = self.half_world;
        let (height, margin) = (self.grid.row_height, self.margin);
        let number = f32x4::from_lane_fn(|lane| (row + lane as isize) as f32);
        let top = number * f32x4::splat(height) - f32x4::splat(margin + self.position[1]);
        let bottom = top + f32x4::splat(height + 2.0 * margin);
        let near = Lane::max(zero, Lane::max(top, -bottom));
        let far = Lane::max(Lane::abs(top), Lane::abs(bottom));
        let chord = |y: f32x4| {
            let rest = self.radius2 - y * y;
            let length = Lane::max(rest, zero).sqrt();
            let half = f32x4::select(rest.ge(zero), length, f32x4::splat(-BEYOND_COORDINATES));
            ColumnInterval { low: -half, high: half }
        };
        let sides = ColumnInterval { low: -half_x, high: half_x };
        let inside = chord(far).intersection(sides).empty_unless(far.le(half_y));
        let touched = chord(near).intersection(sides);
        let (touched, [left, hole, right]) = self.outline.split_row(inside, touched, top, bottom);
        ViewCrossings { touched, left, hole, right }
    }

    /// Whether all columns of the four rows are entirely in view.
    #[inline(always)]
    fn are_rows_whole(&self, crossings: &ViewCrossings) -> bool {
        let (x, per_u) = (self.position[0], f32x4::splat(self.grid.columns_per_u));
        let low = (crossings.left.low + f32x4::splat(x + self.margin)) * per_u;
        let high = (crossings.left.high + f32x4::splat(x - self.margin)) * per_u;
        let columns = f32x4::splat(self.grid.columns as f32);
        f32x4::all(f32x4::and(low.le(f32x4::splat(-1.0)), high.ge(columns)))
    }

    #[inline(always)]
    fn columns_of(&self, crossings: &ViewCrossings) -> CrossedColumns {
        let ViewCrossings { touched, left, hole, right } = *crossings;
        // Coordinates well outside the grid are in column -1, or beyond the last column.
        let column = |at: f32x4, margin: f32| {
            let outside = 1.5 / self.grid.columns_per_u;
            let x = (at + f32x4::splat(self.position[0] + margin))
                .clamp_to(-outside, self.grid.extent.x.extent + outside);
            (x * f32x4::splat(self.grid.columns_per_u)).trunc_int().to_array()
        };
        let columns =
            |of: ColumnInterval, margin: f32| [column(of.low, margin), column(of.high, -margin)];
        CrossedColumns {
            is_missed: touched.low.gt(touched.high).to_array(),
            touched_columns: columns(touched, -self.margin),
            intervals: [(left, true), (hole, false), (right, true)]
                .map(|(part, is_seen)| (columns(part, self.margin), is_seen)),
        }
    }

    /// Adds the grid row `row`, which is in the lane `lane` of `columns`: parts entirely in view as
    /// spans, cells that a border of the view crosses to `borders`.
    #[inline(always)]
    fn add_row(&mut self, columns: &CrossedColumns, lane: usize, row: isize) {
        let (grid, count) = (self.grid, self.grid.columns as isize);
        // Units outside of the grid's extent are in the cells at its border, which are therefore
        // tested unit by unit.
        let is_open = !grid.is_contained();
        if is_open && (row == 0 || row == grid.rows as isize - 1) {
            return self.borders.add_slots(grid.slots_of_cells(row, 0, count));
        }
        if columns.is_missed[lane] != 0.0 {
            return;
        }
        let (least, most) = (isize::from(is_open), count - isize::from(is_open));
        let [from, last] =
            columns.touched_columns.map(|columns| (columns[lane] as isize).clamp(0, count - 1));
        let (mut here, end) = (from, last + 1);
        for ([low, high], is_seen) in &columns.intervals {
            let low = (low[lane] as isize + 1).max(least).max(here);
            let high = (high[lane] as isize).min(most).min(end);
            if low >= high {
                continue;
            }
            if here < low {
                self.borders.add_slots(grid.slots_of_cells(row, here, low));
            }
            if *is_seen {
                self.whole_spans.add_slots(grid.slots_of_cells(row, low, high));
            }
            here = high;
            if here == end {
                break;
            }
        }
        if here < end {
            self.borders.add_slots(grid.slots_of_cells(row, here, end));
        }
    }
}
