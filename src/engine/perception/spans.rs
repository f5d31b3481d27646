//! The spans of slots that a search in a grid has to go through.

use super::frame::{Axis, Frame, index};
#[cfg(doc)]
use super::grid::padded;
use super::grid::{Grid, SearchArea};
use crate::engine::math::Lane;
use crate::engine::scenery::Space;
use std::ops::Range;

/// Everybody is nearest at their own place: the search reaches no edge across which sight wraps.
pub(super) const STRAIGHT: u8 = 0;
/// All units of a span are nearest by the same image, whoever of the viewers looks.
pub(super) const SHIFTED: u8 = 1;
/// Which image is nearest differs from unit to unit.
pub(super) const WRAPPED: u8 = 2;

/// What a search has put on its list.
#[derive(Clone, Copy)]
pub(super) struct Listed {
    /// Number of spans.
    pub count: usize,
    /// How the nearest images of their units lie: [`STRAIGHT`], [`SHIFTED`] or [`WRAPPED`].
    pub images: u8,
}

impl Listed {
    /// Nothing.
    pub const EMPTY: Self = Self { count: 0, images: STRAIGHT };

    /// The world as what is listed sees it: where no edge is in reach, none is looked across.
    pub fn seen_in(&self, space: &Space) -> Space {
        Space { torus: self.images != STRAIGHT, ..*space }
    }
}

impl Grid {
    /// Lists every span of slots that may hold units of an area: the first slot of each, and the
    /// one after its last. [`most_spans`] are enough. Rows come in order, or from the middle
    /// `outward` as [`spans`](Self::spans) has them: always so where the search wraps.
    ///
    /// The area comes as single numbers, which stay in registers, and is counted from the frame's
    /// origin.
    #[inline(never)]
    pub(super) fn list_spans<L: Lane>(
        &self,
        (left, right): (f32, f32),
        (top, bottom): (f32, f32),
        reach: f32,
        space: &Space,
        outward: bool,
        list: &mut [[u32; 2]],
    ) -> Listed {
        if self.is_empty() {
            return Listed::EMPTY;
        }
        let area = SearchArea { left, right, top, bottom, reach };
        let images = if space.torus { self.images(&area, space) } else { STRAIGHT };
        let count = match (images, outward) {
            (STRAIGHT, false) => self.list_rows::<L, false>(area, list),
            (STRAIGHT, true) => self.list_rows::<L, true>(area, list),
            (SHIFTED, _) => self.list_shifted(area, space, list),
            _ => self.list_wrapped(area, list),
        };
        Listed { count, images }
    }

    /// How the nearest images of the units in an area lie, seen from the box in its middle. Nothing
    /// is said of them where units are outside of the frame.
    #[inline(always)]
    fn images(&self, area: &SearchArea, space: &Space) -> u8 {
        let SearchArea { left, right, top, bottom, reach } = *area;
        // Where the edges are farther than the reach, nobody in reach is nearer across them.
        let Frame { x, y, part, wraps } = &self.frame;
        let inside = x.is_in_world(left - reach, right + reach)
            && y.is_in_world(top - reach, bottom + reach);
        // Where whatever is listed, the units beside the area that share its cells included, is
        // nearer than half a world, all images but one are farther.
        let [cell_width, cell_height] = self.cell();
        let small = |across: f32, cell: f32, extent| 2.0 * (across + reach + 2.0 * cell) < extent;
        let small = small(right - left, cell_width, space.width)
            && small(bottom - top, cell_height, space.height);
        match () {
            () if !self.is_contained() => WRAPPED,
            () if inside && !wraps => STRAIGHT,
            () if small && !part => SHIFTED,
            () => WRAPPED,
        }
    }

    /// Lists the spans of an area of any size that wraps.
    #[inline(never)]
    fn list_wrapped(&self, area: SearchArea, list: &mut [[u32; 2]]) -> usize {
        let mut listed = 0;
        for span in self.spans_of(area, true) {
            list[listed] = [span.start as u32, span.end as u32];
            listed += 1;
        }
        listed
    }

    /// Lists those of an area that is well smaller than the world: what is in reach comes in the
    /// order that [`list_wrapped`](Self::list_wrapped) has, out of fewer cells.
    #[inline(never)]
    fn list_shifted(&self, area: SearchArea, space: &Space, list: &mut [[u32; 2]]) -> usize {
        let SearchArea { left, right, top, bottom, reach } = area;
        let ((first, last), middle) = self.rows_around(&area, true);
        let height = self.rows as isize;
        let mut listed = 0;
        let mut put = |row: isize, from: usize, to: usize| {
            let span = self.stretch(row, from as isize, to as isize + 1);
            list[listed] = [span.start as u32, span.end as u32];
            listed += usize::from(!span.is_empty());
        };
        let column = |x: f32| index(x, self.per_x, self.columns);
        for step in 0..2 * (middle - first).max(last - middle) + 1 {
            let image = outward(middle, step);
            if image < first || image > last {
                continue;
            }
            let (row, shift) = match image {
                _ if image < 0 => (image + height, -space.height),
                _ if image >= height => (image - height, space.height),
                _ => (image, 0.0),
            };
            let above = row as f32 * self.row + shift;
            let away = (above - bottom).max(top - (above + self.row)).max(0.0);
            if away > reach {
                continue;
            }
            let across = (reach * reach - away * away).sqrt();
            let (from, to) = (left - across, right + across);
            if from < 0.0 {
                put(row, 0, column(to));
                put(row, column(from + space.width), self.columns - 1);
            } else if to > space.width {
                put(row, column(from), self.columns - 1);
                put(row, 0, column(to - space.width));
            } else {
                put(row, column(from), column(to));
            }
        }
        listed
    }

    /// Lists those of an area that wraps nowhere: rows in order, or from the middle `OUTWARD`.
    #[inline(always)]
    fn list_rows<L: Lane, const OUTWARD: bool>(
        &self,
        area: SearchArea,
        list: &mut [[u32; 2]],
    ) -> usize {
        let SearchArea { left, right, top, bottom, reach } = area;
        let mut listed = 0;
        let most = (self.columns - 1) as f32;
        let lowest = (self.rows - 1) as f32;
        let row_of = |y: f32| L::splat(y * self.per_y).indices(lowest)[0] as isize;
        let (first, last) = (row_of(top - reach), row_of(bottom + reach));
        let middle = match OUTWARD {
            true => self.rows_around(&area, true).1.clamp(first, last),
            false => first,
        };
        let steps = match OUTWARD {
            true => 2 * (middle - first).max(last - middle) + 1,
            false => last - first + 1,
        };
        let row_at = |step: isize| if OUTWARD { outward(middle, step) } else { first + step };
        let zero = L::zero();
        let height = L::splat(self.row);
        let reach2 = L::splat(reach * reach);
        let per_x = L::splat(self.per_x);
        // Several rows are cut at once; in place of those out of reach the nearest one is, and is
        // not listed.
        for step in (0..steps).step_by(L::N) {
            let number = if OUTWARD {
                L::from_fn(|lane| row_at(step + lane as isize).clamp(first, last) as i32 as f32)
            } else {
                (L::splat(row_at(step) as i32 as f32) + L::ramp()).min(L::splat(last as i32 as f32))
            };
            let above = number * height;
            let away = (above - L::splat(bottom)).max(L::splat(top) - (above + height)).max(zero);
            // The rows at the border also hold what is outside, at any ordinate.
            let outer = L::or(number.le(zero), number.ge(L::splat(lowest)));
            let away = L::select(outer, zero, away);
            let across = (reach2 - away * away).max(zero).sqrt();
            let from = ((L::splat(left) - across) * per_x).indices(most);
            let to = ((L::splat(right) + across) * per_x).indices(most);
            for lane in 0..L::N {
                let row = row_at(step + lane as isize);
                let start = row.clamp(first, last) as usize * self.columns;
                let span = [
                    self.starts[start + from[lane] as usize],
                    self.starts[start + to[lane] as usize + 1],
                ];
                list[listed] = span;
                let reached = (first <= row) & (row <= last);
                listed += usize::from(reached & (span[0] < span[1]));
            }
        }
        listed
    }

    /// The first and the last row that an area meets, beyond the grid where it wraps, and the one
    /// that a search goes outward from.
    #[inline(always)]
    fn rows_around(&self, area: &SearchArea, torus: bool) -> ((isize, isize), isize) {
        let (top, bottom) = (area.top - area.reach, area.bottom + area.reach);
        let rows = self.cells_between(&self.frame.y, (top, bottom), self.per_y, self.rows, torus);
        (rows, (rows.0 + rows.1) / 2)
    }

    /// The first and the last cell between two places along an axis of the frame, beyond the grid
    /// where the search wraps.
    #[inline(always)]
    fn cells_between(
        &self,
        axis: &Axis,
        (low, high): (f32, f32),
        per_unit: f32,
        cells: usize,
        torus: bool,
    ) -> (isize, isize) {
        if torus && self.frame.part {
            axis.wrapped_cells((low, high), per_unit, cells)
        } else {
            cells_along(low, high, per_unit, cells, torus)
        }
    }

    /// Every span of slots that may hold units within `reach` ([`padded`]) of a place, world units;
    /// rows from the middle outward.
    ///
    /// With `torus`, the search wraps around the edges of the world; each slot comes up once.
    #[inline(never)]
    pub fn spans(&self, x: f32, y: f32, reach: f32, torus: bool) -> Spans<'_> {
        let Frame { x: across, y: down, wraps, .. } = self.frame;
        let (x, y) = (across.place(x, wraps), down.place(y, wraps));
        self.spans_of(SearchArea { left: x, right: x, top: y, bottom: y, reach }, torus)
    }

    /// The same for an area, counted from the frame's origin.
    #[inline(always)]
    fn spans_of(&self, area: SearchArea, torus: bool) -> Spans<'_> {
        let (rows, middle) = self.rows_around(&area, torus);
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
    area: SearchArea,
    /// First and last row.
    rows: (isize, isize),
    middle: isize,
    /// Rows gone through, see [`outward`].
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
        let SearchArea { left, right, reach, .. } = self.area;
        let grid = self.grid;
        let width = grid.columns as isize;
        let across = (left - reach, right + reach);
        let (from, to) = grid.cells_between(&grid.frame.x, across, grid.per_x, grid.columns, true);
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
        let SearchArea { left, right, top, bottom, reach } = self.area;
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

    #[inline(never)]
    fn next(&mut self) -> Option<Range<usize>> {
        loop {
            if self.left == 0 {
                return None;
            }
            let row = outward(self.middle, self.step);
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

/// The row that comes at a step: the middle one, one above, one below, and so on.
#[inline(always)]
fn outward(middle: isize, step: isize) -> isize {
    let half = (step + 1) / 2;
    if step % 2 == 1 { middle - half } else { middle + half }
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

/// The most spans that a search in a grid of `count` units can list: two per row where it wraps,
/// one more than is needed, and as many rows as the most elongated world has.
pub(super) fn most_spans(count: usize) -> usize {
    2 * (80 * (count as f32).sqrt() as usize + 82) + 1
}
