//! The units along the borders of one viewer's view, compared one by one.

use super::grid::Grid;
use super::neighborhood::Sums;
use super::running_sums::RowSums;
use super::view::{Opening, Sector};
use super::viewers::Viewer;
use crate::engine::math::{LANES, Lane};
use crate::engine::scenery::Space;
use crate::engine::scenery::edges::nearest_image;
use std::ops::Range;
use wide::f32x4;

/// Room for stretches of slots, before they are looked at.
const MAX_STRETCHES: usize = 32;

/// From where a viewer looks, and at whom.
#[derive(Clone, Copy)]
pub(super) enum Image {
    /// From its own place at units that are all near enough, and none of them across an edge.
    Whole,
    /// From as far from its own place: whole worlds, where sight wraps.
    Shifted([f32; 2]),
    /// The same, of those alone whose nearest image is seen from there.
    Clipped([f32; 2]),
    /// At the nearest image of each unit, which is near enough. Those beyond half a world are seen so far
    /// from their own place. `blind`: those count that are not in view.
    Nearest { across: [f32; 2], blind: bool },
}

impl Image {
    /// From its own place, at all.
    pub const STRAIGHT: Self = Self::Shifted([0.0; 2]);
}

/// How the nearest images of a stretch of units lie: a bit for each axis along which all of them are
/// seen across an edge.
pub(super) type Across = usize;

/// Some are, and others are not.
pub(super) const MIXED: Across = 4;

/// Sums over the units at the borders of one viewer's view.
pub(super) struct BorderUnits<'a> {
    viewer: &'a Viewer,
    image: Image,
    space: &'a Space,
    sector: &'a Sector,
    grid: &'a Grid,
    /// Stretches of slots still to be looked at,
    spans: [[u32; 2]; MAX_STRETCHES],
    /// and [`Across`] what they are seen.
    seen: [u8; MAX_STRETCHES],
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
    ) -> Self {
        let (spans, seen) = ([[0; 2]; MAX_STRETCHES], [0; MAX_STRETCHES]);
        let (noted, found) = (0, Sums::ZERO);
        Self { viewer, image, space, sector, grid, spans, seen, noted, found }
    }

    /// Notes slots to be looked at.
    #[inline(always)]
    pub fn add_span(&mut self, slots: Range<usize>) {
        self.add_seen(slots, MIXED);
    }

    /// The same, where it is known how their [nearest images](Image::Nearest) lie.
    #[inline(always)]
    pub fn add_seen(&mut self, slots: Range<usize>, across: Across) {
        self.seen[self.noted] = across as u8;
        self.spans[self.noted] = [slots.start as u32, slots.end as u32];
        self.noted += usize::from(slots.start < slots.end);
        if self.noted == MAX_STRETCHES {
            self.compare();
        }
    }

    /// Notes the cells within `margin` of a place, which is given relative to the grid's origin (u), and
    /// returns the sums over them.
    pub fn add_around(&mut self, (x, y): (f32, f32), margin: f32) -> RowSums {
        let (grid, mut sums) = (self.grid, RowSums::default());
        for row in grid.row_at(y - margin)..=grid.row_at(y + margin) {
            let columns = (grid.column_at(x - margin), grid.column_at(x + margin) + 1);
            let slots = grid.stretch(row, columns.0, columns.1);
            self.add_span(slots.clone());
            sums.add(grid, slots);
        }
        sums
    }

    /// Adds units of whom all count on one side of the viewer's half world down, `beyond` it or before,
    /// and none on the other; all are seen as far from their own places.
    #[inline(never)]
    pub fn add_side(&mut self, slots: Range<usize>, shift: [f32; 2], beyond: bool) {
        let half = f32x4::splat(0.5 * self.space.height);
        let flipped = if beyond { f32x4::ZERO } else { f32x4::ZERO.eq(f32x4::ZERO) };
        let [x, y] = shift.map(f32x4::splat);
        let mut sums = StretchSums::new(self);
        sums.add(slots, |dx, dy| (dx + x, dy + y, flipped ^ Lane::abs(dy).gt(half)));
        self.found = sums.finish();
    }

    /// The sums over all that have been noted.
    pub fn finish(&mut self) -> Sums<f32x4> {
        self.compare();
        self.found
    }

    /// Looks at the units noted.
    #[inline(never)]
    fn compare(&mut self) {
        let Viewer { hx, hy, length, .. } = *self.viewer;
        let borders = self.sector.borders(f32x4::splat(hx), f32x4::splat(hy));
        let either = matches!(self.sector.opening(), Opening::Either);
        let Space { width, height, .. } = *self.space;
        let radius = length * self.sector.radius_factor;
        let radius2 = f32x4::splat(radius * radius);
        let square = |dx: f32x4, dy: f32x4| dx * dx + dy * dy;
        let near = |dx, dy| {
            let d2 = square(dx, dy);
            f32x4::and(d2.le(radius2), borders.hold(dx, dy, d2))
        };
        match self.image {
            Image::Whole if either => {
                self.sum_up(|dx, dy| (dx, dy, borders.either_holds(dx, dy)));
            }
            Image::Whole => self.sum_up(|dx, dy| (dx, dy, borders.hold(dx, dy, square(dx, dy)))),
            Image::Shifted(shift) => {
                let [x, y] = shift.map(f32x4::splat);
                self.sum_up(|dx, dy| (dx - x, dy - y, near(dx - x, dy - y)));
            }
            Image::Clipped(shift) => {
                let [x, y] = shift.map(f32x4::splat);
                self.sum_up(|dx, dy| {
                    let nearest = (nearest_image(dx, width), nearest_image(dy, height));
                    let (dx, dy) = (dx - x, dy - y);
                    let same = f32x4::and(nearest.0.eq(dx), nearest.1.eq(dy));
                    (dx, dy, f32x4::and(same, near(dx, dy)))
                });
            }
            Image::Nearest { across, blind: true } if either => {
                self.sum_nearest(across, |dx, dy| borders.neither_holds(dx, dy));
            }
            Image::Nearest { across, blind } => {
                let flipped = if blind { f32x4::ZERO.eq(f32x4::ZERO) } else { f32x4::ZERO };
                let counts = |dx, dy| flipped ^ borders.hold(dx, dy, square(dx, dy));
                self.sum_nearest(across, counts);
            }
        }
        self.noted = 0;
    }

    /// `image` turns differences of places into offsets, and tells which of them count.
    #[inline(always)]
    fn sum_up(&mut self, image: impl Fn(f32x4, f32x4) -> (f32x4, f32x4, f32x4)) {
        let mut sums = StretchSums::new(self);
        for [from, to] in &self.spans[..self.noted] {
            sums.add(*from as usize..*to as usize, &image);
        }
        self.found = sums.finish();
    }

    /// The same of nearest images, of which those `count` whose offsets do.
    #[inline(always)]
    fn sum_nearest(&mut self, across: [f32; 2], count: impl Fn(f32x4, f32x4) -> f32x4) {
        let mut sums = StretchSums::new(self);
        let Space { width, height, .. } = *self.space;
        let (half_x, half_y) = (f32x4::splat(0.5 * width), f32x4::splat(0.5 * height));
        let [x, y] = across.map(f32x4::splat);
        for ([from, to], seen) in self.spans[..self.noted].iter().zip(&self.seen) {
            let slots = *from as usize..*to as usize;
            if usize::from(*seen) == MIXED {
                sums.add(slots, |dx, dy| {
                    // Only on one side is there as much of the world.
                    let dx = dx + x.keep(Lane::abs(dx).gt(half_x));
                    let dy = dy + y.keep(Lane::abs(dy).gt(half_y));
                    (dx, dy, count(dx, dy))
                });
            } else {
                let along = |axis: usize| {
                    f32x4::splat(if seen >> axis & 1 == 1 { across[axis] } else { 0.0 })
                };
                let (x, y) = (along(0), along(1));
                sums.add(slots, |dx, dy| {
                    let (dx, dy) = (dx + x, dy + y);
                    (dx, dy, count(dx, dy))
                });
            }
        }
        self.found = sums.finish();
    }
}

/// Sums over stretches of units, four at a time.
struct StretchSums<'a> {
    x: f32x4,
    y: f32x4,
    fields: [&'a [f32]; 4],
    tally: <f32x4 as Lane>::Tally,
    found: Sums<f32x4>,
}

impl<'a> StretchSums<'a> {
    #[inline(always)]
    fn new(units: &BorderUnits<'a>) -> Self {
        let Viewer { x, y, .. } = *units.viewer;
        let (x, y) = (f32x4::splat(x), f32x4::splat(y));
        // To the compiler, all are as long, and one check is enough.
        let fields = &units.grid.fields;
        let fields = std::array::from_fn(|field| &fields[field][..fields[0].len()]);
        Self { x, y, fields, tally: f32x4::NO_TALLY, found: units.found }
    }

    #[inline(always)]
    fn add(
        &mut self,
        Range { start, end }: Range<usize>,
        image: impl Fn(f32x4, f32x4) -> (f32x4, f32x4, f32x4),
    ) {
        // Behind the last one are units that are none of ours.
        let slots = start..start + (end - start).next_multiple_of(LANES);
        let fours = |field: usize| self.fields[field][slots.clone()].as_chunks::<LANES>().0;
        let [xs, ys, vxs, vys] = [0, 1, 2, 3].map(fours);
        let mut left = f32x4::splat((end - start) as i32 as f32);
        let Sums { dx, dy, vx, vy, .. } = &mut self.found;
        for (((xs, ys), vxs), vys) in xs.iter().zip(ys).zip(vxs).zip(vys) {
            let used = f32x4::ramp().lt(left);
            left -= f32x4::splat(LANES as f32);
            let (ox, oy, counts) = image(f32x4::from(*xs) - self.x, f32x4::from(*ys) - self.y);
            let mask = f32x4::and(used, counts);
            self.tally = f32x4::tally(self.tally, mask);
            *dx += ox.keep(mask);
            *dy += oy.keep(mask);
            *vx += f32x4::from(*vxs).keep(mask);
            *vy += f32x4::from(*vys).keep(mask);
        }
    }

    #[inline(always)]
    fn finish(self) -> Sums<f32x4> {
        Sums { count: self.found.count + f32x4::tallied(self.tally), ..self.found }
    }
}
