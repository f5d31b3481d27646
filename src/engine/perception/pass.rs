//! The neighbor pass: the sums over each unit's neighbors that the flocking rules need.
//!
//! Agents are in lanes: four consecutive units of the sorted order, which are near each other,
//! share the candidates of the cells around them, and each candidate is compared with all four at
//! once. There are no tails, no horizontal sums and no short loops.

use super::block::Block;
use super::grid::Grid;
use super::nearest;
use super::neighborhood::{Findings, Relation, Scratch, Sums};
use super::rows;
use super::scan::Scan;
use super::spans::{Listed, most_spans};
use crate::engine::math::Lane;
use std::ops::Range;

/// The neighbor pass for the viewers in `slots`. Writes sums by unit id, and leader flags where the
/// viewers' sight asks for leaders.
pub fn perceive<L: Lane>(scan: &Scan, slots: Range<usize>, out: &mut Findings) {
    if scan.sight.nearest > 0 {
        nearest::perceive::<L>(scan, slots, out);
    } else {
        perceive_all::<L>(scan, slots, out);
    }
}

/// Blocks are searched in batches: what they have to look at is listed for all of a batch before
/// the first of them looks. The processor overlaps what does not depend on the block before.
const BATCH: usize = 16;

fn perceive_all<L: Lane>(scan: &Scan, slots: Range<usize>, out: &mut Findings) {
    let sight = &scan.sight;
    let flocks = !sight.flock.is_empty();
    let crowds = !sight.separation.is_empty();
    let mut cuts = scan.blocks::<L>(slots);
    let mut batch = [Block::<L>::EMPTY; BATCH];
    loop {
        let mut blocks = 0;
        for (block, (at, valid)) in batch.iter_mut().zip(&mut cuts) {
            *block = Block::load(scan.viewers, at, valid);
            blocks += 1;
        }
        if blocks == 0 {
            return;
        }
        let batch = &batch[..blocks];
        let (mut sums, mut ahead) = ([Sums::zero(); BATCH], [0; BATCH]);
        for (grid, relation) in scan.noticed() {
            let flocks = flocks && relation == Relation::Flockmates;
            let by_rows = flocks
                && grid.is_dense()
                && batch.iter().all(|block| rows::serves(block.reach(&sight.flock), &scan.space));
            if by_rows {
                for (block, sums) in batch.iter().zip(&mut sums) {
                    *sums = sums.plus(|lane| {
                        rows::gather(&block.viewer(lane), grid, &sight.flock, &scan.space)
                    });
                }
            }
            let wanted = (flocks && !by_rows, crowds);
            if wanted != (false, false) {
                gather(scan, batch, grid, wanted, out.scratch, &mut sums, &mut ahead);
            }
        }
        for ((block, sums), ahead) in batch.iter().zip(&sums).zip(ahead) {
            block.report(scan, (sums, ahead), out);
        }
    }
}

/// Adds the units of a grid to the sums of some blocks: as flockmates, as a crowd, or as both. Who
/// has somebody ahead among them is noted, where leaders are sought.
#[inline(always)]
fn gather<L: Lane>(
    scan: &Scan,
    batch: &[Block<L>],
    grid: &Grid,
    wanted: (bool, bool),
    scratch: &mut Scratch,
    sums: &mut [Sums<L>; BATCH],
    ahead: &mut [u32; BATCH],
) {
    let mut next = 0;
    while next < batch.len() {
        let (first, mut listed) = (next, 0);
        let mut lists = [Listed::EMPTY; BATCH];
        // As many blocks as there is room for spans.
        while next < batch.len() && listed + most_spans(grid.len()) <= scratch.spans.len() {
            let within = batch[next].within(&scan.sight, wanted);
            let spans = &mut scratch.spans[listed..];
            lists[next] = batch[next].list_spans(scan, grid, within, spans);
            listed += lists[next].count;
            next += 1;
        }
        let mut start = 0;
        for at in first..next {
            let within = batch[at].within(&scan.sight, wanted);
            batch[at].gather(scan, grid, within, (start, lists[at]), scratch, &mut sums[at]);
            let end = start + lists[at].count;
            if !scan.sight.leader.is_empty() {
                // Most often somebody among these is ahead, in the rows of the middle.
                let (before, middle) = scratch.spans[start..end].split_at(lists[at].count / 2);
                for spans in [middle, before] {
                    batch[at].look_through(scan, grid, spans, scan.space, &mut ahead[at]);
                }
            }
            start = end;
        }
    }
}
