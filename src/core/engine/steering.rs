//! Accumulated steering: the sum of the forces of all behaviors on each body in a tick, with
//! thrust, brake and turns by noise.

use crate::engine::agents::remove_ids;
use crate::engine::math::{LANES, Lane, Lanes, limit_for_squaring};
use crate::engine::threads::SplitByUnits;
use glam::Vec2;
use std::ops::Range;

/// Accumulated steering of all units; arrays are indexed by unit id. Forces are in the units of the
/// group's parameters.
#[derive(Clone, Debug, Default)]
pub struct Forces {
    /// Force on each unit to the right, in world axes.
    pub fx: Vec<f32>,
    /// Force on each unit downward, in world axes.
    pub fy: Vec<f32>,
    /// Forward force of each unit's propeller; rigid bodies only.
    pub thrust: Vec<f32>,
    /// Factor on each unit's velocity after the tick; 1 means no braking.
    pub brake_factors: Vec<f32>,
    /// Angle by which noise turns each unit in the tick, rad; positive to starboard.
    pub noise_turns: Vec<f32>,
    /// Force on each unit before the behavior that is being computed, to the right and downward;
    /// used only where the group has a force budget.
    force_before: [Vec<f32>; 2],
}

impl Forces {
    /// Creates the steering of `count` units: no forces and no braking.
    pub fn with_len(count: usize) -> Self {
        let floats = || vec![0.0; count + LANES];
        Self {
            fx: floats(),
            fy: floats(),
            thrust: floats(),
            brake_factors: vec![1.0; count + LANES],
            noise_turns: floats(),
            force_before: [floats(), floats()],
        }
    }

    /// Resizes the arrays to `count` units; discards all steering if their number has changed.
    pub(crate) fn resize(&mut self, count: usize) {
        if self.fx.len() != count + LANES {
            *self = Self::with_len(count);
        }
    }

    /// Removes the steering of the units with these ids; the ids of later units decrease
    /// accordingly.
    pub(crate) fn remove(&mut self, ids: &[usize]) {
        self.arrays_mut().into_iter().for_each(|array| remove_ids(array, ids));
    }

    /// All arrays, in the order in which [`Steering::new`] takes them.
    fn arrays_mut(&mut self) -> [&mut Vec<f32>; 7] {
        let Self { fx, fy, thrust, brake_factors, noise_turns, force_before: [x, y] } = self;
        [fx, fy, thrust, brake_factors, noise_turns, x, y]
    }

    /// Force on one unit, in world axes.
    pub fn force(&self, id: usize) -> Vec2 {
        Vec2::new(self.fx[id], self.fy[id])
    }

    /// Mutable view of the steering of all units from the id `first` on.
    pub fn view_from(&mut self, first: usize) -> Steering<'_> {
        Steering::new(first, self.arrays_mut().map(|array| &mut array[..]))
    }

    /// Mutable view of the steering of some units, followed by the padding that the last block of
    /// lanes reads.
    pub(crate) fn view_of_units(&mut self, ids: Range<usize>) -> Steering<'_> {
        self.view_from(0).split_units(ids.start).1.split_units(ids.len() + LANES).0
    }
}

/// Accumulated steering of one unit, stored without heap allocation, for observers of a run.
#[derive(Clone, Debug)]
pub struct UnitForces([[f32; 1 + LANES]; 7]);

impl Default for UnitForces {
    fn default() -> Self {
        let mut rows = [[0.0; 1 + LANES]; 7];
        rows[3].fill(1.0);
        Self(rows)
    }
}

impl UnitForces {
    /// Mutable view of the steering, for the unit with this id.
    pub fn view_from(&mut self, id: usize) -> Steering<'_> {
        Steering::new(id, self.0.each_mut().map(|row| &mut row[..]))
    }
}

/// Mutable view of the accumulated [`Forces`] of some units, to which behaviors add.
#[derive(Debug)]
pub struct Steering<'a> {
    /// Id of the unit at index 0 of the arrays.
    first_id: usize,
    /// Force on each unit to the right; see [`Forces::fx`].
    pub fx: &'a mut [f32],
    /// Force on each unit downward; see [`Forces::fy`].
    pub fy: &'a mut [f32],
    /// Forward force of each unit's propeller; see [`Forces::thrust`].
    pub thrust: &'a mut [f32],
    /// Factor on each unit's velocity after the tick; see [`Forces::brake_factors`].
    pub brake_factors: &'a mut [f32],
    /// Angle by which noise turns each unit, rad; see [`Forces::noise_turns`].
    pub noise_turns: &'a mut [f32],
    force_before: [&'a mut [f32]; 2],
    force_budget: Option<f32>,
    weight: f32,
}

impl SplitByUnits for Steering<'_> {
    fn split_units(mut self, units: usize) -> (Self, Self) {
        let Self { fx, fy, thrust, brake_factors, noise_turns, force_before: [x, y], .. } =
            &mut self;
        let arrays = [fx, fy, thrust, brake_factors, noise_turns, x, y].map(|array| {
            let (here, rest) = std::mem::take(array).split_at_mut(units);
            *array = rest;
            here
        });
        let Self { first_id, force_budget, weight, .. } = self;
        let here = Self { force_budget, weight, ..Self::new(first_id, arrays) };
        (here, Self { first_id: first_id + units, ..self })
    }
}

impl<'a> Steering<'a> {
    fn new(first_id: usize, arrays: [&'a mut [f32]; 7]) -> Self {
        let [fx, fy, thrust, brake_factors, noise_turns, x, y] = arrays;
        let (force_before, force_budget, weight) = ([x, y], None, 0.0);
        Self {
            first_id,
            fx,
            fy,
            thrust,
            brake_factors,
            noise_turns,
            force_before,
            force_budget,
            weight,
        }
    }

    /// Returns the same view with 0 as the id of the unit at index 0 of the arrays.
    pub(crate) fn numbered_from_zero(self) -> Self {
        Self { first_id: 0, ..self }
    }

    /// Indices in the arrays of the units with these ids.
    fn indices_of(&self, ids: Range<usize>) -> Range<usize> {
        ids.start - self.first_id..ids.end - self.first_id
    }

    /// Resets the steering of the units of `range`: no force, and the propeller's force at
    /// `thrust`. With a `budget`, the behaviors together add at most that much force; earlier
    /// behaviors take precedence.
    pub fn reset(&mut self, range: Range<usize>, thrust: f32, budget: Option<f32>) {
        let range = self.indices_of(range);
        self.fx[range.clone()].fill(0.0);
        self.fy[range.clone()].fill(0.0);
        self.thrust[range.clone()].fill(thrust);
        self.noise_turns[range.clone()].fill(0.0);
        self.brake_factors[range].fill(1.0);
        self.force_budget = budget;
    }

    /// Stores the forces to which the next behavior adds its own, if there is a force budget.
    pub(crate) fn store_before(&mut self, range: Range<usize>) {
        if self.force_budget.is_some() {
            let range = self.indices_of(range);
            let [x, y] = &mut self.force_before;
            x[range.clone()].copy_from_slice(&self.fx[range.clone()]);
            y[range.clone()].copy_from_slice(&self.fy[range]);
        }
    }

    /// Limits the force of the last behavior to the remaining budget: the budget minus the length
    /// of the force of the earlier ones (Buckland, Programming Game AI by Example, ch. 3).
    pub(crate) fn limit_to_budget(&mut self, range: Range<usize>) {
        let Some(budget) = self.force_budget else { return };
        for at in self.indices_of(range) {
            let before = Vec2::new(self.force_before[0][at], self.force_before[1][at]);
            let added = Vec2::new(self.fx[at], self.fy[at]) - before;
            let added = Vec2::from(limit_for_squaring(added.x, added.y));
            let left = (budget - before.length()).max(0.0);
            if added.length() > left {
                let sum = before + added * (left / added.length());
                (self.fx[at], self.fy[at]) = (sum.x, sum.y);
            }
        }
    }

    /// Records that a behavior cancels the share `share` times its weight of the force on a unit,
    /// so that later forces can use that part of the budget again.
    pub(crate) fn scale_back(&mut self, id: usize, share: f32) {
        if self.force_budget.is_some() {
            let left = 1.0 - self.weight * share;
            let at = id - self.first_id;
            self.force_before.iter_mut().for_each(|part| part[at] *= left);
        }
    }

    /// Accumulated steering of one unit: force to the right, force downward, thrust, brake
    /// factor and turn by noise.
    pub fn unit_sum(&self, id: usize) -> [f32; 5] {
        let at = id - self.first_id;
        [self.fx[at], self.fy[at], self.thrust[at], self.brake_factors[at], self.noise_turns[at]]
    }

    /// Replaces the accumulated steering of one unit; the order is that of
    /// [`unit_sum`](Self::unit_sum).
    pub fn set_unit_sum(&mut self, id: usize, summed: [f32; 5]) {
        let at = id - self.first_id;
        [self.fx[at], self.fy[at], self.thrust[at], self.brake_factors[at], self.noise_turns[at]] =
            summed;
    }

    /// Mutable access to the propeller's force of one unit.
    pub(crate) fn thrust_mut(&mut self, id: usize) -> &mut f32 {
        &mut self.thrust[id - self.first_id]
    }

    /// Mutable access to the angle by which noise turns one unit, rad.
    pub fn noise_turn_mut(&mut self, id: usize) -> &mut f32 {
        &mut self.noise_turns[id - self.first_id]
    }

    /// Mutable access to the factor on the velocity of one unit.
    pub(crate) fn brake_factor_mut(&mut self, id: usize) -> &mut f32 {
        &mut self.brake_factors[id - self.first_id]
    }

    /// Sets the factor by which all forces that are added from now on are multiplied.
    pub fn set_weight(&mut self, weight: f32) {
        self.weight = weight;
    }

    /// Adds a force in world axes, times the weight, to each of the first `valid` units of the
    /// block whose first id is `at`.
    #[inline(always)]
    pub fn add_force<L: Lane>(&mut self, at: usize, valid: usize, fx: L, fy: L) {
        let at = at - self.first_id;
        let weight = L::splat(self.weight);
        let x = L::load(self.fx, at) + weight * fx;
        let y = L::load(self.fy, at) + weight * fy;
        x.store(self.fx, at, valid);
        y.store(self.fy, at, valid);
    }

    /// Accumulated force on one unit, in world axes.
    pub fn force(&self, id: usize) -> Vec2 {
        let at = id - self.first_id;
        Vec2::new(self.fx[at], self.fy[at])
    }
}

/// Splits a range of units into blocks of lanes; returns the first unit of each block and its
/// number of units.
pub fn blocks(range: Range<usize>) -> impl Iterator<Item = (usize, usize)> {
    let end = range.end;
    range.step_by(Lanes::LANE_COUNT).map(move |at| (at, (end - at).min(Lanes::LANE_COUNT)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_cover_a_range_once() {
        let covered: Vec<usize> = blocks(3..12).flat_map(|(at, valid)| at..at + valid).collect();
        assert_eq!(covered, (3..12).collect::<Vec<_>>());
    }
}
