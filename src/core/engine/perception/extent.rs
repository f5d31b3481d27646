//! The part of the world that a grid lies over: all of it, or only where the crowd is.
//!
//! A grid has a few cells per unit. Laid over all of a large world, those of a crowd squeezed into a
//! small part of it would be so few that everybody is in everybody's cell. It is then laid over that
//! part alone; the few units outside of it are kept in the cells of its border.
//! With 20,000 units in a fiftieth of a world's width, a tick takes a tenth of what it took without,
//! and runs of released links depend on the order in which its cells are summed.

use crate::engine::math::{Lane, splat};
use crate::engine::scenery::Space;

/// Smaller crowds are searched quickly, whatever their cells.
const FEWEST: usize = 2048;

/// A crowd is squeezed where a unit meets this many times the mean density of the world. Usual
/// crowds are far from it, even those that clump.
const SQUEEZED: f32 = 64.0;

/// It takes in at most one part in this many of the world: else it would not help.
const SMALL: f32 = 16.0;

/// Units drawn to find out where the crowd is, and the bins of each axis that they are counted in.
const SAMPLES: usize = 1024;
const BINS: usize = 1024;

/// One unit in this many may be left outside, where that makes the extent small: hardly any or, if
/// they are spread out, more. In the cells of the border, those left outside meet each other.
const LEFT_OUT: [u32; 2] = [64, 8];

/// It is this many times as wide and as high as where the units drawn are: the others may be
/// somewhat farther out.
const MARGIN_FACTOR: f32 = 2.0;

/// It is no narrower than this part of the world's larger extent. The places of units in a large
/// world are not exact enough for smaller cells.
const NARROWEST: f32 = 1e-3;

/// It is no more elongated than the most elongated world that the parameters allow: the number of
/// rows depends on it.
const MOST_ELONGATED: f32 = 400.0;

/// The extent along one axis, in world units.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Axis {
    /// Where it begins. Where it lies across an edge, it ends in the next image of the world.
    pub origin: f32,
    /// How far it reaches.
    pub extent: f32,
    /// The extent of the world.
    world: f32,
    /// Where sight wraps: the places of one world, counted from the origin, are those from here,
    low: f32,
    /// to here.
    high: f32,
}

impl Axis {
    fn whole(world: f32) -> Self {
        Self { origin: 0.0, extent: world, world, low: 0.0, high: world }
    }

    /// Around a stretch of the axis, no narrower than `least`.
    fn around([start, length]: [f32; 2], least: f32, world: f32) -> Self {
        let extent = (MARGIN_FACTOR * length).max(least);
        if extent >= world {
            return Self::whole(world);
        }
        let origin = start - 0.5 * (extent - length);
        if start + length <= world {
            let origin = origin.clamp(0.0, world - extent);
            return Self { origin, extent, world, low: -origin, high: world - origin };
        }
        let low = 0.5 * (extent - world);
        Self { origin, extent, world, low, high: low + world }
    }

    /// Whether it lies across an edge.
    fn wraps(&self) -> bool {
        self.origin + self.extent > self.world
    }

    /// Whether no place between these two, counted from the origin, is beyond an edge of the world.
    #[inline(always)]
    pub fn is_in_world(&self, from: f32, to: f32) -> bool {
        from >= self.low && to <= self.high
    }

    /// Whether a stretch is as long as the world.
    pub fn is_whole_world(&self, length: f32) -> bool {
        length >= self.world
    }

    /// The place of a coordinate in the extent: how far from its origin; below 0 or above its end
    /// outside of it. `wraps`: across an edge.
    #[inline(always)]
    pub fn place<L: Lane>(&self, x: L, wraps: bool) -> L {
        let at = x - L::splat(self.origin);
        if !wraps {
            return at;
        }
        let world = L::splat(self.world);
        let at = L::select(at.lt(L::splat(self.low)), at + world, at);
        L::select(at.gt(L::splat(self.high)), at - world, at)
    }

    /// First and last cell between two places that may lie beyond the world, which wraps. Those
    /// below 0 and from `cells` on are the ones at the other end.
    #[inline(always)]
    pub fn wrapped_cells(
        &self,
        (from, to): (f32, f32),
        per_unit: f32,
        cells: usize,
    ) -> (isize, isize) {
        let many = cells as isize;
        let cell = |at: f32| index(at, per_unit, cells) as isize;
        let first = if from < self.low { cell(from + self.world) - many } else { cell(from) };
        let last = if to > self.high { cell(to - self.world) + many } else { cell(to) };
        (first, last)
    }
}

/// The part of the world that a grid lies over.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extent {
    pub x: Axis,
    pub y: Axis,
    /// It is not all of the world.
    pub part: bool,
    /// It lies across an edge over which sight wraps.
    pub wraps: bool,
}

impl Extent {
    /// All of the world.
    pub fn whole(space: &Space) -> Self {
        let (x, y) = (Axis::whole(space.width), Axis::whole(space.height));
        Self { x, y, part: false, wraps: false }
    }

    /// Where most of a crowd is; `None` where it is not squeezed into a small part of the world.
    /// `density`: what a unit meets on average, by cells over all of the world. `room` is for twice
    /// [`BINS`] numbers.
    pub fn around(
        (xs, ys): (&[f32], &[f32]),
        density: f32,
        space: &Space,
        room: &mut [u32],
    ) -> Option<Self> {
        let Space { width, height, torus } = *space;
        let n = xs.len();
        if n < FEWEST || density * (width * height / n as f32) < SQUEEZED {
            return None;
        }
        let stride = n.div_ceil(SAMPLES);
        let drawn = n.div_ceil(stride) as u32;
        let (along, down) = room[..2 * BINS].split_at_mut(BINS);
        tally(xs, stride, width, along);
        tally(ys, stride, height, down);
        LEFT_OUT.into_iter().find_map(|share| {
            let stretch = |counts: &[u32], world: f32| {
                let (first, length) = shortest(counts, drawn - drawn / share, torus);
                [first, length].map(|bins| bins as f32 * (world / BINS as f32))
            };
            let (across, upright) = (stretch(along, width), stretch(down, height));
            let long = MARGIN_FACTOR * across[1].max(upright[1]);
            let least = (NARROWEST * width.max(height)).max(long / MOST_ELONGATED);
            let x = Axis::around(across, least, width);
            let y = Axis::around(upright, least, height);
            let wraps = torus && (x.wraps() || y.wraps());
            let small = SMALL * x.extent * y.extent <= width * height;
            small.then_some(Self { x, y, part: true, wraps })
        })
    }
}

/// The cell of a place along one axis; places outside count to the border.
#[inline(always)]
pub(super) fn index(x: f32, inverse_cell: f32, cells: usize) -> usize {
    // In lanes, which is quicker than `as usize` with all that it promises; NaN counts as 0.
    splat(x * inverse_cell).indices((cells - 1) as f32)[0] as usize
}

/// How many coordinates are in each of [`BINS`] bins along an axis.
fn tally(places: &[f32], stride: usize, world: f32, counts: &mut [u32]) {
    counts.fill(0);
    for place in places.iter().step_by(stride) {
        counts[index(*place, BINS as f32 / world, BINS)] += 1;
    }
}

/// The shortest stretch of bins that holds `most` of the coordinates that were counted, who are no
/// fewer: where it begins, and its length. Where the axis `wraps`, it may end behind the last bin.
fn shortest(counts: &[u32], most: u32, wraps: bool) -> (usize, usize) {
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
        assert_eq!(shortest(&counts, 3, false), (0, 2));
        assert_eq!(shortest(&counts, 4, false), (0, 4));
        assert_eq!(shortest(&counts, 5, true), (9, 3));
        assert_eq!(shortest(&counts, 8, false), (0, 10));
        assert_eq!(shortest(&counts, 8, true), (6, 8));
    }

    #[test]
    fn an_extent_across_an_edge_holds_both_sides_of_it_in_one_piece() {
        let axis = Axis::around([97.0, 7.0], 0.0, 100.0);
        assert!(axis.wraps());
        assert_eq!((axis.origin, axis.extent), (93.5, 14.0));
        assert_eq!([97.0, 3.0, 50.5, 49.5].map(|x| axis.place(x, true)), [3.5, 9.5, -43.0, 56.0]);
        // Seven cells of 2 u: a search around the origin begins with the last one, where those
        // outside of the extent are kept.
        assert_eq!(axis.wrapped_cells((-50.0, 3.0), 0.5, 7), (-1, 1));
        assert_eq!(axis.wrapped_cells((5.0, 6.0), 0.5, 7), (2, 3));
        assert_eq!(axis.wrapped_cells((5.0, 60.0), 0.5, 7), (2, 7));
    }
}
