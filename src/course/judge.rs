//! Whether goals hold for long enough.

use crate::study::goals::Goal;

/// Ticks from one sample to the next.
pub const EVERY: u64 = 12;

/// Values are means over so many samples, a second: a single one jumps.
const SMOOTH: usize = 5;

/// Watches the samples of a run.
#[derive(Clone, Debug)]
pub(crate) struct Judge<'a> {
    goals: &'a [Goal],
    /// Samples in a row that are enough.
    enough: usize,
    row: usize,
    last: Vec<Vec<f64>>,
}

impl<'a> Judge<'a> {
    /// Goals that are to hold for some seconds of the run.
    pub fn new(goals: &'a [Goal], hold: f64) -> Self {
        let enough = (hold * 60.0 / EVERY as f64).ceil() as usize;
        Self { goals, enough, row: 0, last: Vec::new() }
    }

    /// The values of a sample, of all measures, 12 ticks after the one before; true once all
    /// goals have held for long enough. It counts where what was done has had its time.
    pub fn note(&mut self, values: &[f64], counts: bool) -> bool {
        if self.last.len() == SMOOTH {
            self.last.remove(0);
        }
        self.last.push(self.goals.iter().map(|goal| values[goal.measure]).collect());
        let hold = (0..self.goals.len()).all(|goal| self.goals[goal].holds(self.value(goal)));
        self.row = if hold && counts && self.last.len() == SMOOTH { self.row + 1 } else { 0 };
        self.row >= self.enough
    }

    /// The value of a goal's measure, over the last second.
    pub fn value(&self, goal: usize) -> f64 {
        self.last.iter().map(|values| values[goal]).sum::<f64>() / self.last.len() as f64
    }

    /// The first goal that does not hold now.
    pub fn missed(&self) -> Option<usize> {
        (0..self.goals.len()).find(|goal| !self.goals[*goal].holds(self.value(*goal)))
    }
}
