//! Part of the world that a grid covers: all of it, or only the part with most of a crowd.
//!
//! A grid has a few cells per unit. If a grid covers a large world whose crowd is squeezed into a
//! small part of it, almost all units are in the same few cells. A grid then covers only that part,
//! and the few units outside are kept in the cells of its border. With 20,000 units in a fiftieth
//! of a world's width, this cuts the time of a tick to a tenth. The order in which cells are summed
//! affects rounding, so runs of released links depend on this choice.

use crate::engine::math::{Lane, splat};
use crate::engine::scenery::Space;

/// Smallest number of units with which a grid may cover only a part of the world. Smaller crowds
/// are searched quickly with any cells.
const MIN_UNITS_FOR_PART: usize = 2048;

/// Ratio of the mean density around a unit to the mean density of the world, above which a crowd
/// counts as squeezed into a small part. Usual crowds are far below, even if they clump.
const MIN_SQUEEZED_RATIO: f32 = 64.0;

/// Smallest ratio of the world's area to the area of a grid that covers a part of it. Covering a
/// larger part would save little.
const MIN_AREA_RATIO: f32 = 16.0;

/// Number of units that are sampled to find the part of the world with the crowd, and number of
/// bins per axis for counting them.
const CROWD_SAMPLES: usize = 1024;
const BIN_COUNT: usize = 1024;

/// Divisors of the number of units: a grid that covers a part of the world leaves out, along each
/// axis, at most about one unit in 64 or, if the crowd is too spread out for that, one in 8. Units
/// left out share the cells of the border.
const OUTLIER_DIVISORS: [u32; 2] = [64, 8];

/// Ratio of the grid's width and height to those of the region with the sampled units. Units that
/// were not sampled may be somewhat farther out.
const MARGIN_FACTOR: f32 = 2.0;

/// Smallest width and height of a grid as a share of the world's longer side. In a large world,
/// positions are not precise enough for smaller cells.
const MIN_EXTENT_SHARE: f32 = 1e-3;

/// Largest ratio of a grid's longer to its shorter side, that of the most elongated world that
/// parameters allow. The ratio bounds the number of rows.
const MAX_ASPECT_RATIO: f32 = 400.0;

/// Interval of one world axis that a grid covers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GridAxis {
    /// World coordinate at which the grid's extent along this axis starts, u. An extent that
    /// crosses an edge of the world ends beyond that edge.
    pub origin: f32,
    /// Length of the grid's extent along this axis, u.
    pub extent: f32,
    /// Length of the world along this axis, u.
    world: f32,
    /// Smallest coordinate that a position in the world can have relative to the origin of the
    /// grid's extent, u.
    low: f32,
    /// Largest coordinate that a position in the world can have relative to the origin of the
    /// grid's extent, u.
    high: f32,
}

impl GridAxis {
    fn covering_world(world: f32) -> Self {
        Self { origin: 0.0, extent: world, world, low: 0.0, high: world }
    }

    /// Creates an extent around the interval of length `length` from `start` on, all in u, with a
    /// margin and at least `least` long. `world`: length of the world, u.
    fn around([start, length]: [f32; 2], least: f32, world: f32) -> Self {
        let extent = (MARGIN_FACTOR * length).max(least);
        if extent >= world {
            return Self::covering_world(world);
        }
        let origin = start - 0.5 * (extent - length);
        if start + length <= world {
            let origin = origin.clamp(0.0, world - extent);
            return Self { origin, extent, world, low: -origin, high: world - origin };
        }
        let low = 0.5 * (extent - world);
        Self { origin, extent, world, low, high: low + world }
    }

    /// Whether the extent crosses an edge of the world.
    fn crosses_edge(&self) -> bool {
        self.origin + self.extent > self.world
    }

    /// Whether no edge of the world lies between two positions `from` and `to`, which are relative
    /// to the origin of the grid's extent, u.
    #[inline(always)]
    pub fn is_in_world(&self, from: f32, to: f32) -> bool {
        from >= self.low && to <= self.high
    }

    /// Whether a length (u) is at least the length of the world along this axis.
    pub fn is_whole_world(&self, length: f32) -> bool {
        length >= self.world
    }

    /// Converts a world coordinate to one from the origin of the grid's extent, u: below 0 or above
    /// the extent's length if it is outside. `wraps`: whether the extent crosses a wrapping edge.
    #[inline(always)]
    pub fn grid_coordinate<L: Lane>(&self, x: L, wraps: bool) -> L {
        let at = x - L::splat(self.origin);
        if !wraps {
            return at;
        }
        let world = L::splat(self.world);
        let at = L::select(at.lt(L::splat(self.low)), at + world, at);
        L::select(at.gt(L::splat(self.high)), at - world, at)
    }

    /// First and last cell that an interval touches. The ends of the interval, u from the extent's
    /// origin, may be beyond the edges of a torus: cell numbers below 0 or from `cells` on then
    /// stand for the cells at the other end.
    #[inline(always)]
    pub fn wrapped_cells(
        &self,
        (from, to): (f32, f32),
        per_unit: f32,
        cells: usize,
    ) -> (isize, isize) {
        let many = cells as isize;
        let cell = |at: f32| cell_index(at, per_unit, cells) as isize;
        let first = if from < self.low { cell(from + self.world) - many } else { cell(from) };
        let last = if to > self.high { cell(to - self.world) + many } else { cell(to) };
        (first, last)
    }
}

/// Rectangle of the world that a grid covers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GridExtent {
    pub x: GridAxis,
    pub y: GridAxis,
    /// Whether the grid covers only a part of the world.
    pub is_part_of_world: bool,
    /// Whether the part that the grid covers crosses a wrapping edge.
    pub wraps_axis: bool,
}

impl GridExtent {
    /// Creates the extent of a grid that covers the entire world.
    pub fn covering_world(space: &Space) -> Self {
        let (x, y) =
            (GridAxis::covering_world(space.width), GridAxis::covering_world(space.height));
        Self { x, y, is_part_of_world: false, wraps_axis: false }
    }

    /// Creates the extent of a grid that covers only the part of the world with most of a crowd;
    /// `None` if the crowd is not squeezed into a small part. `density`: mean density around a
    /// unit, from cells over the entire world, units/u². `bin_scratch`: buffer of at least twice
    /// [`BIN_COUNT`] numbers.
    pub fn around(
        (xs, ys): (&[f32], &[f32]),
        density: f32,
        space: &Space,
        bin_scratch: &mut [u32],
    ) -> Option<Self> {
        let Space { width, height, is_torus: torus } = *space;
        let n = xs.len();
        if n < MIN_UNITS_FOR_PART || density * (width * height / n as f32) < MIN_SQUEEZED_RATIO {
            return None;
        }
        let stride = n.div_ceil(CROWD_SAMPLES);
        let drawn = n.div_ceil(stride) as u32;
        let (along, down) = bin_scratch[..2 * BIN_COUNT].split_at_mut(BIN_COUNT);
        count_by_bin(xs, stride, width, along);
        count_by_bin(ys, stride, height, down);
        OUTLIER_DIVISORS.into_iter().find_map(|share| {
            let stretch = |counts: &[u32], world: f32| {
                let (first, length) = shortest_bin_interval(counts, drawn - drawn / share, torus);
                [first, length].map(|bins| bins as f32 * (world / BIN_COUNT as f32))
            };
            let (across, upright) = (stretch(along, width), stretch(down, height));
            let long = MARGIN_FACTOR * across[1].max(upright[1]);
            let least = (MIN_EXTENT_SHARE * width.max(height)).max(long / MAX_ASPECT_RATIO);
            let x = GridAxis::around(across, least, width);
            let y = GridAxis::around(upright, least, height);
            let wraps = torus && (x.crosses_edge() || y.crosses_edge());
            let small = MIN_AREA_RATIO * x.extent * y.extent <= width * height;
            small.then_some(Self { x, y, is_part_of_world: true, wraps_axis: wraps })
        })
    }
}

/// Index of the cell that contains `x` along one axis of a grid, u from the origin. Positions
/// outside are in the first or the last cell.
#[inline(always)]
pub(super) fn cell_index(x: f32, inverse_cell: f32, cells: usize) -> usize {
    // SIMD conversion is faster than a saturating `as usize`; NaN becomes 0.
    splat(x * inverse_cell).clamped_indices((cells - 1) as f32)[0] as usize
}

/// Counts every `stride`-th of these coordinates (u) into [`BIN_COUNT`] bins over the world.
fn count_by_bin(places: &[f32], stride: usize, world: f32, counts: &mut [u32]) {
    counts.fill(0);
    for place in places.iter().step_by(stride) {
        counts[cell_index(*place, BIN_COUNT as f32 / world, BIN_COUNT)] += 1;
    }
}

/// Shortest interval of bins with at least `most` of the counted coordinates: its first bin and its
/// number of bins. If the axis `wraps`, the interval can go on from the last bin to the first.
fn shortest_bin_interval(counts: &[u32], most: u32, wraps: bool) -> (usize, usize) {
    let n = counts.len();
    let (mut first, mut held) = (0, 0);
    let mut best = (0, n);
    for last in 0..if wraps { 2 * n - 1 } else { n } {
        held += counts[last % n];
        while held - counts[first % n] >= most {
            held -= counts[first % n];
            first += 1;
        }
        let length = last + 1 - first;
        if held >= most && length < best.1 {
            best = (first, length);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_stretch_leaves_out_what_is_far_and_goes_across_an_edge_where_sight_wraps() {
        let counts = [1, 2, 0, 1, 0, 0, 1, 0, 1, 2];
        assert_eq!(shortest_bin_interval(&counts, 3, false), (0, 2));
        assert_eq!(shortest_bin_interval(&counts, 4, false), (0, 4));
        assert_eq!(shortest_bin_interval(&counts, 5, true), (9, 3));
        assert_eq!(shortest_bin_interval(&counts, 8, false), (0, 10));
        assert_eq!(shortest_bin_interval(&counts, 8, true), (6, 8));
    }

    #[test]
    fn an_extent_across_an_edge_holds_both_sides_of_it_in_one_piece() {
        let axis = GridAxis::around([97.0, 7.0], 0.0, 100.0);
        assert!(axis.crosses_edge());
        assert_eq!((axis.origin, axis.extent), (93.5, 14.0));
        assert_eq!(
            [97.0, 3.0, 50.5, 49.5].map(|x| axis.grid_coordinate(x, true)),
            [3.5, 9.5, -43.0, 56.0]
        );
        // Seven cells of 2 u: a search around the origin begins with the last cell, which also
        // contains the units outside of the extent.
        assert_eq!(axis.wrapped_cells((-50.0, 3.0), 0.5, 7), (-1, 1));
        assert_eq!(axis.wrapped_cells((5.0, 6.0), 0.5, 7), (2, 3));
        assert_eq!(axis.wrapped_cells((5.0, 60.0), 0.5, 7), (2, 7));
    }
}
