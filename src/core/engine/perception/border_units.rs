//! Tests one by one whether the units near the borders of one viewer's field of view are inside.

use super::grid::Grid;
use super::neighborhood::NeighborSums;
use super::running_sums::RowSums;
use super::view::{BorderCombination, Sector};
use super::viewers::Viewer;
use crate::engine::math::{LANES, Lane};
use crate::engine::scenery::Space;
use crate::engine::scenery::edges::nearest_image;
use std::ops::Range;
use wide::f32x4;

/// Largest number of spans (ranges of slots, that is, of sorted indices of units) that are
/// collected before their units are tested.
const MAX_SPANS: usize = 32;

/// Position from which a viewer is taken to look (its own or a periodic image), and condition that
/// a unit must meet to count.
#[derive(Clone, Copy)]
pub(super) enum ViewerImage {
    /// The viewer looks from its own position. All units are within the view's radius, and no
    /// position is displaced, so only the view's angles are tested.
    Whole,
    /// The viewer looks from its position plus this vector (u), whose components are whole
    /// multiples of the world's width and height on a torus.
    Shifted([f32; 2]),
    /// Like `Shifted`, but a unit counts only if its nearest periodic image is the one seen from
    /// the shifted position.
    InsideView([f32; 2]),
    /// The viewer looks from its own position at the nearest image of each unit; all images are
    /// within the view's radius. `across`: displacement along each axis of the image of a unit that
    /// is farther away than half the world, u. If `blind` is set, the units outside the view count
    /// instead of those inside.
    Nearest { across: [f32; 2], blind: bool },
}

impl ViewerImage {
    /// The viewer looks from its own position.
    pub const UNSHIFTED: Self = Self::Shifted([0.0; 2]);
}

/// Whether the nearest periodic images of a span's units are seen across the edges of a torus.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EdgeCrossings {
    /// For the x and y axis: true if all units of the span are seen across an edge, false if none.
    Uniform([bool; 2]),
    /// Some units of the span are seen across an edge of the torus, others are not.
    Mixed,
}

/// Sums over the units inside one viewer's field of view, among units near its borders that are
/// added and then tested one by one.
pub(super) struct BorderUnits<'a> {
    viewer: &'a Viewer,
    image: ViewerImage,
    space: &'a Space,
    sector: &'a Sector,
    grid: &'a Grid,
    /// Spans of slots (sorted indices of units) whose units are not tested yet, as `[first, after
    /// the last]`.
    spans: [[u32; 2]; MAX_SPANS],
    span_crossings: [EdgeCrossings; MAX_SPANS],
    span_count: usize,
    found: NeighborSums<f32x4>,
}

impl<'a> BorderUnits<'a> {
    pub fn new(
        viewer: &'a Viewer,
        image: ViewerImage,
        space: &'a Space,
        sector: &'a Sector,
        grid: &'a Grid,
    ) -> Self {
        Self {
            viewer,
            image,
            space,
            sector,
            grid,
            spans: [[0; 2]; MAX_SPANS],
            span_crossings: [EdgeCrossings::Mixed; MAX_SPANS],
            span_count: 0,
            found: NeighborSums::ZERO,
        }
    }

    /// Collects the units in a range of slots (sorted indices of units), to be tested one by one.
    #[inline(always)]
    pub fn add_slots(&mut self, slots: Range<usize>) {
        self.add_crossing_slots(slots, EdgeCrossings::Mixed);
    }

    /// Version of [`add_slots`](Self::add_slots) for [`ViewerImage::Nearest`]. `crossings`: which
    /// units of the span are seen across the edges of the world.
    #[inline(always)]
    pub fn add_crossing_slots(&mut self, slots: Range<usize>, crossings: EdgeCrossings) {
        self.span_crossings[self.span_count] = crossings;
        self.spans[self.span_count] = [slots.start as u32, slots.end as u32];
        self.span_count += usize::from(slots.start < slots.end);
        if self.span_count == MAX_SPANS {
            self.test_spans();
        }
    }

    /// Collects the units of the cells within `margin` (u) of the position (x, y), relative to the
    /// grid's origin (u), to be tested one by one. Returns the sums over all of them, in view or
    /// not.
    pub fn add_units_near(&mut self, (x, y): (f32, f32), margin: f32) -> RowSums {
        let (grid, mut sums) = (self.grid, RowSums::default());
        for row in grid.row_at(y - margin)..=grid.row_at(y + margin) {
            let columns = (grid.column_at(x - margin), grid.column_at(x + margin) + 1);
            let slots = grid.slots_of_cells(row, columns.0, columns.1);
            self.add_slots(slots.clone());
            sums.add_slots(grid, slots);
        }
        sums
    }

    /// Adds to the sums, without the test of the view, those units of a span whose distance from
    /// the viewer along y is more than half the world's height (with `beyond`) or at most that
    /// (without). `shift`: displacement of their images, u.
    #[inline(never)]
    pub fn add_clipped_slots(&mut self, slots: Range<usize>, shift: [f32; 2], beyond: bool) {
        let half = f32x4::splat(0.5 * self.space.height);
        let flipped = if beyond { f32x4::ZERO } else { f32x4::ZERO.eq(f32x4::ZERO) };
        let [x, y] = shift.map(f32x4::splat);
        let mut sums = SpanSums::new(self);
        sums.add_slots(slots, |dx, dy| (dx + x, dy + y, flipped ^ Lane::abs(dy).gt(half)));
        self.found = sums.into_sums();
    }

    /// Tests the collected units that are not tested yet, and returns the sums over all units that
    /// passed.
    pub fn take_sums(&mut self) -> NeighborSums<f32x4> {
        self.test_spans();
        self.found
    }

    /// Tests each unit of the collected spans, adds those that pass to `found`, and empties the
    /// list of spans.
    #[inline(never)]
    fn test_spans(&mut self) {
        let Viewer { hx, hy, length, .. } = *self.viewer;
        let borders = self.sector.borders_for(f32x4::splat(hx), f32x4::splat(hy));
        let either = matches!(self.sector.border_combination(), BorderCombination::Either);
        let Space { width, height, .. } = *self.space;
        let radius = length * self.sector.radius_factor;
        let radius2 = f32x4::splat(radius * radius);
        let square = |dx: f32x4, dy: f32x4| dx * dx + dy * dy;
        let near = |dx, dy| {
            let d2 = square(dx, dy);
            f32x4::and(d2.le(radius2), borders.contains(dx, dy, d2))
        };
        match self.image {
            ViewerImage::Whole if either => {
                self.sum_spans(|dx, dy| (dx, dy, borders.either_holds(dx, dy)));
            }
            ViewerImage::Whole => {
                self.sum_spans(|dx, dy| (dx, dy, borders.contains(dx, dy, square(dx, dy))))
            }
            ViewerImage::Shifted(shift) => {
                let [x, y] = shift.map(f32x4::splat);
                self.sum_spans(|dx, dy| (dx - x, dy - y, near(dx - x, dy - y)));
            }
            ViewerImage::InsideView(shift) => {
                let [x, y] = shift.map(f32x4::splat);
                self.sum_spans(|dx, dy| {
                    let nearest = (nearest_image(dx, width), nearest_image(dy, height));
                    let (dx, dy) = (dx - x, dy - y);
                    let same = f32x4::and(nearest.0.eq(dx), nearest.1.eq(dy));
                    (dx, dy, f32x4::and(same, near(dx, dy)))
                });
            }
            ViewerImage::Nearest { across, blind: true } if either => {
                self.sum_nearest_images(across, |dx, dy| borders.neither_holds(dx, dy));
            }
            ViewerImage::Nearest { across, blind } => {
                let flipped = if blind { f32x4::ZERO.eq(f32x4::ZERO) } else { f32x4::ZERO };
                let counts = |dx, dy| flipped ^ borders.contains(dx, dy, square(dx, dy));
                self.sum_nearest_images(across, counts);
            }
        }
        self.span_count = 0;
    }

    /// Adds the units of the collected spans that pass a test to `found`. `image` converts
    /// differences of positions (u) to offsets of periodic images, and returns a mask of the units
    /// that pass.
    #[inline(always)]
    fn sum_spans(&mut self, image: impl Fn(f32x4, f32x4) -> (f32x4, f32x4, f32x4)) {
        let mut sums = SpanSums::new(self);
        for [from, to] in &self.spans[..self.span_count] {
            sums.add_slots(*from as usize..*to as usize, &image);
        }
        self.found = sums.into_sums();
    }

    /// Adds the units of the collected spans that pass a test to `found`, each at its nearest
    /// image. `count`: the test, which returns a mask for offsets. `across`: displacement along
    /// each axis of the image of a unit that is farther away than half the world, u.
    #[inline(always)]
    fn sum_nearest_images(&mut self, across: [f32; 2], count: impl Fn(f32x4, f32x4) -> f32x4) {
        let mut sums = SpanSums::new(self);
        let Space { width, height, .. } = *self.space;
        let (half_x, half_y) = (f32x4::splat(0.5 * width), f32x4::splat(0.5 * height));
        let [x, y] = across.map(f32x4::splat);
        let spans = self.spans[..self.span_count].iter();
        for ([from, to], crossings) in spans.zip(&self.span_crossings) {
            let slots = *from as usize..*to as usize;
            match *crossings {
                EdgeCrossings::Uniform(crosses) => {
                    let shift =
                        |axis: usize| f32x4::splat(if crosses[axis] { across[axis] } else { 0.0 });
                    let (x, y) = (shift(0), shift(1));
                    sums.add_slots(slots, |dx, dy| {
                        let (dx, dy) = (dx + x, dy + y);
                        (dx, dy, count(dx, dy))
                    });
                }
                EdgeCrossings::Mixed => sums.add_slots(slots, |dx, dy| {
                    // Only one side of the viewer has units farther away than half the world, so
                    // one displacement per axis suffices.
                    let dx = dx + x.keep_where(Lane::abs(dx).gt(half_x));
                    let dy = dy + y.keep_where(Lane::abs(dy).gt(half_y));
                    (dx, dy, count(dx, dy))
                }),
            }
        }
        self.found = sums.into_sums();
    }
}

/// Accumulates the sums over spans of units, four units at a time.
struct SpanSums<'a> {
    x: f32x4,
    y: f32x4,
    motion_columns: [&'a [f32]; 4],
    lane_counters: <f32x4 as Lane>::Counters,
    found: NeighborSums<f32x4>,
}

impl<'a> SpanSums<'a> {
    #[inline(always)]
    fn new(units: &BorderUnits<'a>) -> Self {
        let Viewer { x, y, .. } = *units.viewer;
        let (x, y) = (f32x4::splat(x), f32x4::splat(y));
        // Slices of equal length let the compiler drop bounds checks.
        let motion_columns = &units.grid.motion_columns;
        let motion_columns =
            std::array::from_fn(|field| &motion_columns[field][..motion_columns[0].len()]);
        Self { x, y, motion_columns, lane_counters: f32x4::NO_COUNTS, found: units.found }
    }

    #[inline(always)]
    fn add_slots(
        &mut self,
        Range { start, end }: Range<usize>,
        image: impl Fn(f32x4, f32x4) -> (f32x4, f32x4, f32x4),
    ) {
        // The arrays are padded, so the lanes after the last unit of the span are masked out.
        let slots = start..start + (end - start).next_multiple_of(LANES);
        let fours = |field: usize| self.motion_columns[field][slots.clone()].as_chunks::<LANES>().0;
        let [xs, ys, vxs, vys] = [0, 1, 2, 3].map(fours);
        let mut left = f32x4::splat((end - start) as i32 as f32);
        let NeighborSums { dx, dy, vx, vy, .. } = &mut self.found;
        for (((xs, ys), vxs), vys) in xs.iter().zip(ys).zip(vxs).zip(vys) {
            let used = f32x4::lane_indices().lt(left);
            left -= f32x4::splat(LANES as f32);
            let (ox, oy, counts) = image(f32x4::from(*xs) - self.x, f32x4::from(*ys) - self.y);
            let mask = f32x4::and(used, counts);
            self.lane_counters = f32x4::increment_where(self.lane_counters, mask);
            *dx += ox.keep_where(mask);
            *dy += oy.keep_where(mask);
            *vx += f32x4::from(*vxs).keep_where(mask);
            *vy += f32x4::from(*vys).keep_where(mask);
        }
    }

    #[inline(always)]
    fn into_sums(self) -> NeighborSums<f32x4> {
        NeighborSums {
            count: self.found.count + f32x4::counts_to_lanes(self.lane_counters),
            ..self.found
        }
    }
}
