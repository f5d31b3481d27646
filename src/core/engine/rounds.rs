//! Rounds: what happens when a unit is caught by one that hunts it, and who has won how often.

use crate::engine::agents::Handle;
use crate::engine::hash::StateHash;
use crate::engine::tape::{Tape, Taped};
use crate::engine::ties::{Groups, Ties};
use crate::schema::ParamSpec;
use crate::{choices, params};

const OURS: &str = "Ours";

choices! {
    /// What becomes of a unit that is caught.
    pub enum Caught {
        Again = "again", "It starts again", "It starts again where its group starts.";
        Joins = "joins", "It joins them", "It becomes one of those who caught it. When nobody is left, the round is over.";
        Round = "round", "The round is over", "Everybody starts again.";
    }
}

params! {
    /// What a group does to those whom it hunts.
    pub struct Catch in "Catch" {
        catch_factor: f32 = ParamSpec::float("Catch distance", "× L", 1.5, [0.0, 20.0], 0.1)
            .words("bite hit tag infect")
            .formula("k_cat", "\"caught where\" d ≤ k_cat·L")
            .doc("Those whom the group hunts are caught within this many lengths; at most one on a \
                  tick. 0 catches nobody.")
            .source(OURS);
        caught: Caught = ParamSpec::choice("Whoever is caught", Caught::CHOICES, 0)
            .words("round game infect respawn")
            .formula("caught", "d ≤ k_cat·L: caught")
            .doc("What becomes of a bird that is caught.")
            .source(OURS);
    }
}

/// Ticks between the end of a round and the next one: time to see how it ended.
pub(crate) const PAUSE_TICKS: u64 = 90;

/// Who has won how often since the start.
#[derive(Clone, Debug, Default)]
pub struct Rounds {
    /// By group: rounds that it has won in this match, or units that it has caught; empty where
    /// no group catches.
    won: Vec<u32>,
    /// By group: matches.
    matches: Vec<u32>,
    /// Rounds that are over.
    played: u32,
    /// The tick at which this round began.
    begun: u64,
    /// The tick at which the next one does, where this one is over.
    next: Option<u64>,
    /// Who has won something in this round.
    winners: Groups,
    /// By group: whom it has caught on the last tick. It is read, and decides nothing.
    caught: Vec<Option<Handle>>,
}

impl Rounds {
    /// Nothing won yet by this many groups, if anybody catches.
    pub(crate) fn new(groups: usize, played: bool) -> Self {
        let groups = if played { groups } else { 0 };
        Self {
            won: vec![0; groups],
            matches: vec![0; groups],
            caught: vec![None; groups],
            ..Self::default()
        }
    }

    /// Whether anybody catches anybody.
    pub fn are_played(&self) -> bool {
        !self.won.is_empty()
    }

    /// By group, rounds won in this match or units caught.
    pub fn won(&self) -> &[u32] {
        &self.won
    }

    /// By group, matches won.
    pub fn matches(&self) -> &[u32] {
        &self.matches
    }

    /// Rounds that are over since the start.
    pub fn played(&self) -> u32 {
        self.played
    }

    /// The number of this round, from 1 on.
    pub fn number(&self) -> u32 {
        self.played + u32::from(!self.is_pause())
    }

    /// Who was caught on the last tick, and by which group.
    pub fn caught(&self) -> impl Iterator<Item = (usize, Handle)> {
        self.caught.iter().enumerate().filter_map(|(group, unit)| Some((group, (*unit)?)))
    }

    /// A tick begins, without any catch yet.
    pub(crate) fn forget_caught(&mut self) {
        self.caught.fill(None);
    }

    /// A group has caught a unit.
    pub(crate) fn catch(&mut self, group: usize, unit: Option<Handle>) {
        self.score(group);
        self.caught[group] = unit;
    }

    /// Whether a group has won, or caught anybody, in this round.
    pub fn has_won(&self, group: usize) -> bool {
        Ties::has(self.winners, group)
    }

    /// The tick at which this round began.
    pub fn begun(&self) -> u64 {
        self.begun
    }

    /// Whether a round has just ended and the next one has not begun.
    pub fn is_pause(&self) -> bool {
        self.next.is_some()
    }

    /// Goes over all but what was caught on the last tick.
    pub(crate) fn tape(&mut self, tape: &mut Tape) {
        self.won[..].tape(tape);
        self.matches[..].tape(tape);
        self.played.tape(tape);
        self.begun.tape(tape);
        self.next.tape(tape);
        tape.word(&mut self.winners);
        if tape.reads() {
            self.forget_caught();
        }
    }

    /// Bytes that it takes on the heap.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.won) + size_of_val(&*self.matches) + size_of_val(&*self.caught)
    }

    /// Whether the next round is due.
    pub(crate) fn is_due(&self, tick: u64) -> bool {
        self.next.is_some_and(|next| tick >= next)
    }

    /// A group has won a round, or caught a unit.
    pub(crate) fn score(&mut self, group: usize) {
        self.won[group] += 1;
        self.winners |= Ties::set(&[group]);
    }

    /// The round is over; it was decided at this tick.
    pub(crate) fn end(&mut self, tick: u64) {
        self.played += 1;
        self.next = Some(tick + PAUSE_TICKS);
    }

    /// The next round begins. A match is over when a group has won more than half of `best_of`
    /// rounds; 0 counts on.
    pub(crate) fn begin(&mut self, tick: u64, best_of: u32) {
        let decided = |won: &u32| best_of > 0 && 2 * won > best_of;
        if self.won.iter().any(decided) {
            for (matches, won) in self.matches.iter_mut().zip(&mut self.won) {
                *matches += u32::from(decided(won));
                *won = 0;
            }
        }
        self.begun = tick;
        (self.next, self.winners) = (None, 0);
    }

    pub(crate) fn add_to_hash(&self, hash: &mut StateHash) {
        if !self.are_played() {
            return;
        }
        for count in self.won.iter().chain(&self.matches).chain([&self.played]) {
            hash.word(u64::from(*count));
        }
        hash.word(self.begun);
        hash.word(self.next.unwrap_or(0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_of_five_is_won_with_three_rounds() {
        let mut rounds = Rounds::new(2, true);
        for (tick, winner) in [0, 1, 0, 1, 0].into_iter().enumerate() {
            assert_eq!(rounds.matches(), [0, 0]);
            rounds.score(winner);
            rounds.end(tick as u64);
            assert!(rounds.is_pause());
            rounds.begin(tick as u64, 5);
        }
        assert_eq!(
            (rounds.won(), rounds.matches(), rounds.played()),
            (&[0, 0][..], &[1, 0][..], 5)
        );
    }
}
