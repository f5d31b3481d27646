//! What a neighbor pass reads, and how its viewers are cut into blocks.

use super::grid::Grid;
use super::neighborhood::{Relation, Sight};
use crate::engine::math::Lane;
use crate::engine::scenery::Space;
use std::ops::Range;

/// Units at the same place push each other as if they were this many lengths apart.
pub const COINCIDENT_GAP: f32 = 0.1;

/// All that a neighbor pass reads.
pub struct Scan<'a> {
    /// The viewers' own grid, which is one of `grids`.
    pub viewers: &'a Grid,
    /// One grid per group, and what its units mean to the viewers.
    pub grids: &'a [Grid],
    /// See `grids`.
    pub relations: &'a [Relation],
    /// What the viewers look for.
    pub sight: Sight,
    /// The world that they look through.
    pub space: Space,
}

impl Scan<'_> {
    /// The grids whose units the viewers notice.
    #[inline(always)]
    pub(super) fn noticed(&self) -> impl Iterator<Item = (&Grid, Relation)> {
        self.grids
            .iter()
            .zip(self.relations.iter().copied())
            .filter(|(_, relation)| *relation != Relation::Ignored)
    }

    /// Cuts slots into blocks of viewers: the first slot of each, and how many there are.
    ///
    /// A block ends where a row of the grid does: with units of two rows in it, which are at
    /// opposite ends of the world, it would search both of them from end to end.
    pub(super) fn blocks<L: Lane>(
        &self,
        slots: Range<usize>,
    ) -> impl Iterator<Item = (usize, usize)> {
        let mut at = slots.start;
        let mut row = self.viewers.row_of(at);
        let mut row_end = self.viewers.row_end(row);
        std::iter::from_fn(move || {
            if at >= slots.end {
                return None;
            }
            while row_end <= at {
                row += 1;
                row_end = self.viewers.row_end(row);
            }
            let first = at;
            // Aligned, so that blocks are the same wherever the slots are cut in multiples of four.
            at = (first - first % L::N + L::N).min(row_end).min(slots.end);
            Some((first, at - first))
        })
    }
}
