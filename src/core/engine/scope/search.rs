//! A behavior's own searches for units around a point, and sums over what they find.

use super::Scope;
use crate::engine::math::{Lane, Lanes, splat};
use crate::engine::perception::grid::Grid;
use crate::engine::perception::neighborhood::Relation;
use crate::engine::ties::Ties;
use glam::Vec2;
use std::ops::Range;
use wide::f32x4;

/// Whom a search finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whom {
    /// Units of the same group: those that share a destination.
    Group,
    /// Units of the same role.
    Role,
    /// Units of other roles, the player excepted.
    Others,
    /// Units of the groups that this one hunts; where it names none, as [`Others`](Self::Others).
    Hunted,
    /// Units of every role, the player excepted.
    Everyone,
}

/// Units that a search has come upon, one per lane, whether they count or not.
pub(crate) struct Met<'a, L> {
    /// Offset from the center of the search, u.
    pub dx: L,
    /// See `dx`; down.
    pub dy: L,
    /// Its length, squared.
    pub d2: L,
    /// Velocity, u/s.
    pub vx: L,
    /// See `vx`; down.
    pub vy: L,
    /// The ids of those that are there: fewer than lanes at the end of a stretch.
    pub id: &'a [u32],
}

impl Scope<'_> {
    /// Groups of no more than this are searched without a grid.
    pub(crate) const MAX_UNSORTED: usize = 16;

    /// Calls `visit(id, offset from center)` for every unit within `radius` of a point, itself
    /// included where it stands there. The order is fixed by the state, so sums are reproducible.
    #[inline(always)]
    pub fn around(
        &self,
        whom: Whom,
        center: Vec2,
        radius: f32,
        mut visit: impl FnMut(usize, Vec2),
    ) {
        self.meet_around(whom, center, radius, |met, counts| each(met, counts, &mut visit));
    }

    /// The same; tells how many units it has looked at, within the radius or not.
    pub(crate) fn looks_around(
        &self,
        whom: Whom,
        center: Vec2,
        radius: f32,
        mut visit: impl FnMut(usize, Vec2),
    ) -> usize {
        let mut looks = 0;
        self.meet_around(whom, center, radius, |met, counts| {
            looks += met.id.len();
            each(met, counts, &mut visit);
        });
        looks
    }

    /// As [`around`](Self::around) for those who are `wanted`: what up to four units at a time can tell.
    #[inline(always)]
    pub(crate) fn some_around(
        &self,
        whom: Whom,
        center: Vec2,
        radius: f32,
        wanted: impl Fn(&Met<Lanes>) -> <Lanes as Lane>::Mask + Copy,
        visit: &mut dyn FnMut(usize, Vec2),
    ) {
        self.spans_around(whom, center, radius, &mut |grid, center, span| {
            // Of its own, so that the loop has it in registers.
            let (wanted, mut visit) = (wanted, &mut *visit);
            self.meet(grid, span, center, radius * radius, |met, counts| {
                each(met, Lanes::and(counts, wanted(met)), &mut visit);
            });
        });
    }

    /// The length of the longest unit that a search may find, u.
    pub(crate) fn longest(&self, whom: Whom) -> f32 {
        self.grids_of(whom).map(Grid::longest).fold(0.0, f32::max)
    }

    /// Calls `visit(id, offset from center)` for every unit, in an order fixed by the state.
    pub fn everyone(&self, whom: Whom, center: Vec2, mut visit: impl FnMut(usize, Vec2)) {
        self.meet_around(whom, center, f32::INFINITY, |met, counts| each(met, counts, &mut visit));
    }

    /// Calls `visit(offset)` for every unit that the group fears within a radius of one of its own.
    pub(crate) fn menaces_around(&self, id: usize, radius: f32, visit: &mut impl FnMut(Vec2)) {
        let here = self.agents.position(id);
        for (group, units) in self.menaces {
            let grid = &self.grids[*group];
            // A few are looked at one by one, as are those that are in no grid.
            if units.len() <= Self::MAX_UNSORTED || grid.len() != units.len() {
                for other in units.clone() {
                    let offset = self.space.between(here, self.agents.position(other));
                    if offset.length_squared() < radius * radius {
                        visit(offset);
                    }
                }
                continue;
            }
            grid.visit_candidates((here.x, here.y), radius, &self.space, &mut |span| {
                self.meet(grid, span, here, radius * radius, |met, counts| {
                    each(met, counts, &mut |_, offset| visit(offset));
                });
            });
        }
    }

    /// The sums of what a rule yields for each unit that [`around`](Self::around) would find, or
    /// [`everyone`](Self::everyone) where the radius is infinite: the very bits that come of adding it up
    /// in that order. Up to four units are looked at in step; what the rule says of those that are not
    /// within the radius does not count.
    #[inline(always)]
    pub(crate) fn sum_around(
        &self,
        whom: Whom,
        center: Vec2,
        radius: f32,
        rule: impl Fn(&Met<Lanes>) -> [Lanes; 4] + Copy,
    ) -> [f32; 4] {
        let mut sums = f32x4::ZERO;
        self.spans_around(whom, center, radius, &mut |grid, center, span| {
            // Of their own, so that the loop has them in registers.
            let (rule, mut here) = (rule, sums);
            self.meet(grid, span, center, radius * radius, |met, counts| {
                add(&mut here, rule(met), counts);
            });
            sums = here;
        });
        sums.to_array()
    }

    /// The same, added up in as many sums as there are lanes, which need not wait for each other.
    /// The loop is its own: one fold for both, inlined twice, takes a swarm 7 % longer.
    #[inline(always)]
    pub(crate) fn sum_lanes_around(
        &self,
        whom: Whom,
        center: Vec2,
        radius: f32,
        rule: impl Fn(&Met<Lanes>) -> [Lanes; 4] + Copy,
    ) -> [f32; 4] {
        let mut sums = [Lanes::ZERO; 4];
        self.spans_around(whom, center, radius, &mut |grid, center, span| {
            // Of their own, so that the loop has them in registers.
            let (rule, mut here) = (rule, sums);
            self.meet(grid, span, center, radius * radius, |met, counts| {
                for (sum, term) in here.iter_mut().zip(rule(met)) {
                    *sum += term.keep(counts);
                }
            });
            sums = here;
        });
        sums.map(|lanes| {
            let [a, b, c, d] = lanes.to_array();
            (a + b) + (c + d)
        })
    }

    /// Calls `visit` for all units that may be within a radius, and says which of them are.
    #[inline(always)]
    fn meet_around(
        &self,
        whom: Whom,
        center: Vec2,
        radius: f32,
        mut visit: impl FnMut(&Met<Lanes>, <Lanes as Lane>::Mask),
    ) {
        self.spans_around(whom, center, radius, &mut |grid, center, span| {
            self.meet(grid, span, center, radius * radius, &mut visit);
        });
    }

    /// Calls `visit` for the stretches of slots that hold all units within a radius, which may be
    /// infinite, with the grid, and with the center as it is in the world.
    fn spans_around(
        &self,
        whom: Whom,
        center: Vec2,
        radius: f32,
        visit: &mut dyn FnMut(&Grid, Vec2, Range<usize>),
    ) {
        let limited = radius < f32::INFINITY;
        let center = if limited && self.space.torus { self.space.wrapped(center) } else { center };
        for grid in self.grids_of(whom) {
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

    /// Calls `visit` for all units of some groups that may be within a radius of a place, which may be
    /// infinite, and says which of them are.
    #[inline(always)]
    pub(crate) fn meet_of(
        &self,
        wanted: impl Fn(usize) -> bool,
        center: Vec2,
        radius: f32,
        mut visit: impl FnMut(&Met<Lanes>, <Lanes as Lane>::Mask),
    ) {
        let limited = radius < f32::INFINITY;
        let center = if limited && self.space.torus { self.space.wrapped(center) } else { center };
        for (_, grid) in self.grids.iter().enumerate().filter(|(group, _)| wanted(*group)) {
            let mut meet = |span: Range<usize>| {
                self.meet(grid, span, center, radius * radius, &mut visit);
            };
            if limited {
                grid.visit_candidates((center.x, center.y), radius, &self.space, &mut meet);
            } else {
                meet(0..grid.len());
            }
        }
    }

    /// Calls `visit` for all units of a span, and says which of them are within a squared radius.
    #[inline(always)]
    fn meet(
        &self,
        grid: &Grid,
        span: Range<usize>,
        center: Vec2,
        radius2: f32,
        mut visit: impl FnMut(&Met<Lanes>, <Lanes as Lane>::Mask),
    ) {
        let (own_x, own_y, radius2) = (splat(center.x), splat(center.y), splat(radius2));
        // Its own, which the loop need not read again.
        let space = self.space;
        // Behind the last one are units that are none of those looked for.
        let whole = span.start..span.start + span.len().next_multiple_of(Lanes::N);
        let fours = grid.seen[whole].as_chunks::<{ Lanes::N }>().0;
        for (seen, id) in fours.iter().zip(grid.id[span].chunks(Lanes::N)) {
            let [x, y, vx, vy] = Lanes::fields(*seen);
            let (dx, dy) = space.offset(x - own_x, y - own_y);
            let d2 = dx * dx + dy * dy;
            let mut counts = d2.le(radius2);
            if id.len() < Lanes::N {
                counts = Lanes::and(counts, Lanes::ramp().lt(splat(id.len() as i32 as f32)));
            }
            visit(&Met { dx, dy, d2, vx, vy, id }, counts);
        }
    }

    /// The grids whose units a search finds.
    fn grids_of(&self, whom: Whom) -> impl Iterator<Item = &Grid> {
        self.grids
            .iter()
            .enumerate()
            .filter(move |(group, _)| self.wants(whom, *group))
            .map(|(_, grid)| grid)
    }

    /// Whether a search for these finds units of a group.
    pub fn wants(&self, whom: Whom, group: usize) -> bool {
        let relation = self.relations[group];
        match whom {
            Whom::Group => group == self.group,
            Whom::Role => relation == Relation::Flockmates,
            Whom::Hunted if self.hunts != 0 => Ties::has(self.hunts, group),
            Whom::Others | Whom::Hunted => relation == Relation::Crowd,
            Whom::Everyone => relation != Relation::Ignored,
        }
    }
}

/// Calls `visit(id, offset)` for those that count.
#[inline(always)]
fn each(met: &Met<Lanes>, counts: <Lanes as Lane>::Mask, visit: &mut impl FnMut(usize, Vec2)) {
    let mut bits = Lanes::bits(counts);
    while bits != 0 {
        let lane = bits.trailing_zeros() as usize;
        bits &= bits - 1;
        visit(met.id[lane] as usize, Vec2::new(met.dx.get(lane), met.dy.get(lane)));
    }
}

/// Adds the terms of those that count, one after the other: 0 for the rest changes no bit of a sum.
#[inline(always)]
fn add(sums: &mut f32x4, terms: [Lanes; 4], counts: <Lanes as Lane>::Mask) {
    for term in &Lanes::records(terms.map(|term| term.keep(counts)))[..Lanes::N] {
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
    use crate::engine::rng::{Rng, Stream};
    use crate::engine::world::{Stage, World};

    /// Two groups on a coarse raster, so that some units share a place.
    fn crowd(seed: u32, toroidal: bool) -> World {
        let groups = [(Role::Soldier, 90), (Role::Monster, 31)]
            .map(|(role, count)| group(role, count, CrowdSeparation::default()));
        let params =
            WorldParams { width: 400.0, height: 400.0, toroidal, ..WorldParams::default() };
        let mut world = World::new(params, groups.into(), 1);
        let mut rng = Rng::new(seed, Stream::Scenery);
        let mut place = || (rng.range(0.0, 40.0)).floor() * 10.0;
        for id in 0..world.agents().len() {
            let position = Vec2::new(place(), place());
            let velocity = Vec2::new(place() - 200.0, place());
            world.set_unit(id, UnitState { position, velocity, heading: 0.0, omega: 0.0 });
        }
        world.tick_through(Stage::Sort);
        world
    }

    #[test]
    fn sums_have_the_bits_of_adding_one_by_one() {
        for (seed, toroidal) in (0..8).flat_map(|seed| [(seed, false), (seed, true)]) {
            let world = crowd(seed, toroidal);
            let scope = world.scope(0);
            for id in 0..world.agents().len() {
                let center = scope.agents.position(id);
                for whom in [Whom::Group, Whom::Role, Whom::Others, Whom::Everyone] {
                    for radius in [0.0, 25.0, 90.0, 400.0] {
                        let mut sum = [0.0f32; 3];
                        let mut found = Vec::new();
                        scope.around(whom, center, radius, |other, offset| {
                            found.push(other);
                            let pace = scope.agents.velocity(other).x;
                            for (sum, term) in sum.iter_mut().zip([offset.x, offset.y, pace]) {
                                *sum += 0.1 * term;
                            }
                        });
                        let tenth = splat(0.1);
                        let [x, y, pace, many] = scope.sum_around(whom, center, radius, |met| {
                            [tenth * met.dx, tenth * met.dy, tenth * met.vx, splat(1.0)]
                        });
                        assert_eq!([x, y, pace], sum, "{whom:?} within {radius} of {id}");
                        assert_eq!(many, found.len() as f32);
                        let [x, y, pace, many] =
                            scope.sum_lanes_around(whom, center, radius, |met| {
                                [tenth * met.dx, tenth * met.dy, tenth * met.vx, splat(1.0)]
                            });
                        for (lanes, one_by_one) in [x, y, pace].into_iter().zip(sum) {
                            let most = 1e-4 * (1.0 + many);
                            assert!((lanes - one_by_one).abs() < most, "{lanes} {one_by_one}");
                        }
                        assert_eq!(many, found.len() as f32);
                        let mut all = Vec::new();
                        scope.everyone(whom, center, |other, offset| {
                            if offset.length_squared() <= radius * radius {
                                all.push(other);
                            }
                        });
                        found.sort_unstable();
                        all.sort_unstable();
                        assert_eq!(found, all, "{whom:?} within {radius} of {id}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_rule_is_told_who_is_there() {
        let world = crowd(3, false);
        let scope = world.scope(0);
        let ids =
            |met: &Met<Lanes>| Lanes::from_fn(|lane| met.id.get(lane).map_or(0.0, |id| *id as f32));
        let [sum, many, ..] = scope.sum_around(Whom::Role, Vec2::ZERO, f32::INFINITY, |met| {
            [ids(met), splat(1.0), splat(0.0), splat(0.0)]
        });
        assert_eq!((sum, many), ((0..90).sum::<u32>() as f32, 90.0));
    }
}
