//! Flocking sums of a view that contains a large crowd: exact, without visiting all units.
//!
//! Cohesion and alignment need only sums. The units in a row of cells are in order along it, so the
//! sums over any part of a row are the difference of two running sums. In each row that a view
//! touches, the part entirely inside the view is added as one such difference, the part entirely
//! inside the blind wedge is skipped, and only the units of the cells that a border of the view
//! crosses are tested one by one.
//!
//! Four rows are intersected at once, one per lane; then the units at the borders are tested, four
//! at a time. If the radius of a view reaches everything that the grid covers, only the wedge
//! matters: the sums are those over all units except the ones in its blind wedge, or over those in
//! its seeing wedge.

use super::border_units::{BorderUnits, ViewerImage};
use super::grid::Grid;
use super::neighborhood::Neighborhood;
use super::running_sums::RowSums;
use super::view::Sector;
use super::view_outline::{ColumnInterval, UNREACHABLE, ViewOutline, Wedge};
use super::viewers::Viewer;
use super::wrapped_sums::sum_wrapped;
use crate::engine::math::{LANES, Lane};
use crate::engine::scenery::Space;
use std::ops::Range;
use wide::f32x4;

/// Sums over the neighbors that the flocking rules count, of one viewer, over the units of a
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
    // Looking across an edge equals looking from a position one world away. No unit may be counted
    // twice: if the radius exceeds half a world, each such position counts only the units whose
    // nearest image is seen from it.
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

/// Half of a world's length plus a margin for rounding, as a share of the length.
const PADDED_HALF: f32 = 0.5001;

/// Sums over the units in view from one image of the viewer.
fn sum_image(
    image: ViewerImage,
    viewer: &Viewer,
    grid: &Grid,
    sector: &Sector,
    space: &Space,
) -> Neighborhood {
    let radius = viewer.length * sector.radius_factor;
    // Rounding errors are well below this distance; units within it of a border are tested one by
    // one.
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
    let half =
        [space.width, space.height].map(|side| if clipped { 0.5 * side } else { UNREACHABLE });
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

/// Whether everything that a grid covers is within `radius` (u) of a position, which is relative to
/// the grid's origin (u).
fn reaches_all((x, y): (f32, f32), radius: f32, grid: &Grid) -> bool {
    let away = |at: f32, extent: f32| at.max(extent - at);
    let (dx, dy) = (away(x, grid.extent.x.extent), away(y, grid.extent.y.extent));
    radius > 0.0 && dx * dx + dy * dy <= radius * radius
}

/// Sums over the units in view of a viewer whose radius reaches everything that the grid covers.
/// Units in cells along the borders of the view, or within `margin` (u) of a border, are left out
/// and added to `borders`, which tests them. The grid must contain all units.
fn sum_outline(
    outline: &ViewOutline,
    place: (f32, f32),
    margin: f32,
    grid: &Grid,
    borders: &mut BorderUnits,
) -> RowSums {
    let everybody = RowSums::over(grid, 0..grid.len());
    match outline {
        ViewOutline::Seen(wedge) => sum_wedge::<true>(wedge, place, margin, grid, borders),
        ViewOutline::Blind(wedge) => {
            everybody.minus(sum_wedge::<false>(wedge, place, margin, grid, borders))
        }
        ViewOutline::Full => everybody.minus(borders.add_units_near(place, margin)),
    }
}

/// Sums over the cells entirely inside a wedge that is seen or, for a blind wedge, over all cells
/// that it touches. Touched cells that are not entirely inside are added to `borders`.
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
    // From here on, coordinates are in columns.
    let own = splat(x * grid.columns_per_u);
    let aside = splat(margin * grid.columns_per_u);
    let next = splat(1.0) + aside;
    let sides = wedge.side_lines.map(|(slope, right)| (splat(slope * grid.columns_per_u), right));
    let mut total = RowSums::default();
    for row in (0..grid.rows).step_by(LANES) {
        let number = splat(row as f32) + f32x4::lane_indices();
        let top = number * splat(grid.row_height) - splat(margin + y);
        let bottom = top + splat(grid.row_height + 2.0 * margin);
        // The wedge touches the cells `from..to`; `first..end` lie inside it.
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
        to = to.keep(number.le(last));
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

/// Accumulates [`RowSums`] over spans of slots entirely in view. Adjacent spans, such as whole
/// rows, are merged.
struct WholeSpans<'a> {
    grid: &'a Grid,
    /// Slots that are not summed yet.
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

/// Sums over the cells entirely in view, if the view ends at its radius or, where that is nearer,
/// at half the world along an axis (u). Cells that a border crosses are added to `borders`, which
/// tests their units.
fn sum_disk(
    outline: &ViewOutline,
    (x, y): (f32, f32),
    (radius, [half_x, half_y]): (f32, [f32; 2]),
    margin: f32,
    grid: &Grid,
    borders: &mut BorderUnits,
) -> RowSums {
    let splat = f32x4::splat;
    let zero = f32x4::zero();
    let radius2 = splat(radius * radius);
    let mut whole = WholeSpans { grid, pending_slots: 0..0, total: RowSums::default() };
    let high = radius.min(half_y) + margin;
    let (first, last) = (grid.row_at(y - high), grid.row_at(y + high));
    let sides = ColumnInterval { low: splat(-half_x), high: splat(half_x) };
    // Columns and rows at the border of the extent can contain units from outside of the extent.
    let open = !grid.is_contained();
    let columns_of_grid = grid.columns as isize;
    let (least, most) = (isize::from(open), columns_of_grid - isize::from(open));

    let mut row = first;
    while row <= last {
        let number = f32x4::from_lane_fn(|lane| (row + lane as isize) as f32);
        let top = number * splat(grid.row_height) - splat(margin + y);
        let bottom = top + splat(grid.row_height + 2.0 * margin);
        let near = Lane::max(zero, Lane::max(top, -bottom));
        let far = Lane::max(Lane::abs(top), Lane::abs(bottom));
        let chord = |y: f32x4| {
            let rest = radius2 - y * y;
            let half =
                f32x4::select(rest.ge(zero), Lane::max(rest, zero).sqrt(), splat(-UNREACHABLE));
            ColumnInterval { low: -half, high: half }
        };
        let inside = chord(far).intersection(sides).empty_unless(far.le(splat(half_y)));
        let touched = chord(near).intersection(sides);
        let (touched, [left, hole, right]) = outline.split_row(inside, touched, top, bottom);
        // Usually all four rows are entirely in view.
        let ends = [left.low + splat(x + margin), left.high + splat(x - margin)];
        let [low, high] = ends.map(|at| at * splat(grid.columns_per_u));
        let all = f32x4::and(low.le(splat(-1.0)), high.ge(splat(columns_of_grid as f32)));
        if f32x4::all(all) && !open && row + LANES as isize <= last + 1 {
            whole.add_slots(grid.slots_of_cells(row, 0, LANES as isize * columns_of_grid));
            row += LANES as isize;
            continue;
        }
        // Converts coordinates (u) to columns: -1 or a number beyond the last column if they are
        // well outside.
        let columns = |at: f32x4, by: f32| {
            let outside = 1.5 / grid.columns_per_u;
            let x = (at + splat(x + by)).within(-outside, grid.extent.x.extent + outside);
            (x * splat(grid.columns_per_u)).trunc_int().to_array()
        };
        let inner = |i: ColumnInterval| (columns(i.low, margin), columns(i.high, -margin));
        let (from, to) = (columns(touched.low, -margin), columns(touched.high, margin));
        let parts = [(inner(left), true), (inner(hole), false), (inner(right), true)];
        let lost = touched.low.gt(touched.high).to_array();

        for lane in 0..LANES.min((last + 1 - row) as usize) {
            let this = row + lane as isize;
            let edge = open && (this == 0 || this == grid.rows as isize - 1);
            if edge {
                borders.add_slots(grid.slots_of_cells(this, 0, columns_of_grid));
                continue;
            }
            if lost[lane] != 0.0 {
                continue;
            }
            let mut here = (from[lane] as isize).clamp(0, columns_of_grid - 1);
            let end = (to[lane] as isize).clamp(0, columns_of_grid - 1) + 1;
            for ((low, high), summed) in &parts {
                let low = (low[lane] as isize + 1).max(least).max(here);
                let high = (high[lane] as isize).min(most).min(end);
                if low >= high {
                    continue;
                }
                if here < low {
                    borders.add_slots(grid.slots_of_cells(this, here, low));
                }
                if *summed {
                    whole.add_slots(grid.slots_of_cells(this, low, high));
                }
                here = high;
                if here == end {
                    break;
                }
            }
            if here < end {
                borders.add_slots(grid.slots_of_cells(this, here, end));
            }
        }
        row += LANES as isize;
    }
    whole.flush();
    whole.total
}
