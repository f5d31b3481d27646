//! Intersections of the outline of a field of view with rows of a grid: the part of a row inside
//! the view, and the part that touches it. Four rows are intersected at once, one per SIMD lane.

use super::view::Sector;
use crate::engine::math::Lane;
use wide::f32x4;

/// Number larger than any coordinate, u, for an interval or a world without an end.
pub(super) const BEYOND_COORDINATES: f32 = 1e30;

/// Interval of x relative to a viewer, u, one per SIMD lane; empty where `low > high`.
#[derive(Clone, Copy)]
pub(super) struct ColumnInterval {
    pub low: f32x4,
    pub high: f32x4,
}

impl ColumnInterval {
    fn all() -> Self {
        Self { low: f32x4::splat(-BEYOND_COORDINATES), high: f32x4::splat(BEYOND_COORDINATES) }
    }

    fn empty() -> Self {
        Self { low: f32x4::splat(BEYOND_COORDINATES), high: f32x4::splat(-BEYOND_COORDINATES) }
    }

    pub fn intersection(self, other: Self) -> Self {
        Self { low: Lane::max(self.low, other.low), high: Lane::min(self.high, other.high) }
    }

    /// Returns this interval in the lanes where `mask` is set, and an empty interval in the others.
    pub fn empty_unless(self, mask: f32x4) -> Self {
        let Self { low, high } = Self::empty();
        Self { low: f32x4::select(mask, self.low, low), high: f32x4::select(mask, self.high, high) }
    }
}

/// Convex wedge with its tip at a viewer: the intersection of two half planes.
pub(super) struct Wedge {
    /// Borders of the wedge's two half planes, relative to its tip: x of the border at y = 1, and
    /// whether the half plane extends to the right of the border.
    pub side_lines: [(f32, bool); 2],
}

impl Wedge {
    /// Creates the wedge `|starboard| * side < forward * k` around the heading vector (hx, hy).
    fn around(hx: f32, hy: f32, k: f32, side: f32) -> Self {
        // With the unit vector starboard = (-hy, hx), the inward normals of the wedge's two half
        // planes are k h - side * starboard and k h + side * starboard.
        let (sx, sy) = (-hy * side, hx * side);
        let border = |nx: f32, ny: f32| {
            // The x at y = 1 of an almost horizontal border would be huge, so such a border is
            // tilted, by less than the margin that is added to a row.
            let right = nx >= 0.0;
            let nx = if right { nx.max(1e-6) } else { nx.min(-1e-6) };
            (-ny / nx, right)
        };
        Self { side_lines: [border(hx * k - sx, hy * k - sy), border(hx * k + sx, hy * k + sy)] }
    }

    /// Intervals of x in which horizontal strips (one per lane) lie entirely in the wedge, and in
    /// which they touch it. `top` and `bottom`: y of the strips relative to the viewer, u.
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

/// Outline of a field of view: the wedge that the viewer sees, or the wedge that it does not see.
pub(super) enum ViewOutline {
    Seen(Wedge),
    Blind(Wedge),
    /// Full circle; only the viewer's own position is out of view.
    Full,
}

impl ViewOutline {
    pub fn from_sector(sector: &Sector, hx: f32, hy: f32) -> Self {
        match *sector {
            Sector { distance_coefficient, .. } if distance_coefficient > 0.0 => ViewOutline::Full,
            Sector { starboard_coefficient: s, forward_coefficient: f, .. } if s < 0.0 => {
                ViewOutline::Blind(Wedge::around(hx, hy, -f, 1.0))
            }
            Sector { starboard_coefficient: s, forward_coefficient: f, .. } => {
                ViewOutline::Seen(Wedge::around(hx, hy, f, s))
            }
        }
    }

    /// Intervals of x in which horizontal strips (one per lane) lie entirely in the outline's
    /// wedge, or touch it. `top`, `bottom`: y of the strips relative to the viewer, u.
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

    /// Interval of x in which horizontal strips (one per lane) touch the view, and three intervals
    /// from left to right: entirely seen, entirely in the blind wedge, entirely seen. `inside`,
    /// `touched`: intervals that lie within the view's radius, or touch it.
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
        let right = f32x4::select(
            hole,
            Lane::max(inside.low, outer.high),
            f32x4::splat(BEYOND_COORDINATES),
        );
        let left = ColumnInterval { low: inside.low, high: left };
        let right = ColumnInterval { low: right, high: inside.high };
        (touched, [left, inner, right])
    }
}
