//! Exact tests, unit by unit, of the units along the borders of one viewer's view.

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

/// Number of spans of slots that are collected before their units are tested.
const MAX_SPANS: usize = 32;

/// Position from which a viewer is taken to look, and the units that count.
#[derive(Clone, Copy)]
pub(super) enum NeighborImage {
    /// The viewer's own position; all units are within the radius and at their own positions.
    Whole,
    /// The viewer's position displaced by this vector, u: whole world extents on a torus.
    Shifted([f32; 2]),
    /// Like `Shifted`; only units whose nearest image is seen from the displaced position count.
    InsideView([f32; 2]),
    /// The nearest image of each unit, all within the radius. `across`: displacement of units
    /// farther than half a world, u, per axis. If `blind` is set, the units outside the view count
    /// instead of those inside.
    Nearest { across: [f32; 2], blind: bool },
}

impl NeighborImage {
    /// The viewer's own position, without displacement.
    pub const STRAIGHT: Self = Self::Shifted([0.0; 2]);
}

/// Where the nearest images of a span of units lie.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EdgeCrossings {
    /// For x and y: whether all units of the span are seen across an edge along that axis.
    Uniform([bool; 2]),
    /// Only some units are seen across an edge.
    Mixed,
}

/// Sums over the units along the borders of one viewer's view.
pub(super) struct BorderUnits<'a> {
    viewer: &'a Viewer,
    image: NeighborImage,
    space: &'a Space,
    sector: &'a Sector,
    grid: &'a Grid,
    /// Spans of slots whose units are still to be tested.
    spans: [[u32; 2]; MAX_SPANS],
    span_crossings: [EdgeCrossings; MAX_SPANS],
    span_count: usize,
    found: NeighborSums<f32x4>,
}

impl<'a> BorderUnits<'a> {
    pub fn new(
        viewer: &'a Viewer,
        image: NeighborImage,
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

    /// Adds slots whose units are to be tested.
    #[inline(always)]
    pub fn add_slots(&mut self, slots: Range<usize>) {
        self.add_crossing_slots(slots, EdgeCrossings::Mixed);
    }

    /// Like [`add_slots`](Self::add_slots), for units whose [nearest images](NeighborImage::Nearest) all lie
    /// alike.
    #[inline(always)]
    pub fn add_crossing_slots(&mut self, slots: Range<usize>, crossings: EdgeCrossings) {
        self.span_crossings[self.span_count] = crossings;
        self.spans[self.span_count] = [slots.start as u32, slots.end as u32];
        self.span_count += usize::from(slots.start < slots.end);
        if self.span_count == MAX_SPANS {
            self.test_spans();
        }
    }

    /// Adds the cells within `margin` (u) of a position, which is relative to the grid's origin
    /// (u), and returns the sums over their units.
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

    /// Adds units of which those on one side of the horizontal line half a world from the viewer
    /// count: `beyond` the line, or before it. All are seen displaced by `shift`, u.
    #[inline(never)]
    pub fn add_clipped_slots(&mut self, slots: Range<usize>, shift: [f32; 2], beyond: bool) {
        let half = f32x4::splat(0.5 * self.space.height);
        let flipped = if beyond { f32x4::ZERO } else { f32x4::ZERO.eq(f32x4::ZERO) };
        let [x, y] = shift.map(f32x4::splat);
        let mut sums = SpanSums::new(self);
        sums.add_slots(slots, |dx, dy| (dx + x, dy + y, flipped ^ Lane::abs(dy).gt(half)));
        self.found = sums.into_sums();
    }

    /// Tests the units that are still to be tested, and returns the sums over all that count.
    pub fn take_sums(&mut self) -> NeighborSums<f32x4> {
        self.test_spans();
        self.found
    }

    /// Adds to `found` the units of the collected spans that are in the view, by an exact test of
    /// each, and empties the list of spans.
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
            NeighborImage::Whole if either => {
                self.sum_spans(|dx, dy| (dx, dy, borders.either_holds(dx, dy)));
            }
            NeighborImage::Whole => {
                self.sum_spans(|dx, dy| (dx, dy, borders.contains(dx, dy, square(dx, dy))))
            }
            NeighborImage::Shifted(shift) => {
                let [x, y] = shift.map(f32x4::splat);
                self.sum_spans(|dx, dy| (dx - x, dy - y, near(dx - x, dy - y)));
            }
            NeighborImage::InsideView(shift) => {
                let [x, y] = shift.map(f32x4::splat);
                self.sum_spans(|dx, dy| {
                    let nearest = (nearest_image(dx, width), nearest_image(dy, height));
                    let (dx, dy) = (dx - x, dy - y);
                    let same = f32x4::and(nearest.0.eq(dx), nearest.1.eq(dy));
                    (dx, dy, f32x4::and(same, near(dx, dy)))
                });
            }
            NeighborImage::Nearest { across, blind: true } if either => {
                self.sum_nearest_images(across, |dx, dy| borders.neither_holds(dx, dy));
            }
            NeighborImage::Nearest { across, blind } => {
                let flipped = if blind { f32x4::ZERO.eq(f32x4::ZERO) } else { f32x4::ZERO };
                let counts = |dx, dy| flipped ^ borders.contains(dx, dy, square(dx, dy));
                self.sum_nearest_images(across, counts);
            }
        }
        self.span_count = 0;
    }

    /// Tests the collected units. `image` converts differences of positions to offsets, and returns
    /// a mask of those that count.
    #[inline(always)]
    fn sum_spans(&mut self, image: impl Fn(f32x4, f32x4) -> (f32x4, f32x4, f32x4)) {
        let mut sums = SpanSums::new(self);
        for [from, to] in &self.spans[..self.span_count] {
            sums.add_slots(*from as usize..*to as usize, &image);
        }
        self.found = sums.into_sums();
    }

    /// Tests the collected units at their nearest images. `count` returns a mask of the offsets
    /// that count.
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
                    // The world extends farther than half its extent on one side of the viewer
                    // only.
                    let dx = dx + x.keep(Lane::abs(dx).gt(half_x));
                    let dy = dy + y.keep(Lane::abs(dy).gt(half_y));
                    (dx, dy, count(dx, dy))
                }),
            }
        }
        self.found = sums.into_sums();
    }
}

/// Accumulates sums over spans of units, four at a time.
struct SpanSums<'a> {
    x: f32x4,
    y: f32x4,
    fields: [&'a [f32]; 4],
    tally: <f32x4 as Lane>::Counters,
    found: NeighborSums<f32x4>,
}

impl<'a> SpanSums<'a> {
    #[inline(always)]
    fn new(units: &BorderUnits<'a>) -> Self {
        let Viewer { x, y, .. } = *units.viewer;
        let (x, y) = (f32x4::splat(x), f32x4::splat(y));
        // Slices of equal length need only one bounds check.
        let fields = &units.grid.motion_columns;
        let fields = std::array::from_fn(|field| &fields[field][..fields[0].len()]);
        Self { x, y, fields, tally: f32x4::NO_COUNTS, found: units.found }
    }

    #[inline(always)]
    fn add_slots(
        &mut self,
        Range { start, end }: Range<usize>,
        image: impl Fn(f32x4, f32x4) -> (f32x4, f32x4, f32x4),
    ) {
        // The fields are padded: slots after the last unit of the span are masked out.
        let slots = start..start + (end - start).next_multiple_of(LANES);
        let fours = |field: usize| self.fields[field][slots.clone()].as_chunks::<LANES>().0;
        let [xs, ys, vxs, vys] = [0, 1, 2, 3].map(fours);
        let mut left = f32x4::splat((end - start) as i32 as f32);
        let NeighborSums { dx, dy, vx, vy, .. } = &mut self.found;
        for (((xs, ys), vxs), vys) in xs.iter().zip(ys).zip(vxs).zip(vys) {
            let used = f32x4::lane_indices().lt(left);
            left -= f32x4::splat(LANES as f32);
            let (ox, oy, counts) = image(f32x4::from(*xs) - self.x, f32x4::from(*ys) - self.y);
            let mask = f32x4::and(used, counts);
            self.tally = f32x4::increment_where(self.tally, mask);
            *dx += ox.keep(mask);
            *dy += oy.keep(mask);
            *vx += f32x4::from(*vxs).keep(mask);
            *vy += f32x4::from(*vys).keep(mask);
        }
    }

    #[inline(always)]
    fn into_sums(self) -> NeighborSums<f32x4> {
        NeighborSums { count: self.found.count + f32x4::counts_to_lanes(self.tally), ..self.found }
    }
}
