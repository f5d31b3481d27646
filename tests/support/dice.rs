//! Random numbers and random parameters, for loops that proptest would make too slow to count by
//! the thousands.

use flockwright::Run;

/// A small generator (the linear congruential one of Knuth's MMIX).
pub struct Dice(pub u64);

impl Dice {
    pub fn next(&mut self) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }
    pub fn unit(&mut self) -> f32 {
        (self.next() % (1 << 20)) as f32 / (1 << 20) as f32
    }
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// Sets every parameter to a random legal value; worlds and crowds stay small.
pub fn scramble(run: &mut Run, dice: &mut Dice) {
    for id in 0..run.params().len() {
        let spec = run.params()[id].spec;
        let share = dice.unit();
        let value = match spec.key {
            "count" => (share * 150.0).floor(),
            "width" | "height" => 200.0 + 800.0 * share,
            // Off in half of the rounds, else few or many.
            "nearest_only" => (64.0 * share * share - 16.0).round().clamp(0.0, 32.0),
            _ => spec.min + share * (spec.max - spec.min),
        };
        run.set(id, value);
    }
}
