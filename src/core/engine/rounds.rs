//! Captures and rounds: what happens when a hunter catches a unit, and the score of each group.

use crate::engine::agents::Handle;
use crate::engine::codec::{Coded, StateCodec};
use crate::engine::hash::StateHash;
use crate::engine::ties::{Groups, Ties};
use crate::schema::ParamSpec;
use crate::{choices, params};

const SOURCE: &str = "Ours";

choices! {
    /// Consequences of a capture for the unit that is caught.
    pub enum Caught {
        Again = "again", "It starts again", "It starts again where its group starts.";
        Joins = "joins", "It joins them", "It becomes one of those who caught it. When nobody is left, the round is over.";
        Round = "round", "The round is over", "Everybody starts again.";
        Tells = "tells", "Nothing happens", "Only programs that ask for events are told of it.";
        Remove = "remove", "It is removed", "It is gone until the run starts again.";
    }
}

params! {
    /// Rule by which a group captures the units that it hunts.
    pub struct Catch in "Catch" {
        catch_factor: f32 = ParamSpec::float("Catch distance", "× L", 1.5, [0.0, 20.0], 0.1)
            .words("bite hit tag infect")
            .formula("k_cat", "\"caught where\" d ≤ k_cat·L")
            .doc("Those whom the group hunts are caught within this many lengths; at most one on a \
                  tick, where it starts again, joins them or ends the round. 0 catches nobody.")
            .source(SOURCE);
        caught: Caught = ParamSpec::choice("Whoever is caught", Caught::CHOICES, 0)
            .words("round game infect respawn")
            .formula("caught", "d ≤ k_cat·L: caught")
            .doc("What becomes of a bird that is caught.")
            .source(SOURCE);
    }
}

/// Number of ticks between the end of a round and the next round, in which the result can be seen.
pub(crate) const PAUSE_TICKS: u64 = 90;

/// Score of each group since the start.
#[derive(Clone, Debug, Default)]
pub struct Rounds {
    /// Rounds won in this match or units caught, by group index; empty if no group catches units.
    won: Vec<u32>,
    /// Matches won, by group index.
    matches: Vec<u32>,
    /// Number of finished rounds.
    played: u32,
    /// Tick at which this round began.
    begun: u64,
    /// Tick at which the next round begins; `Some` only in the pause after a round.
    next: Option<u64>,
    /// Groups that have scored in this round.
    winners: Groups,
    /// Catches of the last tick: index of the group, its hunter and the caught unit. For display
    /// only; the simulation does not read it.
    caught: Vec<(usize, [Handle; 2])>,
}

impl Rounds {
    /// Score of 0 for all groups. `played`: whether a group catches units; without captures there
    /// is no score.
    pub(crate) fn new(groups: usize, played: bool) -> Self {
        let groups = if played { groups } else { 0 };
        Self {
            won: vec![0; groups],
            matches: vec![0; groups],
            caught: Vec::with_capacity(groups),
            ..Self::default()
        }
    }

    /// Whether there is a count for each group, because at least one of them catches.
    pub(crate) fn are_counted(&self) -> bool {
        !self.won.is_empty()
    }

    /// Rounds won in this match or units caught, by group index.
    pub fn rounds_won(&self) -> &[u32] {
        &self.won
    }

    /// Matches won, by group index.
    pub fn matches_won(&self) -> &[u32] {
        &self.matches
    }

    /// Number of finished rounds since the start.
    pub fn rounds_played(&self) -> u32 {
        self.played
    }

    /// Number of the current round, from 1.
    pub fn number(&self) -> u32 {
        self.played + u32::from(!self.is_pause())
    }

    /// Captures of the last tick: index of the catching group, its hunter, and the caught unit.
    pub fn caught(&self) -> impl Iterator<Item = (usize, [Handle; 2])> {
        self.caught.iter().copied()
    }

    /// Clears the captures of the last tick.
    pub(crate) fn forget_caught(&mut self) {
        self.caught.clear();
    }

    /// Records that a hunter of a group has caught a unit, as `[hunter, unit]`.
    pub(crate) fn record_catch(&mut self, group: usize, pair: Option<[Handle; 2]>) {
        self.score_round(group);
        self.caught.extend(pair.map(|pair| (group, pair)));
    }

    /// Whether a group has scored in this round.
    pub fn has_won(&self, group: usize) -> bool {
        Ties::has(self.winners, group)
    }

    /// Whether a catch has been counted since the start.
    pub(crate) fn have_begun(&self) -> bool {
        self.played > 0 || self.won.iter().any(|won| *won > 0)
    }

    /// Tick at which this round began.
    pub fn begun_at(&self) -> u64 {
        self.begun
    }

    /// Whether a round has ended and the next one has not begun.
    pub fn is_pause(&self) -> bool {
        self.next.is_some()
    }

    /// Writes or reads everything except the captures of the last tick.
    pub(crate) fn code(&mut self, codec: &mut StateCodec) {
        self.won[..].code(codec);
        self.matches[..].code(codec);
        self.played.code(codec);
        self.begun.code(codec);
        self.next.code(codec);
        codec.word(&mut self.winners);
        if codec.is_reading() {
            self.forget_caught();
        }
    }

    /// Heap memory, bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        size_of_val(&*self.won) + size_of_val(&*self.matches) + size_of_val(&*self.caught)
    }

    /// Whether the next round begins at this tick.
    pub(crate) fn is_due(&self, tick: u64) -> bool {
        self.next.is_some_and(|next| tick >= next)
    }

    /// Adds a won round or a caught unit to the score of a group.
    pub(crate) fn score_round(&mut self, group: usize) {
        self.won[group] += 1;
        self.winners |= Ties::set(&[group]);
    }

    /// Ends the round at this tick and begins the pause.
    pub(crate) fn end(&mut self, tick: u64) {
        self.played += 1;
        self.next = Some(tick + PAUSE_TICKS);
    }

    /// Begins the next round. A group that has won more than half of `best_of` rounds wins the
    /// match, and the score starts anew. With 0, there are no matches.
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

    /// Adds the counts to the hash of the state.
    pub(crate) fn add_to_hash(&self, hash: &mut StateHash) {
        for count in self.won.iter().chain(&self.matches).chain([&self.played]) {
            hash.add_word(u64::from(*count));
        }
        hash.add_word(self.begun);
        hash.add_word(self.next.unwrap_or(0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_of_five_is_won_with_three_rounds() {
        let mut rounds = Rounds::new(2, true);
        for (tick, winner) in [0, 1, 0, 1, 0].into_iter().enumerate() {
            assert_eq!(rounds.matches_won(), [0, 0]);
            rounds.score_round(winner);
            rounds.end(tick as u64);
            assert!(rounds.is_pause());
            rounds.begin(tick as u64, 5);
        }
        assert_eq!(
            (rounds.rounds_won(), rounds.matches_won(), rounds.rounds_played()),
            (&[0, 0][..], &[1, 0][..], 5)
        );
    }
}
