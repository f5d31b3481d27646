//! Searches for units around a point, and sums over the units found.

use super::Scope;
use crate::engine::math::{Lane, Lanes, splat};
use crate::engine::perception::grid::Grid;
use crate::engine::perception::neighborhood::GroupRelation;
use crate::engine::ties::Ties;
use glam::Vec2;
use std::ops::Range;
use wide::f32x4;

/// Units that a search of a group's behavior finds. Players and prey are in no grid, so a search
/// finds none of them. Units that the group ignores are found only as [`Group`](Self::Group) or
/// [`Hunted`](Self::Hunted).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitFilter {
    /// Units of the searching unit's own group.
    Group,
    /// Units of the searching unit's role, and of the groups that its group flocks with.
    Role,
    /// Units of other roles than the searching unit's, except of groups that its group flocks with.
    Others,
    /// Units of the groups that the searching unit's group hunts; if it hunts none, as
    /// [`Others`](Self::Others).
    Hunted,
    /// Units of every role.
    Everyone,
}

/// Block of units visited by a search, one per lane; some can be outside the search radius.
pub(crate) struct VisitedUnits<'a, L> {
    /// Offset of each unit from the center of the search: component to the right, u.
    pub dx: L,
    /// Offset of each unit from the center of the search: component downward, u.
    pub dy: L,
    /// Squared distance of each unit from the center of the search, u².
    pub d2: L,
    /// Velocity of each unit: component to the right, u/s.
    pub vx: L,
    /// Velocity of each unit: component downward, u/s.
    pub vy: L,
    /// Ids of the units, in the order of the lanes; the last block of a span can have fewer ids
    /// than lanes.
    pub ids: &'a [u32],
}

impl Scope<'_> {
    /// Largest number of units in a group whose units are searched one by one instead of in a grid.
    pub(crate) const MAX_UNSORTED: usize = 16;

    /// Calls `visit(id, offset from center)` for every unit of the filter within `radius`
    /// (u) of a point. A unit at the center itself is included. The order follows from the state
    /// alone, so sums are reproducible.
    #[inline(always)]
    pub fn visit_around(
        &self,
        filter: UnitFilter,
        center: Vec2,
        radius: f32,
        mut visit: impl FnMut(usize, Vec2),
    ) {
        self.visit_batches(filter, center, radius, |batch, counts| {
            visit_each(batch, counts, &mut visit)
        });
    }

    /// Version of [`visit_around`](Self::visit_around) that returns the number of units checked,
    /// within the radius or not.
    pub(crate) fn visit_around_counting(
        &self,
        filter: UnitFilter,
        center: Vec2,
        radius: f32,
        mut visit: impl FnMut(usize, Vec2),
    ) -> usize {
        let mut looks = 0;
        self.visit_batches(filter, center, radius, |batch, counts| {
            looks += batch.ids.len();
            visit_each(batch, counts, &mut visit);
        });
        looks
    }

    /// Version of [`visit_around`](Self::visit_around) that visits only units in the mask that
    /// `wanted` returns for a block.
    #[inline(always)]
    pub(crate) fn visit_filtered_around(
        &self,
        filter: UnitFilter,
        center: Vec2,
        radius: f32,
        wanted: impl Fn(&VisitedUnits<Lanes>) -> <Lanes as Lane>::Mask + Copy,
        visit: &mut dyn FnMut(usize, Vec2),
    ) {
        self.visit_spans_around(filter, center, radius, &mut |grid, center, span| {
            // A local copy stays in registers during the loop.
            let (wanted, mut visit) = (wanted, &mut *visit);
            self.visit_span(grid, span, center, radius * radius, |batch, counts| {
                visit_each(batch, Lanes::and(counts, wanted(batch)), &mut visit);
            });
        });
    }

    /// Length of the longest unit that a search with this filter can find, u.
    pub(crate) fn longest_length(&self, filter: UnitFilter) -> f32 {
        self.grids_of(filter).map(Grid::longest_length).fold(0.0, f32::max)
    }

    /// Calls `visit(id, offset from center)` for every unit of the filter, in an order that
    /// follows from the state alone.
    pub fn visit_all(&self, filter: UnitFilter, center: Vec2, mut visit: impl FnMut(usize, Vec2)) {
        self.visit_batches(filter, center, f32::INFINITY, |batch, counts| {
            visit_each(batch, counts, &mut visit)
        });
    }

    /// Calls `visit(offset)` for every unit that the group fears within `radius` (u) of unit `id`.
    pub(crate) fn visit_menaces_around(
        &self,
        id: usize,
        radius: f32,
        visit: &mut impl FnMut(Vec2),
    ) {
        let here = self.agents.position(id);
        for (group, units) in self.feared_groups {
            let grid = &self.group_grids[*group];
            // Small groups, and groups that are not in a grid, are checked unit by unit.
            if units.len() <= Self::MAX_UNSORTED || grid.len() != units.len() {
                for other in units.clone() {
                    let offset = self.space.offset_between(here, self.agents.position(other));
                    if offset.length_squared() < radius * radius {
                        visit(offset);
                    }
                }
                continue;
            }
            grid.visit_candidates((here.x, here.y), radius, &self.space, &mut |span| {
                self.visit_span(grid, span, here, radius * radius, |batch, counts| {
                    visit_each(batch, counts, &mut |_, offset| visit(offset));
                });
            });
        }
    }

    /// Sum of the four terms that `rule` computes for each unit that
    /// [`visit_around`](Self::visit_around) would find, or [`visit_all`](Self::visit_all) if the
    /// radius is infinite. The sum has the same bits as if the terms were added in that order.
    /// `rule` computes up to four units at once; its values for units outside the radius are
    /// ignored.
    #[inline(always)]
    pub(crate) fn sum_around(
        &self,
        filter: UnitFilter,
        center: Vec2,
        radius: f32,
        rule: impl Fn(&VisitedUnits<Lanes>) -> [Lanes; 4] + Copy,
    ) -> [f32; 4] {
        let mut sums = f32x4::ZERO;
        self.visit_spans_around(filter, center, radius, &mut |grid, center, span| {
            // Local copies stay in registers during the loop.
            let (rule, mut here) = (rule, sums);
            self.visit_span(grid, span, center, radius * radius, |batch, counts| {
                add_masked(&mut here, rule(batch), counts);
            });
            sums = here;
        });
        sums.to_array()
    }

    /// Version of [`sum_around`](Self::sum_around) with one independent sum per lane, which is
    /// faster and rounds differently. The loop is separate: one function for both, inlined twice,
    /// takes 7 % longer in a swarm.
    #[inline(always)]
    pub(crate) fn sum_lanes_around(
        &self,
        filter: UnitFilter,
        center: Vec2,
        radius: f32,
        rule: impl Fn(&VisitedUnits<Lanes>) -> [Lanes; 4] + Copy,
    ) -> [f32; 4] {
        let mut sums = [Lanes::ZERO; 4];
        self.visit_spans_around(filter, center, radius, &mut |grid, center, span| {
            // Local copies stay in registers during the loop.
            let (rule, mut here) = (rule, sums);
            self.visit_span(grid, span, center, radius * radius, |batch, counts| {
                for (sum, term) in here.iter_mut().zip(rule(batch)) {
                    *sum += term.keep_where(counts);
                }
            });
            sums = here;
        });
        sums.map(|lanes| {
            let [a, b, c, d] = lanes.to_array();
            (a + b) + (c + d)
        })
    }

    /// Calls `visit` for blocks that contain all units within a radius (u), each with a mask of the
    /// units that are within it.
    #[inline(always)]
    fn visit_batches(
        &self,
        filter: UnitFilter,
        center: Vec2,
        radius: f32,
        mut visit: impl FnMut(&VisitedUnits<Lanes>, <Lanes as Lane>::Mask),
    ) {
        self.visit_spans_around(filter, center, radius, &mut |grid, center, span| {
            self.visit_span(grid, span, center, radius * radius, &mut visit);
        });
    }

    /// Calls `visit` for spans (ranges of indices in a grid) that together contain all units within
    /// a radius (u), which may be infinite. The arguments of `visit` are the grid, the center
    /// wrapped into the world, and the span.
    fn visit_spans_around(
        &self,
        filter: UnitFilter,
        center: Vec2,
        radius: f32,
        visit: &mut dyn FnMut(&Grid, Vec2, Range<usize>),
    ) {
        let limited = radius < f32::INFINITY;
        let center =
            if limited && self.space.is_torus { self.space.image_inside(center) } else { center };
        for grid in self.grids_of(filter) {
            if limited {
                let place = (center.x, center.y);
                grid.visit_candidates(place, radius, &self.space, &mut |span| {
                    visit(grid, center, span);
                });
            } else {
                visit(grid, center, 0..grid.len());
            }
        }
    }

    /// Calls `visit` for blocks that contain all units of the `wanted` groups within a radius (u),
    /// which may be infinite, each with a mask of the units that are within it.
    #[inline(always)]
    pub(crate) fn visit_batches_of(
        &self,
        wanted: impl Fn(usize) -> bool,
        center: Vec2,
        radius: f32,
        mut visit: impl FnMut(&VisitedUnits<Lanes>, <Lanes as Lane>::Mask),
    ) {
        let limited = radius < f32::INFINITY;
        let center =
            if limited && self.space.is_torus { self.space.image_inside(center) } else { center };
        for (_, grid) in self.group_grids.iter().enumerate().filter(|(group, _)| wanted(*group)) {
            let mut visit_span = |span: Range<usize>| {
                self.visit_span(grid, span, center, radius * radius, &mut visit);
            };
            if limited {
                grid.visit_candidates((center.x, center.y), radius, &self.space, &mut visit_span);
            } else {
                visit_span(0..grid.len());
            }
        }
    }

    /// Calls `visit` for all units of a span (range of indices in the grid), block by block, each
    /// with a mask of the units within the squared radius `radius2` (u²).
    #[inline(always)]
    fn visit_span(
        &self,
        grid: &Grid,
        span: Range<usize>,
        center: Vec2,
        radius2: f32,
        mut visit: impl FnMut(&VisitedUnits<Lanes>, <Lanes as Lane>::Mask),
    ) {
        let (own_x, own_y, radius2) = (splat(center.x), splat(center.y), splat(radius2));
        // The loop uses a copy of the space, so that it does not read `self` for each block.
        let space = self.space;
        // The last block can extend beyond the span, since the grid's arrays are padded; the mask
        // leaves out its surplus units.
        let whole = span.start..span.start + span.len().next_multiple_of(Lanes::LANE_COUNT);
        let fours = grid.motions[whole].as_chunks::<{ Lanes::LANE_COUNT }>().0;
        for (seen, id) in fours.iter().zip(grid.ids[span].chunks(Lanes::LANE_COUNT)) {
            let [x, y, vx, vy] = Lanes::records_to_fields(*seen);
            let (dx, dy) = space.shortest_offset(x - own_x, y - own_y);
            let d2 = dx * dx + dy * dy;
            let mut counts = d2.le(radius2);
            if id.len() < Lanes::LANE_COUNT {
                counts =
                    Lanes::and(counts, Lanes::lane_indices().lt(splat(id.len() as i32 as f32)));
            }
            visit(&VisitedUnits { dx, dy, d2, vx, vy, ids: id }, counts);
        }
    }

    /// Grids of the groups that a search with this filter covers.
    fn grids_of(&self, filter: UnitFilter) -> impl Iterator<Item = &Grid> {
        self.group_grids
            .iter()
            .enumerate()
            .filter(move |(group, _)| self.covers_group(filter, *group))
            .map(|(_, grid)| grid)
    }

    /// Whether a search with this filter covers the group with this index.
    pub fn covers_group(&self, filter: UnitFilter, group: usize) -> bool {
        let relation = self.group_relations[group];
        match filter {
            UnitFilter::Group => group == self.group,
            UnitFilter::Role => relation == GroupRelation::Flockmates,
            UnitFilter::Hunted if self.hunted_groups != 0 => {
                Ties::contains(self.hunted_groups, group)
            }
            UnitFilter::Others | UnitFilter::Hunted => relation == GroupRelation::Crowd,
            UnitFilter::Everyone => relation != GroupRelation::Ignored,
        }
    }
}

/// Calls `visit(id, offset)` for the units in `counted_mask`.
#[inline(always)]
fn visit_each(
    batch: &VisitedUnits<Lanes>,
    counted_mask: <Lanes as Lane>::Mask,
    visit: &mut impl FnMut(usize, Vec2),
) {
    let mut bits = Lanes::to_bitmask(counted_mask);
    while bits != 0 {
        let lane = bits.trailing_zeros() as usize;
        bits &= bits - 1;
        visit(batch.ids[lane] as usize, Vec2::new(batch.dx.get(lane), batch.dy.get(lane)));
    }
}

/// Adds the terms of the units in the mask `counts` one after the other. The other units add 0,
/// which changes no bit of a sum.
#[inline(always)]
fn add_masked(sums: &mut f32x4, terms: [Lanes; 4], counts: <Lanes as Lane>::Mask) {
    for term in
        &Lanes::fields_to_records(terms.map(|term| term.keep_where(counts)))[..Lanes::LANE_COUNT]
    {
        *sums += *term;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::{Role, UnitState};
    use crate::engine::behaviors::CrowdSeparation;
    use crate::engine::behaviors::testing::group;
    use crate::engine::params::WorldParams;
    use crate::engine::rng::{RandomStream, Rng};
    use crate::engine::world::{TickStage, World};

    /// Two groups on a coarse raster, so that some units have the same position.
    fn crowd(seed: u32, toroidal: bool) -> World {
        let groups = [(Role::Soldier, 90), (Role::Monster, 31)]
            .map(|(role, count)| group(role, count, CrowdSeparation::default()));
        let params =
            WorldParams { width: 400.0, height: 400.0, toroidal, ..WorldParams::default() };
        let mut world = World::new(params, groups.into(), 1);
        let mut rng = Rng::new(seed, RandomStream::Scenery);
        let mut place = || (rng.range(0.0, 40.0)).floor() * 10.0;
        for id in 0..world.agents().len() {
            let position = Vec2::new(place(), place());
            let velocity = Vec2::new(place() - 200.0, place());
            world.set_unit(id, UnitState { position, velocity, heading: 0.0, omega: 0.0 });
        }
        world.tick_through(TickStage::Sort);
        world
    }

    #[test]
    fn sums_have_the_bits_of_adding_one_by_one() {
        for (seed, toroidal) in (0..8).flat_map(|seed| [(seed, false), (seed, true)]) {
            let world = crowd(seed, toroidal);
            let scope = world.scope(0);
            for id in 0..world.agents().len() {
                let center = scope.agents.position(id);
                for filter in
                    [UnitFilter::Group, UnitFilter::Role, UnitFilter::Others, UnitFilter::Everyone]
                {
                    for radius in [0.0, 25.0, 90.0, 400.0] {
                        let mut sum = [0.0f32; 3];
                        let mut found = Vec::new();
                        scope.visit_around(filter, center, radius, |other, offset| {
                            found.push(other);
                            let pace = scope.agents.velocity(other).x;
                            for (sum, term) in sum.iter_mut().zip([offset.x, offset.y, pace]) {
                                *sum += 0.1 * term;
                            }
                        });
                        let tenth = splat(0.1);
                        let [x, y, pace, many] =
                            scope.sum_around(filter, center, radius, |batch| {
                                [tenth * batch.dx, tenth * batch.dy, tenth * batch.vx, splat(1.0)]
                            });
                        assert_eq!([x, y, pace], sum, "{filter:?} within {radius} of {id}");
                        assert_eq!(many, found.len() as f32);
                        let [x, y, pace, many] =
                            scope.sum_lanes_around(filter, center, radius, |batch| {
                                [tenth * batch.dx, tenth * batch.dy, tenth * batch.vx, splat(1.0)]
                            });
                        for (lanes, one_by_one) in [x, y, pace].into_iter().zip(sum) {
                            let most = 1e-4 * (1.0 + many);
                            assert!((lanes - one_by_one).abs() < most, "{lanes} {one_by_one}");
                        }
                        assert_eq!(many, found.len() as f32);
                        let mut all = Vec::new();
                        scope.visit_all(filter, center, |other, offset| {
                            if offset.length_squared() <= radius * radius {
                                all.push(other);
                            }
                        });
                        found.sort_unstable();
                        all.sort_unstable();
                        assert_eq!(found, all, "{filter:?} within {radius} of {id}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_rule_is_told_who_is_there() {
        let world = crowd(3, false);
        let scope = world.scope(0);
        let ids = |batch: &VisitedUnits<Lanes>| {
            Lanes::from_lane_fn(|lane| batch.ids.get(lane).map_or(0.0, |id| *id as f32))
        };
        let [sum, many, ..] =
            scope.sum_around(UnitFilter::Role, Vec2::ZERO, f32::INFINITY, |batch| {
                [ids(batch), splat(1.0), splat(0.0), splat(0.0)]
            });
        assert_eq!((sum, many), ((0..90).sum::<u32>() as f32, 90.0));
    }
}
