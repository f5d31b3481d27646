//! Candidates of a neighbor search: spans of a grid's slots (sorted indices of units) whose units
//! can be within the radius.

use super::extent::{GridAxis, GridExtent};
use super::grid::Grid;
use crate::engine::math::{Lane, Lanes};
use crate::engine::scenery::Space;
use std::ops::Range;

/// Displacement of candidates' nearest periodic images from their positions, as viewers see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CandidateImages {
    /// No image is displaced, because no wrapping edge is within reach.
    Unshifted,
    /// For each viewer, the images of all units of one span have the same displacement.
    Shifted,
    /// The displacement differs from unit to unit.
    Wrapped,
}

impl CandidateImages {
    /// Geometry for offsets to these candidates, which does not wrap if no edge is within reach.
    pub fn space_for(self, space: &Space) -> Space {
        Space { is_torus: self != Self::Unshifted, ..*space }
    }
}

/// Summary of a search for candidates. The spans themselves are in a buffer of the caller.
#[derive(Clone, Copy)]
pub(super) struct ListedSpans {
    /// Number of spans that the search has written to the caller's buffer.
    pub span_count: usize,
    /// How the nearest images of the units in the listed spans are displaced.
    pub images: CandidateImages,
}

impl ListedSpans {
    pub const NONE: Self = Self { span_count: 0, images: CandidateImages::Unshifted };
}

/// Area of a search: all positions within `radius` of a box. All lengths are in u, coordinates from
/// the origin of the grid's extent.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchArea {
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
    radius: f32,
}

/// Returns a slightly larger radius (u), so that rounding in a search loses no unit that the exact
/// test of the distance would count.
#[inline(always)]
fn padded_radius(radius: f32, space: &Space) -> f32 {
    radius * 1.0001 + 1e-6 * (space.width + space.height)
}

/// Largest number of spans that a search in a grid of `count` units can list: two per row on a
/// torus, plus one, with as many rows as a grid of the most elongated world has.
pub(super) fn max_spans(count: usize) -> usize {
    2 * (80 * (count as f32).sqrt() as usize + 82) + 1
}

impl Grid {
    /// Search area: all positions within `radius` (u) of the box around the positions (x, y), which
    /// are world coordinates (u).
    #[inline(always)]
    pub(super) fn area_around<L: Lane>(
        &self,
        (x, y): (L, L),
        radius: f32,
        space: &Space,
    ) -> SearchArea {
        let GridExtent { x: across, y: down, wraps_axis: wraps, .. } = &self.extent;
        let (x, y) = (across.grid_coordinate(x, *wraps), down.grid_coordinate(y, *wraps));
        let (left, right, top, bottom) =
            (x.reduce_min(), x.reduce_max(), y.reduce_min(), y.reduce_max());
        SearchArea { left, right, top, bottom, radius: padded_radius(radius, space) }
    }

    /// Writes the spans that touch an area to `spans`, each as `[first slot, slot after the last]`;
    /// [`max_spans`] are enough. Rows come from top to bottom or, if `is_outward` is set
    /// or images are displaced, from the middle row outward.
    #[inline(always)]
    pub(super) fn list_candidates<L: Lane>(
        &self,
        area: SearchArea,
        space: &Space,
        is_outward: bool,
        spans: &mut [[u32; 2]],
    ) -> ListedSpans {
        let mut span_count = 0;
        let images =
            if space.is_torus { self.images_for(&area, space) } else { CandidateImages::Unshifted };
        let put = |span: [u32; 2], counts: bool| {
            spans[span_count] = span;
            span_count += usize::from(counts);
        };
        match images {
            _ if self.is_empty() => {}
            CandidateImages::Unshifted if is_outward => {
                let middle = middle_row(self.wrapped_rows(&area).0);
                self.list_straight_spans::<L, true>(&area, middle, put);
            }
            CandidateImages::Unshifted => self.list_straight_spans::<L, false>(&area, 0, put),
            CandidateImages::Shifted | CandidateImages::Wrapped => {
                self.list_wrapped_spans(&area, space, put)
            }
        }
        ListedSpans { span_count, images }
    }

    /// Calls `visit` with each span of slots whose units can be within `radius` (u) of `place`,
    /// from the middle row outward. No slot is in two spans.
    #[inline(never)]
    pub(crate) fn visit_candidates(
        &self,
        place: (f32, f32),
        radius: f32,
        space: &Space,
        visit: &mut dyn FnMut(Range<usize>),
    ) {
        let area = self.area_around(place, radius, space);
        let put = |[from, to]: [u32; 2], counts: bool| {
            if counts {
                visit(from as usize..to as usize);
            }
        };
        if self.is_empty() {
            return;
        }
        if space.is_torus {
            self.list_wrapped_spans(&area, space, put);
        } else {
            let middle = middle_row(self.row_range(&area));
            self.list_straight_spans::<Lanes, true>(&area, middle, put);
        }
    }

    /// Displacement of the nearest images of the units in a search area, seen from the box at its
    /// center. With units outside the grid's extent, the result is `Wrapped`, always correct.
    #[inline(always)]
    fn images_for(&self, area: &SearchArea, space: &Space) -> CandidateImages {
        let SearchArea { left, right, top, bottom, radius: reach } = *area;
        // If all edges are beyond the reach, no unit within reach is nearer across an edge.
        let GridExtent { x, y, is_part_of_world: part, wraps_axis: wraps } = &self.extent;
        let inside = x.is_in_world(left - reach, right + reach)
            && y.is_in_world(top - reach, bottom + reach);
        // If the listed cells, which extend beyond the search area, are smaller than half a world,
        // only one image of each of their units can be within reach.
        let [cell_width, cell_height] = self.cell_size();
        let small = |across: f32, cell: f32, extent| 2.0 * (across + reach + 2.0 * cell) < extent;
        let small = small(right - left, cell_width, space.width)
            && small(bottom - top, cell_height, space.height);
        if !self.is_contained() {
            CandidateImages::Wrapped
        } else if inside && !wraps {
            CandidateImages::Unshifted
        } else if small && !part {
            CandidateImages::Shifted
        } else {
            CandidateImages::Wrapped
        }
    }

    /// First and last row of an area in a world that does not wrap.
    #[inline(always)]
    fn row_range(&self, area: &SearchArea) -> (isize, isize) {
        (self.row_at(area.top - area.radius), self.row_at(area.bottom + area.radius))
    }

    /// First and last row of an area on a torus, and whether the area has all rows. Row numbers
    /// outside the grid stand for rows at its other end.
    #[inline(always)]
    fn wrapped_rows(&self, area: &SearchArea) -> ((isize, isize), bool) {
        let down = (area.top - area.radius, area.bottom + area.radius);
        self.wrapped_cells(&self.extent.y, down, self.rows_per_u, self.rows)
    }

    /// First and last cell between two positions along an axis (u from the extent's origin), and
    /// whether the interval has all cells. On a torus, cell numbers outside the grid stand for
    /// cells at its other end.
    #[inline(always)]
    fn wrapped_cells(
        &self,
        axis: &GridAxis,
        (low, high): (f32, f32),
        per_unit: f32,
        cell_count: usize,
    ) -> ((isize, isize), bool) {
        let many = cell_count as isize;
        let ((first, last), all) = if self.extent.is_part_of_world {
            let (first, last) = axis.wrapped_cells((low, high), per_unit, cell_count);
            (
                (first, last),
                axis.is_whole_world(high - low) || last.saturating_sub(first) >= many - 1,
            )
        } else {
            // `as` truncates toward zero, so negative coordinates need one less.
            let floor = |x: f32| ((x * per_unit) as isize).saturating_sub(isize::from(x < 0.0));
            let (first, last) = (floor(low), floor(high));
            // The last cell can extend beyond the world, so the search takes one more cell at each
            // end. A radius can exceed the range of cell numbers, so the arithmetic saturates.
            let span = last.saturating_sub(first).saturating_add(2);
            ((first.saturating_sub(1), last.saturating_add(1)), span >= many)
        };
        if all { ((0, many - 1), true) } else { ((first, last), false) }
    }

    /// Calls `put` with spans of slots that cover an area without wrapping edges, and with whether
    /// the span counts: spans that are empty, or of rows out of reach, do not. Rows come from top
    /// to bottom or, if `OUTWARD`, from `middle_row` outward.
    #[inline(always)]
    fn list_straight_spans<L: Lane, const OUTWARD: bool>(
        &self,
        area: &SearchArea,
        middle_row: isize,
        mut put: impl FnMut([u32; 2], bool),
    ) {
        let SearchArea { left, right, top, bottom, radius: reach } = *area;
        let most = (self.columns - 1) as f32;
        let lowest = (self.rows - 1) as f32;
        let (first, last) = self.row_range(area);
        let middle = middle_row.clamp(first, last);
        let steps =
            if OUTWARD { 2 * (middle - first).max(last - middle) + 1 } else { last - first + 1 };
        let row_at =
            |step: isize| if OUTWARD { nth_row_outward(middle, step) } else { first + step };
        let zero = L::zero();
        let height = L::splat(self.row_height);
        let reach2 = L::splat(reach * reach);
        let per_x = L::splat(self.columns_per_u);
        let [uppermost, lowermost] = [first, last].map(|row| L::splat(row as i32 as f32));
        // Each SIMD lane computes one row. A row out of reach is replaced by the nearest row within
        // reach, and its span does not belong to the area.
        for step in (0..steps).step_by(L::LANE_COUNT) {
            let number = if OUTWARD {
                L::from_lane_fn(|lane| row_at(step + lane as isize) as i32 as f32)
            } else {
                L::splat(row_at(step) as i32 as f32) + L::lane_indices()
            };
            let reached = L::to_bitmask(L::and(number.ge(uppermost), number.le(lowermost)));
            let number = number.max(uppermost).min(lowermost);
            let above = number * height;
            let away = (above - L::splat(bottom)).max(L::splat(top) - (above + height)).max(zero);
            // The first and the last row also contain the units outside of the extent, at any y, so
            // they are always within reach.
            let outer = L::or(number.le(zero), number.ge(L::splat(lowest)));
            let away = L::select(outer, zero, away);
            let across = (reach2 - away * away).max(zero).sqrt();
            let from = ((L::splat(left) - across) * per_x).clamped_indices(most);
            let to = ((L::splat(right) + across) * per_x).clamped_indices(most);
            let row = number.clamped_indices(lowest);
            for lane in 0..L::LANE_COUNT {
                let start = row[lane] as usize * self.columns;
                let span = [
                    self.cell_starts[start + from[lane] as usize],
                    self.cell_starts[start + to[lane] as usize + 1],
                ];
                put(span, (reached >> lane & 1 == 1) & (span[0] < span[1]));
            }
        }
    }

    /// Calls `put` with spans of slots that cover an area across wrapping edges, and with whether
    /// the span counts, that is, is not empty. Rows come from the middle outward.
    #[inline(always)]
    fn list_wrapped_spans(
        &self,
        area: &SearchArea,
        space: &Space,
        mut put: impl FnMut([u32; 2], bool),
    ) {
        let SearchArea { left, right, top, bottom, radius: reach } = *area;
        let (rows, columns) = (self.rows as isize, self.columns as isize);
        let ((first, last), all_rows) = self.wrapped_rows(area);
        let across = (left - reach, right + reach);
        let (_, all_columns) =
            self.wrapped_cells(&self.extent.x, across, self.columns_per_u, self.columns);
        let mut put = |row: isize, from: isize, to: isize| {
            let span = self.slots_of_cells(row, from, to);
            put([span.start as u32, span.end as u32], !span.is_empty());
        };
        let middle = middle_row((first, last));
        for step in 0..2 * (middle - first).max(last - middle) + 1 {
            let image = nth_row_outward(middle, step);
            if image < first || image > last {
                continue;
            }
            let (row, shift) = if image < 0 {
                (image + rows, -space.height)
            } else if image >= rows {
                (image - rows, space.height)
            } else {
                (image, 0.0)
            };
            let above = row as f32 * self.row_height + shift;
            // The first and the last row contain the units outside of the extent, at any y, so they
            // are always within reach.
            let outer = !self.is_contained() && (row == 0 || row == rows - 1);
            let away = if all_rows || outer {
                0.0
            } else {
                (above - bottom).max(top - (above + self.row_height)).max(0.0)
            };
            if away > reach {
                continue;
            }
            if all_columns {
                put(row, 0, columns);
                continue;
            }
            let half = (reach * reach - away * away).sqrt();
            let across = (left - half, right + half);
            let (from, to) = self.extent.x.wrapped_cells(across, self.columns_per_u, self.columns);
            if from < 0 {
                put(row, 0, to + 1);
                put(row, from + columns, columns);
            } else if to >= columns {
                put(row, from, columns);
                put(row, 0, to + 1 - columns);
            } else {
                put(row, from, to + 1);
            }
        }
    }
}

/// Middle of a range of rows (first, last), where an outward search starts.
fn middle_row((first, last): (isize, isize)) -> isize {
    first.midpoint(last)
}

/// Row of an outward search at a step, from 0: the middle row, one above, one below, two above ...
#[inline(always)]
fn nth_row_outward(middle: isize, step: isize) -> isize {
    let half = (step + 1) / 2;
    if step % 2 == 1 { middle - half } else { middle + half }
}
