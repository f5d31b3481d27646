//! The spans of slots that a search in a grid has to go through.

use super::grid::{Grid, SearchArea, index};
use crate::math::Lane;
use std::ops::Range;

impl Grid {
    /// Lists every span of slots that may hold units of an area, rows in order: the first slot of
    /// each, and the one after its last. Returns how many there are; [`most_spans`] are enough.
    ///
    /// With `torus`, the area may reach beyond the world and wraps. The area comes as
    /// single numbers, which stay in registers.
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
            let area = SearchArea { left, right, top, bottom, reach };
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
        // Several rows are cut at once; those after the last one repeat it, and are not listed.
        let mut row = first;
        while row <= last {
            let number =
                (L::splat(row as i32 as f32) + L::ramp()).min(L::splat(last as i32 as f32));
            let above = number * height;
            let away = (above - L::splat(bottom)).max(L::splat(top) - (above + height)).max(zero);
            // The rows at the border also hold what is outside, at any ordinate.
            let outer = L::or(number.le(zero), number.ge(L::splat(lowest)));
            let away = L::select(outer, zero, away);
            let across = (reach2 - away * away).max(zero).sqrt();
            let from = ((L::splat(left) - across) * per_x).indices(most);
            let to = ((L::splat(right) + across) * per_x).indices(most);
            for lane in 0..L::N {
                let start = (row + lane).min(last) * self.columns;
                let span = [
                    self.starts[start + from[lane] as usize],
                    self.starts[start + to[lane] as usize + 1],
                ];
                list[listed] = span;
                listed += usize::from((row + lane <= last) & (span[0] < span[1]));
            }
            row += L::N;
        }
        listed
    }

    /// Every span of slots that may hold units of an area; rows from the middle outward.
    ///
    /// With `torus`, the area may reach beyond the world and wraps; each slot comes up once.
    #[inline(always)]
    pub fn spans(&self, area: SearchArea, torus: bool) -> Spans<'_> {
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
    area: SearchArea,
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
        let SearchArea { left, right, reach, .. } = self.area;
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

/// The most spans that a search in a grid of `count` units can list: two per row where it wraps,
/// one more than is needed, and as many rows as the most elongated world has.
pub(super) fn most_spans(count: usize) -> usize {
    2 * (80 * (count as f32).sqrt() as usize + 82) + 1
}
