//! A closer look at the units along the borders of one viewer's view.

use super::grid::Grid;
use super::neighborhood::Sums;
use super::view::{BOTH, EITHER, FULL, Sector};
use crate::engine::math::{LANES, Lane};
use std::ops::Range;
use wide::f32x4;

/// A unit that looks around.
#[derive(Clone, Copy)]
pub(super) struct Viewer {
    pub x: f32,
    pub y: f32,
    pub hx: f32,
    pub hy: f32,
    pub length: f32,
}

/// Room for stretches of slots, before they are looked at.
const ROOM: usize = 32;

/// Sums over the units at the borders of one viewer's view, found one by one.
pub(super) struct Look<'a> {
    viewer: &'a Viewer,
    /// How far from its own place the viewer stands: whole worlds, where sight wraps.
    shift: [f32; 2],
    sector: &'a Sector,
    pub grid: &'a Grid,
    /// Everybody is near enough, and nobody across an edge: the radius takes in all of the frame,
    /// nobody is outside of it, and there is no shift.
    pub whole: bool,
    /// Stretches of slots still to be looked at.
    spans: [[u32; 2]; ROOM],
    listed: usize,
    found: Sums<f32x4>,
}

impl<'a> Look<'a> {
    pub fn new(viewer: &'a Viewer, shift: [f32; 2], sector: &'a Sector, grid: &'a Grid) -> Self {
        let (spans, found) = ([[0; 2]; ROOM], Sums::zero());
        Self { viewer, shift, sector, grid, whole: false, spans, listed: 0, found }
    }

    /// Where the viewer stands, counted from the origin of the grid's frame.
    pub fn place(&self) -> (f32, f32) {
        let [left, top] = self.grid.origin();
        (self.viewer.x + self.shift[0] - left, self.viewer.y + self.shift[1] - top)
    }

    /// Whether the viewer stands in its own place, rather than whole worlds away.
    pub fn is_at_home(&self) -> bool {
        self.shift == [0.0; 2]
    }

    /// Puts slots on the list.
    #[inline(always)]
    pub fn at(&mut self, slots: Range<usize>) {
        self.spans[self.listed] = [slots.start as u32, slots.end as u32];
        self.listed += usize::from(slots.start < slots.end);
        if self.listed == ROOM {
            self.look();
        }
    }

    /// The sums over all that has been on the list.
    pub fn finish(&mut self) -> Sums<f32x4> {
        self.look();
        self.found
    }

    /// Looks at the units on the list.
    #[inline(never)]
    fn look(&mut self) {
        match (self.sector.opening(), self.whole) {
            (EITHER, true) => self.look_through::<EITHER, true>(),
            (EITHER, false) => self.look_through::<EITHER, false>(),
            (BOTH, true) => self.look_through::<BOTH, true>(),
            (BOTH, false) => self.look_through::<BOTH, false>(),
            _ => self.look_through::<FULL, false>(),
        }
        self.listed = 0;
    }

    /// Four units at a time.
    #[inline(always)]
    fn look_through<const OPENING: u8, const WHOLE: bool>(&mut self) {
        let splat = f32x4::splat;
        let Viewer { x, y, hx, hy, length } = *self.viewer;
        let radius = length * self.sector.radius_factor;
        let (x, y, radius2) = (splat(x), splat(y), splat(radius * radius));
        let [shift_x, shift_y] = self.shift.map(splat);
        let borders = self.sector.borders(splat(hx), splat(hy));
        let fields = &self.grid.fields;
        let Sums { count, mut dx, mut dy, mut vx, mut vy, .. } = self.found;
        let mut tally = f32x4::NO_TALLY;
        for [from, to] in &self.spans[..self.listed] {
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
                if !WHOLE {
                    (ox, oy) = (ox - shift_x, oy - shift_y);
                }
                let d2 = ox * ox + oy * oy;
                let near = if WHOLE { used } else { f32x4::and(used, d2.le(radius2)) };
                let mask = f32x4::and(near, borders.sees::<OPENING>(ox, oy, d2));
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
