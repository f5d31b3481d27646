//! Seeded random numbers. Every purpose has its own stream, so that changing one purpose never
//! shifts the numbers of another.

use crate::engine::math::sin_cos;
use rand_core::{RngCore, SeedableRng};
use rand_pcg::Pcg32;
use std::f32::consts::PI;

/// Purpose of a stream of random numbers.
///
/// `group` is the index of a group, `unit` the id of a unit (its index within the group in
/// [`Placement`](Self::Placement) and [`Pace`](Self::Pace)), and `tick` the number of ticks since
/// the start.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the comment of the enum describes all fields")]
pub enum RandomStream {
    /// Starting position of a unit. Each unit has its own stream, so that the first units keep
    /// their places when the group grows.
    Placement { group: usize, unit: usize },
    /// Random positions of the obstacles.
    Scenery,
    /// Random numbers of behaviors for one unit in one tick. All behaviors of a unit share the
    /// stream, so two behaviors that draw get the same numbers.
    Behavior { unit: usize, tick: u64 },
    /// Deviation of a unit's top speed from that of its group.
    Pace { group: usize, unit: usize },
    /// Next destination of a roaming unit.
    Goal { unit: usize, tick: u64 },
    /// Random turn of a unit's direction in one tick.
    Noise { unit: usize, tick: u64 },
    /// Value of a unit's smooth noise at one of its support points in time (`knot`), for behaviors.
    NoiseChange { unit: usize, knot: u64 },
    /// Random number of a rule for one unit in one tick. `place`: number of the draw in the rule,
    /// from 0; draw 0 uses [`Behavior`](Self::Behavior) instead.
    RuleDraw { place: u32, unit: usize, tick: u64 },
    /// Rank of a member in a rule's random selection, for one unit in one tick. `place`: number of
    /// the draw in the rule, from 0.
    RandomRank { place: u32, unit: usize, member: u32, tick: u64 },
    /// Value of a rule's smooth noise at a support point in time (`knot`). `place`: number of the
    /// draw in the rule, from 0; draw 0 uses [`NoiseChange`](Self::NoiseChange) instead.
    SmoothNoise { place: u32, unit: usize, knot: u64 },
    /// First value of a unit's memory in a rule. `place`: number of the draw in the rule, from 0.
    Beginning { place: u32, handle: u32 },
    /// Deviation of a shot's direction from the aim.
    Fire { unit: usize, tick: u64 },
    /// Position where a unit that was caught or hit starts again.
    Restart { unit: usize, tick: u64 },
    /// Random numbers of one step of a study, whose seed is not that of a run.
    Study { step: u64 },
}

/// Generator of the random numbers of one stream.
pub struct Rng(Pcg32);

impl Rng {
    /// Creates the generator at the beginning of a stream.
    pub fn new(seed: u32, stream: RandomStream) -> Self {
        let (kind, a, b) = match stream {
            RandomStream::Placement { group, unit } => (1, group as u64, unit as u64),
            RandomStream::Scenery => (2, 0, 0),
            RandomStream::Behavior { unit, tick } => (3, unit as u64, tick),
            RandomStream::Pace { group, unit } => (4, group as u64, unit as u64),
            RandomStream::Goal { unit, tick } => (5, unit as u64, tick),
            RandomStream::Fire { unit, tick } => (6, unit as u64, tick),
            RandomStream::Restart { unit, tick } => (7, unit as u64, tick),
            RandomStream::Study { step } => (8, 0, step),
            RandomStream::Noise { unit, tick } => (9, unit as u64, tick),
            RandomStream::NoiseChange { unit, knot } => (10, unit as u64, knot),
            RandomStream::RuleDraw { place, unit, tick } => {
                (11, unit as u64 | u64::from(place) << 32, tick)
            }
            RandomStream::RandomRank { place, unit, member, tick } => {
                (13, unit as u64 | u64::from(place) << 32, tick ^ u64::from(member) << 40)
            }
            RandomStream::SmoothNoise { place, unit, knot } => {
                (12, unit as u64 | u64::from(place) << 32, knot)
            }
            RandomStream::Beginning { place, handle } => (14, u64::from(handle), u64::from(place)),
        };
        let mut state = mix_bits(u64::from(seed) ^ (kind << 56));
        state = mix_bits(state ^ a);
        state = mix_bits(state ^ b);
        Self(Pcg32::seed_from_u64(state))
    }

    /// Draws a number uniform in 0..1, in steps of 2^-24.
    pub fn uniform(&mut self) -> f32 {
        // The float is computed here and not by a library, whose results can change with its
        // version.
        (self.0.next_u32() >> 8) as f32 * (1.0 / 16_777_216.0)
    }

    /// Draws a standard normal variate: mean 0, standard deviation 1 (Box & Muller 1958).
    pub fn normal(&mut self) -> f32 {
        // Subtracting the draw, which is below 1, from 1 avoids the logarithm of 0.
        let size = (-2.0 * libm::logf(1.0 - self.uniform())).sqrt();
        let (_, cosine) = sin_cos(self.range(-PI, PI));
        size * cosine
    }

    /// Draws a number uniform in `low..high`.
    pub fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.uniform()
    }
}

/// Finalizer of SplitMix64 (Steele, Lea & Flood 2014), which spreads every input bit over the
/// output.
fn mix_bits(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_a_function_of_its_seed_and_purpose() {
        let draw =
            |seed, unit| Rng::new(seed, RandomStream::Placement { group: 0, unit }).uniform();
        assert_eq!(draw(7, 3), draw(7, 3));
        assert_ne!(draw(7, 3), draw(7, 4));
        assert_ne!(draw(7, 3), draw(8, 3));
    }

    #[test]
    fn draws_fill_the_unit_interval_evenly() {
        let mut bins = [0u32; 10];
        for unit in 0..10_000 {
            let u = Rng::new(1, RandomStream::Behavior { unit, tick: 9 }).uniform();
            bins[(u * 10.0) as usize] += 1;
        }
        assert!(bins.iter().all(|n| (850..1150).contains(n)), "{bins:?}");
    }
}
