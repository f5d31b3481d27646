//! Flocking sums of a view that takes in a large crowd, exact without looking at everybody.
//!
//! Cohesion and alignment need only sums. The units of a row of cells lie in order along it, so the
//! sums over any stretch of a row are the difference of two running sums. Of each row that a view
//! touches, the stretch that lies wholly inside it is taken as one such difference, the stretch
//! wholly in the blind wedge is passed over, and only the units of the cells between, through which
//! a border of the view runs, are looked at one by one.
//!
//! Four rows are cut at once, one per lane; then the units at the borders, four at a time. Views
//! whose radius takes in the whole world have less to cut, see [`around`].

use super::around;
use super::grid::Grid;
use super::look::{Look, Viewer};
use super::neighborhood::Neighborhood;
use super::outline::{FAR, Interval, Outline};
use super::total::Total;
use super::view::Sector;
use crate::engine::math::{LANES, Lane};
use crate::engine::scenery::Space;
use std::ops::Range;
use wide::f32x4;

/// Sums over stretches of rows that are wholly in view. Where one begins at the slot at which the
/// last one ended, as whole rows do, they are taken as one.
struct Whole<'a> {
    grid: &'a Grid,
    /// Not yet summed.
    open: Range<usize>,
    total: Total,
}

impl Whole<'_> {
    #[inline(always)]
    fn take(&mut self, slots: Range<usize>) {
        if slots.start != self.open.end {
            self.close();
            self.open.start = slots.start;
        }
        self.open.end = slots.end;
    }

    fn close(&mut self) {
        self.total.add(self.grid, self.open.clone());
        self.open.start = self.open.end;
    }
}

/// Whether [`gather`] can serve views of this radius: where sight wraps, nobody may be in view
/// twice.
pub(super) fn serves(radius: f32, space: &Space) -> bool {
    !space.torus || 2.0 * radius < space.width.min(space.height)
}

/// The flocking sums of one viewer over a [dense](Grid::is_dense) grid.
pub(super) fn gather(viewer: &Viewer, grid: &Grid, sector: &Sector, space: &Space) -> Neighborhood {
    if !space.torus {
        return gather_from(viewer, [0.0; 2], grid, sector, space);
    }
    // Looking across an edge is looking in from a place one world away.
    let radius = viewer.length * sector.radius_factor;
    let meets = |x: f32, extent: f32| x + radius >= 0.0 && x - radius <= extent;
    let mut found = Neighborhood::default();
    for shift_y in [-space.height, 0.0, space.height] {
        for shift_x in [-space.width, 0.0, space.width] {
            let (x, y) = (viewer.x + shift_x, viewer.y + shift_y);
            if meets(x, space.width) && meets(y, space.height) {
                let more = gather_from(viewer, [shift_x, shift_y], grid, sector, space);
                found = Neighborhood {
                    count: found.count + more.count,
                    dx: found.dx + more.dx,
                    dy: found.dy + more.dy,
                    vx: found.vx + more.vx,
                    vy: found.vy + more.vy,
                    crowding: 0.0,
                };
            }
        }
    }
    found
}

/// The same for a viewer that stands `shift` away from its place.
fn gather_from(
    viewer: &Viewer,
    shift: [f32; 2],
    grid: &Grid,
    sector: &Sector,
    space: &Space,
) -> Neighborhood {
    let radius = viewer.length * sector.radius_factor;
    // Rounding in here is well below this; what lies within it of a border is looked at.
    let margin = 1e-5 * (radius + space.width + space.height);
    let outline = Outline::of(sector, viewer.hx, viewer.hy);
    let mut look = Look::new(viewer, shift, sector, grid);
    look.whole = grid.is_contained()
        && look.is_at_home()
        && around::reaches_all(look.place(), radius - margin, &grid.frame);
    let Total { many, sums } = if look.whole {
        around::gather(&outline, margin, &mut look)
    } else {
        gather_disk(&outline, radius, margin, &mut look)
    };
    let found = look.finish();
    let sum = |lanes: f32x4| {
        let [a, b, c, d] = lanes.to_array();
        (a + b) + (c + d)
    };
    let offset = |sum: f64, own: f32, shift: f32| {
        (sum - many as f64 * (f64::from(own) + f64::from(shift))) as f32
    };
    Neighborhood {
        count: sum(found.count) + many as f32,
        dx: sum(found.dx) + offset(sums[0], viewer.x, shift[0]),
        dy: sum(found.dy) + offset(sums[1], viewer.y, shift[1]),
        vx: sum(found.vx) + sums[2] as f32,
        vy: sum(found.vy) + sums[3] as f32,
        crowding: 0.0,
    }
}

/// The sums over the cells wholly in view. Those through which a border runs go on the list.
fn gather_disk(outline: &Outline, radius: f32, margin: f32, look: &mut Look) -> Total {
    let (grid, (x, y)) = (look.grid, look.place());
    let splat = f32x4::splat;
    let zero = f32x4::zero();
    let radius2 = splat(radius * radius);
    let mut whole = Whole { grid, open: 0..0, total: Total::default() };
    let (first, last) = grid.rows_between(y - radius - margin, y + radius + margin);
    // Columns and rows at the border of the frame may hold units from beyond it.
    let open = !grid.is_contained();
    let columns_of_grid = grid.columns as isize;
    let (least, most) = (isize::from(open), columns_of_grid - isize::from(open));

    let mut row = first;
    while row <= last {
        let number = f32x4::from_fn(|lane| (row + lane as isize) as f32);
        let top = number * splat(grid.row) - splat(margin + y);
        let bottom = top + splat(grid.row + 2.0 * margin);
        let near = Lane::max(zero, Lane::max(top, -bottom));
        let far = Lane::max(Lane::abs(top), Lane::abs(bottom));
        let chord = |y: f32x4| {
            let rest = radius2 - y * y;
            let half = f32x4::select(rest.ge(zero), Lane::max(rest, zero).sqrt(), splat(-FAR));
            Interval { low: -half, high: half }
        };
        let (touched, [left, hole, right]) = outline.cut(chord(far), chord(near), top, bottom);
        // Most often all four rows are wholly in view.
        let ends = [left.low + splat(x + margin), left.high + splat(x - margin)];
        let [low, high] = ends.map(|at| at * splat(grid.per_x));
        let all = f32x4::and(low.le(splat(-1.0)), high.ge(splat(columns_of_grid as f32)));
        if f32x4::all(all) && !open && row + LANES as isize <= last + 1 {
            whole.take(grid.stretch(row, 0, LANES as isize * columns_of_grid));
            row += LANES as isize;
            continue;
        }
        // Abscissas to columns; -1 and beyond the last column where they lie well outside.
        let columns = |at: f32x4, by: f32| {
            let outside = 1.5 / grid.per_x;
            let x = (at + splat(x + by)).within(-outside, grid.frame.x.extent + outside);
            (x * splat(grid.per_x)).trunc_int().to_array()
        };
        let inner = |i: Interval| (columns(i.low, margin), columns(i.high, -margin));
        let (from, to) = (columns(touched.low, -margin), columns(touched.high, margin));
        let parts = [(inner(left), true), (inner(hole), false), (inner(right), true)];
        let lost = touched.low.gt(touched.high).to_array();

        for lane in 0..LANES.min((last + 1 - row) as usize) {
            let this = row + lane as isize;
            let edge = open && (this == 0 || this == grid.rows as isize - 1);
            if edge {
                look.at(grid.stretch(this, 0, columns_of_grid));
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
                    look.at(grid.stretch(this, here, low));
                }
                if *summed {
                    whole.take(grid.stretch(this, low, high));
                }
                here = high;
                if here == end {
                    break;
                }
            }
            if here < end {
                look.at(grid.stretch(this, here, end));
            }
        }
        row += LANES as isize;
    }
    whole.close();
    whole.total
}
