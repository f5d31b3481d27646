//! Sums over ranges of a grid's slots (sorted indices of units), from the grid's running sums.

use super::grid::Grid;
use super::neighborhood::{NeighborSums, Neighborhood};
use std::ops::Range;
use wide::f32x4;

/// Sums over units in one or several ranges of slots, from differences of the grid's running sums.
#[derive(Clone, Copy, Default)]
pub(super) struct RowSums {
    /// Number of units that are summed up.
    pub unit_count: usize,
    /// Sums of x and y (u) and of vx and vy (u/s) over the units, in the world frame.
    pub sums: [f64; 4],
}

impl RowSums {
    /// Sums over the units in one range of slots (sorted indices in the grid).
    pub fn of_slots(grid: &Grid, slots: Range<usize>) -> Self {
        let mut total = Self::default();
        total.add_slots(grid, slots);
        total
    }

    /// Adds the units in a range of slots (sorted indices in `grid`) to the sums.
    #[inline(always)]
    pub fn add_slots(&mut self, grid: &Grid, slots: Range<usize>) {
        self.unit_count += slots.end - slots.start;
        let (from, to) = (&grid.prefix_sums[slots.start], &grid.prefix_sums[slots.end]);
        for ((sum, to), from) in self.sums.iter_mut().zip(to).zip(from) {
            *sum += to - from;
        }
    }

    /// Converts the sums of positions into sums of offsets from a viewer at `own` (u), and adds
    /// `found`, whose sums are offsets already.
    pub fn relative_to(&self, own: [f64; 2], found: NeighborSums<f32x4>) -> Neighborhood {
        let sum = |lanes: f32x4| {
            let [a, b, c, d] = lanes.to_array();
            (a + b) + (c + d)
        };
        let offset = |axis: usize| (self.sums[axis] - self.unit_count as f64 * own[axis]) as f32;
        Neighborhood {
            count: sum(found.count) + self.unit_count as f32,
            dx: sum(found.dx) + offset(0),
            dy: sum(found.dy) + offset(1),
            vx: sum(found.vx) + self.sums[2] as f32,
            vy: sum(found.vy) + self.sums[3] as f32,
            crowding: 0.0,
        }
    }

    /// Returns the sum of `self` and `other`.
    pub fn plus(self, other: Self) -> Self {
        let sums = std::array::from_fn(|k| self.sums[k] + other.sums[k]);
        Self { unit_count: self.unit_count + other.unit_count, sums }
    }

    /// Difference of two sums; the units of `subset` must be a subset of those of `self`.
    pub fn minus(self, subset: Self) -> Self {
        let sums = std::array::from_fn(|k| self.sums[k] - subset.sums[k]);
        Self { unit_count: self.unit_count - subset.unit_count, sums }
    }
}
