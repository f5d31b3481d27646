//! Flocking sums of a view whose radius takes in all that a grid lies over: over everybody but
//! those in its blind wedge, or over those in its seeing wedge alone. Only the wedge needs cutting.
//!
//! Four rows are cut at once, one per lane.

use super::frame::Frame;
use super::look::Look;
use super::outline::{Outline, Wedge};
use super::total::Total;
use crate::engine::math::{LANES, Lane};
use wide::f32x4;

/// Whether everywhere in a frame is within `radius` of a place, which is counted from its origin.
pub(super) fn reaches_all((x, y): (f32, f32), radius: f32, frame: &Frame) -> bool {
    let away = |at: f32, extent: f32| at.max(extent - at);
    let (dx, dy) = (away(x, frame.x.extent), away(y, frame.y.extent));
    radius > 0.0 && dx * dx + dy * dy <= radius * radius
}

/// Sums over all in view of a viewer that sees to the ends of the frame, but for the units in cells
/// along the borders of the view: these go on the list. What lies within `margin` of a border is
/// looked at. Nobody may be outside the frame.
pub(super) fn gather(outline: &Outline, margin: f32, look: &mut Look) -> Total {
    let grid = look.grid;
    match outline {
        Outline::Seen(wedge) => sum_wedge::<true>(wedge, margin, look),
        Outline::Blind(wedge) => {
            let blind = sum_wedge::<false>(wedge, margin, look);
            Total::of(grid, 0..grid.len()).without(blind)
        }
        Outline::Full => {
            let (x, y) = look.place();
            let mut own = Total::default();
            let (first, last) = grid.rows_between(y - margin, y + margin);
            let (from, to) = grid.columns_between(x - margin, x + margin);
            for row in first..=last {
                let slots = grid.stretch(row, from, to + 1);
                look.at(slots.clone());
                own.add(grid, slots);
            }
            Total::of(grid, 0..grid.len()).without(own)
        }
    }
}

/// Sums over the cells that lie wholly in a wedge or, if it is not the seeing one, over all that it
/// touches. Cells that it touches, but does not take in, go on the list.
#[inline(never)]
fn sum_wedge<const SEEING: bool>(wedge: &Wedge, margin: f32, look: &mut Look) -> Total {
    let (grid, (x, y)) = (look.grid, look.place());
    let splat = f32x4::splat;
    let zero = f32x4::zero();
    let columns = splat(grid.columns as f32);
    let last = splat((grid.rows - 1) as f32);
    // Abscissas are in columns.
    let own = splat(x * grid.per_x);
    let aside = splat(margin * grid.per_x);
    let next = splat(1.0) + aside;
    let sides = wedge.sides.map(|(slope, right)| (splat(slope * grid.per_x), right));
    let mut total = Total::default();
    for row in (0..grid.rows).step_by(LANES) {
        let number = splat(row as f32) + f32x4::ramp();
        let top = number * splat(grid.row) - splat(margin + y);
        let bottom = top + splat(grid.row + 2.0 * margin);
        // Cells from..to are touched, first..end taken in.
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
            let slot = |column: [i32; LANES]| grid.starts[start + column[lane] as usize] as usize;
            let (from, first, end, to) = (slot(from), slot(first), slot(end), slot(to));
            look.at(from..first);
            look.at(end..to);
            total.add(grid, if SEEING { first..end } else { from..to });
        }
    }
    total
}
