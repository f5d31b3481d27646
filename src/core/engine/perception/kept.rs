//! Perception results saved from an earlier tick, for groups that perceive only every few ticks.

use super::Neighborhoods;
use super::neighborhood::NeighborhoodRecord;
use crate::engine::behaviors::{Memory, Scope};
use crate::engine::codec::{Coded, StateCodec};
use crate::engine::hash::StateHash;
use std::ops::Range;
use wide::f32x4;

/// Perception results of a group's units from the last tick in which the group perceived, for
/// groups that perceive only every few ticks. The results are part of the simulation state, because
/// later ticks use them.
#[derive(Clone, Debug, Default)]
pub(crate) struct PerceptionCache {
    /// Number of ticks from one perception of the group to the next; with 0 or 1, the group
    /// perceives in every tick, and nothing is saved.
    interval_ticks: u32,
    /// Neighborhood sums and leader flag of each unit, by the unit's index in its group.
    saved_records: Vec<(NeighborhoodRecord, u8)>,
    /// Whether `saved_records` holds results of all units of the group.
    is_valid: bool,
}

impl PerceptionCache {
    /// Sets the number of ticks from one perception to the next (`every`) and the number of units
    /// (`count`), and reserves memory for `most` units. If either number changes, the group
    /// perceives in the next tick.
    pub(crate) fn resize_for(&mut self, every: u32, count: usize, most: usize) {
        if every <= 1 {
            *self = Self::default();
        } else if (self.interval_ticks, self.saved_records.len()) != (every, count) {
            self.interval_ticks = every;
            self.resize(most.max(count));
            self.resize(count);
        }
    }

    /// Whether the group reuses its saved results in this tick instead of perceiving anew.
    pub(crate) fn is_used(&self, tick: u64) -> bool {
        self.is_valid && !tick.is_multiple_of(u64::from(self.interval_ticks))
    }

    /// Copies the saved sums and leader flags to the units with these ids.
    pub(crate) fn load_saved(
        &self,
        ids: Range<usize>,
        found: &mut Neighborhoods,
        leader_flags: &mut [u8],
    ) {
        let records = &mut found.records_mut()[ids.clone()];
        for ((record, flags), (seen, led)) in
            records.iter_mut().zip(&mut leader_flags[ids]).zip(&self.saved_records)
        {
            (*record, *flags) = (*seen, *led);
        }
    }
}

impl Memory for PerceptionCache {
    fn advance(&mut self, scope: &Scope, range: Range<usize>) {
        if self.interval_ticks <= 1
            || self.saved_records.len() != range.len()
            || self.is_used(scope.tick)
        {
            return;
        }
        let records = &scope.neighbors.records()[range.clone()];
        for (seen, (record, flags)) in
            self.saved_records.iter_mut().zip(records.iter().zip(&scope.leader_flags[range]))
        {
            *seen = (*record, *flags);
        }
        self.is_valid = true;
    }

    /// Changes the number of units; as new units have no results, all units perceive in the next
    /// tick.
    fn resize(&mut self, count: usize) {
        if self.interval_ticks > 1 {
            self.saved_records.resize(count, ([f32x4::ZERO; 2], 0));
            self.is_valid = false;
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        if self.interval_ticks > 1 {
            self.saved_records.swap(a, b);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        if self.is_valid {
            for (record, flags) in &self.saved_records {
                record.iter().for_each(|half| hash.add_floats(half.as_array()));
                hash.add_word(u64::from(*flags));
            }
        }
    }

    fn encode_or_decode(&mut self, codec: &mut StateCodec) {
        self.interval_ticks.encode_or_decode(codec);
        let mut many = self.saved_records.len();
        many.encode_or_decode(codec);
        if codec.is_reading() {
            // A saved record takes at least 32 bytes, so a number of records is invalid if the rest
            // of the input is too short for them.
            let fits = codec.has_unread(many.saturating_mul(32));
            codec.require(fits);
            self.saved_records.clear();
            self.saved_records.resize(if fits { many } else { 0 }, ([f32x4::ZERO; 2], 0));
        }
        for (record, flags) in &mut self.saved_records {
            for half in record {
                let mut parts = half.to_array();
                parts.encode_or_decode(codec);
                *half = f32x4::from(parts);
            }
            let mut bits = usize::from(*flags);
            codec.index_below(&mut bits, 256);
            *flags = bits as u8;
        }
        self.is_valid.encode_or_decode(codec);
    }

    fn heap_bytes(&self) -> usize {
        size_of_val(&*self.saved_records)
    }
}
