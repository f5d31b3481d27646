//! Flocking sums of a view that takes in all of a world that wraps, exact without looking at all units.
//!
//! Each unit is seen at the image that is nearest: all lie within half a world to both sides of the
//! viewer, and where these meet, at the seam, units beside each other are seen on opposite sides.
//! Rows are cut as those of a world that does not wrap (`row_sums`), but for those at the seam and
//! the columns at it, whose units are looked at.

use super::border_units::{Across, BorderUnits, Image, MIXED};
use super::grid::Grid;
use super::neighborhood::Neighborhood;
use super::row_sums::{RowSums, note_place};
use super::view::Sector;
use super::view_outline::{Outline, Wedge};
use super::viewers::Viewer;
use crate::engine::math::{LANES, Lane};
use crate::engine::scenery::Space;
use std::ops::Range;
use wide::f32x4;

/// A radius of so many half diagonals takes in all, whatever is rounded.
const NEARLY_ALL: f32 = 1.0001;

/// What is rounded in here is well below so much of the extents of the world.
const ROUNDED: f32 = 1e-5;

/// The flocking sums of one viewer over a [dense](Grid::is_dense) grid, where it sees all of a world
/// that wraps; `None` where it does not.
#[inline(never)]
pub(super) fn sum_around(
    viewer: &Viewer,
    grid: &Grid,
    sector: &Sector,
    space: &Space,
) -> Option<Neighborhood> {
    let radius = viewer.length * sector.radius_factor;
    let corner = (space.width * space.width + space.height * space.height).sqrt();
    if !grid.is_contained() || 2.0 * radius <= NEARLY_ALL * corner {
        return None;
    }
    let beyond = grid.beyond([viewer.x, viewer.y])?;
    let outline = Outline::from_sector(sector, viewer.hx, viewer.hy);
    let blind = !matches!(outline, Outline::Seen(_));
    let axes = [Round::new(viewer.x, space.width), Round::new(viewer.y, space.height)];
    let image = Image::Nearest { across: axes.map(|axis| axis.shift), blind };
    let mut borders = BorderUnits::new(viewer, image, space, sector, grid);
    let margin = ROUNDED * (space.width + space.height);
    let mut round = RoundSums { grid, axes, margin, borders: &mut borders };
    let inside = round.sum_up(&outline);
    let found = borders.finish();
    let seen = |AcrossSums { sums: RowSums { many, sums }, across }: AcrossSums| {
        let offset = |axis: usize| {
            let Round { own, shift, .. } = axes[axis];
            sums[axis] - many as f64 * f64::from(own) + across[axis] as f64 * f64::from(shift)
        };
        RowSums { many, sums: [offset(0), offset(1), sums[2], sums[3]] }
    };
    let inside = seen(inside);
    if !blind {
        return Some(inside.seen_from([0.0; 2], found));
    }
    let everybody = AcrossSums { sums: RowSums::over(grid, 0..grid.len()), across: beyond };
    Some(seen(everybody).without(inside).seen_from([0.0; 2], found.negative()))
}

/// Sums over units, and how many of these are seen across an edge along each axis.
#[derive(Clone, Copy, Default)]
struct AcrossSums {
    sums: RowSums,
    across: [usize; 2],
}

/// An axis of a world that wraps, as a viewer sees it.
#[derive(Clone, Copy)]
struct Round {
    /// The viewer's place.
    own: f32,
    /// The extent of the world.
    extent: f32,
    /// Half a world from the viewer, to both sides.
    seam: f32,
    /// How far from their own place those across the edge are seen: before the edge at 0, who are
    /// beyond the seam, or behind the other one, who are before it.
    shift: f32,
}

impl Round {
    fn new(own: f32, extent: f32) -> Self {
        let half = 0.5 * extent;
        let (seam, shift) = if own < half { (own + half, -extent) } else { (own - half, extent) };
        Self { own, extent, seam, shift }
    }
}

/// The sums over the cells that lie wholly in a wedge.
struct RoundSums<'a, 'b> {
    grid: &'a Grid,
    axes: [Round; 2],
    /// What lies within it of a border is looked at.
    margin: f32,
    borders: &'b mut BorderUnits<'a>,
}

/// Abscissas of the cells of four rows in columns: those from..=to are touched, those after the one of
/// first and before that of end taken in.
struct Cut {
    from: f32x4,
    first: f32x4,
    end: f32x4,
    to: f32x4,
}

impl RoundSums<'_, '_> {
    fn sum_up(&mut self, outline: &Outline) -> AcrossSums {
        let (grid, margin, [x, y]) = (self.grid, self.margin, self.axes);
        let mut inside = AcrossSums::default();
        let at_edge = |at: f32, extent: f32| at <= margin || at >= extent - margin;
        let wedge = match outline {
            Outline::Seen(wedge) | Outline::Blind(wedge) => Some(wedge),
            Outline::Full => None,
        };
        let even = |Round { own, seam, extent, .. }: Round| {
            at_edge(seam, extent) || wedge.is_none() && at_edge(own, extent)
        };
        match wedge {
            _ if even(x) || even(y) => self.borders.add_seen(0..grid.len(), MIXED),
            None => {
                note_place((x.own, y.own), margin, grid, self.borders);
            }
            Some(wedge) => {
                let seam = [y.seam - margin, y.seam + margin].map(|y| grid.row_at(y) as usize);
                let near = y.shift < 0.0;
                self.sum_rows(wedge, 0..seam[0], !near, &mut inside);
                self.sum_rows(wedge, seam[1] + 1..grid.rows, near, &mut inside);
                for row in seam[0]..=seam[1] {
                    self.note_row(wedge, row);
                }
            }
        }
        inside
    }

    /// Where rows touch a wedge, and where they lie in it. The abscissas begin at the seam, and go on
    /// behind the edge of the world.
    #[inline(always)]
    fn cut(&self, wedge: &Wedge, top: f32x4) -> Cut {
        let (grid, [x, _]) = (self.grid, self.axes);
        let splat = f32x4::splat;
        let per = grid.per_x;
        let own = splat((x.own - x.shift.min(0.0)) * per);
        let aside = splat(self.margin * per);
        let (low, high) = ((x.seam - self.margin) * per, (x.seam + self.margin) * per);
        let world = x.extent * per;
        let top = top - splat(self.margin);
        let bottom = top + splat(grid.row + 2.0 * self.margin);
        let (mut from, mut first) = (splat(low), splat(high));
        let (mut end, mut to) = (splat(low + world), splat(high + world));
        for (slope, right) in wedge.sides {
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
        Cut { from, first: Lane::min(first, to), end: Lane::max(end, from), to }
    }

    /// The columns of abscissas; behind the edge of the world, they are counted on.
    #[inline(always)]
    fn columns(&self, at: f32x4) -> [i32; LANES] {
        let world = f32x4::splat(self.axes[0].extent * self.grid.per_x);
        let more = f32x4::splat(self.grid.columns as f32);
        let behind = at.ge(world);
        f32x4::select(behind, at - world + more, at).fast_trunc_int().to_array()
    }

    /// Sums up rows that are seen straight or `across` an edge, all of each.
    #[inline(never)]
    fn sum_rows(
        &mut self,
        wedge: &Wedge,
        rows: Range<usize>,
        across: bool,
        inside: &mut AcrossSums,
    ) {
        let (grid, columns, [x, y]) = (self.grid, self.grid.columns, self.axes);
        let own = y.own - if across { y.shift } else { 0.0 };
        let seam = [x.seam - self.margin, x.seam + self.margin];
        let [before, behind] = seam.map(|at| grid.column_at(at) as usize);
        // By whether columns are behind the edge of the world: how these rows are seen.
        let down = 2 * usize::from(across);
        let seen = if x.shift < 0.0 { [down + 1, down] } else { [down, down + 1] };
        let (mut total, mut aside) = (RowSums::default(), 0);
        for row in rows.clone().step_by(LANES) {
            let number = f32x4::splat(row as f32) + f32x4::ramp();
            let cut = self.cut(wedge, number * f32x4::splat(grid.row) - f32x4::splat(own));
            let touched = f32x4::bits(cut.from.le(cut.to));
            if touched == 0 {
                continue;
            }
            let [from, first, end, to] =
                [cut.from, cut.first, cut.end, cut.to].map(|at| self.columns(at));
            for lane in 0..LANES.min(rows.end - row) {
                if touched >> lane & 1 == 0 {
                    continue;
                }
                // No cell comes twice.
                let from = from[lane] as usize;
                let to = (to[lane] as usize + 1).min(from + columns);
                let first = (first[lane] as usize + 1).min(to);
                let end = (end[lane] as usize).max(first).min(to);
                let mixed = [from <= behind || first > before + columns, to > before + columns];
                let start = (row + lane) * columns;
                let over = usize::from(from >= columns);
                let cells = [from, first, end, to];
                let last = columns + over * columns;
                let here = cells.map(|column| column.min(last) + start - over * columns);
                self.add_cells(here, seen[over], mixed, &mut total, &mut aside);
                if to > last {
                    let there = cells.map(|column| column.max(columns) + start - columns);
                    self.add_cells(there, seen[1], mixed, &mut total, &mut aside);
                }
            }
        }
        inside.across[0] += aside;
        inside.sums = inside.sums.with(total);
        inside.across[1] += if across { total.many } else { 0 };
    }

    /// Adds cells of a row: touched, taken in and touched again. `mixed`: those touched are at the seam.
    #[inline(always)]
    fn add_cells(
        &mut self,
        cells: [usize; 4],
        seen: Across,
        mixed: [bool; 2],
        total: &mut RowSums,
        aside: &mut usize,
    ) {
        let [from, first, end, to] = cells.map(|cell| self.grid.starts[cell] as usize);
        self.borders.add_seen(from..first, if mixed[0] { MIXED } else { seen });
        self.borders.add_seen(end..to, if mixed[1] { MIXED } else { seen });
        total.add(self.grid, first..end);
        *aside += (seen & 1) * (end - first);
    }

    /// Adds a row at the seam: of what a wedge touches above it or below it, all is looked at.
    fn note_row(&mut self, wedge: &Wedge, row: usize) {
        let (grid, columns, [x, y]) = (self.grid, self.grid.columns, self.axes);
        let top = row as f32 * grid.row - y.own;
        let tops = f32x4::from([top, top + y.shift, top, top + y.shift]);
        let cut = self.cut(wedge, tops);
        let touched = f32x4::bits(cut.from.le(cut.to)) & 3;
        if touched == 0 {
            return;
        }
        let [from, first, end, to] = [cut.from, cut.first, cut.end, cut.to]
            .map(|at| self.columns(at).map(|column| column as usize));
        let both = touched == 3;
        let side = usize::from(touched == 2);
        let (from, to) = if both {
            (from[0].min(from[1]), to[0].max(to[1]) + 1)
        } else {
            (from[side], to[side] + 1)
        };
        let to = to.min(from + columns);
        // On both sides of the seam, it is not known who counts.
        let first = if both { to } else { (first[side] + 1).min(to) };
        let end = if both { to } else { end[side].max(first).min(to) };
        let slots = |from: usize, to: usize, over: bool| {
            let within = |column: usize| {
                if over { column.max(columns) - columns } else { column.min(columns) }
            };
            grid.stretch(row as isize, within(from) as isize, within(to) as isize)
        };
        for over in [false, true] {
            self.borders.add_seen(slots(from, first, over), MIXED);
            let inside = slots(first, end, over);
            if !inside.is_empty() {
                let across = [over != (x.shift < 0.0), side == 1];
                let shift =
                    [0, 1].map(|axis| if across[axis] { self.axes[axis].shift } else { 0.0 });
                self.borders.add_side(inside, shift, side == 1);
            }
            self.borders.add_seen(slots(end, to, over), MIXED);
        }
    }
}
