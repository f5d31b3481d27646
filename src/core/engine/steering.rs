//! What all behaviors of a tick ask of the bodies.

use crate::engine::math::{LANES, Lane, Lanes, squarable};
use crate::engine::threads::Cut;
use glam::Vec2;
use std::ops::Range;

/// The steering of all units, summed over their behaviors, by unit id.
#[derive(Clone, Debug, Default)]
pub struct Forces {
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
    /// The forces before the behavior that has its turn, where there is a budget.
    before: [Vec<f32>; 2],
}

impl Forces {
    /// Room for `count` units.
    pub fn with_len(count: usize) -> Self {
        let floats = || vec![0.0; count + LANES];
        Self {
            fx: floats(),
            fy: floats(),
            thrust: floats(),
            brake: vec![1.0; count + LANES],
            swerve: floats(),
            before: [floats(), floats()],
        }
    }

    /// Makes room for `count` units, where it is not that already.
    pub(crate) fn fit(&mut self, count: usize) {
        if self.fx.len() != count + LANES {
            *self = Self::with_len(count);
        }
    }

    /// The force on one unit.
    pub fn force(&self, id: usize) -> Vec2 {
        Vec2::new(self.fx[id], self.fy[id])
    }

    /// To change it, where the unit at the start of the arrays is the `first`.
    pub fn from(&mut self, first: usize) -> Steering<'_> {
        let Self { fx, fy, thrust, brake, swerve, before: [x, y] } = self;
        Steering::new(first, [fx, fy, thrust, brake, swerve, x, y])
    }

    /// The steering of some units, and behind them what a block of lanes reads along.
    pub(crate) fn part(&mut self, ids: Range<usize>) -> Steering<'_> {
        self.from(0).cut(ids.start).1.cut(ids.len() + LANES).0
    }
}

/// [`Forces`] of one unit, on the stack: who watches a run makes no lists.
#[derive(Clone, Debug)]
pub struct OneForce([[f32; 1 + LANES]; 7]);

impl Default for OneForce {
    fn default() -> Self {
        let mut rows = [[0.0; 1 + LANES]; 7];
        rows[3].fill(1.0);
        Self(rows)
    }
}

impl OneForce {
    /// To change it, where it is that of the unit `id`.
    pub fn from(&mut self, id: usize) -> Steering<'_> {
        Steering::new(id, self.0.each_mut().map(|row| &mut row[..]))
    }
}

/// The steering of some units while their behaviors add to it. See [`Forces`].
#[derive(Debug)]
pub struct Steering<'a> {
    /// The id of the unit at the start of the arrays.
    first: usize,
    /// World-space force.
    pub fx: &'a mut [f32],
    /// See `fx`; down.
    pub fy: &'a mut [f32],
    /// Forward force of the propeller.
    pub thrust: &'a mut [f32],
    /// Factor on the velocity after the tick.
    pub brake: &'a mut [f32],
    /// How far noise turns the unit.
    pub swerve: &'a mut [f32],
    before: [&'a mut [f32]; 2],
    budget: Option<f32>,
    weight: f32,
}

impl Cut for Steering<'_> {
    fn cut(self, units: usize) -> (Self, Self) {
        let Self { first, fx, fy, thrust, brake, swerve, before: [x, y], budget, weight } = self;
        let [fx, fy, thrust, brake, swerve, x, y] =
            [fx, fy, thrust, brake, swerve, x, y].map(|array| array.split_at_mut(units));
        let here = Steering::new(first, [fx.0, fy.0, thrust.0, brake.0, swerve.0, x.0, y.0]);
        let rest =
            Steering::new(first + units, [fx.1, fy.1, thrust.1, brake.1, swerve.1, x.1, y.1]);
        (Self { budget, weight, ..here }, Self { budget, weight, ..rest })
    }
}

impl<'a> Steering<'a> {
    fn new(first: usize, arrays: [&'a mut [f32]; 7]) -> Self {
        let [fx, fy, thrust, brake, swerve, x, y] = arrays;
        let (before, budget, weight) = ([x, y], None, 0.0);
        Self { first, fx, fy, thrust, brake, swerve, before, budget, weight }
    }

    /// The same, where the unit at the start of the arrays is the `first` from now on.
    pub(crate) fn numbered_from(self, first: usize) -> Self {
        Self { first, ..self }
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
    pub fn unit(&self, id: usize) -> [f32; 5] {
        let at = id - self.first;
        [self.fx[at], self.fy[at], self.thrust[at], self.brake[at], self.swerve[at]]
    }

    /// Puts what was summed for one unit in the place of that.
    pub fn set_unit(&mut self, id: usize, summed: [f32; 5]) {
        let at = id - self.first;
        [self.fx[at], self.fy[at], self.thrust[at], self.brake[at], self.swerve[at]] = summed;
    }

    /// The propeller's force of one unit, to change it.
    pub(crate) fn thrust_mut(&mut self, id: usize) -> &mut f32 {
        &mut self.thrust[id - self.first]
    }

    /// How far noise turns one unit, to change it.
    pub fn swerve_mut(&mut self, id: usize) -> &mut f32 {
        &mut self.swerve[id - self.first]
    }

    /// The brake of one unit, to change it.
    pub(crate) fn brake_mut(&mut self, id: usize) -> &mut f32 {
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
        let x = L::load(self.fx, at) + weight * fx;
        let y = L::load(self.fy, at) + weight * fy;
        x.store(self.fx, at, valid);
        y.store(self.fy, at, valid);
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
