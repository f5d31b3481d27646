//! Viewers: units of one group that search for neighbors, in blocks of one unit per SIMD lane.
//!
//! The viewers of a block are four consecutive units of the sorted order, which are near each
//! other. They share their candidates, and each candidate is compared with all four at once. This
//! avoids remainder loops, horizontal sums and short loops.

use super::candidates::ListedSpans;
use super::grid::Grid;
use super::neighborhood::{GroupRelation, NeighborSums, NeighborhoodWriter, SightRegions};
use super::view::{Sector, SectorBorders};
use crate::engine::agents::LEADER_FLAG;
use crate::engine::math::{LANES, Lane};
use crate::engine::scenery::Space;
use std::ops::Range;

/// Input of a neighbor search for one group's units.
pub(crate) struct NeighborSearch<'a> {
    /// Grid of the viewers' own group; one of `group_grids`.
    pub viewer_grid: &'a Grid,
    /// Grids of all groups, by group index.
    pub group_grids: &'a [Grid],
    /// How the viewers perceive each group's units, by group index.
    pub group_relations: &'a [GroupRelation],
    /// Fields of view of the viewers.
    pub sight: SightRegions,
    /// Geometry in which the viewers perceive: a plane, or a torus.
    pub space: Space,
}

impl NeighborSearch<'_> {
    /// Grids of the groups that the viewers perceive, each with the viewers' relation to the group.
    #[inline(always)]
    pub(super) fn perceived_grids(&self) -> impl Iterator<Item = (&Grid, GroupRelation)> {
        self.group_grids
            .iter()
            .zip(self.group_relations.iter().copied())
            .filter(|(_, relation)| *relation != GroupRelation::Ignored)
    }

    /// Splits a range of slots into one range per block of viewers.
    ///
    /// Blocks are [loaded](Viewers::load) where they are used: a loaded block returned from here
    /// would be copied right after it is written, in other pieces, which stalls the processor. A
    /// block ends at the end of a grid row. A block across two rows, with units at opposite ends of
    /// the world, would search both rows from end to end.
    pub(super) fn slot_blocks<L: Lane>(
        &self,
        slots: Range<usize>,
    ) -> impl Iterator<Item = Range<usize>> {
        let mut at = slots.start;
        let mut row = self.viewer_grid.row_of_slot(at);
        let mut row_end = self.viewer_grid.row_end(row);
        std::iter::from_fn(move || {
            if at >= slots.end {
                return None;
            }
            while row_end <= at {
                row += 1;
                row_end = self.viewer_grid.row_end(row);
            }
            let first = at;
            // Blocks end at multiples of four or at row ends, so that slots that are split at
            // multiples of four have the same blocks.
            at = (first - first % L::LANE_COUNT + L::LANE_COUNT).min(row_end).min(slots.end);
            Some(first..at)
        })
    }
}

/// Unit that searches for neighbors: position (u), heading vector and length (u).
#[derive(Clone, Copy)]
pub(super) struct Viewer {
    pub x: f32,
    pub y: f32,
    pub hx: f32,
    pub hy: f32,
    pub length: f32,
}

/// Block of viewers, one per SIMD lane.
#[derive(Clone, Copy)]
pub(super) struct Viewers<L> {
    /// Slot (sorted index in the grid) of the block's first viewer.
    first_slot: usize,
    /// Number of lanes that contain a viewer; the lanes after them repeat the last viewer.
    valid_lanes: usize,
    pub x: L,
    pub y: L,
    pub hx: L,
    pub hy: L,
    pub length: L,
    pub ids: [u32; LANES],
}

impl<L: Lane> Viewers<L> {
    pub const EMPTY: Self = Self {
        first_slot: 0,
        valid_lanes: 0,
        x: L::ZERO,
        y: L::ZERO,
        hx: L::ZERO,
        hy: L::ZERO,
        length: L::ZERO,
        ids: [0; LANES],
    };

    /// Loads the viewers in these slots (sorted indices in the grid). Unused lanes at the end
    /// repeat the last viewer.
    #[inline(always)]
    pub fn load(grid: &Grid, slots: Range<usize>) -> Self {
        let (at, valid) = (slots.start, slots.len());
        let [x, y, _, _] = L::records_to_fields(load_four(&grid.motions, at, valid));
        let [hx, hy, length, _] = L::records_to_fields(load_four(&grid.viewers_by_slot, at, valid));
        Self {
            first_slot: at,
            valid_lanes: valid,
            x,
            y,
            hx,
            hy,
            length,
            ids: load_four(&grid.ids, at, valid),
        }
    }

    pub fn viewer(&self, lane: usize) -> Viewer {
        Viewer {
            x: self.x.get(lane),
            y: self.y.get(lane),
            hx: self.hx.get(lane),
            hy: self.hy.get(lane),
            length: self.length.get(lane),
        }
    }

    /// Largest radius of this sector among the viewers of the block, u.
    pub fn max_radius(&self, sector: &Sector) -> f32 {
        self.length.reduce_max() * sector.radius_factor
    }

    /// Squared radius of this sector for each viewer, u².
    #[inline(always)]
    pub fn squared_radius(&self, sector: &Sector) -> L {
        let radius = self.length * L::splat(sector.radius_factor);
        radius * radius
    }

    /// Borders of a sector in world axes, for each viewer.
    #[inline(always)]
    pub fn borders(&self, sector: &Sector) -> SectorBorders<L> {
        sector.borders_for(self.hx, self.hy)
    }

    /// Lists the candidates within `search_radius` (u) of the viewers. Rows come from top to bottom
    /// or, if `is_outward` is set, from the middle outward; on a torus always from the middle
    /// outward, so that the order is the same whether or not a search crosses an edge.
    ///
    /// Several searches share this function, so it is not inlined.
    #[inline(never)]
    pub fn list_candidates(
        &self,
        grid: &Grid,
        search_radius: f32,
        space: &Space,
        is_outward: bool,
        spans: &mut [[u32; 2]],
    ) -> ListedSpans {
        let area = grid.area_around((self.x, self.y), search_radius, space);
        grid.list_candidates::<L>(area, space, is_outward || space.is_torus, spans)
    }

    /// Offset (u) and squared distance (u²) of a candidate from each viewer.
    #[inline(always)]
    pub fn offset_to(&self, space: &Space, x: f32, y: f32) -> (L, L, L) {
        let (dx, dy) = space.shortest_offset(L::splat(x) - self.x, L::splat(y) - self.y);
        (dx, dy, dx * dx + dy * dy)
    }

    /// SIMD lane of the viewer in a slot; `None` if the block has no viewer there. `own`: whether
    /// the slot belongs to the viewers' own grid.
    #[inline(always)]
    pub fn lane_of(&self, own: bool, slot: usize) -> Option<usize> {
        let lane = slot.wrapping_sub(self.first_slot);
        (own && lane < L::LANE_COUNT).then_some(lane)
    }

    /// Writes the neighborhood sums of the block's viewers to `out`.
    #[inline(always)]
    pub fn write_sums(&self, sums: &NeighborSums<L>, out: &mut NeighborhoodWriter) {
        let found = sums.records();
        #[allow(
            clippy::needless_range_loop,
            reason = "an iterator copies each of them in pieces, and the processor waits for those"
        )]
        for lane in 0..LANES {
            if lane < self.valid_lanes {
                out.records[self.record_index(lane, out)] = found[lane];
            }
        }
    }

    /// Writes whether each viewer leads, that is, has no unit in its narrow view ahead, unless
    /// leaders are not needed. `ahead`: bit mask of the viewers [known](Self::add_flockmates_ahead)
    /// to have a unit there.
    #[inline(always)]
    pub fn write_leaders(&self, search: &NeighborSearch, ahead: u32, out: &mut NeighborhoodWriter) {
        if search.sight.leader_sector.is_empty() {
            return;
        }
        let leaders = !self.complete_ahead_mask(search, ahead, &mut out.scratch.spans);
        for lane in 0..self.valid_lanes {
            out.flags[self.record_index(lane, out)] =
                if leaders >> lane & 1 == 1 { LEADER_FLAG } else { 0 };
        }
    }

    /// Index in the buffers of `out` at which the results of the viewer in a lane are written.
    #[inline(always)]
    fn record_index(&self, lane: usize, out: &NeighborhoodWriter) -> usize {
        if out.writes_by_id {
            self.ids[lane] as usize
        } else {
            self.first_slot + lane - out.first_slot
        }
    }

    /// Bit mask of the viewers that have a unit in their narrow view ahead, and thus do not lead.
    /// `ahead`: mask of the viewers already known to have one.
    #[inline(always)]
    fn complete_ahead_mask(
        &self,
        search: &NeighborSearch,
        mut ahead: u32,
        spans: &mut [[u32; 2]],
    ) -> u32 {
        if ahead == Self::ALL_LANES {
            return ahead;
        }
        let far = self.max_radius(&search.sight.leader_sector);
        // If a unit is ahead, one is usually near, so a search within a short reach comes first,
        // which often makes the search of the entire narrow view unnecessary.
        for (grid, _) in search.perceived_grids() {
            let near = Some(grid.row_height).filter(|near| 2.0 * near <= far);
            for reach in near.into_iter().chain([far]) {
                let found = self.list_candidates(grid, reach, &search.space, true, spans);
                // The spans were listed for a shorter reach than the view's radius, so a unit
                // outside that reach can be nearer across an edge.
                let space =
                    if reach < far { search.space } else { found.images.space_for(&search.space) };
                self.add_flockmates_ahead(
                    search,
                    grid,
                    &spans[..found.span_count],
                    space,
                    &mut ahead,
                );
                if ahead == Self::ALL_LANES {
                    return ahead;
                }
            }
        }
        ahead
    }

    /// Bit mask with the bits of all viewers of a full block.
    const ALL_LANES: u32 = (1 << L::LANE_COUNT) - 1;

    /// Sets the bits in `lane_mask` of the viewers that have units of these spans in their narrow
    /// view ahead; stops when all bits are set. `space`: geometry for offsets to the listed units.
    #[inline(always)]
    pub fn add_flockmates_ahead(
        &self,
        search: &NeighborSearch,
        grid: &Grid,
        spans: &[[u32; 2]],
        space: Space,
        lane_mask: &mut u32,
    ) {
        let sector = &search.sight.leader_sector;
        let radius2 = self.squared_radius(sector);
        let borders = self.borders(sector);
        for [from, to] in spans {
            if *lane_mask == Self::ALL_LANES {
                return;
            }
            for [x, y, _, _] in &grid.motions[*from as usize..*to as usize] {
                let (dx, dy, d2) = self.offset_to(&space, *x, *y);
                *lane_mask |= L::to_bitmask(L::and(d2.le(radius2), borders.both_hold(dx, dy)));
            }
        }
    }
}

/// Loads four values from index `at` on. Only the first `valid` values belong to the block of
/// viewers; the last of them is repeated in the other lanes.
#[inline(always)]
fn load_four<T: Copy>(from: &[T], at: usize, valid: usize) -> [T; LANES] {
    match from[at..].first_chunk() {
        Some(four) if valid == LANES => *four,
        _ => std::array::from_fn(|lane| from[at + lane.min(valid - 1)]),
    }
}

/// Squared radii of the search for flockmates and of the search for units that push, u², one per
/// viewer; `None` if that search is not needed.
#[derive(Clone, Copy)]
pub(super) struct SearchRadii<L> {
    pub flock_radius2: Option<L>,
    pub crowd_radius2: Option<L>,
}
