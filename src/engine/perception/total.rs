//! Sums over many units at once.

use super::grid::Grid;
use std::ops::Range;

/// Sums over stretches of slots, as differences of running sums.
#[derive(Clone, Copy, Default)]
pub(super) struct Total {
    /// How many units.
    pub many: usize,
    /// Of x, y, vx and vy.
    pub sums: [f64; 4],
}

impl Total {
    pub fn of(grid: &Grid, slots: Range<usize>) -> Self {
        let mut total = Self::default();
        total.add(grid, slots);
        total
    }

    #[inline(always)]
    pub fn add(&mut self, grid: &Grid, slots: Range<usize>) {
        self.many += slots.end - slots.start;
        let (from, to) = (&grid.sums[slots.start], &grid.sums[slots.end]);
        for ((sum, to), from) in self.sums.iter_mut().zip(to).zip(from) {
            *sum += to - from;
        }
    }

    /// The rest, where `some` are among all these.
    pub fn without(self, some: Self) -> Self {
        let sums = std::array::from_fn(|k| self.sums[k] - some.sums[k]);
        Self { many: self.many - some.many, sums }
    }
}
