//! Figures of a flock that lives: does it tremble, is it one, does it keep its room.

use super::scenes::{SECOND, ids};
use flockwright::Run;
use flockwright_lab::insight::measures::{Meter, count_flocks};
use glam::Vec2;
use std::ops::Range;

/// What was seen of a group from its start on.
pub struct Life {
    ids: Range<usize>,
    /// Units nearer to each other than this are of one flock, u.
    near: f32,
    courses: Vec<Vec2>,
    sides: Vec<f32>,
    reversals: usize,
    ticks: usize,
    meter: Meter,
    /// Once a second: the polarization, the share of the units that overlap, and the share of all
    /// that are in the largest flock.
    pub orders: Vec<f32>,
    pub overlaps: Vec<f32>,
    pub largest: Vec<f32>,
}

impl Life {
    pub fn of(run: &Run, group: &str, near: f32) -> Self {
        let ids = ids(&run.world, group);
        let (count, meter) = (ids.len(), Meter::default());
        let (courses, sides) = (vec![Vec2::ZERO; count], vec![0.0; count]);
        let [orders, overlaps, largest] = [const { Vec::new() }; 3];
        Self { ids, near, courses, sides, reversals: 0, ticks: 0, meter, orders, overlaps, largest }
    }

    /// Runs a tick, and looks.
    pub fn tick(&mut self, run: &mut Run) {
        run.world.tick();
        self.ticks += 1;
        for (unit, id) in self.ids.clone().enumerate() {
            let course = run.world.agents().forward(id);
            let turn = self.courses[unit].perp_dot(course);
            if turn.abs() > 0.002 {
                self.reversals += usize::from(self.sides[unit] * turn < 0.0);
                self.sides[unit] = turn;
            }
            self.courses[unit] = course;
        }
        if self.ticks.is_multiple_of(SECOND) {
            let order = self.courses.iter().sum::<Vec2>().length() / self.courses.len() as f32;
            self.orders.push(order);
            self.overlaps.push(self.meter.measure_all(&run.world).get("overlapping") as f32);
            self.largest.push(count_flocks(&run.world, self.near).largest_share);
        }
    }

    /// How often a unit turns from one side to the other, per second.
    pub fn reversals(&self) -> f32 {
        (self.reversals * SECOND) as f32 / (self.courses.len() * self.ticks) as f32
    }

    /// All of it in a line.
    pub fn tell(&self) -> String {
        let [order, overlap, largest] = [&self.orders, &self.overlaps, &self.largest].map(|list| {
            let (mean, low, high) = (mean(list), quantile(list, 0.05), quantile(list, 0.95));
            format!("{mean:.2} ({low:.2} to {high:.2})")
        });
        let reversals = self.reversals();
        format!("{reversals:.2} reversals/s, order {order}, overlap {overlap}, largest {largest}")
    }
}

pub fn mean(list: &[f32]) -> f32 {
    list.iter().sum::<f32>() / list.len() as f32
}

/// The value that a share of them is below.
pub fn quantile(list: &[f32], share: f32) -> f32 {
    let mut list = list.to_vec();
    list.sort_by(f32::total_cmp);
    list[((list.len() - 1) as f32 * share).round() as usize]
}
