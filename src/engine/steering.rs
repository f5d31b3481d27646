//! What all behaviors of a tick ask of the bodies.

use crate::engine::math::{LANES, Lane, Lanes, squarable};
use glam::Vec2;
use std::ops::Range;

/// The steering of units, summed over their behaviors, by unit.
#[derive(Clone, Debug, Default)]
pub struct Steering {
    /// The id of the first unit.
    first: usize,
    /// World-space force.
    pub fx: Vec<f32>,
    /// See `fx`; down.
    pub fy: Vec<f32>,
    /// Forward force of the propeller (rigid bodies).
    pub thrust: Vec<f32>,
    /// Factor on the velocity after the tick; 1 = none.
    pub brake: Vec<f32>,
    /// How far noise turns the unit in the tick, radians to starboard.
    pub swerve: Vec<f32>,
    budget: Option<f32>,
    /// The forces before the behavior that has its turn, where there is a budget.
    before: [Vec<f32>; 2],
    weight: f32,
}

impl Steering {
    /// Of a single unit.
    pub(crate) fn of_unit(id: usize) -> Self {
        let mut steering = Self::default();
        steering.fit(1);
        steering.first = id;
        steering
    }

    /// Serves that unit from now on, where it is of a single one.
    pub(crate) fn move_to(&mut self, id: usize) {
        self.first = id;
    }

    /// Makes room for the units 0 to `count`, where it is not that already.
    pub fn fit(&mut self, count: usize) {
        if self.fx.len() == count + LANES {
            return;
        }
        let [x, y] = &mut self.before;
        for array in [&mut self.fx, &mut self.fy, &mut self.thrust, &mut self.swerve, x, y] {
            array.clear();
            array.resize(count + LANES, 0.0);
        }
        self.brake.clear();
        self.brake.resize(count + LANES, 1.0);
    }

    /// Where some units are in the arrays.
    fn places(&self, ids: Range<usize>) -> Range<usize> {
        ids.start - self.first..ids.end - self.first
    }

    /// No steering for the units of `range` yet, and the propeller at `thrust`. With a `budget`,
    /// all behaviors together take at most that much force, and the first come first.
    pub fn begin(&mut self, range: Range<usize>, thrust: f32, budget: Option<f32>) {
        let range = self.places(range);
        self.fx[range.clone()].fill(0.0);
        self.fy[range.clone()].fill(0.0);
        self.thrust[range.clone()].fill(thrust);
        self.swerve[range.clone()].fill(0.0);
        self.brake[range].fill(1.0);
        self.budget = budget;
    }

    /// Notes the forces before a behavior has its turn, where there is a budget.
    pub(crate) fn keep(&mut self, range: Range<usize>) {
        if self.budget.is_some() {
            let range = self.places(range);
            let [x, y] = &mut self.before;
            x[range.clone()].copy_from_slice(&self.fx[range.clone()]);
            y[range.clone()].copy_from_slice(&self.fy[range]);
        }
    }

    /// Cuts what a behavior has added to what is left of the budget: its amount less the length of
    /// the sum so far (Buckland, Programming Game AI by Example, ch. 3).
    pub(crate) fn spend(&mut self, range: Range<usize>) {
        let Some(budget) = self.budget else { return };
        for at in self.places(range) {
            let before = Vec2::new(self.before[0][at], self.before[1][at]);
            let added = Vec2::new(self.fx[at], self.fy[at]) - before;
            let added = Vec2::from(squarable(added.x, added.y));
            let left = (budget - before.length()).max(0.0);
            if added.length() > left {
                let sum = before + added * (left / added.length());
                (self.fx[at], self.fy[at]) = (sum.x, sum.y);
            }
        }
    }

    /// Notes that a behavior takes back this share of a unit's sum so far: that part of the budget
    /// can be spent again.
    pub(crate) fn refund(&mut self, id: usize, share: f32) {
        if self.budget.is_some() {
            let left = 1.0 - self.weight * share;
            let at = id - self.first;
            self.before.iter_mut().for_each(|part| part[at] *= left);
        }
    }

    /// What was summed for one unit: force, thrust, brake and swerve.
    pub(crate) fn unit(&self, id: usize) -> [f32; 5] {
        let at = id - self.first;
        [self.fx[at], self.fy[at], self.thrust[at], self.brake[at], self.swerve[at]]
    }

    pub(crate) fn set_unit(&mut self, id: usize, summed: [f32; 5]) {
        let at = id - self.first;
        [self.fx[at], self.fy[at], self.thrust[at], self.brake[at], self.swerve[at]] = summed;
    }

    /// The propeller's force of one unit, to change it.
    pub fn thrust_mut(&mut self, id: usize) -> &mut f32 {
        &mut self.thrust[id - self.first]
    }

    /// How far noise turns one unit, to change it.
    pub fn swerve_mut(&mut self, id: usize) -> &mut f32 {
        &mut self.swerve[id - self.first]
    }

    /// The brake of one unit, to change it.
    pub fn brake_mut(&mut self, id: usize) -> &mut f32 {
        &mut self.brake[id - self.first]
    }

    /// The factor on all forces that are added from now on.
    pub fn set_weight(&mut self, weight: f32) {
        self.weight = weight;
    }

    /// Adds a world-space force to the block of units at `at`.
    #[inline(always)]
    pub fn add<L: Lane>(&mut self, at: usize, valid: usize, fx: L, fy: L) {
        let at = at - self.first;
        let weight = L::splat(self.weight);
        let x = L::load(&self.fx, at) + weight * fx;
        let y = L::load(&self.fy, at) + weight * fy;
        x.store(&mut self.fx, at, valid);
        y.store(&mut self.fy, at, valid);
    }

    /// The force on one unit so far.
    pub fn force(&self, id: usize) -> Vec2 {
        let at = id - self.first;
        Vec2::new(self.fx[at], self.fy[at])
    }
}

/// Splits a range of units into blocks of lanes: (first unit, number of lanes in use).
pub fn blocks(range: Range<usize>) -> impl Iterator<Item = (usize, usize)> {
    let end = range.end;
    range.step_by(Lanes::N).map(move |at| (at, (end - at).min(Lanes::N)))
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
