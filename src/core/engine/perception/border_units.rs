//! The units along the borders of one viewer's view, compared one by one.

use super::grid::Grid;
use super::neighborhood::Sums;
use super::view::{Opening, Sector};
use super::viewers::Viewer;
use crate::engine::math::{LANES, Lane};
use crate::engine::scenery::Space;
use crate::engine::scenery::edges::nearest_image;
use std::ops::Range;
use wide::f32x4;

/// Room for stretches of slots, before they are looked at.
const MAX_STRETCHES: usize = 32;

/// From where a viewer looks.
#[derive(Clone, Copy)]
pub(super) struct Image {
    /// How far from its own place: whole worlds, where sight wraps.
    pub shift: [f32; 2],
    /// Only those count whose nearest image is seen from there.
    pub clipped: bool,
    /// Those count who are not in view.
    pub blind: bool,
}

impl Image {
    /// From its own place, at all.
    pub const STRAIGHT: Self = Self { shift: [0.0; 2], clipped: false, blind: false };
}

/// Sums over the units at the borders of one viewer's view.
pub(super) struct BorderUnits<'a> {
    viewer: &'a Viewer,
    image: Image,
    space: &'a Space,
    sector: &'a Sector,
    grid: &'a Grid,
    /// All units are near enough, and none across an edge: the radius takes in all of the extent,
    /// no unit is outside of it, and there is no shift.
    whole: bool,
    /// Stretches of slots still to be looked at.
    spans: [[u32; 2]; MAX_STRETCHES],
    noted: usize,
    found: Sums<f32x4>,
}

impl<'a> BorderUnits<'a> {
    pub fn new(
        viewer: &'a Viewer,
        image: Image,
        space: &'a Space,
        sector: &'a Sector,
        grid: &'a Grid,
        whole: bool,
    ) -> Self {
        let (spans, found) = ([[0; 2]; MAX_STRETCHES], Sums::ZERO);
        Self { viewer, image, space, sector, grid, whole, spans, noted: 0, found }
    }

    /// Notes slots to be looked at.
    #[inline(always)]
    pub fn add_span(&mut self, slots: Range<usize>) {
        self.spans[self.noted] = [slots.start as u32, slots.end as u32];
        self.noted += usize::from(slots.start < slots.end);
        if self.noted == MAX_STRETCHES {
            self.compare();
        }
    }

    /// The sums over all that have been noted.
    pub fn finish(&mut self) -> Sums<f32x4> {
        self.compare();
        self.found
    }

    /// Looks at the units noted.
    #[inline(never)]
    fn compare(&mut self) {
        let borders =
            self.sector.borders(f32x4::splat(self.viewer.hx), f32x4::splat(self.viewer.hy));
        let either = |dx, dy, _| borders.either_holds(dx, dy);
        let any = |dx, dy, d2| borders.hold(dx, dy, d2);
        let Image { clipped, blind, .. } = self.image;
        match (self.sector.opening(), self.whole, clipped) {
            (_, _, true) if blind => {
                let all = f32x4::ZERO.eq(f32x4::ZERO);
                self.sum_up::<false, true>(|dx, dy, d2| all ^ borders.hold(dx, dy, d2));
            }
            (Opening::Either, true, _) => self.sum_up::<true, false>(either),
            (Opening::Either, false, false) => self.sum_up::<false, false>(either),
            (Opening::Either, false, true) => self.sum_up::<false, true>(either),
            (Opening::Both | Opening::Full, _, false) => self.sum_up::<false, false>(any),
            (Opening::Both | Opening::Full, _, true) => self.sum_up::<false, true>(any),
        }
        self.noted = 0;
    }

    /// Four units at a time.
    #[inline(always)]
    fn sum_up<const WHOLE: bool, const CLIPPED: bool>(
        &mut self,
        in_view: impl Fn(f32x4, f32x4, f32x4) -> f32x4,
    ) {
        let splat = f32x4::splat;
        let Viewer { x, y, length, .. } = *self.viewer;
        let radius = length * self.sector.radius_factor;
        let (x, y, radius2) = (splat(x), splat(y), splat(radius * radius));
        let [shift_x, shift_y] = self.image.shift.map(splat);
        let Space { width, height, .. } = *self.space;
        let fields = &self.grid.fields;
        let Sums { count, mut dx, mut dy, mut vx, mut vy, .. } = self.found;
        let mut tally = f32x4::NO_TALLY;
        for [from, to] in &self.spans[..self.noted] {
            let (from, to) = (*from as usize, *to as usize);
            // Behind the last one are units that are none of ours.
            let slots = from..from + (to - from).next_multiple_of(LANES);
            let fours = |field: usize| fields[field][slots.clone()].as_chunks::<LANES>().0;
            let [xs, ys, vxs, vys] = [0, 1, 2, 3].map(fours);
            let mut left = splat((to - from) as i32 as f32);
            for (((xs, ys), vxs), vys) in xs.iter().zip(ys).zip(vxs).zip(vys) {
                let used = f32x4::ramp().lt(left);
                left -= splat(LANES as f32);
                let (mut ox, mut oy) = (f32x4::from(*xs) - x, f32x4::from(*ys) - y);
                let mut ours = used;
                if CLIPPED {
                    let nearest = (nearest_image(ox, width), nearest_image(oy, height));
                    (ox, oy) = (ox - shift_x, oy - shift_y);
                    let same = f32x4::and(nearest.0.eq(ox), nearest.1.eq(oy));
                    ours = f32x4::and(used, same);
                } else if !WHOLE {
                    (ox, oy) = (ox - shift_x, oy - shift_y);
                }
                let d2 = ox * ox + oy * oy;
                let near = if WHOLE { used } else { f32x4::and(ours, d2.le(radius2)) };
                let mask = f32x4::and(near, in_view(ox, oy, d2));
                tally = f32x4::tally(tally, mask);
                dx += ox.keep(mask);
                dy += oy.keep(mask);
                vx += f32x4::from(*vxs).keep(mask);
                vy += f32x4::from(*vys).keep(mask);
            }
        }
        self.found = Sums { count: count + f32x4::tallied(tally), dx, dy, vx, vy, ..self.found };
    }
}
