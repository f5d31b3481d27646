//! Outline of a view, intersected with rows: the part of a strip that is inside the view, and the
//! part that touches it.
//!
//! Four strips are intersected at once, one per lane.

use super::view::Sector;
use crate::engine::math::Lane;
use wide::f32x4;

/// Larger than any coordinate, u.
pub(super) const UNREACHABLE: f32 = 1e30;

/// Intervals of x relative to the viewer, u, one row per lane; empty if `low > high`.
#[derive(Clone, Copy)]
pub(super) struct ColumnInterval {
    pub low: f32x4,
    pub high: f32x4,
}

impl ColumnInterval {
    fn all() -> Self {
        Self { low: f32x4::splat(-UNREACHABLE), high: f32x4::splat(UNREACHABLE) }
    }

    fn empty() -> Self {
        Self { low: f32x4::splat(UNREACHABLE), high: f32x4::splat(-UNREACHABLE) }
    }

    pub fn intersection(self, other: Self) -> Self {
        Self { low: Lane::max(self.low, other.low), high: Lane::min(self.high, other.high) }
    }

    /// Empty in lanes where `mask` is not set.
    pub fn empty_unless(self, mask: f32x4) -> Self {
        let Self { low, high } = Self::empty();
        Self { low: f32x4::select(mask, self.low, low), high: f32x4::select(mask, self.high, high) }
    }
}

/// Convex wedge with its tip at the viewer: the intersection of two half planes.
pub(super) struct Wedge {
    /// Per half plane: x of its border at y = 1, and whether it extends to the right.
    pub side_lines: [(f32, bool); 2],
}

impl Wedge {
    /// Creates the wedge |starboard| * `side` < forward * `k` around a heading.
    fn around(hx: f32, hy: f32, k: f32, side: f32) -> Self {
        // The unit vector forward is h, to starboard (-hy, hx): the half planes extend along k h -
        // side * starboard and k h + side * starboard.
        let (sx, sy) = (-hy * side, hx * side);
        let border = |nx: f32, ny: f32| {
            // A border that is almost horizontal is tilted by less than the margin of the rows.
            let right = nx >= 0.0;
            let nx = if right { nx.max(1e-6) } else { nx.min(-1e-6) };
            (-ny / nx, right)
        };
        Self { side_lines: [border(hx * k - sx, hy * k - sy), border(hx * k + sx, hy * k + sy)] }
    }

    /// Intervals in which strips from `top` to `bottom` lie entirely in the wedge, and in which
    /// they touch it.
    #[inline(always)]
    fn row_intervals(&self, top: f32x4, bottom: f32x4) -> (ColumnInterval, ColumnInterval) {
        let (mut inside, mut touched) = (ColumnInterval::all(), ColumnInterval::all());
        for (slope, right) in self.side_lines {
            let (a, b) = (top * f32x4::splat(slope), bottom * f32x4::splat(slope));
            let (less, more) = (Lane::min(a, b), Lane::max(a, b));
            if right {
                inside.low = Lane::max(inside.low, more);
                touched.low = Lane::max(touched.low, less);
            } else {
                inside.high = Lane::min(inside.high, less);
                touched.high = Lane::min(touched.high, more);
            }
        }
        (inside, touched)
    }
}

/// View model as a wedge that is seen, or that is not seen.
pub(super) enum ViewOutline {
    Seen(Wedge),
    Blind(Wedge),
    /// Full circle; only the viewer's own position is not seen.
    Full,
}

impl ViewOutline {
    pub fn from_sector(sector: &Sector, hx: f32, hy: f32) -> Self {
        match *sector {
            Sector { d, .. } if d > 0.0 => ViewOutline::Full,
            Sector { s, f, .. } if s < 0.0 => ViewOutline::Blind(Wedge::around(hx, hy, -f, 1.0)),
            Sector { s, f, .. } => ViewOutline::Seen(Wedge::around(hx, hy, f, s)),
        }
    }

    /// Intervals in which strips from `top` to `bottom` lie entirely in the wedge, and in which
    /// they touch it.
    #[inline(always)]
    fn wedge_intervals(&self, top: f32x4, bottom: f32x4) -> (ColumnInterval, ColumnInterval) {
        match self {
            ViewOutline::Seen(wedge) | ViewOutline::Blind(wedge) => {
                wedge.row_intervals(top, bottom)
            }
            ViewOutline::Full => {
                let zero = f32x4::zero();
                let own = f32x4::and(top.le(zero), bottom.ge(zero));
                let ColumnInterval { low, high } = ColumnInterval::empty();
                let at = |none| f32x4::select(own, zero, none);
                (ColumnInterval::empty(), ColumnInterval { low: at(low), high: at(high) })
            }
        }
    }

    /// Interval in which strips touch the view, and three intervals from left to right: entirely
    /// seen, entirely in the blind wedge, entirely seen.
    #[inline(always)]
    pub fn split_row(
        &self,
        inside: ColumnInterval,
        touched: ColumnInterval,
        top: f32x4,
        bottom: f32x4,
    ) -> (ColumnInterval, [ColumnInterval; 3]) {
        let (inner, outer) = self.wedge_intervals(top, bottom);
        if matches!(self, ViewOutline::Seen(_)) {
            let empty = ColumnInterval::empty();
            return (touched.intersection(outer), [inside.intersection(inner), empty, empty]);
        }
        let hole = outer.low.le(outer.high);
        let left = f32x4::select(hole, Lane::min(inside.high, outer.low), inside.high);
        let right =
            f32x4::select(hole, Lane::max(inside.low, outer.high), f32x4::splat(UNREACHABLE));
        let left = ColumnInterval { low: inside.low, high: left };
        let right = ColumnInterval { low: right, high: inside.high };
        (touched, [left, inner, right])
    }
}
